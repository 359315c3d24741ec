//! The algorithms: one trait, one run that owns limits and counting, one registry.
//!
//! An [`Algorithm`] is an entry of the [`registry`]; it builds a [`Solver`], which owns its idea
//! and nothing else. The [`Run`] owns budget, ticks, randomness, best-so-far and observer. What
//! comes back is an [`Outcome`] whose claimed solution has been checked against the puzzle.
//!
//! ```
//! use sudolab_solvers::{registry, Budget, Halt, RunVerdict, Task};
//!
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let algorithm = registry::find("backtrack-thesis")?;
//! let outcome = Task::new(algorithm).budget(Budget::ticks(100_000)).solve(&puzzle, &Halt::never())?;
//! assert_eq!(outcome.verdict, RunVerdict::Solved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Time limits and cancelling travel as one borrowed [`Halt`], which also brings the clock:
//!
//! ```
//! # use sudolab_solvers::{registry, Budget, Halt, RunVerdict, Task};
//! # use sudolab_grid::halt::HandClock;
//! # use std::time::Duration;
//! # let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let clock = HandClock::new(); // the program's own clock goes here
//! let halt = Halt::never().timed_by(&clock);
//! let task = Task::new(registry::find("dlx")?).budget(Budget::time(Duration::from_secs(20)));
//! assert_eq!(task.solve(&puzzle, &halt)?.verdict, RunVerdict::Solved);
//! assert!(task.solve(&puzzle, &Halt::never()).is_err(), "there is no clock to measure the limit");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This room knows no statistics, prints nothing, and reads no clock of its own.
#![forbid(unsafe_code)]

mod algorithm;
mod budget;
mod in_step;
mod observer;
mod outcome;
pub mod registry;
mod run;
mod settings;
mod side_by_side;
mod task;
#[cfg(feature = "threads")]
mod turns;

pub mod continuous;
pub mod effort;
pub mod evolution;
pub mod exact_search;
mod fault;
mod field;
pub mod rules;
pub mod stochastic;

pub use algorithm::{
    Algorithm, Answer, Batch, Boards, Build, Bulk, Counter, Family, Found, NotAccepted, Parallel,
    Promises, Solver, Wanted,
};
pub use budget::Budget;
pub use fault::Fault;
pub use observer::{Clash, Event, Fate, Instruction, Observer, Program};
pub use outcome::{Best, Outcome, RunVerdict};
pub use run::Run;
pub use settings::{Parameter, ParameterKind, SettingError, Settings};
pub use sudolab_grid::halt::{Halt, Stop};
pub use task::{Task, TaskCount, TaskError};
