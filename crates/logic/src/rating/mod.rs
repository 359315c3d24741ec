//! Rating profiles: which techniques, in which order, at what price.
//!
//! A profile is a value, handed to the function that rates. Ratings are whole tenths,
//! so that 8.9 is 8.9 on every machine.

use crate::position::PositionError;
use std::fmt;
use sudolab_grid::halt::Stop;

pub mod hodoku;
pub mod human;
pub mod qqwing;
pub mod se;
pub mod word;

/// Why a proper puzzle got no rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unrated {
    /// It is not on the classic 9x9 board.
    OtherBoard(PositionError),
    /// The rating was stopped.
    Stopped(Stop),
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unrated::OtherBoard(error) => error.fmt(f),
            Unrated::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Unrated {}

impl From<PositionError> for Unrated {
    fn from(error: PositionError) -> Unrated {
        Unrated::OtherBoard(error)
    }
}

impl From<Stop> for Unrated {
    fn from(stop: Stop) -> Unrated {
        Unrated::Stopped(stop)
    }
}

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
