//! Locked candidates: wherever a digit stands in a group, it is seen from the cells it goes from.
//!
//! On 9x9 this is pointing and claiming; with rules it also holds for cells that see each other by a
//! knight's move or in a cage.

use super::position::Position;
use super::step::{Effect, Reason, Step};
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{COMMON, Family};
use crate::technique::Technique;
use crate::techniques::Flow;
use std::ops::ControlFlow;
use sudolab_grid::Cell;

/// A digit locked in a group of any kind.
pub static LOCKED_CANDIDATES: Entry = Entry::new(
    "locked-candidates",
    "Locked Candidates",
    Family::Sets,
    COMMON,
)
.elsewhere()
.taught_by(&Lesson {
    what: "All places that a digit has in one house are seen by a cell outside the house: the \
                   digit goes from that cell.",
    why: "The house needs the digit, and has it in one of these places. Whichever it is, the \
                  cell outside sees it, so it cannot hold the same digit.",
    when: "On every board, as soon as a digit of a house is down to a few cells close together. \
                   Cells also see each other through rules, such as a cage or a knight's move.",
    other_names: &["Pointing and Claiming on the classic board", "Intersection Removal"],
    example: r#"{"puzzle": "......234..........................."}"#,
});

/// Every full group in which all places of a digit are seen from a cell outside.
pub(super) fn find(position: &Position, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
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
                visit(Step { technique: Technique::LockedCandidates, effect, reason })?;
            }
        }
    }
    ControlFlow::Continue(())
}
