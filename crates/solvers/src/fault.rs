//! What is wrong in a board that a run ended with.

use crate::Best;
use std::fmt;
use sudolab_grid::{Board, Cell, Digit, Puzzle};

/// A digit that stands in a house more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The house, in words.
    pub house: String,
    /// The digit.
    pub digit: Digit,
    /// Where it stands.
    pub cells: Vec<Cell>,
    /// The names of these cells.
    names: Vec<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} holds {} in {}", self.house, self.digit, self.names.join(" and "))
    }
}

impl Best {
    /// Every digit that stands in a house of the puzzle's board more than once, house by house.
    ///
    /// ```
    /// use sudolab_solvers::Best;
    ///
    /// let puzzle = "1..............2".parse()?;
    /// let best = Best { cost: 1.0, board: vec![1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], tick: 7 };
    /// assert_eq!(best.faults(&puzzle)[0].to_string(), "row 1 holds 1 in r1c1 and r1c3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn faults(&self, puzzle: &Puzzle) -> Vec<Fault> {
        let board: &Board = puzzle.board();
        let value = |cell: &Cell| self.board.get(cell.index()).copied().unwrap_or(0);
        let mut faults = Vec::new();
        for house in board.houses() {
            for digit in board.digits().iter() {
                let holds = |cell: &&Cell| value(cell) == digit.value();
                let cells: Vec<Cell> = house.cells().iter().filter(holds).copied().collect();
                if cells.len() > 1 {
                    let names = cells.iter().map(|&c| board.name(c).to_string()).collect();
                    faults.push(Fault { house: house.to_string(), digit, cells, names });
                }
            }
        }
        faults
    }
}
