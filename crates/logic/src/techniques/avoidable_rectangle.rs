//! Avoidable rectangles: a rectangle of two digits in two boxes in which the player has
//! placed some cells already, none of them a clue.
//!
//! Had it both digits in turn all round, they could be swapped: a second solution. *Type
//! 1*: three cells are placed, so the fourth loses its digit. *Type 2*: two cells side by
//! side are placed and the others have one further candidate, the same; one of them takes
//! it, and what sees both loses it.
//!
//! Order: placed cells row by row.

use super::Flow;
use crate::board::{Cell, Cells, Digits};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every avoidable rectangle.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let mine = Cells::ALL.without(position.empty_cells()).without(position.givens());
    for first in mine {
        for second in mine.intersection(first.peers()) {
            let lined = first.row() == second.row() || first.column() == second.column();
            if !lined || first.block() != second.block() {
                continue;
            }
            for offset in 0..9 {
                let cell = |near: Cell| {
                    if first.row() == second.row() {
                        Cell::at(offset, near.column())
                    } else {
                        Cell::at(near.row(), offset)
                    }
                };
                // In the order of the loop: first, second, below second, below first.
                let (third, fourth) = (cell(second), cell(first));
                if third.block() == second.block() {
                    continue;
                }
                let (Some(v), Some(w)) = (position.value(first), position.value(second)) else {
                    continue;
                };
                let fits = |cell: Cell, digit| match position.value(cell) {
                    Some(value) => value == digit && mine.contains(cell),
                    None => position.has(cell, digit) && position.candidates(cell).len() == 2,
                };
                if !fits(third, v) || !fits(fourth, w) {
                    continue;
                }
                let reason = Reason::AvoidableRectangle {
                    cells: [first, second, third, fourth],
                    digits: [v, w],
                };
                let (technique, effect) = match (position.value(third), position.value(fourth)) {
                    (Some(_), None) => (
                        Technique::AvoidableRectangle1,
                        Effect::remove_digit(Cells::only(fourth), w),
                    ),
                    (None, Some(_)) => (
                        Technique::AvoidableRectangle1,
                        Effect::remove_digit(Cells::only(third), v),
                    ),
                    (None, None) => {
                        let extra = position.candidates(third).without(Digits::only(v));
                        let same = position.candidates(fourth).without(Digits::only(w));
                        let Some(digit) = extra.first().filter(|_| extra == same) else {
                            continue;
                        };
                        let seen = third.peers().intersection(fourth.peers());
                        let removed = position.cells_with(digit).intersection(seen);
                        (Technique::AvoidableRectangle2, Effect::remove_digit(removed, digit))
                    }
                    _ => continue,
                };
                if !effect.is_empty() {
                    visit(Step { technique, effect, reason })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn three_placed_corners_forbid_the_fourth_unless_they_are_clues() {
        let placed = board().placed(11, 1).placed(21, 2).placed(14, 2).marked(24, &[1, 5]);
        let found = told(&placed, |p, v| find(p, v));
        assert!(found.contains(&"avoidable-rectangle-1 r2c4<>1".into()), "{found:?}");
        let given = placed.clone().with_givens(Cells::ALL);
        assert!(told(&given, |p, v| find(p, v)).is_empty());
        let other = board().placed(11, 1).placed(21, 2).placed(14, 3).marked(24, &[1, 5]);
        assert!(told(&other, |p, v| find(p, v)).is_empty());
    }
}
