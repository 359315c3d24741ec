//! Is it a proper puzzle, and if not, why?

use crate::cells::NamedCells;
use std::fmt;
use sudolab_exact::{Answer, Conflicts, ExactSolver, TwoSolutions, UniquePuzzle};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{Cell, Puzzle};

/// What was proved about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has exactly one solution.
    Unique(UniquePuzzle),
    /// It has two solutions or more.
    Several {
        /// Two of them.
        solutions: Box<TwoSolutions>,
        /// The cells in which these two differ.
        differ_in: NamedCells,
    },
    /// It has no solution.
    Impossible(Impossible),
}

/// Why a puzzle has no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// Its clues break a rule.
    Conflict(Conflicts),
    /// Its clues keep the rules, but nothing extends them to the whole board.
    NoSolution,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::Conflict(conflicts) => conflicts.fmt(f),
            Impossible::NoSolution => f.write_str("it has no solution"),
        }
    }
}

impl std::error::Error for Impossible {}

/// Proves that a puzzle has exactly one solution, or finds out why not.
///
/// ```
/// use sudolab::{Halt, Puzzle, Verdict, check};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let Verdict::Unique(proper) = check(&puzzle, &Halt::never())? else { panic!("it is proper") };
/// assert!(proper.solution().to_string().starts_with("534678912"));
///
/// let open: Puzzle = "1234341221434...".parse()?;
/// match check(&open, &Halt::never())? {
///     Verdict::Unique(_) => {}
///     Verdict::Several { differ_in, .. } => println!("two solutions differ in {differ_in}"),
///     Verdict::Impossible(why) => println!("{why}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What stopped it before the proof was done.
pub fn check(puzzle: &Puzzle, halt: &Halt<'_>) -> Result<Verdict, Stop> {
    ExactSolver::kept(|solver| check_with(solver, puzzle, halt))
}

/// The same with a solver that is kept for many puzzles.
///
/// # Errors
/// What stopped it before the proof was done.
pub fn check_with(
    solver: &mut ExactSolver,
    puzzle: &Puzzle,
    halt: &Halt<'_>,
) -> Result<Verdict, Stop> {
    Ok(match solver.answer_within(puzzle, halt)?.answer {
        Answer::Unique(proper) => Verdict::Unique(proper),
        Answer::Several(solutions) => {
            let differ_in = NamedCells::new(puzzle.board(), solutions.differ_in());
            Verdict::Several { solutions, differ_in }
        }
        Answer::Unproved { stop, .. } => return Err(stop),
        Answer::None => Verdict::Impossible(Impossible::NoSolution),
        Answer::Conflict(conflicts) => Verdict::Impossible(Impossible::Conflict(conflicts)),
    })
}

/// The clues of a proper puzzle each of which can go alone; none: the puzzle is minimal.
///
/// ```
/// use sudolab::{Halt, UniquePuzzle, redundant_clues};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let proper = UniquePuzzle::prove(line.parse()?)?;
/// assert_eq!(redundant_clues(&proper, &Halt::never())?.len(), 22);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What stopped it.
pub fn redundant_clues(puzzle: &UniquePuzzle, halt: &Halt<'_>) -> Result<Vec<Cell>, Stop> {
    ExactSolver::kept(|solver| sudolab_exact::redundant_clues_within(solver, puzzle.puzzle(), halt))
}
