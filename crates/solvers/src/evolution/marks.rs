//! Pencil marks of the 9x9 board as machine words, made to be copied and filled a million times
//! a second.
//!
//! A band is three rows, 27 cells, so one `u32` holds one digit's marks in one band:
//!
//! ```text
//! bit 26..18: third row   bit 17..9: second row   bit 8..0: first row; column 1 is the low bit
//! marks[band][digit]      cell number = 27 * band + bit
//! ```
//!
//! A row or a box lies in one word; a column takes one row of bits from each band and is folded
//! into one word (bit 9 * row + band). "Exactly one place left" is then `x & (x - 1) == 0`.
//! Marks are only ever struck, so whatever could be concluded before can still be concluded
//! later: the evolved sequences rely on that.

use sudolab_grid::{Cell, Puzzle, nine};

/// The three words of a set of cells.
pub(super) type Words = [u32; 3];

const ROW: u32 = 0x1ff;
const COLUMN: u32 = 0x4_0201;
const BOX: u32 = 0x1c_0e07;

/// The cells of each house: rows, columns, boxes, as in the board's list of houses.
pub(super) static HOUSES: [Words; 27] = houses();

/// A cell and its peers.
static ZONES: [Words; 81] = zones();

const fn houses() -> [Words; 27] {
    let mut all = [[0; 3]; 27];
    let mut house = 0;
    while house < 27 {
        all[house] = nine::House::new(house).cells().bands();
        house += 1;
    }
    all
}

const fn zones() -> [Words; 81] {
    let mut all = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let this = nine::Cell::new(cell);
        all[cell] = this.peers().union(nine::Cells::only(this)).bands();
        cell += 1;
    }
    all
}

/// The box of a cell.
pub(super) const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The houses of a cell: row, column, box.
pub(super) const fn houses_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + box_of(cell)]
}

/// What is still open on a 9x9 board, and what has been placed.
#[derive(Clone)]
pub(super) struct Marks {
    /// Where each digit may still go.
    marks: [[u32; 9]; 3],
    /// The blank cells.
    blank: Words,
    /// The digits each house holds, bit 0 for digit 1.
    held: [u16; 27],
    values: [u8; 81],
    n_blank: u8,
}

impl Marks {
    /// The puzzle with its clues in place; `None` when clues conflict, a clue is excluded by the
    /// puzzle itself, or the board is not 9x9.
    pub fn new(puzzle: &Puzzle) -> Option<Marks> {
        if !puzzle.board().is_classic() {
            return None;
        }
        let all = ROW | ROW << 9 | ROW << 18;
        let mut this = Marks {
            marks: [[all; 9]; 3],
            blank: [all; 3],
            held: [0; 27],
            values: [0; 81],
            n_blank: 81,
        };
        for cell in puzzle.board().cells() {
            let allowed = puzzle.allowed(cell);
            for digit in (!allowed & puzzle.board().digits()).iter() {
                this.strike(cell.index(), digit.index());
            }
        }
        for (cell, digit) in puzzle.clues().filled() {
            if !this.may(cell.index(), digit.index()) {
                return None;
            }
            this.place(cell.index(), digit.index());
        }
        Some(this)
    }

    /// How many cells are blank.
    #[inline]
    pub fn n_blank(&self) -> usize {
        usize::from(self.n_blank)
    }

    /// The values row by row, 0 for a blank.
    #[inline]
    pub fn values(&self) -> &[u8; 81] {
        &self.values
    }

    /// Fills a blank cell with a digit it may hold; digits count from 0.
    #[inline]
    pub fn place(&mut self, cell: usize, digit: usize) {
        let (band, bit) = (cell / 27, 1u32 << (cell % 27));
        for words in &mut self.marks[band] {
            *words &= !bit;
        }
        for (marks, zone) in self.marks.iter_mut().zip(&ZONES[cell]) {
            marks[digit] &= !zone;
        }
        self.blank[band] &= !bit;
        for house in houses_of(cell) {
            self.held[house] |= 1 << digit;
        }
        self.values[cell] = digit as u8 + 1;
        self.n_blank -= 1;
    }

    /// Whether a cell may hold a digit.
    #[inline]
    pub fn may(&self, cell: usize, digit: usize) -> bool {
        self.marks[cell / 27][digit] >> (cell % 27) & 1 == 1
    }

    /// Strikes a mark.
    #[inline]
    pub fn strike(&mut self, cell: usize, digit: usize) {
        self.marks[cell / 27][digit] &= !(1 << (cell % 27));
    }

    /// Strikes a digit from many cells; tells whether any of them had it.
    #[inline]
    pub fn strike_all(&mut self, digit: usize, cells: Words) -> bool {
        let mut hit = 0;
        for (marks, cells) in self.marks.iter_mut().zip(cells) {
            hit |= marks[digit] & cells;
            marks[digit] &= !cells;
        }
        hit != 0
    }

    /// Whether a house holds a digit already.
    #[inline]
    pub fn holds(&self, house: usize, digit: usize) -> bool {
        self.held[house] >> digit & 1 == 1
    }

    /// The marks of a digit.
    #[inline]
    pub fn of(&self, digit: usize) -> Words {
        [self.marks[0][digit], self.marks[1][digit], self.marks[2][digit]]
    }

    /// The blank cells.
    #[inline]
    pub fn blanks(&self) -> Words {
        self.blank
    }

    /// The places of a digit in a house, folded into one word.
    #[inline]
    pub fn places(&self, house: usize, digit: usize) -> u32 {
        fold(house, |band| self.marks[band][digit])
    }

    /// The blank cells of a house, folded into one word.
    #[inline]
    pub fn blanks_in(&self, house: usize) -> u32 {
        fold(house, |band| self.blank[band])
    }

    /// The cells of a box that may hold the digit and no other.
    #[inline]
    pub fn only(&self, in_box: usize, digit: usize) -> u32 {
        let band = &self.marks[in_box / 3];
        let mut others = 0;
        for (d, words) in band.iter().enumerate() {
            others |= if d == digit { 0 } else { *words };
        }
        band[digit] & !others & (BOX << (3 * (in_box % 3)))
    }

    /// The blank cells without a mark, and the cells with exactly one.
    #[inline]
    pub fn singles(&self) -> (Words, Words) {
        let (mut once, mut twice) = ([0; 3], [0; 3]);
        for band in 0..3 {
            for &words in &self.marks[band] {
                twice[band] |= once[band] & words;
                once[band] |= words;
            }
        }
        let dead = std::array::from_fn(|band| self.blank[band] & !once[band]);
        let single = std::array::from_fn(|band| once[band] & !twice[band]);
        (dead, single)
    }

    /// How many marks there are.
    #[inline]
    pub fn n_marks(&self) -> u32 {
        self.marks.iter().flatten().map(|word| word.count_ones()).sum()
    }

    /// The digits a cell may hold, bit 0 for digit 1.
    #[inline]
    pub fn digits(&self, cell: usize) -> u16 {
        let (band, bit) = (cell / 27, cell % 27);
        let mut set = 0;
        for (digit, words) in self.marks[band].iter().enumerate() {
            set |= ((words >> bit & 1) as u16) << digit;
        }
        set
    }
}

#[inline]
fn fold(house: usize, word: impl Fn(usize) -> u32) -> u32 {
    match house {
        0..9 => word(house / 3) >> (9 * (house % 3)) & ROW,
        9..18 => {
            let column = |band| word(band) >> (house - 9) & COLUMN;
            column(0) | column(1) << 1 | column(2) << 2
        }
        _ => word(house / 3 - 6) & (BOX << (3 * (house % 3))),
    }
}

/// The cell that the lowest bit of a folded word stands for.
#[inline]
pub(super) fn unfold(house: usize, folded: u32) -> usize {
    let bit = folded.trailing_zeros() as usize;
    match house {
        0..9 => 9 * house + bit,
        9..18 => 27 * (bit % 9) + 9 * (bit / 9) + house - 9,
        _ => 27 * (house / 3 - 6) + bit,
    }
}

/// Whether a word has exactly one bit.
#[inline]
pub(super) fn is_one(word: u32) -> bool {
    word != 0 && word & (word - 1) == 0
}

/// The cells of three words in ascending order.
pub(super) fn cells(words: Words) -> impl Iterator<Item = usize> {
    words.into_iter().enumerate().flat_map(|(band, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(27 * band + bit)
        })
    })
}

/// A cell by its number.
pub(super) fn cell(index: usize) -> Cell {
    Cell::new(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::Board;

    #[test]
    fn words_and_board_agree_on_houses_and_peers() {
        let board = Board::classic();
        for (house, words) in board.houses().iter().zip(HOUSES) {
            let expected: Vec<usize> = house.cells().iter().map(|c| c.index()).collect();
            assert_eq!(cells(words).collect::<Vec<_>>(), expected, "{house}");
        }
        for at in board.cells() {
            let zone: Vec<usize> = cells(ZONES[at.index()]).filter(|&c| c != at.index()).collect();
            let peers: Vec<usize> = board.peer_list(at).iter().map(|c| c.index()).collect();
            assert_eq!(zone, peers);
            assert_eq!(board.houses_of(at), houses_of(at.index()));
        }
    }

    #[test]
    fn marks_follow_the_open_candidates_and_fold_to_the_right_cells() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let marks = Marks::new(&puzzle).unwrap();
        let open = puzzle.open_candidates();
        for at in puzzle.clues().blanks() {
            assert_eq!(u64::from(marks.digits(at.index())), open[at.index()].bits());
        }
        for house in 0..27 {
            for digit in 0..9 {
                let mut word = marks.places(house, digit);
                let mut found = Vec::new();
                while word != 0 {
                    found.push(unfold(house, word));
                    word &= word - 1;
                }
                found.sort_unstable();
                let within = cells(HOUSES[house]).filter(|&c| marks.may(c, digit));
                assert_eq!(found, within.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn conflicting_clues_make_no_marks() {
        assert!(Marks::new(&format!("55{}", ".".repeat(79)).parse().unwrap()).is_none());
    }
}
