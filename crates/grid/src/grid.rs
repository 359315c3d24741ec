//! A grid: a board with some cells filled.

use crate::{Alphabet, Board, Cell, Digit, DigitSet};
use std::fmt;
use std::sync::Arc;

/// A board with some cells filled. It promises nothing about the rules.
///
/// A grid of the classic board is a plain array and points to no memory of its own: making,
/// copying and dropping it allocates nothing and touches no counter that threads share.
#[derive(Clone)]
pub struct Grid(Kept);

/// How a grid is kept. A grid of the classic board is always `Nine`.
#[derive(Clone)]
enum Kept {
    Nine([u8; 81]),
    Any { board: Arc<Board>, values: Box<[u8]> },
}

impl Grid {
    /// The empty grid.
    pub fn empty(board: Arc<Board>) -> Grid {
        if board.is_classic() {
            return Grid(Kept::Nine([0; 81]));
        }
        let values = vec![0; board.n_cells()].into();
        Grid(Kept::Any { board, values })
    }

    /// The grid with these values, row by row, 0 for a blank; `None` when there are not as many
    /// as cells or one is larger than the board's digits.
    pub fn from_values(board: Arc<Board>, values: &[u8]) -> Option<Grid> {
        let fits = values.len() == board.n_cells()
            && values.iter().all(|&v| usize::from(v) <= board.size());
        if !fits {
            return None;
        }
        Some(match values.try_into() {
            Ok(nine) if board.is_classic() => Grid(Kept::Nine(nine)),
            _ => Grid(Kept::Any { board, values: values.into() }),
        })
    }

    /// The grid of the classic board with these values, 0 for a blank; `None` when one is larger
    /// than nine.
    pub fn nine(values: [u8; 81]) -> Option<Grid> {
        let largest = values.iter().fold(0, |most, &value| most.max(value));
        (largest <= 9).then_some(Grid(Kept::Nine(values)))
    }

    /// The values, when this is a grid of the classic board.
    #[inline]
    pub fn as_nine(&self) -> Option<&[u8; 81]> {
        match &self.0 {
            Kept::Nine(values) => Some(values),
            Kept::Any { .. } => None,
        }
    }

    /// Its board.
    #[inline]
    pub fn board(&self) -> &Arc<Board> {
        match &self.0 {
            Kept::Nine(_) => Board::classic_ref(),
            Kept::Any { board, .. } => board,
        }
    }

    /// The digit in a cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::from_number(self.values()[cell.index()])
    }

    /// The value of the digit in a cell: what sums count.
    #[inline]
    pub fn value(&self, cell: Cell) -> Option<i64> {
        self.get(cell).map(|digit| self.board().value(digit))
    }

    /// Fills a cell.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: Digit) {
        debug_assert!(usize::from(digit.value()) <= self.board().size());
        self.values_mut()[cell.index()] = digit.value();
    }

    /// Empties a cell.
    #[inline]
    pub fn clear(&mut self, cell: Cell) {
        self.values_mut()[cell.index()] = 0;
    }

    /// The values row by row, 0 for a blank.
    #[inline]
    pub fn values(&self) -> &[u8] {
        match &self.0 {
            Kept::Nine(values) => values,
            Kept::Any { values, .. } => values,
        }
    }

    #[inline]
    fn values_mut(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Kept::Nine(values) => values,
            Kept::Any { values, .. } => values,
        }
    }

    /// Takes over all values at once, for engines that hand out solutions.
    ///
    /// # Panics
    /// When there are not as many as cells.
    pub fn copy_from(&mut self, values: &[u8]) {
        debug_assert!(values.iter().all(|&v| usize::from(v) <= self.board().size()));
        self.values_mut().copy_from_slice(values);
    }

    /// How many cells are filled.
    pub fn n_filled(&self) -> usize {
        self.values().iter().filter(|&&v| v != 0).count()
    }

    /// The filled cells with their digits, row by row.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.values()
            .iter()
            .enumerate()
            .filter_map(|(i, &v)| Some((Cell::new(i), Digit::from_number(v)?)))
    }

    /// The blank cells, row by row.
    pub fn blanks(&self) -> impl Iterator<Item = Cell> + '_ {
        self.values().iter().enumerate().filter(|&(_, &v)| v == 0).map(|(i, _)| Cell::new(i))
    }

    /// The line of a board that is not plain: values as symbols, `#` for a hole, nothing for the cells
    /// beside the grid. Values without a symbol are numbers with commas between.
    fn free_line(&self) -> String {
        let board = self.board();
        let last = board.first_value() + board.size() as i64 - 1;
        let has_symbols = board.first_value() >= 0 && last <= 35;
        let places = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |c| (row, c)));
        let texts = places.map(|(row, column)| match board.cell_at(row, column) {
            None => "#".to_owned(),
            Some(cell) => match self.get(cell) {
                None => ".".to_owned(),
                Some(digit) if has_symbols => board.symbol(digit).unwrap_or('?').to_string(),
                Some(digit) => board.value(digit).to_string(),
            },
        });
        let texts: Vec<String> = texts.collect();
        texts.join(if has_symbols { "" } else { "," })
    }

    /// The digits no peer of a cell holds.
    pub fn open_digits(&self, cell: Cell) -> DigitSet {
        let board = self.board();
        let peers = board.peer_list(cell);
        board.digits() - peers.iter().filter_map(|&p| self.get(p)).collect()
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Grid) -> bool {
        // A board may equal the classic one without being it, such as one with regions where the
        // boxes are, so the way of keeping decides nothing.
        self.values() == other.values() && self.board() == other.board()
    }
}

impl Eq for Grid {}

impl fmt::Display for Grid {
    /// The cells in one line, `.` for a blank; `1-9A-P` above nine.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.board().is_plain() {
            let text: String =
                self.values().iter().map(|&v| Alphabet::Numbers.symbol(v).unwrap_or('.')).collect();
            return f.write_str(&text);
        }
        f.write_str(&self.free_line())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({}: {self})", self.board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_of_the_classic_board_is_kept_in_place_however_it_was_made() {
        let again = Board::boxes(3, 3).unwrap();
        let grids = [
            Grid::empty(Board::classic()),
            Grid::empty(again.clone()),
            Grid::from_values(again, &[0; 81]).unwrap(),
            Grid::nine([0; 81]).unwrap(),
        ];
        for grid in &grids {
            assert!(grid.as_nine().is_some());
            assert_eq!(grid, &grids[0]);
        }
        assert_eq!(Grid::nine([10; 81]), None);
    }

    #[test]
    fn equal_boards_make_equal_grids_however_they_are_kept() {
        let board = Board::classic();
        let map: Vec<u8> = board.cells().map(|c| board.box_of(c).unwrap() as u8).collect();
        let regions = Board::irregular(&map).unwrap();
        assert_eq!(Grid::empty(regions.clone()), Grid::empty(board));
        assert_ne!(Grid::empty(Board::latin(9).unwrap()), Grid::empty(regions));
    }
}
