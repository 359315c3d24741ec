//! Which engine searches a puzzle, and the engines that are kept for the next one.
//!
//! | engine | asked for |
//! |---|---|
//! | [`nine::single`](crate::nine::single) | a plain 9x9 puzzle |
//! | [`nine::batch`](crate::nine::batch) | many plain 9x9 puzzles, by whoever has them together |
//! | [`general::Engine`](crate::general::Engine) | every other puzzle without rules: one engine for each of the last boards |
//! | [`general::RuleEngine`](crate::general::RuleEngine) | puzzles with rules: one engine for each of the last boards with rules |
//!
//! Making an engine takes longer than most puzzles do, so none is made twice for the same board.

use crate::general::{Engine, RuleEngine, Settings, Stats, Unsuited};
use crate::nine::Clues;
use crate::nine::batch::BatchEngine;
use crate::nine::single::{Filled, Opening, SingleEngine};
use crate::watch::Watch;
use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_grid::halt::{Meter, Stop};
use sudolab_grid::{Board, Grid, Puzzle};

/// Which engine is to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The one made for the puzzle's board.
    ByBoard,
    /// The general one, with its effort divided so, on every board.
    General(Settings),
}

/// The engines one thread keeps.
#[derive(Default)]
pub struct Engines {
    single: SingleEngine,
    batch: Option<BatchEngine>,
    /// The last boards that were not plain 9x9, the latest last.
    general: Vec<Engine>,
    /// The last boards with rules, the latest last.
    ruled: Vec<RuleEngine>,
}

/// So many boards are remembered: a file may mix a few.
const BOARDS: usize = 4;

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

    /// The grid of it, on the puzzle's board.
    pub fn grid_of(self, puzzle: &Puzzle) -> Grid {
        let mut grid = puzzle.clues().clone();
        self.write_to(&mut grid);
        grid
    }
}

/// What a search has done, whether it came to its end or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// Branches of the search.
    pub guesses: u64,
    /// Units of work. On a plain 9x9 puzzle a tick is a node of the search or a solution, elsewhere
    /// it is the general engine's own unit. Also a search without work is a tick.
    pub ticks: u64,
    /// The part of the ticks that the meter was told of while the search went on.
    pub told: u64,
    /// What stopped the search, if it did not come to its end.
    pub ended: Result<(), Stop>,
}

impl Engines {
    /// The engines for the best instructions this machine has, each made when it is first needed.
    pub fn new() -> Engines {
        Engines::default()
    }

    /// The engine for one plain 9x9 puzzle.
    pub fn single(&mut self) -> &mut SingleEngine {
        &mut self.single
    }

    /// The engine for many plain 9x9 puzzles.
    pub fn batch(&mut self) -> &mut BatchEngine {
        self.batch.get_or_insert_with(BatchEngine::new)
    }

    /// The engine for any puzzle of a board.
    pub fn general(&mut self, board: &Arc<Board>, settings: Settings) -> &mut Engine {
        let known = self.general.iter().rposition(|engine| engine.is_for(board, settings));
        let engine = match known {
            Some(at) if at + 1 == self.general.len() => None,
            Some(at) => Some(self.general.remove(at)),
            None => {
                if self.general.len() == BOARDS {
                    self.general.remove(0);
                }
                Some(Engine::with_settings(board, settings))
            }
        };
        self.general.extend(engine);
        self.general.last_mut().expect("the engine is the last one, known or just added")
    }

    /// The engine for puzzles with the board and the rules of this one.
    pub fn ruled(&mut self, puzzle: &Puzzle, settings: Settings) -> &mut RuleEngine {
        let known = self.ruled.iter().rposition(|engine| engine.is_for(puzzle, settings));
        let engine = match known {
            Some(at) => self.ruled.remove(at),
            None => {
                if self.ruled.len() == BOARDS {
                    self.ruled.remove(0);
                }
                RuleEngine::new(puzzle, settings)
            }
        };
        self.ruled.push(engine);
        self.ruled.last_mut().expect("the engine is the last one, known or just added")
    }

    /// Hands over each solution until `found` breaks off or the meter stops the search. The meter
    /// is told of the ticks now and then; the last few it has not heard of when the search ends.
    ///
    /// What the engine for rules finds is judged by the rules themselves once more, so that nothing
    /// is called a solution that breaks one.
    pub fn each_found(
        &mut self,
        choice: Choice,
        puzzle: &Puzzle,
        meter: &mut impl Meter,
        mut found: impl FnMut(Solved<'_>) -> ControlFlow<()>,
    ) -> Work {
        if puzzle.has_rules() {
            let mut grid = puzzle.clues().clone();
            let judged = |values: &[u8]| {
                let solved = Solved::Values(values);
                solved.write_to(&mut grid);
                match puzzle.rules().hold(&grid) {
                    Ok(()) => found(solved),
                    Err(_) => ControlFlow::Continue(()),
                }
            };
            let settings = match choice {
                Choice::ByBoard => Settings::STAIRCASE,
                Choice::General(settings) => settings,
            };
            return self.each_of_rules(puzzle, settings, meter, judged);
        }
        match (choice, puzzle.as_nine()) {
            (Choice::ByBoard, Some(clues)) => self.each_of_nine(clues, meter, found),
            (Choice::ByBoard, None) => self.each_of_any(puzzle, Settings::STAIRCASE, meter, found),
            (Choice::General(settings), _) => self.each_of_any(puzzle, settings, meter, found),
        }
    }

    fn each_of_nine(
        &mut self,
        clues: &[u8; 81],
        meter: &mut impl Meter,
        mut found: impl FnMut(Solved<'_>) -> ControlFlow<()>,
    ) -> Work {
        let account = Account::new(meter);
        let tell = |ticks| account.tell(ticks);
        let (guesses, _) =
            self.single.for_each_filled_within(&Opening::Clues(Clues(*clues)), tell, |filled| {
                match account.tell(1) {
                    Ok(()) => found(Solved::Filled(filled)),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        account.work(guesses)
    }

    /// Hands over each solution as [`Engines::each_found`] does, for someone who looks on. Guesses and
    /// ticks are the same. Of a puzzle with rules beyond its houses nothing is shown.
    pub fn each_watched(
        &mut self,
        choice: Choice,
        puzzle: &Puzzle,
        meter: &mut impl Meter,
        watch: &mut impl Watch,
        mut found: impl FnMut(Solved<'_>) -> ControlFlow<()>,
    ) -> Work {
        if puzzle.has_rules() {
            return self.each_found(choice, puzzle, meter, found);
        }
        let settings = match (choice, puzzle.as_nine()) {
            (Choice::ByBoard, Some(clues)) => {
                return self.each_of_nine_watched(clues, meter, watch, found);
            }
            (Choice::ByBoard, None) => Settings::STAIRCASE,
            (Choice::General(settings), _) => settings,
        };
        let engine = self.general(puzzle.board(), settings);
        let mut visit = |values: &[u8]| found(Solved::Values(values));
        told(meter, |tell| engine.for_each_solution_watched(puzzle, tell, &mut visit, watch))
    }

    fn each_of_nine_watched(
        &mut self,
        clues: &[u8; 81],
        meter: &mut impl Meter,
        watch: &mut impl Watch,
        mut found: impl FnMut(Solved<'_>) -> ControlFlow<()>,
    ) -> Work {
        let account = Account::new(meter);
        let (start, tell) = (Opening::Clues(Clues(*clues)), |ticks| account.tell(ticks));
        let (guesses, _) = self.single.for_each_filled_watched(&start, tell, watch, |filled| {
            match account.tell(1) {
                Ok(()) => found(Solved::Filled(filled)),
                Err(_) => ControlFlow::Break(()),
            }
        });
        account.work(guesses)
    }

    fn each_of_any(
        &mut self,
        puzzle: &Puzzle,
        settings: Settings,
        meter: &mut impl Meter,
        mut found: impl FnMut(Solved<'_>) -> ControlFlow<()>,
    ) -> Work {
        let engine = self.general(puzzle.board(), settings);
        told(meter, |tell| {
            engine.for_each_solution(puzzle, tell, &mut |values| found(Solved::Values(values)))
        })
    }

    fn each_of_rules(
        &mut self,
        puzzle: &Puzzle,
        settings: Settings,
        meter: &mut impl Meter,
        mut found: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Work {
        let engine = self.ruled(puzzle, settings);
        told(meter, |tell| engine.for_each_solution(puzzle, tell, &mut found))
    }
}

/// The work of an engine that tells a meter of its ticks.
fn told(
    meter: &mut impl Meter,
    search: impl FnOnce(&mut dyn Meter) -> Result<Stats, Unsuited>,
) -> Work {
    let mut told = 0;
    let mut tell = |ticks| {
        told += ticks;
        meter.spend(ticks)
    };
    let stats = search(&mut tell).expect("the engine was made for this board");
    let ended = stats.stopped.map_or(Ok(()), Err);
    let ticks = if ended.is_ok() { stats.ticks.max(told).max(1) } else { told };
    Work { guesses: stats.guesses, ticks, told, ended }
}

/// What a meter was told of a 9x9 search: guesses and solutions by turns.
struct Account<'m, M>(RefCell<(u64, Result<(), Stop>, &'m mut M)>);

impl<'m, M: Meter> Account<'m, M> {
    fn new(meter: &'m mut M) -> Account<'m, M> {
        Account(RefCell::new((0, Ok(()), meter)))
    }

    #[inline(always)]
    fn tell(&self, ticks: u64) -> Result<(), Stop> {
        let (told, ended, meter) = &mut *self.0.borrow_mut();
        *told += ticks;
        *ended = meter.spend(ticks);
        *ended
    }

    fn work(self, guesses: u64) -> Work {
        let (told, ended, _) = self.0.into_inner();
        let ticks = if ended.is_ok() { (guesses + 1).max(told + 1) } else { told };
        Work { guesses, ticks, told, ended }
    }
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boards: Vec<String> = self.general.iter().map(|e| e.board().to_string()).collect();
        f.debug_struct("Engines").field("boards", &boards).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_kept_for_each_of_the_last_boards() {
        let boards =
            [(2, 2), (2, 3), (2, 4), (2, 5), (3, 4)].map(|(r, c)| Board::boxes(r, c).unwrap());
        let mut engines = Engines::new();
        for board in &boards {
            engines.general(board, Settings::STAIRCASE);
        }
        assert_eq!(engines.general.len(), BOARDS);
        assert!(!engines.general.iter().any(|e| e.is_for(&boards[0], Settings::STAIRCASE)));
        // Asking for one makes it the latest and drops none; other settings are another engine.
        engines.general(&boards[1], Settings::STAIRCASE);
        assert!(engines.general[BOARDS - 1].is_for(&boards[1], Settings::STAIRCASE));
        engines.general(&boards[1], Settings::LEARNING);
        assert_eq!(engines.general.len(), BOARDS);
        assert!(!engines.general.iter().any(|e| e.is_for(&boards[2], Settings::STAIRCASE)));
    }
}
