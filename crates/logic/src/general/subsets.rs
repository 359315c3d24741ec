//! Naked and hidden subsets of two to four cells in a group.

use super::position::Position;
use super::step::{Effect, Reason, Step};
use crate::technique::Technique;
use crate::techniques::Flow;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::{Cell, Digit, DigitSet};

/// So many cells of a group hold as many digits between them: the digits go from its other cells.
pub(super) fn naked(
    position: &Position,
    k: usize,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let Some(technique) = Technique::naked_subset(k) else { return Ok(ControlFlow::Continue(())) };
    for (number, group) in position.ground().groups().iter().enumerate() {
        let open: Vec<Cell> =
            group.cells.iter().copied().filter(|&c| position.digit(c).is_none()).collect();
        let few: Vec<Cell> = open
            .iter()
            .copied()
            .filter(|&c| (1..=k).contains(&position.candidates(c).len()))
            .collect();
        let sets: Vec<DigitSet> = few.iter().map(|&cell| position.candidates(cell)).collect();
        let flow = combine(&sets, k, pulse, &mut |chosen, digits| {
            let eliminations: Vec<(Cell, Digit)> = open
                .iter()
                .filter(|cell| !chosen.iter().any(|&at| few[at] == **cell))
                .flat_map(|&cell| {
                    (position.candidates(cell) & digits).iter().map(move |digit| (cell, digit))
                })
                .collect();
            if eliminations.is_empty() {
                return ControlFlow::Continue(());
            }
            let cells = chosen.iter().map(|&at| few[at]).collect();
            let reason = Reason::NakedSubset { group: number, cells, digits };
            let effect = Effect { eliminations, ..Effect::default() };
            visit(Step { technique, effect, reason })
        })?;
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// So many digits of a full group have as many places between them: nothing else stands there.
pub(super) fn hidden(
    position: &Position,
    k: usize,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let Some(technique) = Technique::hidden_subset(k) else { return Ok(ControlFlow::Continue(())) };
    let board = position.board();
    for (number, group) in position.ground().groups().iter().enumerate() {
        if !group.is_full {
            continue;
        }
        // The places of each digit as a set of places in the group.
        let mut digits: Vec<Digit> = Vec::new();
        let mut places: Vec<DigitSet> = Vec::new();
        for digit in board.digits().iter().filter(|&digit| !position.has(number, digit)) {
            let at: DigitSet = group
                .cells
                .iter()
                .enumerate()
                .filter(|&(_, &c)| {
                    position.digit(c).is_none() && position.candidates(c).contains(digit)
                })
                .filter_map(|(at, _)| Digit::from_index(at))
                .collect();
            if (1..=k).contains(&at.len()) {
                digits.push(digit);
                places.push(at);
            }
        }
        let flow = combine(&places, k, pulse, &mut |chosen, at| {
            let own: DigitSet = chosen.iter().map(|&i| digits[i]).collect();
            let cells: Vec<Cell> = at.iter().map(|place| group.cells[place.index()]).collect();
            let eliminations: Vec<(Cell, Digit)> = cells
                .iter()
                .flat_map(|&cell| {
                    (position.candidates(cell) - own).iter().map(move |digit| (cell, digit))
                })
                .collect();
            if eliminations.is_empty() {
                return ControlFlow::Continue(());
            }
            let reason = Reason::HiddenSubset { group: number, cells, digits: own };
            let effect = Effect { eliminations, ..Effect::default() };
            visit(Step { technique, effect, reason })
        })?;
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Every choice of `k` sets whose union has `k` members, until the visitor breaks.
pub(super) fn combine(
    sets: &[DigitSet],
    k: usize,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(&[usize], DigitSet) -> Flow,
) -> Result<Flow, Stop> {
    fn deeper(
        sets: &[DigitSet],
        k: usize,
        union: DigitSet,
        chosen: &mut Vec<usize>,
        pulse: &mut Pulse<'_>,
        visit: &mut dyn FnMut(&[usize], DigitSet) -> Flow,
    ) -> Result<Flow, Stop> {
        pulse.beat(1)?;
        if chosen.len() == k {
            let whole = union.len() == k;
            return Ok(if whole { visit(chosen, union) } else { ControlFlow::Continue(()) });
        }
        let from = chosen.last().map_or(0, |last| last + 1);
        for at in from..sets.len() {
            let more = union | sets[at];
            if more.len() > k {
                continue;
            }
            chosen.push(at);
            if deeper(sets, k, more, chosen, pulse, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            chosen.pop();
        }
        Ok(ControlFlow::Continue(()))
    }
    deeper(sets, k, DigitSet::EMPTY, &mut Vec::new(), pulse, visit)
}
