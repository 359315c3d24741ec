//! X-sums: the first value of a line says how many of its values are summed.

use super::judge::judge;
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, DigitSet, Grid};

/// A line whose first value X says that the first X values have a given sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct XSum {
    cells: Box<[Cell]>,
    total: i64,
}

impl XSum {
    /// A line, from the border on, and its sum.
    pub fn new(cells: Vec<Cell>, total: i64) -> Result<XSum, RuleError> {
        XSum::from_parts("x-sum", Parts::numbered(total, &cells))
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The sum.
    pub fn total(&self) -> i64 {
        self.total
    }
}

impl RuleKind for XSum {
    const NAMES: &'static [&'static str] = &["x-sum"];

    fn parts(&self) -> Parts {
        Parts::numbered(self.total, &self.cells)
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<XSum, RuleError> {
        let (total, cells) = parts.numbered_line(name, 1)?;
        Ok(XSum { cells: cells.into(), total })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge(grid, &self.cells, |values| {
            let counted = usize::try_from(values[0]).unwrap_or(0);
            if counted == 0 || counted > values.len() {
                return Err(format!("{} is no number of cells of the line", values[0]));
            }
            match values[..counted].iter().sum::<i64>() {
                total if total == self.total => Ok(()),
                total => Err(format!("the first {counted} sum to {total}, not to {}", self.total)),
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let way = |counted: usize| {
            let digit = board.digit_of(counted as i64)?;
            let allowed = Demand::Allowed { cell: self.cells[0], digits: DigitSet::only(digit) };
            let rest = self.cells[1..counted].iter().map(|&cell| (cell, 1)).collect();
            Some(vec![allowed, Demand::equation(rest, self.total - counted as i64)])
        };
        lowering.demand(Demand::Either((1..=self.cells.len()).filter_map(way).collect()));
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        vec![Mark::Outside { line: self.cells.to_vec(), text: self.total.to_string() }]
    }
}
