//! The rules for singles, locked candidates, subsets, fish, wings and exclusions.

use super::{CheckError, Justified, cells_of_houses, require, union_of_candidates};
use crate::position::Position;
use std::ops::ControlFlow;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{Opening, SingleEngine};
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House};

pub(super) fn naked_single(
    position: &Position,
    single: Candidate,
) -> Result<Justified, CheckError> {
    require(
        position.candidates(single.cell) == Digits::only(single.digit),
        "the cell has other candidates",
    )?;
    Ok(Justified::place(single))
}

pub(super) fn hidden_single(
    position: &Position,
    house: House,
    single: Candidate,
) -> Result<Justified, CheckError> {
    require(
        position.cells_with_in(single.digit, house) == Cells::only(single.cell),
        "the house has other places for the digit",
    )?;
    Ok(Justified::place(single))
}

pub(super) fn locked(
    position: &Position,
    digit: Digit,
    base: House,
    cover: House,
    single_in: Option<House>,
) -> Result<Justified, CheckError> {
    let in_base = position.cells_with_in(digit, base);
    require(base != cover && !in_base.is_empty(), "the base house has no place for the digit")?;
    require(in_base.is_subset(cover.cells()), "the digit has places outside the second house")?;
    let removed = position.cells_with_in(digit, cover).without(base.cells());
    let mut justified = Justified::remove_digit(removed, digit);
    if let Some(house) = single_in {
        let left = position.cells_with_in(digit, house).without(removed);
        require(left.len() == 1, "no single is left in the third house")?;
        justified.placements.extend(left.first().map(|cell| Candidate::new(cell, digit)));
    }
    Ok(justified)
}

pub(super) fn naked_subset(
    position: &Position,
    house: House,
    cells: Cells,
    digits: Digits,
) -> Result<Justified, CheckError> {
    require(
        cells.is_subset(house.cells().intersection(position.empty_cells())),
        "the cells are not empty cells of the house",
    )?;
    require(cells.len() == digits.len(), "there are not as many cells as digits")?;
    require(
        union_of_candidates(position, cells).without(digits).is_empty(),
        "a cell has a candidate outside the set",
    )?;
    // Whatever sees every cell of the set that can hold a digit cannot hold it. For
    // the cells of the house that is plain; a locked pair or triple also clears a line.
    let eliminations = digits
        .into_iter()
        .flat_map(|digit| {
            let holders = position.cells_with(digit).intersection(cells);
            let seen = holders.common_peers().union(house.cells()).without(cells);
            position
                .cells_with(digit)
                .intersection(seen)
                .into_iter()
                .map(move |cell| Candidate::new(cell, digit))
        })
        .collect();
    Ok(Justified::remove(eliminations))
}

pub(super) fn hidden_subset(
    position: &Position,
    house: House,
    cells: Cells,
    digits: Digits,
    single: Option<Candidate>,
) -> Result<Justified, CheckError> {
    require(cells.is_subset(house.cells()), "the cells are not in the house")?;
    require(cells.len() == digits.len(), "there are not as many cells as digits")?;
    for digit in digits {
        let places = position.cells_with_in(digit, house);
        require(
            !places.is_empty() && places.is_subset(cells),
            "a digit has places outside the set",
        )?;
    }
    let mut justified = Justified::remove(
        cells
            .into_iter()
            .flat_map(|cell| {
                let lost = position.candidates(cell).without(digits);
                lost.into_iter().map(move |digit| Candidate::new(cell, digit))
            })
            .collect(),
    );
    if let Some(single) = single {
        require(!digits.contains(single.digit), "the single belongs to the set")?;
        require(
            position.cells_with_in(single.digit, house).without(cells) == Cells::only(single.cell),
            "no single is left in the house",
        )?;
        justified.placements.push(single);
    }
    Ok(justified)
}

pub(super) fn fish(
    position: &Position,
    digit: Digit,
    base: &[House],
    cover: &[House],
    fins: Cells,
) -> Result<Justified, CheckError> {
    require(base.len() == cover.len(), "there are not as many covers as bases")?;
    for (index, house) in base.iter().enumerate() {
        require(
            base[..index].iter().all(|other| {
                position.cells_with_in(digit, *other).intersection(house.cells()).is_subset(fins)
            }),
            "base houses overlap outside the fins",
        )?;
        require(!position.cells_with_in(digit, *house).is_empty(), "a base house has no place")?;
    }
    let in_base = position.cells_with(digit).intersection(cells_of_houses(base));
    let in_cover = cells_of_houses(cover);
    require(
        in_base.without(in_cover).is_subset(fins),
        "a base place is neither covered nor a fin",
    )?;
    let seen_by_fins = fins
        .intersection(position.cells_with(digit))
        .into_iter()
        .fold(Cells::ALL, |seen, fin| seen.intersection(fin.peers()));
    // A place outside the base in a cover house; or, with overlapping covers, a place
    // in two of them.
    let removed: Cells = position
        .cells_with(digit)
        .intersection(in_cover)
        .intersection(seen_by_fins)
        .into_iter()
        .filter(|&cell| {
            let n_covers = cover.iter().filter(|house| house.cells().contains(cell)).count();
            !in_base.contains(cell) || n_covers > 1
        })
        .collect();
    Ok(Justified::remove_digit(removed, digit))
}

/// The digits placed so far have one solution, and it has the digit in the cell.
pub(super) fn solution(position: &Position, single: Candidate) -> Result<Justified, CheckError> {
    let mut others = 0;
    let mut agreed = 0;
    let start = Opening::Clues(Clues(*position.values()));
    SingleEngine::new().for_each_solution(&start, |grid| {
        let agrees = grid[single.cell.index()] == single.digit.number();
        if agrees {
            agreed += 1;
        } else {
            others += 1;
        }
        if others + agreed < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    require(agreed == 1 && others == 0, "the solution is not unique or has another digit there")?;
    Ok(Justified::place(single))
}

pub(super) fn wing(
    position: &Position,
    pivot: Cell,
    pincers: [Cell; 2],
    digit: Digit,
) -> Result<Justified, CheckError> {
    let z = Digits::only(digit);
    let pivot_digits = position.candidates(pivot);
    let [left, right] = pincers.map(|cell| position.candidates(cell));
    require(pincers.iter().all(|&cell| cell.sees(pivot)), "a pincer does not see the pivot")?;
    require(left.len() == 2 && right.len() == 2, "a pincer has not two candidates")?;
    require(left.contains(digit) && right.contains(digit), "a pincer lacks the digit")?;
    require(
        pivot_digits.without(z).without(left.without(z)).without(right.without(z)).is_empty(),
        "the pivot has a candidate no pincer shares",
    )?;
    let mut holders: Cells = pincers.into_iter().collect();
    if pivot_digits.contains(digit) {
        holders.insert(pivot);
    }
    let removed = position.cells_with(digit).intersection(holders.common_peers());
    Ok(Justified::remove_digit(removed.without(Cells::only(pivot)), digit))
}

pub(super) fn aligned_exclusion(
    position: &Position,
    base: &[Cell],
    excluders: Cells,
) -> Result<Justified, CheckError> {
    require((2..=3).contains(&base.len()), "there are not two or three base cells")?;
    let base_set: Cells = base.iter().copied().collect();
    require(base_set.len() == base.len(), "a base cell stands there twice")?;
    require(
        excluders.is_subset(base_set.common_peers().intersection(position.empty_cells())),
        "an excluder does not see all base cells",
    )?;
    let mut possible = [Digits::EMPTY; 3];
    let mut chosen = Vec::with_capacity(3);
    combine(position, base, excluders, &mut chosen, &mut possible);
    let mut eliminations = Vec::new();
    for (index, &cell) in base.iter().enumerate() {
        for digit in position.candidates(cell).without(possible[index]) {
            eliminations.push(Candidate::new(cell, digit));
        }
    }
    Ok(Justified::remove(eliminations))
}

/// Tries every combination of digits in the base cells and notes the digits of those
/// that leave each excluder a candidate.
fn combine(
    position: &Position,
    base: &[Cell],
    excluders: Cells,
    chosen: &mut Vec<Digit>,
    possible: &mut [Digits; 3],
) {
    if chosen.len() == base.len() {
        let used: Digits = chosen.iter().copied().collect();
        if excluders.into_iter().all(|cell| !position.candidates(cell).without(used).is_empty()) {
            for (index, &digit) in chosen.iter().enumerate() {
                possible[index].insert(digit);
            }
        }
        return;
    }
    let cell = base[chosen.len()];
    for digit in position.candidates(cell) {
        let clash = chosen.iter().zip(base).any(|(&d, &other)| d == digit && other.sees(cell));
        if !clash {
            chosen.push(digit);
            combine(position, base, excluders, chosen, possible);
            chosen.pop();
        }
    }
}
