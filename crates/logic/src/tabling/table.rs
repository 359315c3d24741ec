//! The table of one premise: everything that follows from it, in the order of finding.
//!
//! ```text
//! entry 0        the premise
//! entries 1..m   its direct links, in their order
//! entries m..    what the direct links of earlier entries add, entry by entry
//! ```
//!
//! An entry of the third kind remembers the statement whose links added it and its
//! distance from the premise. When later links reach it over a smaller distance it is
//! rewritten; it keeps its place, and what follows from it keeps its distance.

use super::graph::{Graph, NONE, Node};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableEntry {
    pub(super) node: Node,
    /// The statement whose direct links added the entry.
    pub(super) source: Node,
    pub(super) distance: u16,
}

#[derive(Default)]
pub(super) struct Table {
    pub(super) entries: Vec<TableEntry>,
    place: Vec<u16>,
    /// Number of entries that are the premise or follow from it directly.
    pub(super) n_direct: usize,
}

impl Table {
    pub(super) fn premise(&self) -> Node {
        self.entries[0].node
    }

    /// The index of a statement's entry.
    pub(super) fn place(&self, node: Node) -> Option<usize> {
        match self.place[node as usize] {
            NONE => None,
            place => Some(place as usize),
        }
    }

    fn push(&mut self, entry: TableEntry) {
        self.place[entry.node as usize] = self.entries.len() as u16;
        self.entries.push(entry);
    }

    pub(super) fn expand(&mut self, graph: &Graph, premise: Node) {
        self.entries.clear();
        self.place.clear();
        self.place.resize(graph.n_nodes(), NONE);
        self.push(TableEntry { node: premise, source: premise, distance: 1 });
        for link in &graph.links[premise as usize] {
            self.push(TableEntry { node: link.to, source: premise, distance: link.distance });
        }
        self.n_direct = self.entries.len();
        let mut at = 1;
        while at < self.entries.len() {
            let TableEntry { node: source, distance: base, .. } = self.entries[at];
            for link in &graph.links[source as usize] {
                let distance = base + link.distance;
                match self.place[link.to as usize] {
                    NONE => self.push(TableEntry { node: link.to, source, distance }),
                    place => {
                        let known = &mut self.entries[place as usize];
                        if place as usize >= self.n_direct && known.distance > distance {
                            known.source = source;
                            known.distance = distance;
                        }
                    }
                }
            }
            at += 1;
        }
    }
}
