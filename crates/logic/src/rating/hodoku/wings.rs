//! XY-Wing, XYZ-Wing and W-Wing.
//!
//! *XY-Wing*: triples of cells with two candidates, in ascending order, that have three
//! digits and no two equal cells; as pivot the first, the second, the third cell is
//! tried. *XYZ-Wing*: cells with three candidates, and pairs of cells with two.
//!
//! *W-Wing*: pairs of equal cells with two candidates, in ascending order; the smaller
//! digit is removed first, then the larger; strong links of the other digit by house:
//! rows, columns, boxes. One end of the link sees the first cell, the other the second;
//! an end that sees both counts for the first.

use super::found::{HodokuStep, Pattern};
use super::order::Search;
use crate::board::{Candidate, Cell, Cells, Digit, Digits, House};
use crate::position::Position;
use crate::step::{AlternatingChain, GroupNode, Reason};
use crate::technique::Technique;

/// The cells of a set as a list.
fn list(cells: Cells) -> ([Cell; 81], usize) {
    let mut list = [Cell::new(0); 81];
    let mut n = 0;
    for cell in cells {
        list[n] = cell;
        n += 1;
    }
    (list, n)
}

fn removal(cells: Cells, digit: Digit) -> Vec<Candidate> {
    cells.into_iter().map(|cell| Candidate::new(cell, digit)).collect()
}

/// The first XY-Wing.
pub(super) fn xy(position: &Position) -> Option<HodokuStep> {
    let (cells, n) = list(position.cells_of_size(2));
    let digits = |cell: Cell| position.candidates(cell);
    for i in 0..n {
        for j in i + 1..n {
            let two = digits(cells[i]).union(digits(cells[j]));
            if two.len() != 3 {
                continue;
            }
            for k in j + 1..n {
                let [a, b, c] = [cells[i], cells[j], cells[k]];
                let third = digits(c);
                if two.union(third).len() != 3 || third == digits(a) || third == digits(b) {
                    continue;
                }
                for [pivot, left, right] in [[a, b, c], [b, a, c], [c, b, a]] {
                    if !pivot.sees(left) || !pivot.sees(right) {
                        continue;
                    }
                    let z = digits(left).intersection(digits(right));
                    let Some(z) = z.single() else { continue };
                    let seen = left.peers().intersection(right.peers());
                    let gone = position.cells_with(z).intersection(seen);
                    let mut own = digits(pivot).into_iter();
                    let (false, Some(x), Some(y)) = (gone.is_empty(), own.next(), own.next())
                    else {
                        continue;
                    };
                    return Some(HodokuStep::removal(
                        Search::XyWing,
                        Technique::XyWing,
                        removal(gone, z),
                        Reason::Wing { pivot, pincers: [left, right], digit: z },
                        Pattern::Wing { digits: [x, y, z], cells: [a, b, c].into_iter().collect() },
                    ));
                }
            }
        }
    }
    None
}

/// The first XYZ-Wing.
pub(super) fn xyz(position: &Position) -> Option<HodokuStep> {
    let (cells, n) = list(position.cells_of_size(2));
    for pivot in position.cells_of_size(3) {
        let own = position.candidates(pivot);
        let fits =
            |cell: Cell| pivot.sees(cell) && position.candidates(cell).without(own).is_empty();
        for j in 0..n {
            let left = cells[j];
            if !fits(left) {
                continue;
            }
            for &right in &cells[j + 1..n] {
                if !fits(right) || position.candidates(left) == position.candidates(right) {
                    continue;
                }
                let z = position.candidates(left).intersection(position.candidates(right));
                let Some(z) = z.single() else { continue };
                let three: Cells = [pivot, left, right].into_iter().collect();
                let gone = position.cells_with(z).intersection(three.common_peers());
                if gone.is_empty() {
                    continue;
                }
                let mut digits = own.into_iter();
                let digits = std::array::from_fn(|_| digits.next().unwrap_or(z));
                return Some(HodokuStep::removal(
                    Search::XyzWing,
                    Technique::XyzWing,
                    removal(gone, z),
                    Reason::Wing { pivot, pincers: [left, right], digit: z },
                    Pattern::Wing { digits, cells: three },
                ));
            }
        }
    }
    None
}

/// The first W-Wing.
pub(super) fn w(position: &Position) -> Option<HodokuStep> {
    let bivalue = position.cells_of_size(2);
    let (cells, n) = list(bivalue);
    for i in 0..n {
        let first = cells[i];
        let digits = position.candidates(first);
        for &second in &cells[i + 1..n] {
            if position.candidates(second) != digits {
                continue;
            }
            let seen = first.peers().intersection(second.peers());
            for digit in digits {
                let gone = position.cells_with(digit).intersection(seen);
                let other = digits.without(Digits::only(digit)).first();
                let (false, Some(link)) = (gone.is_empty(), other) else { continue };
                let Some([near, far]) = joint(position, link, first, second) else { continue };
                let node = |digit, cell| GroupNode { digit, cells: Cells::only(cell) };
                let nodes = vec![
                    node(digit, first),
                    node(link, first),
                    node(link, near),
                    node(link, far),
                    node(link, second),
                    node(digit, second),
                ];
                return Some(HodokuStep::removal(
                    Search::WWing,
                    Technique::WWing,
                    removal(gone, digit),
                    Reason::Alternating(AlternatingChain { nodes, closed: false }),
                    Pattern::WWing {
                        digit,
                        link,
                        cells: [first, second].into_iter().collect(),
                        joint: [near, far].into_iter().collect(),
                    },
                ));
            }
        }
    }
    None
}

/// The first strong link with one end next to each cell.
fn joint(position: &Position, link: Digit, first: Cell, second: Cell) -> Option<[Cell; 2]> {
    House::all().find_map(|house| {
        let places = position.places(house, link);
        if places.count_ones() != 2 {
            return None;
        }
        let (mut near, mut far) = (None, None);
        for cell in house.cells_at(places) {
            if cell == first || cell == second {
                continue;
            }
            if cell.sees(first) {
                near = Some(cell);
            } else if cell.sees(second) {
                far = Some(cell);
            }
        }
        Some([near?, far?])
    })
}
