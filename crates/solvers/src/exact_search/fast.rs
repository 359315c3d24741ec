//! The fast exact solvers: the engines of the `exact` room as entries of the registry.
//!
//! Idea: on the 9x9 board all digits of a puzzle move together in vector registers; on every
//! other board bit sets with conflict-weighted branching come first and clause learning after.
//! Sources and what was tried stand with the engines, in `exact::nine` and `exact::general`.
//!
//! A tick of `fast` is a node of the search on 9x9; elsewhere, and for the other two, it is the
//! general engine's unit: a candidate struck, a house scanned, a clause visited. A guess is a branch.

use super::watched::{self, Watcher};
use crate::algorithm::solve_by_counting;
use crate::{
    Algorithm, Answer, Boards, Bulk, Counter, Family, Found, Parallel, Promises, Run, Solver, Stop,
    Wanted,
};
use std::cell::RefCell;
use std::ops::ControlFlow;
use sudolab_exact::general::Settings as Effort;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::Opening;
use sudolab_exact::{Choice, Engines, Moment, Solved};
use sudolab_grid::{Grid, Puzzle};

/// The fast exact solver for 9x9.
pub static NINE: Algorithm = Algorithm {
    id: "fast",
    title: "Fast exact solver (9x9 in vector registers; other boards as fast-general)",
    family: Family::Exact,
    as_published: false,
    source: "ours; band rules after JCZSolve and tdoku",
    promises: Promises {
        proves_impossible: true,
        uses_seed: false,
        proves_unique: true,
        boards: Boards::AnyWithRules,
    },
    parameters: &[],
    preset: &[],
    tick: "one node of the search",
    parallel: Some(Parallel::Tree),
    bulk: Some(Bulk::By(&super::fast_batch::ALGORITHM)),
    build: |_| Ok(Box::new(Fast::new(Choice::ByBoard))),
    build_counter: Some(|_| Ok(Box::new(Fast::new(Choice::ByBoard)))),
};

/// The engine for every board, in two steps: bit sets, then clause learning.
pub static GENERAL: Algorithm = Algorithm {
    id: "fast-general",
    title: "Fast exact solver for every board: bit sets, then clause learning",
    family: Family::Exact,
    as_published: false,
    source: "ours; dom/wdeg after F. Boussemart et al., 2004; clause learning as below",
    promises: Promises {
        proves_impossible: true,
        uses_seed: false,
        proves_unique: true,
        boards: Boards::AnyWithRules,
    },
    parameters: &[],
    preset: &[],
    tick: "a candidate struck, a house scanned or a clause visited",
    parallel: Some(Parallel::Cubes),
    bulk: None,
    build: |_| Ok(Box::new(Fast::new(Choice::General(Effort::STAIRCASE)))),
    build_counter: Some(|_| Ok(Box::new(Fast::new(Choice::General(Effort::STAIRCASE))))),
};

/// Clause learning from the first guess on.
pub static CDCL: Algorithm = Algorithm {
    id: "cdcl",
    title: "Conflict-driven clause learning on exactly-one constraints",
    family: Family::Exact,
    as_published: false,
    source: "J. P. Marques-Silva, K. A. Sakallah, GRASP, 1996; N. Een, N. Sorensson, MiniSat, 2003",
    promises: Promises {
        proves_impossible: true,
        uses_seed: false,
        proves_unique: false,
        boards: Boards::AnyWithRules,
    },
    parameters: &[],
    preset: &[],
    tick: "a candidate struck, a house scanned or a clause visited",
    parallel: Some(Parallel::Cubes),
    bulk: None,
    build: |_| Ok(Box::new(Fast::new(Choice::General(Effort::LEARNING)))),
    build_counter: Some(|_| Ok(Box::new(Fast::new(Choice::General(Effort::LEARNING))))),
};

/// The kept engines, and which of them is asked.
pub(super) struct Fast {
    pub(super) engines: Engines,
    choice: Choice,
}

/// Guesses of the 9x9 engine that its meter is told of at once.
const TOLD_EVERY: u64 = 256;

impl Fast {
    pub(super) fn new(choice: Choice) -> Fast {
        Fast { engines: Engines::new(), choice }
    }

    fn each_found(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: impl FnMut(Solved<'_>) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let work = if run.is_observed() {
            let shared = RefCell::new(&mut *run);
            let mut watcher = Watcher::new(&shared, puzzle);
            let mut meter = |ticks| shared.borrow_mut().spend(ticks);
            let mut found = found;
            let found = |solved: Solved<'_>| {
                watched::show(&shared, solved.grid_of(puzzle).values());
                found(solved)
            };
            let mut watch = |ticks: u64, moment: Moment<'_>| watcher.see(ticks, moment);
            self.engines.each_watched(self.choice, puzzle, &mut meter, &mut watch, found)
        } else {
            self.engines.each_found(self.choice, puzzle, run, found)
        };
        run.add_guesses(work.guesses);
        work.ended?;
        // The run has not heard of the last few.
        run.spend(work.ticks - work.told)
    }

    /// Counts a plain 9x9 puzzle with the run's threads.
    fn split(
        &mut self,
        clues: &[u8; 81],
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        let walk = self.engines.single().walk(&Opening::Clues(Clues(*clues)));
        let (tally, ended) = run.split(walk, wanted);
        found.take(&tally, puzzle);
        run.add_guesses(tally.guesses());
        // What one thread would have been told: guesses in bundles, solutions, and the rest.
        let told = tally.guesses() / TOLD_EVERY * TOLD_EVERY + tally.solutions();
        let spent = run.spend((tally.guesses() + 1).max(told + 1));
        ended.and(spent)
    }

    /// Counts any puzzle with the run's threads.
    fn divide(
        &mut self,
        effort: Effort,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        let engine = self.engines.general(puzzle.board(), effort);
        let (tally, ended) = run.spread(|hands, halt| {
            let searched = engine.search_with_hands(puzzle, hands, wanted, halt);
            searched.expect("the engine was made for this board")
        });
        run.enter(&tally);
        found.take(&tally, puzzle);
        if tally.ticks() == 0 {
            return ended.and(run.tick());
        }
        ended
    }
}

impl Solver for Fast {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        solve_by_counting(self, puzzle, run, Answer::Impossible)
    }
}

impl Counter for Fast {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
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
        // The search of a puzzle with rules is not divided.
        if run.hands().is_none() || puzzle.has_rules() {
            let note = |solved: Solved<'_>| found.note(wanted, || solved.grid_of(puzzle));
            return self.each_found(puzzle, run, note);
        }
        match (self.choice, puzzle.as_nine()) {
            (Choice::ByBoard, Some(clues)) => self.split(clues, puzzle, run, wanted, found),
            (Choice::ByBoard, None) => self.divide(Effort::STAIRCASE, puzzle, run, wanted, found),
            (Choice::General(effort), _) => self.divide(effort, puzzle, run, wanted, found),
        }
    }
}
