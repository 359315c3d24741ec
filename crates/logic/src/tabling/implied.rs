//! What single candidates lead to: for techniques that join chains to a pattern of their own.

use super::closure::Closure;
use super::graph::{Graph, Node};
use super::line;
use super::table::Table;
use super::{Statement, statement};
use sudolab_grid::nine::Candidate;

/// What follows from the candidates of a position.
pub(crate) struct Implied<'a> {
    graph: &'a Graph,
    closure: &'a Closure,
}

impl<'a> Implied<'a> {
    pub(super) fn new(graph: &'a Graph, closure: &'a Closure) -> Self {
        Self { graph, closure }
    }

    fn node(&self, candidate: Candidate, on: bool) -> Node {
        self.graph.node(candidate.cell, candidate.digit, on)
    }

    /// Whether a candidate, when it is true, leads to the end of another.
    pub(crate) fn ends(&self, start: Candidate, gone: Candidate) -> bool {
        self.closure.reaches(self.node(start, true), self.node(gone, false))
    }

    /// The candidates to whose end all of these lead, ascending.
    pub(crate) fn ended_by_all(&self, starts: &[Candidate]) -> Vec<Candidate> {
        let Some((first, others)) = starts.split_first() else { return Vec::new() };
        let mut common = self.closure.row(self.node(*first, true)).to_vec();
        for other in others {
            let row = self.closure.row(self.node(*other, true));
            common.iter_mut().zip(row).for_each(|(word, bits)| *word &= bits);
        }
        let is_off = |node: &Node| common[*node as usize / 64] >> (node % 64) & 1 != 0;
        let off = (0..self.graph.n_plain() as Node).step_by(2).filter(is_off);
        off.map(|node| self.graph.candidate(node)).collect()
    }

    /// A shortest chain from a candidate that is true to the end of another; empty when there
    /// is none.
    pub(crate) fn chain(&self, start: Candidate, gone: Candidate) -> Vec<Statement> {
        let mut table = Table::default();
        table.expand(self.graph, self.node(start, true));
        let chain = line::main_line(self.graph, &table, self.node(gone, false));
        chain.into_iter().map(|node| statement(self.graph, node)).collect()
    }
}
