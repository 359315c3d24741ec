//! What one search with limit 2 says of a puzzle: first solution and uniqueness together.

use crate::{NotUnique, UniquePuzzle};
use std::fmt;
use std::sync::Arc;
use sudolab_grid::halt::Stop;
use sudolab_grid::{Board, Cell, Conflict, Puzzle, Solution};

/// What was proved of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It has exactly one solution.
    Unique(UniquePuzzle),
    /// It has two solutions or more.
    Several(Box<TwoSolutions>),
    /// It has this solution; the search for another one was stopped.
    Unproved {
        /// The solution.
        first: Solution,
        /// What stopped the search.
        stop: Stop,
    },
    /// It has no solution.
    None,
    /// Its clues break a rule.
    Conflict(Conflicts),
}

impl Answer {
    /// A solution, if there is one.
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Answer::Unique(proper) => Some(proper.solution()),
            Answer::Several(two) => Some(&two.first),
            Answer::Unproved { first, .. } => Some(first),
            Answer::None | Answer::Conflict(_) => None,
        }
    }
}

impl From<Result<UniquePuzzle, NotUnique>> for Answer {
    fn from(proved: Result<UniquePuzzle, NotUnique>) -> Answer {
        match proved {
            Ok(proper) => Answer::Unique(proper),
            Err(NotUnique::Multiple(two)) => Answer::Several(two),
            Err(NotUnique::None) => Answer::None,
            Err(NotUnique::Conflict(conflicts)) => Answer::Conflict(conflicts),
        }
    }
}

/// An answer and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The answer.
    pub answer: Answer,
    /// Branches of the search.
    pub guesses: u64,
    /// Units of work, as in [`Work`](crate::Work).
    pub ticks: u64,
}

/// Two solutions of one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwoSolutions {
    /// The one found first.
    pub first: Solution,
    /// Another one.
    pub second: Solution,
}

impl TwoSolutions {
    /// The cells in which they differ, in reading order: never none.
    pub fn differ_in(&self) -> Vec<Cell> {
        let board = self.first.grid().board();
        board.cells().filter(|&cell| self.first.digit(cell) != self.second.digit(cell)).collect()
    }
}

/// The clues of a puzzle that break a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflicts {
    board: Arc<Board>,
    all: Vec<Conflict>,
}

impl Conflicts {
    pub(crate) fn new(board: Arc<Board>, all: Vec<Conflict>) -> Conflicts {
        Conflicts { board, all }
    }

    /// Those of a puzzle; nothing when its clues keep the rules.
    pub fn of(puzzle: &Puzzle) -> Option<Conflicts> {
        let all = puzzle.conflicts();
        (!all.is_empty()).then(|| Conflicts::new(puzzle.board().clone(), all))
    }

    /// Each of them in words, without saying that they are conflicts.
    pub fn in_words(&self) -> String {
        let told: Vec<String> = self.all.iter().map(|c| c.describe(&self.board)).collect();
        told.join("; ")
    }

    /// Each of them.
    pub fn all(&self) -> &[Conflict] {
        &self.all
    }
}

impl fmt::Display for Conflicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the clues break a rule: {}", self.in_words())
    }
}
