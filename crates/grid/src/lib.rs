//! The language every other room speaks: digits, cells, houses, boards, puzzles and solutions.
//!
//! A [`Board`] is cells and houses; nine by nine is one board among many. A [`Puzzle`] is a
//! board with clues and, if it states them, restricted candidates and rules beyond the houses. A
//! [`Solution`] exists only when a filled grid has been checked against its puzzle.
//!
//! This room knows no algorithm: nothing here searches.
//!
//! ```
//! use sudolab_grid::{Puzzle, Solution};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! assert_eq!(puzzle.n_clues(), 30);
//! assert!(puzzle.conflicts().is_empty());
//!
//! let filled = puzzle.board().grid_from_line(
//!     "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
//! )?;
//! let solution = Solution::check(&puzzle, filled)?;
//! assert_eq!(solution.grid().to_string().len(), 81);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod alphabet;
mod board;
mod canonical;
mod cell;
mod classic;
mod digit;
pub mod formats;
mod grid;
pub mod halt;
mod house;
mod isomorph;
mod key;
mod line;
#[doc(hidden)]
pub mod module;
pub mod nine;
mod plan;
mod puzzle;
pub mod random;
pub mod rule;
mod solution;
pub mod timetable;

pub use alphabet::Alphabet;
pub use board::{Board, BoardError, Layout, MAX_CELLS, MAX_SIDE, MAX_SIZE};
pub use canonical::{Canonical, CanonicalError, Least, LeastForm};
pub use cell::{Cell, CellSet};
pub use digit::{Digit, DigitSet};
pub use grid::Grid;
pub use house::{House, HouseKind};
pub use isomorph::{Isomorph, IsomorphError, Symmetry};
pub use key::PuzzleKey;
pub use line::LineError;
pub use plan::Plan;
pub use puzzle::{Conflict, Puzzle};
pub use rule::{Rule, Rules};
pub use solution::{Solution, Violation};
pub use timetable::{Timetable, TimetableError};
