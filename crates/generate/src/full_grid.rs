//! Random full grids.
//!
//! On boards of size 4 every grid is equally likely: all of them are listed and one is drawn.
//! On larger boards a grid is completed by search from random beginnings and then shuffled by a
//! random isomorph. Within a class of isomorphic grids every grid is then equally likely; the
//! classes themselves are drawn with the bias of the search: which completion the search meets
//! first depends on the beginning. Counting completions exactly would remove it and costs more
//! than all the rest.

use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_exact::ExactSolver;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Digit, Grid, Isomorph, Puzzle, Solution};

/// A random full grid; `None` when the board has none (some irregular layouts).
pub fn random_grid(
    solver: &mut ExactSolver,
    board: &Arc<Board>,
    random: &mut Random,
) -> Option<Solution> {
    let empty = Puzzle::new(Grid::empty(board.clone()));
    if board.size() <= 4 {
        let mut all = Vec::new();
        solver.each_solution(&empty, |grid| {
            all.push(grid.clone());
            ControlFlow::Continue(())
        });
        return Solution::check(&empty, random.pick(&all)?.clone()).ok();
    }
    for _ in 0..64 {
        let begun = Puzzle::new(beginning(board, random));
        if let Some(solution) = solver.solve(&begun) {
            let shuffled = Isomorph::random(board, random).grid(solution.grid()).ok()?;
            return Solution::check(&empty, shuffled).ok();
        }
    }
    solver.solve(&empty)
}

/// Some cells filled at random without contradiction: whole boxes on the diagonal where no two
/// share a row or column, else the first row.
fn beginning(board: &Arc<Board>, random: &mut Random) -> Grid {
    let mut grid = Grid::empty(board.clone());
    let mut digits: Vec<Digit> = board.digits().iter().collect();
    if board.is_classic() {
        for number in 0..3 {
            random.shuffle(&mut digits);
            for (i, &digit) in digits.iter().enumerate() {
                grid.set(board.cell(number * 3 + i / 3, number * 3 + i % 3), digit);
            }
        }
        // A few more cells, so that the search has less to decide by itself.
        for _ in 0..6 {
            let blanks: Vec<_> = grid.blanks().collect();
            let Some(&cell) = random.pick(&blanks) else { break };
            let open: Vec<Digit> = grid.open_digits(cell).iter().collect();
            if let Some(&digit) = random.pick(&open) {
                grid.set(cell, digit);
            }
        }
    } else {
        random.shuffle(&mut digits);
        for (column, &digit) in digits.iter().enumerate() {
            grid.set(board.cell(0, column), digit);
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
