//! Whispers: values next to one another on the line are far apart.

use super::judge::{judge_pairs, steps};
use super::marks::{self, Colour};
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// A line on which neighbours differ by a number at least; German whispers by 5.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Whisper {
    cells: Box<[Cell]>,
    least: i64,
}

impl Whisper {
    /// A line on which neighbours differ by so much at least.
    pub fn new(cells: Vec<Cell>, least: i64) -> Result<Whisper, RuleError> {
        if cells.len() < 2 {
            return Err(RuleError::TooFewCells { kind: "whisper", needed: 2 });
        }
        Ok(Whisper { cells: cells.into(), least })
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The least difference.
    pub fn least(&self) -> i64 {
        self.least
    }
}

impl RuleKind for Whisper {
    const NAMES: &'static [&'static str] = &["whisper"];

    fn parts(&self) -> Parts {
        Parts::numbered(self.least, &self.cells)
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Whisper, RuleError> {
        parts.expect(name, 0, 1, 1)?;
        Whisper::new(parts.lists.into_iter().next().unwrap_or_default(), parts.numbers[0])
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge_pairs(grid, steps(&self.cells), |a, b| match (a - b).abs() >= self.least {
            true => Ok(()),
            false => Err(format!("{a} and {b} differ by less than {}", self.least)),
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        for (a, b) in steps(&self.cells) {
            let apart = |x, y| (board.value(x) - board.value(y)).abs() >= self.least;
            lowering.demand(Demand::pair(a, b, lowering, apart));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        vec![marks::line(&self.cells, Colour::Green)]
    }
}
