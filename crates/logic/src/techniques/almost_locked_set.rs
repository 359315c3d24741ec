//! Almost locked sets: ALS-XZ, ALS-XY-Wing and ALS chains.
//!
//! An almost locked set is `n` cells of a house with `n + 1` digits; without one of the
//! digits it is locked on the others. Two sets are joined by a digit when all its places
//! in the one see all its places in the other: only one of them can hold it. Along a chain
//! of joined sets, the joining digits different at every set, the first or the last holds
//! any digit common to both, so what sees all its places there loses it. Two sets joined
//! by two digits lock each other: each of their digits is confined.
//!
//! Order: sets by house, then by places; the later set behind the earlier. Under
//! [`Scan::Hodoku`] only what HoDoKu counts unless it is told to: no set shares a cell with
//! its neighbour or with the other end.

use super::Flow;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use crate::unstopped::unstopped;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cells, Digit, Digits, House};

/// Almost Locked Set XZ-Rule.
pub static ALS_XZ: Entry =
    Entry::new("als-xz", "Almost Locked Set XZ-Rule", Family::AlmostLockedSets, HODOKU)
        .code("0901")
        .found_by(|p, scan, _, v| Ok(scanned_xz(p, scan, v)))
        .taught_by(&ALS_XZ_LESSON);

/// Almost Locked Set XY-Wing.
pub static ALS_XY_WING: Entry =
    Entry::new("als-xy-wing", "Almost Locked Set XY-Wing", Family::AlmostLockedSets, HODOKU)
        .code("0902")
        .found_by(|p, scan, pulse, v| chains(p, Technique::AlsXyWing, 3..=3, scan, pulse, v))
        .taught_by(&ALS_XY_WING_LESSON);

/// Almost Locked Set XY-Chain.
pub static ALS_XY_CHAIN: Entry =
    Entry::new("als-xy-chain", "Almost Locked Set XY-Chain", Family::AlmostLockedSets, HODOKU)
        .code("0903")
        .found_by(|p, scan, pulse, v| chains(p, Technique::AlsXyChain, 4..=7, scan, pulse, v))
        .taught_by(&ALS_XY_CHAIN_LESSON);

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
                    position.cells_with(Digit::from_index(digit)).intersection(cells)
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

/// Whether two sets may be joined, or be the ends of a chain.
fn apart(a: &Set, b: &Set, scan: Scan) -> bool {
    scan != Scan::Hodoku || a.cells.intersection(b.cells).is_empty()
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
    scanned_xz(position, Scan::Explainer, visit)
}

fn scanned_xz(
    position: &Position,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let sets = sets(position);
    for (index, a) in sets.iter().enumerate() {
        for b in sets[index + 1..].iter().filter(|b| apart(a, b, scan)) {
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
    let (wing, scan) = (Technique::AlsXyWing, Scan::Explainer);
    unstopped(|halt| chains(position, wing, 3..=3, scan, &mut halt.pulse(), visit))
}

/// Hands out the ALS chains of four to seven sets.
pub fn find_chain(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let (chain, scan) = (Technique::AlsXyChain, Scan::Explainer);
    unstopped(|halt| chains(position, chain, 4..=7, scan, &mut halt.pulse(), visit))
}

/// What comparing one set with all others, and looking at the neighbours of one, count for on the
/// pulse.
const SET: u64 = 64;

/// Breadth first over joined sets that do not repeat.
fn chains(
    position: &Position,
    technique: Technique,
    lengths: std::ops::RangeInclusive<usize>,
    scan: Scan,
    pulse: &mut Pulse<'_>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Result<Flow, Stop> {
    let sets = sets(position);
    let mut neighbours: Vec<Vec<(usize, Digits)>> = vec![Vec::new(); sets.len()];
    for (i, a) in sets.iter().enumerate() {
        pulse.beat(SET)?;
        for (j, b) in sets.iter().enumerate() {
            let joints = joints(a, b);
            if i != j && !joints.is_empty() && apart(a, b, scan) {
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
                pulse.beat(SET)?;
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
                        let (a, b) = (&sets[start], &sets[set]);
                        if start < set && lengths.contains(&length) && apart(a, b, scan) {
                            let ends: Digits = [links[0], digit].into_iter().collect();
                            let common = a.digits.intersection(b.digits).without(ends);
                            let effect = Effect::remove(common_losses(position, a, b, common));
                            if !effect.is_empty() {
                                let cells = path.iter().map(|&i| sets[i].cells).collect();
                                let reason =
                                    Reason::AlmostLockedSets { sets: cells, links: links.clone() };
                                if visit(Step { technique, effect, reason }).is_break() {
                                    return Ok(ControlFlow::Break(()));
                                }
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
    Ok(ControlFlow::Continue(()))
}

static ALS_XZ_LESSON: Lesson = Lesson {
    what: "Two almost locked sets share a digit that only one of them can have. A second \
          digit of both goes from every cell that sees all its places in both sets.",
    why: "An almost locked set has one digit more than cells. One set loses the shared \
          digit and is locked: it then holds the second digit.",
    when: "Wherever small groups of cells with few digits face each other; an XY-Wing is \
          the smallest case with a single cell.",
    other_names: &["ALS-XZ"],
    example: ".1+4..78..7..2...+14.59+81+4....+3...29...+92....3.6+7+198+3..2..7.5....\
              9.....1....34...6.:\
              915 518 619 625 626 627 448 548 549 655 457 557 559 271 471 882 685 291 996",
};

static ALS_XY_WING_LESSON: Lesson = Lesson {
    what: "Three almost locked sets: the middle one shares with each of the others a \
          digit that only one of both can have. A digit of the two outer ones goes from what \
          sees all its places there.",
    why: "The middle set has one digit more than cells, so it lacks at most one of its \
          digits and holds at least one of the two it shares. The outer set that shares this \
          one loses it and is locked, so it holds the common digit.",
    when: "As the XY-Wing, with sets in place of cells.",
    other_names: &["ALS-XY-Wing"],
    example: "1+9+52...847.+8+4+1+5+2.+9.4+298.+1.+5+5.9.4..1.2+1.+5....7.8.+19.5..+9.\
              +1.54.2..+2...+9.+5185..+21..3:\
              317 336 844 646 353 358 463 663 368 672 381 687 697",
};

static ALS_XY_CHAIN_LESSON: Lesson = Lesson {
    what: "Almost locked sets in a row, each sharing with the next a digit that only one \
          of both can have. A digit of the first and the last goes from what sees all its \
          places in both.",
    why: "If the first set does not hold the digit, it is locked and takes its link from \
          the next, which is locked in turn, and so on to the last.",
    when: "When two or three sets do not reach far enough.",
    other_names: &["ALS Chain"],
    example: ".1+4..78..7..2...+14.59+81+4..+6.+3...29...+92...+63.6+7+198+3..2..7.5..\
              ..9.....1....34...6.:\
              915 518 319 625 626 448 548 549 559 271 471 674 176 876 377 979 882 883 684 \
              685 288 788 889 291 996 599",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

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
}
