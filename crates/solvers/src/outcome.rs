//! What a run came to.

use std::fmt;
use std::time::Duration;
use sudolab_grid::Solution;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum RunVerdict {
    /// Solved; the solution was checked.
    Solved,
    /// Proved to have no solution.
    Impossible,
    /// The algorithm could go no further.
    GaveUp,
    /// The tick limit ended it.
    OutOfTicks,
    /// The time limit ended it.
    OutOfTime,
    /// The caller cancelled.
    Cancelled,
    /// The algorithm claimed something false. Never counted as a time.
    Wrong,
}

impl RunVerdict {
    /// Every verdict.
    pub const ALL: [RunVerdict; 7] = [
        RunVerdict::Solved,
        RunVerdict::Impossible,
        RunVerdict::GaveUp,
        RunVerdict::OutOfTicks,
        RunVerdict::OutOfTime,
        RunVerdict::Cancelled,
        RunVerdict::Wrong,
    ];

    /// The word for tables and files.
    pub fn word(self) -> &'static str {
        match self {
            RunVerdict::Solved => "solved",
            RunVerdict::Impossible => "none",
            RunVerdict::GaveUp => "unsolved",
            RunVerdict::OutOfTicks => "tick-limit",
            RunVerdict::OutOfTime => "time-limit",
            RunVerdict::Cancelled => "cancelled",
            RunVerdict::Wrong => "wrong",
        }
    }
}

impl fmt::Display for RunVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The best board a run has offered.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// Its cost: 0 is a solution. What it counts is the algorithm's own.
    pub cost: f64,
    /// Its values row by row, 0 for a blank.
    pub board: Vec<u8>,
    /// The tick at which it was offered. Nothing better came after.
    pub tick: u64,
}

/// What a run came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub verdict: RunVerdict,
    /// The checked solution.
    pub solution: Option<Solution>,
    /// The algorithm's own units of work.
    pub ticks: u64,
    /// Branches of the search.
    pub guesses: u64,
    /// The best board offered, if it was not solved.
    pub best: Option<Best>,
    /// Wall time by the halt's clock; zero without one.
    pub elapsed: Duration,
    /// Lines of the audit trail, for algorithms that keep one.
    pub trail: Vec<String>,
}
