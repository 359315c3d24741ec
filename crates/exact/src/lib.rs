//! The complete Sudoku solver: batches in SIMD lanes, single puzzles, any board.
#![deny(unsafe_code)]

pub mod naive;
pub mod nine;
mod simd;
