//! Hidden single: a house with one place left for a digit takes it there; when that
//! place is also the last empty cell of the house, it is a full house.
//!
//! Order: boxes, columns, rows (first all full houses, then the rest), digits
//! ascending within a house.

use super::{Flow, boxes_columns_rows};
use crate::board::Candidate;
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every full house, then every other hidden single.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    find_full_houses(position, visit)?;
    find_hidden(position, visit)
}

/// Hands out the full houses only.
pub fn find_full_houses(
    position: &Position,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    scan(position, true, visit)
}

/// Hands out the hidden singles in houses with more than one empty cell.
pub fn find_hidden(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, false, visit)
}

fn scan(
    position: &Position,
    full_houses: bool,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    for house in boxes_columns_rows() {
        let singles = position.hidden_singles(house);
        if singles.is_empty() || (position.n_empty_in(house) == 1) != full_houses {
            continue;
        }
        for digit in singles {
            let places = position.places(house, digit);
            let cell = house.cell(places.trailing_zeros() as usize);
            visit(Step {
                technique: if full_houses { Technique::FullHouse } else { Technique::HiddenSingle },
                effect: Effect::place(cell, digit),
                reason: Reason::HiddenSingle { house, single: Candidate::new(cell, digit) },
            })?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::first;

    #[test]
    fn the_last_cell_of_a_row_is_a_full_house() {
        let mut clues = [0; 81];
        for (clue, number) in clues.iter_mut().zip(1..=8) {
            *clue = number;
        }
        let position = Position::from_clues(&clues).expect("no conflict");
        let step = first(&position, |p, v| find(p, v)).expect("a full house");
        assert_eq!(step.technique, Technique::FullHouse);
        assert_eq!(step.effect.placements[0].to_string(), "r1c9=9");
    }
}
