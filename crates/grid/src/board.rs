//! Boards: cells and the houses over them, computed once and shared.

use crate::plan::Frame;
use crate::{Cell, CellSet, Digit, DigitSet, House, HouseKind};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The largest number of digits on a board.
pub const MAX_SIZE: u8 = 64;

/// No board has more cells than this.
pub const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;

/// No side of a board has more cells than this.
pub const MAX_SIDE: usize = 64;

/// How the box houses lie on a board.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Layout {
    /// Rectangular boxes of `rows` x `columns` cells.
    Boxes {
        /// Rows of one box.
        rows: u8,
        /// Columns of one box.
        columns: u8,
    },
    /// Irregular regions: for each cell the number of its region, from 0.
    Regions(Box<[u8]>),
    /// None: a Latin square.
    Latin,
    /// Houses told one by one, on a grid that need not be square: see [`Plan`](crate::Plan).
    Free,
}

/// Cells and houses.
///
/// A board is usually a square of `size` rows and columns for the digits 1 to `size`, with boxes,
/// irregular regions or neither, and any number of extra regions. A [`Plan`](crate::Plan) makes
/// other ones: not square, with holes, with cells beside the grid. The values of digits may begin
/// elsewhere than at 1. Boards are shared by reference count, so that puzzles are cheap to copy.
///
/// ```
/// use sudolab_grid::Board;
/// let board = Board::boxes(2, 3)?; // 6x6
/// assert_eq!((board.size(), board.n_cells(), board.houses().len()), (6, 36, 18));
/// assert_eq!(board.name(board.cell(1, 2)), "r2c3");
/// # Ok::<(), sudolab_grid::BoardError>(())
/// ```
#[derive(Debug)]
pub struct Board {
    size: u8,
    /// The value of the first digit.
    first_value: i16,
    /// Rows, columns, holes and cells beside the grid, where it is no plain square.
    frame: Option<Box<Frame>>,
    /// Whether it is the 9x9 board with 3x3 boxes and nothing else: asked often, so known.
    classic: bool,
    layout: Layout,
    houses: Vec<House>,
    houses_of: Vec<Box<[usize]>>,
    peer_lists: Vec<Box<[Cell]>>,
}

/// Why a board cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// The size is not one of 2 to 64.
    Size(usize),
    /// The grid has more rows or columns than a side may have.
    Side(usize),
    /// The region map does not have one entry for each cell.
    RegionMap {
        /// Entries found.
        found: usize,
        /// Entries needed.
        expected: usize,
    },
    /// The region map has a length that no square board has.
    MapLength(usize),
    /// A region does not have exactly `size` cells.
    Region {
        /// The region's number, from 1.
        number: usize,
        /// Its cells.
        cells: usize,
        /// Cells needed.
        expected: usize,
    },
    /// The values of digits are none, too many, or too far from 0.
    Values {
        /// The first value.
        first: i64,
        /// How many there are.
        n: usize,
    },
    /// A house of a plan names a place without a cell, or has more cells than there are digits.
    House {
        /// The house's number, from 1.
        number: usize,
    },
    /// There is no cell, or there are too many.
    Cells(usize),
    /// An extra region has no cell, more cells than digits, or a cell beyond the board.
    Extra {
        /// The extra region's number, from 1.
        number: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Size(size) => {
                write!(f, "a board of size {size} is not possible; use 2 to {MAX_SIZE}")
            }
            BoardError::Side(side) => {
                write!(f, "a side of {side} cells is not possible; use 1 to {MAX_SIDE}")
            }
            BoardError::RegionMap { found, expected } => {
                write!(f, "the region map has {found} cells; this board has {expected}")
            }
            BoardError::MapLength(found) => write!(
                f,
                "the region map has {found} symbols, which make no square board; a 9x9 board needs 81"
            ),
            BoardError::Region { number, cells, expected } => {
                write!(f, "region {number} has {cells} cells; each region needs exactly {expected}")
            }
            BoardError::Values { first, n } => write!(
                f,
                "{n} values from {first} on are not possible; use 1 to {MAX_SIZE} of them, between -99 and 99"
            ),
            BoardError::House { number } => write!(
                f,
                "house {number} must lie on cells of the board, and have no more of them than there are digits"
            ),
            BoardError::Cells(n) => {
                write!(f, "a board of {n} cells is not possible; use 1 to {MAX_CELLS}")
            }
            BoardError::Extra { number } => write!(
                f,
                "extra region {number} must have at least one cell, at most as many as there are digits, \
                 and lie on the board"
            ),
        }
    }
}

impl std::error::Error for BoardError {}

static CLASSIC: LazyLock<Arc<Board>> =
    LazyLock::new(|| Board::boxes(3, 3).expect("three by three boxes make a board"));

impl Board {
    /// The board everyone knows: nine rows, nine columns, nine boxes.
    pub fn classic() -> Arc<Board> {
        CLASSIC.clone()
    }

    /// The same, for those who need not keep it.
    #[inline]
    pub(crate) fn classic_ref() -> &'static Arc<Board> {
        &CLASSIC
    }

    /// A board whose boxes have `rows` x `columns` cells.
    pub fn boxes(rows: u8, columns: u8) -> Result<Arc<Board>, BoardError> {
        let size = usize::from(rows) * usize::from(columns);
        check_size(size)?;
        Board::assemble(size as u8, Layout::Boxes { rows, columns }, &[])
    }

    /// The usual board of a size: boxes as near to square as can be, wider than high
    /// (6: 2x3, 8: 2x4, 10: 2x5, 12: 3x4); a prime size has boxes of one row, so none.
    pub fn of_size(size: usize) -> Result<Arc<Board>, BoardError> {
        check_size(size)?;
        if size == 9 {
            return Ok(Board::classic());
        }
        match Board::usual_boxes(size) {
            Some((rows, columns)) => Board::boxes(rows, columns),
            None => Board::latin(size),
        }
    }

    /// Rows and columns of the boxes a board of this size usually has; `None` when it has none.
    pub(crate) fn usual_boxes(size: usize) -> Option<(u8, u8)> {
        let divides = |rows: &usize| size.is_multiple_of(*rows);
        let rows = (2..=size).take_while(|r| r * r <= size).filter(divides).last()?;
        Some((rows as u8, (size / rows) as u8))
    }

    /// A board with irregular regions: for each cell, row by row, the number of its region from 0.
    pub fn irregular(regions: &[u8]) -> Result<Arc<Board>, BoardError> {
        let size = regions.len().isqrt();
        if size * size != regions.len() {
            return Err(BoardError::MapLength(regions.len()));
        }
        check_size(size)?;
        Board::assemble(size as u8, Layout::Regions(regions.into()), &[])
    }

    /// A Latin square: rows and columns only.
    pub fn latin(size: usize) -> Result<Arc<Board>, BoardError> {
        check_size(size)?;
        Board::assemble(size as u8, Layout::Latin, &[])
    }

    /// The same board with extra regions.
    ///
    /// ```
    /// use sudolab_grid::Board;
    /// let classic = Board::classic();
    /// let x = classic.with_extra(&classic.diagonals())?;
    /// assert_eq!(x.houses().len(), 29);
    /// assert!(!x.is_classic());
    /// # Ok::<(), sudolab_grid::BoardError>(())
    /// ```
    pub fn with_extra(&self, regions: &[Vec<Cell>]) -> Result<Arc<Board>, BoardError> {
        let mut all: Vec<Vec<Cell>> = self.extra_regions().map(|h| h.cells().to_vec()).collect();
        all.extend_from_slice(regions);
        if let Some(frame) = &self.frame {
            let own = self.houses.iter().filter(|house| house.kind() != HouseKind::Extra);
            let houses = own.map(|house| (house.kind(), house.cells().to_vec())).collect();
            let (size, first) = (self.size, self.first_value);
            return Board::assemble_framed(size, first, (**frame).clone(), houses, &all);
        }
        let board = Board::assemble(self.size, self.layout.clone(), &all)?;
        board.with_first_value(i64::from(self.first_value))
    }

    /// The same board with more cells beside the grid, called `name1`, `name2` and so on, or `name` when
    /// there is one. The cells of the grid keep their numbers.
    ///
    /// ```
    /// use sudolab_grid::Board;
    /// let board = Board::of_size(4)?.with_side("d", 4)?;
    /// assert_eq!(board.n_cells(), 20);
    /// assert_eq!(board.cell_named("d2").map(|cell| board.name(cell)), Some("d2".to_owned()));
    /// # Ok::<(), sudolab_grid::BoardError>(())
    /// ```
    pub fn with_side(&self, name: &str, count: usize) -> Result<Arc<Board>, BoardError> {
        let cells = self.n_cells().saturating_add(count);
        if count == 0 || cells > MAX_CELLS {
            return Err(BoardError::Cells(cells));
        }
        let frame =
            self.frame.as_ref().map_or_else(|| Frame::of_square(self.size), |f| (**f).clone());
        let (own, extra): (Vec<&House>, Vec<&House>) =
            self.houses.iter().partition(|house| house.kind() != HouseKind::Extra);
        let own = own.iter().map(|house| (house.kind(), house.cells().to_vec())).collect();
        let extra: Vec<Vec<Cell>> = extra.iter().map(|house| house.cells().to_vec()).collect();
        let frame = frame.with_side(name, count);
        Board::assemble_framed(self.size, self.first_value, frame, own, &extra)
    }

    /// The same board whose digits have values from this one on; usually the first is 1.
    ///
    /// ```
    /// use sudolab_grid::Board;
    /// let board = Board::classic().with_first_value(0)?;
    /// assert_eq!(board.digit_of(0).map(|digit| board.value(digit)), Some(0));
    /// assert_eq!(board.digit_of(9), None);
    /// # Ok::<(), sudolab_grid::BoardError>(())
    /// ```
    pub fn with_first_value(self: &Arc<Board>, first: i64) -> Result<Arc<Board>, BoardError> {
        if i64::from(self.first_value) == first {
            return Ok(self.clone());
        }
        let n = self.size();
        let first_value = check_values(first, n)?;
        let classic = first == 1
            && self.frame.is_none()
            && self.layout == (Layout::Boxes { rows: 3, columns: 3 })
            && self.houses.len() == 27;
        Ok(Arc::new(Board {
            size: self.size,
            first_value,
            frame: self.frame.clone(),
            classic,
            layout: self.layout.clone(),
            houses: self.houses.clone(),
            houses_of: self.houses_of.clone(),
            peer_lists: self.peer_lists.clone(),
        }))
    }

    /// The two diagonals, to be used as extra regions; empty on a board that is no square with as many
    /// rows as digits.
    pub fn diagonals(&self) -> [Vec<Cell>; 2] {
        let n = usize::from(self.size);
        let is_square = self.n_cells() == n * n;
        let along = |column: &dyn Fn(usize) -> usize| -> Vec<Cell> {
            let cells: Option<Vec<Cell>> = (0..n).map(|i| self.cell_at(i, column(i))).collect();
            cells.filter(|_| is_square).unwrap_or_default()
        };
        [along(&|i| i), along(&|i| n - 1 - i)]
    }

    fn assemble(size: u8, layout: Layout, extra: &[Vec<Cell>]) -> Result<Arc<Board>, BoardError> {
        let n = usize::from(size);
        let n_cells = n * n;
        let mut houses = Vec::new();
        let numbered = |kind, groups: Vec<Vec<Cell>>| {
            groups.into_iter().enumerate().map(move |(i, cells)| House::new(kind, i + 1, cells))
        };
        let lines = |cell_of: &dyn Fn(usize, usize) -> usize| -> Vec<Vec<Cell>> {
            (0..n).map(|i| (0..n).map(|j| Cell::new(cell_of(i, j))).collect()).collect()
        };
        houses.extend(numbered(HouseKind::Row, lines(&|i, j| i * n + j)));
        houses.extend(numbered(HouseKind::Column, lines(&|i, j| j * n + i)));
        if let Some(map) = region_map(n, &layout)? {
            let mut regions = vec![Vec::new(); n];
            for (cell, &region) in map.iter().enumerate() {
                if let Some(cells) = regions.get_mut(usize::from(region)) {
                    cells.push(Cell::new(cell));
                }
            }
            if let Some(i) = regions.iter().position(|cells| cells.len() != n) {
                return Err(BoardError::Region {
                    number: i + 1,
                    cells: regions[i].len(),
                    expected: n,
                });
            }
            houses.extend(numbered(HouseKind::Box, regions));
        }
        for (i, region) in extra.iter().enumerate() {
            let sorted = ascending(region);
            if sorted.is_empty() || sorted.len() > n || sorted.iter().any(|c| c.index() >= n_cells)
            {
                return Err(BoardError::Extra { number: i + 1 });
            }
            houses.push(House::new(HouseKind::Extra, i + 1, sorted));
        }
        let classic =
            layout == (Layout::Boxes { rows: 3, columns: 3 }) && houses.len() == 27 && n == 9;
        Ok(Board::over(size, 1, None, classic, layout, houses, n_cells))
    }

    /// The board of a frame with these houses, of a kind each, and extra regions.
    pub(crate) fn assemble_framed(
        size: u8,
        first_value: i16,
        frame: Frame,
        own: Vec<(HouseKind, Vec<Cell>)>,
        extra: &[Vec<Cell>],
    ) -> Result<Arc<Board>, BoardError> {
        let n_cells = frame.n_cells();
        let mut houses: Vec<House> = Vec::new();
        let extra = extra.iter().map(|cells| (HouseKind::Extra, cells.clone()));
        for (i, (kind, cells)) in own.into_iter().chain(extra).enumerate() {
            let sorted = ascending(&cells);
            let on_board = sorted.iter().all(|cell| cell.index() < n_cells);
            if sorted.is_empty() || sorted.len() > usize::from(size) || !on_board {
                return Err(BoardError::House { number: i + 1 });
            }
            let number = 1 + houses.iter().filter(|house| house.kind() == kind).count();
            houses.push(House::new(kind, number, sorted));
        }
        let frame = Some(Box::new(frame));
        Ok(Board::over(size, first_value, frame, false, Layout::Free, houses, n_cells))
    }

    fn over(
        size: u8,
        first_value: i16,
        frame: Option<Box<Frame>>,
        classic: bool,
        layout: Layout,
        houses: Vec<House>,
        n_cells: usize,
    ) -> Arc<Board> {
        let mut houses_of = vec![Vec::new(); n_cells];
        for (i, house) in houses.iter().enumerate() {
            for cell in house.cells() {
                houses_of[cell.index()].push(i);
            }
        }
        let peers = |(i, own): (usize, &Vec<usize>)| -> Box<[Cell]> {
            let mut all: Vec<Cell> =
                own.iter().flat_map(|&house| houses[house].cells()).copied().collect();
            all = ascending(&all);
            all.retain(|&cell| cell != Cell::new(i));
            all.into()
        };
        let peer_lists = houses_of.iter().enumerate().map(peers).collect();
        Arc::new(Board {
            size,
            first_value,
            frame,
            classic,
            layout,
            houses,
            houses_of: houses_of.into_iter().map(Into::into).collect(),
            peer_lists,
        })
    }

    /// How many digits there are. A plain board has as many rows and columns.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Whether it is a square of as many rows and columns as there are digits, without holes and
    /// without cells beside it, and the digits count from 1. Who thinks of boards in this way
    /// alone must ask.
    pub fn is_plain(&self) -> bool {
        self.frame.is_none() && self.first_value == 1
    }

    /// How many rows the grid has.
    pub fn rows(&self) -> usize {
        self.frame.as_ref().map_or(self.size(), |frame| frame.rows())
    }

    /// How many columns the grid has.
    pub fn columns(&self) -> usize {
        self.frame.as_ref().map_or(self.size(), |frame| frame.columns())
    }

    /// The value of the first digit, usually 1.
    pub fn first_value(&self) -> i64 {
        i64::from(self.first_value)
    }

    /// The value of a digit: what sums count and people read.
    pub fn value(&self, digit: Digit) -> i64 {
        i64::from(self.first_value) + digit.index() as i64
    }

    /// The digit of a value, if this board has it.
    pub fn digit_of(&self, value: i64) -> Option<Digit> {
        let index = usize::try_from(value - i64::from(self.first_value)).ok()?;
        if index < self.size() { Digit::from_index(index) } else { None }
    }

    /// The symbol a digit of this board is written with in a line; `None` when its value is below 0,
    /// or above 35 on a board that is not plain.
    pub fn symbol(&self, digit: Digit) -> Option<char> {
        match self.value(digit) {
            0 => Some('0'),
            36.. if !self.is_plain() => None,
            value => crate::Alphabet::Numbers.symbol(u8::try_from(value).ok()?),
        }
    }

    /// The cell in a row and column, both from 0; `None` beyond the grid and in a hole.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<Cell> {
        if row >= self.rows() || column >= self.columns() {
            return None;
        }
        match &self.frame {
            None => Some(Cell::new(row * self.size() + column)),
            Some(frame) => frame.cell_at(row, column),
        }
    }

    /// Row and column of a cell, both from 0; `None` for a cell beside the grid.
    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        match &self.frame {
            None => Some((cell.index() / self.size(), cell.index() % self.size())),
            Some(frame) => frame.place(cell),
        }
    }

    /// The cells beside the grid: variables a rule speaks of, which nobody draws.
    pub fn side_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let first = self.frame.as_ref().map_or(self.n_cells(), |frame| frame.n_placed());
        (first..self.n_cells()).map(Cell::new)
    }

    /// What it is made of, when it is no plain square.
    pub(crate) fn frame(&self) -> Option<&Frame> {
        self.frame.as_deref()
    }

    /// The cells that touch a cell along an edge.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let place = self.place(cell);
        let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        steps.into_iter().filter_map(move |(down, right)| {
            let (row, column) = place?;
            self.cell_at(row.checked_add_signed(down)?, column.checked_add_signed(right)?)
        })
    }

    /// The pairs of cells that touch along an edge, each once.
    pub fn touching(&self) -> Vec<(Cell, Cell)> {
        let later = |cell: Cell| {
            self.neighbours(cell).filter(move |&other| other > cell).map(move |other| (cell, other))
        };
        self.cells().flat_map(later).collect()
    }

    /// How many cells there are.
    pub fn n_cells(&self) -> usize {
        self.houses_of.len()
    }

    /// How the box houses lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether this is the 9x9 board with 3x3 boxes and nothing else.
    pub fn is_classic(&self) -> bool {
        self.classic
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        (0..self.n_cells()).map(Cell::new)
    }

    /// All digits.
    pub fn digits(&self) -> DigitSet {
        DigitSet::all(self.size)
    }

    /// All houses: rows, columns, boxes, extra regions.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The extra regions alone.
    pub fn extra_regions(&self) -> impl Iterator<Item = &House> {
        self.houses.iter().filter(|h| h.kind() == HouseKind::Extra)
    }

    /// The places in [`Board::houses`] of the houses a cell lies in.
    pub fn houses_of(&self, cell: Cell) -> &[usize] {
        &self.houses_of[cell.index()]
    }

    /// The cells that share a house with a cell.
    pub fn peers(&self, cell: Cell) -> CellSet {
        self.peer_list(cell).iter().copied().collect()
    }

    /// The same as [`Board::peers`], as a list in ascending order.
    pub fn peer_list(&self, cell: Cell) -> &[Cell] {
        &self.peer_lists[cell.index()]
    }

    /// The cell in a row and column, both from 0.
    ///
    /// # Panics
    /// When the row or column is not on the board.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        self.cell_at(row, column).expect("row and column are on the board")
    }

    /// The row of a cell, from 0; the number of rows for a cell beside the grid.
    pub fn row(&self, cell: Cell) -> usize {
        self.place(cell).map_or(self.rows(), |(row, _)| row)
    }

    /// The column of a cell, from 0; the number of columns for a cell beside the grid.
    pub fn column(&self, cell: Cell) -> usize {
        self.place(cell).map_or(self.columns(), |(_, column)| column)
    }

    /// The number of the box or region of a cell, from 0; `None` on a Latin square.
    pub fn box_of(&self, cell: Cell) -> Option<usize> {
        let of = self.houses_of(cell).iter().map(|&i| &self.houses[i]);
        of.into_iter().find(|h| h.kind() == HouseKind::Box).map(|h| h.number() - 1)
    }

    /// What people call a cell: `r1c1`, or by its own name beside the grid.
    pub fn name(&self, cell: Cell) -> String {
        match (self.place(cell), &self.frame) {
            (None, Some(frame)) => frame.side_name(cell),
            _ => format!("r{}c{}", self.row(cell) + 1, self.column(cell) + 1),
        }
    }

    /// The cell of a name such as `r1c1`, in small or capital letters.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let name = name.trim().to_ascii_lowercase();
        let place = || {
            let (row, column) = name.strip_prefix('r')?.split_once('c')?;
            let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
            self.cell_at(number(row)?, number(column)?)
        };
        place().or_else(|| self.frame.as_ref()?.side_cell(&name))
    }

    /// The digit with a value, if this board has it.
    pub fn digit(&self, value: usize) -> Option<Digit> {
        if value <= self.size() { Digit::from_number(value as u8) } else { None }
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        std::ptr::eq(self, other)
            || (self.size == other.size
                && self.first_value == other.first_value
                && self.frame == other.frame
                && self.houses == other.houses)
    }
}

impl Eq for Board {}

impl fmt::Display for Board {
    /// `9x9`, `6x6 with 2x3 boxes`, `9x9 irregular`, `9x9 with 3x3 boxes and 2 extra regions`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows(), self.columns())?;
        match &self.layout {
            Layout::Boxes { rows, columns } if rows != columns => {
                write!(f, " with {rows}x{columns} boxes")?;
            }
            Layout::Boxes { .. } => {}
            Layout::Regions(_) => f.write_str(" irregular")?,
            Layout::Latin => f.write_str(" Latin")?,
            Layout::Free => f.write_str(" of its own form")?,
        }
        if self.first_value != 1 || (self.frame.is_some() && self.size() != self.rows()) {
            let last = self.first_value() + self.size() as i64 - 1;
            write!(f, " with values {} to {last}", self.first_value)?;
        }
        match self.extra_regions().count() {
            0 => Ok(()),
            1 => f.write_str(" and 1 extra region"),
            k => write!(f, " and {k} extra regions"),
        }
    }
}

/// The cells in ascending order, each once.
fn ascending(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn check_size(size: usize) -> Result<(), BoardError> {
    if (2..=usize::from(MAX_SIZE)).contains(&size) { Ok(()) } else { Err(BoardError::Size(size)) }
}

/// Whether so many values from this one on are possible.
pub(crate) fn check_values(first: i64, n: usize) -> Result<i16, BoardError> {
    let last = first.saturating_add(n as i64);
    match (1..=usize::from(MAX_SIZE)).contains(&n) && first >= -99 && last <= 100 {
        true => Ok(first as i16),
        false => Err(BoardError::Values { first, n }),
    }
}

fn region_map(n: usize, layout: &Layout) -> Result<Option<Box<[u8]>>, BoardError> {
    match layout {
        Layout::Boxes { rows, columns } => {
            let (rows, columns) = (usize::from(*rows), usize::from(*columns));
            // A box is `rows` high, so a band of boxes holds n / columns = rows of them.
            let of = |i: usize| ((i / n) / rows * rows + (i % n) / columns) as u8;
            Ok(Some((0..n * n).map(of).collect()))
        }
        Layout::Regions(map) if map.len() != n * n => {
            Err(BoardError::RegionMap { found: map.len(), expected: n * n })
        }
        Layout::Regions(map) => match map.iter().find(|&&r| usize::from(r) >= n) {
            Some(&r) => {
                Err(BoardError::Region { number: usize::from(r) + 1, cells: 0, expected: n })
            }
            None => Ok(Some(map.clone())),
        },
        Layout::Latin | Layout::Free => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_board_has_twenty_peers_for_each_cell() {
        let board = Board::classic();
        assert!(board.is_classic());
        assert!(board.cells().all(|c| board.peers(c).len() == 20));
        assert!(board.cells().all(|c| board.houses_of(c).len() == 3));
        assert_eq!(board.name(Cell::new(80)), "r9c9");
        assert_eq!(board.box_of(Cell::new(40)), Some(4));
    }

    #[test]
    fn every_size_has_houses_that_cover_each_cell_alike() {
        for size in 2..=usize::from(MAX_SIZE) {
            let board = Board::of_size(size).unwrap();
            assert_eq!(board.n_cells(), size * size);
            for house in board.houses() {
                assert_eq!(house.cells().len(), size, "{board}: {house}");
            }
        }
    }

    #[test]
    fn boxes_of_a_size_that_is_no_square_are_wider_than_high() {
        let shape = |size| Board::of_size(size).unwrap().layout().clone();
        assert_eq!(shape(6), Layout::Boxes { rows: 2, columns: 3 });
        assert_eq!(shape(12), Layout::Boxes { rows: 3, columns: 4 });
        assert_eq!(shape(7), Layout::Latin);
        let tall = Board::boxes(3, 2).unwrap();
        assert_eq!(tall.box_of(tall.cell(2, 1)), Some(0));
        assert_eq!(tall.box_of(tall.cell(2, 2)), Some(1));
        assert_eq!(tall.box_of(tall.cell(3, 0)), Some(3));
    }

    #[test]
    fn a_region_of_the_wrong_size_is_named() {
        let mut map: Vec<u8> = (0..16).map(|i| i / 4).collect();
        map[0] = 1;
        assert_eq!(
            Board::irregular(&map).unwrap_err(),
            BoardError::Region { number: 1, cells: 3, expected: 4 }
        );
    }
}
