//! Engines for the 9x9 board with its 27 ordinary houses.

pub mod batch;
pub mod single;

/// The clues of a 9x9 puzzle in reading order: 1 to 9, or 0 for a blank cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clues(pub [u8; 81]);
