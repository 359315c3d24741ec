//! The exact engine for every board: any size, box shape, irregular and extra regions, Latin
//! squares and stated candidates.
//!
//! A staircase of two steps, each with a deterministic limit of effort:
//!
//! 1. naked and hidden singles on machine words, and a depth-first search that chooses by weighted
//!    houses. It settles nearly every puzzle made for people, and counts quickly where there are
//!    many solutions;
//! 2. when that search meets too many contradictions without a solution, clause learning over the
//!    candidates ([`cdcl`]), which inherits the house weights and what is finished already.
//!
//! ```
//! use sudolab_exact::general::Engine;
//! use sudolab_grid::{Grid, Board, Puzzle};
//!
//! let board = Board::boxes(2, 2)?;
//! let mut engine = Engine::new(&board);
//! let empty = Puzzle::new(Grid::empty(board));
//! assert_eq!(engine.count(&empty, 1000)?, 288);
//! assert!(engine.solve(&empty)?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod branching;
pub mod cdcl;
mod cubes;
mod handover;
mod rules;
mod singles;
mod topology;

use crate::watch::{Unwatched, Watch};
use branching::{Branching, End};
pub use rules::RuleEngine;
use std::fmt;
use std::ops::{Add, ControlFlow, Sub};
use std::sync::Arc;
use sudolab_grid::halt::{Meter, Stop};
use sudolab_grid::{Board, Grid, Puzzle, Solution};
use topology::{SetWord, Topology};

/// Is given the candidates of each cell, one each, and what the search has done until then.
type Visit<'a> = dyn FnMut(&[SetWord], Effort) -> ControlFlow<()> + 'a;

/// Work done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Effort {
    ticks: u64,
    guesses: u64,
    contradictions: u64,
    /// The part of the contradictions from which a clause was learned.
    learned: u64,
}

impl Add for Effort {
    type Output = Effort;

    fn add(self, other: Effort) -> Effort {
        Effort {
            ticks: self.ticks + other.ticks,
            guesses: self.guesses + other.guesses,
            contradictions: self.contradictions + other.contradictions,
            learned: self.learned + other.learned,
        }
    }
}

impl Sub for Effort {
    type Output = Effort;

    fn sub(self, other: Effort) -> Effort {
        Effort {
            ticks: self.ticks - other.ticks,
            guesses: self.guesses - other.guesses,
            contradictions: self.contradictions - other.contradictions,
            learned: self.learned - other.learned,
        }
    }
}

/// Ticks between two calls of the meter, about.
const TELL_EVERY: u64 = 512;

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Solutions visited.
    pub solutions: u64,
    /// Whether there is no other solution than those visited.
    pub complete: bool,
    /// What ended the search before it was done, if anything did.
    pub stopped: Option<Stop>,
    /// Guesses of the first step and decisions of the second.
    pub guesses: u64,
    /// Contradictions met by both steps.
    pub conflicts: u64,
    /// The part of them met by the learning step.
    pub learned: u64,
    /// Work in the engine's own unit: candidates struck, houses scanned, assignments handled,
    /// clauses visited.
    pub ticks: u64,
}

impl Stats {
    /// Writes down how the search ended and what it took.
    fn close(&mut self, end: End, effort: &Effort) {
        self.complete = end == End::Exhausted;
        self.guesses = effort.guesses;
        self.conflicts = effort.contradictions;
        self.learned = effort.learned;
        self.ticks = effort.ticks;
        if let End::Stopped(stop) = end {
            self.stopped = Some(stop);
        }
    }
}

/// Why an engine cannot take a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsuited {
    /// The puzzle lies on another board than the engine was made for.
    OtherBoard {
        /// The engine's board.
        expected: String,
        /// The puzzle's board.
        found: String,
    },
    /// The puzzle has rules beyond the houses, which this engine does not know.
    Rules {
        /// Their kinds.
        kinds: String,
    },
}

impl fmt::Display for Unsuited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsuited::OtherBoard { expected, found } => write!(
                f,
                "this engine was made for a {expected} board, the puzzle is {found}; make one for its board"
            ),
            Unsuited::Rules { kinds } => write!(
                f,
                "this engine knows houses and candidates; the puzzle also has rules it does not know ({kinds})"
            ),
        }
    }
}

impl std::error::Error for Unsuited {}

/// How the effort is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Contradictions the first step may meet without a solution in between before the learning
    /// step takes over, for each hundred cells that singles leave open; `None`: it never does.
    pub patience: Option<u64>,
}

impl Settings {
    /// The staircase as measured best.
    pub const STAIRCASE: Settings = Settings { patience: Some(25) };
    /// Clause learning from the first guess on.
    pub const LEARNING: Settings = Settings { patience: Some(0) };
    /// Depth-first search alone.
    pub const BRANCHING: Settings = Settings { patience: None };
}

impl Default for Settings {
    fn default() -> Self {
        Settings::STAIRCASE
    }
}

/// The engine for one board; keep it for many puzzles, it reuses its memory.
#[derive(Clone, Debug)]
pub struct Engine {
    board: Arc<Board>,
    topology: Arc<Topology>,
    branching: Branching,
    settings: Settings,
}

impl Engine {
    /// An engine for a board.
    pub fn new(board: &Arc<Board>) -> Engine {
        Engine::with_settings(board, Settings::default())
    }

    /// An engine that divides its effort as told.
    pub fn with_settings(board: &Arc<Board>, settings: Settings) -> Engine {
        let topology = Arc::new(Topology::new(board));
        Engine { board: board.clone(), branching: Branching::new(&topology), topology, settings }
    }

    /// Whether it was made for this board, with these settings.
    pub fn is_for(&self, board: &Arc<Board>, settings: Settings) -> bool {
        self.settings == settings && self.board == *board
    }

    /// Its board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Visits every solution once, in an order that depends on the puzzle alone, until the visitor
    /// breaks off. A solution is given as values row by row. The meter is told of the ticks about
    /// every five hundred of them, and says whether to go on.
    pub fn for_each_solution(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut dyn Meter,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Stats, Unsuited> {
        self.for_each_solution_watched(puzzle, meter, visit, &mut Unwatched)
    }

    /// The same for someone who looks on, until a long search is divided into cases: what happens
    /// in them is not told.
    pub fn for_each_solution_watched<W: Watch>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut dyn Meter,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
        watch: &mut W,
    ) -> Result<Stats, Unsuited> {
        let is_open = self.begin(puzzle)?;
        let mut stats = Stats::default();
        let mut values = vec![0u8; self.topology.n_cells];
        let mut visit = |candidates: &[SetWord], _| {
            stats.solutions += 1;
            for (value, set) in values.iter_mut().zip(candidates) {
                *value = set.trailing_zeros() as u8 + 1;
            }
            visit(&values)
        };
        let mut end = End::Exhausted;
        let mut effort = self.branching.effort();
        if is_open {
            let mut alone = cubes::Ration::new(meter, cubes::ALONE);
            let (patience, mut learning) = (self.patience(), None);
            let branching = &mut self.branching;
            end = cubes::search(
                &self.topology,
                branching,
                &mut learning,
                patience,
                &mut alone,
                &mut visit,
                watch,
            );
            effort = branching.effort();
            if let Some(learning) = &learning {
                effort = effort + learning.effort();
            }
            if matches!(end, End::Stopped(_)) && !alone.is_stopped() {
                let mut rest = cubes::Rest::new(&self.topology, branching, learning, patience);
                end = rest.run(meter, &mut visit);
                effort = effort + rest.effort;
            }
        }
        stats.close(end, &effort);
        Ok(stats)
    }

    /// Sets the puzzle up; `false` when singles already refute it.
    fn begin(&mut self, puzzle: &Puzzle) -> Result<bool, Unsuited> {
        if *puzzle.board() != self.board {
            return Err(Unsuited::OtherBoard {
                expected: self.board.to_string(),
                found: puzzle.board().to_string(),
            });
        }
        if puzzle.has_rules() {
            return Err(Unsuited::Rules { kinds: puzzle.rules().kinds() });
        }
        for (cell, set) in self.board.cells().zip(&mut self.branching.candidates) {
            *set = puzzle.allowed(cell).bits();
        }
        Ok(self.branching.begin(&self.topology))
    }

    /// Contradictions the first step may meet on the puzzle that was set up.
    fn patience(&self) -> u64 {
        let open = self.branching.candidates.iter().filter(|set| !set.is_power_of_two());
        let open = open.count() as u64;
        self.settings.patience.map_or(u64::MAX, |p| p.saturating_mul(open) / 100)
    }

    /// The first solution found, checked; `None` when there is none.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<Option<Solution>, Unsuited> {
        let mut found = None;
        self.for_each_solution(puzzle, &mut |_| Ok(()), &mut |values| {
            found = Grid::from_values(puzzle.board().clone(), values);
            ControlFlow::Break(())
        })?;
        Ok(found.map(|grid| {
            Solution::check(puzzle, grid).expect("the engine only reports what keeps the rules")
        }))
    }

    /// The number of solutions, but no more than `limit`.
    pub fn count(&mut self, puzzle: &Puzzle, limit: u64) -> Result<u64, Unsuited> {
        if limit == 0 {
            return Ok(0);
        }
        let mut count = 0;
        self.for_each_solution(puzzle, &mut |_| Ok(()), &mut |_| {
            count += 1;
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(count)
    }
}

#[cfg(test)]
mod tests;
