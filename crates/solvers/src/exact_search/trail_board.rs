//! The board a plain search works on: digits used per house, undone by taking them back.
//!
//! Each house keeps the set of digits it still lacks; what a cell may hold is the
//! intersection over its houses with what the puzzle allows. Filling a cell takes its digit
//! from its houses, emptying gives it back, so nothing is copied and nothing allocated.

use super::nine_scan::NineScan;
use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle};

#[derive(Clone)]
pub(super) struct TrailBoard {
    grid: Grid,
    allowed: Vec<DigitSet>,
    /// The houses of each cell, as many entries for each as the cell with most houses has; filled
    /// up with a house behind all others that lacks every digit for ever. The search asks for
    /// candidates more often than for anything else.
    near: Vec<u16>,
    stride: usize,
    /// Digits each house still lacks.
    lacking: Vec<DigitSet>,
    /// Blank cells of each house.
    blanks: Vec<u16>,
    n_blank: usize,
    /// Finds the cell with fewest candidates, where that is asked for on a plain 9x9 board.
    scan: Option<Box<NineScan>>,
}

impl TrailBoard {
    /// The puzzle with its clues in place; `None` when they conflict or a clue is excluded.
    pub fn new(puzzle: &Puzzle) -> Option<TrailBoard> {
        let board = puzzle.board();
        let n_houses = board.houses().len();
        let stride = board.cells().map(|c| board.houses_of(c).len()).max().unwrap_or(0).max(3);
        let nowhere = std::iter::repeat(n_houses);
        let near = board
            .cells()
            .flat_map(|c| board.houses_of(c).iter().copied().chain(nowhere.clone()).take(stride))
            .map(|house| house as u16)
            .collect();
        let mut this = TrailBoard {
            grid: Grid::empty(board.clone()),
            allowed: board.cells().map(|c| puzzle.allowed(c)).collect(),
            near,
            stride,
            lacking: vec![board.digits(); n_houses + 1],
            blanks: board.houses().iter().map(|h| h.cells().len() as u16).collect(),
            n_blank: board.n_cells(),
            scan: None,
        };
        for (cell, digit) in puzzle.clues().filled() {
            if !this.candidates(cell).contains(digit) {
                return None;
            }
            this.fill(cell, digit);
        }
        Some(this)
    }

    /// Makes [`TrailBoard::fewest`] answer from now on, if this is a plain 9x9 board.
    pub fn watch_fewest(&mut self) {
        if !self.grid.board().is_classic() {
            return;
        }
        let mut scan = NineScan::new(self.allowed.iter().map(|set| set.bits()));
        for (cell, digit) in self.grid.filled() {
            scan.fill(cell.index(), DigitSet::only(digit).bits());
        }
        self.scan = Some(Box::new(scan));
    }

    /// The first blank cell with at most one candidate, or else the first with fewest; `None` also
    /// when nobody watches.
    #[inline]
    pub fn fewest(&self) -> Option<Cell> {
        self.scan.as_ref()?.fewest().map(Cell::new)
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    pub fn n_blank(&self) -> usize {
        self.n_blank
    }

    #[inline]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        let lacking = |h: u16| self.lacking[usize::from(h)];
        let start = cell.index() * self.stride;
        let near = &self.near[start..start + self.stride];
        let [row, column, square, rest @ ..] = near else { return DigitSet::default() };
        let allowed = self.allowed[cell.index()];
        let set = allowed & lacking(*row) & lacking(*column) & lacking(*square);
        rest.iter().fold(set, |set, &h| set & lacking(h))
    }

    pub fn is_blank(&self, cell: Cell) -> bool {
        self.grid.values()[cell.index()] == 0
    }

    /// The fewest blank cells in any house of a cell.
    pub fn tightest_house(&self, cell: Cell) -> u16 {
        let houses = self.grid.board().houses_of(cell);
        houses.iter().map(|&h| self.blanks[h]).min().unwrap_or(u16::MAX)
    }

    #[inline]
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        let start = cell.index() * self.stride;
        for &house in &self.near[start..start + self.stride] {
            if let Some(blanks) = self.blanks.get_mut(usize::from(house)) {
                *blanks -= 1;
                self.lacking[usize::from(house)].remove(digit);
            }
        }
        self.grid.set(cell, digit);
        if let Some(scan) = &mut self.scan {
            scan.fill(cell.index(), DigitSet::only(digit).bits());
        }
        self.n_blank -= 1;
    }

    #[inline]
    pub fn empty(&mut self, cell: Cell) {
        let Some(digit) = self.grid.get(cell) else { return };
        let start = cell.index() * self.stride;
        for &house in &self.near[start..start + self.stride] {
            if let Some(blanks) = self.blanks.get_mut(usize::from(house)) {
                *blanks += 1;
                self.lacking[usize::from(house)].insert(digit);
            }
        }
        self.grid.clear(cell);
        if let Some(scan) = &mut self.scan {
            scan.empty(cell.index(), DigitSet::only(digit).bits());
        }
        self.n_blank += 1;
    }

    /// How many houses still lack a digit: a common digit is lacked by few.
    pub fn houses_lacking(&self, digit: Digit) -> usize {
        let houses = &self.lacking[..self.blanks.len()];
        houses.iter().filter(|set| set.contains(digit)).count()
    }
}
