//! Values whose cells hang together: shaded regions, islands, loops seen as areas.
//!
//! Cells that hold one of the values form one connected part of the grid, of any size or of a given one.
//! An engine hears of it as variables that hang together where they hold the same: each cell gets a
//! helper that says whether it is inside, or else the number of the domino that it lies in. Inside is
//! one number for all; two cells outside with the same number are of one domino, so they touch.

use super::demand::hang_together;
use super::judge::{breach, listed};
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Digit, DigitSet, Grid};

/// The cells of the grid that hold one of these values hang together; there is one at least.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Connected {
    values: Box<[i64]>,
    size: Option<u16>,
}

impl Connected {
    const NAME: &'static str = "connected";

    /// These values, and in how many cells they stand together, if that is said.
    pub fn new(values: Vec<i64>, size: Option<u16>) -> Result<Connected, RuleError> {
        let needs = |what: &str| RuleError::Needs { kind: Connected::NAME, what: what.to_owned() };
        if values.is_empty() {
            return Err(needs("the values whose cells hang together"));
        }
        if size == Some(0) {
            return Err(needs("a size of 1 or more"));
        }
        Ok(Connected { values: values.into(), size })
    }

    /// The values.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// In how many cells they stand together.
    pub fn size(&self) -> Option<usize> {
        self.size.map(usize::from)
    }

    fn digits(&self, board: &Board) -> DigitSet {
        self.values.iter().filter_map(|&value| board.digit_of(value)).collect()
    }
}

/// The cells of the grid.
fn placed(board: &Board) -> Vec<Cell> {
    board.cells().filter(|&cell| board.place(cell).is_some()).collect()
}

/// Places in the list of all placed cells that touch.
fn touching(cells: &[Cell], board: &Board) -> Vec<(u16, u16)> {
    let place = |cell: Cell| cells.binary_search(&cell).ok().map(|place| place as u16);
    board.touching().into_iter().filter_map(|(a, b)| place(a).zip(place(b))).collect()
}

/// For each place the number of its domino; a cell that is left over is alone in its own.
fn dominoes(n: usize, touching: &[(u16, u16)]) -> (Vec<usize>, usize) {
    let mut of: Vec<Option<usize>> = vec![None; n];
    let mut met = 0;
    for &(a, b) in touching {
        let (a, b) = (usize::from(a), usize::from(b));
        if of[a].is_none() && of[b].is_none() {
            (of[a], of[b]) = (Some(met), Some(met));
            met += 1;
        }
    }
    let numbers = of.into_iter().map(|number| {
        number.unwrap_or_else(|| {
            met += 1;
            met - 1
        })
    });
    let numbers = numbers.collect();
    (numbers, met)
}

impl RuleKind for Connected {
    const NAMES: &'static [&'static str] = &[Connected::NAME];

    fn parts(&self) -> Parts {
        let words = self.size.iter().map(u16::to_string).collect();
        Parts { words, numbers: self.values.to_vec(), lists: Vec::new() }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Connected, RuleError> {
        if !parts.lists.is_empty() {
            return Err(RuleError::Needs { kind: name, what: "no cells".to_owned() });
        }
        let size = match parts.words.as_slice() {
            [] => None,
            [word] => Some(word.parse().map_err(|_| RuleError::Word(format!("={word}")))?),
            _ => return Err(RuleError::Needs { kind: name, what: "1 size".to_owned() }),
        };
        Connected::new(parts.numbers, size)
    }

    fn fits(&self, board: &Board) -> Result<(), RuleError> {
        let cells = placed(board);
        let (_, n_dominoes) = dominoes(cells.len(), &touching(&cells, board));
        if n_dominoes > 63 {
            return Err(RuleError::Board { kind: Connected::NAME, why: "more than 126 cells" });
        }
        if self.size().is_some_and(|size| size > cells.len().min(255)) {
            return Err(RuleError::Board { kind: Connected::NAME, why: "fewer cells than that" });
        }
        Ok(())
    }

    fn is_about_places(&self) -> bool {
        true
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let board = grid.board();
        let cells = placed(board);
        let digits = self.digits(board);
        let inside = |cell: Cell| grid.get(cell).map(|digit| digits.contains(digit));
        let here: Vec<Cell> =
            cells.iter().copied().filter(|&cell| inside(cell) == Some(true)).collect();
        if let Some(size) = self.size().filter(|&size| here.len() > size) {
            return breach(&here, format!("there are {}, not {size} of them", here.len()));
        }
        if cells.iter().any(|&cell| inside(cell).is_none()) {
            return Ok(());
        }
        if here.is_empty() || self.size().is_some_and(|size| here.len() != size) {
            let values = listed(&self.values);
            return breach(&cells, format!("{values} stand in {} of them", here.len()));
        }
        // A cell outside is a part of its own.
        let parts: Vec<usize> = (1..)
            .zip(&cells)
            .map(|(i, &cell)| match inside(cell) {
                Some(true) => 0,
                _ => i,
            })
            .collect();
        match hang_together(&parts, &touching(&cells, board)) {
            true => Ok(()),
            false => breach(&here, "they do not hang together"),
        }
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let cells = placed(board);
        let digits = self.digits(board);
        let touching = touching(&cells, board);
        let (dominoes, _) = dominoes(cells.len(), &touching);
        let Some(inside) = Digit::from_index(0) else { return };
        let mut helpers = Vec::new();
        for (&cell, &domino) in cells.iter().zip(&dominoes) {
            let Some(outside) = Digit::from_index(domino + 1) else { return };
            let domain = DigitSet::only(inside) | DigitSet::only(outside);
            let helper = lowering.helper(domain, (0..=domino as i32 + 1).collect());
            let told = |digit: Digit, state: Digit| digits.contains(digit) == (state == inside);
            lowering.demand(Demand::pair(cell, helper, lowering, told));
            helpers.push(helper);
        }
        let (least, most) = match self.size {
            Some(size) => (size.min(255) as u8, size.min(255) as u8),
            None => (1, helpers.len().min(255) as u8),
        };
        let multiset = vec![(inside, least, most)];
        lowering.demand(Demand::Among { cells: helpers.clone(), multiset });
        lowering.demand(Demand::Connected { cells: helpers, touching });
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let values = listed(&self.values);
        let size = self.size.map_or(String::new(), |size| format!(" of {size} cells"));
        vec![Mark::Note(format!("The cells that hold {values} form one connected part{size}."))]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rule;
    use super::*;

    fn check(text: &str, line: &str, expected: Result<(), &str>) {
        let board = Board::of_size(4).unwrap();
        let rule = Rule::from_text(text, &board).unwrap();
        assert_eq!(rule.text(&board), text);
        let grid = board.grid_from_line(line).unwrap();
        let held = rule.holds(&grid).map_err(|breach| breach.what);
        assert_eq!(held, expected.map_err(str::to_owned), "{text} {line}");
    }

    #[test]
    fn cells_that_hold_the_values_form_one_part_of_the_grid() {
        let line = "1234341221434321";
        check("connected 1 2 3 4", line, Ok(()));
        check("connected =16 1 2 3 4", line, Ok(()));
        check("connected 1 2 3", line, Ok(()));
        check("connected =11 1 2 3", line, Err("there are 12, not 11 of them"));
        check("connected =13 1 2 3", line, Err("1, 2 and 3 stand in 12 of them"));
        check("connected 1 3", line, Err("they do not hang together"));
        check("connected 1", "1...............", Ok(()));
        check("connected =1 1", "1......1........", Err("there are 2, not 1 of them"));
        let large = Board::of_size(16).unwrap();
        assert!(Rule::from_text("connected 1", &large).is_err());
    }

    #[test]
    fn the_demands_say_what_the_judgement_says() {
        let board = Board::of_size(4).unwrap();
        let rule = Rule::from_text("connected =6 1 2", &board).unwrap();
        let mut lowering = Lowering::new(&board);
        rule.lower(&board, &mut lowering);
        let mut random = crate::random::Random::new(3);
        let (mut kept, mut broken) = (0, 0);
        for _ in 0..4000 {
            let values: Vec<u8> = (0..16).map(|_| 1 + random.index(4) as u8).collect();
            let grid = Grid::from_values(board.clone(), &values).unwrap();
            let mut held: Vec<Digit> =
                values.iter().filter_map(|&value| Digit::from_number(value)).collect();
            // What a helper holds follows from its cell.
            for (i, helper) in lowering.helpers().iter().enumerate() {
                let state = match values[i] {
                    1 | 2 => helper.domain.iter().next(),
                    _ => helper.domain.iter().last(),
                };
                held.push(state.unwrap());
            }
            let holds = rule.holds(&grid).is_ok();
            assert_eq!(lowering.is_kept(&held), holds, "{values:?}");
            if holds { kept += 1 } else { broken += 1 }
        }
        assert!(kept > 5 && broken > 5, "{kept} kept, {broken} broken");
    }

    #[test]
    fn cells_outside_of_one_domino_touch_and_no_number_is_used_twice_elsewhere() {
        let board = Board::of_size(9).unwrap();
        let cells = placed(&board);
        let touching = touching(&cells, &board);
        let (numbers, met) = dominoes(cells.len(), &touching);
        assert!(met <= 63, "{met}");
        for number in 0..met {
            let of: Vec<u16> = (0..81).filter(|&i| numbers[usize::from(i)] == number).collect();
            match of.as_slice() {
                [_] => {}
                [a, b] => assert!(touching.contains(&(*a, *b)), "{of:?}"),
                _ => panic!("{number}: {of:?}"),
            }
        }
    }
}
