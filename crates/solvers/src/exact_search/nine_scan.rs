//! The cell with fewest candidates of a plain 9x9 board, looked for a row at a time.
//!
//! A search that always takes that cell spends most of its time looking for it. Here the nine
//! cells of a row are lanes of one vector (with seven idle ones):
//!
//! ```text
//! candidates of row r = digits the row lacks   (the same in every lane)
//!                     & digits each column lacks
//!                     & digits each box of the band lacks, three lanes each
//!                     & what the puzzle allows there
//!                     | all ones in cells that are filled
//! ```
//!
//! `x & (x - 1)` takes one bit away, so one and two candidates are told without counting. The code
//! is plain loops over arrays, which the compiler turns into vector instructions.

/// Lanes of a row: nine cells, and idle ones up to a power of two.
const LANES: usize = 16;
/// What a cell that is filled, or a lane without a cell, shows.
const FILLED: u16 = u16::MAX;

type Row = [u16; LANES];

/// The board as the scan sees it.
#[derive(Clone)]
pub(super) struct NineScan {
    rows: [u16; 9],
    columns: Row,
    boxes: [Row; 3],
    allowed: [Row; 9],
    filled: [Row; 9],
}

impl NineScan {
    /// An empty board; `allowed` are the digits of each cell, the lowest bit for digit 1.
    pub fn new(allowed: impl Iterator<Item = u32>) -> NineScan {
        let mut cells = [0; LANES];
        cells[9..].fill(FILLED);
        let mut this = NineScan {
            rows: [0x1ff; 9],
            columns: [0x1ff; LANES],
            boxes: [[0x1ff; LANES]; 3],
            allowed: [[0; LANES]; 9],
            filled: [cells; 9],
        };
        for (i, digits) in allowed.take(81).enumerate() {
            this.allowed[i / 9][i % 9] = digits as u16;
        }
        this
    }

    /// Takes a digit, given as its bit, into a cell.
    #[inline]
    pub fn fill(&mut self, cell: usize, bit: u32) {
        self.filled[cell / 9][cell % 9] = FILLED;
        let keep = !(bit as u16);
        self.change(cell, |set| *set &= keep);
    }

    /// Takes it out again.
    #[inline]
    pub fn empty(&mut self, cell: usize, bit: u32) {
        self.filled[cell / 9][cell % 9] = 0;
        self.change(cell, |set| *set |= bit as u16);
    }

    #[inline]
    fn change(&mut self, cell: usize, change: impl Fn(&mut u16)) {
        let (row, column) = (cell / 9, cell % 9);
        change(&mut self.rows[row]);
        change(&mut self.columns[column]);
        let first = column / 3 * 3;
        self.boxes[row / 3][first..first + 3].iter_mut().for_each(change);
    }

    /// The first cell, row by row, with no candidate or one; else the first one with fewest.
    pub fn fewest(&self) -> Option<usize> {
        let mut pair = None;
        for row in 0..9 {
            let less_one: Row = self.candidates(row).map(|x| x & x.wrapping_sub(1));
            if has_zero(&less_one) {
                return Some(9 * row + first_zero(&less_one));
            }
            let less_two: Row = less_one.map(|x| x & x.wrapping_sub(1));
            if pair.is_none() && has_zero(&less_two) {
                pair = Some(9 * row + first_zero(&less_two));
            }
        }
        pair.or_else(|| self.fewest_of_many())
    }

    #[inline]
    fn candidates(&self, row: usize) -> Row {
        let (boxes, allowed, filled) =
            (&self.boxes[row / 3], &self.allowed[row], &self.filled[row]);
        let lacking = self.rows[row];
        std::array::from_fn(|i| self.columns[i] & boxes[i] & allowed[i] & lacking | filled[i])
    }

    /// The same when every blank cell has three candidates or more, which is rare.
    #[cold]
    fn fewest_of_many(&self) -> Option<usize> {
        let cells = (0..9).flat_map(|row| {
            let candidates = self.candidates(row);
            (0..9).map(move |column| (9 * row + column, candidates[column]))
        });
        let blanks = cells.filter(|&(_, set)| set != FILLED);
        blanks.min_by_key(|&(_, set)| set.count_ones()).map(|(cell, _)| cell)
    }
}

#[inline]
fn has_zero(row: &Row) -> bool {
    row.iter().fold(0, |any, &x| any | if x == 0 { FILLED } else { 0 }) != 0
}

#[inline]
fn first_zero(row: &Row) -> usize {
    row.iter().position(|&x| x == 0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::trail_board::TrailBoard;
    use sudolab_grid::{Cell, Puzzle};

    #[test]
    fn the_scan_finds_what_counting_finds_all_along_a_search() {
        for line in [
            ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            &".".repeat(81),
        ] {
            let puzzle: Puzzle = line.parse().unwrap();
            let mut board = TrailBoard::new(&puzzle).unwrap();
            board.watch_fewest();
            let counted = |board: &TrailBoard| -> Option<Cell> {
                let blanks = || (0..81).map(Cell::new).filter(|&c| board.is_blank(c));
                let n = |c: &Cell| board.candidates(*c).len();
                blanks().find(|c| n(c) <= 1).or_else(|| blanks().min_by_key(n))
            };
            let mut path = Vec::new();
            // Down to a dead end or the end, and up again.
            while let Some(cell) = counted(&board) {
                assert_eq!(board.fewest(), Some(cell));
                let Some(digit) = board.candidates(cell).first() else { break };
                board.fill(cell, digit);
                path.push(cell);
            }
            assert!(path.len() > 5);
            for cell in path.into_iter().rev() {
                board.empty(cell);
                assert_eq!(board.fewest(), counted(&board));
            }
        }
    }
}
