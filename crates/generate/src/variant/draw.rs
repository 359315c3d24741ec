//! Solutions that keep the rules of the whole board.
//!
//! Without such rules they are drawn as any other grid. With them some cells are filled at random
//! and the rest is left to the engine; where that has no solution, or none in time, other cells
//! are filled. The beginning decides what the engine finds, so solutions are not equally
//! likely.

use crate::engine::each_solution;
use crate::full_grid::random_grid_within;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_exact::ExactSolver;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::rule::Rule;
use sudolab_grid::{Board, Digit, Grid, Puzzle};

/// Beginnings that are tried; half way they get shorter.
const BEGINNINGS: usize = 64;

/// Ticks after which a beginning is given up for another one.
const PATIENCE: u64 = 2_000_000;

/// A random solution; `None` when the board has none that keeps the rules.
pub(super) fn solution(
    solver: &mut ExactSolver,
    board: &Arc<Board>,
    rules: &[Rule],
    random: &mut Random,
    halt: &Halt<'_>,
) -> Result<Option<Grid>, Stop> {
    if rules.is_empty() {
        let drawn = random_grid_within(solver, board, random, halt)?;
        return Ok(drawn.map(|solution| solution.into_grid()));
    }
    let empty = Grid::empty(board.clone());
    let Ok(open) = Puzzle::new(empty.clone()).with_rules(rules.to_vec()) else { return Ok(None) };
    for round in 0..BEGINNINGS {
        let n = if 2 * round < BEGINNINGS { board.size() } else { board.size() / 2 };
        let begun = open.with_clues(beginning(&empty, rules, n, random));
        let Some(begun) = begun else { return Ok(None) };
        if let Some(found) = first(solver, &begun, Some(PATIENCE), halt)? {
            return Ok(Some(found));
        }
    }
    first(solver, &open, None, halt)
}

/// So many cells filled at random, without breaking a house or a rule.
fn beginning(empty: &Grid, rules: &[Rule], n: usize, random: &mut Random) -> Grid {
    let mut grid = empty.clone();
    for _ in 0..n {
        let cells: Vec<_> = grid.blanks().collect();
        let Some(&cell) = random.pick(&cells) else { break };
        let mut digits: Vec<Digit> = grid.open_digits(cell).iter().collect();
        random.shuffle(&mut digits);
        for digit in digits {
            grid.set(cell, digit);
            if rules.iter().all(|rule| rule.holds(&grid).is_ok()) {
                break;
            }
            grid.clear(cell);
        }
    }
    grid
}

/// The first solution met, unless it takes too long.
fn first(
    solver: &mut ExactSolver,
    puzzle: &Puzzle,
    ticks: Option<u64>,
    halt: &Halt<'_>,
) -> Result<Option<Grid>, Stop> {
    let mut found = None;
    each_solution(solver, puzzle, ticks, halt, |grid| {
        found = Some(grid.clone());
        ControlFlow::Break(())
    })?;
    Ok(found)
}
