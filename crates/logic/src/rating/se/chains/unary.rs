//! Static chains from one assumption: forcing chains and bidirectional cycles.
//!
//! Each candidate in turn is the source of four searches, done for links of one
//! digit (X), links of cells (Y, cycles only) and both (XY): cycles, source on to
//! source off, source off to source on. The searches go breadth first and keep the
//! first parent, and the order in which links are tried is that of Sudoku Explainer:
//! the cell, the box, the row, the column. Which of several equally short chains is
//! reported, and which cycles are met at all, follows from that order.

use super::hint::{Best, Chain, ChainKind, Hint, PathNode, length_increment};
use super::links::{Cause, Closure, Links, NO_CODE};
use super::planes::{Code, N_CODES, Planes, cell_of, code, digit_of};
use crate::position::Marks;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cells, HouseKind};

/// What reading the links, and the searches from one source, count for on the pulse.
const LINKS: u64 = 1024;
const SOURCE: u64 = 128;

/// Which links a search may use.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Use {
    x: bool,
    y: bool,
}

/// The searches, with their reusable tables.
pub(crate) struct Unary {
    links: Links,
    closure: Closure,
    on_from: Box<[Code; N_CODES]>,
    on_cause: Box<[Cause; N_CODES]>,
    off_from: Box<[Code; N_CODES]>,
    /// In cycles: the candidate on before the link that put this one on.
    before: Box<[Code; N_CODES]>,
    on_depth: Box<[u16; N_CODES]>,
    on_seen: Planes,
    off_seen: Planes,
    on_queue: Vec<Code>,
    off_queue: Vec<(Code, Code)>,
}

impl Unary {
    pub(crate) fn new() -> Self {
        Self {
            links: Links::new(),
            closure: Closure::new(),
            on_from: Box::new([NO_CODE; N_CODES]),
            on_cause: Box::new([Cause::None; N_CODES]),
            off_from: Box::new([NO_CODE; N_CODES]),
            before: Box::new([NO_CODE; N_CODES]),
            on_depth: Box::new([0; N_CODES]),
            on_seen: Planes::EMPTY,
            off_seen: Planes::EMPTY,
            on_queue: Vec::new(),
            off_queue: Vec::new(),
        }
    }

    /// Offers every chain and cycle of the position, in the order of generation.
    pub(crate) fn search(
        &mut self,
        position: &Marks,
        best: &mut impl Best,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        pulse.beat(LINKS)?;
        self.links.read(position);
        self.closure.compute(position, &self.links);
        let removable = self.closure.self_defeating(position);
        if removable.is_empty() {
            return Ok(());
        }
        // What each source can be the start of, so that the ordered searches run only
        // where they will find something.
        let mut plans = Vec::new();
        for cell in position.marked_cells() {
            if position.candidates(cell).len() >= 2 {
                for digit in position.candidates(cell) {
                    plans.push((code(cell, digit), None));
                }
            }
        }
        for links in
            [Use { x: true, y: false }, Use { x: false, y: true }, Use { x: true, y: true }]
        {
            let (cycle, forcing) = match (links.x, links.y) {
                (true, true) => (ChainKind::Cycle, ChainKind::Forcing),
                (true, false) => (ChainKind::CycleX, ChainKind::ForcingX),
                (false, _) => (ChainKind::CycleY, ChainKind::Forcing),
            };
            for (source, plan) in &mut plans {
                let source = *source;
                if !links.x && self.links.mate(source).is_none() {
                    continue;
                }
                let cycle_wanted = wanted(best, cycle, 4);
                let forcing_wanted = links.x && wanted(best, forcing, 4);
                if !cycle_wanted && !forcing_wanted {
                    continue;
                }
                pulse.beat(SOURCE)?;
                let plan = *plan.get_or_insert_with(|| self.plan(position, source, &removable));
                if plan.cycle && cycle_wanted {
                    self.cycles(position, source, links, best);
                }
                if plan.on_to_off && forcing_wanted {
                    self.forcing(position, source, true, links, best);
                }
                if plan.off_to_on && forcing_wanted {
                    self.forcing(position, source, false, links, best);
                }
            }
        }
        Ok(())
    }

    fn plan(&self, position: &Marks, source: Code, removable: &Planes) -> Plan {
        let reached = self.closure.off_when_on(position, source);
        let closes = self.links.all(source).any(|(other, _)| reached.contains(other));
        let mut both = self.closure.off_when_off(source);
        both.intersect(&reached);
        both.intersect(removable);
        let off_to_on = self.links.all(source).any(|(on, _)| {
            let after = self.closure.off_when_on(position, on);
            self.links.all(source).any(|(other, _)| after.contains(other))
        });
        Plan { cycle: closes && !both.is_empty(), on_to_off: removable.contains(source), off_to_on }
    }

    fn clear(&mut self) {
        self.on_seen = Planes::EMPTY;
        self.off_seen = Planes::EMPTY;
        self.on_queue.clear();
        self.off_queue.clear();
    }

    /// Looks for the chain from the source to its opposite.
    fn forcing(
        &mut self,
        position: &Marks,
        source: Code,
        start_on: bool,
        links: Use,
        best: &mut impl Best,
    ) {
        self.clear();
        let kind = if links.y { ChainKind::Forcing } else { ChainKind::ForcingX };
        if start_on {
            self.on_seen.insert(source);
            self.on_queue.push(source);
            self.on_from[source as usize] = NO_CODE;
            self.on_cause[source as usize] = Cause::None;
            self.on_depth[source as usize] = 1;
        } else {
            self.off_seen.insert(source);
            self.off_queue.push((source, NO_CODE));
            self.off_from[source as usize] = NO_CODE;
        }
        let (mut next_on, mut next_off) = (0, 0);
        while next_on < self.on_queue.len() || next_off < self.off_queue.len() {
            // Chains only grow longer from layer to layer.
            let shortest = match self.on_queue.get(next_on) {
                Some(&on) => u32::from(self.on_depth[on as usize]) + 1,
                None => 2,
            };
            if !wanted(best, kind, shortest) {
                return;
            }
            while next_on < self.on_queue.len() {
                let on = self.on_queue[next_on];
                next_on += 1;
                let complexity = u32::from(self.on_depth[on as usize]) + 1;
                let mut found = false;
                let mut off_seen = self.off_seen;
                let (queue, from) = (&mut self.off_queue, &mut self.off_from);
                for_each_rival(position, on, links.y, |off| {
                    if start_on && off == source {
                        found = true;
                    } else if !found && !off_seen.contains(off) {
                        off_seen.insert(off);
                        queue.push((off, on));
                        from[off as usize] = on;
                    }
                });
                self.off_seen = off_seen;
                if found {
                    if wanted(best, kind, complexity) {
                        let path = self.path_from(Some((source, on)), on);
                        best.take(forcing_hint(position, kind, source, false, complexity, path));
                    }
                    return;
                }
            }
            while next_off < self.off_queue.len() {
                let (off, before) = self.off_queue[next_off];
                next_off += 1;
                let depth = if before == NO_CODE { 1 } else { self.on_depth[before as usize] + 1 };
                let mate = if links.y { self.links.mate(off) } else { None };
                let targets = mate.map(|m| (m, Cause::Cell)).into_iter();
                for (on, cause) in targets.chain(self.links.linked(off).iter().copied()) {
                    if !start_on && on == source {
                        let complexity = u32::from(depth) + 1;
                        if wanted(best, kind, complexity) {
                            let mut path = vec![PathNode { code: on, on: true, cause }];
                            path.extend(self.path_from_off(off, before));
                            best.take(forcing_hint(position, kind, source, true, complexity, path));
                        }
                        return;
                    }
                    if !self.on_seen.contains(on) {
                        self.on_seen.insert(on);
                        self.on_queue.push(on);
                        self.on_from[on as usize] = off;
                        self.on_cause[on as usize] = cause;
                        self.on_depth[on as usize] = depth + 1;
                    }
                }
            }
        }
    }

    /// The path that ends in `off` (if given) caused by `on`, back to the source.
    fn path_from(&self, off: Option<(Code, Code)>, on: Code) -> Vec<PathNode> {
        let mut nodes = Vec::new();
        if let Some((off, by)) = off {
            nodes.push(PathNode { code: off, on: false, cause: Cause::between(by, off) });
        }
        let mut current = on;
        loop {
            nodes.push(PathNode {
                code: current,
                on: true,
                cause: self.on_cause[current as usize],
            });
            let off = self.on_from[current as usize];
            if off == NO_CODE {
                return nodes;
            }
            let by = self.off_from[off as usize];
            if by == NO_CODE {
                nodes.push(PathNode { code: off, on: false, cause: Cause::None });
                return nodes;
            }
            nodes.push(PathNode { code: off, on: false, cause: Cause::between(by, off) });
            current = by;
        }
    }

    fn path_from_off(&self, off: Code, before: Code) -> Vec<PathNode> {
        if before == NO_CODE {
            return vec![PathNode { code: off, on: false, cause: Cause::None }];
        }
        self.path_from(Some((off, before)), before)
    }

    /// Looks for all cycles through the source that the breadth-first search meets.
    ///
    /// Only candidates that went on are marked as seen. One that goes off may be
    /// queued again from another parent: it cannot lead on to anything new, but it may
    /// close another cycle.
    fn cycles(&mut self, position: &Marks, source: Code, links: Use, best: &mut impl Best) {
        let kind = match (links.x, links.y) {
            (true, true) => ChainKind::Cycle,
            (false, _) => ChainKind::CycleY,
            _ => ChainKind::CycleX,
        };
        self.clear();
        self.on_seen.insert(source);
        self.on_queue.push(source);
        self.on_from[source as usize] = NO_CODE;
        self.on_cause[source as usize] = Cause::None;
        self.before[source as usize] = NO_CODE;
        let mut used = Planes::EMPTY;
        let mut first = 0;
        let mut length: u32 = 0;
        let mut useful = Planes::EMPTY;
        if links.x {
            useful.unite(&self.links.with_linked);
        }
        if links.y {
            useful.unite(&self.links.with_mate);
        }
        while first < self.on_queue.len() {
            length += 2;
            if !wanted(best, kind, length.max(4)) {
                break;
            }
            self.off_queue.clear();
            let layer = first..self.on_queue.len();
            first = layer.end;
            for position_in_queue in layer {
                let on = self.on_queue[position_in_queue];
                let (queue, on_from, before) = (&mut self.off_queue, &self.on_from, &self.before);
                for_each_rival(position, on, links.y, |off| {
                    if !useful.contains(off) {
                        return;
                    }
                    if used.contains(off) {
                        let mut ancestor = on;
                        while ancestor != NO_CODE && on_from[ancestor as usize] != off {
                            ancestor = before[ancestor as usize];
                        }
                        if ancestor != NO_CODE {
                            return;
                        }
                    }
                    queue.push((off, on));
                });
            }
            for index in 0..self.off_queue.len() {
                let (off, by) = self.off_queue[index];
                let mate = if links.y { self.links.mate(off) } else { None };
                let linked = if links.x { self.links.linked(off) } else { &[] };
                let targets = mate.map(|m| (m, Cause::Cell)).into_iter();
                for (on, cause) in targets.chain(linked.iter().copied()) {
                    if length >= 4 && on == source && wanted(best, kind, length) {
                        let path = cycle_path(
                            source,
                            cause,
                            off,
                            by,
                            &self.on_from,
                            &self.on_cause,
                            &self.before,
                        );
                        let hint = cycle_hint(position, kind, length, path);
                        if !hint.removed.is_empty() {
                            best.take(hint);
                        }
                    }
                    if !self.on_seen.contains(on) {
                        self.on_seen.insert(on);
                        self.on_queue.push(on);
                        self.on_from[on as usize] = off;
                        self.on_cause[on as usize] = cause;
                        self.before[on as usize] = by;
                        used.insert(off);
                    }
                }
            }
        }
    }
}

fn wanted(best: &impl Best, kind: ChainKind, complexity: u32) -> bool {
    best.wants(kind.base() + length_increment(complexity), complexity, kind.sort_key())
}

#[derive(Clone, Copy)]
struct Plan {
    cycle: bool,
    on_to_off: bool,
    off_to_on: bool,
}

/// Calls `each` for every candidate that goes off when `on` is on: the rivals in the
/// cell (when `y`), then those in the box, the rest of the row, the rest of the column.
#[inline]
pub(super) fn for_each_rival(position: &Marks, on: Code, y: bool, mut each: impl FnMut(Code)) {
    let (cell, digit) = (cell_of(on), digit_of(on));
    if y {
        for other in position.candidates(cell) {
            if other != digit {
                each(code(cell, other));
            }
        }
    }
    let holders = position.cells_with(digit).without(Cells::only(cell));
    let block = cell.house(HouseKind::Box).cells();
    for other in holders.intersection(block) {
        each(code(other, digit));
    }
    let outside = holders.without(block);
    for other in outside.intersection(cell.house(HouseKind::Row).cells()) {
        each(code(other, digit));
    }
    for other in outside.intersection(cell.house(HouseKind::Column).cells()) {
        each(code(other, digit));
    }
}

fn forcing_hint(
    position: &Marks,
    kind: ChainKind,
    source: Code,
    to_on: bool,
    complexity: u32,
    path: Vec<PathNode>,
) -> Hint {
    let (cell, digit) = (cell_of(source), digit_of(source));
    let mut removed = Planes::EMPTY;
    if to_on {
        for other in position.candidates(cell) {
            if other != digit {
                removed.insert(code(cell, other));
            }
        }
    } else {
        removed.insert(source);
    }
    Hint {
        kind,
        difficulty: kind.base() + length_increment(complexity),
        complexity,
        removed,
        placed: to_on.then_some(source),
        chain: Chain::Path(path),
    }
}

/// The path of a cycle: the source as end of the chain, back to the node after the
/// source; the source as start is left out.
fn cycle_path(
    source: Code,
    cause: Cause,
    off: Code,
    by: Code,
    on_from: &[Code; N_CODES],
    on_cause: &[Cause; N_CODES],
    before: &[Code; N_CODES],
) -> Vec<PathNode> {
    let mut nodes = vec![PathNode { code: source, on: true, cause }];
    let (mut off, mut by) = (off, by);
    loop {
        nodes.push(PathNode { code: off, on: false, cause: Cause::between(by, off) });
        if by == source {
            return nodes;
        }
        nodes.push(PathNode { code: by, on: true, cause: on_cause[by as usize] });
        off = on_from[by as usize];
        by = before[by as usize];
    }
}

fn cycle_hint(position: &Marks, kind: ChainKind, complexity: u32, path: Vec<PathNode>) -> Hint {
    let mut cells = Cells::EMPTY;
    let (mut forward, mut backward) = ([Cells::EMPTY; 9], [Cells::EMPTY; 9]);
    for node in &path {
        let cell = cell_of(node.code);
        cells.insert(cell);
        let side = if node.on { &mut forward } else { &mut backward };
        let seen = &mut side[digit_of(node.code).index()];
        *seen = seen.union(cell.peers());
    }
    let mut removed = Planes::EMPTY;
    for digit in sudolab_grid::nine::Digit::all() {
        let seen = forward[digit.index()].intersection(backward[digit.index()]);
        removed.0[digit.index()] =
            position.cells_with(digit).intersection(seen).without(cells).bits();
    }
    Hint {
        kind,
        difficulty: kind.base() + length_increment(complexity),
        complexity,
        removed,
        placed: None,
        chain: Chain::Path(path),
    }
}
