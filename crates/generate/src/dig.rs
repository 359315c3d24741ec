//! Digging on any board: clues are removed from a full grid, or from any proper puzzle, while the
//! puzzle stays proper.
//!
//! On large boards the first half of the clues goes in strides, with one question for many; a stride that
//! fails is halved. Every question has a limit of effort unless a minimal puzzle is wanted: a
//! clue of which it cannot be told within the limit whether it is needed stays. The limit is in ticks,
//! so the same seed gives the same puzzle anywhere.

use crate::engine::Less;
use crate::judge::{Exact, Finding};
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Digit, Grid, Puzzle};

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
    mut ask: impl FnMut(&Puzzle) -> Result<Finding, Stop>,
) -> Result<Left, Stop> {
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

/// What there is to dig in, and how far down.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    /// Clues that go together.
    pub(crate) groups: &'a [Vec<Cell>],
    /// The clues that have to be left.
    pub(crate) floor: usize,
}

/// Digs by the exact engine: what is left is proper, for each step was proved.
pub(crate) fn dig_proved(
    exact: &mut Exact<'_>,
    start: UniquePuzzle,
    site: Site<'_>,
    random: &mut Random,
) -> Result<(Left, UniquePuzzle), Stop> {
    let clues = start.puzzle().clues().clone();
    let full = clues.n_filled() == clues.board().n_cells();
    let stride = if full { (site.groups.len() / 6).max(1) } else { 1 };
    let mut proper = start;
    let left = dig(clues, site, stride, random, |_, gone| {
        Ok(match exact.without(&proper, gone)? {
            Less::Proper(less) => {
                proper = less;
                Some(true)
            }
            Less::Improper => Some(false),
            Less::Unknown => None,
        })
    })?;
    Ok((left, proper))
}

/// Digs by what a named algorithm finds, group by group: what is left is proper as far as that knows.
pub(crate) fn dig_decided(
    mut look: impl FnMut(&Puzzle) -> Result<Finding, Stop>,
    start: Grid,
    site: Site<'_>,
    random: &mut Random,
) -> Result<Left, Stop> {
    dig(start, site, 1, random, |clues, _| Ok(answer(&look(&Puzzle::new(clues.clone()))?)))
}

/// Removes groups of clues in random order while the puzzle stays proper, by what `ask` says of the
/// clues that would be left and the cells that would lose theirs. One pass is enough: a group that
/// could not go cannot go later, when there are fewer clues.
fn dig(
    start: Grid,
    Site { groups, floor }: Site<'_>,
    mut stride: usize,
    random: &mut Random,
    mut ask: impl FnMut(&Grid, &[Cell]) -> Result<Option<bool>, Stop>,
) -> Result<Left, Stop> {
    let mut order: Vec<&[Cell]> = groups.iter().map(Vec::as_slice).collect();
    random.shuffle(&mut order);
    let mut n_clues = start.n_filled();
    let mut left = Left { clues: start, questions: 0, undecided: 0 };
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
        let cells: Vec<Cell> = gone.iter().map(|&(cell, _)| cell).collect();
        cells.iter().for_each(|&cell| left.clues.clear(cell));
        left.questions += 1;
        let proper = ask(&left.clues, &cells)?;
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
/// about candidates stays.
pub fn minimize(
    solver: &mut ExactSolver,
    puzzle: &UniquePuzzle,
    random: &mut Random,
) -> UniquePuzzle {
    minimize_within(solver, puzzle, random, &Halt::never())
        .unwrap_or_else(|stop| unreachable!("nothing is watched, yet {stop:?}"))
}

/// The same, unless it is stopped.
///
/// One pass is enough: a clue that could not go cannot go later, when there are fewer. From a full
/// grid the first clues go in strides, with one question for many, which gives the same puzzle.
///
/// # Errors
/// What stopped it.
pub fn minimize_within(
    solver: &mut ExactSolver,
    puzzle: &UniquePuzzle,
    random: &mut Random,
    halt: &Halt<'_>,
) -> Result<UniquePuzzle, Stop> {
    let mut order: Vec<Cell> = puzzle.puzzle().board().cells().collect();
    random.shuffle(&mut order);
    order.retain(|&cell| puzzle.puzzle().clues().get(cell).is_some());
    let full = order.len() == puzzle.puzzle().board().n_cells();
    let mut stride = if full { (order.len() / 6).max(1) } else { 1 };
    let mut left = puzzle.clone();
    let mut at = 0;
    while at < order.len() {
        let taken = &order[at..order.len().min(at + stride)];
        match left.without_clues_within(solver, taken, halt)? {
            Some(less) => {
                left = less;
                at += taken.len();
            }
            None if stride > 1 => stride /= 2,
            None => at += 1,
        }
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_exact::redundant_clues;
    use sudolab_grid::{Board, DigitSet};

    #[test]
    fn boards_of_other_sizes_are_dug_to_minimal_puzzles() {
        let mut solver = ExactSolver::new();
        let mut random = Random::new(2);
        for board in [Board::of_size(6), Board::boxes(2, 4), Board::latin(5)] {
            let board = board.expect("a board");
            let grid = crate::random_grid(&mut solver, &board, &mut random).expect("it has grids");
            let full = UniquePuzzle::prove(Puzzle::new(grid.grid().clone())).expect("it is full");
            let minimal = minimize(&mut solver, &full, &mut random);
            assert_eq!(minimal.solution().grid(), grid.grid(), "{board}");
            let minimal = minimal.puzzle();
            assert_eq!(solver.count(minimal, 2).solutions, 1, "{board}");
            assert_eq!(redundant_clues(&mut solver, minimal), [], "{board}");
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
        let puzzle = UniquePuzzle::prove(puzzle).expect("it is full");
        let minimal = minimize(&mut solver, &puzzle, &mut random);
        let minimal = minimal.puzzle();
        assert_eq!(minimal.stated_candidates(), Some(&sets[..]));
        assert!(minimal.clues().filled().all(|(cell, _)| cell.index() >= 9));
        assert_eq!(redundant_clues(&mut solver, minimal), []);
    }
}
