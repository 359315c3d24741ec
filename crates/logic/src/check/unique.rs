//! The rules for unique loops and the bivalue universal grave.
//!
//! Both say: were these surplus candidates gone, the puzzle would have two solutions
//! or none; so one of them is true. What follows from that is the same for both.

use super::{CheckError, Justified, require, union_of_candidates};
use crate::position::Position;
use crate::step::{BivalueGrave, Escape, UniqueLoop};
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House, HouseKind};

pub(super) fn unique_loop(
    position: &Position,
    unique: &UniqueLoop,
) -> Result<Justified, CheckError> {
    let cells: Cells = unique.cells.iter().copied().collect();
    let pair: Digits = unique.digits.into_iter().collect();
    require(cells.len() == unique.cells.len() && cells.len() >= 4, "a cell stands twice")?;
    require(pair.len() == 2, "the loop needs two digits")?;
    require(cells.is_subset(position.empty_cells()), "a cell of the loop is filled")?;
    // A cell may lack a digit of the loop as long as no placed digit forbids it: the
    // second filling needs to fit the clues, not the pencil marks.
    require(
        cells.into_iter().all(|cell| pair.without(unforbidden(position, cell)).is_empty()),
        "a cell cannot hold a digit of the loop",
    )?;
    // Each house is visited once by each colour, or not at all: swapping the digits
    // all round gives a second filling.
    let colour =
        |parity: usize| -> Cells { unique.cells.iter().skip(parity).step_by(2).copied().collect() };
    let (even, odd) = (colour(0), colour(1));
    for house in House::all() {
        let n = even.intersection(house.cells()).len();
        require(n <= 1 && n == odd.intersection(house.cells()).len(), "a house is not balanced")?;
    }
    let surplus = cells
        .into_iter()
        .map(|cell| (cell, position.candidates(cell).without(pair)))
        .filter(|(_, digits)| !digits.is_empty())
        .collect::<Vec<_>>();
    match unique.escape {
        Escape::Crossed { cells: holders, digit } => {
            crossed(position, cells, &surplus, holders, digit)
        }
        Escape::HiddenCorner { cell, digit } => {
            hidden_corner(position, unique, &surplus, cell, digit)
        }
        _ => escape(position, &surplus, &unique.escape),
    }
}

/// The digits no placed peer holds.
fn unforbidden(position: &Position, cell: Cell) -> Digits {
    let held: Digits = cell.peers().into_iter().filter_map(|peer| position.value(peer)).collect();
    Digits::ALL.without(held)
}

/// The digit stands in two opposite corners of the rectangle. In the corners with
/// surplus candidates it would force the deadly pattern.
fn crossed(
    position: &Position,
    cells: Cells,
    surplus: &[(Cell, Digits)],
    holders: Cells,
    digit: Digit,
) -> Result<Justified, CheckError> {
    let corners: Cells = surplus.iter().map(|&(cell, _)| cell).collect();
    require(cells.len() == 4 && corners == holders, "other cells have surplus candidates")?;
    require(
        corners.len() == 2 && corners.common_houses().next().is_none(),
        "the cells are not opposite corners",
    )?;
    let lines = corners.into_iter().flat_map(Cell::houses);
    for house in lines.filter(|house| house.kind() != HouseKind::Box) {
        require(
            position.cells_with_in(digit, house).is_subset(cells),
            "the digit has another place in a line",
        )?;
    }
    Ok(Justified::remove_digit(corners.intersection(position.cells_with(digit)), digit))
}

/// Were the other digit in the corner, the digit would stand in both neighbours, and
/// the opposite corner would have to take the other digit too: the deadly pattern.
fn hidden_corner(
    position: &Position,
    unique: &UniqueLoop,
    surplus: &[(Cell, Digits)],
    cell: Cell,
    digit: Digit,
) -> Result<Justified, CheckError> {
    let cells: Cells = unique.cells.iter().copied().collect();
    let other = unique.digits.into_iter().find(|&d| d != digit);
    let other = other.ok_or(CheckError::Premise("the loop needs two digits"))?;
    require(
        cells.len() == 4 && unique.digits.contains(&digit) && cells.contains(cell),
        "the corner or the digit is not of the rectangle",
    )?;
    let opposite =
        cells.into_iter().find(|&c| c.row() != cell.row() && c.column() != cell.column());
    require(
        surplus.iter().all(|&(holder, _)| Some(holder) != opposite),
        "the opposite corner has surplus candidates",
    )?;
    for house in [House::row(cell.row()), House::column(cell.column())] {
        require(
            position.cells_with_in(digit, house).is_subset(cells),
            "the digit has another place in a line",
        )?;
    }
    Ok(Justified::remove(vec![Candidate::new(cell, other)]))
}

/// The rectangle would have a second filling, because none of its cells is a clue.
pub(super) fn avoidable_rectangle(
    position: &Position,
    cells: [Cell; 4],
    digits: [Digit; 2],
) -> Result<Justified, CheckError> {
    let set: Cells = cells.into_iter().collect();
    require(set.len() == 4 && digits[0] != digits[1], "a cell or digit stands twice")?;
    require(set.intersection(position.givens()).is_empty(), "a cell of the rectangle is a clue")?;
    for house in House::all() {
        let n = |parity: usize| {
            cells.iter().skip(parity).step_by(2).filter(|c| house.cells().contains(**c)).count()
        };
        require(n(0) <= 1 && n(0) == n(1), "a house is not balanced")?;
    }
    let mut open = Vec::new();
    for (index, &cell) in cells.iter().enumerate() {
        let due = digits[index % 2];
        match position.value(cell) {
            Some(value) => require(value == due, "a placed digit is not of the rectangle")?,
            None => open.push(Candidate::new(cell, due)),
        }
    }
    match open[..] {
        [] => Err(CheckError::Premise("the rectangle is complete")),
        [last] => Ok(Justified::remove(vec![last])),
        _ => {
            let surplus = open
                .iter()
                .map(|c| {
                    let mut rest = position.candidates(c.cell);
                    rest.remove(c.digit);
                    (c.cell, rest)
                })
                .collect::<Vec<_>>();
            let all = surplus.iter().fold(Digits::EMPTY, |set, &(_, own)| set.union(own));
            let digit = all.single().ok_or(CheckError::Premise("several digits are surplus"))?;
            escape(position, &surplus, &Escape::OneDigit { cells: Cells::EMPTY, digit })
        }
    }
}

pub(super) fn bivalue_grave(
    position: &Position,
    grave: &BivalueGrave,
) -> Result<Justified, CheckError> {
    let mut rest = position.clone();
    for &(cell, digits) in &grave.surplus {
        for digit in digits {
            require(position.has(cell, digit), "a surplus candidate is not there")?;
            rest.remove(cell, digit);
        }
    }
    require(
        rest.empty_cells().into_iter().all(|cell| rest.candidates(cell).len() == 2),
        "a cell of the grave has not two candidates",
    )?;
    for house in House::all() {
        for digit in Digit::all() {
            let n = rest.cells_with_in(digit, house).len();
            require(n == 0 || n == 2, "a digit of the grave has not two places in a house")?;
        }
    }
    escape(position, &grave.surplus, &grave.escape)
}

/// What follows when one of the surplus candidates is true.
fn escape(
    position: &Position,
    surplus: &[(Cell, Digits)],
    escape: &Escape,
) -> Result<Justified, CheckError> {
    let holders: Cells = surplus.iter().map(|&(cell, _)| cell).collect();
    let all = surplus.iter().fold(Digits::EMPTY, |set, &(_, digits)| set.union(digits));
    require(!holders.is_empty(), "there is no surplus candidate")?;
    match *escape {
        Escape::OneCell { cell } => {
            require(holders == Cells::only(cell), "other cells have surplus candidates")?;
            let lost = position.candidates(cell).without(all);
            Ok(Justified::remove(lost.into_iter().map(|d| Candidate::new(cell, d)).collect()))
        }
        Escape::OneDigit { digit, .. } => {
            require(all == Digits::only(digit), "other digits are surplus too")?;
            let removed = position.cells_with(digit).intersection(holders.common_peers());
            Ok(Justified::remove_digit(removed, digit))
        }
        Escape::NakedSubset { house, others, digits, .. } => {
            let outside = holders.union(others);
            require(
                outside.is_subset(house.cells()) && holders.intersection(others).is_empty(),
                "the cells are not in the house",
            )?;
            // The holders together take one of the surplus digits: one member more.
            // A second house that all of them share loses the digits too.
            require(digits.len() == others.len() + 1, "there are not as many cells as digits")?;
            require(
                union_of_candidates(position, others).union(all).without(digits).is_empty(),
                "a member has a candidate outside the set",
            )?;
            let rest = outside
                .common_houses()
                .fold(Cells::EMPTY, |set, shared| set.union(shared.cells()))
                .without(outside);
            Ok(Justified::remove(
                rest.into_iter()
                    .flat_map(|cell| {
                        let lost = position.candidates(cell).intersection(digits);
                        lost.into_iter().map(move |digit| Candidate::new(cell, digit))
                    })
                    .collect(),
            ))
        }
        Escape::HiddenSubset { house, others, digits, .. } => {
            require(holders.len() == 2, "there are not two cells")?;
            let members = holders.union(others);
            require(members.is_subset(house.cells()), "the cells are not in the house")?;
            require(digits.intersection(all).is_empty(), "a surplus digit is in the set")?;
            // One of the holders takes a surplus digit, so the other members and the
            // remaining holder are all that is left for the digits.
            require(digits.len() == others.len() + 1, "there are not as many cells as digits")?;
            for digit in digits {
                require(
                    position.cells_with_in(digit, house).is_subset(members),
                    "a digit has places outside the set",
                )?;
            }
            Ok(Justified::remove(
                others
                    .into_iter()
                    .flat_map(|cell| {
                        let lost = position.candidates(cell).without(digits);
                        lost.into_iter().map(move |digit| Candidate::new(cell, digit))
                    })
                    .collect(),
            ))
        }
        Escape::Crossed { .. } | Escape::HiddenCorner { .. } => {
            Err(CheckError::Premise("only a rectangle is escaped so"))
        }
        Escape::Locked { cells, house, digit } => {
            require(cells == holders && cells.len() == 2, "the cells are not the two holders")?;
            require(
                position.cells_with_in(digit, house).is_subset(cells)
                    && cells.is_subset(house.cells()),
                "the digit is not locked in the two cells",
            )?;
            // One cell takes the locked digit, the other a surplus one: neither takes
            // anything else.
            Ok(Justified::remove(
                surplus
                    .iter()
                    .flat_map(|&(cell, own)| {
                        let mut lost = position.candidates(cell).without(own);
                        lost.remove(digit);
                        lost.into_iter().map(move |digit| Candidate::new(cell, digit))
                    })
                    .collect(),
            ))
        }
    }
}
