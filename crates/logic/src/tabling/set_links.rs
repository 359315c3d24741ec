//! Links through almost locked sets, which HoDoKu knows as an option.
//!
//! An almost locked set has one digit more than cells, two cells at least. When one of
//! its digits is off everywhere in it, the others are all in it:
//!
//! - what sees all places of another digit in the set loses that digit: a candidate, a
//!   group, a digit of another set that has no cell in common;
//! - a cell that loses all candidates but one this way takes that one.
//!
//! Such links count as longer than plain ones, the more digits the set has.

use super::graph::{Graph, InSet, NONE, PLAIN};
use crate::position::Position;
use std::collections::HashSet;
use sudolab_grid::nine::{Candidate, Cells, Digit, Digits, House};

struct Set {
    cells: Cells,
    digits: Digits,
    /// What a link through the set adds to the distance.
    penalty: u16,
    /// Per digit the cells of the set that may hold it.
    holders: [Cells; 9],
    /// Per digit the candidates outside that see all of these.
    seen: [Cells; 9],
}

impl Set {
    fn new(position: &Position, cells: Cells, digits: Digits) -> Self {
        let mut holders = [Cells::EMPTY; 9];
        let mut seen = [Cells::EMPTY; 9];
        for digit in digits {
            let places = position.cells_with(digit);
            holders[digit.index()] = cells.intersection(places);
            seen[digit.index()] =
                places.intersection(holders[digit.index()].common_peers()).without(cells);
        }
        let penalty = match digits.len() as u16 {
            2 => 1,
            n => 2 * (n - 1),
        };
        Self { cells, digits, penalty, holders, seen }
    }
}

/// Every almost locked set of two cells or more, house by house.
fn sets(position: &Position) -> Vec<Set> {
    let mut known = HashSet::new();
    let mut sets = Vec::new();
    for house in House::all() {
        let cells: Vec<_> =
            house.cells().intersection(position.empty_cells()).into_iter().collect();
        // Subsets in the order of a walk that adds cells one by one.
        let mut stack: Vec<(usize, Cells, Digits)> = vec![(0, Cells::EMPTY, Digits::EMPTY)];
        while let Some((from, set, digits)) = stack.pop() {
            if set.len() > 1 && digits.len() == set.len() + 1 && known.insert(set.bits()) {
                sets.push(Set::new(position, set, digits));
            }
            for next in (from..cells.len()).rev() {
                let mut larger = set;
                larger.insert(cells[next]);
                let digits = digits.union(position.candidates(cells[next]));
                stack.push((next + 1, larger, digits));
            }
        }
    }
    sets
}

/// Adds the digits of almost locked sets to a graph that has its groups.
pub(super) fn add(graph: &mut Graph, position: &Position) {
    let sets = sets(position);
    let mut number = vec![[NONE; 9]; sets.len()];
    let mut node_of = |graph: &mut Graph, index: usize, digit: Digit| {
        let known = &mut number[index][digit.index()];
        if *known == NONE {
            let Set { cells, holders, .. } = sets[index];
            let in_set = InSet { digit, holders: holders[digit.index()], set: cells };
            *known = graph.add_in_set(in_set) as u16;
        }
        graph.set_node(*known as usize)
    };
    for (index, set) in sets.iter().enumerate() {
        for entry in set.digits {
            let goes: Vec<(Digit, Cells)> = set
                .digits
                .into_iter()
                .filter(|&digit| digit != entry && !set.seen[digit.index()].is_empty())
                .map(|digit| (digit, set.seen[digit.index()]))
                .collect();
            if goes.is_empty() {
                continue;
            }
            let off = node_of(graph, index, entry);
            let holders = set.holders[entry.index()];
            for cell in set.seen[entry.index()] {
                let node = graph.node(cell, entry, true);
                graph.link_with(node, off, PLAIN);
            }
            for group in 0..graph.groups.len() {
                let it = graph.groups[group];
                if it.digit == entry
                    && it.cells.intersection(set.cells).is_empty()
                    && holders.is_subset(it.cells.common_peers())
                {
                    let node = graph.group_node(group, true);
                    graph.link_with(node, off, PLAIN);
                }
            }
            let distance = PLAIN + set.penalty;
            for &(digit, cells) in &goes {
                for cell in cells {
                    let node = graph.node(cell, digit, false);
                    graph.link_with(off, node, distance);
                }
                for group in 0..graph.groups.len() {
                    let it = graph.groups[group];
                    if it.digit == digit && it.cells.is_subset(cells) {
                        let node = graph.group_node(group, false);
                        graph.link_with(off, node, distance);
                    }
                }
            }
            for (other, it) in sets.iter().enumerate() {
                if other == index || !it.cells.intersection(set.cells).is_empty() {
                    continue;
                }
                for &(digit, cells) in &goes {
                    let holders = it.holders[digit.index()];
                    if !holders.is_empty() && holders.is_subset(cells) {
                        let node = node_of(graph, other, digit);
                        graph.link_with(off, node, distance);
                    }
                }
            }
            let reached = goes.iter().fold(Cells::EMPTY, |all, &(_, cells)| all.union(cells));
            for cell in reached {
                let digits = position.candidates(cell);
                let lost: Digits = goes
                    .iter()
                    .filter(|(_, cells)| cells.contains(cell))
                    .map(|&(d, _)| d)
                    .collect();
                if let (true, Some(last)) = (digits.len() > 2, digits.without(lost).single()) {
                    let Candidate { cell, digit } = Candidate::new(cell, last);
                    let node = graph.node(cell, digit, true);
                    graph.link_with(off, node, distance + 1);
                }
            }
        }
    }
}
