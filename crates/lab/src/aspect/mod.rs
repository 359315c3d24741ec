//! What algorithms are compared in besides solving: generation, rating, speed-up.
//!
//! Each aspect has rows of its own beside the runs in the result file, one for each thing
//! measured, so that an interrupted study goes on here as it does there:
//!
//! ```text
//! generated   algorithm, number, line, clues, proper, er, decisions, undecided, cpu_seconds
//! ratings     puzzle, er, ep, ed
//! speeds      algorithm, form, threads, repeat, puzzles, wall_seconds, cpu_seconds
//! ```

mod blocks;
mod generation;
mod rating;
mod speed_up;
mod words;

pub use blocks::blocks;
pub use generation::Generated;
pub use rating::Rated;
pub use speed_up::{Speed, Threading};
pub(crate) use words::sentences;

use crate::plan::{Plan, PuzzleSet};
use crate::runner::Finish;
use crate::store::{Store, StoreError};
use rusqlite::Connection;
use sudolab_grid::halt::Halt;

/// The rows of every aspect.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    /// Puzzles made, by algorithm and number.
    pub generated: Vec<Generated>,
    /// Ratings of the puzzles, by puzzle.
    pub ratings: Vec<Rated>,
    /// Times with several threads, by algorithm, form, threads and repeat.
    pub speeds: Vec<Speed>,
}

/// Measures what is missing of the aspects that a plan asks for besides solving. `progress` is
/// told what is going on, how much is done and how much there is.
pub fn run(
    plan: &Plan,
    sets: &[PuzzleSet],
    store: &mut Store,
    jobs: usize,
    halt: &Halt<'_>,
    progress: &mut dyn FnMut(&'static str, usize, usize),
) -> Result<Finish, StoreError> {
    if plan.aspects.is_empty() {
        return Ok(Finish::Complete);
    }
    let mut finish = Finish::Complete;
    if let Some(wanted) = &plan.aspects.generation {
        let told = &mut |done, total| progress("generation", done, total);
        finish = generation::run(plan, wanted, store, jobs, halt, told)?;
    }
    if plan.aspects.rating && finish == Finish::Complete {
        let told = &mut |done, total| progress("rating", done, total);
        finish = rating::run(sets, store, jobs, halt, told)?;
    }
    if let (Some(wanted), Finish::Complete) = (&plan.aspects.speed_up, finish) {
        let told = &mut |done, total| progress("speed-up", done, total);
        finish = speed_up::run(plan, wanted, sets, store, halt, told)?;
    }
    Ok(finish)
}

/// Reads the rows of every aspect.
pub(crate) fn read(connection: &Connection) -> rusqlite::Result<Results> {
    Ok(Results {
        generated: generation::read(connection)?,
        ratings: rating::read(connection)?,
        speeds: speed_up::read(connection)?,
    })
}
