//! What is the solution?

use std::ops::ControlFlow;
use std::time::Duration;
use sudolab_exact::{Answer, Conflicts, ExactSolver};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{Puzzle, Solution};
use sudolab_solvers::{Best, Counter, Outcome, RunVerdict, Solver, Task, TaskCount, TaskError};

/// Solves a puzzle with the exact engine, which also finds out whether there is another solution.
///
/// ```
/// use sudolab::{Answer, Halt, Puzzle, solve};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// match solve(&puzzle, &Halt::never())? {
///     Answer::Unique(proper) => println!("{}", proper.solution()),
///     Answer::Several(two) => println!("{} is one of several", two.first),
///     Answer::Unproved { first, stop } => println!("{first}, and perhaps others: {stop}"),
///     Answer::None => println!("no solution"),
///     Answer::Conflict(why) => println!("{why}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For many puzzles on several threads see [`crate::in_order`], for an algorithm of the registry
/// [`Solving`].
///
/// # Errors
/// What stopped it before any solution was found.
pub fn solve(puzzle: &Puzzle, halt: &Halt<'_>) -> Result<Answer, Stop> {
    ExactSolver::kept(|solver| solver.answer_within(puzzle, halt)).map(|answered| answered.answer)
}

/// How an algorithm ended on a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub enum Solved {
    /// Solved, and there is no other solution.
    Unique(Solution),
    /// Solved by an algorithm that does not look for another solution.
    First(Solution),
    /// Solved; the search for another solution was stopped.
    Unproved {
        /// The solution.
        first: Solution,
        /// What stopped the search.
        stop: Stop,
    },
    /// There is more than one solution.
    Several(Solution),
    /// Proved to have no solution.
    None,
    /// The clues break a rule.
    Conflict(Conflicts),
    /// The algorithm could go no further.
    GaveUp,
    /// It was stopped.
    Stopped(Stop),
    /// The algorithm claimed something false.
    Wrong,
}

impl Solved {
    /// A puzzle that has no solution, and perhaps clues that break a rule.
    pub fn without_solution(puzzle: &Puzzle) -> Solved {
        Conflicts::of(puzzle).map_or(Solved::None, Solved::Conflict)
    }

    /// A solution, if there is one.
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Solved::Unique(solution) | Solved::First(solution) | Solved::Several(solution) => {
                Some(solution)
            }
            Solved::Unproved { first, .. } => Some(first),
            _ => None,
        }
    }
}

/// An algorithm's result with what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveReport {
    /// How it ended.
    pub solved: Solved,
    /// Branches of the search.
    pub guesses: u64,
    /// The algorithm's own units of work.
    pub ticks: u64,
    /// Time on the wall, by the halt's clock.
    pub elapsed: Duration,
    /// Lines of the audit trail, for algorithms that keep one.
    pub trail: Vec<String>,
    /// The best board of a run that did not solve, where the algorithm offered one.
    pub best: Option<Best>,
}

impl SolveReport {
    /// What one run of an algorithm on a puzzle came to.
    pub fn of_run(puzzle: &Puzzle, outcome: Outcome) -> SolveReport {
        first(puzzle, outcome)
    }

    /// A result that cost nothing.
    pub fn without_work(solved: Solved) -> SolveReport {
        SolveReport {
            solved,
            guesses: 0,
            ticks: 0,
            elapsed: Duration::ZERO,
            trail: Vec::new(),
            best: None,
        }
    }
}

/// Several solutions of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// The first of them, each once.
    pub solutions: Vec<Solution>,
    /// Whether there are more than these: known or taken to be since the caller broke off, known
    /// not, or not known since it was stopped.
    pub more: More,
    /// Whether the algorithm claimed something false.
    pub wrong: bool,
    /// Branches of the search.
    pub guesses: u64,
    /// The algorithm's own units of work.
    pub ticks: u64,
    /// Time on the wall, by the halt's clock.
    pub elapsed: Duration,
}

/// Whether there are more solutions than those listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum More {
    /// There are.
    Yes,
    /// There are none.
    No,
    /// It was stopped.
    Unknown(Stop),
}

/// An algorithm at work on puzzles, one after the other; keep one for many.
///
/// ```
/// use sudolab::{Halt, Solved, Solving, Task, registry};
///
/// let task = Task::new(registry::find("backtrack-thesis")?);
/// let mut solving = Solving::new(task)?;
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let report = solving.solve(&puzzle, &Halt::never())?;
/// assert!(matches!(report.solved, Solved::First(_)));
/// assert_eq!(report.guesses, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solving {
    task: Task,
    tool: Tool,
}

enum Tool {
    /// Proves uniqueness: first solution and proof come from one search.
    Prover(Box<dyn Counter>),
    Solver(Box<dyn Solver>),
}

impl Solving {
    /// The algorithm, settings and limits of a task.
    ///
    /// # Errors
    /// When its settings do not go together.
    pub fn new(task: Task) -> Result<Solving, TaskError> {
        let tool = if task.algorithm().promises.proves_unique {
            Tool::Prover(task.build_counter()?)
        } else {
            Tool::Solver(task.build()?)
        };
        Ok(Solving { task, tool })
    }

    /// What it does.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Solves a puzzle. An algorithm that proves uniqueness says whether there is another solution;
    /// the others stop at the first they find.
    ///
    /// # Errors
    /// When the algorithm does not take the puzzle.
    pub fn solve(&mut self, puzzle: &Puzzle, halt: &Halt<'_>) -> Result<SolveReport, TaskError> {
        if let Some(conflicts) = Conflicts::of(puzzle) {
            return Ok(SolveReport::without_work(Solved::Conflict(conflicts)));
        }
        match &mut self.tool {
            Tool::Prover(counter) => {
                let count = self.task.count_with(&mut **counter, puzzle, 2, 1, halt)?;
                Ok(proved(puzzle, count))
            }
            Tool::Solver(solver) => {
                let outcome = self.task.run(&mut **solver, puzzle, 0, None, halt)?;
                Ok(first(puzzle, outcome))
            }
        }
    }

    /// Lists up to so many solutions of a puzzle, all held in memory.
    ///
    /// # Errors
    /// When the algorithm does not take the puzzle, or cannot visit every solution.
    pub fn list(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        halt: &Halt<'_>,
    ) -> Result<Listed, TaskError> {
        let mut solutions = Vec::new();
        let mut listed = self.each(puzzle, limit, halt, &mut |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })?;
        listed.solutions = solutions;
        Ok(listed)
    }

    /// Hands up to so many solutions of a puzzle over, each as it is found, until `found` breaks
    /// off. The list that comes back is what is known at the end, without the solutions.
    ///
    /// # Errors
    /// When the algorithm does not take the puzzle, or cannot visit every solution.
    pub fn each(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        halt: &Halt<'_>,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Listed, TaskError> {
        let count = match &mut self.tool {
            Tool::Prover(counter) => {
                self.task.each_with(&mut **counter, puzzle, limit, halt, found)?
            }
            Tool::Solver(_) => {
                let mut counter = self.task.build_counter()?;
                self.task.each_with(&mut *counter, puzzle, limit, halt, found)?
            }
        };
        let more = match count.stopped {
            Some(stop) => More::Unknown(stop),
            None if count.complete => More::No,
            None => More::Yes,
        };
        Ok(Listed {
            more,
            wrong: count.wrong,
            guesses: count.guesses,
            ticks: count.ticks,
            elapsed: count.elapsed,
            solutions: Vec::new(),
        })
    }
}

fn proved(puzzle: &Puzzle, mut count: TaskCount) -> SolveReport {
    let found = count.first.pop();
    let solved = match (found, count.stopped) {
        _ if count.wrong => Solved::Wrong,
        (Some(first), _) if count.solutions > 1 => Solved::Several(first),
        (Some(first), Some(stop)) => Solved::Unproved { first, stop },
        (Some(first), None) => Solved::Unique(first),
        (None, Some(stop)) => Solved::Stopped(stop),
        (None, None) => Solved::without_solution(puzzle),
    };
    SolveReport {
        solved,
        guesses: count.guesses,
        ticks: count.ticks,
        elapsed: count.elapsed,
        trail: Vec::new(),
        best: None,
    }
}

fn first(puzzle: &Puzzle, outcome: Outcome) -> SolveReport {
    let solved = match (outcome.verdict, outcome.solution) {
        (RunVerdict::Solved, Some(solution)) => Solved::First(solution),
        (RunVerdict::Impossible, _) => Solved::without_solution(puzzle),
        (RunVerdict::GaveUp, _) => Solved::GaveUp,
        (RunVerdict::OutOfTicks, _) => Solved::Stopped(Stop::Ticks),
        (RunVerdict::OutOfTime, _) => Solved::Stopped(Stop::Time),
        (RunVerdict::Cancelled, _) => Solved::Stopped(Stop::Cancelled),
        (RunVerdict::Wrong | RunVerdict::Solved, _) => Solved::Wrong,
    };
    SolveReport {
        solved,
        guesses: outcome.guesses,
        ticks: outcome.ticks,
        elapsed: outcome.elapsed,
        trail: outcome.trail,
        best: outcome.best,
    }
}
