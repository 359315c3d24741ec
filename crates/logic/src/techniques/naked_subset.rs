//! Naked pair, triple, quadruple … octuple: `n` cells of a house that together hold
//! `n` digits keep them, and the rest of the house loses them.
//!
//! A member may lack some of the digits, but has at least two candidates.
//!
//! Order: boxes, columns, rows; sets of places in ascending numerical order.

use super::{Flow, boxes_columns_rows, subsets_within};
use crate::board::{Candidate, Cells, Digits};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every naked subset of this size, 2 to 8; nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let Some(technique) = Technique::naked_subset(size) else {
        return ControlFlow::Continue(());
    };
    let sizes = position.cells_by_size();
    let small = match size {
        2..=4 => sizes[2..=size].iter().fold(Cells::EMPTY, |union, &cells| union.union(cells)),
        _ => (2..=size).fold(Cells::EMPTY, |union, n| union.union(position.cells_of_size(n))),
    };
    for house in boxes_columns_rows() {
        let members = small.intersection(house.cells());
        if members.len() < size {
            continue;
        }
        let eligible = members.into_iter().fold(0, |set, cell| set | 1 << house.place(cell));
        for places in subsets_within(eligible, size) {
            let cells = house.cells_at(places);
            let digits = cells
                .into_iter()
                .fold(Digits::EMPTY, |union, cell| union.union(position.candidates(cell)));
            if digits.len() != size {
                continue;
            }
            let others = house.cells().without(cells);
            let effect = Effect::remove(others.into_iter().flat_map(|cell| {
                let lost = position.candidates(cell).intersection(digits);
                lost.into_iter().map(move |digit| Candidate::new(cell, digit))
            }));
            if !effect.is_empty() {
                let reason = Reason::NakedSubset { house, cells, digits };
                visit(Step { technique, effect, reason })?;
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
    fn two_cells_with_the_same_two_candidates_clear_their_houses() {
        let mut position = Position::empty();
        for cell in [0, 1].map(Cell::new) {
            for digit in Digits::from_bits(0x1ff & !0b11) {
                position.remove(cell, digit);
            }
        }
        let step = first(&position, |p, v| find(p, 2, v)).expect("a naked pair");
        assert_eq!(step.technique, Technique::NakedPair);
        assert_eq!(step.effect.eliminations.len(), 14);
        assert_eq!(first(&position, |p, v| find(p, 3, v)), None);
    }
}
