//! The statements chains are made of, and what each says about others directly.
//!
//! A *statement* says that a digit is in one of some cells (on) or in none of them
//! (off). There are three kinds: a candidate; a group, which is two or three places of
//! a digit where a line and a box cross; and a digit of an almost locked set, which is
//! only ever said to be off. Statements are numbered, off even, on odd:
//!
//! ```text
//! 0, 1                 the first candidate off, on      (cells row by row, digits ascending)
//! 2, 3                 the second …
//! 2n, 2n + 1           the first group off, on          (rows, then columns; digits; boxes)
//! 2(n + g)             the first digit of a set off
//! ```
//!
//! The order of the links of a statement is part of the definition: it decides which
//! of two equally long chains is kept.

use super::lookahead::Cause;
use crate::position::Position;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, House, HouseKind};

/// The number of a statement.
pub(super) type Node = u16;

pub(super) const NONE: u16 = u16::MAX;

/// One direct implication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link {
    pub(super) to: Node,
    /// What the link adds to the length of a chain; a plain link adds two.
    pub(super) distance: u16,
}

/// The distance of a plain link.
pub(super) const PLAIN: u16 = 2;

/// Two or three places of a digit where a line and a box cross.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clump {
    pub(super) digit: Digit,
    pub(super) cells: Cells,
    pub(super) line: House,
    pub(super) block: House,
}

/// A digit of an almost locked set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct InSet {
    pub(super) digit: Digit,
    /// The cells of the set that may hold the digit.
    pub(super) holders: Cells,
    /// All cells of the set.
    pub(super) set: Cells,
}

/// What a statement speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Matter {
    Candidate(Candidate),
    Group(Clump),
    InSet(InSet),
}

/// The statements of a position and their direct implications.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) candidates: Vec<Candidate>,
    number: Vec<u16>,
    pub(super) groups: Vec<Clump>,
    pub(super) in_sets: Vec<InSet>,
    /// The links of each statement, in order.
    pub(super) links: Vec<Vec<Link>>,
    /// For nets, the causes of the first links of each candidate's statements, in the
    /// same order; a link past the end follows from the statement itself.
    pub(super) causes: Vec<Vec<Cause>>,
}

impl Graph {
    /// Numbers the candidates of a position and forgets everything else.
    pub(super) fn start(&mut self, position: &Position) {
        self.candidates.clear();
        self.candidates.extend(position.all_candidates());
        self.number.clear();
        self.number.resize(729, NONE);
        for (k, candidate) in self.candidates.iter().enumerate() {
            self.number[candidate.index()] = k as u16;
        }
        self.groups.clear();
        self.in_sets.clear();
        self.resize(2 * self.candidates.len());
        for list in &mut self.links {
            list.clear();
        }
        for list in &mut self.causes {
            list.clear();
        }
    }

    fn resize(&mut self, n_nodes: usize) {
        for list in self.links.iter_mut().skip(n_nodes) {
            list.clear();
        }
        self.links.resize_with(n_nodes, Vec::new);
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.links.len()
    }

    /// Number of statements about candidates.
    pub(super) fn n_plain(&self) -> usize {
        2 * self.candidates.len()
    }

    /// The statement that a candidate is on or off.
    pub(super) fn node(&self, cell: Cell, digit: Digit, on: bool) -> Node {
        2 * self.number[Candidate::new(cell, digit).index()] + u16::from(on)
    }

    /// The statement about a group.
    pub(super) fn group_node(&self, group: usize, on: bool) -> Node {
        (2 * (self.candidates.len() + group)) as u16 + u16::from(on)
    }

    /// The statement about a digit of a set.
    pub(super) fn set_node(&self, in_set: usize) -> Node {
        (2 * (self.candidates.len() + self.groups.len() + in_set)) as u16
    }

    pub(super) fn subject(&self, node: Node) -> Matter {
        let k = node as usize / 2;
        let (n, g) = (self.candidates.len(), self.groups.len());
        if k < n {
            Matter::Candidate(self.candidates[k])
        } else if k < n + g {
            Matter::Group(self.groups[k - n])
        } else {
            Matter::InSet(self.in_sets[k - n - g])
        }
    }

    /// The candidate of a plain statement.
    pub(super) fn candidate(&self, node: Node) -> Candidate {
        self.candidates[node as usize / 2]
    }

    pub(super) fn is_plain(&self, node: Node) -> bool {
        (node as usize) < self.n_plain()
    }

    /// The digit of a statement.
    pub(super) fn digit(&self, node: Node) -> Digit {
        match self.subject(node) {
            Matter::Candidate(candidate) => candidate.digit,
            Matter::Group(group) => group.digit,
            Matter::InSet(in_set) => in_set.digit,
        }
    }

    /// The cells a statement speaks of.
    pub(super) fn cells(&self, node: Node) -> Cells {
        match self.subject(node) {
            Matter::Candidate(candidate) => Cells::only(candidate.cell),
            Matter::Group(group) => group.cells,
            Matter::InSet(in_set) => in_set.holders,
        }
    }

    /// The cells a statement occupies in a chain: for a digit of a set the whole set.
    pub(super) fn extent(&self, node: Node) -> Cells {
        match self.subject(node) {
            Matter::InSet(in_set) => in_set.set,
            _ => self.cells(node),
        }
    }

    /// The first cell a statement speaks of, under which it is filed.
    pub(super) fn cell(&self, node: Node) -> Cell {
        if self.is_plain(node) {
            self.candidate(node).cell
        } else {
            self.cells(node).first().expect("a statement speaks of cells")
        }
    }

    fn link(&mut self, from: Node, to: Node) {
        self.links[from as usize].push(Link { to, distance: PLAIN });
    }

    fn link_once(&mut self, from: Node, to: Node) {
        if self.links[from as usize].iter().all(|link| link.to != to) {
            self.link(from, to);
        }
    }

    /// Adds the plain links of every candidate.
    ///
    /// On: the other candidates of the cell go off, then the other places of the digit
    /// in the row, the column and the box. Off: the last other candidate of the cell
    /// goes on, then the last other place in the row, the column and the box.
    pub(super) fn add_plain_links(&mut self, position: &Position) {
        for k in 0..self.candidates.len() {
            let Candidate { cell, digit } = self.candidates[k];
            let (off, on) = (2 * k as u16, 2 * k as u16 + 1);
            let digits = position.candidates(cell);
            for other in digits.into_iter().filter(|&other| other != digit) {
                let mate = self.node(cell, other, false);
                self.link(on, mate);
                if digits.len() == 2 {
                    self.link(off, mate + 1);
                }
            }
            let mut seen = Cells::EMPTY;
            for house in cell.houses() {
                let mut places = position.cells_with_in(digit, house);
                places.remove(cell);
                for other in places.without(seen) {
                    let node = self.node(other, digit, false);
                    self.link(on, node);
                }
                if let (1, Some(other)) = (places.len(), places.first()) {
                    let node = self.node(other, digit, true);
                    self.link_once(off, node);
                }
                seen = seen.union(places);
            }
        }
    }

    /// Finds the groups and adds their links, those from candidates to groups last.
    pub(super) fn add_groups(&mut self, position: &Position) {
        self.groups.clear();
        for line in House::all().filter(|house| house.kind() != HouseKind::Box) {
            for digit in Digit::all() {
                for block in (0..9).map(House::block) {
                    let cells = position.cells_with_in(digit, line).intersection(block.cells());
                    if cells.len() > 1 {
                        self.groups.push(Clump { digit, cells, line, block });
                    }
                }
            }
        }
        self.resize(2 * (self.candidates.len() + self.groups.len()));
        for index in 0..self.groups.len() {
            self.link_group(position, index);
        }
    }

    fn link_group(&mut self, position: &Position, index: usize) {
        let Clump { digit, cells, line, block } = self.groups[index];
        let (off, on) = (self.group_node(index, false), self.group_node(index, true));
        let seen = position.cells_with(digit).intersection(cells.common_peers());
        for cell in seen {
            let node = self.node(cell, digit, false);
            self.link(on, node);
            self.link(node + 1, off);
        }
        for house in [block, line] {
            let rest = seen.intersection(house.cells());
            if let (1, Some(cell)) = (rest.len(), rest.first()) {
                let node = self.node(cell, digit, true);
                self.link_once(off, node);
                self.link(node - 1, on);
            }
        }
        // Other groups of the digit in the line or the box, without common cells.
        let mut first_in = [None; 2];
        let mut n_in = [0; 2];
        for other in 0..self.groups.len() {
            let group = self.groups[other];
            if other == index || group.digit != digit || !group.cells.intersection(cells).is_empty()
            {
                continue;
            }
            for (kind, shared) in [group.line == line, group.block == block].into_iter().enumerate()
            {
                if shared {
                    n_in[kind] += 1;
                    first_in[kind].get_or_insert(other);
                    let node = self.group_node(other, false);
                    self.link(on, node);
                }
            }
        }
        for (kind, house) in [line, block].into_iter().enumerate() {
            if let (1, Some(other)) = (n_in[kind], first_in[kind]) {
                let both = cells.union(self.groups[other].cells);
                if position.cells_with_in(digit, house).is_subset(both) {
                    let node = self.group_node(other, true);
                    self.link(off, node);
                }
            }
        }
    }

    /// Makes room for statements about digits of sets.
    pub(super) fn add_in_set(&mut self, in_set: InSet) -> usize {
        self.in_sets.push(in_set);
        let n = self.candidates.len() + self.groups.len() + self.in_sets.len();
        self.resize(2 * n);
        self.in_sets.len() - 1
    }

    pub(super) fn link_with(&mut self, from: Node, to: Node, distance: u16) {
        self.links[from as usize].push(Link { to, distance });
    }
}
