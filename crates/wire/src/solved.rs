//! The result of `solve`.

use crate::LimitClock;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::{SolveReport, Stop};

/// How solving a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SolveStatus {
    /// Solved. By an algorithm that proves uniqueness: and there is no other solution.
    Solved,
    /// Solved, but a limit ended the proof that there is no other solution.
    SolvedUnproved,
    /// There is more than one solution; one of them is given.
    Multiple,
    /// Proved to have no solution.
    None,
    /// The clues break a rule.
    Conflict,
    /// The record is no puzzle.
    Syntax,
    /// The algorithm could go no further, or does not work on this board.
    Unsolved,
    /// The time was up.
    TimeLimit,
    /// The ticks were spent.
    TickLimit,
    /// The caller cancelled.
    Cancelled,
    /// The algorithm claimed something false.
    Wrong,
}

impl SolveStatus {
    /// Every status.
    pub const ALL: [SolveStatus; 11] = [
        SolveStatus::Solved,
        SolveStatus::SolvedUnproved,
        SolveStatus::Multiple,
        SolveStatus::None,
        SolveStatus::Conflict,
        SolveStatus::Syntax,
        SolveStatus::Unsolved,
        SolveStatus::TimeLimit,
        SolveStatus::TickLimit,
        SolveStatus::Cancelled,
        SolveStatus::Wrong,
    ];

    /// The word for tables and objects.
    pub fn word(self) -> &'static str {
        match self {
            SolveStatus::Solved => "solved",
            SolveStatus::SolvedUnproved => "solved-unproved",
            SolveStatus::Multiple => "multiple",
            SolveStatus::None => "none",
            SolveStatus::Conflict => "conflict",
            SolveStatus::Syntax => "syntax",
            SolveStatus::Unsolved => "unsolved",
            SolveStatus::TimeLimit => "time-limit",
            SolveStatus::TickLimit => "tick-limit",
            SolveStatus::Cancelled => "cancelled",
            SolveStatus::Wrong => "wrong",
        }
    }
}

impl From<Stop> for SolveStatus {
    fn from(stop: Stop) -> SolveStatus {
        match stop {
            Stop::Ticks => SolveStatus::TickLimit,
            Stop::Time => SolveStatus::TimeLimit,
            Stop::Cancelled => SolveStatus::Cancelled,
        }
    }
}

impl From<&sudolab::Solved> for SolveStatus {
    fn from(solved: &sudolab::Solved) -> SolveStatus {
        match solved {
            sudolab::Solved::Unique(_) | sudolab::Solved::First(_) => SolveStatus::Solved,
            sudolab::Solved::Unproved { .. } => SolveStatus::SolvedUnproved,
            sudolab::Solved::Several(_) => SolveStatus::Multiple,
            sudolab::Solved::None => SolveStatus::None,
            sudolab::Solved::Conflict(_) => SolveStatus::Conflict,
            sudolab::Solved::GaveUp => SolveStatus::Unsolved,
            sudolab::Solved::Stopped(stop) => (*stop).into(),
            sudolab::Solved::Wrong => SolveStatus::Wrong,
        }
    }
}

/// One solution of a long list, told while the search goes on: what that costs is not known yet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolutionOfMany {
    /// The clues as a line, `.` for a blank.
    pub puzzle: String,
    /// The solution as a line.
    pub solution: String,
    /// That there are several.
    pub status: SolveStatus,
}

impl SolutionOfMany {
    /// One of the solutions of a puzzle that has several.
    pub fn new(puzzle: impl Into<String>, solution: &sudolab::Solution) -> SolutionOfMany {
        SolutionOfMany {
            puzzle: puzzle.into(),
            solution: solution.to_string(),
            status: SolveStatus::Multiple,
        }
    }
}

/// What came out of solving a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Solved {
    /// The clock by which a time limit was kept.
    #[serde(default)]
    pub clock: LimitClock,
    /// Branches of the search.
    pub guesses: u64,
    /// The clues as a line, `.` for a blank.
    pub puzzle: String,
    /// Time on the wall.
    pub seconds: f64,
    /// The solution as a line.
    pub solution: Option<String>,
    /// How it ended.
    pub status: SolveStatus,
    /// The algorithm's own units of work.
    pub ticks: u64,
}

impl Solved {
    /// What an algorithm made of a puzzle.
    pub fn new(puzzle: impl Into<String>, report: &SolveReport) -> Solved {
        Solved {
            clock: LimitClock::Wall,
            guesses: report.guesses,
            puzzle: puzzle.into(),
            seconds: report.elapsed.as_secs_f64(),
            solution: report.solved.solution().map(ToString::to_string),
            status: (&report.solved).into(),
            ticks: report.ticks,
        }
    }

    /// A puzzle of which nothing was found, without any work.
    pub fn nothing(puzzle: impl Into<String>, status: SolveStatus) -> Solved {
        Solved {
            clock: LimitClock::Wall,
            guesses: 0,
            puzzle: puzzle.into(),
            seconds: 0.0,
            solution: None,
            status,
            ticks: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_are_written() {
        for status in SolveStatus::ALL {
            assert_eq!(crate::line(&status), format!("\"{}\"", status.word()));
        }
    }
}
