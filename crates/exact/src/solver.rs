//! One solver for every puzzle: it sends each to the engine made for it.

use crate::general::{Engine, Unfinished};
use crate::nine::Clues;
use crate::nine::single::{Filled, SingleEngine, Start};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_grid::{Board, Grid, Puzzle, Solution};

/// How many solutions a puzzle has, as far as was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Solutions found, at most the limit.
    pub solutions: u64,
    /// Whether there are certainly no more.
    pub complete: bool,
    /// Branches of the search.
    pub guesses: u64,
}

/// The caller's poll ended the search before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was ended before it was done")
    }
}

impl std::error::Error for Interrupted {}

/// A solution that has not been written out yet.
#[derive(Clone, Copy, Debug)]
pub enum Solved<'a> {
    /// As the 9x9 engine holds it.
    Filled(&'a Filled),
    /// Values row by row.
    Values(&'a [u8]),
}

impl Solved<'_> {
    /// Writes its values into a grid of the puzzle's board.
    pub fn write_to(self, grid: &mut Grid) {
        match self {
            Solved::Filled(filled) => grid.copy_from(&filled.grid()),
            Solved::Values(values) => grid.copy_from(values),
        }
    }
}

/// Solves, counts and enumerates. Make one and keep it: it holds the memory of its searches.
///
/// ```
/// use sudolab_exact::ExactSolver;
/// let puzzle = "1.3..2..........".parse()?;
/// let mut solver = ExactSolver::new();
/// let count = solver.count(&puzzle, 100);
/// assert!(count.complete && count.solutions > 1);
/// # Ok::<(), sudolab_grid::LineError>(())
/// ```
#[derive(Debug, Default)]
pub struct ExactSolver {
    nine: SingleEngine,
    /// The engine of the last board that was not plain 9x9.
    general: Option<(Arc<Board>, Engine)>,
}

impl ExactSolver {
    /// A solver with the best instructions this machine has.
    pub fn new() -> ExactSolver {
        ExactSolver::default()
    }

    /// A solution, if there is any.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Option<Solution> {
        let mut first = None;
        self.each_solution(puzzle, |grid| {
            first = Some(grid.clone());
            ControlFlow::Break(())
        });
        let checked = Solution::check(puzzle, first?);
        Some(
            checked.expect(
                "the engines find only solutions; the tests compare them with the naive one",
            ),
        )
    }

    /// Counts solutions up to a limit: 1 asks whether there is one, 2 whether it is the only one.
    pub fn count(&mut self, puzzle: &Puzzle, limit: u64) -> Count {
        if let Some(clues) = puzzle.as_nine() {
            let count = self.nine.count(&Start::Clues(Clues(*clues)), limit);
            let (solutions, guesses) = (count.solutions, count.guesses);
            return Count { solutions, complete: solutions < limit, guesses };
        }
        let mut solutions = 0;
        if limit == 0 {
            return Count { solutions, complete: false, guesses: 0 };
        }
        let guesses = self.each_solution(puzzle, |_| {
            solutions += 1;
            if solutions < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Count { solutions, complete: solutions < limit, guesses }
    }

    /// Hands over each solution until `found` breaks off; returns the number of guesses.
    pub fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        found: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> u64 {
        let never = |_| ControlFlow::Continue(());
        self.each_solution_until(puzzle, never, found)
            .expect("a poll that never breaks does not interrupt")
    }

    /// The same with a poll that is told now and then how many ticks went by and says whether to
    /// go on. On a plain 9x9 puzzle a tick is a guess or a solution, elsewhere it is the general
    /// engine's own unit.
    pub fn each_solution_until(
        &mut self,
        puzzle: &Puzzle,
        poll: impl FnMut(u64) -> ControlFlow<()>,
        mut found: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<u64, Interrupted> {
        let mut grid = puzzle.clues().clone();
        self.each_found_until(puzzle, poll, |solved| {
            solved.write_to(&mut grid);
            found(&grid)
        })
    }

    /// The same, with solutions that are written out only when asked: counting needs none of them.
    pub fn each_found_until(
        &mut self,
        puzzle: &Puzzle,
        mut poll: impl FnMut(u64) -> ControlFlow<()>,
        mut found: impl FnMut(Solved<'_>) -> ControlFlow<()>,
    ) -> Result<u64, Interrupted> {
        let Some(clues) = puzzle.as_nine() else {
            let engine = self.engine_for(puzzle.board());
            let searched = engine
                .for_each_solution(puzzle, &mut poll, &mut |values| found(Solved::Values(values)));
            return match searched {
                Ok(stats) => Ok(stats.guesses),
                Err(Unfinished::Stopped(_)) => Err(Interrupted),
                Err(Unfinished::OtherBoard { .. }) => {
                    unreachable!("the engine was made for this board")
                }
            };
        };
        let interrupted = Cell::new(false);
        let mut told = |ticks| {
            let flow = poll(ticks);
            interrupted.set(flow.is_break());
            flow
        };
        let told = RefCell::new(&mut told);
        let guesses = self.nine.for_each_filled_until(
            &Start::Clues(Clues(*clues)),
            |guesses| (told.borrow_mut())(guesses),
            |filled| {
                (told.borrow_mut())(1)?;
                found(Solved::Filled(filled))
            },
        );
        if interrupted.get() { Err(Interrupted) } else { Ok(guesses) }
    }

    fn engine_for(&mut self, board: &Arc<Board>) -> &mut Engine {
        if self.general.as_ref().is_some_and(|(known, _)| known != board) {
            self.general = None;
        }
        &mut self.general.get_or_insert_with(|| (board.clone(), Engine::new(board))).1
    }
}
