//! The nine digits.

use std::fmt;

/// A digit, 1 to 9, kept as an index 0 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(pub(super) u8);

impl Digit {
    /// The digit with this index, 0 for the digit 1.
    ///
    /// # Panics
    /// When `index` is above 8.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < 9, "a digit index is 0..=8");
        Self(index as u8)
    }

    /// The digit written as 1 to 9, if the number is one of these.
    #[inline]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number >= 1 && number <= 9 { Some(Self(number - 1)) } else { None }
    }

    /// All nine digits.
    #[inline]
    pub fn all() -> impl Iterator<Item = Self> {
        (0..9).map(Self)
    }

    /// The index, 0 to 8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The digit as written, 1 to 9.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
