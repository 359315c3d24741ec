//! Locked candidates and hidden sets that leave a hidden single at once.
//!
//! Sudoku Explainer counts them as easier than the bare elimination, because the
//! digit can be seen without writing pencil marks. They follow its definition:
//!
//! - *direct pointing and claiming*: the elimination leaves one place for the same
//!   digit in another house of the base house's kind that crosses the cover house;
//! - *direct hidden set*: the set leaves one place for another digit in its own house.
//!
//! The effect is the digit alone: the eliminations that led to it are not written
//! down, and a later step may find them again.
//!
//! Order: as the bare eliminations; the third house ascending, the digit ascending.

use super::locked_candidates::{for_each_confined, houses_of};
use super::{Flow, hidden_subset};
use crate::board::{Candidate, Digit, HouseKind};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every direct pointing, then every direct claiming.
pub fn find_locked(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    use HouseKind::{Box, Column, Row};
    for (base_kind, cover_kind) in [(Box, Column), (Box, Row), (Column, Box), (Row, Box)] {
        let technique =
            if base_kind == Box { Technique::DirectPointing } else { Technique::DirectClaiming };
        for_each_confined(position, base_kind, cover_kind, |base, cover, digit| {
            if position.cells_with_in(digit, cover).is_subset(base.cells()) {
                return ControlFlow::Continue(());
            }
            for third in houses_of(base_kind) {
                if third == base || !third.crosses(cover) {
                    continue;
                }
                let places = position.cells_with_in(digit, third);
                let left = places.without(cover.cells());
                let Some(cell) = left.first().filter(|_| left.len() == 1) else { continue };
                if places.len() < 2 {
                    continue;
                }
                visit(Step {
                    technique,
                    effect: Effect::place(cell, digit),
                    reason: Reason::Locked { digit, base, cover, single_in: Some(third) },
                })?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Hands out every direct hidden pair (size 2) or triple (size 3).
pub fn find_hidden_subset(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let technique = match size {
        2 => Technique::DirectHiddenPair,
        3 => Technique::DirectHiddenTriple,
        _ => return ControlFlow::Continue(()),
    };
    hidden_subset::find(position, size, &mut |step: Step| {
        let Reason::HiddenSubset { house, cells, digits, .. } = step.reason else {
            return ControlFlow::Continue(());
        };
        for digit in Digit::all().filter(|&digit| !digits.contains(digit)) {
            let places = position.cells_with_in(digit, house);
            let left = places.without(cells);
            if places.len() < 2 || left.len() != 1 {
                continue;
            }
            if let Some(cell) = left.first() {
                let single = Candidate::new(cell, digit);
                let effect = Effect::place(cell, digit);
                let reason = Reason::HiddenSubset { house, cells, digits, single: Some(single) };
                return visit(Step { technique, effect, reason });
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::House;
    use crate::techniques::laid::{board, told};

    #[test]
    fn a_pointing_digit_that_leaves_one_place_in_the_next_box_is_placed() {
        // 1 in box 1 lies in row 1; in box 2 it could go to row 1 and to r2c5.
        let pointing = board().only(1, House::block(0), &[11, 12]);
        let next = pointing.clone().only(1, House::block(1), &[14, 15, 25]);
        let found = told(&next, |p, v| find_locked(p, v));
        assert!(found.contains(&"direct-pointing r2c5=1".into()), "{found:?}");
        let two = pointing.only(1, House::block(1), &[14, 15, 25, 36]);
        assert!(told(&two, |p, v| find_locked(p, v)).is_empty());
    }

    #[test]
    fn a_hidden_pair_that_leaves_one_place_for_another_digit_places_it() {
        let pair = board().only(1, House::block(0), &[11, 12]).only(2, House::block(0), &[11, 12]);
        let next = pair.clone().only(3, House::block(0), &[11, 12, 33]);
        let found = told(&next, |p, v| find_hidden_subset(p, 2, v));
        assert!(found.contains(&"direct-hidden-pair r3c3=3".into()), "{found:?}");
        assert!(told(&pair, |p, v| find_hidden_subset(p, 2, v)).is_empty());
    }
}
