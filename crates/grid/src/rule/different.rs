//! Cells that all differ, wherever they lie.

use super::judge::all_differ;
use super::marks::Colour;
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Cells of which no two hold the same digit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Different {
    cells: Box<[Cell]>,
}

impl Different {
    /// These cells hold different digits.
    pub fn new(cells: Vec<Cell>) -> Result<Different, RuleError> {
        Different::from_parts("different", Parts::cells(&cells))
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl RuleKind for Different {
    const NAMES: &'static [&'static str] = &["different"];

    fn parts(&self) -> Parts {
        Parts::cells(&self.cells)
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Different, RuleError> {
        Ok(Different { cells: parts.line(name, 1)?.into() })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        all_differ(grid, &self.cells)
    }

    fn lower(&self, _: &Board, lowering: &mut Lowering) {
        lowering.demand(Demand::Different(self.cells.to_vec()));
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        vec![Mark::Shade { cells: self.cells.to_vec(), colour: Colour::Grey }]
    }
}
