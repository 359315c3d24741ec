//! The rules for almost locked sets and Sue de Coq.

use super::{CheckError, Justified, require, union_of_candidates};
use crate::position::Position;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House};

pub(super) fn almost_locked_sets(
    position: &Position,
    sets: &[Cells],
    links: &[Digit],
) -> Result<Justified, CheckError> {
    require(sets.len() >= 2, "there are not two sets")?;
    for &set in sets {
        require(
            !set.is_empty()
                && set.is_subset(position.empty_cells())
                && set.common_houses().next().is_some(),
            "the cells of a set do not share a house",
        )?;
        require(
            union_of_candidates(position, set).len() == set.len() + 1,
            "a set has not one digit more than cells",
        )?;
    }
    let double = sets.len() == 2 && links.len() == 2;
    require(double || links.len() + 1 == sets.len(), "a link is missing")?;
    let holders = |set: Cells, digit: Digit| position.cells_with(digit).intersection(set);
    let restricted = |a: Cells, b: Cells, digit: Digit| {
        let (in_a, in_b) = (holders(a, digit), holders(b, digit));
        !in_a.is_empty() && !in_b.is_empty() && in_b.is_subset(in_a.common_peers())
    };
    let mut eliminations = Vec::new();
    let mut clear = |holders: Cells, digit: Digit| {
        let seen = position.cells_with(digit).intersection(holders.common_peers());
        eliminations.extend(seen.into_iter().map(|cell| Candidate::new(cell, digit)));
    };
    let (first, last) = (sets[0], sets[sets.len() - 1]);
    if double {
        let [x, y] = [links[0], links[1]];
        require(x != y, "the sets are not joined twice")?;
        for digit in [x, y] {
            require(restricted(first, last, digit), "a link does not hold")?;
            clear(holders(first, digit).union(holders(last, digit)), digit);
        }
        // Each set loses one of the two digits and is locked on all its others.
        for set in [first, last] {
            for digit in union_of_candidates(position, set) {
                if digit != x && digit != y {
                    clear(holders(set, digit), digit);
                }
            }
        }
    } else {
        for (index, &digit) in links.iter().enumerate() {
            require(restricted(sets[index], sets[index + 1], digit), "a link does not hold")?;
            require(index == 0 || links[index - 1] != digit, "two links of a set are one digit")?;
        }
        // Without the common digit the first set is locked; then the second lacks the
        // first link, holds the second one, and so on to the last set.
        let common =
            union_of_candidates(position, first).intersection(union_of_candidates(position, last));
        for digit in common {
            if digit != links[0] && digit != links[links.len() - 1] {
                clear(holders(first, digit).union(holders(last, digit)), digit);
            }
        }
    }
    Ok(Justified::remove(eliminations))
}

pub(super) fn sue_de_coq(
    position: &Position,
    crossing: Cells,
    houses: [House; 2],
    wings: [Cells; 2],
) -> Result<Justified, CheckError> {
    let inner = houses[0].cells().intersection(houses[1].cells());
    require(crossing.is_subset(inner), "the crossing is not in both houses")?;
    require(wings[0].intersection(wings[1]).is_empty(), "a cell stands in both wings")?;
    for (house, wing) in houses.iter().zip(wings) {
        // A further cell of both houses may be in a wing; as it sees all the others it
        // takes no digit twice.
        require(
            wing.is_subset(house.cells().without(crossing)) && !wing.is_empty(),
            "the cells are not in their house",
        )?;
    }
    let all = crossing.union(wings[0]).union(wings[1]);
    require(all.is_subset(position.empty_cells()), "a cell is filled")?;
    // A digit can stand once in each house, so twice only where the wings share it.
    let in_wings = wings.map(|wing| union_of_candidates(position, wing));
    let digits = union_of_candidates(position, all);
    let in_crossing = union_of_candidates(position, crossing);
    let n_shared = in_wings[0].intersection(in_wings[1]).len();
    require(all.len() == digits.len() + n_shared, "there are not as many cells as digits")?;
    // So every digit is used as often as it can be: in each house it is confined to
    // the cells where it must stand.
    let mut eliminations = Vec::new();
    for digit in digits {
        let holders = position.cells_with(digit);
        let shared = in_wings[0].contains(digit) && in_wings[1].contains(digit);
        for (index, house) in houses.iter().enumerate() {
            let here = shared || in_wings[index].contains(digit);
            let only_crossing = !in_wings[0].contains(digit) && !in_wings[1].contains(digit);
            if here || (only_crossing && in_crossing.contains(digit)) {
                let lost = holders.intersection(house.cells()).without(all);
                eliminations.extend(lost.into_iter().map(|cell| Candidate::new(cell, digit)));
            }
        }
        if shared {
            // It stands in both wings, hence not in a cell of both houses.
            let lost = holders.intersection(inner).intersection(all);
            eliminations.extend(lost.into_iter().map(|cell| Candidate::new(cell, digit)));
        }
    }
    Ok(Justified::remove(eliminations))
}

/// Whichever candidate the stem takes, its petal holds all its other digits.
pub(super) fn death_blossom(
    position: &Position,
    stem: Cell,
    petals: &[Cells],
) -> Result<Justified, CheckError> {
    let candidates = position.candidates(stem);
    require(
        !candidates.is_empty() && petals.len() == candidates.len(),
        "there is not one set for each candidate",
    )?;
    let mut common = Digits::ALL.without(candidates);
    let mut all = Cells::EMPTY;
    for (entry, &petal) in candidates.into_iter().zip(petals) {
        let digits = union_of_candidates(position, petal);
        require(
            petal.is_subset(position.empty_cells())
                && petal.common_houses().next().is_some()
                && digits.len() == petal.len() + 1,
            "a set is not almost locked",
        )?;
        let holders = petal.intersection(position.cells_with(entry));
        require(
            !holders.is_empty() && !petal.contains(stem) && holders.is_subset(stem.peers()),
            "a candidate of the cell does not spoil its set",
        )?;
        common = common.intersection(digits);
        all = all.union(petal);
    }
    let mut eliminations = Vec::new();
    for digit in common {
        let holders = all.intersection(position.cells_with(digit));
        let lost = position.cells_with(digit).intersection(holders.common_peers());
        eliminations.extend(lost.into_iter().map(|cell| Candidate::new(cell, digit)));
    }
    Ok(Justified::remove(eliminations))
}
