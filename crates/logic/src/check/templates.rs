//! The rule for templates.
//!
//! What was settled is confirmed in order, each candidate from those before it: no way
//! to place its digit leaves its cell out. Ways are looked for one at a time, house by
//! house where fewest places are left, so no list of templates is made.

use super::{CheckError, Justified, require};
use crate::position::Position;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, House};

pub(super) fn templates(
    position: &Position,
    digit: Digit,
    settled: &[Candidate],
) -> Result<Justified, CheckError> {
    let barred = |until: usize, digit: Digit| -> Cells {
        settled[..until].iter().filter(|c| c.digit != digit).map(|c| c.cell).collect()
    };
    for (index, candidate) in settled.iter().enumerate() {
        let mut open = position.cells_with(candidate.digit).without(barred(index, candidate.digit));
        open.remove(candidate.cell);
        require(
            !can_be_placed(position, candidate.digit, open),
            "a settled digit can be placed elsewhere",
        )?;
    }
    let open = position.cells_with(digit).without(barred(settled.len(), digit));
    let mut justified = Justified::default();
    for cell in position.cells_with(digit) {
        let mut without = open;
        without.remove(cell);
        if !can_be_placed(position, digit, without) {
            justified.placements.push(Candidate::new(cell, digit));
        }
        let with = open.without(cell.peers());
        if !open.contains(cell) || !can_be_placed(position, digit, with) {
            justified.eliminations.push(Candidate::new(cell, digit));
        }
    }
    Ok(justified)
}

/// Whether every house that lacks the digit can have it in one of the open cells.
fn can_be_placed(position: &Position, digit: Digit, open: Cells) -> bool {
    let placed: Cells = Cell::all().filter(|&cell| position.value(cell) == Some(digit)).collect();
    let lacking: Vec<House> =
        House::all().filter(|house| house.cells().intersection(placed).is_empty()).collect();
    place(&lacking, open)
}

fn place(lacking: &[House], open: Cells) -> bool {
    let places = |house: &House| open.intersection(house.cells());
    let Some(house) = lacking.iter().min_by_key(|house| places(house).len()) else { return true };
    places(house).into_iter().any(|cell| {
        let rest: Vec<House> =
            lacking.iter().copied().filter(|house| !house.cells().contains(cell)).collect();
        place(&rest, open.without(cell.peers()).without(Cells::only(cell)))
    })
}
