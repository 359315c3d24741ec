//! The rules for alternating chains, remote pairs and colours.

use super::{CheckError, Justified, require};
use crate::board::{Candidate, Cell, Cells, Digit, Digits, House};
use crate::position::Position;
use crate::step::{AlternatingChain, GroupNode};

/// Whether at least one of two nodes is true.
fn strong(position: &Position, a: GroupNode, b: GroupNode) -> bool {
    if a.digit != b.digit {
        return a.cells == b.cells
            && a.cells.len() == 1
            && a.cells.into_iter().all(|cell| {
                position.candidates(cell) == [a.digit, b.digit].into_iter().collect::<Digits>()
            });
    }
    let both = a.cells.union(b.cells);
    House::all().any(|house| {
        let places = position.cells_with_in(a.digit, house);
        !places.is_empty() && places.is_subset(both) && both.is_subset(house.cells())
    })
}

/// Whether at most one of two nodes is true.
fn weak(a: GroupNode, b: GroupNode) -> bool {
    if a.digit != b.digit {
        return a.cells == b.cells && a.cells.len() == 1;
    }
    b.cells.is_subset(a.cells.common_peers())
}

/// Whether a candidate is false when the node is true.
fn excludes(node: GroupNode, candidate: Candidate) -> bool {
    if node.digit == candidate.digit {
        node.cells.common_peers().contains(candidate.cell)
    } else {
        node.cells == Cells::only(candidate.cell)
    }
}

pub(super) fn chain(
    position: &Position,
    chain: &AlternatingChain,
) -> Result<Justified, CheckError> {
    let nodes = &chain.nodes;
    let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
        return Err(CheckError::Premise("the chain has no nodes"));
    };
    require(nodes.len().is_multiple_of(2), "the chain does not end with a strong link")?;
    require(
        nodes
            .iter()
            .all(|n| !n.cells.is_empty() && n.cells.is_subset(position.cells_with(n.digit))),
        "a node is not there",
    )?;
    for (index, pair) in nodes.windows(2).enumerate() {
        if index % 2 == 0 {
            require(strong(position, pair[0], pair[1]), "a strong link does not hold")?;
        } else {
            require(weak(pair[0], pair[1]), "a weak link does not hold")?;
        }
    }
    // When the first node is false the last is true: one of them holds.
    if first == last {
        let single = first.cells.first().filter(|_| first.cells.len() == 1);
        let cell = single.ok_or(CheckError::Premise("a group cannot be placed"))?;
        return Ok(Justified::place(Candidate::new(cell, first.digit)));
    }
    let mut ends = vec![(first, last)];
    if chain.closed {
        require(weak(last, first), "the chain does not close")?;
        // Round the loop every second node is true, so every weak link is strong too.
        ends.extend(nodes[1..].chunks_exact(2).map(|pair| (pair[0], pair[1])));
    }
    let eliminations = position
        .all_candidates()
        .filter(|&c| ends.iter().any(|&(a, b)| excludes(a, c) && excludes(b, c)))
        .collect();
    Ok(Justified::remove(eliminations))
}

pub(super) fn remote_pair(
    position: &Position,
    cells: &[Cell],
    digits: Digits,
) -> Result<Justified, CheckError> {
    require(digits.len() == 2, "a remote pair has two digits")?;
    require(
        cells.iter().all(|&cell| position.candidates(cell) == digits),
        "a cell has other candidates",
    )?;
    require(cells.windows(2).all(|pair| pair[0].sees(pair[1])), "a cell does not see the next")?;
    let colour = |parity: usize| cells.iter().skip(parity).step_by(2).copied();
    let eliminations = position
        .all_candidates()
        .filter(|c| {
            digits.contains(c.digit) && (0..2).all(|parity| colour(parity).any(|d| d.sees(c.cell)))
        })
        .collect();
    Ok(Justified::remove(eliminations))
}

pub(super) fn colours(
    position: &Position,
    digit: Digit,
    groups: &[[Cells; 2]],
) -> Result<Justified, CheckError> {
    for &[first, second] in groups {
        require(
            !first.is_empty() && first.intersection(second).is_empty(),
            "the colours are not two",
        )?;
        // Spread from one cell over the strong links: every cell must be reached, and
        // each link must change the colour.
        let all = first.union(second);
        let mut reached = first.first().map_or(Cells::EMPTY, Cells::only);
        loop {
            let before = reached;
            for house in House::all() {
                let pair = position.cells_with_in(digit, house);
                if pair.len() != 2 || !pair.is_subset(all) {
                    continue;
                }
                require(
                    pair.intersection(first).len() == 1,
                    "a strong link joins cells of one colour",
                )?;
                if !pair.intersection(reached).is_empty() {
                    reached = reached.union(pair);
                }
            }
            if reached == before {
                break;
            }
        }
        require(reached == all, "a cell is not joined to the others")?;
    }
    let candidates = position.cells_with(digit);
    let sees = |cell: Cell, colour: Cells| !cell.peers().intersection(colour).is_empty();
    let touches = |a: Cells, b: Cells| a.into_iter().any(|cell| sees(cell, b));
    let mut removed = Cells::EMPTY;
    let mut one_holds: Vec<[Cells; 2]> = groups.to_vec();
    for (index, group) in groups.iter().enumerate() {
        for side in 0..2 {
            let (colour, opposite) = (group[side], group[1 - side]);
            if touches(colour, colour) {
                removed = removed.union(colour);
            }
            for (other_index, other) in groups.iter().enumerate() {
                if other_index == index {
                    continue;
                }
                // A colour that sees both colours of another group is false; one that
                // sees one of them cannot be true together with it.
                if touches(colour, other[0]) && touches(colour, other[1]) {
                    removed = removed.union(colour);
                }
                for other_side in 0..2 {
                    if touches(colour, other[other_side]) {
                        one_holds.push([opposite, other[1 - other_side]]);
                    }
                }
            }
        }
    }
    for [a, b] in one_holds {
        removed =
            removed.union(candidates.into_iter().filter(|&c| sees(c, a) && sees(c, b)).collect());
    }
    Ok(Justified::remove_digit(removed, digit))
}
