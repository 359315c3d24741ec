//! How many puzzles algorithms solve in a second, measured as a study measures: warmed up, several
//! passes in turn, each thread on a physical core of its own, wall and CPU time.
//!
//! A pass goes through the set as often as it takes to last a fifth of a second. The contenders take
//! turns, so that a machine that slows down hits all of them alike.
//!
//! ```text
//! contender   an algorithm with a solver for each thread, one puzzle at a time or many together
//! ```

mod contender;

use contender::Contender;
use std::fmt;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_lab::machine;
pub use sudolab_lab::pass::Span;
use sudolab_solvers::{Task, TaskError};

/// How a throughput is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measuring {
    threads: usize,
    passes: u16,
}

impl Default for Measuring {
    /// Five passes, with one thread on each physical core.
    fn default() -> Measuring {
        Measuring { threads: machine::measuring_jobs(), passes: 5 }
    }
}

impl Measuring {
    /// On so many threads.
    pub fn threads(mut self, threads: usize) -> Measuring {
        self.threads = threads.max(1);
        self
    }

    /// With so many measured passes of each algorithm, after one that warms up.
    pub fn passes(mut self, passes: u16) -> Measuring {
        self.passes = passes.max(1);
        self
    }
}

/// What the answers of an algorithm are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerKind {
    /// A proof that the solution is the only one.
    Proof,
    /// The first solution found.
    First,
}

/// What was measured of one algorithm over a set of puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct Throughput {
    /// The name it was handed in with.
    pub name: String,
    /// What each answer is.
    pub answer: AnswerKind,
    /// How many puzzles a thread is handed together.
    pub batch: usize,
    /// On how many threads.
    pub threads: usize,
    /// How many passes were measured.
    pub passes: usize,
    /// Puzzles of the set.
    pub puzzles: usize,
    /// How many of them were solved.
    pub solved: usize,
    /// How many of them without a branch.
    pub without_guess: usize,
    /// Branches of the search over the set.
    pub guesses: u64,
    /// The algorithm's own units of work over the set.
    pub ticks: u64,
    /// Puzzles in a second on the wall.
    pub rate: Span,
    /// Seconds of CPU time for one puzzle: the median of the passes.
    pub cpu_per_puzzle: f64,
}

impl Throughput {
    /// Passes that differ by more than this factor are worth a word.
    pub const AGREE: f64 = 1.25;

    /// How many times as fast the fastest pass is as the slowest.
    pub fn disagreement(&self) -> f64 {
        self.rate.high / self.rate.low.max(1e-9)
    }
}

/// How far a measurement is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThroughputProgress<'a> {
    /// A pass of this algorithm begins.
    Turn(&'a str),
    /// So many more puzzles of its set are done.
    Puzzles(u64),
}

/// Why nothing was measured.
#[derive(Debug)]
pub enum NotMeasured {
    /// There is no puzzle to measure with.
    NoPuzzle,
    /// It cannot work on one of the puzzles, or not with its settings.
    Refused {
        /// The algorithm by the name it was handed in with.
        name: String,
        /// Why.
        error: TaskError,
    },
    /// It works on plain 9x9 puzzles only, and there are others.
    OnlyNine(String),
    /// It panicked.
    Panicked(String),
    /// The halt stopped it.
    Stopped(Stop),
}

impl fmt::Display for NotMeasured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMeasured::NoPuzzle => f.write_str("there is no puzzle to measure with"),
            NotMeasured::Refused { name, error } => write!(f, "{name}: {error}"),
            NotMeasured::OnlyNine(name) => {
                write!(f, "{name}: it works on plain 9x9 puzzles; use fast-general for others")
            }
            NotMeasured::Panicked(name) => write!(f, "{name} failed; please report this"),
            NotMeasured::Stopped(stop) => write!(f, "stopped: {stop}"),
        }
    }
}

impl std::error::Error for NotMeasured {}

/// Measures tasks, each with a name, over puzzles. Progress is told from the measuring threads.
///
/// ```
/// use sudolab::{Halt, Measuring, Puzzle, Task, registry, throughput};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let tasks = [("dlx".to_owned(), Task::new(registry::find("dlx")?))];
/// let how = Measuring::default().threads(1).passes(1);
/// let measured = throughput(&tasks, &[puzzle], &how, &Halt::never(), &|_| {})?;
/// assert_eq!(measured[0].solved, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no puzzle, when an algorithm refuses one or fails, or when the halt stops it.
pub fn throughput(
    tasks: &[(String, Task)],
    puzzles: &[Puzzle],
    how: &Measuring,
    halt: &Halt<'_>,
    tell: &(dyn Fn(ThroughputProgress<'_>) + Sync),
) -> Result<Vec<Throughput>, NotMeasured> {
    if puzzles.is_empty() {
        return Err(NotMeasured::NoPuzzle);
    }
    let cores = machine::cores_for(how.threads);
    let at = contender::Place { puzzles, cores: cores.as_deref(), halt };
    let mut contenders = Vec::new();
    for (name, task) in tasks {
        let mut contender = Contender::new(name, task, puzzles, how.threads)?;
        contender.warm_up(&at)?;
        contenders.push(contender);
    }
    for _ in 0..how.passes {
        for contender in &mut contenders {
            contender.pass(&at, tell)?;
        }
    }
    Ok(contenders.iter().map(|contender| contender.measured(how.threads)).collect())
}
