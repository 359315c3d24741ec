//! Cells of the 9x9 board.

use super::tables::{BOX_OF, COLUMN_OF, ORDERED_PEERS, PEERS, ROW_OF};
use super::{Cells, House, HouseKind};
use std::fmt;

/// A cell of the board, numbered row by row from 0 (`r1c1`) to 80 (`r9c9`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The cell with this number.
    ///
    /// # Panics
    /// When `index` is above 80.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < 81, "a cell index is 0..=80");
        Self(index as u8)
    }

    /// The cell at this row and column, both counted from 0.
    #[inline]
    pub const fn at(row: usize, column: usize) -> Self {
        Self::new(row * 9 + column)
    }

    /// All 81 cells, row by row.
    #[inline]
    pub fn all() -> impl Iterator<Item = Self> {
        (0..81).map(Self)
    }

    /// The number of the cell, 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, counted from 0.
    #[inline]
    pub const fn row(self) -> usize {
        ROW_OF[self.0 as usize & 127] as usize
    }

    /// The column, counted from 0.
    #[inline]
    pub const fn column(self) -> usize {
        COLUMN_OF[self.0 as usize & 127] as usize
    }

    /// The box, counted from 0, three to a band.
    #[inline]
    pub const fn block(self) -> usize {
        BOX_OF[self.0 as usize & 127] as usize
    }

    /// The row, the column and the box of the cell.
    #[inline]
    pub const fn houses(self) -> [House; 3] {
        [House(self.row() as u8), House(9 + self.column() as u8), House(18 + self.block() as u8)]
    }

    /// The house of the given kind that holds this cell.
    #[inline]
    pub const fn house(self, kind: HouseKind) -> House {
        match kind {
            HouseKind::Row => House(self.row() as u8),
            HouseKind::Column => House(9 + self.column() as u8),
            HouseKind::Box => House(18 + self.block() as u8),
        }
    }

    /// The twenty cells that share a house with this one.
    #[inline]
    pub const fn peers(self) -> Cells {
        PEERS[self.0 as usize & 127]
    }

    /// The peers in the order Sudoku Explainer visits them: the box, then the rest of
    /// the row, then the rest of the column.
    #[inline]
    pub const fn peers_in_order(self) -> &'static [Cell; 20] {
        &ORDERED_PEERS[self.0 as usize & 127]
    }

    /// Whether the two cells are different and share a house.
    #[inline]
    pub const fn sees(self, other: Self) -> bool {
        self.peers().contains(other)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
