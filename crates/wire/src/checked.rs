//! The result of `check`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::{Cell, Impossible, Puzzle, Stop, Verdict};

/// The verdict about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CheckStatus {
    /// Exactly one solution.
    Unique,
    /// Two solutions or more.
    Multiple,
    /// No solution.
    None,
    /// The clues break a rule.
    Conflict,
    /// The record is no puzzle.
    Syntax,
    /// The time was up before it was known.
    TimeLimit,
    /// The caller cancelled before it was known.
    Cancelled,
}

impl CheckStatus {
    /// Every status.
    pub const ALL: [CheckStatus; 7] = [
        CheckStatus::Unique,
        CheckStatus::Multiple,
        CheckStatus::None,
        CheckStatus::Conflict,
        CheckStatus::Syntax,
        CheckStatus::TimeLimit,
        CheckStatus::Cancelled,
    ];

    /// The word for tables and objects.
    pub fn word(self) -> &'static str {
        match self {
            CheckStatus::Unique => "unique",
            CheckStatus::Multiple => "multiple",
            CheckStatus::None => "none",
            CheckStatus::Conflict => "conflict",
            CheckStatus::Syntax => "syntax",
            CheckStatus::TimeLimit => "time-limit",
            CheckStatus::Cancelled => "cancelled",
        }
    }
}

/// What is known about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// How many clues it has; nothing for a record that is no puzzle.
    pub clues: Option<usize>,
    /// Cells in which two solutions differ, such as `r1c2`; only for `multiple`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub differ_in: Option<Vec<String>>,
    /// Whether no clue can go, where that was asked and the puzzle is proper.
    pub minimal: Option<bool>,
    /// A minimal puzzle made from it, where that was asked and clues can go.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub minimal_form: Option<String>,
    /// The clues as a line, or the record as it was read.
    pub puzzle: String,
    /// Why it is not proper, in words.
    pub reason: Option<String>,
    /// The clues each of which can go alone, such as `r1c1=5`.
    pub redundant: Option<Vec<String>>,
    /// The verdict.
    pub status: CheckStatus,
}

impl Checked {
    /// A verdict about a puzzle, or what stopped it.
    pub fn new(puzzle: &Puzzle, verdict: &Result<Verdict, Stop>) -> Checked {
        let (status, reason) = match verdict {
            Ok(Verdict::Unique(_)) => (CheckStatus::Unique, None),
            Ok(Verdict::Several { .. }) => {
                (CheckStatus::Multiple, Some("there are two solutions or more".to_owned()))
            }
            Ok(Verdict::Impossible(Impossible::NoSolution)) => {
                (CheckStatus::None, Some("there is no solution".to_owned()))
            }
            Ok(Verdict::Impossible(Impossible::Conflict(conflicts))) => {
                (CheckStatus::Conflict, Some(conflicts.in_words()))
            }
            Err(Stop::Cancelled) => (CheckStatus::Cancelled, Some("cancelled".to_owned())),
            Err(stop) => (CheckStatus::TimeLimit, Some(stop.to_string())),
        };
        let differ_in = match verdict {
            Ok(Verdict::Several { differ_in, .. }) => Some(differ_in.names().collect()),
            _ => None,
        };
        Checked {
            clues: Some(puzzle.n_clues()),
            differ_in,
            minimal: None,
            minimal_form: None,
            puzzle: puzzle.to_string(),
            reason,
            redundant: None,
            status,
        }
    }

    /// The same with the clues of the puzzle each of which can go alone.
    pub fn with_redundant(mut self, puzzle: &Puzzle, redundant: &[Cell]) -> Checked {
        let clue = |&cell: &Cell| {
            let digit = puzzle.clues().get(cell).map(|d| d.to_string()).unwrap_or_default();
            format!("{}={digit}", puzzle.board().name(cell))
        };
        self.minimal = Some(redundant.is_empty());
        self.redundant = Some(redundant.iter().map(clue).collect());
        self
    }

    /// A record that is no puzzle.
    pub fn syntax(record: impl Into<String>, reason: impl Into<String>) -> Checked {
        Checked {
            clues: None,
            differ_in: None,
            minimal: None,
            minimal_form: None,
            puzzle: record.into(),
            reason: Some(reason.into()),
            redundant: None,
            status: CheckStatus::Syntax,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_are_written() {
        for status in CheckStatus::ALL {
            assert_eq!(crate::line(&status), format!("\"{}\"", status.word()));
        }
    }
}
