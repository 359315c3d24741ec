//! A grid: a board with some cells filled.

use crate::{Alphabet, Board, Cell, Digit, DigitSet};
use std::fmt;
use std::sync::Arc;

/// A board with some cells filled. It promises nothing about the rules.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    board: Arc<Board>,
    values: Box<[u8]>,
}

impl Grid {
    /// The empty grid.
    pub fn empty(board: Arc<Board>) -> Grid {
        let values = vec![0; board.n_cells()].into();
        Grid { board, values }
    }

    /// The grid with these values, row by row, 0 for a blank; `None` when there are not as many
    /// as cells or one is larger than the board's digits.
    pub fn from_values(board: Arc<Board>, values: &[u8]) -> Option<Grid> {
        let fits = values.len() == board.n_cells()
            && values.iter().all(|&v| usize::from(v) <= board.size());
        fits.then(|| Grid { board, values: values.into() })
    }

    /// Its board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The digit in a cell.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.values[cell.index()])
    }

    /// Fills a cell.
    pub fn set(&mut self, cell: Cell, digit: Digit) {
        debug_assert!(usize::from(digit.value()) <= self.board.size());
        self.values[cell.index()] = digit.value();
    }

    /// Empties a cell.
    pub fn clear(&mut self, cell: Cell) {
        self.values[cell.index()] = 0;
    }

    /// The values row by row, 0 for a blank.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Takes over all values at once, for engines that hand out solutions.
    ///
    /// # Panics
    /// When there are not as many as cells.
    pub fn copy_from(&mut self, values: &[u8]) {
        debug_assert!(values.iter().all(|&v| usize::from(v) <= self.board.size()));
        self.values.copy_from_slice(values);
    }

    /// How many cells are filled.
    pub fn n_filled(&self) -> usize {
        self.values.iter().filter(|&&v| v != 0).count()
    }

    /// The filled cells with their digits, row by row.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.values.iter().enumerate().filter_map(|(i, &v)| Some((Cell::new(i), Digit::new(v)?)))
    }

    /// The blank cells, row by row.
    pub fn blanks(&self) -> impl Iterator<Item = Cell> + '_ {
        self.values.iter().enumerate().filter(|&(_, &v)| v == 0).map(|(i, _)| Cell::new(i))
    }

    /// The digits no peer of a cell holds.
    pub fn open_digits(&self, cell: Cell) -> DigitSet {
        let peers = self.board.peer_list(cell);
        self.board.digits() - peers.iter().filter_map(|&p| self.get(p)).collect()
    }
}

impl fmt::Display for Grid {
    /// The cells in one line, `.` for a blank; `1-9A-P` above nine.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String =
            self.values.iter().map(|&v| Alphabet::Numbers.symbol(v).unwrap_or('.')).collect();
        f.write_str(&text)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({}: {self})", self.board)
    }
}
