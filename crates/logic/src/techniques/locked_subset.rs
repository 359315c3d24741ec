//! Locked pair and locked triple: a naked pair or triple whose cells lie in a box and
//! in a line at once, and which removes candidates from both.
//!
//! When only one of the two houses has something to lose it is a plain naked subset.
//!
//! Order: boxes; rows before columns; sets of places in ascending numerical order.

use super::{Flow, subsets_within};
use crate::board::{Candidate, Cells, Digits, House, HouseKind};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every locked pair (2) or triple (3); nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let technique = match size {
        2 => Technique::LockedPair,
        3 => Technique::LockedTriple,
        _ => return ControlFlow::Continue(()),
    };
    for block in (0..9).map(House::block) {
        for kind in [HouseKind::Row, HouseKind::Column] {
            for third in 0..3 {
                let corner = block.cell(0);
                let line = match kind {
                    HouseKind::Row => House::row(corner.row() + third),
                    _ => House::column(corner.column() + third),
                };
                let crossing = block.cells().intersection(line.cells());
                let eligible = crossing
                    .into_iter()
                    .filter(|&cell| (2..=size).contains(&position.candidates(cell).len()))
                    .fold(0, |set, cell| set | 1 << block.place(cell));
                for places in subsets_within(eligible, size) {
                    let cells = block.cells_at(places);
                    let digits = cells
                        .into_iter()
                        .fold(Digits::EMPTY, |union, cell| union.union(position.candidates(cell)));
                    if digits.len() != size {
                        continue;
                    }
                    let in_box = losses(position, block.cells().without(cells), digits);
                    let in_line = losses(position, line.cells().without(cells), digits);
                    if in_box.is_empty() || in_line.is_empty() {
                        continue;
                    }
                    visit(Step {
                        technique,
                        effect: Effect::remove(in_box.into_iter().chain(in_line)),
                        reason: Reason::NakedSubset { house: block, cells, digits },
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn losses(position: &Position, cells: Cells, digits: Digits) -> Vec<Candidate> {
    cells
        .into_iter()
        .flat_map(|cell| {
            let lost = position.candidates(cell).intersection(digits);
            lost.into_iter().map(move |digit| Candidate::new(cell, digit))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::check::check;
    use crate::techniques::first;

    #[test]
    fn a_pair_in_box_and_row_clears_both() {
        let mut position = Position::empty();
        for cell in [0, 1].map(Cell::new) {
            for digit in Digits::from_bits(0x1ff & !0b11) {
                position.remove(cell, digit);
            }
        }
        let step = first(&position, |p, v| find(p, 2, v)).expect("a locked pair");
        // Two digits in seven cells of the box and in six more of the row.
        assert_eq!(step.effect.eliminations.len(), 26);
        assert_eq!(check(&position, &step), Ok(()));
        assert_eq!(first(&position, |p, v| find(p, 3, v)), None);
    }
}
