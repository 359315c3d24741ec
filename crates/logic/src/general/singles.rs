//! Singles: a digit with one place, a cell with one candidate.

use super::position::Position;
use super::step::{Effect, Reason, Step};
use crate::technique::Technique;
use crate::techniques::Flow;
use std::ops::ControlFlow;

/// Every digit with one place left in a full group; the groups with the fewest open cells first, for
/// there it is seen first.
pub(super) fn hidden(position: &Position, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    let groups = position.ground().groups();
    let n_open = |number: &usize| {
        groups[*number].cells.iter().filter(|&&cell| position.digit(cell).is_none()).count()
    };
    let full = (0..groups.len()).filter(|&number| groups[number].is_full);
    let mut order: Vec<(usize, usize)> = full.map(|number| (n_open(&number), number)).collect();
    order.retain(|&(n_open, _)| n_open > 0);
    order.sort_unstable();
    for (_, group) in order {
        for digit in position.board().digits().iter() {
            if let [cell] = position.places(group, digit)[..]
                && !position.has(group, digit)
            {
                let effect = Effect { placements: vec![(cell, digit)], ..Effect::default() };
                let reason = Reason::HiddenSingle { group };
                visit(Step { technique: Technique::HiddenSingle, effect, reason })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Every cell with one candidate left.
pub(super) fn naked(position: &Position, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    position.open().try_for_each(|cell| match position.candidates(cell).single() {
        Some(digit) => {
            let effect = Effect { placements: vec![(cell, digit)], ..Effect::default() };
            visit(Step { technique: Technique::NakedSingle, effect, reason: Reason::NakedSingle })
        }
        None => ControlFlow::Continue(()),
    })
}
