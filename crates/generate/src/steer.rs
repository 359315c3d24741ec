//! Toward a number of clues.
//!
//! Digging a random grid leaves 24 or 25 clues; 20 come once in thirty thousand grids. So when a
//! dug puzzle has too many clues (or too few, where a minimal one with many is wanted), its
//! neighbours are looked at: some random clues of the same solution are added, the puzzle is dug again,
//! the new ones last, and the result is kept unless it is farther from the range. This is
//! the {-m+n} search that collectors of rare puzzles use, on one grid.
//!
//! The puzzles of different attempts come from grids drawn independently, but what a search finds is
//! biased: grids with many puzzles of few clues give one more often. All attempts of a call move side by side.

use crate::order::Order;
use crate::quarry::{Dug, Pit, Quarry};
use crate::workshop::fits;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;

/// Moves before an attempt is given up.
const MOVES: usize = 400;
/// Groups added in a move, at most.
const MOST_ADDED: usize = 4;

/// Moves every puzzle that has a wrong number of clues; those that get there and those that do not
/// are left in place. When it is stopped, those that were still to move are taken away.
///
/// # Errors
/// What stopped it.
pub(crate) fn steer(
    quarry: &mut Quarry,
    order: &Order,
    groups: &[Vec<u8>],
    dug: &mut [Option<Dug>],
    randoms: &mut [Random],
    halt: &Halt<'_>,
) -> Result<(), Stop> {
    let Some(range) = &order.clues else { return Ok(()) };
    let count = |clues: &[u8; 81]| clues.iter().filter(|&&v| v != 0).count();
    let off = |dug: &Dug| {
        let n = count(&dug.clues);
        n.saturating_sub(*range.end()).max(range.start().saturating_sub(n))
    };
    let mut moving: Vec<usize> = (0..dug.len())
        .filter(|&i| dug[i].as_ref().is_some_and(|d| fits(order, count(&d.clues)).is_err()))
        .collect();
    let mut ended = Ok(());
    for _ in 0..MOVES {
        if moving.is_empty() {
            break;
        }
        let grounds: Vec<Pit> = moving
            .iter()
            .filter_map(|&i| {
                let ground = neighbour(dug[i].as_ref()?, groups, &mut randoms[i]);
                // Redundant clues are welcome where no minimal puzzle is asked for.
                Some(Pit { floor: if order.minimal { 0 } else { *range.start() }, ..ground })
            })
            .collect();
        let mut results: Vec<Option<Dug>> = vec![None; grounds.len()];
        ended = quarry.dig(groups, grounds.into_iter(), halt, |k, made| results[k] = Some(made));
        if ended.is_err() {
            break;
        }
        for (&i, result) in moving.iter().zip(results) {
            if let (Some(old), Some(new)) = (&mut dug[i], result)
                && off(&new) <= off(old)
            {
                *old = new;
            }
        }
        moving.retain(|&i| dug[i].as_ref().is_some_and(|d| off(d) > 0));
    }
    if ended.is_err() {
        moving.into_iter().for_each(|i| dug[i] = None);
    }
    ended
}

/// The puzzle with some groups more, to be dug again: the old clues first.
fn neighbour(dug: &Dug, groups: &[Vec<u8>], random: &mut Random) -> Pit {
    let held = |group: &[u8]| dug.clues[usize::from(group[0])] != 0;
    let numbers = || (0..groups.len() as u8).map(|g| (g, held(&groups[usize::from(g)])));
    let mut order: Vec<u8> = numbers().filter(|(_, held)| *held).map(|(g, _)| g).collect();
    let mut blank: Vec<u8> = numbers().filter(|(_, held)| !held).map(|(g, _)| g).collect();
    random.shuffle(&mut order);
    let n_added = (1 + random.index(MOST_ADDED)).min(blank.len());
    let mut start = dug.clues;
    for k in 0..n_added {
        let j = k + random.index(blank.len() - k);
        blank.swap(k, j);
        order.push(blank[k]);
        for &cell in &groups[usize::from(blank[k])] {
            start[usize::from(cell)] = dug.solution[usize::from(cell)];
        }
    }
    Pit { solution: dug.solution, start, order, floor: 0 }
}
