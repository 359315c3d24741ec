//! The fast exact solvers: the engines of the `exact` room as entries of the registry.
//!
//! Idea: on the 9x9 board all digits of a puzzle move together in vector registers; on every
//! other board bit sets with conflict-weighted branching come first and clause learning after.
//! Sources and what was tried stand with the engines, in `exact::nine` and `exact::general`.
//!
//! A tick of `fast` is a node of the search on 9x9; elsewhere, and for the other two, it is the
//! general engine's unit: a candidate struck, a house scanned, a clause visited. A guess is a branch.

use crate::{
    Algorithm, Answer, Boards, Counter, Event, Family, Found, Parallel, Promises, Run, Solver,
    Stop, Wanted,
};
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_exact::general::{Engine, Settings as Effort, Unfinished};
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{SingleEngine, Start};
use sudolab_exact::split::Hands;
use sudolab_exact::{ExactSolver, Solved};
use sudolab_grid::{Board, Grid, Puzzle};

/// The fast exact solver for 9x9.
pub static NINE: Algorithm = Algorithm {
    id: "fast",
    title: "Fast exact solver (9x9 in vector registers; other boards as fast-general)",
    family: Family::Exact,
    as_published: false,
    source: "ours; band rules after JCZSolve and tdoku",
    promises: Promises { proves_impossible: true, uses_seed: false, boards: Boards::Any },
    parameters: &[],
    preset: &[],
    tick: "one node of the search",
    parallel: Some(Parallel::Tree),
    build: |_| Ok(Box::new(Fast::default())),
    build_counter: Some(|_| Ok(Box::new(Fast::default()))),
};

/// The engine for every board, in two steps: bit sets, then clause learning.
pub static GENERAL: Algorithm = Algorithm {
    id: "fast-general",
    title: "Fast exact solver for every board: bit sets, then clause learning",
    family: Family::Exact,
    as_published: false,
    source: "ours; dom/wdeg after F. Boussemart et al., 2004; clause learning as below",
    promises: Promises { proves_impossible: true, uses_seed: false, boards: Boards::Any },
    parameters: &[],
    preset: &[],
    tick: "a candidate struck, a house scanned or a clause visited",
    parallel: Some(Parallel::Cubes),
    build: |_| Ok(Box::new(General::new(Effort::STAIRCASE))),
    build_counter: Some(|_| Ok(Box::new(General::new(Effort::STAIRCASE)))),
};

/// Clause learning from the first guess on.
pub static CDCL: Algorithm = Algorithm {
    id: "cdcl",
    title: "Conflict-driven clause learning on exactly-one constraints",
    family: Family::Exact,
    as_published: false,
    source: "J. P. Marques-Silva, K. A. Sakallah, GRASP, 1996; N. Een, N. Sorensson, MiniSat, 2003",
    promises: Promises { proves_impossible: true, uses_seed: false, boards: Boards::Any },
    parameters: &[],
    preset: &[],
    tick: "a candidate struck, a house scanned or a clause visited",
    parallel: Some(Parallel::Cubes),
    build: |_| Ok(Box::new(General::new(Effort::LEARNING))),
    build_counter: Some(|_| Ok(Box::new(General::new(Effort::LEARNING)))),
};

struct Fast {
    solver: ExactSolver,
    /// For every board but the plain 9x9.
    general: General,
}

impl Default for Fast {
    fn default() -> Fast {
        Fast { solver: ExactSolver::new(), general: General::new(Effort::STAIRCASE) }
    }
}

/// Guesses of the 9x9 engine between two polls.
const TOLD_EVERY: u64 = 256;

impl Fast {
    /// Visits the solutions of a plain 9x9 puzzle.
    fn each_found(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: impl FnMut(Solved<'_>) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let mut stop = None;
        let mut told = 0;
        let poll = |ticks| {
            told += ticks;
            match run.spend(ticks) {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    stop = Some(reason);
                    ControlFlow::Break(())
                }
            }
        };
        match self.solver.each_found_until(puzzle, poll, found) {
            Ok(guesses) => {
                run.add_guesses(guesses);
                // The poll has not heard of the last few.
                run.spend((guesses + 1).saturating_sub(told).max(1))
            }
            Err(_) => Err(stop.unwrap_or(Stop::Cancelled)),
        }
    }
}

impl Solver for Fast {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let mut found = Found::default();
        self.count(puzzle, run, Wanted { limit: 1, keep: 1 }, &mut found)?;
        let answer = found.first.pop().map_or(Answer::Impossible, Answer::Solved);
        if let Answer::Solved(grid) = &answer {
            run.tell(|| Event::Solved(grid));
        }
        Ok(answer)
    }
}

impl Counter for Fast {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        if puzzle.as_nine().is_none() {
            return self.general.each_solution(puzzle, run, found);
        }
        let mut grid = puzzle.clues().clone();
        self.each_found(puzzle, run, |solved| {
            solved.write_to(&mut grid);
            found(&grid)
        })
    }

    fn count(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        let Some(clues) = puzzle.as_nine() else {
            return self.general.count(puzzle, run, wanted, found);
        };
        if run.hands().is_none() {
            return self.each_found(puzzle, run, |solved| {
                found.note(wanted, || {
                    let mut grid = puzzle.clues().clone();
                    solved.write_to(&mut grid);
                    grid
                })
            });
        }
        let walk = SingleEngine::new().walk(&Start::Clues(Clues(*clues)));
        let (tally, ended) = run.split(walk, wanted);
        found.take(&tally, puzzle);
        run.add_guesses(tally.guesses());
        // What one thread would have been told: guesses in bundles, solutions, and the rest.
        let told = tally.guesses() / TOLD_EVERY * TOLD_EVERY + tally.solutions();
        let spent = run.spend((tally.guesses() + 1).max(told + 1));
        ended.and(spent)
    }
}

struct General {
    effort: Effort,
    engine: Option<(Arc<Board>, Engine)>,
}

impl General {
    fn new(effort: Effort) -> General {
        General { effort, engine: None }
    }

    fn engine_for(&mut self, board: &Arc<Board>) -> &mut Engine {
        if self.engine.as_ref().is_some_and(|(known, _)| known != board) {
            self.engine = None;
        }
        let effort = self.effort;
        let make = || (board.clone(), Engine::with_settings(board, effort));
        &mut self.engine.get_or_insert_with(make).1
    }
}

impl Solver for General {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let mut found = Found::default();
        self.count(puzzle, run, Wanted { limit: 1, keep: 1 }, &mut found)?;
        let answer = found.first.pop().map_or(Answer::Impossible, Answer::Solved);
        if let Answer::Solved(grid) = &answer {
            run.tell(|| Event::Solved(grid));
        }
        Ok(answer)
    }
}

impl Counter for General {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let engine = self.engine_for(puzzle.board());
        let mut grid = puzzle.clues().clone();
        let mut stop = None;
        let mut told = 0;
        let mut poll = |ticks| {
            told += ticks;
            match run.spend(ticks) {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    stop = Some(reason);
                    ControlFlow::Break(())
                }
            }
        };
        let searched = engine.for_each_solution(puzzle, &mut poll, &mut |values| {
            grid.copy_from(values);
            found(&grid)
        });
        let (stats, ended) = match searched {
            Ok(stats) => (stats, Ok(())),
            Err(Unfinished::Stopped(stats)) => (stats, Err(stop.unwrap_or(Stop::Cancelled))),
            Err(Unfinished::OtherBoard { .. }) => {
                unreachable!("the engine was made for this board")
            }
        };
        run.add_guesses(stats.guesses);
        ended?;
        // Also a search without work is a tick.
        run.spend(stats.ticks.max(1).saturating_sub(told))
    }

    fn count(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        if run.hands().is_none() {
            return self.each_solution(puzzle, run, &mut |g| found.note(wanted, || g.clone()));
        }
        let engine = self.engine_for(puzzle.board());
        let search = |hands: &Hands, stop: &(dyn Fn() -> bool + Sync)| {
            let searched = engine.search_with_hands(puzzle, hands, wanted, stop);
            searched.expect("the engine was made for this board")
        };
        let (tally, ended) = run.spread(search);
        run.enter(&tally);
        found.take(&tally, puzzle);
        if tally.ticks() == 0 {
            return ended.and(run.tick());
        }
        ended
    }
}
