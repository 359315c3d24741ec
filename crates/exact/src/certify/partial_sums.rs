//! Sums as clauses, in the form and with the numbers that the checker gives them.
//!
//! A variable says that the first i terms of a sum come to s. It exists where the terms behind them can
//! still bring the sum between its bounds, and exactly one of those of the same i is true:
//!
//! ```text
//! cells a + b + c = 6 on a 4x4 board        a:  1  2  3  4
//!                                       a + b:  2  3  4  5
//!                                   a + b + c:  6
//! ```
//!
//! A clause says what follows from a partial sum and the digit of the next cell. Whoever knows two of
//! three neighbours in that table finds the third by unit propagation, in both directions, so that
//! clause learning need not list the tuples of digits that miss a sum.
//! Tried and dropped: to list those tuples, as for other rules; a cage of six cells has 60 480 of them.

use super::rules::Sum;
use std::collections::BTreeMap;
use std::ops::Range;
use sudolab_grid::{Board, Cell, Digit};

/// What follows from a partial sum, if it is not the first one, and the digit of a cell: the next one,
/// or a contradiction.
pub(super) struct Addition {
    pub(super) before: Option<u32>,
    pub(super) cell: Cell,
    pub(super) digit: Digit,
    pub(super) after: Option<u32>,
}

/// The partial sums of all sums of a puzzle, from 0, in the checker's order.
#[derive(Default)]
pub(super) struct PartialSums {
    /// How many there are.
    pub(super) n: u32,
    /// Those of which exactly one is true.
    pub(super) groups: Vec<Range<u32>>,
    pub(super) steps: Vec<Addition>,
}

impl PartialSums {
    pub(super) fn of(sums: &[Sum], board: &Board) -> PartialSums {
        let mut all = PartialSums::default();
        sums.iter().for_each(|sum| all.add(sum, board));
        all
    }

    fn add(&mut self, sum: &Sum, board: &Board) {
        let (low, high) = sum.bounds;
        let most = board.size() as i64;
        let mut before = BTreeMap::from([(0, None)]);
        for (i, &(cell, factor)) in sum.terms.iter().enumerate() {
            let behind = || sum.terms[i + 1..].iter().map(|&(_, factor)| factor);
            let least_behind: i64 = behind().map(|factor| factor.min(factor * most)).sum();
            let most_behind: i64 = behind().map(|factor| factor.max(factor * most)).sum();
            let first = self.n;
            let mut reached = BTreeMap::new();
            for (come, from) in before {
                for digit in board.digits().iter() {
                    let to = come + factor * i64::from(digit.value());
                    let can_end = to + least_behind <= high && to + most_behind >= low;
                    let after = can_end.then(|| {
                        *reached.entry(to).or_insert_with(|| {
                            self.n += 1;
                            self.n - 1
                        })
                    });
                    self.steps.push(Addition { before: from, cell, digit, after });
                }
            }
            self.groups.push(first..self.n);
            before = reached.into_iter().map(|(sum, variable)| (sum, Some(variable))).collect();
        }
    }
}
