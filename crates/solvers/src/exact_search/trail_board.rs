//! The board a plain search works on: digits used per house, undone by taking them back.
//!
//! Each house keeps the set of digits it still lacks; what a cell may hold is the
//! intersection over its houses with what the puzzle allows. Filling a cell takes its digit
//! from its houses, emptying gives it back, so nothing is copied and nothing allocated.

use super::search_board::SearchBoard;
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
}

impl SearchBoard for TrailBoard {
    fn new(puzzle: &Puzzle) -> Option<TrailBoard> {
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
        };
        for (cell, digit) in puzzle.clues().filled() {
            if !this.candidates(cell).contains(digit) {
                return None;
            }
            this.fill(cell, digit);
        }
        Some(this)
    }

    fn fewest(&self) -> Option<Cell> {
        let mut best = None;
        let mut fewest = usize::MAX;
        for cell in self.grid.blanks() {
            let candidates = self.candidates(cell);
            if candidates.is_empty() {
                return Some(cell);
            }
            // Almost all of the scan looks for less than two, which needs no counting of bits.
            let one = candidates.bits() & candidates.bits().wrapping_sub(1) == 0;
            if fewest > 1 && (one || fewest > 2 && candidates.len() < fewest) {
                (best, fewest) = (Some(cell), candidates.len());
            }
        }
        best
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn n_blank(&self) -> usize {
        self.n_blank
    }

    #[inline]
    fn candidates(&self, cell: Cell) -> DigitSet {
        let lacking = |h: u16| self.lacking[usize::from(h)];
        let start = cell.index() * self.stride;
        let near = &self.near[start..start + self.stride];
        let [row, column, square, rest @ ..] = near else { return DigitSet::default() };
        let allowed = self.allowed[cell.index()];
        let set = allowed & lacking(*row) & lacking(*column) & lacking(*square);
        rest.iter().fold(set, |set, &h| set & lacking(h))
    }

    fn tightest_house(&self, cell: Cell) -> usize {
        let houses = self.grid.board().houses_of(cell);
        houses.iter().map(|&h| self.blanks[h]).min().unwrap_or(u16::MAX).into()
    }

    #[inline]
    fn fill(&mut self, cell: Cell, digit: Digit) {
        let start = cell.index() * self.stride;
        for &house in &self.near[start..start + self.stride] {
            if let Some(blanks) = self.blanks.get_mut(usize::from(house)) {
                *blanks -= 1;
                self.lacking[usize::from(house)].remove(digit);
            }
        }
        self.grid.set(cell, digit);
        self.n_blank -= 1;
    }

    #[inline]
    fn empty(&mut self, cell: Cell) {
        let Some(digit) = self.grid.get(cell) else { return };
        let start = cell.index() * self.stride;
        for &house in &self.near[start..start + self.stride] {
            if let Some(blanks) = self.blanks.get_mut(usize::from(house)) {
                *blanks += 1;
                self.lacking[usize::from(house)].insert(digit);
            }
        }
        self.grid.clear(cell);
        self.n_blank += 1;
    }

    fn houses_lacking(&self, digit: Digit) -> usize {
        let houses = &self.lacking[..self.blanks.len()];
        houses.iter().filter(|set| set.contains(digit)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::super::search_board::tests::answers_as_counting_does;
    use super::*;

    #[test]
    fn it_answers_as_counting_does_all_along_a_search() {
        for line in [
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            "1..............2",
            &".".repeat(256),
        ] {
            answers_as_counting_does::<TrailBoard>(line);
        }
    }
}
