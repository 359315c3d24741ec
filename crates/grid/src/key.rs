//! Keys: what makes two puzzles the same puzzle.
//!
//! The text of a key begins with the clue line. A puzzle on the usual board of its size, without
//! stated candidates and rules, has no other part; otherwise named parts follow, each after a
//! space, in this order:
//!
//! | part | meaning |
//! |---|---|
//! | `box=3x2` | boxes of three rows and two columns, where the usual ones differ |
//! | `latin` | neither boxes nor regions, where the size usually has boxes |
//! | `regions=1122…` | the region of each cell, row by row, in the symbols of digits |
//! | `board=6x8` | the grid is no plain square: rows and columns, then everything below |
//! | `side=va,1` | a group of cells beside the grid, its name and their number |
//! | `house=row,r1c1,r1c2` | a house of such a board, in its order |
//! | `values=0..8` | the values of the digits, where they do not begin at 1 or are not as many as rows |
//! | `beside=va,3` | the clue of a cell beside the grid |
//! | `extra=r1c1,r2c2` | an extra region, in the order of the board |
//! | `candidates=12/3/…` | the stated candidates of each cell, row by row |
//! | `rule=cage,10,r1c1,r1c2` | a rule, in the order of the puzzle |
//!
//! Neither the text nor the hash ever changes for a puzzle: result files hold them.

use crate::{Alphabet, Board, Layout, Puzzle};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::fmt;
use std::hash::Hasher;

/// What makes two puzzles the same: board, clues, stated candidates and rules, as stable text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleKey(String);

impl PuzzleKey {
    pub(crate) fn of(puzzle: &Puzzle) -> PuzzleKey {
        let board = puzzle.board();
        let mut text = puzzle.clues().to_string();
        push_layout(board, &mut text);
        for cell in board.side_cells() {
            if let Some(value) = puzzle.clues().value(cell) {
                text.push_str(&format!(" beside={},{value}", board.name(cell)));
            }
        }
        for region in board.extra_regions() {
            let names: Vec<String> = region.cells().iter().map(|&c| board.name(c)).collect();
            text.push_str(" extra=");
            text.push_str(&names.join(","));
        }
        if let Some(stated) = puzzle.stated_candidates() {
            text.push_str(" candidates=");
            for (cell, set) in stated.iter().enumerate() {
                if cell > 0 {
                    text.push('/');
                }
                text.extend(set.iter().filter_map(|d| Alphabet::Numbers.symbol(d.value())));
            }
        }
        for rule in puzzle.rules() {
            text.push_str(" rule=");
            text.push_str(&rule.text(board).replace(' ', ","));
        }
        PuzzleKey(text)
    }

    /// The text, one line.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The text, by value.
    pub fn into_text(self) -> String {
        self.0
    }

    /// SipHash-2-4 with a key of zeros and 128 bits of output (Aumasson & Bernstein, *SipHash: a
    /// fast short-input PRF*, 2012) of the bytes of the text.
    pub fn hash128(&self) -> u128 {
        let mut hasher = SipHasher24::new();
        hasher.write(self.0.as_bytes());
        hasher.finish128().as_u128()
    }
}

impl fmt::Display for PuzzleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for PuzzleKey {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Says how the boxes lie, unless they lie as a board of this size usually has them.
fn push_layout(board: &Board, text: &mut String) {
    if let Some(frame) = board.frame() {
        text.push_str(&format!(" board={}x{}", board.rows(), board.columns()));
        for (name, count) in frame.side() {
            text.push_str(&format!(" side={name},{count}"));
        }
        for house in board.houses().iter().filter(|h| h.kind() != crate::HouseKind::Extra) {
            text.push_str(&format!(" house={}", house.kind()));
            for &cell in house.cells() {
                text.push(',');
                text.push_str(&board.name(cell));
            }
        }
    }
    if board.first_value() != 1 || board.size() != board.rows() {
        let last = board.first_value() + board.size() as i64 - 1;
        text.push_str(&format!(" values={}..{last}", board.first_value()));
    }
    match (board.layout(), Board::usual_boxes(board.size())) {
        (Layout::Boxes { rows, columns }, Some(usual)) if (*rows, *columns) == usual => {}
        (Layout::Boxes { rows, columns }, _) => text.push_str(&format!(" box={rows}x{columns}")),
        (Layout::Latin, None) | (Layout::Free, _) => {}
        (Layout::Latin, Some(_)) => text.push_str(" latin"),
        (Layout::Regions(map), _) => {
            text.push_str(" regions=");
            text.extend(map.iter().filter_map(|&r| Alphabet::Numbers.symbol(r + 1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;
    use crate::{DigitSet, Grid};

    fn key(board: std::sync::Arc<Board>) -> String {
        Puzzle::new(Grid::empty(board)).key().into_text()
    }

    #[test]
    fn a_plain_puzzle_is_named_by_its_clue_line() {
        for size in 2..=64 {
            let board = Board::of_size(size).unwrap();
            assert_eq!(key(board), ".".repeat(size * size));
        }
    }

    #[test]
    fn everything_that_makes_another_puzzle_makes_another_key() {
        let six = ".".repeat(36);
        assert_eq!(key(Board::boxes(3, 2).unwrap()), format!("{six} box=3x2"));
        assert_eq!(key(Board::latin(6).unwrap()), format!("{six} latin"));
        let map: Vec<u8> = (0..16).map(|i| i / 4).collect();
        let four = ".".repeat(16);
        let regions = Board::irregular(&map).unwrap();
        assert_eq!(key(regions), format!("{four} regions=1111222233334444"));
        let board = Board::of_size(4).unwrap();
        let x = board.with_extra(&board.diagonals()).unwrap();
        let extra = " extra=r1c1,r2c2,r3c3,r4c4 extra=r1c4,r2c3,r3c2,r4c1";
        assert_eq!(key(x), format!("{four}{extra}"));
        let sets = vec![DigitSet::all(2); 16];
        let stated = Puzzle::with_candidates(Grid::empty(board.clone()), sets).unwrap();
        let listed = vec!["12"; 16].join("/");
        assert_eq!(stated.key().text(), format!("{four} candidates={listed}"));
        let rules = ["cage 10 r1c1 r1c2", "thermometer r3c3 r4c4"];
        let rules = rules.map(|text| Rule::from_text(text, &board).unwrap());
        let ruled = Puzzle::new(Grid::empty(board)).with_rules(rules.to_vec()).unwrap();
        let written = " rule=cage,10,r1c1,r1c2 rule=thermometer,r3c3,r4c4";
        assert_eq!(ruled.key().text(), format!("{four}{written}"));
    }

    #[test]
    fn the_hash_of_a_key_is_pinned() {
        let puzzle: Puzzle = "1..............4".parse().unwrap();
        assert_eq!(format!("{:032x}", puzzle.key().hash128()), PINNED);
    }

    const PINNED: &str = "47622f808e132b8c147e768447059ef9";
}
