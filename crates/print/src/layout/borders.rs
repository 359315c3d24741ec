//! The bold lines between boxes, as few long segments.

use sudolab_grid::{Board, Cell};

/// A line along the edges of cells: from corner to corner, counted in cells from the upper left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Where it begins: column and row of the corner.
    pub from: (usize, usize),
    /// Where it ends.
    pub to: (usize, usize),
}

/// The borders between boxes inside a board. Edges in one line are one segment: drawn apart,
/// they would show seams.
pub fn inner(board: &Board) -> Vec<Segment> {
    let n = board.size();
    let region = |row: usize, column: usize| board.box_of(board.cell(row, column));
    let mut segments = Vec::new();
    for line in 1..n {
        let below = |i: usize| region(line - 1, i) != region(line, i);
        segments.extend(runs(n, below).map(|(a, b)| Segment { from: (a, line), to: (b, line) }));
        let beside = |i: usize| region(i, line - 1) != region(i, line);
        segments.extend(runs(n, beside).map(|(a, b)| Segment { from: (line, a), to: (line, b) }));
    }
    segments
}

/// The edges of the cells of a board of any form, one by one, and whether each is bold: where
/// another box begins, or no cell is.
pub fn edges(board: &Board) -> Vec<(Segment, bool)> {
    let mut edges = Vec::new();
    let at = |row: usize, column: usize| board.cell_at(row, column);
    let differ = |a: Option<Cell>, b: Option<Cell>| match (a, b) {
        (None, None) => None,
        (Some(a), Some(b)) => Some(board.box_of(a) != board.box_of(b)),
        _ => Some(true),
    };
    for row in 0..=board.rows() {
        for column in 0..=board.columns() {
            let above = row.checked_sub(1).and_then(|row| at(row, column));
            let left = column.checked_sub(1).and_then(|column| at(row, column));
            let here = at(row, column);
            let (from, below, beside) = ((column, row), (column, row + 1), (column + 1, row));
            edges.extend(differ(above, here).map(|bold| (Segment { from, to: beside }, bold)));
            edges.extend(differ(left, here).map(|bold| (Segment { from, to: below }, bold)));
        }
    }
    edges
}

/// The longest stretches of 0..n on which a condition holds.
fn runs(n: usize, holds: impl Fn(usize) -> bool) -> impl Iterator<Item = (usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for i in 0..=n {
        match (i < n && holds(i), start) {
            (true, None) => start = Some(i),
            (false, Some(first)) => {
                found.push((first, i));
                start = None;
            }
            _ => {}
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_board_has_four_inner_lines() {
        let segments = inner(&Board::classic());
        assert_eq!(segments.len(), 4);
        assert!(segments.contains(&Segment { from: (0, 3), to: (9, 3) }));
        assert!(segments.contains(&Segment { from: (6, 0), to: (6, 9) }));
    }

    #[test]
    fn irregular_boxes_are_parted_where_they_meet_and_only_there() {
        // 1 1 1 2
        // 1 3 2 2
        // 3 3 4 2
        // 3 4 4 4
        let map = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
        let segments = inner(&Board::irregular(&map).unwrap());
        let horizontal: Vec<_> = segments.iter().filter(|s| s.from.1 == s.to.1).collect();
        assert_eq!(horizontal.len(), 5, "{segments:?}");
        assert!(segments.contains(&Segment { from: (1, 1), to: (3, 1) }));
        let length = |s: &Segment| s.to.0 - s.from.0 + s.to.1 - s.from.1;
        let edges: usize = segments.iter().map(length).sum();
        let differing = (0..16).flat_map(|i| [(i, i + 1, i % 4 < 3), (i, i + 4, i < 12)]);
        let expected = differing.filter(|&(a, b, on)| on && map[a] != map[b]).count();
        assert_eq!(edges, expected);
    }

    #[test]
    fn a_latin_square_has_none() {
        assert!(inner(&Board::latin(7).unwrap()).is_empty());
    }
}
