//! Digging: clues are removed from a full grid while the puzzle stays proper.

use sudolab_exact::ExactSolver;
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Grid, Puzzle};

/// Removes groups of clues in random order while the puzzle stays proper and keeps at least
/// `floor` clues. One pass is enough: a group that could not go cannot go later, when there are
/// fewer clues.
pub(crate) fn dig(
    solver: &mut ExactSolver,
    grid: &Grid,
    orbits: &[Vec<Cell>],
    floor: usize,
    random: &mut Random,
) -> Grid {
    let mut order: Vec<usize> = (0..orbits.len()).collect();
    random.shuffle(&mut order);
    let mut clues = grid.clone();
    let mut n_clues = clues.n_filled();
    for place in order {
        let orbit: Vec<_> =
            orbits[place].iter().filter_map(|&c| Some((c, clues.get(c)?))).collect();
        if orbit.is_empty() || n_clues - orbit.len() < floor {
            continue;
        }
        orbit.iter().for_each(|&(cell, _)| clues.clear(cell));
        let puzzle = Puzzle::new(clues);
        let proper = solver.count(&puzzle, 2).solutions == 1;
        clues = puzzle.clues().clone();
        if proper {
            n_clues -= orbit.len();
        } else {
            orbit.iter().for_each(|&(cell, digit)| clues.set(cell, digit));
        }
    }
    clues
}

/// A minimal puzzle made from a proper one by removing clues in random order.
pub fn minimize(solver: &mut ExactSolver, puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let single: Vec<Vec<Cell>> = puzzle.board().cells().map(|c| vec![c]).collect();
    Puzzle::new(dig(solver, puzzle.clues(), &single, 0, random))
}
