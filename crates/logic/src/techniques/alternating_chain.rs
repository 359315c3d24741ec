//! X-Chain and XY-Chain: strong and weak links in turn, one of the two ends is true.
//!
//! A *strong* link joins candidates of which at least one is true, a *weak* link
//! candidates of which at most one is. A chain that begins and ends with a strong link
//! proves that one of its ends is true, so what both ends forbid is false. An X-Chain
//! stays with one digit: its strong links join the last two places in a house. An
//! XY-Chain has its strong links in cells with two candidates and ends on the digit it
//! began with. Chains of both kinds mixed, loops and groups are found by tabling
//! ([`crate::tabling`]).
//!
//! From each candidate a breadth-first search finds a shortest chain to each other, for
//! each first link apart.
//!
//! Order: candidates by digit and cell; ends in the order in which the search meets them.

use super::Flow;
use super::hodoku::walk;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{AlternatingChain, Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cells, Digit};

/// X-Chain.
pub static X_CHAIN: Entry = Entry::new("x-chain", "X-Chain", Family::Chains, HODOKU)
    .code("0701")
    .found_by(|p, scan, pulse, v| scanned(p, Technique::XChain, scan, pulse, v))
    .taught_by(&X_CHAIN_LESSON);

/// XY-Chain.
pub static XY_CHAIN: Entry = Entry::new("xy-chain", "XY-Chain", Family::Chains, HODOKU)
    .code("0702")
    .found_by(|p, scan, pulse, v| scanned(p, Technique::XyChain, scan, pulse, v))
    .taught_by(&XY_CHAIN_LESSON);

/// Hands out every chain of this technique, one per pair of ends and first link; nothing
/// for a technique that is neither X-Chain nor XY-Chain.
pub fn find(
    position: &Position,
    technique: Technique,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let links = match technique {
        Technique::XChain => Links::OneDigit,
        Technique::XyChain => Links::Pairs,
        _ => return ControlFlow::Continue(()),
    };
    let graph = Graph::new(position, links);
    for start in 0..graph.nodes.len() {
        for &first in &graph.strong[start] {
            for chain in graph.chains_from(start, first) {
                hand_out(position, technique, &chain, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hands out what a chain proves.
fn hand_out(
    position: &Position,
    technique: Technique,
    chain: &[Candidate],
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    if first == last || first.digit != last.digit {
        return ControlFlow::Continue(());
    }
    let seen = first.cell.peers().intersection(last.cell.peers());
    let removed = position.cells_with(first.digit).intersection(seen);
    if removed.is_empty() {
        return ControlFlow::Continue(());
    }
    let node = |c: &Candidate| GroupNode { digit: c.digit, cells: Cells::only(c.cell) };
    let nodes = chain.iter().map(node).collect();
    visit(Step {
        technique,
        effect: Effect::remove_digit(removed, first.digit),
        reason: Reason::Alternating(AlternatingChain { nodes, closed: false }),
    })
}

/// Which links a chain may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    /// Within one digit.
    OneDigit,
    /// Strong links within cells, weak links within digits.
    Pairs,
}

struct Graph {
    nodes: Vec<Candidate>,
    strong: Vec<Vec<usize>>,
    weak: Vec<Vec<usize>>,
}

impl Graph {
    fn new(position: &Position, links: Links) -> Self {
        let mut nodes = Vec::new();
        for digit in Digit::all() {
            let cells = position.cells_with(digit).into_iter();
            nodes.extend(cells.map(|cell| Candidate::new(cell, digit)));
        }
        let mut index = vec![usize::MAX; 729];
        for (at, node) in nodes.iter().enumerate() {
            index[node.index()] = at;
        }
        let mut strong = vec![Vec::new(); nodes.len()];
        let mut weak = vec![Vec::new(); nodes.len()];
        for (at, &Candidate { cell, digit }) in nodes.iter().enumerate() {
            match links {
                Links::OneDigit => {
                    for house in cell.houses() {
                        let mut rest = position.cells_with_in(digit, house);
                        rest.remove(cell);
                        if let (1, Some(other)) = (rest.len(), rest.first()) {
                            strong[at].push(index[Candidate::new(other, digit).index()]);
                        }
                    }
                }
                Links::Pairs => {
                    let mut rest = position.candidates(cell);
                    rest.remove(digit);
                    if let Some(other) = rest.single() {
                        strong[at].push(index[Candidate::new(cell, other).index()]);
                    }
                }
            }
            strong[at].sort_unstable();
            strong[at].dedup();
            let peers = position.cells_with(digit).intersection(cell.peers()).into_iter();
            weak[at].extend(peers.map(|peer| index[Candidate::new(peer, digit).index()]));
        }
        Self { nodes, strong, weak }
    }

    /// The shortest chains of two strong links or more that begin with a given strong
    /// link, by their ends.
    fn chains_from(&self, start: usize, first: usize) -> Vec<Vec<Candidate>> {
        // The node each was reached from: as true by a strong link, as false by a weak.
        let mut on: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut off: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut chains = Vec::new();
        let mut ring = vec![start];
        let mut depth = 0;
        while !ring.is_empty() {
            let mut next = Vec::new();
            for &node in &ring {
                for &reached in &self.strong[node] {
                    if on[reached].is_some() || (depth == 0 && reached != first) {
                        continue;
                    }
                    on[reached] = Some(node);
                    if depth > 0 {
                        chains.push(self.path(start, reached, &on, &off));
                    }
                    for &false_node in &self.weak[reached] {
                        if off[false_node].is_none() && false_node != start {
                            off[false_node] = Some(reached);
                            next.push(false_node);
                        }
                    }
                }
            }
            ring = next;
            depth += 1;
        }
        chains
    }

    fn path(
        &self,
        start: usize,
        end: usize,
        on: &[Option<usize>],
        off: &[Option<usize>],
    ) -> Vec<Candidate> {
        let mut path = vec![self.nodes[end]];
        let mut at = end;
        while let Some(false_node) = on[at] {
            path.push(self.nodes[false_node]);
            match off[false_node].filter(|_| false_node != start) {
                Some(before) => {
                    path.push(self.nodes[before]);
                    at = before;
                }
                None => break,
            }
        }
        path.reverse();
        path
    }
}

/// As the scan says: this search for shortest chains finds longer ones than HoDoKu walks, but
/// of several between the same ends only one.
fn scanned(
    position: &Position,
    technique: Technique,
    scan: Scan,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let flow = find(position, technique, visit);
    match scan {
        Scan::Every if flow.is_continue() => walk::find(position, technique, pulse, visit),
        _ => Ok(flow),
    }
}

static X_CHAIN_LESSON: Lesson = Lesson {
    what: "Strong and weak links of one digit in turn, strong at both ends. What sees \
          both ends loses the digit.",
    why: "Along the chain each strong link says one of both is true, each weak one not \
          both are. If one end is false, all the rest follows, and the other end is true. So \
          one of the ends holds the digit.",
    when: "When skyscrapers and kites do not suffice: the chain has six or more places.",
    other_names: &[],
    example: common_position!(""),
};

static XY_CHAIN_LESSON: Lesson = Lesson {
    what: "Cells with two candidates each, every one sharing a digit with the next, which \
          it sees. If both ends have the same digit free, what sees both loses it.",
    why: "If the first cell is not that digit, it is its other one, the next cell is not, \
          and so on: the last cell is the digit. So one of the ends is.",
    when: "When many pairs are left. An XY-Wing is the one of three cells.",
    other_names: &[],
    example: common_position!(""),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};
    use sudolab_grid::nine::House;

    #[test]
    fn an_xy_chain_runs_through_cells_of_two_and_stops_at_a_third_candidate() {
        let start = board().marked(11, &[1, 2]).marked(15, &[2, 3]).marked(55, &[3, 4]);
        let whole = start.clone().marked(58, &[1, 4]);
        let find_xy =
            |p: &Position, v: &mut dyn FnMut(Step) -> Flow| find(p, Technique::XyChain, v);
        let found = told(&whole, find_xy);
        assert!(found.contains(&"xy-chain r1c8<>1 r5c1<>1".into()), "{found:?}");
        let torn = start.marked(58, &[1, 4, 5]);
        assert!(told(&torn, find_xy).is_empty());
    }

    #[test]
    fn an_x_chain_of_three_strong_links_clears_what_both_ends_see() {
        let links = board().only(1, House::row(0), &[12, 17]).only(1, House::column(2), &[23, 83]);
        let find_x = |p: &Position, v: &mut dyn FnMut(Step) -> Flow| find(p, Technique::XChain, v);
        assert!(told(&links, find_x).contains(&"x-chain r8c7<>1".into()));
        assert!(told(&board(), find_x).is_empty());
    }
}
