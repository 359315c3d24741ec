//! What single cells may hold: even, odd, or one of some values.

use super::judge::breach;
use super::marks::InnerSign;
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, DigitSet, Grid};

/// Cells that hold only certain values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OneOf {
    cells: Box<[Cell]>,
    values: Values,
}

/// Which values cells may hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Values {
    /// Even ones.
    Even,
    /// Odd ones.
    Odd,
    /// These.
    These(Box<[i64]>),
}

impl OneOf {
    /// Cells that hold one of these values.
    pub fn new(cells: Vec<Cell>, values: Values) -> Result<OneOf, RuleError> {
        match cells.is_empty() {
            true => Err(RuleError::TooFewCells { kind: "one-of", needed: 1 }),
            false => Ok(OneOf { cells: cells.into(), values }),
        }
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What they may hold.
    pub fn values(&self) -> &Values {
        &self.values
    }

    fn allows(&self, value: i64) -> bool {
        match &self.values {
            Values::Even => value.rem_euclid(2) == 0,
            Values::Odd => value.rem_euclid(2) == 1,
            Values::These(values) => values.contains(&value),
        }
    }

    /// The digits of a board that are allowed.
    pub fn digits(&self, board: &Board) -> DigitSet {
        board.digits().iter().filter(|&digit| self.allows(board.value(digit))).collect()
    }
}

impl RuleKind for OneOf {
    const NAMES: &'static [&'static str] = &["even", "odd", "one-of"];

    fn name(&self) -> &'static str {
        match self.values {
            Values::Even => "even",
            Values::Odd => "odd",
            Values::These(_) => "one-of",
        }
    }

    fn parts(&self) -> Parts {
        let numbers = match &self.values {
            Values::These(values) => values.to_vec(),
            _ => Vec::new(),
        };
        Parts { numbers, ..Parts::cells(&self.cells) }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<OneOf, RuleError> {
        let n = parts.numbers.len();
        parts.expect(name, 0, if name == "one-of" { n.max(1) } else { 0 }, 1)?;
        let values = match name {
            "even" => Values::Even,
            "odd" => Values::Odd,
            _ => Values::These(parts.numbers.into()),
        };
        OneOf::new(parts.lists.into_iter().next().unwrap_or_default(), values)
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        for &cell in &self.cells {
            match grid.value(cell) {
                Some(value) if !self.allows(value) => {
                    let what = match &self.values {
                        Values::Even => format!("{value} is not even"),
                        Values::Odd => format!("{value} is not odd"),
                        Values::These(all) => {
                            format!("{value} is none of {}", super::judge::listed(all))
                        }
                    };
                    return breach(&[cell], what);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let digits = self.digits(board);
        for &cell in &self.cells {
            lowering.demand(Demand::Allowed { cell, digits });
        }
    }

    fn marks(&self, board: &Board) -> Vec<Mark> {
        let signs =
            |sign| self.cells.iter().map(|&cell| Mark::Sign { cell, sign }).collect::<Vec<_>>();
        match &self.values {
            Values::Even => signs(InnerSign::Square),
            Values::Odd => signs(InnerSign::Disc),
            Values::These(all) => {
                let names: Vec<String> = self.cells.iter().map(|&cell| board.name(cell)).collect();
                let what = format!("{}: only {}.", names.join(", "), super::judge::listed(all));
                vec![Mark::Note(what)]
            }
        }
    }
}
