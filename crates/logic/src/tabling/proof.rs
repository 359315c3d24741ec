//! The whole proof behind the chains of a step, as a graph of candidates on and off.
//!
//! What HoDoKu shows of a net leaves out what its branches depend on, and keeps at most
//! five of the removals behind a single. The proof is complete: every single has all
//! removals it needs as parents. Groups are spelt out: a group that is off is its
//! candidates off, one by one; a group that is on shows in what it excludes, by locked
//! candidates.
//!
//! Within a table the parents of an entry stand before it, and the statement whose
//! links added an entry is nearer to the premise than the entry. So a node is made
//! only after all it depends on, and the graph has no cycles.

use super::graph::{Clump, Graph, Matter, Node};
use super::lookahead::Why;
use super::table::Table;
use crate::position::Position;
use crate::step::{Because, ChainNode, Effect, Reason, Step};
use crate::technique::Technique;
use std::collections::HashMap;
use sudolab_grid::nine::{Candidate, House};

/// The nodes made so far, for all premises of a step.
#[derive(Default)]
pub(super) struct Proof {
    pub(super) nodes: Vec<ChainNode>,
}

/// What follows from one premise.
pub(super) struct Branch<'a> {
    position: &'a Position,
    graph: &'a Graph,
    table: &'a Table,
    proof: &'a mut Proof,
    made: HashMap<Node, Made>,
}

/// The nodes that stand for a statement.
#[derive(Clone, Debug)]
enum Made {
    /// A candidate, or all candidates of a group that is off.
    All(Vec<u32>),
    /// A group that is on: the house in which it is all that is left, and the nodes
    /// that took everything else away.
    Confined(House, Vec<u32>),
}

impl<'a> Branch<'a> {
    /// Starts from a premise.
    pub(super) fn new(
        position: &'a Position,
        graph: &'a Graph,
        table: &'a Table,
        proof: &'a mut Proof,
    ) -> Self {
        let premise = table.premise();
        let mut branch = Self { position, graph, table, proof, made: HashMap::new() };
        let root = branch.push(graph.candidate(premise), premise % 2 == 1, Because::Assumed, []);
        branch.made.insert(premise, Made::All(vec![root]));
        branch
    }

    /// The node of a candidate statement that follows from the premise; `None` when
    /// the table does not hold it.
    pub(super) fn node(&mut self, node: Node) -> Option<u32> {
        match self.prove(node)? {
            Made::All(nodes) => nodes.first().copied(),
            Made::Confined(..) => None,
        }
    }

    fn push(
        &mut self,
        candidate: Candidate,
        on: bool,
        because: Because,
        parents: impl IntoIterator<Item = u32>,
    ) -> u32 {
        let mut parents: Vec<u32> = parents.into_iter().collect();
        parents.sort_unstable();
        parents.dedup();
        self.proof.nodes.push(ChainNode { candidate, on, because, parents });
        self.proof.nodes.len() as u32 - 1
    }

    fn prove(&mut self, node: Node) -> Option<Made> {
        if let Some(made) = self.made.get(&node) {
            return Some(made.clone());
        }
        let at = self.table.place(node)?;
        let source = self.table.entries[at].source;
        self.prove(source)?;
        self.within(source, node)
    }

    /// Makes a statement from the links of another that is made already.
    fn within(&mut self, source: Node, node: Node) -> Option<Made> {
        if let Some(made) = self.made.get(&node) {
            return Some(made.clone());
        }
        let index = self.graph.links[source as usize].iter().position(|link| link.to == node)?;
        let cause = self.graph.causes.get(source as usize).and_then(|causes| causes.get(index));
        let made = match cause {
            None => self.by_link(source, node)?,
            Some(cause) => {
                let candidate = self.graph.candidate(node);
                let made = match cause.why {
                    Why::Excluded(by) => {
                        let by = match by {
                            0 => source,
                            by if by as usize > index => return None,
                            by => self.graph.links[source as usize].get(by as usize - 1)?.to,
                        };
                        self.within(source, by)?;
                        return self.by_link(by, node).inspect(|made| {
                            self.made.insert(node, made.clone());
                        });
                    }
                    Why::LastInCell => {
                        let digits = self.position.candidates(candidate.cell).into_iter();
                        let others = digits.filter(|&digit| digit != candidate.digit);
                        let others: Vec<Node> = others
                            .map(|digit| self.graph.node(candidate.cell, digit, false))
                            .collect();
                        let parents = self.all_within(source, &others, index)?;
                        self.push(candidate, true, Because::LastInCell, parents)
                    }
                    Why::LastInHouse(house) => {
                        let cells = self.position.cells_with_in(candidate.digit, house).into_iter();
                        let others = cells.filter(|&cell| cell != candidate.cell);
                        let others: Vec<Node> = others
                            .map(|cell| self.graph.node(cell, candidate.digit, false))
                            .collect();
                        let parents = self.all_within(source, &others, index)?;
                        self.push(candidate, true, Because::LastInHouse(house), parents)
                    }
                };
                Made::All(vec![made])
            }
        };
        self.made.insert(node, made.clone());
        Some(made)
    }

    /// The nodes of entries that stand before an entry of the same table.
    fn all_within(&mut self, source: Node, nodes: &[Node], before: usize) -> Option<Vec<u32>> {
        let mut parents = Vec::with_capacity(nodes.len());
        for &node in nodes {
            let links = &self.graph.links[source as usize][..before];
            if !self.made.contains_key(&node) && links.iter().all(|link| link.to != node) {
                return None;
            }
            match self.within(source, node)? {
                Made::All(made) => parents.extend(made),
                Made::Confined(..) => return None,
            }
        }
        Some(parents)
    }

    /// Makes a statement from one that is linked to it directly and made already.
    fn by_link(&mut self, from: Node, to: Node) -> Option<Made> {
        let made = self.made.get(&from)?.clone();
        let on = to % 2 == 1;
        match (self.graph.subject(to), on) {
            (Matter::Candidate(target), true) => {
                let Made::All(parents) = made else { return None };
                let because = if self.graph.cell(from) == target.cell {
                    Because::LastInCell
                } else {
                    Because::LastInHouse(self.house_left_to(from, to)?)
                };
                Some(Made::All(vec![self.push(target, true, because, parents)]))
            }
            (Matter::Candidate(target), false) => {
                Some(Made::All(vec![self.exclude(from, &made, target)?]))
            }
            (Matter::Group(group), true) => {
                let Made::All(parents) = made else { return None };
                let house = self.house_left_to(from, to)?;
                debug_assert!(group.cells.is_subset(house.cells()));
                Some(Made::Confined(house, parents))
            }
            (Matter::Group(Clump { digit, cells, .. }), false) => {
                let mut nodes = Vec::with_capacity(3);
                for cell in cells {
                    let target = Candidate::new(cell, digit);
                    let node = self.graph.node(cell, digit, false);
                    let index = match self.made.get(&node) {
                        Some(Made::All(known)) => known[0],
                        _ => {
                            let index = self.exclude(from, &made, target)?;
                            self.made.insert(node, Made::All(vec![index]));
                            index
                        }
                    };
                    nodes.push(index);
                }
                Some(Made::All(nodes))
            }
            (Matter::InSet(_), _) => None,
        }
    }

    /// The house in which two statements of one digit are all there is.
    fn house_left_to(&self, a: Node, b: Node) -> Option<House> {
        let both = self.graph.cells(a).union(self.graph.cells(b));
        let digit = self.graph.digit(b);
        both.common_houses()
            .find(|&house| self.position.cells_with_in(digit, house).is_subset(both))
    }

    /// A candidate goes off because a candidate or a group is on.
    fn exclude(&mut self, from: Node, made: &Made, target: Candidate) -> Option<u32> {
        match made {
            Made::All(parents) => {
                let source = self.graph.candidate(from);
                let because = if source.cell == target.cell {
                    Because::CellIsTaken
                } else {
                    let mut both = sudolab_grid::nine::Cells::only(source.cell);
                    both.insert(target.cell);
                    let house = both.common_houses().next()?;
                    Because::HouseHasIt(house)
                };
                Some(self.push(target, false, because, parents.iter().copied()))
            }
            Made::Confined(base, parents) => {
                let digit = target.digit;
                let mut cells = self.graph.cells(from);
                cells.insert(target.cell);
                let cover = cells.common_houses().find(|house| house != base)?;
                let technique = match base.kind() {
                    sudolab_grid::nine::HouseKind::Box => Technique::Pointing,
                    _ => Technique::Claiming,
                };
                let rule = Step {
                    technique,
                    effect: Effect::remove([target]),
                    reason: Reason::Locked { digit, base: *base, cover, single_in: None },
                };
                let because = Because::Rule(Box::new(rule));
                Some(self.push(target, false, because, parents.iter().copied()))
            }
        }
    }

    /// A candidate is said to be on against what the table says of it: because it is
    /// the last of a cell or a house, all others being off.
    pub(super) fn last(
        &mut self,
        candidate: Candidate,
        because: Because,
        others: &[Node],
    ) -> Option<u32> {
        let mut parents = Vec::with_capacity(others.len());
        for &node in others {
            parents.push(self.node(node)?);
        }
        Some(self.push(candidate, true, because, parents))
    }

    /// A candidate is said to be off because another is on.
    pub(super) fn excluded(&mut self, by: Node, target: Candidate) -> Option<u32> {
        let made = self.prove(by)?;
        self.exclude(by, &made, target)
    }
}
