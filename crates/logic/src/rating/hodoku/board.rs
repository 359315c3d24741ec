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

use crate::board::{Candidate, Cell, Digit, House};
use crate::position::Position;

/// A position with its queues of singles.
#[derive(Clone)]
pub struct Board {
    position: Position,
    naked: Queue,
    hidden: Queue,
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

impl Board {
    /// The board of a puzzle: digits are set in reading order, then marks that the
    /// position lacks are removed, cell by cell.
    pub fn new(position: &Position) -> Self {
        let mut board =
            Self { position: Position::empty(), naked: Queue::new(), hidden: Queue::new() };
        for cell in Cell::all() {
            if let Some(digit) = position.value(cell) {
                board.place(cell, digit);
            }
        }
        for cell in position.empty_cells() {
            for digit in board.position.candidates(cell).without(position.candidates(cell)) {
                board.remove(cell, digit);
            }
        }
        board.position = board.position.with_givens(position.givens());
        board
    }

    /// The position without the queues.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The next single; it leaves its queue. Nothing when HoDoKu sees none.
    pub fn next_single(&mut self) -> Option<Single> {
        self.full_house().or_else(|| self.naked_single()).or_else(|| self.hidden_single())
    }

    fn full_house(&self) -> Option<Single> {
        self.naked.waiting().find_map(|single| {
            if self.position.value(single.cell).is_some() {
                return None;
            }
            let last = |house: &House| self.position.n_empty_in(*house) == 1;
            let house = single.cell.houses().into_iter().find(last)?;
            Some(Single::FullHouse(house, single))
        })
    }

    fn naked_single(&mut self) -> Option<Single> {
        while let Some(single) = self.naked.pop() {
            if self.position.value(single.cell).is_none() {
                return Some(Single::Naked(single));
            }
        }
        None
    }

    fn hidden_single(&mut self) -> Option<Single> {
        while let Some(single) = self.hidden.pop() {
            if self.position.value(single.cell).is_none() {
                // An entry that no longer holds ends the search for this time.
                let one =
                    |house: &House| self.position.places(*house, single.digit).count_ones() == 1;
                let house = single.cell.houses().into_iter().find(one)?;
                return Some(Single::Hidden(house, single));
            }
        }
        None
    }

    /// Removes a candidate.
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        if !self.position.has(cell, digit) {
            return;
        }
        self.position.remove(cell, digit);
        self.notice_naked(cell);
        for house in cell.houses() {
            self.notice_hidden(house, digit);
        }
    }

    /// Places a digit.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        let [row, column, block] = cell.houses();
        for peer in self.position.cells_with(digit).intersection(cell.peers()) {
            self.position.remove(peer, digit);
            self.notice_naked(peer);
            let [peer_row, peer_column, peer_block] = peer.houses();
            if peer_row != row {
                self.notice_hidden(peer_row, digit);
            }
            if peer_column != column {
                self.notice_hidden(peer_column, digit);
            }
            if peer_block != block {
                self.notice_hidden(peer_block, digit);
            }
        }
        for other in self.position.candidates(cell) {
            self.position.remove(cell, other);
            if other != digit {
                for house in [row, column, block] {
                    self.notice_hidden(house, other);
                }
            }
        }
        self.position.place(cell, digit);
    }

    #[inline]
    fn notice_naked(&mut self, cell: Cell) {
        if let Some(digit) = self.position.candidates(cell).single() {
            self.naked.push(Candidate::new(cell, digit));
        }
    }

    #[inline]
    fn notice_hidden(&mut self, house: House, digit: Digit) {
        let places = self.position.places(house, digit);
        if places != 0 && places & (places - 1) == 0 {
            let cell = house.cell(places.trailing_zeros() as usize);
            self.hidden.push(Candidate::new(cell, digit));
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
        let board = Board::new(&position);
        assert!(*board.position() == position);
    }

    #[test]
    fn singles_come_in_the_order_in_which_they_were_noticed() {
        let line =
            "....8..1..4516..372....45..3.......1.84..12...2.8.....8..4....9.72...3....6......";
        let mut board = Board::new(&Position::from_line(line).expect("a proper line"));
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
