//! The Sudoku laboratory as a library.
//!
//! A puzzle is read from text; the verbs say what there is to know about it.
//!
//! ```
//! use sudolab::{Halt, Order, Profile, Puzzle, Verdict};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = text.parse()?;
//! let halt = Halt::never();
//! match sudolab::check(&puzzle, &halt)? {
//!     Verdict::Unique(proper) => {
//!         println!("{}", sudolab::rate(&proper, Profile::Explainer, &halt)?);
//!         for step in sudolab::explain(&proper, Order::Human, &halt)? {
//!             println!("{}", step?.text());
//!         }
//!     }
//!     Verdict::Several { differ_in, .. } => println!("two solutions differ in {differ_in}"),
//!     Verdict::Impossible(why) => println!("{why}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The tour
//!
//! | to | call | and get |
//! |---|---|---|
//! | find the solution | [`solve`] | an [`Answer`] that says what was proved |
//! | know whether it is proper | [`check`] | a [`Verdict`], with the proper puzzle in it |
//! | count solutions | [`count`], [`true_candidates`] | how many, and whether these are all |
//! | know how hard it is | [`rate`] | a [`Rating`] by one of five [profiles](Profile) |
//! | see it solved | [`explain`] | an iterator of [steps](Told) with their reasons |
//! | the same on any board, with any rules | [`explain_anywhere`], [`hint_anywhere`] | fewer techniques, and an [effort](logic::general::Effort) |
//! | be helped | [`hint`], [`hint_of`], [`all_hints`], [`all_hints_of`] | the next step or every one, or what is wrong |
//! | have new puzzles | [`generate`], [`Commission`] | an iterator of [puzzles](Made) to order |
//! | change a puzzle | [`ease`], [`minimize`], [`transform`] | another puzzle |
//! | complete a timetable | [`timetable`](timetable()) | the table with its [trail](TrailStep), or what clashes |
//! | print puzzles | [`print`](print()) | a book, as PDF or SVG |
//! | compare algorithms | [`study`](study()) | rows, statistics and a report |
//! | know how fast they are | [`throughput`](throughput()) | puzzles in a second, with their spread |
//!
//! Verbs that need a proper puzzle take a [`UniquePuzzle`], which only a proof can make, so nothing
//! is proved twice. Everything that may take long borrows a [`Halt`]: it carries limits, the clock
//! that measures them and a flag to cancel, and [`Halt::never`] lets the work go on to its end.
//! All types can be sent to other threads.
//!
//! # Any algorithm
//!
//! The verbs use the exact engine. Every algorithm of the [`registry`] solves through a [`Task`]:
//!
//! ```
//! # #[cfg(feature = "clock")] {
//! use std::time::Duration;
//! use sudolab::{Budget, Puzzle, Task, registry, solvers, system_clock};
//!
//! let puzzle: Puzzle =
//!     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
//! let task = Task::new(registry::find("boltzmann")?)
//!     .seed(7)
//!     .budget(Budget::time(Duration::from_secs(20)));
//! let outcome = task.solve(&puzzle, &system_clock::unlimited())?;
//! assert_eq!(outcome.verdict, solvers::RunVerdict::Solved); // and re-checked
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many puzzles
//!
//! [`in_order`] spreads work over threads and keeps the order of the input. For 9x9 puzzles by the
//! million hand blocks of them to the batch engine in [`exact::nine::batch`].
//!
//! # Rooms and features
//!
//! | room | holds |
//! |---|---|
//! | [`grid`] | boards, puzzles, solutions, formats, isomorphs, randomness |
//! | [`exact`] | the complete solver, engines for batches and single puzzles |
//! | [`logic`] | human techniques, steps, ratings |
//! | [`solvers`] | the registry of algorithms |
//! | [`workshop`] | what [`generate`] is made of |
//!
//! Features, all on by default: `clock` (limits by the system's clock), `threads`, `lab` (studies),
//! `parquet` and `print`. Without them the library uses no clock, no threads and no files: what would
//! run on several threads runs on the calling one, with the same results.
#![forbid(unsafe_code)]

mod anywhere;
mod cells;
mod check;
mod commission;
mod count;
mod explain;
mod generate;
mod hint;
#[cfg(feature = "threads")]
pub mod in_order;
#[cfg(feature = "print")]
mod print;
mod rate;
mod remake;
mod solve;
#[cfg(feature = "lab")]
mod study;
#[cfg(feature = "lab")]
mod throughput;
mod timetable;
mod transform;

#[cfg(feature = "clock")]
pub use sudolab_clock as system_clock;
pub use sudolab_exact as exact;
pub use sudolab_generate as workshop;
pub use sudolab_grid as grid;
#[cfg(feature = "lab")]
pub use sudolab_lab as lab;
pub use sudolab_logic as logic;
#[cfg(feature = "print")]
pub use sudolab_print as sheets;
pub use sudolab_solvers as solvers;

pub use sudolab_exact::{Answer, ExactSolver, NotUnique, TwoSolutions, UniquePuzzle};
pub use sudolab_generate::{ClueSymmetry, EaseError, Judge, Made, Method, Rejected, Variant};
pub use sudolab_grid::halt::{Clock, Halt, Stop};
pub use sudolab_grid::{
    Board, Canonical, Cell, CellSet, Digit, DigitSet, Grid, House, Isomorph, Puzzle, Solution,
    Symmetry, Timetable, TimetableError, formats,
};
pub use sudolab_logic::hint::Order;
pub use sudolab_logic::path::End;
pub use sudolab_solvers::{Budget, Outcome, Task, registry};

pub use anywhere::{
    AllAnywhere, HintedAnywhere, NotTold, StepsAnywhere, ToldAnywhere, WrongAnywhere,
    all_hints_anywhere, explain_anywhere, explain_proper_anywhere, hint_anywhere, is_classic,
};
pub use cells::NamedCells;
pub use check::{Impossible, Verdict, check, check_with, redundant_clues};
pub use commission::{Commission, Patience};
pub use count::{CountEnd, Counted, count, count_heard, true_candidates};
pub use explain::{Improper, NotExplained, Steps, Told, explain, explain_any};
pub use generate::{GaveUp, Generate, GenerateEnd, Tally, generate};
#[cfg(feature = "threads")]
pub use generate::{Making, generate_on};
pub use hint::{
    Advice, AllAdvice, Hinted, NoStep, NotHinted, Wrong, all_hints, all_hints_of, all_hints_with,
    hint, hint_of, hint_with,
};
#[cfg(feature = "print")]
pub use print::print;
pub use rate::{NotRated, Profile, Raters, Rating, Used, rate};
pub use remake::{ease, minimize};
pub use solve::{Listed, More, SolveReport, Solved, Solving, solve};
#[cfg(feature = "lab")]
pub use study::{Studied, Study, StudyError, StudyProgress, carry_out, study, write_report};
#[cfg(feature = "lab")]
pub use throughput::{
    AnswerKind, Measuring, NotMeasured, Span, Throughput, ThroughputProgress, throughput,
};
pub use timetable::{
    BookingReason, Clashing, Completed, Held, Timetabled, TrailStep, Why, timetable,
};
pub use transform::{NotTransformed, Relabel, Transform, Transformed, transform};
