//! Renban and nabner: sets of consecutive digits, and sets without any two consecutive ones.

use super::judge::{all_differ, all_pairs, judge, judge_pairs};
use super::marks::{self, Colour};
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// A line whose values are consecutive in any order, or of which no two are equal or consecutive.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Renban {
    cells: Box<[Cell]>,
    nabner: bool,
}

impl Renban {
    const NAME: &'static str = "renban";
    const NABNER: &'static str = "nabner";

    /// Consecutive values in any order.
    pub fn new(cells: Vec<Cell>) -> Result<Renban, RuleError> {
        Renban::from_parts(Renban::NAME, Parts::cells(&cells))
    }

    /// Values of which no two are equal or consecutive.
    pub fn nabner(cells: Vec<Cell>) -> Result<Renban, RuleError> {
        Renban::from_parts(Renban::NABNER, Parts::cells(&cells))
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether it is a nabner.
    pub fn is_nabner(&self) -> bool {
        self.nabner
    }
}

impl RuleKind for Renban {
    const NAMES: &'static [&'static str] = &[Renban::NAME, Renban::NABNER];

    fn name(&self) -> &'static str {
        if self.nabner { Renban::NABNER } else { Renban::NAME }
    }

    fn parts(&self) -> Parts {
        Parts::cells(&self.cells)
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Renban, RuleError> {
        Ok(Renban { cells: parts.line(name, 1)?.into(), nabner: name == Renban::NABNER })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        if self.nabner {
            return judge_pairs(grid, all_pairs(&self.cells), |a, b| match (a - b).abs() {
                0 | 1 => Err(format!("{a} and {b} are equal or consecutive")),
                _ => Ok(()),
            });
        }
        all_differ(grid, &self.cells)?;
        judge(grid, &self.cells, |values| {
            let (low, high) = (values.iter().min(), values.iter().max());
            match low.zip(high).map(|(low, high)| high - low + 1) {
                Some(span) if span != values.len() as i64 => {
                    Err("they are not consecutive".to_owned())
                }
                _ => Ok(()),
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let n = self.cells.len() as i64;
        if !self.nabner {
            lowering.demand(Demand::Different(self.cells.to_vec()));
        }
        for (a, b) in all_pairs(&self.cells) {
            // Distinct values of which no two are n or more apart are n consecutive ones.
            let fits = |x, y| match (board.value(x) - board.value(y)).abs() {
                apart if self.nabner => apart >= 2,
                apart => apart < n,
            };
            lowering.demand(Demand::pair(a, b, lowering, fits));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let colour = if self.nabner { Colour::Yellow } else { Colour::Purple };
        vec![marks::line(&self.cells, colour)]
    }
}
