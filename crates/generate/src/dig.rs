//! Digging on any board: clues are removed from a full grid, or from any proper puzzle, while the
//! puzzle stays proper.
//!
//! On large boards the first half of the clues goes in strides, with one question for many; a stride that
//! fails is halved. Every question has a limit of effort unless a minimal puzzle is wanted: a
//! clue of which it cannot be told within the limit whether it is needed stays. The limit is in ticks,
//! so the same seed gives the same puzzle anywhere.

use crate::Stopped;
use crate::judge::{Decider, Exact, Finding};
use std::sync::atomic::AtomicBool;
use sudolab_exact::ExactSolver;
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle};

/// What digging left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// The clues.
    pub clues: Grid,
    /// Questions asked.
    pub questions: usize,
    /// Groups of clues that stay only because a question was given up.
    pub undecided: usize,
}

/// Removes clues one by one in the order of the cells, each if `ask` finds one solution without it.
/// Cells without a clue are passed over.
pub fn dig_by(
    start: &Grid,
    order: &[Cell],
    mut ask: impl FnMut(&Puzzle) -> Result<Finding, Stopped>,
) -> Result<Left, Stopped> {
    let mut left = Left { clues: start.clone(), questions: 0, undecided: 0 };
    for &cell in order {
        let Some(digit) = left.clues.get(cell) else { continue };
        left.clues.clear(cell);
        let proper = answer(&ask(&Puzzle::new(left.clues.clone()))?);
        left.questions += 1;
        left.undecided += usize::from(proper.is_none());
        if proper != Some(true) {
            left.clues.set(cell, digit);
        }
    }
    Ok(left)
}

/// How digging asks.
pub(crate) enum Asking<'a, 'b> {
    /// The exact engine.
    Exact(Exact<'a>),
    /// A named algorithm, clue by clue.
    Decider(&'b mut Decider, &'a AtomicBool),
}

impl Asking<'_, '_> {
    /// What is found out about a puzzle.
    pub(crate) fn look(&mut self, puzzle: &Puzzle) -> Result<Finding, Stopped> {
        match self {
            Asking::Exact(exact) => exact.look(puzzle),
            Asking::Decider(decider, stop) => decider.look(puzzle, stop),
        }
    }
}

/// Removes groups of clues in random order while the puzzle stays proper and keeps at least
/// `floor` clues. One pass is enough: a group that could not go cannot go later, when there are
/// fewer clues. The candidates are those that the puzzle states, if it does.
pub(crate) fn dig(
    asking: &mut Asking<'_, '_>,
    start: &Grid,
    candidates: Option<&[DigitSet]>,
    groups: &[Vec<Cell>],
    floor: usize,
    random: &mut Random,
) -> Result<Left, Stopped> {
    let mut order: Vec<&[Cell]> = groups.iter().map(Vec::as_slice).collect();
    random.shuffle(&mut order);
    let full = start.n_filled() == start.board().n_cells();
    let mut stride = match asking {
        Asking::Exact(_) if full => (order.len() / 6).max(1),
        _ => 1,
    };
    let mut left = Left { clues: start.clone(), questions: 0, undecided: 0 };
    let mut n_clues = start.n_filled();
    let mut at = 0;
    while at < order.len() {
        let taken = &order[at..order.len().min(at + stride)];
        let gone: Vec<(Cell, Digit)> = taken
            .iter()
            .flat_map(|group| group.iter().filter_map(|&c| Some((c, left.clues.get(c)?))))
            .collect();
        if n_clues < floor + gone.len() || gone.is_empty() {
            if stride > 1 {
                stride /= 2;
            } else {
                at += 1;
            }
            continue;
        }
        gone.iter().for_each(|&(cell, _)| left.clues.clear(cell));
        let puzzle = match candidates {
            Some(sets) => Puzzle::with_candidates(left.clues.clone(), sets.to_vec())
                .expect("the sets are those of the same board"),
            None => Puzzle::new(left.clues.clone()),
        };
        left.questions += 1;
        let proper = match (&mut *asking, &gone[..]) {
            (Asking::Exact(exact), &[(cell, digit)]) => exact.stays_proper(&puzzle, cell, digit)?,
            (asking, _) => answer(&asking.look(&puzzle)?),
        };
        if proper == Some(true) {
            n_clues -= gone.len();
            at += taken.len();
            continue;
        }
        gone.iter().for_each(|&(cell, digit)| left.clues.set(cell, digit));
        if stride > 1 {
            stride /= 2;
        } else {
            left.undecided += usize::from(proper.is_none());
            at += 1;
        }
    }
    Ok(left)
}

fn answer(finding: &Finding) -> Option<bool> {
    match finding {
        Finding::One(_) => Some(true),
        Finding::None | Finding::Several => Some(false),
        Finding::Unknown => None,
    }
}

/// A minimal puzzle made from a proper one by removing clues in random order. What the puzzle states
/// about candidates stays. Ends without a result when the flag is raised.
pub fn minimize_unless(
    solver: &mut ExactSolver,
    puzzle: &Puzzle,
    random: &mut Random,
    stop: &AtomicBool,
) -> Result<Puzzle, Stopped> {
    let single: Vec<Vec<Cell>> = puzzle.board().cells().map(|c| vec![c]).collect();
    let mut asking = Asking::Exact(Exact { solver, stop, ticks: None });
    let stated = puzzle.stated_candidates();
    let clues = dig(&mut asking, puzzle.clues(), stated, &single, 0, random)?.clues;
    Ok(match stated {
        Some(sets) => Puzzle::with_candidates(clues, sets.to_vec())
            .expect("the sets are those of the same board"),
        None => Puzzle::new(clues),
    })
}

/// The same without a flag.
pub fn minimize(solver: &mut ExactSolver, puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    minimize_unless(solver, puzzle, random, &AtomicBool::new(false))
        .expect("a flag that nobody raises stops nothing")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_exact::redundant_clues;
    use sudolab_grid::Board;

    #[test]
    fn boards_of_other_sizes_are_dug_to_minimal_puzzles() {
        let mut solver = ExactSolver::new();
        let mut random = Random::new(2);
        for board in [Board::of_size(6), Board::boxes(2, 4), Board::latin(5)] {
            let board = board.expect("a board");
            let grid = crate::random_grid(&mut solver, &board, &mut random).expect("it has grids");
            let minimal = minimize(&mut solver, &Puzzle::new(grid.grid().clone()), &mut random);
            assert_eq!(solver.count(&minimal, 2).solutions, 1, "{board}");
            assert_eq!(redundant_clues(&mut solver, &minimal), [], "{board}");
        }
    }

    #[test]
    fn stated_candidates_stay_and_count() {
        // Candidates alone settle the first row; its clues are all redundant.
        let board = Board::classic();
        let mut solver = ExactSolver::new();
        let mut random = Random::new(3);
        let grid = crate::random_grid(&mut solver, &board, &mut random).expect("it has grids");
        let mut sets = vec![board.digits(); 81];
        for (cell, digit) in grid.grid().filled().take(9) {
            sets[cell.index()] = DigitSet::only(digit);
        }
        let puzzle = Puzzle::with_candidates(grid.grid().clone(), sets.clone()).expect("81 sets");
        let minimal = minimize(&mut solver, &puzzle, &mut random);
        assert_eq!(minimal.stated_candidates(), Some(&sets[..]));
        assert!(minimal.clues().filled().all(|(cell, _)| cell.index() >= 9));
        assert_eq!(redundant_clues(&mut solver, &minimal), []);
    }
}
