//! The algorithms: one trait, one run that owns limits and counting, one registry.
//!
//! An [`Algorithm`] is an entry of the [`registry`]; it builds a [`Solver`], which owns its idea
//! and nothing else. The [`Run`] owns budget, ticks, randomness, best-so-far and observer. What
//! comes back is an [`Outcome`] whose claimed solution has been checked against the puzzle.
//!
//! ```
//! use sudolab_solvers::{registry, Budget, Task, Verdict};
//!
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let algorithm = registry::find("backtrack-thesis")?;
//! let outcome = Task::new(algorithm).budget(Budget::ticks(100_000)).solve(&puzzle)?;
//! assert_eq!(outcome.verdict, Verdict::Solved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This room knows no statistics, prints nothing, and no algorithm in it reads the clock.
#![forbid(unsafe_code)]

mod algorithm;
mod budget;
mod cpu_time;
mod in_step;
mod observer;
mod outcome;
pub mod registry;
mod run;
mod settings;
mod side_by_side;
mod task;

pub mod continuous;
pub mod effort;
pub mod evolution;
pub mod exact_search;
pub mod rules;
pub mod stochastic;

pub use algorithm::{
    Algorithm, Answer, Boards, Build, Counter, Family, Found, Parallel, Promises, Solver, Wanted,
};
pub use budget::{Budget, Stop};
pub use observer::{Event, Observer};
pub use outcome::{Best, Outcome, Verdict};
pub use run::Run;
pub use settings::{Kind, Parameter, SettingError, Settings};
pub use task::{Count, Task, TaskError};
