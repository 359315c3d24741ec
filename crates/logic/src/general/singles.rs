//! Singles: a digit with one place, a cell with one candidate.

use super::position::Position;
use super::step::{Effect, Reason, Step, Technique};

/// A digit with one place left in a full group; the group with the fewest open cells first, for
/// there it is seen first.
pub(super) fn hidden(position: &Position) -> Option<Step> {
    let groups = position.ground().groups();
    let mut found: Option<(usize, Step)> = None;
    for (number, group) in groups.iter().enumerate().filter(|(_, group)| group.is_full) {
        let n_open = group.cells.iter().filter(|&&c| position.digit(c).is_none()).count();
        if n_open == 0 || found.as_ref().is_some_and(|(best, _)| *best <= n_open) {
            continue;
        }
        let single = position.board().digits().iter().find_map(|digit| {
            match position.places(number, digit)[..] {
                [cell] if !position.has(number, digit) => Some((cell, digit)),
                _ => None,
            }
        });
        if let Some(placed) = single {
            let effect = Effect { placements: vec![placed], ..Effect::default() };
            let reason = Reason::HiddenSingle { group: number };
            found = Some((n_open, Step { technique: Technique::HiddenSingle, effect, reason }));
        }
    }
    found.map(|(_, step)| step)
}

/// A cell with one candidate left.
pub(super) fn naked(position: &Position) -> Option<Step> {
    let mut open = position.open();
    let placed = open.find_map(|cell| Some((cell, position.candidates(cell).single()?)))?;
    let effect = Effect { placements: vec![placed], ..Effect::default() };
    Some(Step { technique: Technique::NakedSingle, effect, reason: Reason::NakedSingle })
}
