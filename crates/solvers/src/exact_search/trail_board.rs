//! The board a plain search works on: digits used per house, undone by taking them back.
//!
//! Each house keeps the set of digits it still lacks; what a cell may hold is the
//! intersection over its houses with what the puzzle allows. Filling a cell takes its digit
//! from its houses, emptying gives it back, so nothing is copied and nothing allocated.

use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle};

#[derive(Clone)]
pub(super) struct TrailBoard {
    grid: Grid,
    allowed: Vec<DigitSet>,
    /// Digits each house still lacks.
    lacking: Vec<DigitSet>,
    /// Blank cells of each house.
    blanks: Vec<u16>,
    n_blank: usize,
}

impl TrailBoard {
    /// The puzzle with its clues in place; `None` when they conflict or a clue is excluded.
    pub fn new(puzzle: &Puzzle) -> Option<TrailBoard> {
        let board = puzzle.board();
        let mut this = TrailBoard {
            grid: Grid::empty(board.clone()),
            allowed: board.cells().map(|c| puzzle.allowed(c)).collect(),
            lacking: vec![board.digits(); board.houses().len()],
            blanks: board.houses().iter().map(|h| h.cells().len() as u16).collect(),
            n_blank: board.n_cells(),
        };
        for (cell, digit) in puzzle.clues().filled() {
            if !this.candidates(cell).contains(digit) {
                return None;
            }
            this.fill(cell, digit);
        }
        Some(this)
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    pub fn n_blank(&self) -> usize {
        self.n_blank
    }

    #[inline]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        let houses = self.grid.board().houses_of(cell);
        houses.iter().fold(self.allowed[cell.index()], |set, &h| set & self.lacking[h])
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
        for &house in self.grid.board().houses_of(cell) {
            self.lacking[house].remove(digit);
            self.blanks[house] -= 1;
        }
        self.grid.set(cell, digit);
        self.n_blank -= 1;
    }

    #[inline]
    pub fn empty(&mut self, cell: Cell) {
        let Some(digit) = self.grid.get(cell) else { return };
        for &house in self.grid.board().houses_of(cell) {
            self.lacking[house].insert(digit);
            self.blanks[house] += 1;
        }
        self.grid.clear(cell);
        self.n_blank += 1;
    }

    /// How many houses still lack a digit: a common digit is lacked by few.
    pub fn houses_lacking(&self, digit: Digit) -> usize {
        self.lacking.iter().filter(|set| set.contains(digit)).count()
    }
}
