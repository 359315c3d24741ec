//! Hidden pair, triple, quadruple … octuple: `n` digits of a house with only `n`
//! cells to go to fill these cells, which lose every other candidate.
//!
//! A member may be missing from some of the cells, but has at least two places.
//!
//! Order: boxes, columns, rows; sets of digits in ascending numerical order.

use super::{Flow, boxes_columns_rows, subsets_within};
use crate::board::{Candidate, Digits};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every hidden subset of this size, 2 to 8; nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let Some(technique) = Technique::hidden_subset(size) else {
        return ControlFlow::Continue(());
    };
    for house in boxes_columns_rows() {
        if position.n_empty_in(house) <= size {
            continue;
        }
        let mut eligible = 0;
        for (digit, places) in position.places_by_digit(house).iter().enumerate() {
            let n = places.count_ones() as usize;
            eligible |= u16::from(n >= 2 && n <= size) << digit;
        }
        for set in subsets_within(eligible, size) {
            let digits = Digits::from_bits(set);
            let places =
                digits.into_iter().fold(0, |union, digit| union | position.places(house, digit));
            if places.count_ones() as usize != size {
                continue;
            }
            let cells = house.cells_at(places);
            let effect = Effect::remove(cells.into_iter().flat_map(|cell| {
                let lost = position.candidates(cell).without(digits);
                lost.into_iter().map(move |digit| Candidate::new(cell, digit))
            }));
            if !effect.is_empty() {
                let reason = Reason::HiddenSubset { house, cells, digits, single: None };
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
    fn two_digits_with_the_same_two_places_keep_them() {
        let mut position = Position::empty();
        for cell in (2..9).map(Cell::new) {
            for digit in Digits::from_bits(0b11) {
                position.remove(cell, digit);
            }
        }
        let step = first(&position, |p, v| find(p, 2, v)).expect("a hidden pair");
        assert_eq!(step.technique, Technique::HiddenPair);
        assert_eq!(step.effect.eliminations.len(), 14);
        assert_eq!(first(&position, |p, v| find(p, 3, v)), None);
    }
}
