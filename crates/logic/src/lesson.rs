//! What a learner is told of a technique: what it is, why it holds, when it appears, and a
//! position in which it is to be found ([`crate::example`]).
//!
//! The pages of `docs/techniques`, the command and the page are written from this.

use crate::position::Position;
use crate::regression::{Case, CaseError};

/// What a learner is told of a technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// What the pattern is and what it does.
    pub what: &'static str,
    /// Why it holds.
    pub why: &'static str,
    /// When it appears, and how to look for it.
    pub when: &'static str,
    /// What other programs and people call it.
    pub other_names: &'static [&'static str],
    /// A position with a step of it: cells and deleted candidates as in a line of HoDoKu's
    /// technique library, with a colon between; or, on another board or with rules, an object of
    /// our JSON.
    pub example: &'static str,
}

impl Lesson {
    /// The position of the example, where it is one of the classic board.
    ///
    /// # Errors
    /// Says what is wrong with the example.
    pub fn position(&self) -> Result<Position, CaseError> {
        let case = Case::read(&self.line())?;
        case.map(|case| case.position).ok_or(CaseError::Fields(0))
    }

    /// The example as a line that every reader of puzzles understands.
    pub fn line(&self) -> String {
        match self.example.starts_with('{') {
            true => self.example.to_owned(),
            false => format!(":0000:x:{}:::", self.example),
        }
    }
}
