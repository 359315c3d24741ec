//! What is left of a puzzle when the cheap deductions are made.
//!
//! The algorithms of these rooms work on the cells that are still open and on the digits each of
//! them may still hold. How far the puzzle is reduced first is a choice that must be stated with
//! every figure: the clues struck from their peers (L0), or singles to the end (L1).
//! Singles solve none of the hardest puzzles and 45 % of the 17-clue ones, so a rate on the latter
//! says little without it.

use std::sync::Arc;
use sudolab_grid::{Board, Cell, Digit, DigitSet, Grid, Puzzle};

/// How much is deduced before the search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Clue digits are struck from the peers of the clues; nothing is placed.
    Clues,
    /// Naked and hidden singles are placed until there is none.
    Singles,
}

impl Level {
    /// The level a setting names: `clues` or `singles`.
    pub fn named(word: &str) -> Level {
        if word == "clues" { Level::Clues } else { Level::Singles }
    }
}

/// A puzzle after reduction: what is placed, what is open, what each open cell may hold.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// Clues and placed singles; blank elsewhere.
    pub grid: Grid,
    /// The open cells in ascending order.
    pub open: Vec<Cell>,
    /// For each cell of the board the digits it may hold; a placed cell has one.
    pub candidates: Vec<DigitSet>,
}

impl Reduced {
    /// Reduces a puzzle; `None` when that shows that it has no solution.
    pub fn new(puzzle: &Puzzle, level: Level) -> Option<Reduced> {
        if !puzzle.conflicts().is_empty() {
            return None;
        }
        let candidates = puzzle.open_candidates();
        let mut this = Reduced { grid: puzzle.clues().clone(), open: Vec::new(), candidates };
        if this.candidates.iter().any(|set| set.is_empty()) {
            return None;
        }
        if level == Level::Singles {
            this.place_singles()?;
        }
        this.open = this.grid.blanks().collect();
        Some(this)
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        self.grid.board()
    }

    /// Whether nothing is left to find.
    pub fn is_filled(&self) -> bool {
        self.open.is_empty()
    }

    /// How many candidates the open cells have together.
    pub fn n_candidates(&self) -> usize {
        self.open.iter().map(|c| self.candidates[c.index()].len()).sum()
    }

    /// Becomes equal to another reduction of the same puzzle without allocating.
    pub(crate) fn copy_from(&mut self, other: &Reduced) {
        self.grid.clone_from(&other.grid);
        self.candidates.copy_from_slice(&other.candidates);
        self.open.clone_from(&other.open);
    }

    /// Places a digit and the singles that follow; `None` when that breaks a rule.
    pub(crate) fn follow(&mut self, cell: Cell, digit: Digit) -> Option<()> {
        let board = self.board().clone();
        self.place(&board, cell, digit)?;
        self.place_singles()
    }

    /// Places a digit if singles do not refute it, else strikes it; `None` when both break a rule.
    /// The spare is overwritten.
    pub(crate) fn decide(&mut self, cell: Cell, digit: Digit, spare: &mut Reduced) -> Option<()> {
        spare.copy_from(self);
        if self.follow(cell, digit).is_some() {
            self.open.clear();
            self.open.extend(self.grid.blanks());
            return Some(());
        }
        self.copy_from(spare);
        self.strike(cell, digit)
    }

    /// Strikes a candidate and places the singles that follow; `None` when that breaks a rule.
    pub(super) fn strike(&mut self, cell: Cell, digit: Digit) -> Option<()> {
        self.candidates[cell.index()].remove(digit);
        if self.candidates[cell.index()].is_empty() {
            return None;
        }
        self.place_singles()?;
        self.open = self.grid.blanks().collect();
        Some(())
    }

    fn place_singles(&mut self) -> Option<()> {
        let board = self.board().clone();
        let mut blanks = board.n_cells() - self.grid.n_filled();
        let mut before = usize::MAX;
        while before != blanks && blanks > 0 {
            before = blanks;
            for cell in board.cells() {
                if let (None, Some(digit)) =
                    (self.grid.get(cell), self.candidates[cell.index()].single())
                {
                    self.place(&board, cell, digit)?;
                    blanks -= 1;
                }
            }
            // Only a house with as many cells as digits must hold each of them.
            for house in board.houses().iter().filter(|h| h.cells().len() == board.size()) {
                let (mut once, mut more) = (DigitSet::EMPTY, DigitSet::EMPTY);
                for cell in house.cells() {
                    let set = self.candidates[cell.index()];
                    more |= once & set;
                    once |= set;
                }
                if once != board.digits() {
                    return None;
                }
                for digit in (once - more).iter() {
                    let holds = |c: &&Cell| self.candidates[c.index()].contains(digit);
                    // A digit placed for this house a moment ago may have struck this one.
                    let cell = *house.cells().iter().find(holds)?;
                    if self.grid.get(cell).is_none() {
                        self.place(&board, cell, digit)?;
                        blanks -= 1;
                    }
                }
            }
        }
        Some(())
    }

    fn place(&mut self, board: &Board, cell: Cell, digit: Digit) -> Option<()> {
        self.grid.set(cell, digit);
        self.candidates[cell.index()] = DigitSet::only(digit);
        for peer in board.peer_list(cell) {
            let set = &mut self.candidates[peer.index()];
            set.remove(digit);
            if set.is_empty() {
                return None;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduce(line: &str, level: Level) -> Option<Reduced> {
        Reduced::new(&line.parse().unwrap(), level)
    }

    #[test]
    fn singles_fill_an_easy_puzzle_and_leave_a_hard_one_open() {
        let easy =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert!(reduce(easy, Level::Singles).unwrap().is_filled());
        assert_eq!(reduce(easy, Level::Clues).unwrap().open.len(), 51);
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        assert_eq!(reduce(hard, Level::Singles).unwrap().open.len(), 60);
    }

    #[test]
    fn a_contradiction_is_noticed() {
        let conflict = format!("55{}", ".".repeat(79));
        assert!(reduce(&conflict, Level::Clues).is_none());
        let no_place = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
        assert!(reduce(&no_place, Level::Clues).is_none());
    }

    #[test]
    fn stated_candidates_are_kept() {
        let board = Board::of_size(4).unwrap();
        let mut sets = vec![board.digits(); 16];
        sets[0] = DigitSet::from_bits(0b10);
        let puzzle = Puzzle::with_candidates(Grid::empty(board), sets).unwrap();
        let reduced = Reduced::new(&puzzle, Level::Singles).unwrap();
        assert_eq!(reduced.grid.to_string(), "2...............");
        assert_eq!(reduced.candidates[1].to_string(), "134");
    }
}
