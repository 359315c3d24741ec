//! Puzzles proved to have exactly one solution.

use crate::solver::{checked, unstopped};
use crate::{Conflicts, ExactSolver, TwoSolutions};
use std::fmt;
use sudolab_grid::halt::{Halt, Meter, Stop};
use sudolab_grid::{Grid, Puzzle, Solution};

/// A proper puzzle, with its solution. There is no other way to make one than to prove it.
///
/// ```
/// use sudolab_exact::{NotUnique, UniquePuzzle};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let proper = UniquePuzzle::prove(puzzle)?;
/// assert!(proper.solution().to_string().starts_with("534678912"));
/// let Err(NotUnique::Multiple(two)) = UniquePuzzle::prove("1...............".parse()?) else {
///     panic!("a single clue leaves many solutions")
/// };
/// assert!(!two.differ_in().is_empty());
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
    /// Clues break a rule.
    Conflict(Conflicts),
    /// There is no solution.
    None,
    /// There are two solutions or more.
    Multiple(Box<TwoSolutions>),
}

impl fmt::Display for NotUnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotUnique::Conflict(conflicts) => conflicts.fmt(f),
            NotUnique::None => f.write_str("it has no solution"),
            NotUnique::Multiple(_) => f.write_str("it has more than one solution"),
        }
    }
}

impl std::error::Error for NotUnique {}

impl UniquePuzzle {
    /// Proves that a puzzle has exactly one solution.
    pub fn prove(puzzle: Puzzle) -> Result<UniquePuzzle, NotUnique> {
        ExactSolver::kept(|solver| UniquePuzzle::prove_with(solver, puzzle))
    }

    /// The same with a solver that is kept for many puzzles.
    pub fn prove_with(solver: &mut ExactSolver, puzzle: Puzzle) -> Result<UniquePuzzle, NotUnique> {
        unstopped(UniquePuzzle::prove_within(solver, puzzle, &Halt::never()))
    }

    /// The same, as long as the halt lets it.
    pub fn prove_within(
        solver: &mut ExactSolver,
        puzzle: Puzzle,
        halt: &Halt<'_>,
    ) -> Result<Result<UniquePuzzle, NotUnique>, Stop> {
        solver.prove_metered(puzzle, &mut halt.pulse())
    }

    /// The same with any meter, such as one that allows so many ticks for this question.
    pub fn prove_metered(
        solver: &mut ExactSolver,
        puzzle: Puzzle,
        meter: &mut impl Meter,
    ) -> Result<Result<UniquePuzzle, NotUnique>, Stop> {
        solver.prove_metered(puzzle, meter)
    }

    /// For the proofs of this crate that need no search for two solutions.
    pub(crate) fn proved(puzzle: Puzzle, solution: Solution) -> UniquePuzzle {
        UniquePuzzle { puzzle, solution }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The puzzle alone; what was proved of it is no longer known.
    pub fn into_puzzle(self) -> Puzzle {
        self.puzzle
    }

    /// Its solution.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

/// The clues as a line.
impl fmt::Display for UniquePuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.puzzle.fmt(f)
    }
}

/// What a search for two solutions has found.
#[derive(Default)]
pub(crate) struct Proof {
    pub(crate) first: Option<Grid>,
    pub(crate) second: Option<Grid>,
}

impl Proof {
    /// What that says of the puzzle, when the search came to its end.
    pub(crate) fn judge(self, puzzle: Puzzle) -> Result<UniquePuzzle, NotUnique> {
        let first = match self.first {
            Some(grid) => checked(&puzzle, grid),
            // Clues that break a rule leave no solution: only then are they looked for.
            None => {
                return Err(Conflicts::of(&puzzle).map_or(NotUnique::None, NotUnique::Conflict));
            }
        };
        match self.second {
            None => Ok(UniquePuzzle { puzzle, solution: first }),
            Some(grid) => {
                let second = checked(&puzzle, grid);
                Err(NotUnique::Multiple(Box::new(TwoSolutions { first, second })))
            }
        }
    }
}
