//! One timed run.
//!
//! A run of a microsecond is shorter than the clock is exact, and its first pass pays for cold
//! caches, so short runs are repeated until the work takes [`LONG_ENOUGH`], and the row holds the
//! mean. Every repetition does the same work: an algorithm that uses randomness gets the same
//! stream again. The repetitions call the solver alone: checking the answer, which the first pass
//! did, is not the algorithm's time. Where nothing is drawn they are all within one [`Run`], since
//! making one and its first looks at the clock take a quarter of a microsecond together.

use super::clock::Moment;
use crate::store::{Ended, Row};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use sudolab_grid::Puzzle;
use sudolab_solvers::{Budget, Run, Solver, Task, Verdict};

/// Runs below this many seconds are repeated. A run of two microseconds may take twenty when its
/// code and data come from memory, and seventy when the system takes the core away meanwhile, so
/// the first pass alone does not tell short runs from others.
pub(crate) const SHORT: f64 = LONG_ENOUGH;
/// Repetitions after which caches and branch predictor know the puzzle: without them, a run of a
/// microsecond comes out 1 to 2 % longer (`examples/overhead.rs`, median of 11 turns).
const FEW: f64 = 16.0;
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
        if cpu < SHORT && !timed_out {
            self.repeat_inside(&mut *solver, puzzle, &mut row);
        }
        self.solver = Some(solver);
        Some(row)
    }

    fn repeat_inside(&self, solver: &mut dyn Solver, puzzle: &Puzzle, row: &mut Row) {
        // The first pass has shown that it ends without any limit, and that soon; one that the
        // limit on ticks ended has to end there each time.
        let stopped = row.ended == Ended::With(Verdict::OutOfTicks);
        let budget = if stopped { self.budget } else { Budget::UNLIMITED };
        let afresh = stopped || self.task.algorithm().promises.uses_seed;
        let stream = self.task.randomness(puzzle, row.repeat.into());
        let mut repeat = |n: u32| {
            catch_unwind(AssertUnwindSafe(|| {
                let start = Moment::now();
                let mut run = Run::new(budget, stream.clone());
                for _ in 0..n {
                    if afresh {
                        run = Run::new(budget, stream.clone());
                    }
                    let answer = solver.solve(std::hint::black_box(puzzle), &mut run);
                    let _ = std::hint::black_box(answer);
                }
                start.elapsed()
            }))
        };
        // The first pass was slow, so its guess asks for too few repetitions. A first round of a
        // few gives a better one and warms up; if it took some time, it counts.
        let (mut guess, mut cpu_seconds, mut wall_seconds, mut done) =
            (row.cpu_seconds, 0.0, 0.0, 0);
        for most in [FEW, 2000.0, 2000.0] {
            if cpu_seconds < LONG_ENOUGH / 5.0 {
                (cpu_seconds, wall_seconds, done) = (0.0, 0.0, 0);
            }
            let missing = LONG_ENOUGH - cpu_seconds;
            let n = (missing / guess.max(0.1e-6)).ceil().clamp(2.0, most) as u32;
            let Ok((cpu, wall)) = repeat(n) else { return };
            (cpu_seconds, wall_seconds, done) = (cpu_seconds + cpu, wall_seconds + wall, done + n);
            guess = cpu / f64::from(n);
            if cpu_seconds > 0.8 * LONG_ENOUGH {
                break;
            }
        }
        row.cpu_seconds = cpu_seconds / f64::from(done);
        row.wall_seconds = wall_seconds / f64::from(done);
        row.inner = done;
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

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_solvers::{Answer, Stop, registry};

    /// Notes what it draws first.
    struct Drawer(Vec<u32>);

    impl Solver for Drawer {
        fn solve(&mut self, _: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
            self.0.push(run.random().below(1 << 30));
            Ok(Answer::GaveUp)
        }
    }

    #[test]
    fn every_repetition_of_a_run_draws_the_same() {
        let task = Task::new(registry::find("annealing").expect("it is registered")).seed(9);
        let puzzle: Puzzle = ".".repeat(81).parse().expect("an empty grid");
        let never = AtomicBool::new(false);
        let bench = Bench::new(&task, Budget::UNLIMITED, &never);
        let (mut solver, mut row) = (Drawer(Vec::new()), panicked(3, (1e-6, 1e-6), String::new()));
        row.ended = Ended::With(Verdict::GaveUp);
        bench.repeat_inside(&mut solver, &puzzle, &mut row);
        let first = task.randomness(&puzzle, 3).below(1 << 30);
        assert!(row.inner > 1 && solver.0.len() >= row.inner as usize);
        assert!(solver.0.iter().all(|&drawn| drawn == first));
        assert_ne!(first, task.randomness(&puzzle, 4).below(1 << 30));
    }
}
