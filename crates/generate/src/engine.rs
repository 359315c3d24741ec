//! How the making of puzzles asks the exact engine: with a limit of effort for one question, so
//! that the same seed gives the same puzzle anywhere, and a halt for the whole work.

use std::ops::ControlFlow;
use sudolab_exact::{Choice, ExactSolver, NotUnique, UniquePuzzle};
use sudolab_grid::halt::{Halt, Meter, Stop};
use sudolab_grid::{Cell, Grid, Puzzle};

/// Hands over each solution until `found` breaks off. `false` when more than the ticks allowed
/// were spent before it was done.
///
/// # Errors
/// What stopped the whole work.
pub(crate) fn each_solution(
    solver: &mut ExactSolver,
    puzzle: &Puzzle,
    ticks: Option<u64>,
    halt: &Halt<'_>,
    mut found: impl FnMut(&Grid) -> ControlFlow<()>,
) -> Result<bool, Stop> {
    halt.check()?;
    let mut grid = puzzle.clues().clone();
    let mut meter = allowing(ticks, halt);
    let work = solver.engines().each_found(Choice::ByBoard, puzzle, &mut meter, |solved| {
        solved.write_to(&mut grid);
        found(&grid)
    });
    match work.ended {
        // A halt knows no ticks, so these are the ones of this question.
        Err(Stop::Ticks) => Ok(false),
        ended => ended.map(|()| true),
    }
}

/// The proof that a puzzle is proper, or why it is not, within the ticks allowed for a question.
///
/// # Errors
/// What stopped the whole work.
pub(crate) fn prove(
    solver: &mut ExactSolver,
    puzzle: &Puzzle,
    ticks: Option<u64>,
    halt: &Halt<'_>,
) -> Result<Option<Result<UniquePuzzle, NotUnique>>, Stop> {
    halt.check()?;
    match UniquePuzzle::prove_metered(solver, puzzle.clone(), &mut allowing(ticks, halt)) {
        Err(Stop::Ticks) => Ok(None),
        proved => proved.map(Some),
    }
}

/// What is known of a proper puzzle without some of its clues.
// Handed over at once, never kept: a box would only be an allocation for each clue.
#[allow(clippy::large_enum_variant)]
pub(crate) enum Less {
    /// It stays proper.
    Proper(UniquePuzzle),
    /// It does not.
    Improper,
    /// The ticks allowed were spent before that was found out.
    Unknown,
}

/// The puzzle without the clues in these cells, within the ticks allowed for a question.
///
/// # Errors
/// What stopped the whole work.
pub(crate) fn without_clues(
    solver: &mut ExactSolver,
    puzzle: &UniquePuzzle,
    cells: &[Cell],
    ticks: Option<u64>,
    halt: &Halt<'_>,
) -> Result<Less, Stop> {
    halt.check()?;
    match puzzle.without_clues_metered(solver, cells, &mut allowing(ticks, halt)) {
        Ok(Some(less)) => Ok(Less::Proper(less)),
        Ok(None) => Ok(Less::Improper),
        Err(Stop::Ticks) => Ok(Less::Unknown),
        Err(stop) => Err(stop),
    }
}

/// A meter with the ticks of one question, under a halt.
fn allowing<'a>(ticks: Option<u64>, halt: &'a Halt<'a>) -> impl Meter + 'a {
    let (mut pulse, limit) = (halt.pulse(), ticks.unwrap_or(u64::MAX));
    let mut spent = 0u64;
    move |ticks| {
        pulse.beat(ticks)?;
        spent = spent.saturating_add(ticks);
        if spent > limit { Err(Stop::Ticks) } else { Ok(()) }
    }
}
