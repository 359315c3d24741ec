//! Direct implications of nets: what singles show within four rounds of a premise.
//!
//! The premise is made true on a copy of the board: a digit is placed, or a candidate
//! removed (and the cell filled when one candidate is left). Then, four times over, all
//! singles in sight are listed, naked ones first, and placed one after the other, even
//! when an earlier one of the list has spoilt them. Singles are in sight in the order
//! in which removals brought them up, kept in two queues:
//!
//! - a removal that leaves one candidate in a cell brings up a naked single;
//! - a removal that leaves one place in the row, column or box brings up a hidden one;
//! - a removal of the last place takes the oldest matching hidden single back;
//! - a removal that empties a cell stops there: its houses keep their counts.
//!
//! Everything that happens is written down as a link of the premise: the digit placed,
//! the candidates of the digit it removes, the other candidates of its cell. A digit
//! placed by a single depends on all removals that made it single, seen from the board
//! as it was before the premise; of these the first five are kept as the way back.

use super::graph::{Graph, Link, NONE, Node, PLAIN};
use crate::position::Position;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cell, Cells, Digit, Digits, House};

/// Number of rounds.
const N_ROUNDS: usize = 4;

/// Why a link of a net holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cause {
    /// Up to five entries of the same table the link depends on, the largest first;
    /// zero is the premise or, after the first, nothing.
    pub(super) back: [u16; 5],
    pub(super) why: Why,
}

/// The rule behind a link of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// The entry with this index is on and excludes it.
    Excluded(u16),
    /// Every other candidate of the cell is off.
    LastInCell,
    /// Every other place in the house is off.
    LastInHouse(House),
}

#[derive(Clone)]
struct Outlook {
    candidates: [u16; 81],
    filled: [u8; 81],
    places: [[u8; 9]; 27],
    naked: Vec<(Cell, Digit)>,
    hidden: Vec<(Cell, Digit)>,
}

impl Outlook {
    fn new(position: &Position) -> Self {
        let mut board = Self {
            candidates: [0; 81],
            filled: [NOT_FILLED; 81],
            places: [[0; 9]; 27],
            naked: Vec::new(),
            hidden: Vec::new(),
        };
        for cell in Cell::all() {
            board.candidates[cell.index()] = position.candidates(cell).bits();
            if let Some(digit) = position.value(cell) {
                board.filled[cell.index()] = digit.index() as u8;
            }
            if let Some(digit) = position.candidates(cell).single() {
                board.naked.push((cell, digit));
            }
        }
        for house in House::all() {
            for digit in Digit::all() {
                let n = position.places(house, digit).count_ones();
                board.places[house.index()][digit.index()] = n as u8;
                if n == 1 {
                    board.bring_up(house, digit);
                }
            }
        }
        board
    }

    fn copy_from(&mut self, other: &Self) {
        self.candidates = other.candidates;
        self.filled = other.filled;
        self.places = other.places;
        self.naked.clone_from(&other.naked);
        self.hidden.clone_from(&other.hidden);
    }

    fn digits(&self, cell: Cell) -> Digits {
        Digits::from_bits(self.candidates[cell.index()])
    }

    /// Adds the hidden single of a house to the queue.
    fn bring_up(&mut self, house: House, digit: Digit) {
        let place = (0..9).map(|place| house.cell(place));
        let mut place = place.filter(|&cell| self.digits(cell).contains(digit));
        if let Some(cell) = place.next() {
            self.hidden.push((cell, digit));
        }
    }

    fn remove(&mut self, cell: Cell, digit: Digit) {
        let digits = self.digits(cell);
        if !digits.contains(digit) {
            return;
        }
        let left = digits.without(Digits::only(digit));
        self.candidates[cell.index()] = left.bits();
        if left.is_empty() {
            return;
        }
        if let Some(last) = left.single() {
            self.naked.push((cell, last));
        }
        for house in cell.houses() {
            let n = &mut self.places[house.index()][digit.index()];
            *n = n.wrapping_sub(1);
            match *n {
                1 => self.bring_up(house, digit),
                0 => {
                    let known = self
                        .hidden
                        .iter()
                        .position(|&(c, d)| d == digit && house.cells().contains(c));
                    if let Some(index) = known {
                        self.hidden.remove(index);
                    }
                }
                _ => {}
            }
        }
    }

    fn place(&mut self, cell: Cell, digit: Digit) {
        if self.filled[cell.index()] == digit.index() as u8 {
            return;
        }
        self.filled[cell.index()] = digit.index() as u8;
        let digits = self.digits(cell);
        self.candidates[cell.index()] = 0;
        for peer in cell.peers() {
            self.remove(peer, digit);
        }
        for other in digits {
            for house in cell.houses() {
                let n = &mut self.places[house.index()][other.index()];
                *n = n.wrapping_sub(1);
                if *n == 1 && other != digit {
                    self.bring_up(house, other);
                }
            }
        }
    }
}

const NOT_FILLED: u8 = u8::MAX;

/// What the rounds of singles after one premise count for on the pulse.
const PREMISE: u64 = 256;

/// Writes the links of every candidate's statements.
///
/// # Errors
/// What stopped it.
pub(super) fn fill(
    graph: &mut Graph,
    position: &Position,
    pulse: &mut Pulse<'_>,
) -> Result<(), Stop> {
    let start = Outlook::new(position);
    let n_plain = graph.n_plain();
    graph.causes.resize_with(n_plain, Vec::new);
    let mut writer = Writer {
        board: start.clone(),
        links: Vec::new(),
        causes: Vec::new(),
        place: vec![NONE; n_plain],
        singles: Vec::new(),
        graph,
        position,
    };
    for k in 0..n_plain / 2 {
        for on in [true, false] {
            let premise = 2 * k as u16 + u16::from(on);
            pulse.beat(PREMISE)?;
            writer.board.copy_from(&start);
            writer.run(premise);
            writer.graph.links[premise as usize].clone_from(&writer.links);
            writer.graph.causes[premise as usize].clone_from(&writer.causes);
        }
    }
    Ok(())
}

struct Writer<'a> {
    board: Outlook,
    links: Vec<Link>,
    causes: Vec<Cause>,
    /// The index of each statement's entry in the table; the premise has index 0.
    place: Vec<u16>,
    singles: Vec<(Cell, Digit, bool)>,
    graph: &'a mut Graph,
    position: &'a Position,
}

impl Writer<'_> {
    fn run(&mut self, premise: Node) {
        self.links.clear();
        self.causes.clear();
        self.place.fill(NONE);
        self.place[premise as usize] = 0;
        let candidate = self.graph.candidate(premise);
        if premise % 2 == 1 {
            let others = self.board.digits(candidate.cell);
            self.board.place(candidate.cell, candidate.digit);
            self.write_exclusions(candidate.cell, candidate.digit, others, 0);
        } else {
            self.board.remove(candidate.cell, candidate.digit);
            if let Some(last) = self.board.digits(candidate.cell).single() {
                let others = self.board.digits(candidate.cell);
                self.board.place(candidate.cell, last);
                let entry = self.write(
                    self.graph.node(candidate.cell, last, true),
                    PLAIN,
                    Cause { back: [0; 5], why: Why::LastInCell },
                );
                self.write_exclusions(candidate.cell, last, others, entry);
            }
        }
        for _ in 0..N_ROUNDS {
            self.list_singles();
            if self.singles.is_empty() {
                break;
            }
            for index in 0..self.singles.len() {
                let (cell, digit, naked) = self.singles[index];
                self.place_single(cell, digit, naked);
            }
        }
    }

    fn list_singles(&mut self) {
        self.singles.clear();
        let open = |board: &Outlook, cell: Cell| board.filled[cell.index()] == NOT_FILLED;
        for &(cell, digit) in &self.board.naked {
            if open(&self.board, cell) {
                self.singles.push((cell, digit, true));
            }
        }
        let mut found = Cells::EMPTY;
        for &(cell, digit) in &self.board.hidden {
            let alone = |house: House| self.board.places[house.index()][digit.index()] == 1;
            if open(&self.board, cell)
                && !found.contains(cell)
                && cell.houses().into_iter().any(alone)
            {
                self.singles.push((cell, digit, false));
                found.insert(cell);
            }
        }
    }

    fn place_single(&mut self, cell: Cell, digit: Digit, naked: bool) {
        let others = self.board.digits(cell);
        // The house with the fewest places left; of equal ones the first.
        let n_places = |house: House| self.board.places[house.index()][digit.index()];
        let [row, column, block] = cell.houses();
        let mut house = row;
        for other in [column, block] {
            if n_places(other) < n_places(house) {
                house = other;
            }
        }
        self.board.place(cell, digit);
        let mut back = [0; 5];
        let mut n_back = 0;
        let mut depend = |node: Node| {
            if n_back < back.len() {
                back[n_back] = match self.place[node as usize] {
                    NONE => 0,
                    place => place,
                };
                n_back += 1;
            }
        };
        let why = if naked {
            for other in self.position.candidates(cell).into_iter().filter(|&d| d != digit) {
                depend(self.graph.node(cell, other, false));
            }
            Why::LastInCell
        } else {
            for other in self.position.cells_with_in(digit, house).into_iter() {
                if other != cell {
                    depend(self.graph.node(other, digit, false));
                }
            }
            Why::LastInHouse(house)
        };
        let distance = self.distance(back[0]) + 1;
        for index in 1..back.len() {
            if back[index] > back[0] {
                back.swap(0, index);
            }
        }
        let entry = self.write(self.graph.node(cell, digit, true), distance, Cause { back, why });
        self.write_exclusions(cell, digit, others, entry);
    }

    fn distance(&self, entry: u16) -> u16 {
        match entry {
            0 => 1,
            entry => self.links[entry as usize - 1].distance,
        }
    }

    /// Writes a link unless it is there, and says at which index the next or this
    /// entry stands.
    fn write(&mut self, to: Node, distance: u16, cause: Cause) -> u16 {
        let entry = self.links.len() as u16 + 1;
        if self.place[to as usize] == NONE {
            self.place[to as usize] = entry;
            self.links.push(Link { to, distance });
            self.causes.push(cause);
        }
        entry
    }

    /// Writes what a digit in a cell excludes.
    fn write_exclusions(&mut self, cell: Cell, digit: Digit, others: Digits, by: u16) {
        let cause = Cause { back: [by, 0, 0, 0, 0], why: Why::Excluded(by) };
        let distance = |writer: &Self| match by {
            by if by as usize <= writer.links.len() => writer.distance(by) + 1,
            _ => 1,
        };
        for peer in self.position.cells_with(digit).intersection(cell.peers()) {
            let node = self.graph.node(peer, digit, false);
            self.write(node, distance(self), cause);
        }
        for other in others.into_iter().filter(|&other| other != digit) {
            let node = self.graph.node(cell, other, false);
            self.write(node, distance(self), cause);
        }
    }
}
