//! Probing: a candidate that leads to a contradiction by singles alone is struck.
//!
//! Each candidate of each open cell is placed on a copy, singles follow to the end, and if that
//! breaks a rule the candidate cannot be part of any solution. This is repeated until a whole
//! round strikes nothing. On 9x9 boards the search is over before one round would be; on larger
//! boards, where the number of states grows without bound, it takes the search to the part of the
//! puzzle that simple reasoning cannot decide.

use super::reduced::{Level, Reduced};
use crate::{Answer, Run, Stop};
use std::ops::ControlFlow;
use sudolab_grid::{Cell, Digit, Puzzle};

/// How a puzzle is reduced before a search: a level, and every candidate probed or not.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    level: Level,
    probing: bool,
}

impl Reduction {
    /// The reduction a setting names: `clues`, `singles` or `probing`.
    pub fn named(word: &str) -> Reduction {
        Reduction { level: Level::named(word), probing: word == "probing" }
    }

    /// What is left to search, or the answer when that is all there is to it.
    pub fn carry_out(
        self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
    ) -> Result<ControlFlow<Answer, Reduced>, Stop> {
        let Some(mut reduced) = Reduced::new(puzzle, self.level) else {
            return Ok(ControlFlow::Break(Answer::GaveUp));
        };
        if self.probing && !reduced.probe(run)? {
            return Ok(ControlFlow::Break(Answer::GaveUp));
        }
        run.show(reduced.grid.values());
        if reduced.is_filled() {
            run.offer(0.0, reduced.grid.values());
            return Ok(ControlFlow::Break(Answer::Solved(reduced.grid)));
        }
        Ok(ControlFlow::Continue(reduced))
    }
}

impl Reduced {
    /// Strikes every candidate whose placement singles refute, again and again. `false` when the
    /// puzzle is shown to have no solution. One tick is counted for each candidate tried.
    pub fn probe(&mut self, run: &mut Run<'_>) -> Result<bool, Stop> {
        let mut trial = self.clone();
        // Rounds go on in a circle until every candidate has been tried since the last strike.
        let mut since = 0;
        let mut at = 0;
        while !self.open.is_empty() && since < self.open.len() {
            at = if at + 1 >= self.open.len() { 0 } else { at + 1 };
            since += 1;
            let cell: Cell = self.open[at];
            let digits: Vec<Digit> = self.candidates[cell.index()].iter().collect();
            for digit in digits {
                run.spend(1)?;
                trial.copy_from(self);
                if trial.follow(cell, digit).is_none() {
                    if self.strike(cell, digit).is_none() {
                        return Ok(false);
                    }
                    since = 0;
                    if self.grid.get(cell).is_some() {
                        break;
                    }
                }
            }
        }
        Ok(true)
    }
}
