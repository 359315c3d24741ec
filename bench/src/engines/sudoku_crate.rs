//! The `sudoku` crate from crates.io, in the JCZSolve tradition.

use sudoku::Sudoku;

use super::{Engine, Outcome};
use crate::sets;

/// The `sudoku` crate; it does not report guesses.
pub struct SudokuCrate;

impl Engine for SudokuCrate {
    fn name(&self) -> &str {
        "sudoku"
    }

    fn run(&mut self, chunk: &str, limit: u64, outcome: &mut Outcome) {
        for (i, line) in sets::lines(chunk).enumerate() {
            let puzzle = Sudoku::from_str_line(line).expect("the sets hold well-formed lines");
            if limit == 1 {
                let solution = puzzle.some_solution();
                outcome.counts[i] = u64::from(solution.is_some());
                if let Some(solution) = solution {
                    outcome.grids[i] = solution.to_bytes();
                }
            } else {
                outcome.counts[i] = puzzle.solutions_count_up_to(limit as usize) as u64;
            }
        }
    }
}
