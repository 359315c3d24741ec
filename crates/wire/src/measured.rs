//! The result of `bench`.

use crate::LimitClock;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was measured of one algorithm over a set of puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// The algorithm's id.
    pub algorithm: String,
    /// What each answer is: `proof` that the solution is the only one, or the `first` solution.
    pub answer: String,
    /// How many puzzles a thread is handed together.
    pub batch: usize,
    /// The clock by which the time limit of a run was kept.
    #[serde(default)]
    pub clock: LimitClock,
    /// Microseconds of CPU time for one puzzle.
    pub cpu_us_per_puzzle: f64,
    /// Branches of the search for each puzzle.
    pub guesses_per_puzzle: f64,
    /// The share of puzzles solved without a branch.
    pub no_guess: f64,
    /// How many passes were measured, after one that warmed up.
    pub passes: usize,
    /// How many puzzles.
    pub puzzles: usize,
    /// How many puzzles in a second: the median of the measured passes.
    pub puzzles_per_s: f64,
    /// The same in the fastest pass.
    pub puzzles_per_s_high: f64,
    /// The same in the slowest pass.
    pub puzzles_per_s_low: f64,
    /// Time on the wall for all puzzles once, in the middle pass.
    pub seconds: f64,
    /// How many were solved.
    pub solved: usize,
    /// On how many threads.
    pub threads: usize,
    /// The algorithm's own units of work in a second.
    pub ticks_per_s: f64,
    /// Microseconds for one puzzle.
    pub us_per_puzzle: f64,
}
