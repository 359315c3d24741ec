//! The batch engine of the `exact` room as an entry of the registry.
//!
//! Idea: many 9x9 puzzles side by side, each in its own bit of every vector, so that one instruction
//! works on all of them. Whoever has many puzzles hands them over together ([`Batch`]); one puzzle
//! alone is searched too, by lanes that share its branches, but most of them have nothing to do.
//! Sources and what was tried stand with the engine, in `exact::nine::batch`.
//!
//! A tick is a node of the search, a guess a branch, both counted when a puzzle is done: a limit on
//! ticks is noticed then. Time and cancelling are looked at in between.

use super::fast::Fast;
use crate::{
    Algorithm, Answer, Batch, Boards, Bulk, Counter, Family, Found, Promises, Run, Solver, Stop,
    Wanted,
};
use std::ops::ControlFlow;
use sudolab_exact::Choice;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::BatchCount;
use sudolab_grid::halt::Halt;
use sudolab_grid::{Grid, Puzzle};

/// The fast exact solver for many 9x9 puzzles at once.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "fast-batch",
    title: "Fast exact solver for many 9x9 puzzles at once, one in each bit of a vector",
    family: Family::Exact,
    as_published: false,
    source: "ours; band rules after tdoku, choice of cells after fastband",
    promises: Promises {
        proves_impossible: true,
        uses_seed: false,
        proves_unique: true,
        boards: Boards::Classic,
    },
    parameters: &[],
    preset: &[],
    tick: "one node of the search",
    parallel: None,
    bulk: Some(Bulk::Own(|_| Ok(Box::new(FastBatch::new())))),
    build: |_| Ok(Box::new(FastBatch::new())),
    build_counter: Some(|_| Ok(Box::new(FastBatch::new()))),
};

/// Up to this many solutions the lanes count; beyond, a search that can be watched.
const LANES_UP_TO: u64 = 20_000;

struct FastBatch {
    fast: Fast,
}

impl FastBatch {
    fn new() -> FastBatch {
        FastBatch { fast: Fast::new(Choice::ByBoard) }
    }

    /// One puzzle in the lanes.
    fn ask(&mut self, puzzle: &Puzzle, run: &mut Run<'_>, limit: u64) -> Result<BatchCount, Stop> {
        let mut verdict = [BatchCount::NONE];
        let (batch, halt) = (self.fast.engines.batch(), run.halt());
        match puzzle.as_nine() {
            Some(clues) => batch.run_within(&[Clues(*clues)], limit, &mut verdict, halt)?,
            None => {
                let mut masks = [0; 81];
                for (cell, mask) in puzzle.board().cells().zip(&mut masks) {
                    *mask = puzzle.allowed(cell).bits() as u16;
                }
                batch.run_candidates_within(&[masks], limit, &mut verdict, halt)?;
            }
        }
        let [verdict] = verdict;
        run.add_guesses(verdict.guesses);
        run.spend(verdict.guesses + 1)?;
        Ok(verdict)
    }
}

impl Batch for FastBatch {
    fn count(
        &mut self,
        puzzles: &[Clues],
        limit: u64,
        verdicts: &mut [BatchCount],
        halt: &Halt<'_>,
    ) -> Result<(), Stop> {
        self.fast.engines.batch().run_within(puzzles, limit, verdicts, halt)
    }
}

impl Solver for FastBatch {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let verdict = self.ask(puzzle, run, 1)?;
        let grid = Grid::from_values(puzzle.board().clone(), &verdict.solution);
        let Some(grid) = grid.filter(|_| verdict.solutions > 0) else {
            return Ok(Answer::Impossible);
        };
        run.show(grid.values());
        Ok(Answer::Solved(grid))
    }
}

impl Counter for FastBatch {
    /// The lanes know of the first solution only, so the others are visited one by one.
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.fast.each_solution(puzzle, run, found)
    }

    fn count(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        if wanted.keep > 1 || wanted.limit > LANES_UP_TO {
            return self.fast.count(puzzle, run, wanted, found);
        }
        let verdict = self.ask(puzzle, run, wanted.limit)?;
        found.solutions += verdict.solutions;
        if wanted.keep == 1 && verdict.solutions > 0 {
            found.first.extend(Grid::from_values(puzzle.board().clone(), &verdict.solution));
        }
        Ok(())
    }
}
