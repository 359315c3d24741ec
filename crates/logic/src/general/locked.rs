//! Locked candidates: wherever a digit stands in a group, it is seen from the cells it goes from.
//!
//! On 9x9 this is pointing and claiming; with rules it also holds for cells that see each other by a
//! knight's move or in a cage.

use super::position::Position;
use super::step::{Effect, Reason, Step, Technique};
use sudolab_grid::Cell;

/// The first full group in which all places of a digit are seen from a cell outside.
pub(super) fn find(position: &Position) -> Option<Step> {
    let ground = position.ground();
    for (number, group) in ground.groups().iter().enumerate().filter(|(_, group)| group.is_full) {
        for digit in position.board().digits().iter() {
            let cells = position.places(number, digit);
            let [first, rest @ ..] = &cells[..] else { continue };
            if rest.is_empty() || position.has(number, digit) {
                continue;
            }
            let goes = |cell: &&Cell| {
                group.cells.binary_search(cell).is_err()
                    && position.digit(**cell).is_none()
                    && position.candidates(**cell).contains(digit)
                    && rest.iter().all(|&place| ground.sees(**cell, place))
            };
            let from: Vec<Cell> = ground.seen_by(*first).iter().filter(goes).copied().collect();
            if !from.is_empty() {
                let eliminations = from.into_iter().map(|cell| (cell, digit)).collect();
                let effect = Effect { eliminations, ..Effect::default() };
                let reason = Reason::Locked { group: number, digit, cells };
                return Some(Step { technique: Technique::Locked, effect, reason });
            }
        }
    }
    None
}
