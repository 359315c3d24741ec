//! One timed run.
//!
//! A run of a microsecond is shorter than the clock is exact, and its first pass pays for cold
//! caches, so algorithms that do the same work every time are repeated until the work takes
//! [`LONG_ENOUGH`], and the row holds the mean. The repetitions call the solver alone, all within
//! one [`Run`]: checking the answer, which the first pass did, is not the algorithm's time, and
//! neither is making a run or the first looks at its clock, a quarter of a microsecond together.

use super::clock::Moment;
use crate::store::{Ended, Row};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use sudolab_grid::Puzzle;
use sudolab_grid::random::Random;
use sudolab_solvers::{Budget, Run, Solver, Task, Verdict};

/// Runs below this many seconds are repeated. A run of two microseconds may take twenty when its
/// code and data come from memory, so the first pass alone does not tell short runs from others.
pub(crate) const SHORT: f64 = 50e-6;
/// The repetitions together take about this many seconds.
pub(crate) const LONG_ENOUGH: f64 = 200e-6;

/// A task with the solver that carries it out, for one thread.
pub struct Bench<'a> {
    task: &'a Task,
    budget: Budget,
    solver: Option<Box<dyn Solver>>,
    cancel: &'a AtomicBool,
}

impl<'a> Bench<'a> {
    /// A bench whose solver is made when it is first needed.
    pub fn new(task: &'a Task, budget: Budget, cancel: &'a AtomicBool) -> Bench<'a> {
        Bench { task, budget, solver: None, cancel }
    }

    /// Runs once and measures; `None` when the run was cancelled.
    pub fn run(&mut self, puzzle: &Puzzle, repeat: u32) -> Option<Row> {
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            None => match self.warmed_up(puzzle) {
                Ok(solver) => solver,
                Err(note) => return Some(panicked(repeat, (0.0, 0.0), note)),
            },
        };
        let start = Moment::now();
        let (task, cancel) = (self.task, self.cancel);
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            task.run(&mut *solver, puzzle, u64::from(repeat), None, Some(cancel))
        }));
        let (cpu, wall) = start.elapsed();
        // A solver that panicked may be in any state and is not used again.
        let outcome = match outcome {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => return Some(panicked(repeat, (cpu, wall), error.to_string())),
            Err(panic) => return Some(panicked(repeat, (cpu, wall), message(&*panic))),
        };
        if outcome.verdict == Verdict::Cancelled {
            return None;
        }
        let mut row = Row {
            puzzle: 0,
            algorithm: 0,
            repeat,
            ended: Ended::With(outcome.verdict),
            ticks: outcome.ticks,
            guesses: outcome.guesses,
            best_cost: outcome.best.map(|b| b.cost).filter(|c| c.is_finite()),
            cpu_seconds: cpu,
            wall_seconds: wall,
            inner: 1,
            note: None,
        };
        let timed_out = outcome.verdict == Verdict::OutOfTime;
        if cpu < SHORT && !timed_out && !self.task.algorithm().promises.uses_seed {
            self.repeat_inside(&mut *solver, puzzle, &mut row);
        }
        self.solver = Some(solver);
        Some(row)
    }

    fn repeat_inside(&self, solver: &mut dyn Solver, puzzle: &Puzzle, row: &mut Row) {
        // The first pass has shown that it ends without any limit, and that soon; one that the
        // limit on ticks ended has to end there each time.
        let stopped = row.ended == Ended::With(Verdict::OutOfTicks);
        let budget = if stopped { self.budget } else { Budget { ticks: None, time: None } };
        let mut repeat = |n: u32| {
            catch_unwind(AssertUnwindSafe(|| {
                let start = Moment::now();
                let mut run = Run::new(budget, Random::new(0));
                for _ in 0..n {
                    if stopped {
                        run = Run::new(budget, Random::new(0));
                    }
                    let answer = solver.solve(std::hint::black_box(puzzle), &mut run);
                    let _ = std::hint::black_box(answer);
                }
                start.elapsed()
            }))
        };
        // A second round corrects the number of repetitions when the first pass was slow.
        let mut guess = row.cpu_seconds;
        for _ in 0..2 {
            let n = (LONG_ENOUGH / guess.max(0.1e-6)).ceil().clamp(2.0, 1000.0) as u32;
            let Ok((cpu, wall)) = repeat(n) else { return };
            guess = cpu / f64::from(n);
            row.cpu_seconds = guess;
            row.wall_seconds = wall / f64::from(n);
            row.inner = n;
            if cpu > LONG_ENOUGH / 2.0 {
                return;
            }
        }
    }

    /// A solver that has run once, briefly and unmeasured, so that the first measured run does not
    /// pay for tables built on first use and cold caches.
    fn warmed_up(&self, puzzle: &Puzzle) -> Result<Box<dyn Solver>, String> {
        const BRIEFLY: std::time::Duration = std::time::Duration::from_millis(5);
        let brief = Budget {
            time: Some(self.budget.time.map_or(BRIEFLY, |t| t.min(BRIEFLY))),
            ..self.budget
        };
        let warm = self.task.clone().budget(brief);
        let build = || self.task.build().map_err(|e| e.to_string());
        let mut solver = build()?;
        let ran = catch_unwind(AssertUnwindSafe(|| {
            warm.run(&mut *solver, puzzle, u64::MAX, None, Some(self.cancel))
        }));
        // A panic or an error will come again where it is measured, with a solver of its own.
        if matches!(ran, Ok(Ok(_))) { Ok(solver) } else { build() }
    }
}

fn panicked(repeat: u32, (cpu_seconds, wall_seconds): (f64, f64), note: String) -> Row {
    Row {
        puzzle: 0,
        algorithm: 0,
        repeat,
        ended: Ended::Panicked,
        ticks: 0,
        guesses: 0,
        best_cost: None,
        cpu_seconds,
        wall_seconds,
        inner: 1,
        note: Some(note),
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no message".to_owned())
}
