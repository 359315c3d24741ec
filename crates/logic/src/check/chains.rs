//! The rule for chains.
//!
//! Every node is confirmed from its parents alone, and every node knows which
//! assumptions stand behind it. A claim holds when its ends say what they must and
//! nothing but the assumptions of the claim stands behind them.

use super::{CheckError, Justified, justify, require};
use crate::position::Position;
use crate::step::{Because, ChainNode, Chains, Claim};
use sudolab_grid::nine::{Candidate, Cells, House};

pub(super) fn chains(position: &Position, chains: &Chains) -> Result<Justified, CheckError> {
    let nodes = &chains.nodes;
    let mut roots: Vec<Vec<u32>> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        require(
            node.parents.iter().all(|&parent| (parent as usize) < index),
            "a parent stands behind its child",
        )?;
        follows(position, nodes, node)?;
        let mut behind: Vec<u32> = match node.because {
            Because::Assumed => vec![index as u32],
            _ => node.parents.iter().flat_map(|&p| roots[p as usize].clone()).collect(),
        };
        behind.sort_unstable();
        behind.dedup();
        roots.push(behind);
    }
    let proof = Proof { position, nodes, roots };
    match &chains.claim {
        Claim::Cycle { end } => proof.cycle(*end),
        Claim::Opposite { end } => proof.opposite(*end),
        Claim::Contradiction { assumption, on, off } => proof.contradiction(*assumption, *on, *off),
        Claim::Either { when_on, when_off } => proof.either(*when_on, *when_off),
        Claim::EveryDigitOf { cell, ends } => {
            let assumed = position.candidates(*cell).into_iter();
            proof.every(assumed.map(|digit| Candidate::new(*cell, digit)).collect(), ends)
        }
        Claim::EveryPlaceOf { house, digit, ends } => {
            let places = position.cells_with_in(*digit, *house).into_iter();
            proof.every(places.map(|cell| Candidate::new(cell, *digit)).collect(), ends)
        }
    }
}

/// Confirms one node from its parents.
fn follows(position: &Position, nodes: &[ChainNode], node: &ChainNode) -> Result<(), CheckError> {
    let Candidate { cell, digit } = node.candidate;
    let parents: Vec<&ChainNode> = node.parents.iter().map(|&p| &nodes[p as usize]).collect();
    let all_off = parents.iter().all(|parent| !parent.on);
    let gone = |candidate: Candidate| parents.iter().any(|parent| parent.candidate == candidate);
    match &node.because {
        Because::Assumed => require(parents.is_empty(), "an assumption has parents"),
        Because::CellIsTaken => require(
            !node.on
                && parents
                    .iter()
                    .any(|p| p.on && p.candidate.cell == cell && p.candidate.digit != digit),
            "the cell is not taken by another digit",
        ),
        Because::HouseHasIt(house) => require(
            !node.on
                && house.cells().contains(cell)
                && parents.iter().any(|p| {
                    p.on && p.candidate.digit == digit
                        && p.candidate.cell != cell
                        && house.cells().contains(p.candidate.cell)
                }),
            "the house does not have the digit elsewhere",
        ),
        Because::LastInCell => require(
            node.on
                && all_off
                && position
                    .candidates(cell)
                    .into_iter()
                    .all(|other| other == digit || gone(Candidate::new(cell, other))),
            "the cell has other candidates left",
        ),
        Because::LastInHouse(house) => require(
            node.on
                && all_off
                && house.cells().contains(cell)
                && position
                    .cells_with_in(digit, *house)
                    .into_iter()
                    .all(|other| other == cell || gone(Candidate::new(other, digit))),
            "the house has other places left",
        ),
        Because::Rule(step) => {
            require(!node.on && all_off, "a rule needs candidates that are gone")?;
            let mut without = position.clone();
            for parent in &parents {
                without.remove(parent.candidate.cell, parent.candidate.digit);
            }
            let justified = justify(&without, &step.reason)?;
            require(justified.allows(node.candidate), "the rule does not remove the candidate")
        }
        Because::Absurd => require(
            parents
                .iter()
                .any(|a| parents.iter().any(|b| a.candidate == b.candidate && a.on != b.on)),
            "no two parents contradict each other",
        ),
    }
}

struct Proof<'a> {
    position: &'a Position,
    nodes: &'a [ChainNode],
    roots: Vec<Vec<u32>>,
}

impl Proof<'_> {
    fn node(&self, index: u32) -> Result<&ChainNode, CheckError> {
        self.nodes.get(index as usize).ok_or(CheckError::Premise("a claim names no node"))
    }

    /// The one assumption behind a node.
    fn root(&self, index: u32) -> Result<&ChainNode, CheckError> {
        self.node(index)?;
        match self.roots[index as usize][..] {
            [root] => self.node(root),
            _ => Err(CheckError::Premise("several assumptions stand behind one end")),
        }
    }

    fn conclude(candidate: Candidate, on: bool) -> Justified {
        if on { Justified::place(candidate) } else { Justified::remove(vec![candidate]) }
    }

    fn opposite(&self, end: u32) -> Result<Justified, CheckError> {
        let (end_node, root) = (self.node(end)?, self.root(end)?);
        require(
            end_node.candidate == root.candidate && end_node.on != root.on,
            "the chain does not end in the opposite of its start",
        )?;
        Ok(Self::conclude(end_node.candidate, end_node.on))
    }

    fn contradiction(&self, assumption: u32, on: u32, off: u32) -> Result<Justified, CheckError> {
        let start = self.node(assumption)?;
        let (on_node, off_node) = (self.node(on)?, self.node(off)?);
        require(
            on_node.candidate == off_node.candidate && on_node.on && !off_node.on,
            "the ends do not contradict each other",
        )?;
        for end in [on, off] {
            let root = self.root(end)?;
            require(
                root.candidate == start.candidate && root.on == start.on,
                "another assumption stands behind an end",
            )?;
        }
        Ok(Self::conclude(start.candidate, !start.on))
    }

    fn either(&self, when_on: u32, when_off: u32) -> Result<Justified, CheckError> {
        let (first, second) = (self.node(when_on)?, self.node(when_off)?);
        let (yes, no) = (self.root(when_on)?, self.root(when_off)?);
        require(
            yes.candidate == no.candidate && yes.on && !no.on,
            "the assumptions are not a candidate on and off",
        )?;
        require(
            first.candidate == second.candidate && first.on == second.on,
            "the chains do not end alike",
        )?;
        Ok(Self::conclude(first.candidate, first.on))
    }

    fn every(&self, assumed: Vec<Candidate>, ends: &[u32]) -> Result<Justified, CheckError> {
        require(!ends.is_empty(), "there is no chain")?;
        let first = self.node(ends[0])?;
        let mut covered = Vec::new();
        for &end in ends {
            let (node, root) = (self.node(end)?, self.root(end)?);
            require(
                node.candidate == first.candidate && node.on == first.on,
                "the chains do not end alike",
            )?;
            require(root.on, "an assumption is not on")?;
            covered.push(root.candidate);
        }
        require(
            assumed.iter().all(|candidate| covered.contains(candidate)),
            "a possibility has no chain",
        )?;
        Ok(Self::conclude(first.candidate, first.on))
    }

    /// In a cycle of weak and strong links one of the two colours is true throughout,
    /// so a candidate linked to both colours is false.
    fn cycle(&self, end: u32) -> Result<Justified, CheckError> {
        let (end_node, root) = (self.node(end)?, self.root(end)?);
        require(
            end_node.candidate == root.candidate && end_node.on && root.on,
            "the cycle does not return to its start",
        )?;
        // Walk back from the end: single parents all the way, and links that read the
        // same in both directions.
        let mut colours = [Vec::new(), Vec::new()];
        let mut index = end;
        loop {
            let node = self.node(index)?;
            if node.because == Because::Assumed {
                break;
            }
            let [parent] = node.parents[..] else {
                return Err(CheckError::Premise("a node of a cycle has several parents"));
            };
            if node.on {
                let pair = match node.because {
                    Because::LastInCell => self.position.candidates(node.candidate.cell).len(),
                    Because::LastInHouse(house) => self.places(node.candidate, house).len(),
                    _ => 0,
                };
                require(pair == 2, "a strong link of a cycle is not between two candidates")?;
            }
            colours[usize::from(node.on)].push(node.candidate);
            index = parent;
        }
        let linked = |a: Candidate, b: Candidate| {
            (a.cell == b.cell && a.digit != b.digit) || (a.digit == b.digit && a.cell.sees(b.cell))
        };
        let eliminations = self
            .position
            .all_candidates()
            .filter(|&c| colours.iter().all(|colour| colour.iter().any(|&d| linked(c, d))))
            .filter(|c| colours.iter().all(|colour| !colour.contains(c)))
            .collect();
        Ok(Justified::remove(eliminations))
    }

    fn places(&self, candidate: Candidate, house: House) -> Cells {
        self.position.cells_with_in(candidate.digit, house)
    }
}
