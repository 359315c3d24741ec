//! X-Chain, XY-Chain, nice loops and alternating inference chains, plain and grouped.
//!
//! A node says that a digit is in a cell, or in one of the cells where a line and a box
//! cross (a group). A *strong* link joins nodes of which at least one is true: the last
//! two candidates of a cell, the last two places of a digit in a house. A *weak* link
//! joins nodes of which at most one is true. A chain that begins and ends with a strong
//! link, strong and weak in turn, proves that one of its ends is true:
//!
//! - what both ends forbid is false (X-Chain with one digit, XY-Chain with strong links
//!   in cells only, otherwise AIC; seen from the candidate that goes, a discontinuous
//!   nice loop);
//! - when both ends are the same node, it is true, and the other candidates of its cell
//!   go (discontinuous nice loop);
//! - when the ends are weakly linked the chain closes, and every weak link in it is
//!   strong as well (continuous nice loop).
//!
//! From each node a breadth-first search finds a shortest chain to each other node, for
//! each first link apart.
//!
//! Order: nodes by digit and cell, groups last; ends in the order in which the search
//! meets them.

use super::Flow;
use crate::board::{Candidate, Cell, Cells, Digit, House, HouseKind};
use crate::position::Position;
use crate::step::{AlternatingChain, Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Hands out every chain of this technique, one per pair of ends; nothing for a
/// technique that is no alternating chain.
pub fn find(
    position: &Position,
    technique: Technique,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    use Technique as T;
    let links = match technique {
        T::XChain => Links::OneDigit,
        T::XyChain => Links::Pairs,
        T::ContinuousNiceLoop | T::DiscontinuousNiceLoop | T::Aic => Links::All,
        T::GroupedContinuousNiceLoop | T::GroupedDiscontinuousNiceLoop | T::GroupedAic => {
            Links::Grouped
        }
        _ => return ControlFlow::Continue(()),
    };
    let graph = Graph::new(position, links);
    for start in 0..graph.nodes.len() {
        for &first in &graph.strong[start] {
            for nodes in graph.chains_from(start, first) {
                hand_out(position, technique, nodes, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hands out what a chain proves, under the name asked for.
fn hand_out(
    position: &Position,
    technique: Technique,
    nodes: Vec<GroupNode>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    use Technique as T;
    let (first, last) = (nodes[0], nodes[nodes.len() - 1]);
    let grouped = nodes.iter().any(|node| node.cells.len() > 1);
    let wants_group = matches!(
        technique,
        T::GroupedContinuousNiceLoop | T::GroupedDiscontinuousNiceLoop | T::GroupedAic
    );
    if grouped != wants_group {
        return ControlFlow::Continue(());
    }
    let mut give = |effect: Effect, closed: bool| {
        if effect.is_empty() {
            return ControlFlow::Continue(());
        }
        let reason = Reason::Alternating(AlternatingChain { nodes: nodes.clone(), closed });
        visit(Step { technique, effect, reason })
    };
    let forbidden = || forbidden_by_both(position, first, last);
    match technique {
        T::DiscontinuousNiceLoop | T::GroupedDiscontinuousNiceLoop => {
            if first == last {
                // Named by what goes: the other candidates of the cell.
                return match first.cells.first() {
                    Some(cell) if first.cells.len() == 1 => {
                        let others = position.candidates(cell).into_iter();
                        let others = others.filter(|&digit| digit != first.digit);
                        let others = others.map(|digit| Candidate::new(cell, digit));
                        give(Effect::remove(others), false)
                    }
                    _ => ControlFlow::Continue(()),
                };
            }
            for candidate in forbidden() {
                give(Effect::remove([candidate]), false)?;
            }
            ControlFlow::Continue(())
        }
        _ if first == last => ControlFlow::Continue(()),
        T::ContinuousNiceLoop | T::GroupedContinuousNiceLoop => {
            if !weak(last, first) {
                return ControlFlow::Continue(());
            }
            let inner = nodes[1..].chunks_exact(2).map(|pair| (pair[0], pair[1]));
            // A digit that goes from a house is named outside the cells of the loop.
            let on_loop = nodes.iter().fold(Cells::EMPTY, |set, node| set.union(node.cells));
            let all = inner.chain([(first, last)]).flat_map(|(a, b)| {
                let mut lost = forbidden_by_both(position, a, b);
                lost.retain(|c| a.digit != b.digit || !on_loop.contains(c.cell));
                lost
            });
            give(Effect::remove(all), true)
        }
        T::XyChain if first.digit != last.digit => ControlFlow::Continue(()),
        _ => give(Effect::remove(forbidden()), false),
    }
}

/// The candidates that are false whichever of two nodes is true.
fn forbidden_by_both(position: &Position, a: GroupNode, b: GroupNode) -> Vec<Candidate> {
    let mut lost = Vec::new();
    if a.digit == b.digit {
        let seen = a.cells.common_peers().intersection(b.cells.common_peers());
        let cells = position.cells_with(a.digit).intersection(seen);
        lost.extend(cells.into_iter().map(|cell| Candidate::new(cell, a.digit)));
        return lost;
    }
    for (here, there) in [(a, b), (b, a)] {
        // The digit of the one node in the single cell of the other.
        if let (Some(cell), 1) = (here.cells.first(), here.cells.len())
            && position.has(cell, there.digit)
            && there.cells.common_peers().contains(cell)
        {
            lost.push(Candidate::new(cell, there.digit));
        }
    }
    if a.cells == b.cells && a.cells.len() == 1 {
        for cell in a.cells {
            let others = position.candidates(cell).into_iter();
            let others = others.filter(|&digit| digit != a.digit && digit != b.digit);
            lost.extend(others.map(|digit| Candidate::new(cell, digit)));
        }
    }
    lost
}

/// Whether at most one of two nodes is true.
fn weak(a: GroupNode, b: GroupNode) -> bool {
    if a.digit == b.digit {
        b.cells.is_subset(a.cells.common_peers())
    } else {
        a.cells == b.cells && a.cells.len() == 1
    }
}

/// Which links a chain may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    /// Within one digit.
    OneDigit,
    /// Strong links within cells, weak links within digits.
    Pairs,
    /// Both.
    All,
    /// Both, with groups.
    Grouped,
}

struct Graph {
    nodes: Vec<GroupNode>,
    strong: Vec<Vec<usize>>,
    weak: Vec<Vec<usize>>,
}

impl Graph {
    fn new(position: &Position, links: Links) -> Self {
        let mut nodes = Vec::new();
        for digit in Digit::all() {
            let cells = position.cells_with(digit).into_iter();
            nodes.extend(cells.map(|cell| GroupNode { digit, cells: Cells::only(cell) }));
        }
        if links == Links::Grouped {
            nodes.extend(Digit::all().flat_map(|digit| groups(position, digit)));
        }
        let index: HashMap<GroupNode, usize> =
            nodes.iter().enumerate().map(|(index, &node)| (node, index)).collect();
        let mut strong = vec![Vec::new(); nodes.len()];
        let mut weak_links = vec![Vec::new(); nodes.len()];
        for (i, &node) in nodes.iter().enumerate() {
            if links != Links::Pairs {
                for house in node.cells.common_houses() {
                    let rest = position.cells_with_in(node.digit, house).without(node.cells);
                    let other = GroupNode { digit: node.digit, cells: rest };
                    strong[i].extend(index.get(&other).filter(|_| !rest.is_empty()));
                }
            }
            if let (Some(cell), 1, true) =
                (node.cells.first(), node.cells.len(), links != Links::OneDigit)
            {
                let others: Vec<usize> = in_cell(position, cell, node.digit)
                    .filter_map(|other| index.get(&other).copied())
                    .collect();
                if others.len() == 1 {
                    strong[i].extend(&others);
                }
                if links != Links::Pairs {
                    weak_links[i].extend(&others);
                }
            }
            strong[i].sort_unstable();
            strong[i].dedup();
            for (j, &other) in nodes.iter().enumerate() {
                if node.digit == other.digit && weak(node, other) {
                    weak_links[i].push(j);
                }
            }
        }
        Self { nodes, strong, weak: weak_links }
    }

    /// The shortest chains of two strong links or more that begin with a given strong
    /// link, by their ends.
    fn chains_from(&self, start: usize, first: usize) -> Vec<Vec<GroupNode>> {
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
    ) -> Vec<GroupNode> {
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

fn in_cell(position: &Position, cell: Cell, digit: Digit) -> impl Iterator<Item = GroupNode> {
    let others = position.candidates(cell).into_iter().filter(move |&other| other != digit);
    others.map(move |digit| GroupNode { digit, cells: Cells::only(cell) })
}

/// The groups of a digit: two or three places where a line and a box cross.
fn groups(position: &Position, digit: Digit) -> impl Iterator<Item = GroupNode> {
    let lines = House::all().filter(|house| house.kind() != HouseKind::Box);
    lines.flat_map(move |line| {
        (0..9).filter_map(move |block| {
            let inner = line.cells().intersection(House::block(block).cells());
            let cells = position.cells_with(digit).intersection(inner);
            (cells.len() > 1).then_some(GroupNode { digit, cells })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::House;
    use crate::techniques::laid::{board, told};

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
