//! Random regions for irregular boards.
//!
//! The rows of the board are taken for regions, and cells change hands between neighbouring regions, one
//! for one, as long as each stays in one piece: so every region keeps its number of cells. After many such
//! exchanges nothing of the rows is left. Not every map can be filled: some boards have no grid at all,
//! the more often the larger they are, so maps are drawn until one has a grid.

use crate::full_grid::random_grid_within;
use std::sync::Arc;
use sudolab_exact::ExactSolver;
use sudolab_grid::Board;
use sudolab_grid::halt::{Halt, Pulse, Stop};
use sudolab_grid::random::Random;

/// Exchanges tried for each cell.
const EXCHANGES: usize = 60;

/// What one exchange counts for on the pulse, by the cells that are looked at.
const EXCHANGE: u64 = 64;

/// An irregular board of a size with random connected regions, which has a full grid.
///
/// # Errors
/// What stopped it.
pub fn random_jigsaw(
    solver: &mut ExactSolver,
    size: usize,
    random: &mut Random,
    halt: &Halt<'_>,
) -> Result<Arc<Board>, Stop> {
    loop {
        let map = regions(size, random, &mut halt.pulse())?;
        let Ok(board) = Board::irregular(&map) else { continue };
        if random_grid_within(solver, &board, random, halt)?.is_some() {
            return Ok(board);
        }
    }
}

/// The region of each cell, in reading order.
fn regions(size: usize, random: &mut Random, pulse: &mut Pulse<'_>) -> Result<Vec<u8>, Stop> {
    let mut map: Vec<u8> = (0..size * size).map(|cell| (cell / size) as u8).collect();
    for _ in 0..EXCHANGES * map.len() {
        pulse.beat(EXCHANGE)?;
        let given = random.index(map.len());
        let beside: Vec<usize> = neighbours(given, size).collect();
        let Some(&other) = random.pick(&beside) else { break };
        let (from, to) = (map[given], map[other]);
        if from == to {
            continue;
        }
        // What the other region gives in return: any of its cells beside the first.
        map[given] = to;
        let touches = |&cell: &usize| neighbours(cell, size).any(|next| map[next] == from);
        let offered: Vec<usize> = (0..map.len())
            .filter(|&cell| cell != given && map[cell] == to)
            .filter(touches)
            .collect();
        let Some(&taken) = random.pick(&offered) else {
            map[given] = from;
            continue;
        };
        map[taken] = from;
        if !(is_in_one_piece(&map, from, size) && is_in_one_piece(&map, to, size)) {
            (map[given], map[taken]) = (from, to);
        }
    }
    Ok(map)
}

/// The cells above, below, to the left and to the right.
fn neighbours(cell: usize, size: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / size, cell % size);
    let up = (row > 0).then(|| cell - size);
    let down = (row + 1 < size).then(|| cell + size);
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < size).then(|| cell + 1);
    [up, down, left, right].into_iter().flatten()
}

fn is_in_one_piece(map: &[u8], region: u8, size: usize) -> bool {
    let Some(first) = map.iter().position(|&r| r == region) else { return true };
    let mut reached = vec![false; map.len()];
    reached[first] = true;
    let (mut open, mut n) = (vec![first], 0);
    while let Some(cell) = open.pop() {
        n += 1;
        for next in neighbours(cell, size).filter(|&next| map[next] == region) {
            if !reached[next] {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    n == map.iter().filter(|&&r| r == region).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn regions_are_connected_of_equal_size_and_no_longer_rows() {
        let mut random = Random::new(1);
        for size in [4, 5, 7, 9, 16] {
            let map = regions(size, &mut random, &mut Halt::never().pulse()).expect("unwatched");
            for region in 0..size as u8 {
                assert_eq!(map.iter().filter(|&&r| r == region).count(), size);
                assert!(is_in_one_piece(&map, region, size));
            }
            let moved = (0..map.len()).filter(|&cell| usize::from(map[cell]) != cell / size);
            assert!(moved.count() > map.len() / 3, "size {size}: {map:?}");
        }
    }

    #[test]
    fn a_random_jigsaw_has_a_grid() {
        let never = Halt::never();
        let mut solver = ExactSolver::new();
        for size in [5, 7, 9, 11] {
            let board = random_jigsaw(&mut solver, size, &mut Random::new(2), &never);
            let board = board.expect("nothing is watched");
            assert!(crate::random_grid(&mut solver, &board, &mut Random::new(3)).is_some());
        }
        let raised = AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        let stopped = random_jigsaw(&mut solver, 9, &mut Random::new(2), &halt);
        assert_eq!(stopped, Err(Stop::Cancelled));
    }
}
