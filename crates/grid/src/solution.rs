//! Solutions: filled grids that have been checked against their puzzle.

use crate::{Cell, Digit, DigitSet, Grid, Puzzle, classic};
use std::fmt;

/// A filled grid that keeps the rules and extends its puzzle's clues.
///
/// There is no other way to make one than [`Solution::check`].
#[derive(Clone, PartialEq, Eq)]
pub struct Solution(Grid);

/// Why a grid does not solve a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// The grid lies on another board.
    OtherBoard,
    /// A cell is blank.
    Blank(String),
    /// A cell does not hold its clue, or a digit the puzzle excludes.
    Denied {
        /// The cell's name.
        cell: String,
        /// What it holds.
        digit: Digit,
    },
    /// A house holds a digit twice.
    Repeated {
        /// The house's name.
        house: String,
        /// The digit.
        digit: Digit,
    },
    /// A rule beyond the houses is broken.
    Rule {
        /// The rule in its text form.
        rule: String,
        /// The names of the cells that break it.
        cells: Vec<String>,
        /// What is wrong with them.
        what: String,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::OtherBoard => f.write_str("the grid lies on another board"),
            Violation::Blank(cell) => write!(f, "{cell} is blank"),
            Violation::Denied { cell, digit } => {
                write!(f, "{cell} holds {digit}, which the puzzle does not allow there")
            }
            Violation::Repeated { house, digit } => write!(f, "{house} holds {digit} twice"),
            Violation::Rule { rule, cells, what } => {
                write!(f, "the rule '{rule}' is broken by {}: {what}", cells.join(", "))
            }
        }
    }
}

impl std::error::Error for Violation {}

impl Solution {
    /// Checks a grid against a puzzle: every cell filled, every clue and stated candidate
    /// respected, no digit twice in a house, every rule beyond the houses kept.
    pub fn check(puzzle: &Puzzle, grid: Grid) -> Result<Solution, Violation> {
        if let (Some(clues), Some(values)) = (puzzle.as_nine(), grid.as_nine())
            && extends(values, clues)
            && classic::every_house_is_full(values)
        {
            return Ok(Solution(grid));
        }
        let board = puzzle.board();
        if grid.board() != board {
            return Err(Violation::OtherBoard);
        }
        for cell in board.cells() {
            let digit = grid.get(cell).ok_or_else(|| Violation::Blank(board.name(cell)))?;
            if !puzzle.allowed(cell).contains(digit) {
                return Err(Violation::Denied { cell: board.name(cell), digit });
            }
        }
        for house in board.houses() {
            let mut seen = DigitSet::EMPTY;
            for digit in house.cells().iter().filter_map(|&c| grid.get(c)) {
                if seen.contains(digit) {
                    return Err(Violation::Repeated { house: house.to_string(), digit });
                }
                seen.insert(digit);
            }
        }
        puzzle.rules().hold(&grid).map_err(|(rule, breach)| Violation::Rule {
            rule: rule.text(board),
            cells: breach.cells.iter().map(|&c| board.name(c)).collect(),
            what: breach.what,
        })?;
        Ok(Solution(grid))
    }

    /// The filled grid.
    pub fn grid(&self) -> &Grid {
        &self.0
    }

    /// The filled grid, by value.
    pub fn into_grid(self) -> Grid {
        self.0
    }

    /// The digit of a cell.
    pub fn digit(&self, cell: Cell) -> Digit {
        self.0.get(cell).expect("a solution has no blank cell")
    }
}

/// Whether every clue stands in the grid.
fn extends(values: &[u8; 81], clues: &[u8; 81]) -> bool {
    values.iter().zip(clues).fold(true, |good, (value, clue)| good & (*clue == 0 || value == clue))
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn check(line: &str) -> Result<Solution, Violation> {
        let puzzle: Puzzle = PUZZLE.parse().unwrap();
        Solution::check(&puzzle, puzzle.board().grid_from_line(line).unwrap())
    }

    #[test]
    fn a_solution_keeps_every_rule() {
        let check = |rule: &str| {
            let puzzle: Puzzle = PUZZLE.parse().unwrap();
            let grid = puzzle.board().grid_from_line(SOLVED).unwrap();
            let rule = crate::rule::Rule::from_text(rule, puzzle.board()).unwrap();
            Solution::check(&puzzle.with_rules(vec![rule]).unwrap(), grid)
        };
        assert!(check("cage 12 r1c1 r1c2 r1c3").is_ok());
        assert!(check("thermometer r1c2 r1c3 r1c4 r1c5").is_ok());
        assert_eq!(
            check("thermometer r1c1 r1c2").unwrap_err().to_string(),
            "the rule 'thermometer r1c1 r1c2' is broken by r1c1, r1c2: \
             3 does not exceed the 5 before it"
        );
        assert_eq!(
            check("cage 13 r1c1 r1c2 r1c3").unwrap_err().to_string(),
            "the rule 'cage 13 r1c1 r1c2 r1c3' is broken by r1c1, r1c2, r1c3: \
             they sum to 12, not to 13"
        );
    }

    #[test]
    fn only_a_filled_grid_that_extends_the_clues_is_a_solution() {
        assert!(check(SOLVED).is_ok());
        assert_eq!(check(PUZZLE), Err(Violation::Blank("r1c3".into())));
        let swapped: String = SOLVED
            .chars()
            .map(|c| match c {
                '1' => '2',
                '2' => '1',
                c => c,
            })
            .collect();
        assert!(matches!(check(&swapped), Err(Violation::Denied { .. })));
        let mut wrong = SOLVED.to_owned();
        wrong.replace_range(2..3, "1");
        assert!(matches!(check(&wrong), Err(Violation::Repeated { .. })));
    }
}
