//! Empty rectangle: in a box a digit lies only in one row and one column of it, so it is
//! either in the row or in the column.
//!
//! A strong link outside starts in that row and ends in a second row: when the digit is
//! not in the column of the box, it is in the row of the box, so not at the start of the
//! link but at its end. Where the second row crosses the column the digit cannot be. The
//! same holds with rows and columns exchanged.
//!
//! Order: digits; boxes; row and column of the box; strong links.

use super::Flow;
use crate::board::{Cell, Cells, Digit, House};
use crate::position::Position;
use crate::step::{AlternatingChain, Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every empty rectangle.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    for digit in Digit::all() {
        for block in (0..9).map(House::block) {
            let in_block = position.cells_with_in(digit, block);
            if in_block.len() < 2 {
                continue;
            }
            for place in 0..9 {
                let hinge = block.cell(place);
                let [row, column] = [House::row(hinge.row()), House::column(hinge.column())];
                for [near_line, far_line] in [[row, column], [column, row]] {
                    let near = in_block.intersection(near_line.cells());
                    let far = in_block.intersection(far_line.cells());
                    let apart = |a: Cells, b: House| !a.without(b.cells()).is_empty();
                    if !in_block.is_subset(near.union(far))
                        || !apart(near, far_line)
                        || !apart(far, near_line)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, cell, told};

    #[test]
    fn a_cross_in_a_box_and_a_strong_link_remove_a_corner() {
        let mut cross = board();
        for name in [44, 46, 64, 66] {
            cross.remove(cell(name), Digit::new(0));
        }
        let linked = cross.clone().only(1, House::column(7), &[18, 58]);
        assert!(told(&linked, |p, v| find(p, v)).contains(&"empty-rectangle r1c5<>1".into()));
        let loose = cross.only(1, House::column(7), &[18, 58, 98]);
        assert!(told(&loose, |p, v| find(p, v)).is_empty());
    }
}
