//! Almost locked sets: ALS-XZ, ALS-XY-Wing and ALS chains.
//!
//! An almost locked set is `n` cells of a house with `n + 1` digits; without one of the
//! digits it is locked on the others. Two sets are joined by a digit when all its places
//! in the one see all its places in the other: only one of them can hold it. Along a chain
//! of joined sets, the joining digits different at every set, the first or the last holds
//! any digit common to both, so what sees all its places there loses it. Two sets joined
//! by two digits lock each other: each of their digits is confined.
//!
//! Order: sets by house, then by places; the later set behind the earlier.

use super::Flow;
use crate::board::{Candidate, Cells, Digit, Digits, House};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// A set with its digits and, by digit, its cells that hold it and what sees these.
pub(super) struct Set {
    pub(super) cells: Cells,
    pub(super) digits: Digits,
    pub(super) holders: [Cells; 9],
    pub(super) seen: [Cells; 9],
}

/// Every almost locked set, single cells with two candidates included.
pub(super) fn sets(position: &Position) -> Vec<Set> {
    let mut known = std::collections::HashSet::new();
    let mut sets = Vec::new();
    for house in House::all() {
        let open = house
            .cells()
            .intersection(position.empty_cells())
            .into_iter()
            .fold(0, |set, cell| set | 1 << house.place(cell));
        for size in 1..=8 {
            for places in super::subsets_within(open, size) {
                let cells = house.cells_at(places);
                let digits = cells
                    .into_iter()
                    .fold(Digits::EMPTY, |set, cell| set.union(position.candidates(cell)));
                if digits.len() != size + 1 || !known.insert(cells.bits()) {
                    continue;
                }
                let holders = std::array::from_fn(|digit| {
                    position.cells_with(Digit::new(digit)).intersection(cells)
                });
                let seen = std::array::from_fn(|digit| {
                    let holders: Cells = holders[digit];
                    if holders.is_empty() { Cells::EMPTY } else { holders.common_peers() }
                });
                sets.push(Set { cells, digits, holders, seen });
            }
        }
    }
    sets
}

/// The digits that only one of two sets can hold.
fn joints(a: &Set, b: &Set) -> Digits {
    a.digits
        .intersection(b.digits)
        .into_iter()
        .filter(|digit| b.holders[digit.index()].is_subset(a.seen[digit.index()]))
        .collect()
}

/// What sees all places of these digits in both sets.
fn common_losses(position: &Position, a: &Set, b: &Set, digits: Digits) -> Vec<Candidate> {
    let mut lost = Vec::new();
    for digit in digits {
        let seen = a.seen[digit.index()].intersection(b.seen[digit.index()]);
        let cells = position.cells_with(digit).intersection(seen);
        lost.extend(cells.into_iter().map(|cell| Candidate::new(cell, digit)));
    }
    lost
}

/// Hands out every ALS-XZ, joined once or twice.
pub fn find_xz(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let sets = sets(position);
    for (index, a) in sets.iter().enumerate() {
        for b in &sets[index + 1..] {
            let joints = joints(a, b);
            let common = a.digits.intersection(b.digits);
            let mut hand_out = |effect: Effect, links: Vec<Digit>| {
                if effect.is_empty() {
                    return ControlFlow::Continue(());
                }
                visit(Step {
                    technique: Technique::AlsXz,
                    effect,
                    reason: Reason::AlmostLockedSets { sets: vec![a.cells, b.cells], links },
                })
            };
            for x in joints {
                let rest = common.without(Digits::only(x));
                hand_out(Effect::remove(common_losses(position, a, b, rest)), vec![x])?;
            }
            if joints.len() == 2 {
                let mut lost = common_losses(position, a, b, joints);
                for set in [a, b] {
                    lost.extend(common_losses(position, set, set, set.digits.without(joints)));
                }
                // Named by what goes outside the two sets.
                let both = a.cells.union(b.cells);
                lost.retain(|candidate| !both.contains(candidate.cell));
                hand_out(Effect::remove(lost), joints.into_iter().collect())?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hands out every ALS-XY-Wing: chains of three sets.
pub fn find_xy_wing(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    chains(position, Technique::AlsXyWing, 3..=3, visit)
}

/// Hands out the ALS chains of four to seven sets.
pub fn find_chain(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    chains(position, Technique::AlsXyChain, 4..=7, visit)
}

/// Breadth first over joined sets that do not repeat.
fn chains(
    position: &Position,
    technique: Technique,
    lengths: std::ops::RangeInclusive<usize>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let sets = sets(position);
    let mut neighbours: Vec<Vec<(usize, Digits)>> = vec![Vec::new(); sets.len()];
    for (i, a) in sets.iter().enumerate() {
        for (j, b) in sets.iter().enumerate() {
            let joints = joints(a, b);
            if i != j && !joints.is_empty() {
                neighbours[i].push((j, joints));
            }
        }
    }
    // Per start and first link: a state is a set with the digit it was entered by.
    // Breadth first, so the first chain to a state is a shortest one.
    let starts = (0..sets.len())
        .flat_map(|start| sets[start].digits.into_iter().map(move |first| (start, first)));
    for (start, first) in starts {
        let mut reached = vec![Digits::EMPTY; sets.len()];
        let mut ring: Vec<(Vec<usize>, Vec<Digit>)> = vec![(vec![start], Vec::new())];
        for length in 2..=*lengths.end() {
            let mut next = Vec::new();
            for (path, links) in &ring {
                let last = path[path.len() - 1];
                for &(set, joints) in &neighbours[last] {
                    if path.contains(&set) {
                        continue;
                    }
                    for digit in joints {
                        if links.last() == Some(&digit)
                            || (links.is_empty() && digit != first)
                            || reached[set].contains(digit)
                        {
                            continue;
                        }
                        let mut path = path.clone();
                        let mut links = links.clone();
                        path.push(set);
                        links.push(digit);
                        if start < set && lengths.contains(&length) {
                            let (a, b) = (&sets[start], &sets[set]);
                            let ends: Digits = [links[0], digit].into_iter().collect();
                            let common = a.digits.intersection(b.digits).without(ends);
                            let effect = Effect::remove(common_losses(position, a, b, common));
                            if !effect.is_empty() {
                                let cells = path.iter().map(|&i| sets[i].cells).collect();
                                visit(Step {
                                    technique,
                                    effect,
                                    reason: Reason::AlmostLockedSets {
                                        sets: cells,
                                        links: links.clone(),
                                    },
                                })?;
                            }
                        }
                        next.push((path, links));
                    }
                }
            }
            // In a wing every way counts; in longer chains one way to each state.
            if *lengths.end() > 3 {
                next.retain(|(path, links)| {
                    let (set, digit) = (path[path.len() - 1], links[links.len() - 1]);
                    let fresh = !reached[set].contains(digit);
                    reached[set].insert(digit);
                    fresh
                });
            }
            ring = next;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{along, board, told};

    #[test]
    fn two_sets_joined_by_a_digit_clear_what_they_share() {
        // r1c1 r1c2 hold 1, 2, 3; r2c3 and r8c3 hold 1, 4, 3; 1 joins them in box 1.
        let first = board().marked(11, &[1, 2]).marked(12, &[2, 3]);
        let joined = first.clone().marked(23, &[1, 4]).marked(83, &[3, 4]);
        let found = told(&joined, |p, v| find_xz(p, v));
        let expected = "als-xz r1c3<>3 r3c3<>3 r7c2<>3 r8c2<>3 r9c2<>3";
        assert!(found.contains(&expected.to_owned()), "{found:?}");
        let apart = first.marked(53, &[1, 4]).marked(83, &[3, 4]);
        assert!(told(&apart, |p, v| find_xz(p, v)).is_empty());
        assert!(told(&board(), |p, v| find_chain(p, v)).is_empty());
        assert!(told(&board(), |p, v| find_xy_wing(p, v)).is_empty());
    }

    #[test]
    fn longer_chains_of_sets_hold_on_the_way_through_a_puzzle() {
        let line =
            "65.....3..7....25..19........7823....8......93..4.1......156.........7..9....8..6";
        let finders: [crate::techniques::laid::Find; 3] =
            [|p, v| find_xz(p, v), |p, v| find_xy_wing(p, v), |p, v| find_chain(p, v)];
        for find in finders {
            let [found, silent] = along(line, find);
            assert!(found > 0 && silent > 0, "{found} {silent}");
        }
    }
}
