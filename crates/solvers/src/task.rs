//! One algorithm on one puzzle, from settings to checked outcome.

mod lanes;

use crate::side_by_side::{self, Arrival};
use crate::{
    Algorithm, Answer, Budget, Observer, Outcome, Run, RunVerdict, SettingError, Settings,
};
use crate::{Batch, Counter, Event, Found, NotAccepted, Parallel, Solver, Stop, Wanted};
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use sudolab_exact::split::Hands;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_grid::{Grid, Puzzle, Solution};

/// An algorithm with its settings, budget and seed: everything a run needs but the puzzle.
#[derive(Clone, Debug)]
pub struct Task {
    algorithm: &'static Algorithm,
    settings: Settings,
    budget: Budget,
    seed: u64,
    threads: usize,
    hands: Option<Arc<Hands>>,
    lanes: Option<usize>,
    by_cpu: bool,
}

/// Lanes of a run with several threads, where nothing else is said.
const LANES: usize = 4;

/// Why a task cannot be carried out at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskError {
    /// The algorithm does not work on the puzzle.
    NotAccepted(NotAccepted),
    /// The settings do not go together.
    Setting(SettingError),
    /// The algorithm cannot visit every solution.
    CannotCount(&'static str),
    /// There is a time limit and no clock to measure it.
    NoClock,
    /// The algorithm panicked: a defect in it.
    Panicked {
        /// The algorithm.
        algorithm: &'static str,
        /// What the panic said.
        message: String,
    },
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::NotAccepted(error) => error.fmt(f),
            TaskError::Setting(error) => error.fmt(f),
            TaskError::CannotCount(algorithm) => write!(
                f,
                "{algorithm} cannot prove how many solutions there are; use an exact algorithm such as fast"
            ),
            TaskError::NoClock => f.write_str(
                "the time limit cannot be kept without a clock; hand one in with the halt, or limit ticks instead",
            ),
            TaskError::Panicked { algorithm, message } => write!(
                f,
                "{algorithm} failed by a defect of its own ({message}); another algorithm may do, and we would like to hear of it"
            ),
        }
    }
}

impl std::error::Error for TaskError {}

impl From<NotAccepted> for TaskError {
    fn from(error: NotAccepted) -> TaskError {
        TaskError::NotAccepted(error)
    }
}

impl From<SettingError> for TaskError {
    fn from(error: SettingError) -> TaskError {
        TaskError::Setting(error)
    }
}

/// What counting came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskCount {
    /// Solutions found.
    pub solutions: u64,
    /// Whether there are certainly no more.
    pub complete: bool,
    /// The limit that ended the search, if one did.
    pub stopped: Option<Stop>,
    /// The first solutions, as many as were asked for.
    pub first: Vec<Solution>,
    /// A claimed solution was no solution.
    pub wrong: bool,
    /// The algorithm's own units of work.
    pub ticks: u64,
    /// Branches of the search.
    pub guesses: u64,
    /// Wall time by the halt's clock; zero without one.
    pub elapsed: Duration,
}

impl Task {
    /// The algorithm with its default settings, no limit, seed 0.
    pub fn new(algorithm: &'static Algorithm) -> Task {
        Task {
            algorithm,
            settings: algorithm.defaults(),
            budget: Budget::UNLIMITED,
            seed: 0,
            threads: 1,
            hands: None,
            lanes: None,
            by_cpu: false,
        }
    }

    /// With a parameter set.
    pub fn set(mut self, name: &str, value: &str) -> Result<Task, SettingError> {
        self.settings.set(name, value)?;
        Ok(self)
    }

    /// With other settings.
    pub fn settings(mut self, settings: Settings) -> Task {
        self.settings = settings;
        self
    }

    /// With a budget for each puzzle.
    pub fn budget(mut self, budget: Budget) -> Task {
        self.budget = budget;
        self
    }

    /// With a seed. The stream of a run also depends on algorithm, puzzle and repeat.
    pub fn seed(mut self, seed: u64) -> Task {
        self.seed = seed;
        self
    }

    /// With so many threads for each puzzle, where the algorithm can use them
    /// ([`Algorithm::parallel`]). With 1 it is the ordinary solver. Where a search is split nothing but
    /// the time depends on it; where lanes run side by side, two or more threads run four lanes
    /// unless [`Task::lanes`] says otherwise, and the outcome depends on the number of lanes alone.
    pub fn threads(mut self, threads: usize) -> Task {
        self.threads = threads.max(1);
        self
    }

    /// With threads to borrow, as long as they are free, for each puzzle: several tasks may share
    /// them. Unlike [`Task::threads`] this never changes how many lanes there are.
    pub fn hands(mut self, hands: Arc<Hands>) -> Task {
        self.hands = Some(hands);
        self
    }

    /// With so many independent runs of each puzzle side by side, if the algorithm has that form
    /// ([`Parallel::SideBySide`]): the one that needs the fewest ticks counts. Budgets hold for
    /// each of them.
    pub fn lanes(mut self, lanes: usize) -> Task {
        self.lanes = Some(lanes.max(1));
        self
    }

    /// With the time limit counted in CPU time of the run's thread, so that other work on the
    /// machine does not change how a run ends ([`Halt::within_cpu`]). A run with several threads
    /// or lanes goes by wall time all the same.
    pub fn limit_cpu(mut self) -> Task {
        self.by_cpu = true;
        self
    }

    fn n_lanes(&self) -> usize {
        match (self.algorithm.parallel, self.lanes) {
            (Some(Parallel::SideBySide), Some(lanes)) => lanes,
            (Some(Parallel::SideBySide), None) if self.threads > 1 => LANES,
            _ => 1,
        }
    }

    /// The value of each parameter by name.
    pub fn set_values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.settings.iter().map(|(parameter, value)| (parameter.name, value))
    }

    /// The algorithm.
    pub fn algorithm(&self) -> &'static Algorithm {
        self.algorithm
    }

    /// Makes the solver, to be used for any number of puzzles with [`Task::run`].
    pub fn build(&self) -> Result<Box<dyn Solver>, SettingError> {
        (self.algorithm.build)(&self.settings)
    }

    /// Solves one puzzle.
    pub fn solve(&self, puzzle: &Puzzle, halt: &Halt<'_>) -> Result<Outcome, TaskError> {
        self.run(&mut *self.build()?, puzzle, 0, None, halt)
    }

    /// Solves one puzzle with a solver made by [`Task::build`], as the given repeat, watched by an
    /// observer if there is one. The halt stops it no later than the task's own limits do, and its
    /// clock measures them.
    pub fn run(
        &self,
        solver: &mut dyn Solver,
        puzzle: &Puzzle,
        repeat: u64,
        observer: Option<&mut dyn Observer>,
        halt: &Halt<'_>,
    ) -> Result<Outcome, TaskError> {
        self.algorithm.accepts(puzzle)?;
        if self.n_lanes() > 1 {
            return self.run_lanes(puzzle, repeat, observer, halt);
        }
        let own = self.limits(halt)?;
        // For as long as the run lasts.
        let observer = observer.map(|o| -> &mut dyn Observer { o });
        let mut run = self.start(puzzle, repeat, observer, &own);
        run.show(puzzle.clues().values());
        let answer = self.guarded(|| solver.solve(puzzle, &mut run))?;
        let (ticks, guesses, best, elapsed, trail) = run.finish();
        let arrival = Arrival { answer, ticks, guesses, best, trail };
        let outcome = self.outcome(puzzle, arrival, elapsed);
        if let Some(solution) = &outcome.solution {
            run.tell(|| Event::Solved(solution.grid()));
        }
        Ok(outcome)
    }

    /// Runs an algorithm; a panic becomes an error.
    fn guarded<R>(&self, work: impl FnOnce() -> R) -> Result<R, TaskError> {
        // Whoever gets the error has no use for the solver's memory.
        catch_unwind(AssertUnwindSafe(work)).map_err(|panic| TaskError::Panicked {
            algorithm: self.algorithm.id,
            message: side_by_side::panic_message(&*panic),
        })
    }

    /// Checks what an algorithm claims.
    fn outcome(&self, puzzle: &Puzzle, arrival: Arrival, elapsed: Duration) -> Outcome {
        let Arrival { answer, ticks, guesses, best, trail } = arrival;
        let (verdict, solution) = match answer {
            Ok(Answer::Solved(grid)) => match Solution::check(puzzle, grid) {
                Ok(solution) => (RunVerdict::Solved, Some(solution)),
                Err(_) => (RunVerdict::Wrong, None),
            },
            Ok(Answer::Impossible) if self.algorithm.promises.proves_impossible => {
                (RunVerdict::Impossible, None)
            }
            Ok(Answer::Impossible) => (RunVerdict::Wrong, None),
            Ok(Answer::GaveUp) => (RunVerdict::GaveUp, None),
            Err(Stop::Ticks) => (RunVerdict::OutOfTicks, None),
            Err(Stop::Time) => (RunVerdict::OutOfTime, None),
            Err(Stop::Cancelled) => (RunVerdict::Cancelled, None),
        };
        let best = if solution.is_some() { None } else { best };
        Outcome { verdict, solution, ticks, guesses, best, elapsed, trail }
    }

    /// Counts solutions up to a limit and keeps the first `keep` of them.
    pub fn count(
        &self,
        puzzle: &Puzzle,
        limit: u64,
        keep: usize,
        halt: &Halt<'_>,
    ) -> Result<TaskCount, TaskError> {
        self.count_with(&mut *self.build_counter()?, puzzle, limit, keep, halt)
    }

    /// Whether it visits every solution with its settings, and so can count them.
    pub fn counts(&self) -> bool {
        self.algorithm.counts(&self.settings)
    }

    /// Makes the counter, to be used for any number of puzzles with [`Task::count_with`].
    pub fn build_counter(&self) -> Result<Box<dyn Counter>, TaskError> {
        let build = self.algorithm.build_counter;
        Ok(build.ok_or(TaskError::CannotCount(self.algorithm.id))?(&self.settings)?)
    }

    /// Makes the batch form, if plain 9x9 puzzles may be handed over together. The task's limits do
    /// not hold for it: it is stopped by the halt it is given.
    pub fn build_batch(&self) -> Option<Box<dyn Batch>> {
        self.algorithm.build_batch()?(&self.settings).ok()
    }

    /// Counts with a counter made by [`Task::build_counter`].
    pub fn count_with(
        &self,
        counter: &mut dyn Counter,
        puzzle: &Puzzle,
        limit: u64,
        keep: usize,
        halt: &Halt<'_>,
    ) -> Result<TaskCount, TaskError> {
        self.algorithm.accepts(puzzle)?;
        let own = self.limits(halt)?;
        let mut run = self.start(puzzle, 0, None, &own);
        let mut count = TaskCount {
            solutions: 0,
            complete: false,
            stopped: None,
            first: Vec::new(),
            wrong: false,
            ticks: 0,
            guesses: 0,
            elapsed: Duration::ZERO,
        };
        let mut found = Found::default();
        let wanted = Wanted { limit, keep };
        let ended = self.guarded(|| counter.count(puzzle, &mut run, wanted, &mut found))?;
        count.solutions = found.solutions;
        for grid in found.first {
            match Solution::check(puzzle, grid) {
                Ok(solution) => count.first.push(solution),
                Err(_) => count.wrong = true,
            }
        }
        match ended {
            Ok(()) => count.complete = count.solutions < limit,
            Err(stop) => count.stopped = Some(stop),
        }
        (count.ticks, count.guesses, _, count.elapsed, _) = run.finish();
        Ok(count)
    }

    /// Hands each solution over as it is found, checked, until there are `limit` or `found` breaks
    /// off; whether there is one more is looked for too. The count holds no solution.
    pub fn each_with(
        &self,
        counter: &mut dyn Counter,
        puzzle: &Puzzle,
        limit: u64,
        halt: &Halt<'_>,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<TaskCount, TaskError> {
        self.algorithm.accepts(puzzle)?;
        let own = self.limits(halt)?;
        let mut run = self.start(puzzle, 0, None, &own);
        let (mut solutions, mut wrong, mut broken) = (0, false, false);
        let mut each = |grid: &Grid| {
            solutions += 1;
            if solutions > limit {
                return ControlFlow::Break(());
            }
            let flow = match Solution::check(puzzle, grid.clone()) {
                Ok(solution) => found(solution),
                Err(_) => {
                    wrong = true;
                    ControlFlow::Break(())
                }
            };
            broken |= flow.is_break();
            flow
        };
        let ended = self.guarded(|| counter.each_solution(puzzle, &mut run, &mut each))?;
        let (ticks, guesses, _, elapsed, _) = run.finish();
        Ok(TaskCount {
            solutions,
            complete: ended.is_ok() && !broken && solutions <= limit,
            stopped: ended.err(),
            first: Vec::new(),
            wrong,
            ticks,
            guesses,
            elapsed,
        })
    }

    /// The task's own limits under those of the caller, from now on.
    fn limits<'a>(&self, halt: &'a Halt<'a>) -> Result<Halt<'a>, TaskError> {
        let own = Halt::under(halt);
        let Some(length) = self.budget.time else { return Ok(own) };
        let clock = halt.clock().ok_or(TaskError::NoClock)?;
        let is_alone = self.threads == 1 && self.hands.is_none() && self.n_lanes() == 1;
        Ok(match self.by_cpu && is_alone {
            true => own.within_cpu(length, clock),
            false => own.within(length, clock),
        })
    }

    fn start<'a>(
        &self,
        puzzle: &Puzzle,
        repeat: u64,
        observer: Option<&'a mut dyn Observer>,
        halt: &'a Halt<'a>,
    ) -> Run<'a> {
        let mut run = Run::new(halt, self.budget.ticks, self.stream(puzzle, repeat, 0));
        if let Some(observer) = observer {
            run = run.observed_by(observer);
        }
        match (&self.hands, self.algorithm.parallel) {
            (_, None) => run,
            (Some(hands), _) => run.with_hands(hands.clone()),
            (None, _) => run.with_threads(self.threads),
        }
    }

    /// What [`Task::run`] draws from for a puzzle and repeat.
    pub fn randomness(&self, puzzle: &Puzzle, repeat: u64) -> Random {
        self.stream(puzzle, repeat, 0)
    }

    /// The randomness of a lane.
    fn stream(&self, puzzle: &Puzzle, repeat: u64, lane: usize) -> Random {
        // Deterministic algorithms draw nothing, so the line need not be written for them.
        if !self.algorithm.promises.uses_seed {
            return Random::new(self.seed);
        }
        let mut name = puzzle.seed_text();
        if lane > 0 {
            name.push_str(&format!(" lane {lane}"));
        }
        Random::for_run(self.seed, self.algorithm.id, &name, repeat)
    }
}
