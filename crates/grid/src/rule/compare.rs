//! Less and greater: between two cells, and of a cell against everything that touches it.

use super::judge::judge_pairs;
use super::marks::InnerSign;
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Which of two values is larger.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Compare {
    /// The first cell holds more than the second.
    Greater(Cell, Cell),
    /// Each of these cells holds less than all that touch it and are not among them.
    Minimum(Box<[Cell]>),
    /// Each of these cells holds more than all that touch it and are not among them.
    Maximum(Box<[Cell]>),
}

impl Compare {
    /// Pairs of which the first is larger.
    fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        let around = |cells: &[Cell]| -> Vec<(Cell, Cell)> {
            let others = |&cell: &Cell| {
                let touching = board.neighbours(cell).filter(|other| !cells.contains(other));
                touching.map(|other| (cell, other)).collect::<Vec<_>>()
            };
            cells.iter().flat_map(others).collect()
        };
        match self {
            Compare::Greater(large, small) => vec![(*large, *small)],
            Compare::Minimum(cells) => around(cells).into_iter().map(|(a, b)| (b, a)).collect(),
            Compare::Maximum(cells) => around(cells),
        }
    }
}

impl RuleKind for Compare {
    const NAMES: &'static [&'static str] = &["greater", "minimum", "maximum"];

    fn name(&self) -> &'static str {
        match self {
            Compare::Greater(..) => "greater",
            Compare::Minimum(_) => "minimum",
            Compare::Maximum(_) => "maximum",
        }
    }

    fn parts(&self) -> Parts {
        match self {
            Compare::Greater(large, small) => Parts::cells(&[*large, *small]),
            Compare::Minimum(cells) | Compare::Maximum(cells) => Parts::cells(cells),
        }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Compare, RuleError> {
        let cells = parts.line(name, 1)?;
        match (name, cells.as_slice()) {
            ("minimum", _) => Ok(Compare::Minimum(cells.into())),
            ("maximum", _) => Ok(Compare::Maximum(cells.into())),
            (_, &[large, small]) => Ok(Compare::Greater(large, small)),
            _ => Err(RuleError::Needs { kind: name, what: "2 cells".to_owned() }),
        }
    }

    fn is_about_places(&self) -> bool {
        !matches!(self, Compare::Greater(..))
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge_pairs(grid, self.pairs(grid.board()), |large, small| match large > small {
            true => Ok(()),
            false => Err(format!("{large} is not greater than {small}")),
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        for (large, small) in self.pairs(board) {
            lowering.demand(Demand::pair(large, small, lowering, |x, y| x > y));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let signs =
            |cells: &[Cell], sign| cells.iter().map(|&cell| Mark::Sign { cell, sign }).collect();
        match self {
            Compare::Greater(large, small) => {
                vec![Mark::Greater { large: *large, small: *small }]
            }
            Compare::Minimum(cells) => signs(cells, InnerSign::Low),
            Compare::Maximum(cells) => signs(cells, InnerSign::High),
        }
    }
}
