//! Skyscraper, 2-string kite and empty rectangle.
//!
//! *Skyscraper*: all digits with rows first, then all digits with columns. Lines with
//! two places are taken in pairs, the first varying slowest; they may touch at the first
//! place of both or, failing that, at the second of both, but not at both.
//!
//! *Kite*: digits; pairs of a row and a column with two places each that meet in a box.
//! The two places of a line are kept as an ordered pair, the one in the box first, and a
//! swap made for one partner stays for the next: first with first is tried, then first
//! with second, second with first, second with second.
//!
//! *Empty rectangle*: digits; boxes with two to five places; the nine ways to leave four
//! cells of the box empty, by the row and the column that remain (last row with last,
//! middle, first column; then the middle row; then the first), each with a place outside
//! the other and one of them with two places; then the places of the row outside the box
//! with a strong link down their column, then the same with row and column exchanged.

use super::found::{HodokuStep, Pattern};
use super::order::Search;
use crate::board::{Candidate, Cell, Cells, Digit, House};
use crate::position::Position;
use crate::step::{AlternatingChain, GroupNode, Reason};
use crate::technique::Technique;

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

fn of_digit(cells: Cells, digit: Digit) -> Vec<Candidate> {
    cells.into_iter().map(|cell| Candidate::new(cell, digit)).collect()
}

/// The first skyscraper.
pub(super) fn skyscraper(position: &Position) -> Option<HodokuStep> {
    let across: [fn(Cell) -> usize; 2] = [Cell::column, Cell::row];
    for (lines, across) in [0..9, 9..18].into_iter().zip(across) {
        for digit in Digit::all() {
            let pairs = pairs(position, digit, lines.clone());
            for i in 0..pairs.n {
                for j in i + 1..pairs.n {
                    let (a, b) = (pairs.list[i], pairs.list[j]);
                    let level = |k: usize| across(a[k]) == across(b[k]);
                    let near = match (level(0), level(1)) {
                        (true, false) => 0,
                        (false, true) => 1,
                        _ => continue,
                    };
                    let far = 1 - near;
                    let seen = a[far].peers().intersection(b[far].peers());
                    let gone = position.cells_with(digit).intersection(seen);
                    if gone.is_empty() {
                        continue;
                    }
                    let pattern = Pattern::Joined {
                        digit,
                        ends: [a[far], b[far]].into_iter().collect(),
                        joint: [a[near], b[near]].into_iter().collect(),
                    };
                    return Some(HodokuStep::removal(
                        Search::Skyscraper,
                        Technique::Skyscraper,
                        of_digit(gone, digit),
                        four(digit, [a[far], a[near], b[near], b[far]]),
                        pattern,
                    ));
                }
            }
        }
    }
    None
}

/// The first 2-string kite.
pub(super) fn kite(position: &Position) -> Option<HodokuStep> {
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
                let pattern = Pattern::Joined {
                    digit,
                    ends: [row[1], column[1]].into_iter().collect(),
                    joint: [row[0], column[0]].into_iter().collect(),
                };
                return Some(HodokuStep::removal(
                    Search::TwoStringKite,
                    Technique::TwoStringKite,
                    vec![Candidate::new(crossing, digit)],
                    four(digit, [row[1], row[0], column[0], column[1]]),
                    pattern,
                ));
            }
        }
    }
    None
}

/// The first empty rectangle.
pub(super) fn empty_rectangle(position: &Position) -> Option<HodokuStep> {
    for digit in Digit::all() {
        for block in (0..9).map(House::block) {
            let in_block = position.cells_with_in(digit, block);
            if in_block.len() < 2 || in_block.len() > 5 {
                continue;
            }
            let corner = block.cell(0);
            for (row, column) in [2, 1, 0].into_iter().flat_map(|r| [2, 1, 0].map(|c| (r, c))) {
                let hinge = Cell::at(corner.row() + row, corner.column() + column);
                let (row, column) = (House::row(hinge.row()), House::column(hinge.column()));
                let across = in_block.intersection(row.cells());
                let down = in_block.intersection(column.cells());
                if !in_block.is_subset(across.union(down))
                    || across.without(column.cells()).is_empty()
                    || down.without(row.cells()).is_empty()
                    || (across.len() < 2 && down.len() < 2)
                {
                    continue;
                }
                let found = with_link(position, digit, block, hinge, row, [across, down])
                    .or_else(|| with_link(position, digit, block, hinge, column, [down, across]));
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// Uses the rectangle by a link that starts in `line`.
fn with_link(
    position: &Position,
    digit: Digit,
    block: House,
    hinge: Cell,
    line: House,
    [near, far]: [Cells; 2],
) -> Option<HodokuStep> {
    let in_row = line == House::row(hinge.row());
    for place in 0..9 {
        let start = line.cell(place);
        if start.block() == hinge.block() || !position.has(start, digit) {
            continue;
        }
        let across = if in_row { House::column(start.column()) } else { House::row(start.row()) };
        let pair = position.cells_with_in(digit, across);
        if pair.len() != 2 {
            continue;
        }
        let Some(end) = pair.without(Cells::only(start)).first() else { continue };
        let target = if in_row {
            Cell::at(end.row(), hinge.column())
        } else {
            Cell::at(hinge.row(), end.column())
        };
        if target.block() == hinge.block() || !position.has(target, digit) {
            continue;
        }
        let nodes = [far, near, Cells::only(start), Cells::only(end)];
        let nodes = nodes.map(|cells| GroupNode { digit, cells }).to_vec();
        return Some(HodokuStep::removal(
            Search::EmptyRectangle,
            Technique::EmptyRectangle,
            vec![Candidate::new(target, digit)],
            Reason::Alternating(AlternatingChain { nodes, closed: false }),
            Pattern::EmptyRectangle { digit, house: block, pair },
        ));
    }
    None
}
