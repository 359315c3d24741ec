//! Negative rules: pairs of touching cells without a sign do not satisfy what the sign says.

use super::judge::judge_pairs;
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Which signs are all given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signs {
    /// White dots: no other touching cells differ by 1.
    White,
    /// Black dots: no other touching cells have the ratio 2.
    Black,
    /// Both kinds of dots.
    Kropki,
    /// X and V: no other touching cells sum to 10 or 5.
    Xv,
}

/// Touching cells do not satisfy a kind of sign unless they bear it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Negative {
    signs: Signs,
    marked: Box<[(Cell, Cell)]>,
}

const NAMES: [(&str, Signs); 4] = [
    ("negative-white", Signs::White),
    ("negative-black", Signs::Black),
    ("negative-kropki", Signs::Kropki),
    ("negative-xv", Signs::Xv),
];

impl Negative {
    /// All touching pairs but these are without the sign.
    pub fn new(signs: Signs, marked: &[(Cell, Cell)]) -> Negative {
        let mut marked: Vec<(Cell, Cell)> =
            marked.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        marked.sort_unstable();
        marked.dedup();
        Negative { signs, marked: marked.into() }
    }

    /// Which signs it speaks of.
    pub fn signs(&self) -> Signs {
        self.signs
    }

    /// The pairs that bear a sign.
    pub fn marked(&self) -> &[(Cell, Cell)] {
        &self.marked
    }

    fn pairs(&self, board: &Board) -> impl Iterator<Item = (Cell, Cell)> {
        board.touching().into_iter().filter(|pair| self.marked.binary_search(pair).is_err())
    }

    /// What the values say that only a sign may say.
    fn says(&self, a: i64, b: i64) -> Option<&'static str> {
        let kropki = matches!(self.signs, Signs::Kropki);
        let white = (kropki || self.signs == Signs::White) && (a - b).abs() == 1;
        let black = (kropki || self.signs == Signs::Black) && (a == 2 * b || b == 2 * a);
        let xv = self.signs == Signs::Xv && (a + b == 5 || a + b == 10);
        match (white, black, xv) {
            (true, ..) => Some("differ by 1"),
            (_, true, _) => Some("have the ratio 2"),
            (.., true) => Some("sum to 5 or 10"),
            _ => None,
        }
    }
}

impl RuleKind for Negative {
    const NAMES: &'static [&'static str] = &[NAMES[0].0, NAMES[1].0, NAMES[2].0, NAMES[3].0];

    fn name(&self) -> &'static str {
        NAMES.iter().find(|(_, signs)| *signs == self.signs).map_or("negative", |(name, _)| name)
    }

    fn parts(&self) -> Parts {
        let flat: Vec<Cell> = self.marked.iter().flat_map(|&(a, b)| [a, b]).collect();
        if flat.is_empty() { Parts::default() } else { Parts::cells(&flat) }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Negative, RuleError> {
        parts.expect(name, 0, 0, 1)?;
        let flat = parts.lists.into_iter().next().unwrap_or_default();
        if !flat.len().is_multiple_of(2) {
            return Err(RuleError::Needs { kind: name, what: "pairs of cells".to_owned() });
        }
        let marked: Vec<(Cell, Cell)> = flat.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        let signs = NAMES.iter().find(|(known, _)| *known == name).map(|(_, signs)| *signs);
        Ok(Negative::new(signs.unwrap_or(Signs::Kropki), &marked))
    }

    fn is_about_places(&self) -> bool {
        true
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge_pairs(grid, self.pairs(grid.board()), |a, b| match self.says(a, b) {
            None => Ok(()),
            Some(what) => Err(format!("{a} and {b} {what}, and no sign says so")),
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        for (a, b) in self.pairs(board) {
            let fits = |x, y| self.says(board.value(x), board.value(y)).is_none();
            lowering.demand(Demand::pair(a, b, lowering, fits));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let what = match self.signs {
            Signs::White => "All white dots are given.",
            Signs::Black => "All black dots are given.",
            Signs::Kropki => "All dots are given.",
            Signs::Xv => "All X and V are given.",
        };
        vec![Mark::Note(what.to_owned())]
    }
}
