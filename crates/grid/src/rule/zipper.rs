//! Zippers: values as far from the middle of a line have the same sum.

use super::judge::judge;
use super::marks::{self, Colour};
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// A line whose values at the same distance from the middle have the same sum, which is the value in
/// the middle where there is a middle cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Zipper {
    cells: Box<[Cell]>,
}

impl Zipper {
    /// A zipper along these cells.
    pub fn new(cells: Vec<Cell>) -> Result<Zipper, RuleError> {
        Zipper::from_parts("zipper", Parts::cells(&cells))
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Groups with the same sum: the middle cell, if there is one, then pairs from inside out.
    fn groups(&self) -> Vec<Vec<Cell>> {
        let n = self.cells.len();
        let middle = (n % 2 == 1).then(|| vec![self.cells[n / 2]]);
        let pairs = (0..n / 2).rev().map(|i| vec![self.cells[i], self.cells[n - 1 - i]]);
        middle.into_iter().chain(pairs).collect()
    }
}

impl RuleKind for Zipper {
    const NAMES: &'static [&'static str] = &["zipper"];

    fn parts(&self) -> Parts {
        Parts::cells(&self.cells)
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Zipper, RuleError> {
        Ok(Zipper { cells: parts.line(name, 2)?.into() })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge(grid, &self.cells, |values| {
            let n = values.len();
            let told = |i: usize| {
                if n % 2 == 1 && i == n / 2 { values[i] } else { values[i] + values[n - 1 - i] }
            };
            let first = told(0);
            match (0..n.div_ceil(2)).map(told).find(|&total| total != first) {
                None => Ok(()),
                Some(other) => Err(format!("the ends sum to {first}, an inner pair to {other}")),
            }
        })
    }

    fn lower(&self, _: &Board, lowering: &mut Lowering) {
        let groups = self.groups();
        for group in &groups[1..] {
            let mut terms: Vec<(Cell, i32)> = group.iter().map(|&cell| (cell, 1)).collect();
            terms.extend(groups[0].iter().map(|&cell| (cell, -1)));
            lowering.demand(Demand::equation(terms, 0));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        vec![marks::line(&self.cells, Colour::Lavender)]
    }
}
