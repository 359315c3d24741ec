//! The position as HoDoKu sees it: the marks, and two queues of singles.
//!
//! HoDoKu does not look for singles, it notices them. Whenever a candidate goes, the
//! cell joins the queue of naked singles if it has one candidate left, and each house
//! (row, column, box) with one place left for the digit puts that place into the queue
//! of hidden singles. A queue is served first in, first out, so which single comes next
//! depends on the order in which candidates went: clues in reading order when the
//! puzzle is set, the order of eliminations within a step, and within a placement
//!
//! 1. the peers of the cell that lose the digit, in ascending order, each with its
//!    houses that do not hold the placed cell;
//! 2. then, for every other candidate the cell had, in ascending order, the three
//!    houses of the cell.
//!
//! Entries whose cell has been filled meanwhile are skipped. A full house is the first
//! entry of the naked queue that is the last empty cell of a house; looking for it
//! takes nothing from the queue.

//!
//! The board keeps only what singles need; a [`Position`] is made when a search asks for
//! it, and kept up to date from then on. Most puzzles are solved before.

use crate::position::Position;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House};

/// A position with its queues of singles.
#[derive(Clone)]
pub struct QueuedPosition {
    values: [u8; 81],
    candidates: [u16; 81],
    places: [[u16; 9]; 27],
    by_digit: [Cells; 9],
    empty: Cells,
    n_empty: [u8; 27],
    givens: Cells,
    naked: Queue,
    hidden: Queue,
    position: Option<Box<Position>>,
}

/// A digit to place, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Single {
    /// The last empty cell of a house.
    FullHouse(House, Candidate),
    /// The last candidate of a cell.
    Naked(Candidate),
    /// The last place for a digit in a house.
    Hidden(House, Candidate),
}

impl Single {
    /// The cell and the digit.
    pub fn candidate(self) -> Candidate {
        match self {
            Self::FullHouse(_, single) | Self::Naked(single) | Self::Hidden(_, single) => single,
        }
    }
}

impl QueuedPosition {
    /// The board of a puzzle: digits are set in reading order, then marks that the
    /// position lacks are removed, cell by cell.
    pub fn new(position: &Position) -> Self {
        let mut board = Self {
            values: [0; 81],
            candidates: [0x1ff; 81],
            places: [[0x1ff; 9]; 27],
            by_digit: [Cells::ALL; 9],
            empty: Cells::ALL,
            n_empty: [9; 27],
            givens: position.givens(),
            naked: Queue::new(),
            hidden: Queue::new(),
            position: None,
        };
        for cell in Cells::ALL.without(position.empty_cells()) {
            if let Some(digit) = position.value(cell) {
                board.place(cell, digit);
            }
        }
        for cell in position.empty_cells() {
            let lacking = board.candidates[cell.index()] & !position.candidates(cell).bits();
            for digit in Digits::from_bits(lacking) {
                board.remove(cell, digit);
            }
        }
        board
    }

    /// Whether every cell holds a digit.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.empty.is_empty()
    }

    /// The position without the queues.
    pub fn position(&mut self) -> &Position {
        let (values, candidates, givens) = (&self.values, &self.candidates, self.givens);
        self.position.get_or_insert_with(|| {
            let marks = candidates.map(Digits::from_bits);
            let position = Position::from_marks(values, &marks)
                .expect("what is placed here was placed in a position");
            Box::new(position.with_givens(givens))
        })
    }

    /// The next single; it leaves its queue. Nothing when HoDoKu sees none.
    pub fn next_single(&mut self) -> Option<Single> {
        self.full_house().or_else(|| self.naked_single()).or_else(|| self.hidden_single())
    }

    fn full_house(&self) -> Option<Single> {
        self.naked.waiting().find_map(|single| {
            if !self.empty.contains(single.cell) {
                return None;
            }
            let last = |house: &House| self.n_empty[house.index()] == 1;
            let house = single.cell.houses().into_iter().find(last)?;
            Some(Single::FullHouse(house, single))
        })
    }

    fn naked_single(&mut self) -> Option<Single> {
        while let Some(single) = self.naked.pop() {
            if self.empty.contains(single.cell) {
                return Some(Single::Naked(single));
            }
        }
        None
    }

    fn hidden_single(&mut self) -> Option<Single> {
        while let Some(single) = self.hidden.pop() {
            if self.empty.contains(single.cell) {
                // An entry that no longer holds ends the search for this time.
                let one = |house: &House| {
                    self.places[house.index()][single.digit.index()].is_power_of_two()
                };
                let house = single.cell.houses().into_iter().find(one)?;
                return Some(Single::Hidden(house, single));
            }
        }
        None
    }

    /// Removes a candidate.
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        if self.candidates[cell.index()] >> digit.index() & 1 == 0 {
            return;
        }
        self.candidates[cell.index()] &= !(1 << digit.index());
        self.by_digit[digit.index()].remove(cell);
        self.notice_naked(cell);
        for house in cell.houses() {
            self.leave(house, cell, digit);
        }
        if let Some(position) = &mut self.position {
            position.remove(cell, digit);
        }
    }

    /// Places a digit.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        let houses @ [row, column, block] = cell.houses();
        for peer in self.by_digit[digit.index()].intersection(cell.peers()) {
            self.candidates[peer.index()] &= !(1 << digit.index());
            self.notice_naked(peer);
            let [peer_row, peer_column, peer_block] = peer.houses();
            if peer_row != row {
                self.leave(peer_row, peer, digit);
            }
            if peer_column != column {
                self.leave(peer_column, peer, digit);
            }
            if peer_block != block {
                self.leave(peer_block, peer, digit);
            }
        }
        self.by_digit[digit.index()] = self.by_digit[digit.index()].without(cell.peers());
        for house in houses {
            self.places[house.index()][digit.index()] = 0;
            self.n_empty[house.index()] -= 1;
        }
        let own = Digits::from_bits(self.candidates[cell.index()]);
        self.candidates[cell.index()] = 0;
        for other in own {
            self.by_digit[other.index()].remove(cell);
            if other != digit {
                for house in houses {
                    self.leave(house, cell, other);
                }
            }
        }
        self.values[cell.index()] = digit.number();
        self.empty.remove(cell);
        if let Some(position) = &mut self.position {
            position.place(cell, digit);
        }
    }

    #[inline]
    fn notice_naked(&mut self, cell: Cell) {
        let left = self.candidates[cell.index()];
        if left.is_power_of_two() {
            let digit = Digit::from_index(left.trailing_zeros() as usize);
            self.naked.push(Candidate::new(cell, digit));
        }
    }

    /// The house has one place less for the digit.
    #[inline]
    fn leave(&mut self, house: House, cell: Cell, digit: Digit) {
        let places = &mut self.places[house.index()][digit.index()];
        *places &= !(1 << house.place(cell));
        if places.is_power_of_two() {
            let last = house.cell(places.trailing_zeros() as usize);
            self.hidden.push(Candidate::new(last, digit));
        }
    }
}

/// First in, first out. A cell comes to one candidate once, a house to one place for a
/// digit once, so 243 entries are enough between two times that the queue runs empty.
#[derive(Clone)]
struct Queue {
    entries: [u16; 256],
    first: u8,
    end: u8,
}

impl Queue {
    const fn new() -> Self {
        Self { entries: [0; 256], first: 0, end: 0 }
    }

    #[inline]
    fn push(&mut self, single: Candidate) {
        self.entries[self.end as usize] = single.index() as u16;
        self.end = self.end.wrapping_add(1);
    }

    #[inline]
    fn pop(&mut self) -> Option<Candidate> {
        if self.first == self.end {
            return None;
        }
        let single = Candidate::from_index(self.entries[self.first as usize] as usize);
        self.first = self.first.wrapping_add(1);
        Some(single)
    }

    /// The entries from first to last.
    fn waiting(&self) -> impl Iterator<Item = Candidate> + '_ {
        let n = self.end.wrapping_sub(self.first);
        (0..n).map(|i| {
            let at = self.first.wrapping_add(i) as usize;
            Candidate::from_index(self.entries[at] as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_holds_the_marks_of_the_position() {
        let line =
            "....8..1..4516..372....45..3.......1.84..12...2.8.....8..4....9.72...3....6......";
        let position = Position::from_line(line).expect("a proper line");
        let mut board = QueuedPosition::new(&position);
        assert!(*board.position() == position);
        // It is kept up to date from here on.
        let mut expected = position.clone();
        for _ in 0..10 {
            let Candidate { cell, digit } = board.next_single().expect("a single").candidate();
            board.place(cell, digit);
            expected.place(cell, digit);
            assert!(*board.position() == expected);
        }
    }

    #[test]
    fn singles_come_in_the_order_in_which_they_were_noticed() {
        let line =
            "....8..1..4516..372....45..3.......1.84..12...2.8.....8..4....9.72...3....6......";
        let mut board = QueuedPosition::new(&Position::from_line(line).expect("a proper line"));
        let mut seen = String::new();
        for _ in 0..8 {
            let single = board.next_single().expect("the puzzle begins with singles");
            let kind = match single {
                Single::FullHouse(..) => 'f',
                Single::Naked(_) => 'n',
                Single::Hidden(..) => 'h',
            };
            let Candidate { cell, digit } = single.candidate();
            seen.push_str(&format!("{kind} {} ", single.candidate()));
            board.place(cell, digit);
        }
        let expected = "n r2c1=9 n r2c6=2 f r2c7=8 n r3c9=6 n r3c8=9 n r1c7=4 f r1c9=2 h r3c3=8 ";
        assert_eq!(seen, expected);
    }
}
