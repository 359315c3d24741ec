//! Empty rectangle: in a box a digit lies only in one row and one column of it, so it is
//! either in the row or in the column.
//!
//! A strong link outside starts in that row and ends in a second row: when the digit is
//! not in the column of the box, it is in the row of the box, so not at the start of the
//! link but at its end. Where the second row crosses the column the digit cannot be. The
//! same holds with rows and columns exchanged.
//!
//! Order: digits; boxes; row and column of the box; strong links. HoDoKu goes through the rows and
//! columns of a box from the last to the first, and wants three places in it.

use super::Flow;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{AlternatingChain, Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Cell, Cells, Digit, House};

/// Empty Rectangle.
pub static EMPTY_RECTANGLE: Entry =
    Entry::new("empty-rectangle", "Empty Rectangle", Family::SingleDigit, HODOKU)
        .code("0402")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .taught_by(&EMPTY_RECTANGLE_LESSON);

/// Hands out every empty rectangle.
pub fn find(
    position: &Position,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let backwards = scan == Scan::Hodoku;
    for digit in Digit::all() {
        for block in (0..9).map(House::block) {
            let in_block = position.cells_with_in(digit, block);
            if in_block.len() < 2 {
                continue;
            }
            for place in 0..9 {
                let hinge = block.cell(if backwards { 8 - place } else { place });
                let [row, column] = [House::row(hinge.row()), House::column(hinge.column())];
                for [near_line, far_line] in [[row, column], [column, row]] {
                    let near = in_block.intersection(near_line.cells());
                    let far = in_block.intersection(far_line.cells());
                    let apart = |a: Cells, b: House| !a.without(b.cells()).is_empty();
                    if !in_block.is_subset(near.union(far))
                        || !apart(near, far_line)
                        || !apart(far, near_line)
                        || backwards && near.len() < 2 && far.len() < 2
                    {
                        continue;
                    }
                    let outside = position.cells_with_in(digit, near_line).without(block.cells());
                    for start in outside {
                        let across = if near_line == row {
                            House::column(start.column())
                        } else {
                            House::row(start.row())
                        };
                        let pair = position.cells_with_in(digit, across);
                        let Some(end) =
                            pair.without(Cells::only(start)).first().filter(|_| pair.len() == 2)
                        else {
                            continue;
                        };
                        let target = if near_line == row {
                            Cell::at(end.row(), hinge.column())
                        } else {
                            Cell::at(hinge.row(), end.column())
                        };
                        if target.block() == hinge.block() || !position.has(target, digit) {
                            continue;
                        }
                        let one = Cells::only;
                        let node = |cells| GroupNode { digit, cells };
                        visit(Step {
                            technique: Technique::EmptyRectangle,
                            effect: Effect::remove_digit(one(target), digit),
                            reason: Reason::Alternating(AlternatingChain {
                                nodes: [far, near, one(start), one(end)].map(node).to_vec(),
                                closed: false,
                            }),
                        })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

static EMPTY_RECTANGLE_LESSON: Lesson = Lesson {
    what: "In a box a digit stands on one row and one column only. With a line outside \
          that has two places, one in that row or column, a candidate at the far corner goes.",
    why: "The box holds the digit in its row or in its column part. If the candidate at \
          the corner were true, the line outside would take the digit to the one part and the \
          corner itself bars the other, so that the box would have none.",
    when: "When four cells of a box that form a rectangle are free of the digit: hence \
          the name. It replaces a strong link where a box has more than two places.",
    other_names: &["Hinge"],
    example: ".+921+38.7+68+6..+9+7+2+13+3...6+2+89..+2.3+56..+7..3+87+9.+626..2+1+4+3\
              .923+69+8+17...8.+7+4+36+21+7..+6+25+9+3+8:\
              432 532 433 533 143 551 152 563",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, cell, told};

    #[test]
    fn a_cross_in_a_box_and_a_strong_link_remove_a_corner() {
        let mut cross = board();
        for name in [44, 46, 64, 66] {
            cross.remove(cell(name), Digit::from_index(0));
        }
        let linked = cross.clone().only(1, House::column(7), &[18, 58]);
        assert!(
            told(&linked, |p, v| find(p, Scan::Explainer, v))
                .contains(&"empty-rectangle r1c5<>1".into())
        );
        let loose = cross.only(1, House::column(7), &[18, 58, 98]);
        assert!(told(&loose, |p, v| find(p, Scan::Explainer, v)).is_empty());
    }
}
