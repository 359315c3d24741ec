//! What a reason points at, as data: whoever draws a step shades and links these.

use super::chains::without_parents;
use crate::position::Position;
use crate::step::{AlternatingChain, Because, Chains, Escape, Reason, Step};
use std::cmp::Reverse;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, House};

/// What a reason points at.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shown {
    /// The cells that hold the pattern.
    pub cells: Cells,
    /// The houses it lies in.
    pub houses: Vec<House>,
    /// Candidates that are said to be true on the way.
    pub on: Vec<Candidate>,
    /// Candidates that are said to be false on the way.
    pub off: Vec<Candidate>,
    /// From one candidate to another; whether the link is strong.
    pub links: Vec<(Candidate, Candidate, bool)>,
    /// The same for the steps that a chain leans on on its way.
    pub nested: Vec<(Candidate, Candidate, bool)>,
    /// Placed digits that keep a digit from the other cells of a house.
    pub blockers: Vec<Candidate>,
}

impl Shown {
    /// What a step points at in the position it was found in.
    pub fn of_step(position: &Position, step: &Step) -> Self {
        (step.technique.entry().picture)(position, step)
    }

    /// What a reason of the catalogue points at, whatever technique bears it.
    pub fn by_reason(position: &Position, step: &Step) -> Self {
        Self::of(position, &step.reason)
    }

    /// What a reason points at in the position it was found in.
    pub fn of(position: &Position, reason: &Reason) -> Self {
        let mut shown = Self::default();
        match reason {
            Reason::NakedSingle { single } => shown.cells = Cells::only(single.cell),
            Reason::HiddenSingle { house, single } => {
                shown.cells = Cells::only(single.cell);
                shown.houses.push(*house);
                shown.blockers = blockers(position, *house, *single);
            }
            Reason::Locked { digit, base, cover, .. } => {
                shown.houses = vec![*base, *cover];
                shown.hold(position.cells_with_in(*digit, *base), *digit);
            }
            Reason::NakedSubset { house, cells, digits }
            | Reason::HiddenSubset { house, cells, digits, .. } => {
                shown.houses.push(*house);
                for digit in *digits {
                    shown.hold(position.cells_with(digit).intersection(*cells), digit);
                }
            }
            Reason::Fish { digit, base, cover, fins } => {
                shown.houses = base.clone();
                for house in base {
                    let in_cover =
                        cover.iter().fold(Cells::EMPTY, |set, house| set.union(house.cells()));
                    let cells = position.cells_with_in(*digit, *house);
                    shown.hold(cells.intersection(in_cover.union(*fins)), *digit);
                }
            }
            Reason::Wing { pivot, pincers, digit } => {
                shown.cells = [*pivot, pincers[0], pincers[1]].into_iter().collect();
                shown.hold(pincers.iter().copied().collect(), *digit);
            }
            Reason::UniqueLoop(unique) => {
                for digit in unique.digits {
                    shown.hold(unique.cells.iter().copied().collect(), digit);
                }
                shown.escape(&unique.escape);
            }
            Reason::BivalueGrave(grave) => {
                for &(cell, digits) in &grave.surplus {
                    for digit in digits {
                        shown.hold(Cells::only(cell), digit);
                    }
                }
                shown.escape(&grave.escape);
            }
            Reason::AlignedExclusion { base, excluders } => {
                shown.cells = base.iter().copied().collect::<Cells>().union(*excluders);
            }
            Reason::Chains(chains) => shown.chains(position, chains),
            Reason::Alternating(chain) => shown.alternating(chain),
            Reason::AlternatingThroughSets { chain, sets } => {
                shown.alternating(chain);
                for &(_, set) in sets {
                    shown.cells = shown.cells.union(set);
                }
            }
            Reason::Joined(reasons) => {
                for reason in reasons {
                    let part = Self::of(position, reason);
                    shown.houses.extend(part.houses);
                    shown.cells = shown.cells.union(part.cells);
                    shown.on.extend(part.on);
                    shown.off.extend(part.off);
                    shown.links.extend(part.links);
                    shown.nested.extend(part.nested);
                    shown.blockers.extend(part.blockers);
                }
            }
            Reason::DeathBlossom { stem, petals } => {
                shown.cells = petals.iter().fold(Cells::only(*stem), |all, p| all.union(*p));
                for (digit, petal) in position.candidates(*stem).into_iter().zip(petals) {
                    shown.hold(position.cells_with(digit).intersection(*petal), digit);
                }
            }
            Reason::Templates { digit, .. } => shown.hold(position.cells_with(*digit), *digit),
            Reason::RemotePair { cells, digits } => {
                for digit in *digits {
                    shown.hold(cells.iter().copied().collect(), digit);
                }
            }
            Reason::Colours { digit, groups } => {
                for [first, second] in groups {
                    shown.hold(*first, *digit);
                    shown.cells = shown.cells.union(*second);
                    shown.off.extend(second.into_iter().map(|c| Candidate::new(c, *digit)));
                }
            }
            Reason::AvoidableRectangle { cells, .. } => {
                shown.cells = cells.iter().copied().collect();
            }
            Reason::AlmostLockedSets { sets, links } => {
                for set in sets {
                    shown.cells = shown.cells.union(*set);
                    for &digit in links {
                        shown.hold(position.cells_with(digit).intersection(*set), digit);
                    }
                }
            }
            Reason::SueDeCoq { crossing, houses, wings } => {
                shown.houses = houses.to_vec();
                shown.cells = crossing.union(wings[0]).union(wings[1]);
            }
            Reason::Solution { single } => shown.cells = Cells::only(single.cell),
            Reason::Own(own) => {
                shown.houses.clone_from(&own.houses);
                shown.cells = own.cells;
                shown.on.clone_from(&own.candidates);
            }
        }
        shown
    }

    fn hold(&mut self, cells: Cells, digit: Digit) {
        self.cells = self.cells.union(cells);
        self.on.extend(cells.into_iter().map(|cell| Candidate::new(cell, digit)));
    }

    fn escape(&mut self, escape: &Escape) {
        match escape {
            Escape::OneCell { .. }
            | Escape::OneDigit { .. }
            | Escape::Crossed { .. }
            | Escape::HiddenCorner { .. } => {}
            Escape::NakedSubset { house, others, .. }
            | Escape::HiddenSubset { house, others, .. } => {
                self.houses.push(*house);
                self.cells = self.cells.union(*others);
            }
            Escape::Locked { house, .. } => self.houses.push(*house),
        }
    }

    fn alternating(&mut self, chain: &AlternatingChain) {
        let heads: Vec<Candidate> = chain
            .nodes
            .iter()
            .filter_map(|node| node.cells.first().map(|cell| Candidate::new(cell, node.digit)))
            .collect();
        for (index, node) in chain.nodes.iter().enumerate() {
            self.cells = self.cells.union(node.cells);
            let side = if index % 2 == 0 { &mut self.off } else { &mut self.on };
            side.extend(node.cells.into_iter().map(|cell| Candidate::new(cell, node.digit)));
        }
        for (index, pair) in heads.windows(2).enumerate() {
            self.links.push((pair[0], pair[1], index % 2 == 0));
        }
        if let (true, Some(&first), Some(&last)) = (chain.closed, heads.first(), heads.last()) {
            self.links.push((last, first, false));
        }
    }

    fn chains(&mut self, position: &Position, chains: &Chains) {
        for node in &chains.nodes {
            self.cells.insert(node.candidate.cell);
            if node.on { &mut self.on } else { &mut self.off }.push(node.candidate);
            let strong = match &node.because {
                Because::LastInCell | Because::LastInHouse(_) => true,
                Because::CellIsTaken | Because::HouseHasIt(_) => false,
                Because::Assumed | Because::Absurd => continue,
                Because::Rule(step) => {
                    let without = without_parents(position, chains, node);
                    self.lean_on(Self::of_step(&without, step));
                    continue;
                }
            };
            for &parent in &node.parents {
                let from = chains.nodes[parent as usize].candidate;
                if !self.links.contains(&(from, node.candidate, strong)) {
                    self.links.push((from, node.candidate, strong));
                }
            }
        }
    }

    /// Adds what a step on the way points at.
    fn lean_on(&mut self, step: Self) {
        self.cells = self.cells.union(step.cells);
        for link in step.links.into_iter().chain(step.nested) {
            if !self.nested.contains(&link) {
                self.nested.push(link);
            }
        }
    }
}

/// The placed digits that keep a digit from the other empty cells of a house: the fewest that
/// cover all of the cells they can, those that bar most of them first.
fn blockers(position: &Position, house: House, single: Candidate) -> Vec<Candidate> {
    let digit = single.digit;
    let mut barred: Cells = house
        .cells()
        .into_iter()
        .filter(|&cell| cell != single.cell && position.value(cell).is_none())
        .collect();
    let holding: Cells = Cell::all().filter(|&cell| position.value(cell) == Some(digit)).collect();
    let mut found = Vec::new();
    while let Some(cell) = holding
        .into_iter()
        .max_by_key(|cell| (cell.peers().intersection(barred).len(), Reverse(cell.index())))
        && !cell.peers().intersection(barred).is_empty()
    {
        barred = barred.without(cell.peers());
        found.push(Candidate::new(cell, digit));
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::{first, hidden_single};

    #[test]
    fn a_hidden_single_shows_the_digits_that_block_its_house() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let position = Position::from_line(line).expect("a puzzle");
        let step = first(&position, |p, v| hidden_single::find(p, v)).expect("a single");
        // Box 2 has its 8 in r1c6: column 4 and row 3 have one already.
        let shown = Shown::of_step(&position, &step);
        let named: Vec<String> =
            shown.blockers.iter().map(|c| format!("{}={}", c.cell, c.digit)).collect();
        assert_eq!(named, ["r3c3=8", "r5c4=8"]);
        let Reason::HiddenSingle { house, .. } = step.reason else { panic!("a hidden single") };
        for cell in house.cells() {
            let empty = position.value(cell).is_none() && !shown.cells.contains(cell);
            assert!(!empty || shown.blockers.iter().any(|b| b.cell.sees(cell)), "{cell}");
        }
    }
}
