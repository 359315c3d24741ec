//! The result of `count`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::{Digit, DigitSet};

/// The solutions of a puzzle, as far as was asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Counted {
    /// Whether there are certainly no more.
    pub complete: bool,
    /// The clues as a line.
    pub puzzle: String,
    /// How many were found.
    pub solutions: u64,
    /// For each cell, row by row, the digits it holds in some solution as numbers, where that was
    /// asked.
    pub true_candidates: Option<Vec<Vec<u8>>>,
}

/// The digits of each cell as numbers: on a board above 9x9 the text `12` would be one digit or two.
pub fn digits_of_cells(sets: &[DigitSet]) -> Vec<Vec<u8>> {
    sets.iter().map(|set| set.iter().map(Digit::value).collect()).collect()
}

/// A count, or a record that cannot be counted and keeps its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Counting {
    /// The count.
    Counted(Counted),
    /// Why there is none.
    Refused {
        /// Always nothing.
        complete: Option<bool>,
        /// Why, in words.
        problem: String,
        /// The record as it was read.
        puzzle: String,
        /// Always nothing.
        solutions: Option<u64>,
    },
}

impl From<Counted> for Counting {
    fn from(counted: Counted) -> Counting {
        Counting::Counted(counted)
    }
}

impl Counting {
    /// A record that cannot be counted.
    pub fn refused(puzzle: impl Into<String>, problem: impl Into<String>) -> Counting {
        Counting::Refused {
            complete: None,
            problem: problem.into(),
            puzzle: puzzle.into(),
            solutions: None,
        }
    }
}
