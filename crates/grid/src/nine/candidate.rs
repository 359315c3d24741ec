//! A digit in a cell.

use super::{Cell, Digit};
use std::fmt;

/// A digit in a cell: a pencil mark, a placement, or the node of a chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl Candidate {
    /// The candidate of this cell and digit.
    #[inline]
    pub const fn new(cell: Cell, digit: Digit) -> Self {
        Self { cell, digit }
    }

    /// A number 0 to 728: nine times the cell plus the digit.
    #[inline]
    pub const fn index(self) -> usize {
        self.cell.0 as usize * 9 + self.digit.0 as usize
    }

    /// The candidate with this number.
    ///
    /// # Panics
    /// When `index` is above 728.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self { cell: Cell::new(index / 9), digit: Digit::from_index(index % 9) }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
