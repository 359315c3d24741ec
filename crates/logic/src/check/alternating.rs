//! The rules for alternating chains, remote pairs and colours.

use super::{CheckError, Justified, require, union_of_candidates};
use crate::position::Position;
use crate::step::{AlternatingChain, GroupNode};
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House};

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
    sets: &[(usize, Cells)],
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
            let by_set = sets.iter().any(|&(at, set)| {
                at == index && Through::new(position, set, pair[0], pair[1]).is_some()
            });
            require(by_set || strong(position, pair[0], pair[1]), "a strong link does not hold")?;
        } else {
            require(weak(pair[0], pair[1]), "a weak link does not hold")?;
        }
    }
    // When the first node is false the last is true: one of them holds.
    // The same node at both ends holds; a group of cells excludes what sees all of it.
    if let (true, 1, Some(cell)) = (first == last, first.cells.len(), first.cells.first()) {
        return Ok(Justified::place(Candidate::new(cell, first.digit)));
    }
    let mut ends = vec![(first, last)];
    if chain.closed {
        require(weak(last, first), "the chain does not close")?;
        // Round the loop every second node is true, so every weak link is strong too.
        ends.extend(nodes[1..].chunks_exact(2).map(|pair| (pair[0], pair[1])));
    }
    let mut eliminations: Vec<Candidate> = position
        .all_candidates()
        .filter(|&c| ends.iter().any(|&(a, b)| excludes(a, c) && excludes(b, c)))
        .collect();
    if chain.closed {
        for &(at, set) in sets {
            if let Some(&[a, b]) = nodes.get(at..at + 2).and_then(|pair| pair.first_chunk())
                && let Some(through) = Through::new(position, set, a, b)
            {
                eliminations.extend(through.when_closed(position));
            }
        }
    }
    Ok(Justified::remove(eliminations))
}

/// A strong link through an almost locked set: without the digit of the first node the
/// set holds all its others.
struct Through {
    set: Cells,
    /// The digits of the set that are neither that of the first node nor exits.
    inner: Digits,
    /// The digits by which the set is left.
    exits: Digits,
    /// The cell that is left with one candidate, when the set is left so.
    forced: Option<Cell>,
}

impl Through {
    fn new(position: &Position, set: Cells, a: GroupNode, b: GroupNode) -> Option<Self> {
        let digits = union_of_candidates(position, set);
        set.common_houses().next()?;
        let holders = |digit: Digit| set.intersection(position.cells_with(digit));
        let almost = set.is_subset(position.empty_cells()) && digits.len() == set.len() + 1;
        if !almost || !digits.contains(a.digit) || a.cells != holders(a.digit) {
            return None;
        }
        let others = digits.without(Digits::only(a.digit));
        let (exits, forced) = if others.contains(b.digit) && b.cells == holders(b.digit) {
            (Digits::only(b.digit), None)
        } else {
            let cell = b.cells.first().filter(|_| b.cells.len() == 1)?;
            let lost = position.candidates(cell).without(Digits::only(b.digit));
            let excluded =
                |digit: Digit| others.contains(digit) && holders(digit).is_subset(cell.peers());
            if set.contains(cell) || !lost.into_iter().all(excluded) {
                return None;
            }
            (lost, Some(cell))
        };
        Some(Self { set, inner: others.without(exits), exits, forced })
    }

    /// In a closed chain the set lacks either the digit of the first node or an exit,
    /// so it holds all inner digits; an exit is in the set or in the forced cell.
    fn when_closed(&self, position: &Position) -> Vec<Candidate> {
        let mut eliminations = Vec::new();
        let mut clear = |digit: Digit, within: Cells| {
            let holders = self.set.intersection(position.cells_with(digit));
            let seen = holders.common_peers().intersection(within);
            let lost = position.cells_with(digit).intersection(seen);
            eliminations.extend(lost.into_iter().map(|cell| Candidate::new(cell, digit)));
        };
        for digit in self.inner {
            clear(digit, Cells::ALL);
        }
        if let Some(cell) = self.forced {
            for digit in self.exits {
                clear(digit, cell.peers());
            }
        }
        eliminations
    }
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
