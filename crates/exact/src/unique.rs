//! Puzzles proved to have exactly one solution.

use crate::{ExactSolver, Interrupted};
use std::fmt;
use std::ops::ControlFlow;
use sudolab_grid::{Puzzle, Solution};

/// A proper puzzle, with its solution. There is no other way to make one than to prove it.
///
/// ```
/// use sudolab_exact::{NotUnique, UniquePuzzle};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let proper = UniquePuzzle::prove(puzzle)?;
/// assert!(proper.solution().to_string().starts_with("534678912"));
/// assert_eq!(UniquePuzzle::prove("1...............".parse()?), Err(NotUnique::Multiple));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UniquePuzzle {
    puzzle: Puzzle,
    solution: Solution,
}

/// Why a puzzle is not proper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotUnique {
    /// Clues break a rule; each conflict in words.
    Conflict(Vec<String>),
    /// There is no solution.
    None,
    /// There are two solutions or more.
    Multiple,
}

impl fmt::Display for NotUnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotUnique::Conflict(all) => write!(f, "the clues break a rule: {}", all.join("; ")),
            NotUnique::None => f.write_str("it has no solution"),
            NotUnique::Multiple => f.write_str("it has more than one solution"),
        }
    }
}

impl std::error::Error for NotUnique {}

impl UniquePuzzle {
    /// Proves that a puzzle has exactly one solution.
    pub fn prove(puzzle: Puzzle) -> Result<UniquePuzzle, NotUnique> {
        UniquePuzzle::prove_with(&mut ExactSolver::new(), puzzle)
    }

    /// The same with a solver that is kept for many puzzles.
    pub fn prove_with(solver: &mut ExactSolver, puzzle: Puzzle) -> Result<UniquePuzzle, NotUnique> {
        let never = |_| ControlFlow::Continue(());
        UniquePuzzle::prove_until(solver, puzzle, never)
            .expect("a poll that never breaks does not interrupt")
    }

    /// The same with a poll that says whether to go on, as in
    /// [`ExactSolver::each_solution_until`].
    pub fn prove_until(
        solver: &mut ExactSolver,
        puzzle: Puzzle,
        poll: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Result<UniquePuzzle, NotUnique>, Interrupted> {
        let conflicts = puzzle.conflicts();
        if !conflicts.is_empty() {
            let board = puzzle.board();
            let told = conflicts.iter().map(|c| c.describe(board)).collect();
            return Ok(Err(NotUnique::Conflict(told)));
        }
        let mut first = None;
        let mut second = false;
        solver.each_solution_until(&puzzle, poll, |grid| {
            if first.is_none() {
                first = Some(grid.clone());
                return ControlFlow::Continue(());
            }
            second = true;
            ControlFlow::Break(())
        })?;
        if second {
            return Ok(Err(NotUnique::Multiple));
        }
        let solution = first.and_then(|grid| Solution::check(&puzzle, grid).ok());
        Ok(solution.map(|solution| UniquePuzzle { puzzle, solution }).ok_or(NotUnique::None))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Its solution.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}
