//! The complete Sudoku solver.
//!
//! Three engines, each the best for its work:
//!
//! | engine | for |
//! |---|---|
//! | [`nine::batch`] | many 9x9 puzzles: one per lane of a vector, searched side by side |
//! | [`nine::single`] | one 9x9 puzzle, as soon as possible |
//! | [`general`] | every other board: any size, irregular, extra regions, restricted candidates |
//!
//! [`ExactSolver`] sends each puzzle to the right one. [`UniquePuzzle`] is a puzzle proved to
//! have one solution, [`true_candidates`] tells which digits stand in some solution,
//! [`redundant_clues`] which clues can go. [`split`] spreads one search over several threads.
//!
//! `unsafe` stands in the `simd` folder only. This room knows no text and no clock.
#![deny(unsafe_code)]

pub mod general;
mod minimality;
pub mod naive;
pub mod nine;
mod simd;
mod solver;
pub mod split;
mod true_candidates;
mod unique;

pub use minimality::{redundant_clues, redundant_clues_of_many};
pub use solver::{Count, ExactSolver, Interrupted, Solved};
pub use true_candidates::true_candidates;
pub use unique::{NotUnique, UniquePuzzle};
