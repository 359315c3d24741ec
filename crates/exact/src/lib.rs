//! The complete Sudoku solver: batches in SIMD lanes, single puzzles, any board.
#![deny(unsafe_code)]

pub mod general;
pub mod naive;
pub mod nine;
mod simd;
