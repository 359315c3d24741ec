//! The Sudoku laboratory as a library: solve, check, count and compare.
//!
//! ```
//! use sudolab::{NotUnique, Puzzle, UniquePuzzle};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! assert_eq!(sudolab::count(&puzzle, 2).solutions, 1);
//!
//! let proper = UniquePuzzle::prove(puzzle)?;
//! assert!(proper.solution().to_string().starts_with("534678912"));
//!
//! let open: Puzzle = "1...............".parse()?;
//! assert_eq!(UniquePuzzle::prove(open), Err(NotUnique::Multiple));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Any registered algorithm solves through a [`Task`]:
//!
//! ```
//! use sudolab::{Budget, Puzzle, Task, Verdict, registry};
//! use std::time::Duration;
//!
//! let puzzle: Puzzle =
//!     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
//! let task = Task::new(registry::find("boltzmann")?)
//!     .seed(7)
//!     .budget(Budget::time(Duration::from_secs(20)));
//! let outcome = task.solve(&puzzle)?;
//! assert_eq!(outcome.verdict, Verdict::Solved); // and re-checked
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | holds |
//! |---|---|
//! | [`grid`] | boards, puzzles, solutions, formats, isomorphs, randomness |
//! | [`exact`] | the complete solver, engines for batches and single puzzles |
//! | [`logic`] | human techniques, steps, ratings |
//! | [`solvers`] | the registry of algorithms |
#![forbid(unsafe_code)]

pub use sudolab_exact as exact;
pub use sudolab_grid as grid;
pub use sudolab_logic as logic;
pub use sudolab_solvers as solvers;

pub use sudolab_exact::{Count, ExactSolver, NotUnique, UniquePuzzle};
pub use sudolab_grid::{
    Board, Canonical, Cell, CellSet, Digit, DigitSet, Grid, House, Isomorph, Puzzle, Solution,
    Symmetry, formats,
};
pub use sudolab_solvers::{Budget, Outcome, Task, Verdict, registry};

/// A solution of a puzzle, if there is any.
///
/// For many puzzles keep an [`ExactSolver`], or use the batch engine in
/// [`exact::nine::batch`].
pub fn solve(puzzle: &Puzzle) -> Option<Solution> {
    ExactSolver::new().solve(puzzle)
}

/// Counts the solutions of a puzzle up to a limit.
pub fn count(puzzle: &Puzzle, limit: u64) -> Count {
    ExactSolver::new().count(puzzle, limit)
}

/// For each cell the digits it holds in some solution.
pub fn true_candidates(puzzle: &Puzzle) -> Vec<DigitSet> {
    sudolab_exact::true_candidates(&mut ExactSolver::new(), puzzle)
}

/// The clues of a proper puzzle each of which can go alone; none: the puzzle is minimal.
pub fn redundant_clues(puzzle: &UniquePuzzle) -> Vec<Cell> {
    sudolab_exact::redundant_clues(&mut ExactSolver::new(), puzzle.puzzle())
}
