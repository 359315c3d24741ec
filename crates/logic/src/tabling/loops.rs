//! Nice loops and alternating inference chains out of the tables.
//!
//! A chain from a premise back to a candidate of its own cell is a loop. What it says
//! depends on its first and last link:
//!
//! ```text
//! premise on,  end: the same candidate off       the candidate goes           discontinuous
//! premise on,  end: another candidate on         the premise goes             discontinuous
//! premise off, end: the same candidate on        the others of the cell go    discontinuous
//! premise off, end: another candidate off        that candidate goes          discontinuous
//! premise off, end: another candidate on         all round the loop           continuous
//! ```
//!
//! A chain from a candidate off to a candidate on in another cell is an AIC when both
//! ends exclude at least two candidates of their digit, or each excludes the other's
//! digit from its own cell.
//!
//! The first and the last link of a loop leave the cell, and no chain comes back to a
//! cell it has left (the cell of the premise apart), nor to a cell of a group or set.
//! For each kind and set of eliminations a later chain counts only when it is shorter
//! than the last one kept.

use super::closure::Closure;
use super::graph::{Graph, Matter, Node};
use super::line::main_line;
use super::table::Table;
use crate::position::Position;
use crate::step::{AlternatingChain, Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use crate::techniques::hodoku::sort;
use std::cmp::Ordering;
use std::collections::HashMap;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cells, Digits};

/// A loop or chain found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Loop {
    pub(super) technique: Technique,
    /// By digit, then by cell.
    pub(super) eliminations: Vec<Candidate>,
    /// From the premise to the end.
    pub(super) chain: Vec<Node>,
    sum: u32,
}

impl Loop {
    /// More eliminations first; then the smaller sum of their places and digits; loops
    /// of one kind with the same eliminations by length. Otherwise equal.
    fn compare(&self, other: &Self) -> Ordering {
        let by_count = other.eliminations.len().cmp(&self.eliminations.len());
        by_count.then_with(|| {
            if self.technique == other.technique && self.eliminations == other.eliminations {
                self.chain.len().cmp(&other.chain.len())
            } else {
                self.sum.cmp(&other.sum)
            }
        })
    }
}

/// The weight of a place grows by 80 with each elimination.
fn sum(eliminations: &[Candidate]) -> u32 {
    let weights = (0..).map(|index| 1 + 80 * index);
    let terms = eliminations.iter().zip(weights);
    terms.map(|(c, weight)| c.cell.index() as u32 * weight + u32::from(c.digit.number())).sum()
}

/// What the table of one premise counts for on the pulse.
const PREMISE: u64 = 1024;

/// All loops and chains, the best first.
///
/// # Errors
/// What stopped it.
pub(super) fn find(
    position: &Position,
    graph: &Graph,
    closure: &Closure,
    table: &mut Table,
    pulse: &mut Pulse<'_>,
) -> Result<Vec<Loop>, Stop> {
    // Whatever a loop or chain of plain links or groups removes leads to its own
    // removal. Links of sets are not all two-way, so there nothing is ruled out.
    let leads_nowhere = |k: usize| !closure.reaches(2 * k as Node + 1, 2 * k as Node);
    if graph.in_sets.is_empty() && (0..graph.candidates.len()).all(leads_nowhere) {
        return Ok(Vec::new());
    }
    let mut search = LoopSearch { position, graph, loops: Vec::new(), known: HashMap::new() };
    for k in 0..graph.candidates.len() as Node {
        pulse.beat(PREMISE)?;
        search.loops_when_on(closure, table, 2 * k + 1);
    }
    for k in 0..graph.candidates.len() as Node {
        pulse.beat(PREMISE)?;
        search.loops_when_off(closure, table, 2 * k);
    }
    for k in 0..graph.candidates.len() as Node {
        pulse.beat(PREMISE)?;
        search.chains(closure, table, 2 * k);
    }
    sort::sort_by(&mut search.loops, |a, b| a.compare(b) == Ordering::Less);
    Ok(search.loops)
}

struct LoopSearch<'a> {
    position: &'a Position,
    graph: &'a Graph,
    loops: Vec<Loop>,
    /// The loop last kept for a kind and its eliminations.
    known: HashMap<(Technique, Vec<Candidate>), usize>,
}

impl LoopSearch<'_> {
    /// Loops from a candidate that is on.
    fn loops_when_on(&mut self, closure: &Closure, table: &mut Table, premise: Node) {
        let start = self.graph.candidate(premise);
        let mut rivals = self.others(start).into_iter().map(|c| self.on(c));
        if closure.reaches(premise, premise - 1) || rivals.any(|r| closure.reaches(premise, r)) {
            table.expand(self.graph, premise);
            self.ends_in_cell(table, |_, end| {
                let same = end.candidate == start;
                (same != end.on).then(|| Says::Goes(vec![start]))
            });
        }
    }

    /// Loops from a candidate that is off.
    fn loops_when_off(&mut self, closure: &Closure, table: &mut Table, premise: Node) {
        let start = self.graph.candidate(premise);
        let others = self.others(start);
        let reached = |node: Node| closure.reaches(premise, node);
        let mut rivals = others.iter().map(|&c| self.on(c));
        if reached(premise + 1) || rivals.any(|r| reached(r) || reached(r - 1)) {
            table.expand(self.graph, premise);
            self.ends_in_cell(table, |search, end| match (end.candidate == start, end.on) {
                (true, true) => Some(Says::Goes(search.others(start))),
                (true, false) => None,
                (false, false) => Some(Says::Goes(vec![end.candidate])),
                (false, true) => Some(Says::AllRound),
            });
        }
    }

    /// Tries every chain that ends in the cell of its premise.
    fn ends_in_cell(&mut self, table: &Table, says: impl Fn(&Self, End) -> Option<Says>) {
        let start = self.graph.candidate(table.premise());
        for entry in table.entries.iter().skip(1) {
            if !self.graph.is_plain(entry.node)
                || self.graph.candidate(entry.node).cell != start.cell
                || entry.distance <= 2
            {
                continue;
            }
            let end = End { candidate: self.graph.candidate(entry.node), on: entry.node % 2 == 1 };
            let Some(says) = says(self, end) else { continue };
            let chain = main_line(self.graph, table, entry.node);
            let cell = |node: Node| self.graph.cell(node);
            let n = chain.len();
            if cell(chain[n - 1]) == cell(chain[n - 2])
                || cell(chain[0]) == cell(chain[1])
                || self.comes_back(&chain, true)
            {
                continue;
            }
            match says {
                Says::AllRound => {
                    let eliminations = self.round_the_loop(&chain);
                    self.keep(Technique::ContinuousNiceLoop, eliminations, chain);
                }
                Says::Goes(eliminations) => {
                    self.keep(Technique::DiscontinuousNiceLoop, eliminations, chain);
                }
            }
        }
    }

    /// Chains from a candidate that is off to one that is on in another cell.
    fn chains(&mut self, closure: &Closure, table: &mut Table, premise: Node) {
        let start = self.graph.candidate(premise);
        let row = closure.row(premise);
        let worth = |node: Node| {
            let end = self.graph.candidate(node);
            node % 2 == 1 && end.cell != start.cell && self.excluded(start, end).len() >= 2
        };
        let mut reached = (0..self.graph.n_plain() as Node)
            .filter(|&node| row[node as usize / 64] >> (node % 64) & 1 != 0);
        if !reached.any(worth) {
            return;
        }
        table.expand(self.graph, premise);
        for entry in table.entries.iter().skip(1) {
            if !self.graph.is_plain(entry.node) || entry.distance <= 2 {
                continue;
            }
            let end = self.graph.candidate(entry.node);
            if entry.node % 2 == 0 || end.cell == start.cell {
                continue;
            }
            let eliminations = self.excluded(start, end);
            if eliminations.len() < 2 {
                continue;
            }
            let chain = main_line(self.graph, table, entry.node);
            if !self.comes_back(&chain, false) {
                self.keep(Technique::Aic, eliminations, chain);
            }
        }
    }

    /// What goes when one of two candidates in different cells is true: at least two
    /// others of the digit, or each digit from the other's cell.
    fn excluded(&self, start: Candidate, end: Candidate) -> Vec<Candidate> {
        let (position, peers) = (self.position, start.cell.peers());
        if start.digit == end.digit {
            let both = peers.intersection(end.cell.peers());
            let cells = position.cells_with(start.digit).intersection(both);
            if cells.len() < 2 {
                return Vec::new();
            }
            cells.into_iter().map(|cell| Candidate::new(cell, start.digit)).collect()
        } else if peers.contains(end.cell)
            && position.has(end.cell, start.digit)
            && position.has(start.cell, end.digit)
        {
            vec![Candidate::new(start.cell, end.digit), Candidate::new(end.cell, start.digit)]
        } else {
            Vec::new()
        }
    }

    /// The other candidates of a cell.
    fn others(&self, candidate: Candidate) -> Vec<Candidate> {
        let others = self.position.candidates(candidate.cell);
        let others = others.without(Digits::only(candidate.digit));
        others.into_iter().map(|digit| Candidate::new(candidate.cell, digit)).collect()
    }

    fn on(&self, candidate: Candidate) -> Node {
        self.graph.node(candidate.cell, candidate.digit, true)
    }

    /// Whether a chain returns to a cell it has left. Two statements in a row may share
    /// a cell; a loop may return to its start.
    fn comes_back(&self, chain: &[Node], is_loop: bool) -> bool {
        let start = self.graph.cell(chain[0]);
        let mut left = Cells::EMPTY;
        for (index, &node) in chain.iter().enumerate() {
            if left.contains(self.graph.cell(node)) {
                return true;
            }
            if let Some(before) = index.checked_sub(1).map(|index| chain[index])
                && (!is_loop || self.graph.cell(before) != start)
            {
                left = left.union(self.graph.extent(before));
            }
        }
        false
    }

    /// What a continuous loop removes: in a cell entered and left by strong links the
    /// other candidates; of the digit of a weak link between cells what sees both
    /// ends, outside the cells of the loop; for a set what its unused digits exclude.
    fn round_the_loop(&self, chain: &[Node]) -> Vec<Candidate> {
        let graph = self.graph;
        let (n, position) = (chain.len(), self.position);
        let on = |node: Node| node % 2 == 1;
        let on_loop = chain[..n - 1]
            .iter()
            .fold(Cells::EMPTY, |cells, &node| cells.union(graph.extent(node)));
        let mut lost = Vec::new();
        let mut lose_others = |cell, kept: [_; 2]| {
            let others = position.candidates(cell).without(kept.into_iter().collect());
            lost.extend(others.into_iter().map(|digit| Candidate::new(cell, digit)));
        };
        let digit = |index: usize| graph.digit(chain[index]);
        let cell = |index: usize| graph.cell(chain[index]);
        lose_others(cell(0), [digit(0), digit(n - 1)]);
        for at in 1..n.saturating_sub(2) {
            if on(chain[at])
                && !on(chain[at + 1])
                && on(chain[at + 2])
                && cell(at - 1) != cell(at)
                && cell(at) == cell(at + 1)
                && cell(at + 1) != cell(at + 2)
            {
                lose_others(cell(at), [digit(at), digit(at + 2)]);
            }
        }
        let mut lose = |cells: Cells, digit| {
            let cells = cells.intersection(position.cells_with(digit));
            lost.extend(cells.into_iter().map(|cell| Candidate::new(cell, digit)));
        };
        for at in 1..n {
            if on(chain[at]) || cell(at - 1) == cell(at) {
                continue;
            }
            let seen = |node: Node| self.seen_by(node, digit(at));
            let both = seen(chain[at - 1]).intersection(seen(chain[at]));
            lose(both.without(on_loop), digit(at));
            let Matter::InSet(in_set) = graph.subject(chain[at]) else { continue };
            let Some(&next) = chain.get(at + 1) else { continue };
            // The set is left by one digit, or by all that a forced cell has beside its own.
            let exits = if on(next) {
                let forced = graph.candidate(next);
                position.candidates(forced.cell).without(Digits::only(forced.digit))
            } else {
                Digits::only(graph.digit(next))
            };
            let digits = in_set
                .set
                .into_iter()
                .fold(Digits::EMPTY, |all, cell| all.union(position.candidates(cell)));
            let holders = |digit| in_set.set.intersection(position.cells_with(digit));
            for digit in digits.without(exits).without(Digits::only(in_set.digit)) {
                lose(holders(digit).common_peers(), digit);
            }
            if on(next) {
                let peers = graph.candidate(next).cell.peers();
                for digit in exits.intersection(digits) {
                    lose(holders(digit).common_peers().intersection(peers), digit);
                }
            }
        }
        lost
    }

    /// The cells a digit is excluded from when a statement of a chain is true.
    fn seen_by(&self, node: Node, digit: sudolab_grid::nine::Digit) -> Cells {
        match self.graph.subject(node) {
            Matter::InSet(in_set) => {
                in_set.set.intersection(self.position.cells_with(digit)).common_peers()
            }
            _ => self.graph.cells(node).common_peers(),
        }
    }

    fn keep(&mut self, technique: Technique, eliminations: Vec<Candidate>, chain: Vec<Node>) {
        if eliminations.is_empty() {
            return;
        }
        let mut eliminations = eliminations;
        eliminations.sort_unstable_by_key(|c| (c.digit, c.cell));
        eliminations.dedup();
        let grouped = chain.iter().any(|&node| !self.graph.is_plain(node));
        let technique = match technique {
            Technique::ContinuousNiceLoop if grouped => Technique::GroupedContinuousNiceLoop,
            Technique::DiscontinuousNiceLoop if grouped => Technique::GroupedDiscontinuousNiceLoop,
            Technique::Aic if grouped => Technique::GroupedAic,
            plain => plain,
        };
        let key = (technique, eliminations);
        if let Some(&index) = self.known.get(&key)
            && self.loops[index].chain.len() <= chain.len()
        {
            return;
        }
        let eliminations = key.1.clone();
        let sum = sum(&eliminations);
        self.known.insert(key, self.loops.len());
        self.loops.push(Loop { technique, eliminations, chain, sum });
    }
}

/// What a loop says.
enum Says {
    /// These candidates of the cell go.
    Goes(Vec<Candidate>),
    /// The loop is continuous.
    AllRound,
}

/// Where a chain ends.
#[derive(Clone, Copy)]
struct End {
    candidate: Candidate,
    on: bool,
}

/// The step of a loop, with the alternating chain as its reason.
pub(super) fn step(position: &Position, graph: &Graph, found: &Loop) -> Step {
    let chain = &found.chain;
    let on = |node: Node| node % 2 == 1;
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    // The chain of strong and weak links in turn begins behind a premise that is on and
    // ends before an end that is off.
    let from = usize::from(on(first));
    let to = chain.len() - usize::from(!on(last));
    let mut nodes = Vec::with_capacity(chain.len());
    let mut sets = Vec::new();
    for (index, &node) in chain.iter().enumerate().take(to).skip(from) {
        let Matter::InSet(in_set) = graph.subject(node) else {
            nodes.push(GroupNode { digit: graph.digit(node), cells: graph.cells(node) });
            continue;
        };
        sets.push((nodes.len(), in_set.set));
        nodes.push(GroupNode { digit: in_set.digit, cells: in_set.holders });
        // The digit by which the set is left is on in it, unless a cell is forced.
        if let Some(&next) = chain.get(index + 1)
            && !on(next)
        {
            let digit = graph.digit(next);
            let cells = in_set.set.intersection(position.cells_with(digit));
            nodes.push(GroupNode { digit, cells });
        }
    }
    let closed = matches!(
        found.technique,
        Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop
    );
    let chain = AlternatingChain { nodes, closed };
    Step {
        technique: found.technique,
        effect: Effect::remove(found.eliminations.iter().copied()),
        reason: if sets.is_empty() {
            Reason::Alternating(chain)
        } else {
            Reason::AlternatingThroughSets { chain, sets }
        },
    }
}
