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

use crate::engine::{Less, each_solution, prove, without_clues};
use std::ops::ControlFlow;
use sudolab_exact::{ExactSolver, NotUnique, UniquePuzzle};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{Cell, Digit, DigitSet, Puzzle, Solution};
use sudolab_solvers::{
    Algorithm, Budget, Counter, Family, RunVerdict, Settings, Solver, Task, TaskError,
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

impl Finding {
    /// What a proof by the exact engine says.
    pub(crate) fn of(proof: &Option<Result<UniquePuzzle, NotUnique>>) -> Finding {
        match proof {
            None => Finding::Unknown,
            Some(Ok(proper)) => Finding::One(proper.solution().clone()),
            Some(Err(NotUnique::Multiple(_))) => Finding::Several,
            Some(Err(NotUnique::None | NotUnique::Conflict(_))) => Finding::None,
        }
    }
}

/// The exact engine as judge, with a limit of effort for each question and a halt for all of them.
pub(crate) struct Exact<'a> {
    pub(crate) solver: &'a mut ExactSolver,
    pub(crate) halt: &'a Halt<'a>,
    /// Ticks for one question; `None`: as many as it needs.
    pub(crate) ticks: Option<u64>,
}

impl Exact<'_> {
    /// The proof that a puzzle is proper, or why it is not. `None` when the effort ran out.
    pub(crate) fn prove(
        &mut self,
        puzzle: &Puzzle,
    ) -> Result<Option<Result<UniquePuzzle, NotUnique>>, Stop> {
        prove(self.solver, puzzle, self.ticks, self.halt)
    }

    /// The puzzle without the clues in these cells.
    pub(crate) fn without(&mut self, puzzle: &UniquePuzzle, cells: &[Cell]) -> Result<Less, Stop> {
        without_clues(self.solver, puzzle, cells, self.ticks, self.halt)
    }

    /// Whether a proper puzzle stays proper when a cell loses its clue: `clues` is the puzzle
    /// without it. `None` when the effort ran out.
    pub(crate) fn stays_proper(
        &mut self,
        clues: &Puzzle,
        cell: Cell,
        digit: Digit,
    ) -> Result<Option<bool>, Stop> {
        let all = clues.board().digits();
        let mut sets: Vec<DigitSet> = match clues.stated_candidates() {
            Some(stated) => stated.to_vec(),
            None => vec![all; clues.board().n_cells()],
        };
        sets[cell.index()].remove(digit);
        let other = clues.restricted_to(sets).expect("there is one set for each cell");
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
    ) -> Result<bool, Stop> {
        each_solution(self.solver, puzzle, self.ticks, self.halt, found)
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
        let tool = match task.counts() {
            true => Tool::Counter(task.build_counter()?),
            false => Tool::Solver(task.build()?),
        };
        Ok(Decider { task, tool })
    }

    /// The same while a puzzle is made. Rules without guesses conclude what follows from the clues,
    /// so they cannot settle a puzzle with several solutions; on such a one `rules-human` would look
    /// through its deepest chains for minutes. The exact engine knows in microseconds.
    ///
    /// # Errors
    /// What stopped it.
    pub(crate) fn look_while_making(
        &mut self,
        solver: &mut ExactSolver,
        puzzle: &Puzzle,
        halt: &Halt<'_>,
    ) -> Result<Finding, Stop> {
        let concludes = self.task.algorithm().family == Family::Rules && !self.task.counts();
        if concludes && solver.count_within(puzzle, 2, halt)?.solutions > 1 {
            return Ok(Finding::Unknown);
        }
        self.look(puzzle, halt)
    }

    /// What it says of a puzzle, unless it is stopped. What it claims is checked; a panic is no
    /// answer.
    ///
    /// # Errors
    /// What stopped it.
    pub fn look(&mut self, puzzle: &Puzzle, halt: &Halt<'_>) -> Result<Finding, Stop> {
        halt.check()?;
        self.ask(puzzle, halt).unwrap_or_else(|_| {
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
        halt: &Halt<'_>,
    ) -> Result<Result<Finding, Stop>, TaskError> {
        let uses_seed = self.task.algorithm().promises.uses_seed;
        match &mut self.tool {
            Tool::Counter(counter) => {
                let mut count = self.task.count_with(&mut **counter, puzzle, 2, 1, halt)?;
                // A limit of the task ends the question, the halt all of them.
                if let (Some(_), Err(stop)) = (count.stopped, halt.check()) {
                    return Ok(Err(stop));
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
                    let outcome = self.task.run(&mut **solver, puzzle, repeat, None, halt)?;
                    let stopped =
                        matches!(outcome.verdict, RunVerdict::OutOfTime | RunVerdict::Cancelled);
                    if let (true, Err(stop)) = (stopped, halt.check()) {
                        return Ok(Err(stop));
                    }
                    match (outcome.verdict, outcome.solution) {
                        (RunVerdict::Impossible, _) => return Ok(Ok(Finding::None)),
                        (RunVerdict::Solved, Some(solution)) => match &first {
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
    use std::sync::atomic::AtomicBool;
    use sudolab_solvers::registry;

    const PROPER: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn algorithms_that_count_prove_and_agree_with_the_engine() {
        let proper: Puzzle = PROPER.parse().expect("a puzzle");
        let open: Puzzle =
            PROPER.replacen('5', ".", 2).replacen('3', ".", 3).parse().expect("a puzzle");
        let never = Halt::never();
        let mut solver = ExactSolver::new();
        let mut exact = Exact { solver: &mut solver, halt: &never, ticks: None };
        // The rules alone prove nothing; with guesses they are a complete search.
        let guessing = [("rules-singles", "guess=yes")];
        let plain = ["backtrack-thesis", "dlx", "fast"].map(|id| (id, ""));
        for (id, setting) in plain.into_iter().chain(guessing) {
            let algorithm = registry::find(id).expect("it is registered");
            let mut judge = Judge::new(algorithm);
            if !setting.is_empty() {
                assert!(!judge.task().counts(), "{id} without guesses");
                judge.settings.set_from(setting).expect("it has that");
            }
            let task = judge.task();
            assert!(task.counts(), "{id}");
            let mut decider = Decider::new(task).expect("defaults go together");
            for puzzle in [&proper, &open] {
                let proved = Finding::of(&exact.prove(puzzle).expect("nothing stops it"));
                assert_eq!(decider.look(puzzle, &never), Ok(proved), "{id}");
            }
        }
    }

    #[test]
    fn a_raised_flag_stops_every_judge() {
        let raised = AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        let puzzle = PROPER.parse().expect("a puzzle");
        let mut solver = ExactSolver::new();
        let mut exact = Exact { solver: &mut solver, halt: &halt, ticks: None };
        assert_eq!(exact.prove(&puzzle), Err(Stop::Cancelled));
        let algorithm = registry::find("dlx").expect("it is registered");
        let mut decider = Decider::new(Judge::new(algorithm).task()).expect("defaults");
        assert_eq!(decider.look(&puzzle, &halt), Err(Stop::Cancelled));
    }
}
