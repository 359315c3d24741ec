//! Locked candidates: where box and line cross.
//!
//! *Pointing*: in a box all candidates of a digit lie in one line, so the rest of
//! the line loses it. *Claiming*: in a line all of them lie in one box, so the rest
//! of the box loses it.
//!
//! Order: box with column, box with row, column with box, row with box; base house
//! ascending, cover house ascending, digit ascending.

use super::Flow;
use crate::board::{Digit, House, HouseKind};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every pointing, then every claiming.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    find_pointing(position, visit)?;
    find_claiming(position, visit)
}

/// Hands out every pointing.
pub fn find_pointing(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, HouseKind::Box, HouseKind::Column, visit)?;
    scan(position, HouseKind::Box, HouseKind::Row, visit)
}

/// Hands out every claiming.
pub fn find_claiming(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, HouseKind::Column, HouseKind::Box, visit)?;
    scan(position, HouseKind::Row, HouseKind::Box, visit)
}

/// The nine houses of a kind.
pub(crate) fn houses_of(kind: HouseKind) -> impl Iterator<Item = House> {
    let start = match kind {
        HouseKind::Row => 0,
        HouseKind::Column => 9,
        HouseKind::Box => 18,
    };
    (start..start + 9).map(House::new)
}

fn scan(
    position: &Position,
    base_kind: HouseKind,
    cover_kind: HouseKind,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let technique = if base_kind == HouseKind::Box {
        Technique::Pointing
    } else {
        Technique::Claiming
    };
    for base in houses_of(base_kind) {
        for cover in houses_of(cover_kind).filter(|cover| cover.crosses(base)) {
            for digit in Digit::all() {
                let in_base = position.cells_with_in(digit, base);
                if in_base.len() < 2 || !in_base.is_subset(cover.cells()) {
                    continue;
                }
                let removed = position.cells_with_in(digit, cover).without(in_base);
                if removed.is_empty() {
                    continue;
                }
                visit(Step {
                    technique,
                    effect: Effect::remove_digit(removed, digit),
                    reason: Reason::Locked {
                        digit,
                        base,
                        cover,
                        single_in: None,
                    },
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::techniques::first;

    #[test]
    fn a_digit_confined_to_one_line_of_a_box_leaves_the_rest_of_the_line() {
        let mut position = Position::empty();
        let five = Digit::new(4);
        for index in [9, 10, 11, 18, 19, 20] {
            position.remove(Cell::new(index), five);
        }
        let step = first(&position, |p, v| find(p, v)).expect("a pointing");
        assert_eq!(step.technique, Technique::Pointing);
        assert_eq!(step.effect.eliminations.len(), 6);
        assert_eq!(first(&Position::empty(), |p, v| find(p, v)), None);
    }
}
