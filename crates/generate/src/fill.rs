//! Filling: random digits are put into an empty board until the solution is unique.
//!
//! Source: P. Berggren, D. Nilsson, *A study of Sudoku solving algorithms*, 2012, section 4.4.1, and the
//! draft before it, section 2.3.2: numbers are inserted at random, a solver tells whether there still is
//! a solution and whether it is the only one. The papers leave open what happens after a digit
//! that leaves no solution; here it is taken back and another one drawn.
//!
//! Cells come in random order, by whole groups where a symmetry is asked; a digit is drawn among those that
//! no peer holds. The result usually has redundant clues, since every digit goes in before it is known
//! whether it will be needed.

use crate::judge::Finding;
use std::sync::Arc;
use sudolab_grid::halt::Stop;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, Digit, Grid, Puzzle, Solution};

/// Fills until `look` finds one solution; `None` when no digit leaves any, or the judge gives up.
pub(crate) fn fill(
    board: &Arc<Board>,
    groups: &[Vec<Cell>],
    random: &mut Random,
    mut look: impl FnMut(&Puzzle) -> Result<Finding, Stop>,
) -> Result<Option<(Grid, Solution)>, Stop> {
    let mut order: Vec<&[Cell]> = groups.iter().map(Vec::as_slice).collect();
    random.shuffle(&mut order);
    let mut clues = Grid::empty(board.clone());
    for group in order {
        let mut settled = None;
        for (i, &cell) in group.iter().enumerate() {
            let mut open: Vec<Digit> = clues.open_digits(cell).iter().collect();
            random.shuffle(&mut open);
            let mut kept = false;
            for digit in open {
                clues.set(cell, digit);
                match look(&Puzzle::new(clues.clone()))? {
                    // Not known: as good as a digit that cannot be used.
                    Finding::None | Finding::Unknown => clues.clear(cell),
                    Finding::Several => {
                        kept = true;
                        break;
                    }
                    Finding::One(solution) => {
                        // The rest of the group is settled by the solution.
                        for &rest in &group[i + 1..] {
                            clues.set(rest, solution.digit(rest));
                        }
                        settled = Some(solution);
                        break;
                    }
                }
            }
            if let Some(solution) = settled {
                return Ok(Some((clues, solution)));
            }
            if !kept {
                return Ok(None);
            }
        }
    }
    Ok(None)
}
