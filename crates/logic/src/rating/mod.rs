//! Rating profiles: which techniques, in which order, at what price.
//!
//! A profile is a value, handed to the function that rates. Ratings are whole tenths,
//! so that 8.9 is 8.9 on every machine.

use std::fmt;

pub mod hodoku;
pub mod qqwing;
pub mod se;
pub mod word;

/// A rating in tenths: 83 is 8.3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tenths(pub u16);

impl Tenths {
    /// The rating nearest to a floating-point value, as Sudoku Explainer prints it:
    /// half a tenth is added and the rest is cut off.
    pub fn from_f64(value: f64) -> Self {
        Self(((value + 0.05) * 10.0) as u16)
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl fmt::Debug for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
