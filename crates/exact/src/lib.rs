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
//! [`Engines`] sends each puzzle to the right one and keeps the engines; [`ExactSolver`] is the simple
//! face of it. An [`Answer`] is what one search says of solution and uniqueness. [`UniquePuzzle`] is a puzzle proved to
//! have one solution, [`true_candidates`] tells which digits stand in some solution,
//! [`redundant_clues`] which clues can go. [`split`] spreads one search over several threads.
//!
//! `unsafe` stands in the `simd` folder only. This room knows no text and no clock:
//! what may take long borrows a [`Halt`](sudolab_grid::halt::Halt).
#![deny(unsafe_code)]

mod answer;
mod certify;
mod engines;
pub mod general;
mod kin;
mod minimality;
pub mod naive;
pub mod nine;
mod simd;
mod solver;
pub mod split;
mod true_candidates;
mod unique;
mod watch;

pub use answer::{Answer, Answered, Conflicts, TwoSolutions};
pub use certify::{Certificate, NotCertified, certify};
pub use engines::{Choice, Engines, Solved, Work};
pub use minimality::{
    redundant_clues, redundant_clues_of_many, redundant_clues_of_many_within,
    redundant_clues_within,
};
pub use solver::{ExactSolver, SolutionCount};
pub use true_candidates::{true_candidates, true_candidates_within};
pub use unique::{NotUnique, UniquePuzzle};
pub use watch::{Moment, Unwatched, Watch};
