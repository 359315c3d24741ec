//! Cages that ask for something else than a sum: forbidden sums, equal halves.

use super::judge::{all_differ, judge};
use super::marks::Colour;
use super::parts::Parts;
use super::{Automaton, Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Cells of different values with a condition on all of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OddCage {
    /// No one or more of them sum to this number: a rellik cage.
    Rellik(Box<[Cell]>, i64),
    /// As many even as odd values, as many low as high ones, and no middle one.
    Equality(Box<[Cell]>),
}

impl OddCage {
    /// Cells of which no one or more sum to a number.
    pub fn rellik(cells: Vec<Cell>, total: i64) -> Result<OddCage, RuleError> {
        OddCage::from_parts("rellik", Parts::numbered(total, &cells))
    }

    /// As many even as odd values, and as many low as high ones.
    pub fn equality(cells: Vec<Cell>) -> Result<OddCage, RuleError> {
        OddCage::from_parts("equality-cage", Parts::cells(&cells))
    }

    fn cells(&self) -> &[Cell] {
        let (OddCage::Rellik(cells, _) | OddCage::Equality(cells)) = self;
        cells
    }
}

/// What a value adds to even less odd, and to low less high; `None` for the middle one.
fn sides(value: i64, board: &Board) -> Option<(i64, i64)> {
    let (index, n) = (value - board.first_value(), board.size() as i64);
    let even = if value.rem_euclid(2) == 0 { 1 } else { -1 };
    match (index < n / 2, index >= n - n / 2) {
        (true, _) => Some((even, 1)),
        (_, true) => Some((even, -1)),
        _ => None,
    }
}

impl RuleKind for OddCage {
    const NAMES: &'static [&'static str] = &["rellik", "equality-cage"];

    fn name(&self) -> &'static str {
        match self {
            OddCage::Rellik(..) => "rellik",
            OddCage::Equality(_) => "equality-cage",
        }
    }

    fn parts(&self) -> Parts {
        match self {
            OddCage::Rellik(cells, total) => Parts::numbered(*total, cells),
            OddCage::Equality(cells) => Parts::cells(cells),
        }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<OddCage, RuleError> {
        if name == "equality-cage" {
            return Ok(OddCage::Equality(parts.line(name, 1)?.into()));
        }
        let (total, cells) = parts.numbered_line(name, 1)?;
        if cells.len() > 16 {
            return Err(RuleError::Needs { kind: name, what: "at most 16 cells".to_owned() });
        }
        Ok(OddCage::Rellik(cells.into(), total))
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        all_differ(grid, self.cells())?;
        judge(grid, self.cells(), |values| match self {
            OddCage::Rellik(_, total) => {
                let sum = |set: u32| -> i64 {
                    (0..values.len()).filter(|i| set >> i & 1 == 1).map(|i| values[i]).sum()
                };
                match (1..1u32 << values.len()).any(|set| sum(set) == *total) {
                    true => Err(format!("some of them sum to {total}")),
                    false => Ok(()),
                }
            }
            OddCage::Equality(_) => {
                let sides: Option<Vec<(i64, i64)>> =
                    values.iter().map(|&value| sides(value, grid.board())).collect();
                let Some(sides) = sides else {
                    return Err("the middle value is among them".to_owned());
                };
                let add = |(a, b), &(x, y): &(i64, i64)| (a + x, b + y);
                match sides.iter().fold((0, 0), add) {
                    (0, 0) => Ok(()),
                    (0, _) => Err("low and high values are not equally many".to_owned()),
                    _ => Err("even and odd values are not equally many".to_owned()),
                }
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let cells = self.cells().to_vec();
        lowering.demand(Demand::Different(cells.clone()));
        match self {
            OddCage::Equality(_) => {
                let n = cells.len() as i64;
                let automaton = Automaton::explore(
                    (0, 0),
                    board.digits(),
                    |&(a, b): &(i64, i64), digit| {
                        let (x, y) = sides(board.value(digit), board)?;
                        let next = (a + x, b + y);
                        (next.0.abs() <= n && next.1.abs() <= n).then_some(next)
                    },
                    |&at| at == (0, 0),
                );
                // Without one there are more cells than digits, which cannot be different anyway.
                if let Some(automaton) = automaton {
                    lowering.demand(Demand::Line { cells, automaton });
                }
            }
            OddCage::Rellik(_, total) => lower_rellik(&cells, *total, board, lowering),
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let cells = self.cells().to_vec();
        match self {
            OddCage::Rellik(_, total) => vec![
                Mark::Shade { cells: cells.clone(), colour: Colour::Red },
                Mark::Cage { cells, label: Some(total.to_string()) },
            ],
            OddCage::Equality(_) => vec![Mark::Cage { cells, label: Some("=".to_owned()) }],
        }
    }
}

/// Which sums of some of the values read so far there are; the forbidden one loses.
fn lower_rellik(cells: &[Cell], total: i64, board: &Board, lowering: &mut Lowering) {
    // Where no value is below 0, sums above the forbidden one do not matter, and few states are left.
    // Elsewhere lines of any length have more and more of them.
    let matters = |sum: &i64| *sum < total;
    let explored = || {
        Automaton::explore(
            Vec::new(),
            board.digits(),
            |sums: &Vec<i64>, digit| {
                let value = board.value(digit);
                let mut next: Vec<i64> =
                    sums.iter().map(|sum| sum + value).chain([value]).collect();
                if next.contains(&total) {
                    return None;
                }
                next.extend(sums);
                next.retain(|sum| matters(sum));
                next.sort_unstable();
                next.dedup();
                Some(next)
            },
            |_| true,
        )
    };
    if let Some(automaton) = (board.first_value() >= 0).then(explored).flatten() {
        return lowering.demand(Demand::Line { cells: cells.to_vec(), automaton });
    }
    for set in 1..1u32 << cells.len() {
        let some = cells.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        let terms: Vec<(Cell, i32)> = some.map(|(_, &cell)| (cell, 1)).collect();
        let sum = |low, high| vec![Demand::Sum { terms: terms.clone(), low, high }];
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        lowering.demand(Demand::Either(vec![sum(least, total - 1), sum(total + 1, most)]));
    }
}
