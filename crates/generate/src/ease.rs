//! Easier versions of a puzzle: digits of the solution added as clues.
//!
//! Source: P. Berggren, D. Nilsson, *A study of Sudoku solving algorithms*, 2012: 46-clue puzzles
//! made from 17-clue ones, for algorithms that the original puzzles are too hard for. Only cells
//! that were blank get a digit.

use std::fmt;
use sudolab_exact::UniquePuzzle;
use sudolab_grid::Cell;
use sudolab_grid::random::Random;

/// Why a puzzle cannot be eased to so many clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EaseError {
    /// It has more clues already.
    TooMany {
        /// Its clues.
        clues: usize,
        /// Clues asked for.
        wanted: usize,
    },
    /// The board has fewer cells.
    Board {
        /// Cells of the board.
        cells: usize,
        /// Clues asked for.
        wanted: usize,
    },
}

impl fmt::Display for EaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EaseError::TooMany { clues, wanted } => {
                write!(f, "it has {clues} clues already, more than the {wanted} asked for")
            }
            EaseError::Board { cells, wanted } => {
                write!(f, "its board has {cells} cells, fewer than the {wanted} clues asked for")
            }
        }
    }
}

impl std::error::Error for EaseError {}

/// The puzzle with random digits of its solution added up to `wanted` clues. What it states about
/// candidates stays.
pub fn ease(
    puzzle: &UniquePuzzle,
    wanted: usize,
    random: &mut Random,
) -> Result<UniquePuzzle, EaseError> {
    let clues = puzzle.puzzle().clues();
    let n_clues = clues.n_filled();
    let cells = clues.board().n_cells();
    if wanted > cells {
        return Err(EaseError::Board { cells, wanted });
    }
    if n_clues > wanted {
        return Err(EaseError::TooMany { clues: n_clues, wanted });
    }
    let mut blanks: Vec<Cell> = clues.blanks().collect();
    random.shuffle(&mut blanks);
    Ok(puzzle.with_clues(blanks[..wanted - n_clues].iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blank_cells_get_digits_and_the_solution_stays() {
        let line =
            ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
        let puzzle = UniquePuzzle::prove(line.parse().unwrap()).unwrap();
        let eased = ease(&puzzle, 46, &mut Random::new(3)).unwrap();
        assert_eq!(eased.puzzle().n_clues(), 46);
        for (cell, digit) in puzzle.puzzle().clues().filled() {
            assert_eq!(eased.puzzle().clues().get(cell), Some(digit));
        }
        assert_eq!(eased.solution().grid(), puzzle.solution().grid());
        assert_eq!(UniquePuzzle::prove(eased.puzzle().clone()), Ok(eased));
        assert!(ease(&puzzle, 16, &mut Random::new(3)).is_err());
        assert!(ease(&puzzle, 82, &mut Random::new(3)).is_err());
    }
}
