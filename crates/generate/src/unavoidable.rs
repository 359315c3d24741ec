//! Unavoidable sets: what tells that a clue has to stay without asking a solver.
//!
//! A set of cells of a full grid is unavoidable when its digits can be rearranged within it to give
//! another grid: a proper puzzle must have a clue in it. When all clues of such a set but one are
//! gone, the last one has to stay.
//!
//! Sets of two kinds are found by following permutations:
//!
//! - two digits exchanged in a part of the grid that is closed under "same row, column or box";
//! - two rows of a band exchanged in some columns, where both hold the same digits there; and two
//!   columns of a stack likewise.
//!
//! ```text
//!   . 3 . | . 7 . | . . .        3 and 7 can change places in these four cells
//!   . . . | . . . | . . .
//!   . 7 . | . 3 . | . . .
//! ```
//!
//! A grid has about a hundred of them; every cell lies in twelve. They tell about half of the clues
//! that have to stay in a minimal puzzle (12.1 of 24.4, measured over 65 536 puzzles). No list of them
//! is made: when a clue is to go, its twelve are followed from its cell, until another clue is met. Most
//! need not be followed at all: in each the cell takes a digit that it must not see.
//!
//! Another solution also tells such sets: it differs from the grid in cells that fall into parts (two
//! cells belong together when one takes over the other's digit in a house), each of them unavoidable.
//!
//! Tried and dropped: a list of the sets of each grid, with the number of clues each has left; as cells, filed
//! under the last of them in the order of digging; as lines, all twelve looked at without a branch. Making
//! the list costs more than following the few. Also the reverse: a clue whose digit its house has no other place
//! for, or whose cell sees all other digits, follows from the rest and can go; but to look costs as
//! much as the twelfth of the questions that it saves.

use sudolab_grid::nine::Cell;

/// Nine numbers below sixteen in one word, so that walks need few loads and no bounds be checked.
#[derive(Clone, Copy, Default)]
struct Nine(u64);

impl Nine {
    #[inline(always)]
    fn get(self, place: usize) -> usize {
        (self.0 >> (4 * (place & 15)) & 15) as usize
    }

    #[inline(always)]
    fn set(&mut self, place: usize, value: usize) {
        self.0 |= (value as u64) << (4 * (place & 15));
    }
}

/// Where the digits of a grid stand, digits from 0.
#[derive(Default)]
struct Standing {
    /// The digits of each row, by column.
    of_row: [Nine; 9],
    /// The digits of each column, by row.
    of_column: [Nine; 9],
    /// The columns of each digit, by row.
    columns: [Nine; 9],
    /// Its boxes, by row.
    boxes: [Nine; 9],
    /// Its rows, by column.
    rows: [Nine; 9],
    /// Its rows, by box.
    rows_in: [Nine; 9],
}

impl Standing {
    fn of(grid: &[u8; 81]) -> Standing {
        let mut standing = Standing::default();
        for row in 0..9 {
            for column in 0..9 {
                let digit = usize::from(grid[row * 9 + column].wrapping_sub(1)) % 9;
                let box_ = row / 3 * 3 + column / 3;
                standing.of_row[row].set(column, digit);
                standing.of_column[column].set(row, digit);
                standing.columns[digit].set(row, column);
                standing.boxes[digit].set(row, box_);
                standing.rows[digit].set(column, row);
                standing.rows_in[digit].set(box_, row);
            }
        }
        standing
    }
}

/// A full grid and the clues of it that are held.
pub(crate) struct Watch {
    standing: Standing,
    /// The columns of each row with a clue.
    in_row: [u16; 9],
    /// The rows of each column with a clue.
    in_column: [u16; 9],
    /// The rows in which each digit is a clue.
    of_digit: [u16; 9],
    /// The digits that are clues in each row, column and box.
    seen: [[u16; 9]; 3],
}

const ALL: u16 = 0b1_1111_1111;

impl Watch {
    /// A full grid with the clues that are not 0.
    pub(crate) fn new(grid: &[u8; 81], clues: &[u8; 81]) -> Watch {
        let mut watch = Watch {
            standing: Standing::of(grid),
            in_row: [ALL; 9],
            in_column: [ALL; 9],
            of_digit: [ALL; 9],
            seen: [[ALL; 9]; 3],
        };
        for cell in (0..81).filter(|&cell| clues[cell] == 0) {
            watch.turn(cell);
        }
        watch
    }

    /// Takes the clue of a cell away, unless a set would lose its last one; says whether it did.
    #[inline]
    pub(crate) fn take(&mut self, cell: usize) -> bool {
        let free = !self.is_last(cell);
        if free {
            self.turn(cell);
        }
        free
    }

    /// Puts the clue of a cell back.
    #[inline]
    pub(crate) fn put_back(&mut self, cell: usize) {
        self.turn(cell);
    }

    /// Notes that a clue has come or gone.
    #[inline(always)]
    fn turn(&mut self, cell: usize) {
        let [row, column, box_] = PLACE[cell].map(usize::from);
        let digit = self.standing.of_row[row].get(column);
        self.in_row[row] ^= 1 << column;
        self.in_column[column] ^= 1 << row;
        self.of_digit[digit] ^= 1 << row;
        self.seen[0][row] ^= 1 << digit;
        self.seen[1][column] ^= 1 << digit;
        self.seen[2][box_] ^= 1 << digit;
    }

    /// Whether the clue of a cell is the last one of a set.
    #[inline]
    fn is_last(&self, cell: usize) -> bool {
        let [row, column, box_] = PLACE[cell].map(usize::from);
        // What the cell could hold instead, as far as it sees. Its own digit is seen: it stands here.
        let open = !(self.seen[0][row] | self.seen[1][column] | self.seen[2][box_]) & ALL;
        open != 0 && self.is_last_with(row, column, open)
    }

    /// First all twelve sets are followed for one step each way, without a branch, since where a walk ends
    /// cannot be foreseen; few are left to be followed to their end.
    fn is_last_with(&self, row: usize, column: usize, open: u16) -> bool {
        let Standing { of_row, of_column, columns, rows, boxes, rows_in } = &self.standing;
        let digit = of_row[row].get(column) % 9;
        let in_row = self.in_row[row] ^ 1 << column;
        let in_column = self.in_column[column] ^ 1 << row;
        let of_digit = self.of_digit[digit] ^ 1 << row;
        let mut lines = 0u32;
        for by in 0..2 {
            let other = usize::from(OTHERS[row][by]);
            let taken = of_row[other].get(column) % 9;
            let met = 1 << columns[taken].get(row) | 1 << columns[digit].get(other);
            let is_free = (in_row | self.in_row[other]) & met == 0;
            lines |= u32::from(is_free & (open >> taken & 1 == 1)) << by;
            let other = usize::from(OTHERS[column][by]);
            let taken = of_column[other].get(row) % 9;
            let met = 1 << rows[taken].get(column) | 1 << rows[digit].get(other);
            let is_free = (in_column | self.in_column[other]) & met == 0;
            lines |= u32::from(is_free & (open >> taken & 1 == 1)) << (2 + by);
        }
        while lines != 0 {
            let by = lines.trailing_zeros() as usize;
            lines &= lines - 1;
            let is_free = if by < 2 {
                let other = usize::from(OTHERS[row][by]);
                let (held, digits) = (in_row | self.in_row[other], of_row[other]);
                cycle_is_free(column, held, |at| columns[digits.get(at) % 9].get(row))
            } else {
                let other = usize::from(OTHERS[column][by & 1]);
                let (held, digits) = (in_column | self.in_column[other], of_column[other]);
                cycle_is_free(row, held, |at| rows[digits.get(at) % 9].get(column))
            };
            if is_free {
                return true;
            }
        }
        let mut rest = open;
        let mut digits = 0u16;
        let box_ = boxes[digit].get(row);
        while rest != 0 {
            let other = rest.trailing_zeros() as usize % 9;
            rest &= rest - 1;
            let (column_of, box_of) = (columns[other].get(row), boxes[other].get(row));
            let met = 1 << rows[other].get(column)
                | 1 << rows_in[other].get(box_)
                | 1 << rows[digit].get(column_of)
                | 1 << rows_in[digit].get(box_of);
            digits |= u16::from((of_digit | self.of_digit[other]) & met == 0) << other;
        }
        while digits != 0 {
            let other = digits.trailing_zeros() as usize % 9;
            digits &= digits - 1;
            if self.two_digits(row, digit, other, of_digit | self.of_digit[other]) {
                return true;
            }
        }
        false
    }

    /// Whether two digits can be exchanged in a part of the grid, from a row on, where no row holds one
    /// of them.
    #[inline(always)]
    fn two_digits(&self, row: usize, a: usize, b: usize, held: u16) -> bool {
        let (columns, boxes) = (self.standing.columns[a], self.standing.boxes[a]);
        let (rows, rows_in) = (self.standing.rows[b], self.standing.rows_in[b]);
        // Rows hang together when a column or box of one's `a` holds the other's `b`. Both are
        // permutations of rows, so what can be reached can be reached in either direction.
        let mut part = 1u16 << row;
        let mut fresh = part;
        while fresh != 0 {
            let row = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let near = 1 << rows.get(columns.get(row)) | 1 << rows_in.get(boxes.get(row));
            fresh |= near & !part;
            part |= near;
            if part & held != 0 {
                return false;
            }
        }
        true
    }

    /// The unavoidable parts of what another solution does differently, as bits of cells.
    pub(crate) fn parts(&self, other: &[u8; 81]) -> Vec<u128> {
        let Standing { of_row, columns, rows, rows_in, .. } = &self.standing;
        let other = |cell: usize| usize::from(other[cell].wrapping_sub(1)) % 9;
        let differs = |cell: usize| of_row[cell / 9].get(cell % 9) != other(cell);
        let mut rest = (0..81).fold(0, |set, cell| set | u128::from(differs(cell)) << cell);
        let mut parts = Vec::new();
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut fresh = part;
            while fresh != 0 {
                let cell = fresh.trailing_zeros() as usize;
                fresh &= fresh - 1;
                let [row, column, box_] = PLACE[cell].map(usize::from);
                let digit = other(cell);
                let by_row = row * 9 + columns[digit].get(row);
                let by_column = rows[digit].get(column) * 9 + column;
                let box_row = rows_in[digit].get(box_);
                let by_box = box_row * 9 + columns[digit].get(box_row);
                let next = 1 << by_row | 1 << by_column | 1 << by_box;
                fresh |= next & !part;
                part |= next;
            }
            rest &= !part;
            parts.push(part);
        }
        parts
    }
}

/// Whether a cycle of two lines, from a place on, meets no clue. `next` tells the place where the
/// first line has the digit that the second has at a place.
#[inline(always)]
fn cycle_is_free(start: usize, held: u16, next: impl Fn(usize) -> usize) -> bool {
    let mut place = start;
    while held >> place & 1 == 0 {
        place = next(place);
        if place == start {
            return true;
        }
    }
    false
}

/// The other two lines of the block of each line.
const OTHERS: [[u8; 2]; 9] =
    [[1, 2], [2, 0], [0, 1], [4, 5], [5, 3], [3, 4], [7, 8], [8, 6], [6, 7]];

/// Row, column and box of each cell.
static PLACE: [[u8; 3]; 81] = {
    let mut places = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let of = Cell::new(cell);
        places[cell] = [of.row() as u8, of.column() as u8, of.block() as u8];
        cell += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uniform::uniform_grid;
    use std::ops::ControlFlow;
    use sudolab_exact::nine::Clues;
    use sudolab_exact::nine::single::{Opening, SingleEngine};
    use sudolab_grid::random::Random;

    fn without(grid: &[u8; 81], set: u128) -> Clues {
        Clues(std::array::from_fn(|cell| if set >> cell & 1 == 1 { 0 } else { grid[cell] }))
    }

    /// Two digits, and two lines of a block: every exchange of a full grid, found by trying all.
    fn all_sets(grid: &[u8; 81]) -> Vec<u128> {
        let mut sets = Vec::new();
        let mut engine = SingleEngine::new();
        let mut keep = |cells: u128| {
            // The smallest parts of all other solutions are the sets.
            let mut smallest: Vec<u128> = Vec::new();
            let watch = Watch::new(grid, grid);
            engine.for_each_solution(&Opening::Clues(without(grid, cells)), |other| {
                smallest.extend(watch.parts(other));
                ControlFlow::Continue(())
            });
            smallest.sort_unstable();
            smallest.dedup();
            sets.extend(smallest);
        };
        for a in 1..=9 {
            for b in a + 1..=9 {
                let of = |digit: u8| digit == a || digit == b;
                keep((0..81).fold(0, |set, i| set | u128::from(of(grid[i])) << i));
            }
        }
        for line in 0..9 {
            for other in line + 1..line / 3 * 3 + 3 {
                let row = |i: usize| i / 9 == line || i / 9 == other;
                let column = |i: usize| i % 9 == line || i % 9 == other;
                keep((0..81).fold(0, |set, i| set | u128::from(row(i)) << i));
                keep((0..81).fold(0, |set, i| set | u128::from(column(i)) << i));
            }
        }
        sets
    }

    #[test]
    fn a_clue_is_held_when_and_only_when_a_set_of_two_digits_or_lines_would_lose_its_last() {
        let mut random = Random::new(4);
        let mut engine = SingleEngine::new();
        for _ in 0..20 {
            let grid = uniform_grid(&mut random);
            let sets = all_sets(&grid);
            let mut order: Vec<usize> = (0..81).collect();
            random.shuffle(&mut order);
            let mut watch = Watch::new(&grid, &grid);
            let mut held: u128 = (1 << 81) - 1;
            for cell in order {
                let taken = watch.take(cell);
                let is_last = sets.iter().any(|set| set & held == 1 << cell);
                assert_eq!(taken, !is_last, "cell {cell}");
                if taken {
                    held &= !(1 << cell);
                } else {
                    // Proved the plain way: without the clue there is another solution.
                    let clues = without(&grid, !held | 1 << cell);
                    assert_eq!(engine.count(&Opening::Clues(clues), 2).solutions, 2);
                }
            }
            assert!(held.count_ones() > 8, "{}", held.count_ones());
        }
    }

    #[test]
    fn taking_and_putting_back_leaves_no_trace() {
        let grid = uniform_grid(&mut Random::new(9));
        let mut watch = Watch::new(&grid, &grid);
        let taken: Vec<usize> = (0..81).filter(|&cell| watch.take(cell)).collect();
        assert!(taken.len() < 81);
        taken.iter().for_each(|&cell| watch.put_back(cell));
        let again: Vec<usize> = (0..81).filter(|&cell| watch.take(cell)).collect();
        assert_eq!(taken, again);
    }

    #[test]
    fn the_parts_of_another_solution_are_unavoidable_each() {
        let mut random = Random::new(5);
        let mut engine = SingleEngine::new();
        let (mut n_parts, mut n_others) = (0, 0);
        for _ in 0..50 {
            let grid = uniform_grid(&mut random);
            let watch = Watch::new(&grid, &grid);
            let clues = without(&grid, (0..60).fold(0, |set, _| set | 1 << random.index(81)));
            let mut others = Vec::new();
            engine.for_each_solution(&Opening::Clues(clues), |solution| {
                others.push(*solution);
                if others.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            for other in others.into_iter().filter(|other| *other != grid) {
                n_others += 1;
                let mut differing = 0;
                for part in watch.parts(&other) {
                    // The part alone can be exchanged.
                    let of = |cell: usize| if part >> cell & 1 == 1 { &other } else { &grid };
                    let exchanged = Clues(std::array::from_fn(|cell| of(cell)[cell]));
                    assert_eq!(engine.count(&Opening::Clues(exchanged), 2).solutions, 1);
                    differing += part.count_ones() as usize;
                    n_parts += 1;
                }
                assert_eq!(differing, (0..81).filter(|&cell| grid[cell] != other[cell]).count());
            }
        }
        assert!(n_parts > n_others && n_others > 50, "{n_parts} parts of {n_others}");
    }
}
