//! True candidates: the digits each cell holds in some solution.
//!
//! Every solution found proves one candidate for each cell at once, so only candidates that no
//! solution has shown yet are asked for one by one. A proper puzzle needs one search, an open
//! one at most as many as it has candidates.

use crate::ExactSolver;
use crate::solver::unstopped;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{DigitSet, Puzzle};

/// For each cell the digits it holds in some solution; empty sets when there is no solution.
///
/// ```
/// use sudolab_exact::{ExactSolver, true_candidates};
/// let puzzle = "12..34......21.3".parse()?;
/// let sets = true_candidates(&mut ExactSolver::new(), &puzzle);
/// assert_eq!(sets[0].to_string(), "1");
/// # Ok::<(), sudolab_grid::LineError>(())
/// ```
pub fn true_candidates(solver: &mut ExactSolver, puzzle: &Puzzle) -> Vec<DigitSet> {
    unstopped(true_candidates_within(solver, puzzle, &Halt::never()))
}

/// The same, as long as the halt lets it.
pub fn true_candidates_within(
    solver: &mut ExactSolver,
    puzzle: &Puzzle,
    halt: &Halt<'_>,
) -> Result<Vec<DigitSet>, Stop> {
    let board = puzzle.board();
    let mut shown = vec![DigitSet::EMPTY; board.n_cells()];
    // A handful of solutions of the puzzle itself shows most of what there is.
    let mut rest = 64;
    solver.each_solution_within(puzzle, halt, |grid| {
        grid.filled().for_each(|(cell, digit)| shown[cell.index()].insert(digit));
        rest -= 1;
        if rest > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if rest > 0 {
        return Ok(shown);
    }
    let open = puzzle.open_candidates();
    for cell in puzzle.clues().blanks() {
        for digit in (open[cell.index()] - shown[cell.index()]).iter() {
            if shown[cell.index()].contains(digit) {
                continue;
            }
            let mut clues = puzzle.clues().clone();
            clues.set(cell, digit);
            let asked = puzzle.with_clues(clues).expect("the clues lie on the same board");
            halt.check()?;
            if let Some(solution) = solver.solve_within(&asked, halt)? {
                let grid = solution.grid();
                grid.filled().for_each(|(cell, digit)| shown[cell.index()].insert(digit));
            }
        }
    }
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_board_allows_every_digit_everywhere() {
        let puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        let sets = true_candidates(&mut ExactSolver::new(), &puzzle);
        assert!(sets.iter().all(|set| set.len() == 9));
    }

    #[test]
    fn true_candidates_are_those_of_all_solutions_together() {
        let puzzle: Puzzle = "1.3..2..........".parse().unwrap();
        let mut all = vec![DigitSet::EMPTY; 16];
        let mut solver = ExactSolver::new();
        solver.each_solution(&puzzle, |grid| {
            grid.filled().for_each(|(cell, digit)| all[cell.index()].insert(digit));
            ControlFlow::Continue(())
        });
        assert_eq!(true_candidates(&mut solver, &puzzle), all);
    }

    #[test]
    fn a_puzzle_without_a_solution_has_no_true_candidate() {
        let puzzle: Puzzle = "11..............".parse().unwrap();
        let sets = true_candidates(&mut ExactSolver::new(), &puzzle);
        assert!(sets.iter().all(|set| set.is_empty()));
    }
}
