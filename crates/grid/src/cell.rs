//! Cells and sets of cells.

use crate::board::MAX_CELLS;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

/// A cell, by its number on the board, row by row from 0.
///
/// What a person sees is `r1c1`; only the board knows the row and column of a cell,
/// so [`Board::name`](crate::Board::name) writes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell with this number. Cells of boards are below [`MAX_CELLS`]; the helpers of a
    /// [`Lowering`](crate::rule::Lowering) may lie above.
    ///
    /// # Panics
    /// When the number is above 65535, which nothing reaches.
    pub const fn new(index: usize) -> Cell {
        assert!(index <= u16::MAX as usize, "nothing has so many cells");
        Cell(index as u16)
    }

    /// Its number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

const WORDS: usize = MAX_CELLS / 64;

/// A set of cells of one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// The first `n` cells.
    pub fn first_n(n: usize) -> CellSet {
        (0..n).map(Cell::new).collect()
    }

    /// How many cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Whether the cell is in it.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Puts a cell in.
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// The cells in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(w, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(Cell::new(w * 64 + bit))
            })
        })
    }

    fn zip(self, other: CellSet, f: impl Fn(u64, u64) -> u64) -> CellSet {
        CellSet(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl Default for CellSet {
    fn default() -> Self {
        CellSet::EMPTY
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|c| set.insert(c));
        set
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    fn bitand(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    fn bitor(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a | b)
    }
}

impl Sub for CellSet {
    type Output = CellSet;
    fn sub(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: CellSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: CellSet) {
        *self = *self | other;
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_cells_of_every_word_in_order() {
        let cells = [0, 63, 64, 80, 624, 4095].map(Cell::new);
        let set: CellSet = cells.into_iter().rev().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!((set - CellSet::first_n(81)).len(), 2);
        assert!(!set.contains(Cell::new(1)));
    }
}
