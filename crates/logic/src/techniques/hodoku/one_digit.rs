//! The 2-string kite as HoDoKu looks for it, which remembers what it did.
//!
//! Order: digits; pairs of a row and a column with two places each that meet in a box.
//! The two places of a line are kept as an ordered pair, the one in the box first, and a
//! swap made for one partner stays for the next: first with first is tried, then first
//! with second, second with first, second with second.

use super::chosen::Chosen;
use crate::position::Position;
use crate::step::{AlternatingChain, GroupNode, Reason};
use crate::technique::Technique;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, House};

/// The two places of a digit in each line that has two, rows or columns.
fn pairs(position: &Position, digit: Digit, lines: std::ops::Range<usize>) -> Pairs {
    let mut pairs = Pairs { list: [[Cell::new(0); 2]; 9], n: 0 };
    for line in lines.map(House::new) {
        let places = position.places(line, digit);
        if places.count_ones() == 2 {
            let first = places.trailing_zeros() as usize;
            let second = (places & (places - 1)).trailing_zeros() as usize;
            pairs.list[pairs.n] = [line.cell(first), line.cell(second)];
            pairs.n += 1;
        }
    }
    pairs
}

struct Pairs {
    list: [[Cell; 2]; 9],
    n: usize,
}

fn four(digit: Digit, cells: [Cell; 4]) -> Reason {
    let node = |cell| GroupNode { digit, cells: Cells::only(cell) };
    Reason::Alternating(AlternatingChain { nodes: cells.map(node).to_vec(), closed: false })
}

/// The first 2-string kite.
pub(crate) fn kite(position: &Position) -> Option<Chosen> {
    for digit in Digit::all() {
        let mut rows = pairs(position, digit, 0..9);
        let mut columns = pairs(position, digit, 9..18);
        for i in 0..rows.n {
            for j in 0..columns.n {
                let (row, column) = (&mut rows.list[i], &mut columns.list[j]);
                let meet = |r: usize, c: usize| row[r].block() == column[c].block();
                let Some([r, c]) =
                    [[0, 0], [0, 1], [1, 0], [1, 1]].into_iter().find(|&[r, c]| meet(r, c))
                else {
                    continue;
                };
                if r == 1 {
                    row.swap(0, 1);
                }
                if c == 1 {
                    column.swap(0, 1);
                }
                if row.iter().any(|cell| column.contains(cell)) {
                    continue;
                }
                let crossing = Cell::at(column[1].row(), row[1].column());
                if !position.has(crossing, digit) {
                    continue;
                }
                return Some(Chosen::removal(
                    Technique::TwoStringKite,
                    vec![Candidate::new(crossing, digit)],
                    four(digit, [row[1], row[0], column[0], column[1]]),
                ));
            }
        }
    }
    None
}
