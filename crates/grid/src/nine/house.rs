//! The 27 houses of the 9x9 board.

use super::tables::{BOX_PLACE, HOUSE_CELLS, HOUSE_PLACES};
use super::{Cell, Cells};
use std::fmt;

/// The three kinds of house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells one above the other.
    Column,
    /// A square of three by three cells.
    Box,
}

/// A row, column or box: rows are 0 to 8, columns 9 to 17, boxes 18 to 26.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(pub(super) u8);

impl House {
    /// The house with this number.
    ///
    /// # Panics
    /// When `index` is above 26.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < 27, "a house index is 0..=26");
        Self(index as u8)
    }

    /// The row counted from 0.
    #[inline]
    pub const fn row(number: usize) -> Self {
        Self::new(number)
    }

    /// The column counted from 0.
    #[inline]
    pub const fn column(number: usize) -> Self {
        Self::new(9 + number)
    }

    /// The box counted from 0.
    #[inline]
    pub const fn block(number: usize) -> Self {
        Self::new(18 + number)
    }

    /// All 27 houses: rows, columns, boxes.
    #[inline]
    pub fn all() -> impl Iterator<Item = Self> {
        (0..27).map(Self)
    }

    /// The number of the house, 0 to 26.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Row, column or box.
    #[inline]
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// The number among the houses of its kind, counted from 0.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize % 9
    }

    /// Its nine cells as a set.
    #[inline]
    pub const fn cells(self) -> Cells {
        HOUSE_CELLS[self.0 as usize & 31]
    }

    /// Its cell at this place: places run left to right in a row, top to bottom in
    /// a column, row by row in a box.
    #[inline]
    pub const fn cell(self, place: usize) -> Cell {
        HOUSE_PLACES[self.0 as usize & 31][place & 15]
    }

    /// The cells at these places of the house.
    #[inline]
    pub fn cells_at(self, places: u16) -> Cells {
        let mut set = Cells::EMPTY;
        let mut rest = places;
        while rest != 0 {
            set.insert(self.cell(rest.trailing_zeros() as usize));
            rest &= rest - 1;
        }
        set
    }

    /// The place of a cell in this house; meaningful only for its own cells.
    #[inline]
    pub const fn place(self, cell: Cell) -> usize {
        match self.kind() {
            HouseKind::Row => cell.column(),
            HouseKind::Column => cell.row(),
            HouseKind::Box => BOX_PLACE[cell.index() & 127] as usize,
        }
    }

    /// Whether the two houses are different and have cells in common.
    #[inline]
    pub const fn crosses(self, other: Self) -> bool {
        self.0 != other.0 && self.cells().bits() & other.cells().bits() != 0
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind() {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.number() + 1)
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
