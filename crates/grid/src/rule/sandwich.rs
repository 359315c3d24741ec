//! Sandwiches: the sum of what lies between the least and the largest value of a line.

use super::judge::{all_differ, judge};
use super::parts::Parts;
use super::{Automaton, Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Digit, Grid};

/// A line of different values; those between its least and its largest have a given sum. On a full
/// row of a 9x9 board these are 1 and 9.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sandwich {
    cells: Box<[Cell]>,
    total: i64,
    /// Whether it is drawn inside the grid, as a lunchbox.
    inside: bool,
}

impl Sandwich {
    /// A row or column with the sum written outside.
    pub fn new(cells: Vec<Cell>, total: i64) -> Result<Sandwich, RuleError> {
        Sandwich::from_parts("sandwich", Parts::numbered(total, &cells))
    }

    /// Cells inside the grid with their sum.
    pub fn lunchbox(cells: Vec<Cell>, total: i64) -> Result<Sandwich, RuleError> {
        Sandwich::from_parts("lunchbox", Parts::numbered(total, &cells))
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The sum between.
    pub fn total(&self) -> i64 {
        self.total
    }

    /// Whether it is drawn inside the grid.
    pub fn is_inside(&self) -> bool {
        self.inside
    }

    /// Where the line holds every value of the board, the crusts are known, and an automaton reads
    /// it: which crust was met, and the sum since.
    fn full_line(&self, board: &Board) -> Option<Automaton> {
        #[derive(Clone, PartialEq, Eq, Hash)]
        enum At {
            Before,
            Inside { low: bool, sum: i64 },
            After,
        }
        let (low, high) = (Digit::from_index(0), Digit::from_index(board.size() - 1));
        let bound: i64 = board.digits().iter().map(|digit| board.value(digit).abs()).sum();
        Automaton::explore(
            At::Before,
            board.digits(),
            |at, digit| {
                let (is_low, is_high) = (Some(digit) == low, Some(digit) == high);
                match at {
                    At::Before if is_low || is_high => Some(At::Inside { low: is_low, sum: 0 }),
                    At::Before => Some(At::Before),
                    At::After if is_low || is_high => None,
                    At::After => Some(At::After),
                    At::Inside { low, .. } if *low == is_low && (is_low || is_high) => None,
                    At::Inside { sum, .. } if is_low || is_high => {
                        (*sum == self.total).then_some(At::After)
                    }
                    At::Inside { low, sum } => {
                        let sum = sum + board.value(digit);
                        let lost =
                            sum.abs() > bound || (board.first_value() >= 0 && sum > self.total);
                        (!lost).then_some(At::Inside { low: *low, sum })
                    }
                }
            },
            |at| *at == At::After,
        )
    }
}

impl RuleKind for Sandwich {
    const NAMES: &'static [&'static str] = &["sandwich", "lunchbox"];

    fn name(&self) -> &'static str {
        if self.inside { "lunchbox" } else { "sandwich" }
    }

    fn parts(&self) -> Parts {
        Parts::numbered(self.total, &self.cells)
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Sandwich, RuleError> {
        let (total, cells) = parts.numbered_line(name, 2)?;
        Ok(Sandwich { cells: cells.into(), total, inside: name == "lunchbox" })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        all_differ(grid, &self.cells)?;
        judge(grid, &self.cells, |values| {
            let place =
                |wanted: Option<&i64>| values.iter().position(|value| Some(value) == wanted);
            let (low, high) = (place(values.iter().min()), place(values.iter().max()));
            let (Some(low), Some(high)) = (low, high) else { return Ok(()) };
            let between = &values[low.min(high) + 1..low.max(high).max(low.min(high) + 1)];
            match between.iter().sum::<i64>() {
                total if total == self.total => Ok(()),
                total => Err(format!("the sandwich sums to {total}, not to {}", self.total)),
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let cells = self.cells.to_vec();
        lowering.demand(Demand::Different(cells.clone()));
        if cells.len() == board.size()
            && let Some(automaton) = self.full_line(board)
        {
            return lowering.demand(Demand::Line { cells, automaton });
        }
        // Else any two cells may be the crusts.
        let mut ways = Vec::new();
        for (i, &low) in cells.iter().enumerate() {
            for (j, &high) in cells.iter().enumerate().filter(|(j, _)| *j != i) {
                let mut way = Vec::new();
                for &other in cells.iter().filter(|&&other| other != low && other != high) {
                    way.push(Demand::pair(low, other, lowering, |x, y| x < y));
                    way.push(Demand::pair(high, other, lowering, |x, y| x > y));
                }
                way.push(Demand::pair(low, high, lowering, |x, y| x < y));
                let between = &cells[i.min(j) + 1..i.max(j)];
                let terms = between.iter().map(|&cell| (cell, 1)).collect();
                way.push(Demand::equation(terms, self.total));
                ways.push(way);
            }
        }
        lowering.demand(Demand::Either(ways));
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let (cells, text) = (self.cells.to_vec(), self.total.to_string());
        match self.inside {
            true => vec![Mark::Cage { cells, label: Some(text) }],
            false => vec![Mark::Outside { line: cells, text }],
        }
    }
}
