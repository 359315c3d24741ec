//! What one run of an algorithm came to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab_grid::{Grid, Puzzle};
use sudolab_solvers as solvers;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Verdict")]
#[non_exhaustive]
pub enum VerdictWord {
    /// Solved; the solution was checked.
    Solved,
    /// Proved to have no solution.
    None,
    /// The algorithm could go no further.
    Unsolved,
    /// The tick limit ended it.
    TickLimit,
    /// The time limit ended it.
    TimeLimit,
    /// The caller cancelled.
    Cancelled,
    /// The algorithm claimed something false.
    Wrong,
}

impl From<solvers::RunVerdict> for VerdictWord {
    fn from(verdict: solvers::RunVerdict) -> VerdictWord {
        match verdict {
            solvers::RunVerdict::Solved => VerdictWord::Solved,
            solvers::RunVerdict::Impossible => VerdictWord::None,
            solvers::RunVerdict::GaveUp => VerdictWord::Unsolved,
            solvers::RunVerdict::OutOfTicks => VerdictWord::TickLimit,
            solvers::RunVerdict::OutOfTime => VerdictWord::TimeLimit,
            solvers::RunVerdict::Cancelled => VerdictWord::Cancelled,
            solvers::RunVerdict::Wrong => VerdictWord::Wrong,
        }
    }
}

/// The best board of a run that did not solve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BestBoard {
    /// Its values row by row, 0 for a blank.
    pub board: Vec<u8>,
    /// What is wrong in it, each in words; left out where nobody looked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<String>,
    /// Its cost: 0 is a solution. What it counts is the algorithm's own.
    pub cost: f64,
}

/// What one run of an algorithm came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The algorithm's id.
    pub algorithm: String,
    /// The best board offered, if it was not solved.
    pub best: Option<BestBoard>,
    /// Branches of the search.
    pub guesses: u64,
    /// Time on the wall.
    pub seconds: f64,
    /// The seed of the run.
    pub seed: u64,
    /// The checked solution as a line.
    pub solution: Option<String>,
    /// The algorithm's own units of work.
    pub ticks: u64,
    /// Lines of the audit trail, for algorithms that keep one.
    pub trail: Vec<String>,
    /// How it ended.
    pub verdict: VerdictWord,
}

impl Outcome {
    /// The outcome of an algorithm's run under a seed.
    pub fn new(algorithm: &str, seed: u64, outcome: &solvers::Outcome) -> Outcome {
        let best = outcome.best.as_ref();
        Outcome {
            algorithm: algorithm.to_owned(),
            best: best.map(|b| BestBoard {
                board: b.board.clone(),
                conflicts: Vec::new(),
                cost: b.cost,
            }),
            guesses: outcome.guesses,
            seconds: outcome.elapsed.as_secs_f64(),
            seed,
            solution: outcome.solution.as_ref().map(ToString::to_string),
            ticks: outcome.ticks,
            trail: outcome.trail.clone(),
            verdict: outcome.verdict.into(),
        }
    }
}

impl Outcome {
    /// The same, with what is wrong in the best board of a run on this puzzle.
    pub fn with_conflicts(mut self, puzzle: &Puzzle) -> Outcome {
        if let Some(best) = &mut self.best
            && let Some(grid) = Grid::from_values(puzzle.board().clone(), &best.board)
        {
            let board = puzzle.board();
            let all = Puzzle::new(grid).conflicts();
            best.conflicts = all.iter().map(|conflict| conflict.describe(board)).collect();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_written_as_the_tables_write_them() {
        for verdict in solvers::RunVerdict::ALL {
            let written = crate::line(&VerdictWord::from(verdict));
            assert_eq!(written, format!("\"{}\"", verdict.word()));
        }
    }
}
