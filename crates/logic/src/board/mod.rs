//! The 9x9 board as numbers: cells, digits, candidates, houses, and sets of them.
//!
//! Cells are numbered row by row from 0 to 80, digits from 0 to 8 (the digit 1 has
//! index 0), houses from 0 to 26: nine rows, nine columns, nine boxes. A set of
//! cells is one `u128`, a set of digits one `u16`:
//!
//! ```text
//! Cells   bit 0 = r1c1, bit 8 = r1c9, bit 9 = r2c1, … bit 80 = r9c9
//! Digits  bit 0 = digit 1, … bit 8 = digit 9
//! ```
//!
//! The geometry (which cells a house has, which cells see each other) is computed
//! once, at compile time.

use std::fmt;

mod sets;
mod tables;

pub use sets::{Cells, CellsIter, Digits, DigitsIter};
use tables::{
    BOX_OF, BOX_PLACE, COLUMN_OF, HOUSE_CELLS, HOUSE_PLACES, ORDERED_PEERS, PEERS, ROW_OF,
};

/// A cell of the board, numbered row by row from 0 (`r1c1`) to 80 (`r9c9`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

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

/// A digit, 1 to 9, kept as an index 0 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The digit with this index, 0 for the digit 1.
    ///
    /// # Panics
    /// When `index` is above 8.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < 9, "a digit index is 0..=8");
        Self(index as u8)
    }

    /// The digit written as 1 to 9, if the number is one of these.
    #[inline]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number >= 1 && number <= 9 { Some(Self(number - 1)) } else { None }
    }

    /// All nine digits.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..9).map(Self)
    }

    /// The index, 0 to 8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The digit as written, 1 to 9.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A digit in a cell: a pencil mark, a placement, or the node of a chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl Candidate {
    /// The candidate of this cell and digit.
    #[inline]
    pub const fn new(cell: Cell, digit: Digit) -> Self {
        Self { cell, digit }
    }

    /// A number 0 to 728: nine times the cell plus the digit.
    #[inline]
    pub const fn index(self) -> usize {
        self.cell.0 as usize * 9 + self.digit.0 as usize
    }

    /// The candidate with this number.
    ///
    /// # Panics
    /// When `index` is above 728.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self { cell: Cell::new(index / 9), digit: Digit::new(index % 9) }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

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
pub struct House(u8);

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_twenty_peers_and_stands_in_three_houses() {
        for cell in Cell::all() {
            assert_eq!(cell.peers().len(), 20);
            assert!(!cell.peers().contains(cell));
            assert_eq!(cell.peers_in_order().iter().copied().collect::<Cells>(), cell.peers());
            for house in cell.houses() {
                assert!(house.cells().contains(cell));
                assert_eq!(house.cell(house.place(cell)), cell);
                assert_eq!(cell.house(house.kind()), house);
            }
        }
    }

    #[test]
    fn every_house_has_nine_cells_that_see_each_other() {
        for house in House::all() {
            assert_eq!(house.cells().len(), 9);
            for cell in house.cells() {
                let others = house.cells().without(Cells::only(cell));
                assert!(others.is_subset(cell.peers()));
            }
            assert_eq!(house.cells_at(0x1ff), house.cells());
        }
    }

    #[test]
    fn a_set_iterates_in_ascending_order_and_round_trips() {
        let cells: Cells = [80, 0, 40].into_iter().map(Cell::new).collect();
        let names: Vec<String> = cells.into_iter().map(|c| c.to_string()).collect();
        assert_eq!(names, ["r1c1", "r5c5", "r9c9"]);
        let digits: Digits = [8, 2].into_iter().map(Digit::new).collect();
        assert_eq!(digits.into_iter().map(Digit::number).collect::<Vec<_>>(), [3, 9]);
        for index in 0..729 {
            assert_eq!(Candidate::from_index(index).index(), index);
        }
    }
}
