//! Sums between two cells, such as X for ten and V for five.

use super::judge::judge_pairs;
use super::parts::{Parts, check_cells};
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Two cells whose values have a sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PairSum {
    a: Cell,
    b: Cell,
    total: i64,
}

impl PairSum {
    const NAME: &'static str = "pair-sum";

    /// Two cells whose values have this sum: 10 for X, 5 for V.
    pub fn new(a: Cell, b: Cell, total: i64) -> Result<PairSum, RuleError> {
        check_cells(PairSum::NAME, &[a, b], 2)?;
        Ok(PairSum { a, b, total })
    }

    /// Its two cells.
    pub fn cells(&self) -> [Cell; 2] {
        [self.a, self.b]
    }

    /// The sum.
    pub fn total(&self) -> i64 {
        self.total
    }
}

impl RuleKind for PairSum {
    const NAMES: &'static [&'static str] = &[PairSum::NAME];

    fn parts(&self) -> Parts {
        Parts::numbered(self.total, &[self.a, self.b])
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<PairSum, RuleError> {
        let (total, cells) = parts.numbered_line(name, 2)?;
        match cells.as_slice() {
            &[a, b] => PairSum::new(a, b, total),
            _ => Err(RuleError::Needs { kind: name, what: "2 cells".to_owned() }),
        }
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge_pairs(grid, [(self.a, self.b)], |a, b| match a + b == self.total {
            true => Ok(()),
            false => Err(format!("they sum to {}, not to {}", a + b, self.total)),
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let fits = |a, b| board.value(a) + board.value(b) == self.total;
        lowering.demand(Demand::pair(self.a, self.b, lowering, fits));
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let text = match self.total {
            10 => "X".to_owned(),
            5 => "V".to_owned(),
            total => total.to_string(),
        };
        vec![Mark::Between { a: self.a, b: self.b, text }]
    }
}
