//! How many solutions are there?

use std::ops::ControlFlow;
use sudolab_exact::ExactSolver;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{DigitSet, Puzzle};

/// The solutions of a puzzle, as far as they were counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// How many were found.
    pub solutions: u64,
    /// Why there are no more.
    pub end: CountEnd,
}

/// Why counting ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountEnd {
    /// There are certainly no more.
    Complete,
    /// As many were found as were asked for; there may be more.
    Enough,
    /// It was stopped; there may be more.
    Stopped(Stop),
}

/// Counts the solutions of a puzzle up to a limit: 1 asks whether there is one, 2 whether it is the
/// only one, [`u64::MAX`] for all.
///
/// ```
/// use sudolab::{CountEnd, Halt, Puzzle, count};
///
/// let puzzle: Puzzle = "1...............".parse()?;
/// let all = count(&puzzle, u64::MAX, &Halt::never());
/// assert_eq!((all.solutions, all.end), (72, CountEnd::Complete));
/// let some = count(&puzzle, 2, &Halt::never());
/// assert_eq!((some.solutions, some.end), (2, CountEnd::Enough));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(puzzle: &Puzzle, limit: u64, halt: &Halt<'_>) -> Counted {
    count_heard(puzzle, limit, halt, &mut |_| {})
}

/// The same, while somebody hears how many there are so far.
pub fn count_heard(
    puzzle: &Puzzle,
    limit: u64,
    halt: &Halt<'_>,
    heard: &mut dyn FnMut(u64),
) -> Counted {
    ExactSolver::kept(|solver| {
        let mut solutions = 0;
        if limit == 0 {
            return Counted { solutions, end: CountEnd::Enough };
        }
        let searched = solver.each_found_within(puzzle, halt, |_| {
            solutions += 1;
            heard(solutions);
            if solutions < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let end = match searched {
            Err(stop) => CountEnd::Stopped(stop),
            Ok(_) if solutions < limit => CountEnd::Complete,
            Ok(_) => CountEnd::Enough,
        };
        Counted { solutions, end }
    })
}

/// For each cell the digits it holds in some solution.
///
/// ```
/// use sudolab::{Halt, true_candidates};
///
/// let sets = true_candidates(&"1...............".parse()?, &Halt::never())?;
/// assert_eq!(sets[0].to_string(), "1");
/// assert_eq!(sets[1].to_string(), "234");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What stopped it.
pub fn true_candidates(puzzle: &Puzzle, halt: &Halt<'_>) -> Result<Vec<DigitSet>, Stop> {
    ExactSolver::kept(|solver| sudolab_exact::true_candidates_within(solver, puzzle, halt))
}
