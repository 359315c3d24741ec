//! Dots between two cells: a difference (white) or a ratio (black), with any number.

use super::judge::judge_pairs;
use super::parts::{Parts, check_cells};
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Two cells whose values differ by a number, or of which one is a number of times the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dot {
    a: Cell,
    b: Cell,
    number: i64,
    black: bool,
}

impl Dot {
    const WHITE: &'static str = "white-dot";
    const BLACK: &'static str = "black-dot";

    /// Values that differ by this number; Kropki's white dot says 1.
    pub fn white(a: Cell, b: Cell, difference: i64) -> Result<Dot, RuleError> {
        check_cells(Dot::WHITE, &[a, b], 2)?;
        Ok(Dot { a, b, number: difference, black: false })
    }

    /// Values of which one is so many times the other; Kropki's black dot says 2.
    pub fn black(a: Cell, b: Cell, ratio: i64) -> Result<Dot, RuleError> {
        check_cells(Dot::BLACK, &[a, b], 2)?;
        Ok(Dot { a, b, number: ratio, black: true })
    }

    /// Its two cells.
    pub fn cells(&self) -> [Cell; 2] {
        [self.a, self.b]
    }

    /// The difference or ratio.
    pub fn number(&self) -> i64 {
        self.number
    }

    /// Whether it is a ratio.
    pub fn is_black(&self) -> bool {
        self.black
    }

    fn fits(&self, a: i64, b: i64) -> bool {
        match self.black {
            true => a == b.saturating_mul(self.number) || b == a.saturating_mul(self.number),
            false => (a - b).abs() == self.number,
        }
    }
}

impl RuleKind for Dot {
    const NAMES: &'static [&'static str] = &[Dot::WHITE, Dot::BLACK];

    fn name(&self) -> &'static str {
        if self.black { Dot::BLACK } else { Dot::WHITE }
    }

    fn parts(&self) -> Parts {
        Parts::numbered(self.number, &[self.a, self.b])
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Dot, RuleError> {
        let (number, cells) = parts.numbered_line(name, 2)?;
        match (cells.as_slice(), name == Dot::BLACK) {
            (&[a, b], true) => Dot::black(a, b, number),
            (&[a, b], false) => Dot::white(a, b, number),
            _ => Err(RuleError::Needs { kind: name, what: "2 cells".to_owned() }),
        }
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge_pairs(grid, [(self.a, self.b)], |a, b| match (self.fits(a, b), self.black) {
            (true, _) => Ok(()),
            (false, true) => {
                Err(format!("neither of {a} and {b} is {} times the other", self.number))
            }
            (false, false) => Err(format!("{a} and {b} do not differ by {}", self.number)),
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let fits = |a, b| self.fits(board.value(a), board.value(b));
        lowering.demand(Demand::pair(self.a, self.b, lowering, fits));
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let usual = if self.black { 2 } else { 1 };
        let text = (self.number != usual).then(|| self.number.to_string());
        vec![Mark::Dot { a: self.a, b: self.b, filled: self.black, text }]
    }
}
