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
        self.0 != other.0 && self.cells().0 & other.cells().0 != 0
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

/// A set of digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Digits(u16);

impl Digits {
    /// No digit.
    pub const EMPTY: Self = Self(0);
    /// All nine digits.
    pub const ALL: Self = Self(0x1ff);

    /// The set with these bits, bit 0 for the digit 1; higher bits are dropped.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x1ff)
    }

    /// The bits of the set.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set of this one digit.
    #[inline]
    pub const fn only(digit: Digit) -> Self {
        Self(1 << digit.0)
    }

    /// Number of digits in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no digit.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the digit is in the set.
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.0 & 1 != 0
    }

    /// The smallest digit.
    #[inline]
    pub const fn first(self) -> Option<Digit> {
        if self.0 == 0 { None } else { Some(Digit(self.0.trailing_zeros() as u8)) }
    }

    /// The digit, when there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Digit> {
        if self.0 != 0 && self.0 & (self.0 - 1) == 0 { self.first() } else { None }
    }

    /// Adds a digit.
    #[inline]
    pub const fn insert(&mut self, digit: Digit) {
        self.0 |= 1 << digit.0;
    }

    /// Takes a digit away.
    #[inline]
    pub const fn remove(&mut self, digit: Digit) {
        self.0 &= !(1 << digit.0);
    }

    /// Digits in either set.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Digits in both sets.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Digits of this set that are not in the other.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl IntoIterator for Digits {
    type Item = Digit;
    type IntoIter = DigitsIter;

    #[inline]
    fn into_iter(self) -> DigitsIter {
        DigitsIter(self.0)
    }
}

impl FromIterator<Digit> for Digits {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        let mut set = Self::EMPTY;
        for digit in digits {
            set.insert(digit);
        }
        set
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The digits of a set, ascending.
#[derive(Clone, Debug)]
pub struct DigitsIter(u16);

impl Iterator for DigitsIter {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        if self.0 == 0 {
            return None;
        }
        let digit = Digit(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(digit)
    }
}

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cells(u128);

impl Cells {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All 81 cells.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// The set with these bits, bit 0 for `r1c1`; bits above 80 are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The bits of the set.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of this one cell.
    #[inline]
    pub const fn only(cell: Cell) -> Self {
        Self(1 << cell.0)
    }

    /// Number of cells in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no cell.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 != 0
    }

    /// The first cell, row by row.
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell(self.0.trailing_zeros() as u8)) }
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.0;
    }

    /// Takes a cell away.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.0);
    }

    /// Cells in either set.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Cells in both sets.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Cells of this set that are not in the other.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every cell of this set is in the other.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set without its first cell.
    #[inline]
    pub const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The cells seen by every cell of this set; all cells for the empty set.
    #[inline]
    pub fn common_peers(self) -> Self {
        self.into_iter().fold(Self::ALL, |seen, cell| seen.intersection(cell.peers()))
    }

    /// The houses that hold every cell of this set.
    pub fn common_houses(self) -> impl Iterator<Item = House> {
        House::all().filter(move |house| self.is_subset(house.cells()))
    }
}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = CellsIter;

    #[inline]
    fn into_iter(self) -> CellsIter {
        CellsIter(self.0)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The cells of a set, row by row.
#[derive(Clone, Debug)]
pub struct CellsIter(u128);

impl Iterator for CellsIter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let cell = Cell(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

// The tables are as long as the next power of two, so that a masked index needs no
// bounds check; the entries past the end are never read through the public types.

static ROW_OF: [u8; 128] = coordinate_table(0);
static COLUMN_OF: [u8; 128] = coordinate_table(1);
static BOX_OF: [u8; 128] = coordinate_table(2);
static BOX_PLACE: [u8; 128] = coordinate_table(3);
static PEERS: [Cells; 128] = peer_table();
static ORDERED_PEERS: [[Cell; 20]; 128] = ordered_peer_table();
static HOUSE_CELLS: [Cells; 32] = house_table();
static HOUSE_PLACES: [[Cell; 16]; 32] = place_table();

const fn coordinate_table(which: usize) -> [u8; 128] {
    let mut table = [0; 128];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = match which {
            0 => row,
            1 => column,
            2 => row / 3 * 3 + column / 3,
            _ => row % 3 * 3 + column % 3,
        } as u8;
        cell += 1;
    }
    table
}

const fn house_cell(house: usize, place: usize) -> usize {
    let number = house % 9;
    match house / 9 {
        0 => number * 9 + place,
        1 => place * 9 + number,
        _ => (number / 3 * 3 + place / 3) * 9 + number % 3 * 3 + place % 3,
    }
}

const fn house_table() -> [Cells; 32] {
    let mut table = [Cells(0); 32];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            table[house].0 |= 1 << house_cell(house, place);
            place += 1;
        }
        house += 1;
    }
    table
}

const fn place_table() -> [[Cell; 16]; 32] {
    let mut table = [[Cell(0); 16]; 32];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            table[house][place] = Cell(house_cell(house, place) as u8);
            place += 1;
        }
        house += 1;
    }
    table
}

const fn peer_table() -> [Cells; 128] {
    let mut table = [Cells(0); 128];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let mut other = 0;
        while other < 81 {
            let (r, c) = (other / 9, other % 9);
            let same_box = r / 3 == row / 3 && c / 3 == column / 3;
            if other != cell && (r == row || c == column || same_box) {
                table[cell].0 |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

const fn ordered_peer_table() -> [[Cell; 20]; 128] {
    let mut table = [[Cell(0); 20]; 128];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let houses = [18 + row / 3 * 3 + column / 3, row, 9 + column];
        let mut seen: u128 = 1 << cell;
        let mut n = 0;
        let mut h = 0;
        while h < 3 {
            let mut place = 0;
            while place < 9 {
                let other = house_cell(houses[h], place);
                if seen >> other & 1 == 0 {
                    seen |= 1 << other;
                    table[cell][n] = Cell(other as u8);
                    n += 1;
                }
                place += 1;
            }
            h += 1;
        }
        cell += 1;
    }
    table
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
