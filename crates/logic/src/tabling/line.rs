//! The chain from a premise to one of its consequences, read back out of the table.
//!
//! From the consequence the way back is followed to the premise: inside the links of
//! the statement that added the entry, then on from that statement's own entry. Where
//! a link of a net depends on several entries the first is followed; for each of the
//! others a *branch* is told, from where it leaves the main line to the entry. What
//! branches depend on in turn is not told (the proof has it, see `proof`).

use super::graph::{Graph, Node};
use super::table::Table;
use sudolab_grid::nine::Cells;

/// A piece of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// The next statement of the main line.
    Main(Node),
    /// Statements that follow from the one before and are needed further on.
    Branch(Vec<Node>),
}

/// No chain is followed further than this.
const LONGEST: usize = 1000;
/// No chain has more branches than this.
const MOST_BRANCHES: usize = 200;

/// The pieces of a chain from the premise to the consequence.
pub(super) fn line(graph: &Graph, table: &Table, end: Node) -> Vec<Piece> {
    let Some(at) = table.place(end) else { return Vec::new() };
    let mut back = Back { graph, table, branches: Vec::new(), cells: Cells::EMPTY };
    let main = back.follow(at, None);
    let starts = std::mem::take(&mut back.branches);
    let branches: Vec<Vec<Node>> = starts
        .into_iter()
        .filter_map(|start| table.place(start))
        .map(|at| back.follow(at, Some(&main)))
        .collect();
    let mut pieces = Vec::with_capacity(main.len());
    for &node in main.iter().rev() {
        pieces.push(Piece::Main(node));
        for branch in branches.iter().filter(|branch| branch.last() == Some(&node)) {
            pieces.push(Piece::Branch(branch[..branch.len() - 1].iter().rev().copied().collect()));
        }
    }
    pieces
}

/// The length of a chain: its statements, and one more for each branch.
pub(super) fn length(pieces: &[Piece]) -> usize {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Main(_) => 1,
            Piece::Branch(nodes) => nodes.len() + 1,
        })
        .sum()
}

/// Whether a chain has branches.
pub(super) fn is_net(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Branch(_)))
}

/// The main line from the premise to the consequence.
pub(super) fn main_line(graph: &Graph, table: &Table, end: Node) -> Vec<Node> {
    let Some(at) = table.place(end) else { return Vec::new() };
    let mut back = Back { graph, table, branches: Vec::new(), cells: Cells::EMPTY };
    let mut main = back.follow(at, None);
    main.reverse();
    main
}

struct Back<'a> {
    graph: &'a Graph,
    table: &'a Table,
    /// The entries the branches lead to.
    branches: Vec<Node>,
    /// The cells of the main line.
    cells: Cells,
}

impl Back<'_> {
    /// The statements from an entry back to the premise or, for a branch, back to the
    /// main line.
    fn follow(&mut self, at: usize, main: Option<&[Node]>) -> Vec<Node> {
        let entries = &self.table.entries;
        let mut chain = vec![entries[at].node];
        // An index into the table, or into the links of another statement.
        let mut first = at;
        let mut inside: Option<Node> = None;
        while first != 0 && chain.len() < LONGEST {
            if inside.is_none() && first >= self.table.n_direct {
                let entry = entries[first];
                let links = &self.graph.links[entry.source as usize];
                let Some(index) = links.iter().position(|link| link.to == entry.node) else {
                    break;
                };
                inside = Some(entry.source);
                first = index + 1;
            }
            let home = inside.unwrap_or(self.table.premise());
            let back = match self.graph.causes.get(home as usize).and_then(|c| c.get(first - 1)) {
                Some(cause) => cause.back,
                None => [0; 5],
            };
            let node_at = |index: u16| match index {
                0 => home,
                index => self.graph.links[home as usize][index as usize - 1].to,
            };
            first = back[0] as usize;
            let node = node_at(back[0]);
            chain.push(node);
            match main {
                None => {
                    self.cells = self.cells.union(self.graph.extent(node));
                    for &index in back[1..].iter().filter(|&&index| index != 0) {
                        if self.branches.len() < MOST_BRANCHES {
                            self.branches.push(node_at(index));
                        }
                    }
                }
                Some(main) => {
                    if self.cells.contains(self.graph.cell(node)) && main.contains(&node) {
                        return chain;
                    }
                }
            }
            if let (Some(source), 0) = (inside, first) {
                let Some(place) = self.table.place(source) else { break };
                first = place;
                inside = None;
            }
        }
        chain
    }
}
