//! Locked candidates, naked and hidden subsets, locked pairs and triples.
//!
//! Order of the search: locked candidates go through the boxes (pointing) or the rows
//! and then the columns (claiming), and in each house through the digits; a digit
//! counts when it has two or three places there. Subsets go through boxes, rows,
//! columns; in each house through the combinations of cells with two to n candidates
//! (naked) or of digits with at most n places (hidden), the first member varying
//! slowest. Hidden subsets need a house with more than n empty cells.
//!
//! A naked pair or triple removes candidates in every house that holds all its cells,
//! listed row, column, box. It is *locked* when its cells lie in a line and in a box
//! and it removes something in the box and something in the line outside the box.
//! Locked ones are looked for in boxes only.

use super::found::{HodokuStep, Pattern};
use super::order::Search;
use crate::board::{Candidate, Cell, Cells, Digit, Digits, House};
use crate::position::Position;
use crate::step::{Reason, Step};
use crate::technique::Technique;
use crate::techniques::Flow;
use std::ops::ControlFlow;

/// The first locked candidates confined in a box.
pub(super) fn pointing(position: &Position) -> Option<HodokuStep> {
    (18..27).map(House::new).find_map(|block| {
        Digit::all().find_map(|digit| {
            let n = position.places(block, digit).count_ones();
            if n != 2 && n != 3 {
                return None;
            }
            let cells = position.cells_with_in(digit, block);
            let first = cells.first()?;
            let [row, column, _] = first.houses();
            let line = [row, column].into_iter().find(|line| {
                cells.is_subset(line.cells()) && position.places(*line, digit).count_ones() > n
            })?;
            Some(locked(position, Search::Pointing, Technique::Pointing, digit, block, line))
        })
    })
}

/// The first locked candidates confined in a line.
pub(super) fn claiming(position: &Position) -> Option<HodokuStep> {
    (0..18).map(House::new).find_map(|line| {
        Digit::all().find_map(|digit| {
            let n = position.places(line, digit).count_ones();
            if n != 2 && n != 3 {
                return None;
            }
            let cells = position.cells_with_in(digit, line);
            let block = cells.first()?.houses()[2];
            let confined =
                cells.is_subset(block.cells()) && position.places(block, digit).count_ones() > n;
            confined.then(|| {
                locked(position, Search::Claiming, Technique::Claiming, digit, line, block)
            })
        })
    })
}

fn locked(
    position: &Position,
    search: Search,
    technique: Technique,
    digit: Digit,
    base: House,
    cover: House,
) -> HodokuStep {
    let gone = position.cells_with_in(digit, cover).without(base.cells());
    let eliminations = gone.into_iter().map(|cell| Candidate::new(cell, digit)).collect();
    let reason = Reason::Locked { digit, base, cover, single_in: None };
    HodokuStep::removal(
        search,
        technique,
        eliminations,
        reason,
        Pattern::Locked { digit, house: base },
    )
}

/// The first locked pair (size 2) or triple (size 3).
pub(super) fn locked_subset(position: &Position, size: usize) -> Option<HodokuStep> {
    first(|visit| naked(position, size, (18..27).map(House::new), true, visit))
}

/// The first naked subset of this size that is not locked.
pub(super) fn naked_subset(position: &Position, size: usize) -> Option<HodokuStep> {
    first(|visit| naked(position, size, boxes_rows_columns(), false, visit))
}

/// The first hidden subset of this size.
pub(super) fn hidden_subset(position: &Position, size: usize) -> Option<HodokuStep> {
    first(|visit| hidden(position, size, visit))
}

/// Hands out every step of a technique of subsets, cells with one candidate and digits with
/// one place among the members; nothing for other techniques.
pub(crate) fn find(
    position: &Position,
    technique: Technique,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Flow {
    let visit = &mut |found: HodokuStep| visit(found.step);
    match technique {
        Technique::LockedPair => naked(position, 2, boxes_rows_columns(), true, visit),
        Technique::LockedTriple => naked(position, 3, boxes_rows_columns(), true, visit),
        Technique::NakedPair => naked(position, 2, boxes_rows_columns(), false, visit),
        Technique::NakedTriple => naked(position, 3, boxes_rows_columns(), false, visit),
        Technique::NakedQuad => naked(position, 4, boxes_rows_columns(), false, visit),
        Technique::HiddenPair => hidden(position, 2, visit),
        Technique::HiddenTriple => hidden(position, 3, visit),
        Technique::HiddenQuad => hidden(position, 4, visit),
        _ => ControlFlow::Continue(()),
    }
}

/// The first step a search hands out.
fn first(search: impl FnOnce(&mut dyn FnMut(HodokuStep) -> Flow) -> Flow) -> Option<HodokuStep> {
    let mut first = None;
    let _ = search(&mut |step| {
        first = Some(step);
        ControlFlow::Break(())
    });
    first
}

fn boxes_rows_columns() -> impl Iterator<Item = House> {
    (18..27).chain(0..18).map(House::new)
}

fn naked(
    position: &Position,
    size: usize,
    houses: impl Iterator<Item = House>,
    wanted_locked: bool,
    visit: &mut dyn FnMut(HodokuStep) -> Flow,
) -> Flow {
    for house in houses {
        let mut cells = [Cell::new(0); 9];
        let mut n = 0;
        for cell in house.cells().intersection(position.empty_cells()) {
            if position.candidates(cell).len() <= size {
                cells[n] = cell;
                n += 1;
            }
        }
        if n < size {
            continue;
        }
        combinations(&cells[..n], size, |chosen| {
            let mut digits = Digits::EMPTY;
            for &cell in chosen {
                digits = digits.union(position.candidates(cell));
                if digits.len() > size {
                    return Choice::Skip;
                }
            }
            if chosen.len() < size || digits.len() != size {
                return Choice::Extend;
            }
            let cells: Cells = chosen.iter().copied().collect();
            match naked_step(position, house, cells, digits, wanted_locked) {
                Some(step) => Choice::Hand(visit(step)),
                None => Choice::Skip,
            }
        })?;
    }
    ControlFlow::Continue(())
}

fn naked_step(
    position: &Position,
    house: House,
    cells: Cells,
    digits: Digits,
    wanted_locked: bool,
) -> Option<HodokuStep> {
    let first = cells.first()?;
    let size = digits.len();
    let houses = first.houses();
    let shares = houses.map(|h| cells.is_subset(h.cells()));
    let mut eliminations = Vec::new();
    let mut hit = [false; 3];
    for (i, shared) in houses.into_iter().enumerate().filter(|&(i, _)| shares[i]) {
        for place in 0..9 {
            let cell = shared.cell(place);
            if cells.contains(cell) {
                continue;
            }
            for digit in position.candidates(cell).intersection(digits) {
                eliminations.push(Candidate::new(cell, digit));
                hit[i] |= i == 2 || cell.houses()[2] != houses[2];
            }
        }
    }
    let in_line_and_box = shares[2] && (shares[0] || shares[1]);
    let is_locked = size < 4 && in_line_and_box && hit.iter().filter(|&&h| h).count() > 1;
    if eliminations.is_empty() || is_locked != wanted_locked {
        return None;
    }
    let (search, technique) = match (size, is_locked) {
        (2, true) => (Search::LockedPair, Technique::LockedPair),
        (3, true) => (Search::LockedTriple, Technique::LockedTriple),
        (2, _) => (Search::NakedPair, Technique::NakedPair),
        (3, _) => (Search::NakedTriple, Technique::NakedTriple),
        _ => (Search::NakedQuad, Technique::NakedQuad),
    };
    // A pair in a line and a box clears both; the reason names the box and the line follows.
    let house = if in_line_and_box { houses[2] } else { house };
    let reason = Reason::NakedSubset { house, cells, digits };
    let pattern = Pattern::Subset { digits, cells };
    Some(HodokuStep::removal(search, technique, eliminations, reason, pattern))
}

fn hidden(position: &Position, size: usize, visit: &mut dyn FnMut(HodokuStep) -> Flow) -> Flow {
    for house in boxes_rows_columns() {
        if position.n_empty_in(house) <= size {
            continue;
        }
        let places = position.places_by_digit(house);
        let mut candidates = [Digit::new(0); 9];
        let mut n = 0;
        for digit in Digit::all() {
            let count = places[digit.index()].count_ones() as usize;
            if count != 0 && count <= size {
                candidates[n] = digit;
                n += 1;
            }
        }
        if n < size {
            continue;
        }
        combinations(&candidates[..n], size, |chosen| {
            let taken = chosen.iter().fold(0, |set, digit| set | places[digit.index()]);
            if taken.count_ones() as usize > size {
                return Choice::Skip;
            }
            if chosen.len() < size || taken.count_ones() as usize != size {
                return Choice::Extend;
            }
            let digits: Digits = chosen.iter().copied().collect();
            match hidden_step(position, house, house.cells_at(taken), digits) {
                Some(step) => Choice::Hand(visit(step)),
                None => Choice::Skip,
            }
        })?;
    }
    ControlFlow::Continue(())
}

fn hidden_step(
    position: &Position,
    house: House,
    cells: Cells,
    digits: Digits,
) -> Option<HodokuStep> {
    let mut eliminations = Vec::new();
    for cell in cells {
        for digit in position.candidates(cell).without(digits) {
            eliminations.push(Candidate::new(cell, digit));
        }
    }
    if eliminations.is_empty() {
        return None;
    }
    let (search, technique) = match digits.len() {
        2 => (Search::HiddenPair, Technique::HiddenPair),
        3 => (Search::HiddenTriple, Technique::HiddenTriple),
        _ => (Search::HiddenQuad, Technique::HiddenQuad),
    };
    let reason = Reason::HiddenSubset { house, cells, digits, single: None };
    let pattern = Pattern::Subset { digits, cells };
    Some(HodokuStep::removal(search, technique, eliminations, reason, pattern))
}

/// What to do with a combination, complete or still growing.
enum Choice {
    /// It was handed out; whether to go on.
    Hand(Flow),
    /// Add another member, if it is not complete.
    Extend,
    /// No larger combination can be of use.
    Skip,
}

/// Goes through the combinations of `size` members, the first member varying slowest;
/// each beginning of a combination is shown too.
fn combinations<M: Copy>(
    members: &[M],
    size: usize,
    mut judge: impl FnMut(&[M]) -> Choice,
) -> Flow {
    let mut chosen = [members[0]; 4];
    let mut at = [0usize; 5];
    let mut level = 0;
    loop {
        if at[level] > members.len() - (size - level) {
            if level == 0 {
                return ControlFlow::Continue(());
            }
            level -= 1;
            continue;
        }
        chosen[level] = members[at[level]];
        at[level] += 1;
        match judge(&chosen[..=level]) {
            Choice::Hand(flow) => flow?,
            Choice::Extend if level + 1 < size => {
                at[level + 1] = at[level];
                level += 1;
            }
            _ => {}
        }
    }
}
