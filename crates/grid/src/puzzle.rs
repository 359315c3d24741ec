//! Puzzles: clues on a board, with candidates restricted where the puzzle says so.

use crate::{Board, Cell, Digit, DigitSet, Grid};
use std::fmt;
use std::sync::Arc;

/// Clues on a board and, optionally, restricted candidates. It may have any number of solutions.
#[derive(Clone, PartialEq, Eq)]
pub struct Puzzle {
    clues: Grid,
    candidates: Option<Box<[DigitSet]>>,
}

/// Two or more clues that break a rule together: the same digit twice in a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The place of the house in [`Board::houses`].
    pub house: usize,
    /// The repeated digit.
    pub digit: Digit,
    /// The cells that hold it.
    pub cells: Vec<Cell>,
}

impl Conflict {
    /// `digit 5 twice in row 1 (r1c3, r1c7)`.
    pub fn describe(&self, board: &Board) -> String {
        let names: Vec<String> = self.cells.iter().map(|&c| board.name(c)).collect();
        let times = match self.cells.len() {
            2 => "twice".to_owned(),
            n => format!("{n} times"),
        };
        format!(
            "digit {} {times} in {} ({})",
            self.digit,
            board.houses()[self.house],
            names.join(", ")
        )
    }
}

impl Puzzle {
    /// A puzzle of clues alone.
    pub fn new(clues: Grid) -> Puzzle {
        Puzzle { clues, candidates: None }
    }

    /// A puzzle that also says which candidates each cell may hold. `None` when there is not one
    /// set for each cell. Digits beyond the board are dropped.
    pub fn with_candidates(clues: Grid, candidates: Vec<DigitSet>) -> Option<Puzzle> {
        let all = clues.board().digits();
        (candidates.len() == clues.board().n_cells()).then(|| Puzzle {
            clues,
            candidates: Some(candidates.into_iter().map(|set| set & all).collect()),
        })
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        self.clues.board()
    }

    /// The clues.
    pub fn clues(&self) -> &Grid {
        &self.clues
    }

    /// How many clues.
    pub fn n_clues(&self) -> usize {
        self.clues.n_filled()
    }

    /// The candidates the puzzle states, if it states any: one set for each cell.
    pub fn stated_candidates(&self) -> Option<&[DigitSet]> {
        self.candidates.as_deref()
    }

    /// What a cell may hold by the puzzle's own word: its clue, or the stated candidates, or
    /// every digit. Peers are not looked at; see [`Puzzle::open_candidates`].
    pub fn allowed(&self, cell: Cell) -> DigitSet {
        let stated =
            self.candidates.as_ref().map_or(self.board().digits(), |all| all[cell.index()]);
        match self.clues.get(cell) {
            Some(clue) => DigitSet::only(clue) & stated,
            None => stated,
        }
    }

    /// For each cell what is left when the clues are struck from their peers.
    pub fn open_candidates(&self) -> Vec<DigitSet> {
        let mut open: Vec<DigitSet> = self.board().cells().map(|c| self.allowed(c)).collect();
        for (cell, digit) in self.clues.filled() {
            for peer in self.board().peer_list(cell) {
                open[peer.index()].remove(digit);
            }
        }
        open
    }

    /// The 81 clues, when this is a plain 9x9 puzzle without stated candidates: what the fast
    /// path takes.
    pub fn as_nine(&self) -> Option<&[u8; 81]> {
        if self.candidates.is_some() || !self.board().is_classic() {
            return None;
        }
        self.clues.values().try_into().ok()
    }

    /// The clues that break a rule, house by house. Empty when they do not.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut found = Vec::new();
        for (house, of) in self.board().houses().iter().enumerate() {
            let held = |c: &Cell| self.clues.get(*c);
            let mut seen = DigitSet::EMPTY;
            let mut twice = DigitSet::EMPTY;
            for digit in of.cells().iter().filter_map(held) {
                if seen.contains(digit) {
                    twice.insert(digit);
                }
                seen.insert(digit);
            }
            for digit in twice.iter() {
                let cells = of.cells().iter().copied().filter(|c| held(c) == Some(digit)).collect();
                found.push(Conflict { house, digit, cells });
            }
        }
        found
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clues.fmt(f)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({}: {self})", self.board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_house_digit_and_cells() {
        let puzzle: Puzzle = format!("5......5.{}", ".".repeat(72)).parse().unwrap();
        let conflicts = puzzle.conflicts();
        assert_eq!(conflicts.len(), 1);
        assert_eq!(conflicts[0].describe(puzzle.board()), "digit 5 twice in row 1 (r1c1, r1c8)");
    }

    #[test]
    fn clues_strike_their_digit_from_their_peers() {
        let puzzle: Puzzle = format!("5{}", ".".repeat(80)).parse().unwrap();
        let open = puzzle.open_candidates();
        assert_eq!(open[0].to_string(), "5");
        assert_eq!(open.iter().filter(|set| set.len() == 8).count(), 20);
    }
}
