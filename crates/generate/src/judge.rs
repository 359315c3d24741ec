//! Who decides whether a puzzle is proper while it is being made.
//!
//! Normally the exact engine. An order may name any registered algorithm instead, as the founding
//! papers discuss: an algorithm that can visit every solution proves what it says; one that only
//! solves (the stochastic ones, and rules without guessing) believes a puzzle to be proper when it solves it,
//! twice with the same result if it depends on chance. What such a judge believes is proved by the
//! exact engine before a puzzle leaves, and the share it got wrong is told.
//!
//! P. Berggren, D. Nilsson, *A study of Sudoku solving algorithms*, 2012, section 4.4.1, argue that a
//! Boltzmann machine is not suited for generation since it can prove neither uniqueness nor that there is no
//! solution; here that can be measured.

use crate::Stopped;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use sudolab_exact::ExactSolver;
use sudolab_grid::{Cell, Digit, DigitSet, Puzzle, Solution};
use sudolab_solvers::{
    Algorithm, Budget, Counter, Settings, Solver, Stop, Task, TaskError, Verdict,
};

/// Ticks that a named algorithm may spend on one question. Those that need more do not know.
pub const DECIDER_TICKS: u64 = 200_000;

/// A registered algorithm that decides, with its settings.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// The values of its parameters.
    pub settings: Settings,
}

impl PartialEq for Judge {
    fn eq(&self, other: &Judge) -> bool {
        std::ptr::eq(self.algorithm, other.algorithm) && self.settings == other.settings
    }
}

impl Judge {
    /// The algorithm as it is when nothing is set.
    pub fn new(algorithm: &'static Algorithm) -> Judge {
        Judge { algorithm, settings: algorithm.defaults() }
    }

    /// What it does for one question.
    pub(crate) fn task(&self) -> Task {
        let task = Task::new(self.algorithm).settings(self.settings.clone());
        task.budget(Budget::ticks(DECIDER_TICKS))
    }
}

/// What a judge says of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// No solution.
    None,
    /// One solution, believed or proved to be the only one.
    One(Solution),
    /// Several solutions.
    Several,
    /// Its effort ran out.
    Unknown,
}

/// Whether an algorithm proves that a solution is the only one.
pub fn proves_uniqueness(algorithm: &Algorithm) -> bool {
    algorithm.build_counter.is_some()
}

/// The exact engine as judge, with a limit of effort for each question and a flag that stops it.
pub(crate) struct Exact<'a> {
    pub(crate) solver: &'a mut ExactSolver,
    pub(crate) stop: &'a AtomicBool,
    /// Ticks for one question; `None`: as many as it needs.
    pub(crate) ticks: Option<u64>,
}

impl Exact<'_> {
    /// How many solutions there are: none, one, or several.
    pub(crate) fn look(&mut self, puzzle: &Puzzle) -> Result<Finding, Stopped> {
        let mut found = Vec::with_capacity(2);
        let complete = self.search(puzzle, &mut |grid| {
            found.push(grid.clone());
            if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(match found.len() {
            2 => Finding::Several,
            _ if !complete => Finding::Unknown,
            0 => Finding::None,
            _ => {
                let checked = Solution::check(puzzle, found.swap_remove(0));
                Finding::One(checked.expect("the engine gives only solutions"))
            }
        })
    }

    /// Whether a proper puzzle stays proper when a cell loses its clue: `clues` is the puzzle
    /// without it. `None` when the effort ran out.
    pub(crate) fn stays_proper(
        &mut self,
        clues: &Puzzle,
        cell: Cell,
        digit: Digit,
    ) -> Result<Option<bool>, Stopped> {
        let all = clues.board().digits();
        let mut sets: Vec<DigitSet> = match clues.stated_candidates() {
            Some(stated) => stated.to_vec(),
            None => vec![all; clues.board().n_cells()],
        };
        sets[cell.index()].remove(digit);
        let other = Puzzle::with_candidates(clues.clues().clone(), sets)
            .expect("there is one set for each cell");
        let mut exists = false;
        let complete = self.search(&other, &mut |_| {
            exists = true;
            ControlFlow::Break(())
        })?;
        Ok(if exists { Some(false) } else { complete.then_some(true) })
    }

    /// Whether the search came to its end, or was broken off by the visitor.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        found: &mut dyn FnMut(&sudolab_grid::Grid) -> ControlFlow<()>,
    ) -> Result<bool, Stopped> {
        let (stop, limit) = (self.stop, self.ticks.unwrap_or(u64::MAX));
        let mut spent = 0u64;
        let poll = |ticks| {
            spent = spent.saturating_add(ticks);
            if spent > limit || stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let ended = self.solver.each_solution_until(puzzle, poll, found);
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(ended.is_ok()) }
    }
}

/// A registered algorithm at work as judge.
pub struct Decider {
    task: Task,
    tool: Tool,
}

enum Tool {
    Counter(Box<dyn Counter>),
    Solver(Box<dyn Solver>),
}

impl Decider {
    /// Takes the algorithm, settings and budget for one question from a task.
    pub fn new(task: Task) -> Result<Decider, TaskError> {
        let tool = match task.algorithm().build_counter {
            Some(_) => Tool::Counter(task.build_counter()?),
            None => Tool::Solver(task.build()?),
        };
        Ok(Decider { task, tool })
    }

    /// What it says of a puzzle, unless the flag is raised meanwhile. What it claims is checked; a
    /// panic is no answer.
    pub fn look(&mut self, puzzle: &Puzzle, stop: &AtomicBool) -> Result<Finding, Stopped> {
        self.ask(puzzle, stop).unwrap_or_else(|_| {
            // Whatever went wrong, its memory is not to be trusted.
            if let Ok(fresh) = Decider::new(self.task.clone()) {
                *self = fresh;
            }
            Ok(Finding::Unknown)
        })
    }

    fn ask(
        &mut self,
        puzzle: &Puzzle,
        stop: &AtomicBool,
    ) -> Result<Result<Finding, Stopped>, TaskError> {
        let uses_seed = self.task.algorithm().promises.uses_seed;
        match &mut self.tool {
            Tool::Counter(counter) => {
                let mut count = self.task.count_with(&mut **counter, puzzle, 2, 1, Some(stop))?;
                if count.stopped == Some(Stop::Cancelled) {
                    return Ok(Err(Stopped));
                }
                Ok(Ok(match (count.solutions, count.complete) {
                    (2.., _) => Finding::Several,
                    (_, false) => Finding::Unknown,
                    (0, true) => Finding::None,
                    (1, true) => count.first.pop().map_or(Finding::Unknown, Finding::One),
                }))
            }
            Tool::Solver(solver) => {
                let mut first: Option<Solution> = None;
                for repeat in 0..if uses_seed { 2 } else { 1 } {
                    let outcome = self.task.run(&mut **solver, puzzle, repeat, None, Some(stop))?;
                    match (outcome.verdict, outcome.solution) {
                        (Verdict::Cancelled, _) => return Ok(Err(Stopped)),
                        (Verdict::Impossible, _) => return Ok(Ok(Finding::None)),
                        (Verdict::Solved, Some(solution)) => match &first {
                            Some(other) if *other != solution => return Ok(Ok(Finding::Several)),
                            _ => first = Some(solution),
                        },
                        _ => return Ok(Ok(Finding::Unknown)),
                    }
                }
                Ok(Ok(first.map_or(Finding::Unknown, Finding::One)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_solvers::registry;

    const PROPER: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn algorithms_that_count_prove_and_agree_with_the_engine() {
        let proper: Puzzle = PROPER.parse().expect("a puzzle");
        let open: Puzzle =
            PROPER.replacen('5', ".", 2).replacen('3', ".", 3).parse().expect("a puzzle");
        let stop = AtomicBool::new(false);
        let mut solver = ExactSolver::new();
        let mut exact = Exact { solver: &mut solver, stop: &stop, ticks: None };
        for id in ["backtrack-thesis", "dlx", "fast"] {
            let algorithm = registry::find(id).expect("it is registered");
            assert!(proves_uniqueness(algorithm), "{id}");
            let task = Judge::new(algorithm).task();
            let mut decider = Decider::new(task).expect("defaults go together");
            for puzzle in [&proper, &open] {
                assert_eq!(decider.look(puzzle, &stop), exact.look(puzzle), "{id}");
            }
        }
    }

    #[test]
    fn a_raised_flag_stops_every_judge() {
        let stop = AtomicBool::new(true);
        let mut solver = ExactSolver::new();
        let mut exact = Exact { solver: &mut solver, stop: &stop, ticks: None };
        assert_eq!(exact.look(&PROPER.parse().expect("a puzzle")), Err(Stopped));
    }
}
