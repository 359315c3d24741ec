//! Cages with sums that cover the whole board.
//!
//! A cage grows from a random cell over free neighbours with other digits, up to five cells. A cell
//! that is left alone joins a neighbouring cage that has not its digit; several partitions are
//! tried until none is alone, for a cage of one cell would be a clue.

use super::rule;
use sudolab_grid::random::Random;
use sudolab_grid::rule::{Parts, Rule};
use sudolab_grid::{Cell, Grid};

/// The sizes that cages are meant to get; small ones more often.
const SIZES: [usize; 10] = [2, 2, 2, 2, 3, 3, 3, 4, 4, 5];

/// The most cells of a cage.
const LARGEST: usize = 5;

/// Partitions that are tried.
const TRIES: usize = 40;

/// Cages that cover a solution.
pub(super) fn cages(solution: &Grid, random: &mut Random) -> Vec<Rule> {
    let mut best = partition(solution, random);
    for _ in 1..TRIES {
        if alone(&best) == 0 {
            break;
        }
        let other = partition(solution, random);
        if alone(&other) < alone(&best) {
            best = other;
        }
    }
    let sum = |cells: &[Cell]| cells.iter().filter_map(|&cell| solution.value(cell)).sum();
    best.iter().filter_map(|cells| rule("cage", Parts::numbered(sum(cells), cells))).collect()
}

fn alone(cages: &[Vec<Cell>]) -> usize {
    cages.iter().filter(|cage| cage.len() == 1).count()
}

fn partition(solution: &Grid, random: &mut Random) -> Vec<Vec<Cell>> {
    let board = solution.board();
    let mut free = vec![true; board.n_cells()];
    let mut cages: Vec<Vec<Cell>> = Vec::new();
    let mut order: Vec<Cell> = board.cells().collect();
    random.shuffle(&mut order);
    let lacks = |cage: &[Cell], cell: Cell| {
        cage.iter().all(|&other| solution.get(other) != solution.get(cell))
    };
    for first in order {
        if !free[first.index()] {
            continue;
        }
        free[first.index()] = false;
        let mut cage = vec![first];
        let size = random.pick(&SIZES).copied().unwrap_or(2);
        while cage.len() < size {
            let near = cage.iter().flat_map(|&cell| board.neighbours(cell));
            let near: Vec<Cell> =
                near.filter(|&cell| free[cell.index()] && lacks(&cage, cell)).collect();
            let Some(&next) = random.pick(&near) else { break };
            free[next.index()] = false;
            cage.push(next);
        }
        cages.push(cage);
    }
    let (mut cages, left): (Vec<_>, Vec<_>) = cages.into_iter().partition(|c| c.len() > 1);
    for single in left {
        let cell = single[0];
        let touches =
            |cage: &Vec<Cell>| cage.iter().any(|&c| board.neighbours(c).any(|n| n == cell));
        let open = |cage: &Vec<Cell>| cage.len() < LARGEST && lacks(cage, cell) && touches(cage);
        match cages.iter_mut().filter(|cage| open(cage)).min_by_key(|cage| cage.len()) {
            Some(cage) => cage.push(cell),
            None => cages.push(single),
        }
    }
    cages.iter_mut().for_each(|cage| cage.sort_unstable());
    cages.sort_unstable();
    cages
}
