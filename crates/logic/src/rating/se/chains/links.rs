//! The strong links of a position, and what follows from them without branching.
//!
//! A *strong link* joins two candidates of which one is true: the two candidates of a
//! cell, or the two places of a digit in a house. A *weak link* joins two candidates
//! of which at most one is true. A static chain alternates them:
//!
//! ```text
//! x on  -weak->  y off  -strong->  z on  -weak->  …
//! ```
//!
//! [`Closure`] answers, for every candidate x at once, which candidates go off when x
//! is on. Links read the same in both directions, so x leads to "y off" exactly when
//! y leads to "x off", and everything the static chains of a position can prove shows
//! in one place: a candidate e can be removed by some chain or cycle only if e on
//! leads to e off (a cycle's victim is seen from both colours, a forced digit's rival
//! leads round to its own end). When no such e exists the ordered searches, which
//! cost a hundred times more, need not be run at all.

use super::planes::{Code, N_CODES, Planes, cell_of, code, digit_of};
use crate::position::Marks;
use sudolab_grid::nine::{Cells, Digit, House, HouseKind};

/// Why an implication holds, in the room of one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// An assumption.
    None,
    /// By the cell.
    Cell,
    /// By a house.
    House(HouseKind),
    /// By a rule applied on the way.
    Rule,
}

impl Cause {
    /// The cause of a candidate going off because `on` is on: the cell, or the first
    /// of box, row and column they share.
    #[inline]
    pub(crate) fn between(on: Code, off: Code) -> Self {
        let (a, b) = (cell_of(on), cell_of(off));
        if a == b {
            Self::Cell
        } else if a.block() == b.block() {
            Self::House(HouseKind::Box)
        } else if a.row() == b.row() {
            Self::House(HouseKind::Row)
        } else {
            Self::House(HouseKind::Column)
        }
    }
}

/// The strong links of a position.
pub(crate) struct Links {
    /// The other candidate of a cell with two, or [`NO_CODE`].
    mate: Box<[Code; N_CODES]>,
    /// Links by box, row and column, in this order and each target once.
    linked: Box<[[(Code, Cause); 3]; N_CODES]>,
    n_linked: Box<[u8; N_CODES]>,
    /// Candidates with a link by their cell, and by some house.
    pub with_mate: Planes,
    pub with_linked: Planes,
}

pub(crate) const NO_CODE: Code = Code::MAX;

impl Links {
    pub(crate) fn new() -> Self {
        Self {
            mate: Box::new([NO_CODE; N_CODES]),
            linked: Box::new([[(NO_CODE, Cause::None); 3]; N_CODES]),
            n_linked: Box::new([0; N_CODES]),
            with_mate: Planes::EMPTY,
            with_linked: Planes::EMPTY,
        }
    }

    /// Reads the links of a position.
    pub(crate) fn read(&mut self, position: &Marks) {
        for code in self.with_mate.codes() {
            self.mate[code as usize] = NO_CODE;
        }
        for code in self.with_linked.codes() {
            self.n_linked[code as usize] = 0;
        }
        self.with_mate = Planes::EMPTY;
        self.with_linked = Planes::EMPTY;
        for cell in position.marked_cells() {
            let digits = position.candidates(cell);
            if digits.len() == 2 {
                let mut iter = digits.into_iter();
                if let (Some(first), Some(second)) = (iter.next(), iter.next()) {
                    let (a, b) = (code(cell, first), code(cell, second));
                    self.mate[a as usize] = b;
                    self.mate[b as usize] = a;
                    self.with_mate.insert(a);
                    self.with_mate.insert(b);
                }
            }
        }
        for house in (18..27).chain(0..18).map(House::new) {
            for digit in Digit::all() {
                let places = position.places(house, digit);
                if places.count_ones() == 2 {
                    let a = code(house.cell(places.trailing_zeros() as usize), digit);
                    let b = code(house.cell(15 - places.leading_zeros() as usize), digit);
                    self.add(a, b, Cause::House(house.kind()));
                    self.add(b, a, Cause::House(house.kind()));
                }
            }
        }
    }

    fn add(&mut self, from: Code, to: Code, cause: Cause) {
        let n = self.n_linked[from as usize] as usize;
        if self.linked[from as usize][..n].iter().all(|&(known, _)| known != to) {
            self.linked[from as usize][n] = (to, cause);
            self.n_linked[from as usize] = n as u8 + 1;
            self.with_linked.insert(from);
        }
    }

    /// The candidate that goes on by the cell when this one goes off.
    #[inline]
    pub(crate) fn mate(&self, code: Code) -> Option<Code> {
        let mate = self.mate[code as usize];
        (mate != NO_CODE).then_some(mate)
    }

    /// The candidates that go on by a house when this one goes off.
    #[inline]
    pub(crate) fn linked(&self, code: Code) -> &[(Code, Cause)] {
        &self.linked[code as usize][..self.n_linked[code as usize] as usize]
    }

    /// All candidates that go on when this one goes off: by the cell, then by houses.
    #[inline]
    pub(crate) fn all(&self, code: Code) -> impl Iterator<Item = (Code, Cause)> + '_ {
        self.mate(code)
            .map(|mate| (mate, Cause::Cell))
            .into_iter()
            .chain(self.linked(code).iter().copied())
    }
}

/// The candidates that go off when a candidate is on: its rivals in the cell and in
/// the houses.
#[inline]
pub(crate) fn weak(position: &Marks, code: Code) -> Planes {
    let (cell, digit) = (cell_of(code), digit_of(code));
    let mut planes = Planes::EMPTY;
    for other in position.candidates(cell) {
        planes.0[other.index()] = Cells::only(cell).bits();
    }
    planes.0[digit.index()] = position.cells_with(digit).intersection(cell.peers()).bits();
    planes
}

/// For every candidate, which candidates go off when it is on.
///
/// Computed by Tarjan's algorithm on the graph whose nodes are the candidates that
/// are off and linked: the members of a component share one set, and a component is
/// finished after everything it leads to.
pub(crate) struct Closure {
    /// What goes off when a linked candidate goes off, itself included.
    from_off: Box<[Planes; N_CODES]>,
    index: Box<[u16; N_CODES]>,
    low: Box<[u16; N_CODES]>,
    on_stack: Planes,
    stack: Vec<Code>,
    counter: u16,
    linked: Planes,
}

impl Closure {
    pub(crate) fn new() -> Self {
        Self {
            from_off: Box::new([Planes::EMPTY; N_CODES]),
            index: Box::new([0; N_CODES]),
            low: Box::new([0; N_CODES]),
            on_stack: Planes::EMPTY,
            stack: Vec::new(),
            counter: 0,
            linked: Planes::EMPTY,
        }
    }

    /// Computes the closure of a position with these links.
    pub(crate) fn compute(&mut self, position: &Marks, links: &Links) {
        self.linked = links.with_mate;
        self.linked.unite(&links.with_linked);
        self.counter = 0;
        let linked = self.linked;
        for code in linked.codes() {
            self.index[code as usize] = 0;
        }
        for code in linked.codes() {
            if self.index[code as usize] == 0 {
                self.visit(position, links, code);
            }
        }
    }

    fn visit(&mut self, position: &Marks, links: &Links, node: Code) {
        self.counter += 1;
        self.index[node as usize] = self.counter;
        self.low[node as usize] = self.counter;
        let base = self.stack.len();
        self.stack.push(node);
        self.on_stack.insert(node);
        let mut reached = Planes::EMPTY;
        reached.insert(node);
        for (on, _) in links.all(node) {
            let rivals = weak(position, on);
            let mut next = rivals;
            next.intersect(&self.linked);
            reached.unite(&rivals);
            for off in next.codes() {
                if self.index[off as usize] == 0 {
                    self.visit(position, links, off);
                }
                if self.on_stack.contains(off) {
                    self.low[node as usize] = self.low[node as usize].min(self.low[off as usize]);
                } else {
                    reached.unite(&self.from_off[off as usize]);
                }
            }
        }
        // Keep what this node reaches; members of its component add theirs below.
        self.from_off[node as usize] = reached;
        if self.low[node as usize] == self.index[node as usize] {
            let mut all = Planes::EMPTY;
            for &member in &self.stack[base..] {
                all.unite(&self.from_off[member as usize]);
            }
            for &member in &self.stack[base..] {
                self.from_off[member as usize] = all;
                self.on_stack.0[(member >> 7) as usize] &= !(1 << (member & 127));
            }
            self.stack.truncate(base);
        }
    }

    /// The candidates that lead to their own end: on leads to off.
    pub(crate) fn self_defeating(&self, position: &Marks) -> Planes {
        let mut found = Planes::EMPTY;
        for digit in Digit::all() {
            let rivals = Cells::from_bits(self.linked.0[digit.index()]);
            for cell in position.cells_with(digit) {
                let bit = code(cell, digit);
                let by_house = rivals
                    .intersection(cell.peers())
                    .into_iter()
                    .any(|other| self.from_off[code(other, digit) as usize].contains(bit));
                let by_cell = || {
                    position.candidates(cell).into_iter().any(|other| {
                        let off = code(cell, other);
                        other != digit
                            && self.linked.contains(off)
                            && self.from_off[off as usize].contains(bit)
                    })
                };
                if by_house || by_cell() {
                    found.insert(bit);
                }
            }
        }
        found
    }

    /// What goes off when a candidate goes off, itself included.
    pub(crate) fn off_when_off(&self, code: Code) -> Planes {
        if self.linked.contains(code) {
            self.from_off[code as usize]
        } else {
            let mut planes = Planes::EMPTY;
            planes.insert(code);
            planes
        }
    }

    /// What goes off when a candidate is on.
    pub(crate) fn off_when_on(&self, position: &Marks, code: Code) -> Planes {
        let mut reached = weak(position, code);
        let mut next = reached;
        next.intersect(&self.linked);
        for off in next.codes() {
            reached.unite(&self.from_off[off as usize]);
        }
        reached
    }
}
