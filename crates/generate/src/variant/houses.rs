//! Extra houses: diagonals, windows, disjoint groups.

use super::Variant;
use sudolab_grid::{Board, Cell, Layout};

/// What is said when a board takes no more houses.
pub(super) const CROWDED: &str = "a board without these houses";

/// The extra houses of a variant on a board; `Err`: what kind of board it needs.
pub(super) fn extra(variant: Variant, board: &Board) -> Result<Vec<Vec<Cell>>, &'static str> {
    let boxes = match board.layout() {
        Layout::Boxes { rows, columns } => Ok((usize::from(*rows), usize::from(*columns))),
        _ => Err("a board with boxes"),
    };
    match variant {
        Variant::Diagonal => Ok(board.diagonals().to_vec()),
        Variant::Windoku => Ok(windows(board, boxes?)),
        Variant::DisjointGroups => {
            let (high, wide) = boxes?;
            let place = |cell: Cell| (board.row(cell) % high, board.column(cell) % wide);
            let group = |at: usize| {
                board.cells().filter(move |&cell| place(cell) == (at / wide, at % wide)).collect()
            };
            Ok((0..board.size()).map(group).collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// Windows of the size of a box, one row and one column apart from the edge and from each other.
fn windows(board: &Board, (high, wide): (usize, usize)) -> Vec<Vec<Cell>> {
    let n = board.size();
    let starts = |step: usize| (1..n).step_by(step + 1).take_while(move |at| at + step < n);
    let window = |row: usize, column: usize| {
        (0..high)
            .flat_map(move |down| (0..wide).map(move |right| (row + down, column + right)))
            .map(|(row, column)| board.cell(row, column))
            .collect()
    };
    starts(high).flat_map(|row| starts(wide).map(move |column| window(row, column))).collect()
}
