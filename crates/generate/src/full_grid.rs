//! Random full grids of any board.
//!
//! On the classic board and on boards of size 4 every grid is equally likely: the classic ones are
//! drawn as [`uniform`](crate::uniform) tells, of the small ones all are listed and one is drawn.
//! On the other boards a grid is completed by search from a random beginning and then shuffled by a
//! random isomorph. Within a class of isomorphic grids every grid is then equally likely; the
//! classes themselves are drawn with the bias of the search: which completion the search meets
//! first depends on the beginning. Counting completions exactly would remove it and costs more
//! than all the rest.

use crate::engine::each_solution;
use crate::uniform::uniform_grid;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_exact::ExactSolver;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Digit, Grid, Isomorph, Puzzle, Solution};

/// Ticks after which a beginning is given up for another one.
const PATIENCE: u64 = 20_000_000;

/// A random full grid; `None` when the board has none (some irregular layouts).
pub fn random_grid(
    solver: &mut ExactSolver,
    board: &Arc<Board>,
    random: &mut Random,
) -> Option<Solution> {
    random_grid_within(solver, board, random, &Halt::never())
        .unwrap_or_else(|stop| unreachable!("nothing is watched, yet {stop:?}"))
}

/// The same, unless it is stopped.
///
/// # Errors
/// What stopped it.
pub fn random_grid_within(
    solver: &mut ExactSolver,
    board: &Arc<Board>,
    random: &mut Random,
    halt: &Halt<'_>,
) -> Result<Option<Solution>, Stop> {
    let empty = Puzzle::new(Grid::empty(board.clone()));
    let check = |grid: Grid| Solution::check(&empty, grid).ok();
    if board.is_classic() {
        return Ok(Grid::from_values(board.clone(), &uniform_grid(random)).and_then(check));
    }
    if board.size() <= 4 {
        let mut all = Vec::new();
        solver.each_solution(&empty, |grid| {
            all.push(grid.clone());
            ControlFlow::Continue(())
        });
        return Ok(random.pick(&all).cloned().and_then(check));
    }
    for _ in 0..64 {
        let begun = Puzzle::new(beginning(board, random));
        if let Some(grid) = first(solver, &begun, Some(PATIENCE), halt)? {
            let shuffled = Isomorph::random(board, random).grid(&grid).ok();
            return Ok(shuffled.and_then(check));
        }
    }
    Ok(first(solver, &empty, None, halt)?.and_then(check))
}

/// The first solution met, unless it takes too long.
fn first(
    solver: &mut ExactSolver,
    puzzle: &Puzzle,
    patience: Option<u64>,
    halt: &Halt<'_>,
) -> Result<Option<Grid>, Stop> {
    let mut found = None;
    each_solution(solver, puzzle, patience, halt, |grid| {
        found = Some(grid.clone());
        ControlFlow::Break(())
    })?;
    Ok(found)
}

/// The first row filled at random. On a board with boxes wider than a row can be told apart this
/// is no restriction: some grid has every first row.
fn beginning(board: &Arc<Board>, random: &mut Random) -> Grid {
    let mut grid = Grid::empty(board.clone());
    let mut digits: Vec<Digit> = board.digits().iter().collect();
    random.shuffle(&mut digits);
    for (column, &digit) in digits.iter().enumerate() {
        grid.set(board.cell(0, column), digit);
    }
    // Some more cells, so that the search has less to decide by itself.
    for _ in 0..board.size() {
        let cell = board.cell(random.index(board.size()), random.index(board.size()));
        if grid.get(cell).is_some() {
            continue;
        }
        let open: Vec<Digit> = grid.open_digits(cell).iter().collect();
        if let Some(&digit) = random.pick(&open) {
            grid.set(cell, digit);
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn every_grid_of_size_four_is_equally_likely() {
        let board = Board::of_size(4).unwrap();
        let mut solver = ExactSolver::new();
        let mut random = Random::new(5);
        let mut counts: HashMap<String, u32> = HashMap::new();
        let n = 288 * 40;
        for _ in 0..n {
            let grid = random_grid(&mut solver, &board, &mut random).unwrap();
            *counts.entry(grid.to_string()).or_default() += 1;
        }
        assert_eq!(counts.len(), 288);
        let chi2: f64 = counts.values().map(|&c| (f64::from(c) - 40.0).powi(2) / 40.0).sum();
        // 287 degrees of freedom: mean 287, standard deviation 24.
        assert!(chi2 < 287.0 + 5.0 * 24.0, "{chi2}");
    }

    #[test]
    fn every_digit_is_equally_likely_in_every_cell_of_a_classic_grid() {
        let board = Board::classic();
        let mut solver = ExactSolver::new();
        let mut random = Random::new(6);
        let n = 4000u32;
        let mut counts = vec![[0u32; 9]; 81];
        for _ in 0..n {
            let grid = random_grid(&mut solver, &board, &mut random).unwrap();
            for (cell, digit) in grid.grid().filled() {
                counts[cell.index()][digit.index()] += 1;
            }
        }
        let expected = f64::from(n) / 9.0;
        for (cell, digits) in counts.iter().enumerate() {
            let chi2: f64 =
                digits.iter().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
            // 8 degrees of freedom; 81 cells are looked at.
            assert!(chi2 < 33.0, "cell {cell}: {chi2}");
        }
    }

    #[test]
    fn boards_of_every_size_have_random_grids() {
        let mut solver = ExactSolver::new();
        for size in [4, 6, 8, 9, 12, 16] {
            let board = Board::of_size(size).unwrap();
            let a = random_grid(&mut solver, &board, &mut Random::new(1)).unwrap();
            let b = random_grid(&mut solver, &board, &mut Random::new(2)).unwrap();
            assert_ne!(a, b, "{size}");
        }
    }
}
