//! The plain 9x9 board of a search, a bit for each cell.
//!
//! A search that always takes the cell with fewest candidates spends most of its time looking for
//! it. Here each digit keeps the set of cells that its placed ones do not see, two words of 64 bits.
//! Adding up the nine sets cell by cell, as far as two,
//!
//! ```text
//! in three = in three | in two & set
//! in two   = in two   | in one & set
//! in one   = in one   | set
//! ```
//!
//! tells of all 81 cells at once which have no candidate (blank and in no set), one or two, in some
//! fifty operations. To fill a cell is to take its peers from one set; to
//! empty it again is to put the set back as it was.

use super::search_board::SearchBoard;
use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle, nine};

/// A set of cells.
type Cells = [u64; 2];

const fn with(mut set: Cells, cell: usize) -> Cells {
    set[cell / 64] |= 1 << (cell % 64);
    set
}

/// The houses of each cell: row, column, box.
static HOUSES: [[Cells; 3]; 81] = {
    let mut houses = [[[0; 2]; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, square] = nine::Cell::new(cell).houses();
        houses[cell] = [row.cells().words(), column.cells().words(), square.cells().words()];
        cell += 1;
    }
    houses
};

/// The cells that no house of a cell holds.
static UNSEEN: [Cells; 81] = {
    let mut unseen = [[0; 2]; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, square] = HOUSES[cell];
        unseen[cell] = [!(row[0] | column[0] | square[0]), !(row[1] | column[1] | square[1])];
        cell += 1;
    }
    unseen
};

#[derive(Clone)]
pub(super) struct NineBoard {
    grid: Grid,
    /// For each digit the cells that may hold it, as far as its other cells tell.
    places: [Cells; 9],
    blank: Cells,
    n_filled: usize,
    /// For each filled cell, in their order, the places of its digit before.
    before: [Cells; 81],
}

impl NineBoard {
    /// The same as [`SearchBoard::fewest`] when every blank cell has three candidates or more.
    #[cold]
    fn fewest_of_many(&self) -> Option<Cell> {
        self.grid.blanks().min_by_key(|&cell| self.candidates(cell).len())
    }
}

impl SearchBoard for NineBoard {
    fn new(puzzle: &Puzzle) -> Option<NineBoard> {
        let mut this = NineBoard {
            grid: Grid::empty(puzzle.board().clone()),
            places: [[0; 2]; 9],
            blank: [u64::MAX, (1 << (81 - 64)) - 1],
            n_filled: 0,
            before: [[0; 2]; 81],
        };
        for cell in puzzle.board().cells() {
            for digit in puzzle.allowed(cell).iter() {
                let places = &mut this.places[digit.index()];
                *places = with(*places, cell.index());
            }
        }
        for (cell, digit) in puzzle.clues().filled() {
            if !this.candidates(cell).contains(digit) {
                return None;
            }
            this.fill(cell, digit);
        }
        Some(this)
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }

    #[inline]
    fn n_blank(&self) -> usize {
        81 - self.n_filled
    }

    #[inline]
    fn candidates(&self, cell: Cell) -> DigitSet {
        let (word, shift) = (cell.index() / 64, cell.index() % 64);
        let bit = |d: usize| (self.places[d][word] >> shift & 1) << d;
        DigitSet::from_bits((0..9).map(bit).fold(0, |set, bit| set | bit))
    }

    #[inline]
    fn fewest(&self) -> Option<Cell> {
        let (mut one, mut two, mut three) = ([0; 2], [0; 2], [0; 2]);
        for places in &self.places {
            for w in 0..2 {
                three[w] |= two[w] & places[w];
                two[w] |= one[w] & places[w];
                one[w] |= places[w];
            }
        }
        let first = |more: Cells| {
            let [low, high] = [self.blank[0] & !more[0], self.blank[1] & !more[1]];
            let place = if low != 0 { low.trailing_zeros() } else { 64 + high.trailing_zeros() };
            (low | high != 0).then(|| Cell::new(place as usize))
        };
        first(one).or_else(|| first(two)).or_else(|| first(three)).or_else(|| self.fewest_of_many())
    }

    fn tightest_house(&self, cell: Cell) -> usize {
        let blank = |house: &Cells| {
            (house[0] & self.blank[0]).count_ones() + (house[1] & self.blank[1]).count_ones()
        };
        let [row, column, square] = &HOUSES[cell.index()];
        blank(row).min(blank(column)).min(blank(square)) as usize
    }

    fn houses_lacking(&self, digit: Digit) -> usize {
        let placed = self.grid.values().iter().filter(|&&v| v == digit.value()).count();
        27 - 3 * placed
    }

    #[inline]
    fn fill(&mut self, cell: Cell, digit: Digit) {
        let places = &mut self.places[digit.index()];
        self.before[self.n_filled] = *places;
        self.n_filled += 1;
        let unseen = &UNSEEN[cell.index()];
        *places = [places[0] & unseen[0], places[1] & unseen[1]];
        self.blank[cell.index() / 64] &= !(1 << (cell.index() % 64));
        self.grid.set(cell, digit);
    }

    #[inline]
    fn empty(&mut self, cell: Cell) {
        let Some(digit) = self.grid.get(cell) else { return };
        self.n_filled -= 1;
        self.places[digit.index()] = self.before[self.n_filled];
        self.blank[cell.index() / 64] |= 1 << (cell.index() % 64);
        self.grid.clear(cell);
    }
}

#[cfg(test)]
mod tests {
    use super::super::search_board::tests::answers_as_counting_does;
    use super::*;

    #[test]
    fn it_answers_as_counting_does_all_along_a_search() {
        for line in [
            ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            &".".repeat(81),
        ] {
            answers_as_counting_does::<NineBoard>(line);
        }
    }
}
