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
use super::unique_rectangle::{Known, rectangles};
use crate::entry::{Entry, Scan};
use crate::explain;
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Cell, Cells, Digits};

/// Avoidable Rectangle Type 1.
pub static AVOIDABLE_RECTANGLE_1: Entry =
    Entry::new("avoidable-rectangle-1", "Avoidable Rectangle Type 1", Family::Uniqueness, HODOKU)
        .code("0607")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .told_by(explain::avoidable_rectangle)
        .taught_by(&AVOIDABLE_RECTANGLE_1_LESSON);

/// Avoidable Rectangle Type 2.
pub static AVOIDABLE_RECTANGLE_2: Entry =
    Entry::new("avoidable-rectangle-2", "Avoidable Rectangle Type 2", Family::Uniqueness, HODOKU)
        .code("0608")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .told_by(explain::avoidable_rectangle)
        .taught_by(&AVOIDABLE_RECTANGLE_2_LESSON);

/// Hands out every avoidable rectangle.
/// As the scan says: HoDoKu takes a rectangle for one it knows now and then.
pub fn find(
    position: &Position,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let mine = Cells::ALL.without(position.empty_cells()).without(position.givens());
    let mut known = Known { scan, keys: Vec::new() };
    for first in mine {
        // In the order of the loop: first, second, below second, below first.
        for cells in rectangles(first) {
            let [_, second, third, fourth] = cells;
            let (Some(v), Some(w)) = (position.value(first), position.value(second)) else {
                continue;
            };
            let fits = |cell: Cell, digit| match position.value(cell) {
                Some(value) => value == digit && mine.contains(cell),
                None => position.has(cell, digit) && position.candidates(cell).len() == 2,
            };
            let open = !(position.value(third).is_some() && position.value(fourth).is_some());
            if !mine.contains(second) || !open || !fits(third, v) || !fits(fourth, w) {
                continue;
            }
            if scan == Scan::Hodoku && !known.is_new(cells, Digits::EMPTY) {
                continue;
            }
            let reason = Reason::AvoidableRectangle { cells, digits: [v, w] };
            let (technique, effect) = match (position.value(third), position.value(fourth)) {
                (Some(_), None) => {
                    (Technique::AvoidableRectangle1, Effect::remove_digit(Cells::only(fourth), w))
                }
                (None, Some(_)) => {
                    (Technique::AvoidableRectangle1, Effect::remove_digit(Cells::only(third), v))
                }
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
    ControlFlow::Continue(())
}

static AVOIDABLE_RECTANGLE_1_LESSON: Lesson = Lesson {
    what: "Three corners of a rectangle in two boxes are solved, none of them a clue, \
          with two digits crosswise. The fourth loses the digit that would complete it.",
    why: "The cells were filled by the solver, none is a clue. If they held two digits \
          crosswise, these could be exchanged, and the puzzle would have two solutions. So the \
          last corner does not complete the pattern.",
    when: "Late in a puzzle, and only if one knows which digits are clues. It needs no \
          pencil marks in the solved cells.",
    other_names: &["AR Type 1"],
    example: "+4+7+39+6+2+8+51+1+26+84+5+7+3+9.8.+7+13+62+42....69.7.4.+2..3+6+5+6.75.\
              .+2.8+3..65..+72..2....9+67+6+41+295+8+3:\
              856 162 885",
};

static AVOIDABLE_RECTANGLE_2_LESSON: Lesson = Lesson {
    what: "Two corners of a rectangle are solved and no clues; the two others could \
          complete the pattern, but share one further digit. What sees both loses it.",
    why: "The cells were filled by the solver, none is a clue. If they held two digits \
          crosswise, these could be exchanged, and the puzzle would have two solutions. So one \
          of the two open corners takes the further digit.",
    when: "Very rare; late in a puzzle, when two open cells face two solved ones.",
    other_names: &["AR Type 2"],
    example: "+1+38+6+7452+9+5+6+2+8+9+1+3479+4+73+5+2+8+6+18+1+9+42+5+67+3+3+24+76+9+\
              18.+75+61+3+8+4+9+2+4+7.+28+3+9..+2+85+91+6+73+4+69+3.+472.+8:",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn three_placed_corners_forbid_the_fourth_unless_they_are_clues() {
        let placed = board().placed(11, 1).placed(21, 2).placed(14, 2).marked(24, &[1, 5]);
        let found = told(&placed, |p, v| find(p, Scan::Explainer, v));
        assert!(found.contains(&"avoidable-rectangle-1 r2c4<>1".into()), "{found:?}");
        let given = placed.clone().with_givens(Cells::ALL);
        assert!(told(&given, |p, v| find(p, Scan::Explainer, v)).is_empty());
        let other = board().placed(11, 1).placed(21, 2).placed(14, 3).marked(24, &[1, 5]);
        assert!(told(&other, |p, v| find(p, Scan::Explainer, v)).is_empty());
    }
}
