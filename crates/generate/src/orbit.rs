//! Symmetric patterns of clues: cells that come and go together.

use std::fmt;
use std::str::FromStr;
use sudolab_grid::{Board, Cell};

/// The symmetry of the cells that hold clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClueSymmetry {
    /// No symmetry.
    #[default]
    None,
    /// A half turn.
    Rot180,
    /// A quarter turn.
    Rot90,
    /// Left and right.
    Mirror,
    /// The main diagonal.
    Diagonal,
    /// Every turn and reflection of the square.
    Full,
}

impl ClueSymmetry {
    /// Every symmetry with its word.
    pub const ALL: [(&'static str, ClueSymmetry); 6] = [
        ("none", ClueSymmetry::None),
        ("rot180", ClueSymmetry::Rot180),
        ("rot90", ClueSymmetry::Rot90),
        ("mirror", ClueSymmetry::Mirror),
        ("diagonal", ClueSymmetry::Diagonal),
        ("full", ClueSymmetry::Full),
    ];

    /// The cells of a board in groups that the symmetry maps onto themselves.
    pub fn orbits(self, board: &Board) -> Vec<Vec<Cell>> {
        let n = board.size();
        let images = |row: usize, column: usize| -> Vec<(usize, usize)> {
            let (up, left) = (n - 1 - row, n - 1 - column);
            let turns = [(row, column), (column, up), (up, left), (left, row)];
            match self {
                ClueSymmetry::None => vec![(row, column)],
                ClueSymmetry::Rot180 => vec![(row, column), (up, left)],
                ClueSymmetry::Rot90 => turns.to_vec(),
                ClueSymmetry::Mirror => vec![(row, column), (row, left)],
                ClueSymmetry::Diagonal => vec![(row, column), (column, row)],
                ClueSymmetry::Full => turns.iter().flat_map(|&(r, c)| [(r, c), (c, r)]).collect(),
            }
        };
        let mut orbits = Vec::new();
        for cell in board.cells() {
            let places = images(board.row(cell), board.column(cell));
            let mut orbit: Vec<Cell> = places.iter().map(|&(r, c)| board.cell(r, c)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            if orbit.first() == Some(&cell) {
                orbits.push(orbit);
            }
        }
        orbits
    }
}

impl FromStr for ClueSymmetry {
    type Err = String;

    fn from_str(text: &str) -> Result<ClueSymmetry, String> {
        let known = ClueSymmetry::ALL.iter().find(|(word, _)| *word == text);
        known.map(|(_, symmetry)| *symmetry).ok_or_else(|| {
            let words: Vec<&str> = ClueSymmetry::ALL.iter().map(|(word, _)| *word).collect();
            format!("{text:?} is no symmetry; use one of {}", words.join(", "))
        })
    }
}

impl fmt::Display for ClueSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = ClueSymmetry::ALL.iter().find(|(_, s)| s == self).map_or("none", |(w, _)| w);
        f.write_str(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_cover_every_cell_once() {
        let board = Board::classic();
        let sizes =
            [(ClueSymmetry::None, 81), (ClueSymmetry::Rot180, 41), (ClueSymmetry::Rot90, 21)];
        for (_, symmetry) in ClueSymmetry::ALL {
            let orbits = symmetry.orbits(&board);
            let mut cells: Vec<Cell> = orbits.concat();
            cells.sort_unstable();
            assert_eq!(cells, board.cells().collect::<Vec<_>>(), "{symmetry}");
            if let Some((_, n)) = sizes.iter().find(|(s, _)| *s == symmetry) {
                assert_eq!(orbits.len(), *n, "{symmetry}");
            }
        }
        assert_eq!(ClueSymmetry::Full.orbits(&board).len(), 15);
    }
}
