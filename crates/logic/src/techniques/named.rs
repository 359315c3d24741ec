//! The finder of a technique by its name in the catalogue.

use super::Flow;
use crate::entry::Scan;
use crate::position::Position;
use crate::step::Step;
use crate::technique::Technique;
use crate::unstopped::unstopped;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Halt, Stop};

/// Hands out every step of one technique, or says that it has no finder.
///
/// Techniques that bear HoDoKu's names are those of HoDoKu: a unique rectangle may
/// miss candidates, a locked pair is more than a naked pair.
///
/// # Errors
/// [`NoFinder`] when the technique is not searched for by itself.
pub fn find(
    position: &Position,
    technique: Technique,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, NoFinder> {
    unstopped(|halt| find_within(position, technique, halt, visit))
}

/// As [`find`], unless it is stopped.
///
/// # Errors
/// What stopped it; within, [`NoFinder`].
pub fn find_within(
    position: &Position,
    technique: Technique,
    halt: &Halt<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Result<Flow, NoFinder>, Stop> {
    find_as(position, technique, Scan::Every, halt, visit)
}

/// The same under any scan.
pub(crate) fn find_as(
    position: &Position,
    technique: Technique,
    scan: Scan,
    halt: &Halt<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Result<Flow, NoFinder>, Stop> {
    halt.check()?;
    let Some(find) = technique.entry().find else { return Ok(Err(NoFinder)) };
    // A finder of a family hands out its siblings too; they are not asked for.
    let visit = &mut |step: Step| {
        if step.technique == technique { visit(step) } else { ControlFlow::Continue(()) }
    };
    find(position, scan, &mut halt.pulse(), visit).map(Ok)
}

/// A technique is not searched for by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoFinder;

impl std::fmt::Display for NoFinder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this technique is not searched for by itself")
    }
}

impl std::error::Error for NoFinder {}
