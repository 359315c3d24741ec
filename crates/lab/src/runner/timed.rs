//! One timed run.
//!
//! The first pass is checked and gives the row; [`batches`](super::batches) repeats it for its
//! time. Every repetition does the same work: an algorithm that uses randomness gets the same
//! stream again. The repetitions call the solver alone: checking the answer, which the first pass
//! did, is not the algorithm's time. Where nothing is drawn they are all within one [`Run`], since
//! making one and its first looks at the clock take a quarter of a microsecond together.

use super::batches::{self, Lap};
use super::clock::{CHARGED, Moment};
use crate::machine::involuntary_switches;
use crate::store::{self, Ended, Measured, Row};
use std::panic::{AssertUnwindSafe, catch_unwind};
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;
use sudolab_solvers::{Budget, Run, RunVerdict, Solver, Task};

/// A task with the solver that carries it out, for one thread.
pub struct Bench<'a> {
    task: &'a Task,
    budget: Budget,
    solver: Option<Box<dyn Solver>>,
    halt: Halt<'a>,
}

impl<'a> Bench<'a> {
    /// A bench whose solver is made when it is first needed.
    pub fn new(task: &'a Task, budget: Budget, halt: &'a Halt<'a>) -> Bench<'a> {
        let halt = Halt::under(halt).timed_by(&CHARGED);
        Bench { task, budget, solver: None, halt }
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
        let (task, halt) = (self.task, &self.halt);
        let switched = involuntary_switches();
        let start = Moment::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            task.run(&mut *solver, puzzle, u64::from(repeat), None, halt)
        }));
        let (cpu, wall) = start.elapsed();
        let first = Lap { cpu, wall, switches: since(switched) };
        // A solver that panicked may be in any state and is not used again.
        let outcome = match outcome {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => return Some(panicked(repeat, (cpu, wall), error.to_string())),
            Err(panic) => return Some(panicked(repeat, (cpu, wall), message(&*panic))),
        };
        // What the halt of the whole study ended says nothing about the algorithm.
        if outcome.verdict == RunVerdict::Cancelled || self.halt.check().is_err() {
            return None;
        }
        let key = (0, 0, repeat);
        let drawn = self.task.algorithm().promises.uses_seed;
        let best_at = outcome.best.as_ref().filter(|best| drawn && best.cost.is_finite());
        let mut row = Row {
            ticks: outcome.ticks,
            guesses: outcome.guesses,
            note: best_at.map(|best| store::best_at(best.tick)),
            best_cost: outcome.best.map(|b| b.cost).filter(|c| c.is_finite()),
            ..Row::once(key, Ended::With(outcome.verdict), cpu, wall)
        };
        row.measured.switches = first.switches;
        // A run that the clock ended would end somewhere else each time.
        if outcome.verdict != RunVerdict::OutOfTime {
            self.repeat_inside(&mut *solver, puzzle, first, &mut row);
        }
        self.solver = Some(solver);
        Some(row)
    }

    fn repeat_inside(&self, solver: &mut dyn Solver, puzzle: &Puzzle, first: Lap, row: &mut Row) {
        // The first pass has shown that it ends without any limit, and that soon; one that the
        // limit on ticks ended has to end there each time.
        let stopped = row.ended == Ended::With(RunVerdict::OutOfTicks);
        let tick_limit = self.budget.ticks.filter(|_| stopped);
        let afresh = stopped || self.task.algorithm().promises.uses_seed;
        let stream = self.task.randomness(puzzle, row.repeat.into());
        let timing = batches::time(first, |n| {
            let ran = catch_unwind(AssertUnwindSafe(|| {
                let switched = involuntary_switches();
                let start = Moment::now();
                let halt = Halt::never();
                let mut run = Run::new(&halt, tick_limit, stream.clone());
                for _ in 0..n {
                    if afresh {
                        run = Run::new(&halt, tick_limit, stream.clone());
                    }
                    let answer = solver.solve(std::hint::black_box(puzzle), &mut run);
                    let _ = std::hint::black_box(answer);
                }
                let (cpu, wall) = start.elapsed();
                Lap { cpu, wall, switches: since(switched) }
            }));
            ran.ok()
        });
        (row.cpu_seconds, row.wall_seconds, row.inner) = (timing.cpu, timing.wall, timing.inner);
        row.measured = Measured {
            cpu_least: timing.cpu_least,
            wall_least: timing.wall_least,
            batches: timing.batches,
            rejected: timing.rejected,
            switches: timing.switches,
            ..row.measured
        };
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
            warm.run(&mut *solver, puzzle, u64::MAX, None, &self.halt)
        }));
        // A panic or an error will come again where it is measured, with a solver of its own.
        if matches!(ran, Ok(Ok(_))) { Ok(solver) } else { build() }
    }
}

/// How often the core was taken away since then.
fn since(then: Option<u64>) -> Option<u64> {
    then.zip(involuntary_switches()).map(|(then, now)| now.saturating_sub(then))
}

fn panicked(repeat: u32, (cpu_seconds, wall_seconds): (f64, f64), note: String) -> Row {
    let row = Row::once((0, 0, repeat), Ended::Panicked, cpu_seconds, wall_seconds);
    Row { note: Some(note), ..row }
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
        let never = Halt::never();
        let bench = Bench::new(&task, Budget::UNLIMITED, &never);
        let (mut solver, mut row) = (Drawer(Vec::new()), panicked(3, (1e-6, 1e-6), String::new()));
        row.ended = Ended::With(RunVerdict::GaveUp);
        let first = Lap { cpu: 1e-6, wall: 1e-6, switches: None };
        bench.repeat_inside(&mut solver, &puzzle, first, &mut row);
        let first = task.randomness(&puzzle, 3).below(1 << 30);
        assert!(row.inner > 1 && solver.0.len() >= row.inner as usize);
        assert!(solver.0.iter().all(|&drawn| drawn == first));
        assert_ne!(first, task.randomness(&puzzle, 4).below(1 << 30));
    }
}
