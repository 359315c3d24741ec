//! Which of the steps that a finder hands out HoDoKu takes.
//!
//! Most often the first under HoDoKu's scan. Where HoDoKu looks in another order than the finder, the
//! step with the least key stands for the one it would have met first; a step without key is one that
//! it does not see.

use super::Chosen;
use crate::entry::Scan;
use crate::position::Position;
use crate::step::{Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cell, Cells};

/// The step that is taken, unless the search is stopped.
pub(super) type Taken = Result<Option<Chosen>, Stop>;

/// The first step under one of the names; the finder of the first name is asked.
pub(super) fn first(names: &[Technique], position: &Position, pulse: &mut Pulse<'_>) -> Taken {
    let mut first = None;
    visit_all(names[0], position, pulse, &mut |step| {
        if names.contains(&step.technique) {
            first = Some(step);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(first.map(|step| Chosen::of(position, step)))
}

/// The first step under each of the names; where `one_will_do` the search ends with the first step
/// under the first name.
pub(super) fn firsts(
    names: &[Technique],
    one_will_do: bool,
    position: &Position,
    pulse: &mut Pulse<'_>,
) -> Result<Vec<Option<Chosen>>, Stop> {
    let mut found = vec![None; names.len()];
    visit_all(names[0], position, pulse, &mut |step| {
        if let Some(kind) = names.iter().position(|&name| name == step.technique)
            && found[kind].is_none()
        {
            found[kind] = Some(Chosen::of(position, step));
            if kind == 0 && one_will_do {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// The step with the least key, the first of several.
pub(super) fn least<K: Ord>(
    technique: Technique,
    position: &Position,
    pulse: &mut Pulse<'_>,
    key: impl Fn(&Step) -> Option<K>,
) -> Taken {
    let mut best: Option<(K, Step)> = None;
    visit_all(technique, position, pulse, &mut |step| {
        if let Some(key) = key(&step).filter(|key| best.as_ref().is_none_or(|(k, _)| key < k)) {
            best = Some((key, step));
        }
        ControlFlow::Continue(())
    })?;
    Ok(best.map(|(_, step)| Chosen::of(position, step)))
}

fn visit_all(
    technique: Technique,
    position: &Position,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> Result<(), Stop> {
    match technique.entry().find {
        Some(find) => find(position, Scan::Hodoku, pulse, visit).map(drop),
        None => Ok(()),
    }
}

/// Locked candidates: houses, in each the digits.
pub(super) fn by_base(step: &Step) -> Option<impl Ord + use<>> {
    let Reason::Locked { base, digit, .. } = step.reason else { return None };
    Some((base, digit))
}

/// XY-Wings: triples of cells; as pivot the first, the second, the third is tried.
pub(super) fn by_triple(step: &Step) -> Option<impl Ord + use<>> {
    let Reason::Wing { pivot, pincers: [left, right], .. } = step.reason else { return None };
    let mut three = [pivot, left, right];
    three.sort_unstable();
    // Of two ways to see it, the smaller pincer stands first unless the pivot is the last cell.
    Some((three, pivot, (left < right) == (pivot == three[2])))
}

/// XYZ-Wings: pivots, then pairs of pincers.
pub(super) fn by_pivot(step: &Step) -> Option<impl Ord + use<>> {
    let Reason::Wing { pivot, pincers, .. } = step.reason else { return None };
    Some((pivot, pincers))
}

/// Skyscrapers: rows before columns, in both the digits.
pub(super) fn by_direction(step: &Step) -> Option<impl Ord + use<>> {
    let Reason::Alternating(chain) = &step.reason else { return None };
    let [far, near] = [0, 1].map(|at: usize| chain.nodes[at].cells.first());
    Some((near?.row() != far?.row(), chain.nodes[0].digit))
}

/// BUG+1: one cell with three candidates, all others with two.
pub(super) fn grave(position: &Position, pulse: &mut Pulse<'_>) -> Taken {
    let by_size = position.cells_by_size();
    let crowded: Cells = position.empty_cells().without(by_size[1]).without(by_size[2]);
    match crowded.first().map(|cell: Cell| (crowded.len(), position.candidates(cell).len())) {
        Some((1, 3)) => first(&[Technique::Bug1], position, pulse),
        _ => Ok(None),
    }
}
