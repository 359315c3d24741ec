//! The options that subcommands share.

use crate::failure::Failure;
use crate::interrupt;
use crate::proving::Proving;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use sudolab::system_clock::SYSTEM;
use sudolab::{Budget, Halt, Task, registry, solvers};

/// Whether output is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ColorChoice {
    /// When it goes to a terminal, and NO_COLOR is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Options of every subcommand.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// Write results to FILE: written beside it, renamed when complete
    #[arg(short, long, value_name = "FILE", global = true, help_heading = "Common options")]
    pub output: Option<PathBuf>,

    /// Threads to use; results do not depend on it [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), allow_negative_numbers = true, global = true, help_heading = "Common options")]
    pub jobs: Option<u16>,

    /// Seed of everything random: same seed and version, same bytes [default: 0, or the plan's]
    #[arg(
        long = "seed",
        value_name = "N",
        allow_negative_numbers = true,
        global = true,
        help_heading = "Common options"
    )]
    pub seed_arg: Option<u64>,

    /// The seed, or 0 when none was given.
    #[arg(skip)]
    pub seed: u64,

    /// Longest time for one puzzle, such as 20s, 500ms or 2m: time on the wall; in study and bench
    /// CPU time of the run
    #[arg(long, value_name = "TIME", value_parser = sudolab::system_clock::duration::parse, allow_hyphen_values = true, global = true, help_heading = "Common options")]
    pub time_limit: Option<Duration>,

    /// When to colour
    #[arg(
        long,
        value_enum,
        default_value = "auto",
        global = true,
        help_heading = "Common options"
    )]
    pub color: ColorChoice,

    /// No messages but errors, no progress
    #[arg(short, long, global = true, help_heading = "Common options")]
    pub quiet: bool,

    /// More messages; twice for more still
    #[arg(short, long, action = clap::ArgAction::Count, global = true, help_heading = "Common options")]
    pub verbose: u8,
}

impl Common {
    /// Fills in what follows from other options.
    pub fn settle(&mut self) {
        self.seed = self.seed_arg.unwrap_or(0);
    }

    /// Without a limit: the clock of the system and the interrupt. The time of one puzzle is a
    /// [`RecordTime`](crate::record_time::RecordTime).
    pub fn interrupt(&self) -> Halt<'static> {
        Halt::never().timed_by(&SYSTEM).cancelled_by(interrupt::flag())
    }

    /// The number of threads.
    pub fn n_jobs(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(all, usize::from)
    }
}

/// Where puzzles come from and how they are read.
#[derive(Args, Clone, Debug)]
pub struct Input {
    /// Puzzles, or files of puzzles; `-` or nothing reads standard input
    #[arg(value_name = "PUZZLE|FILE")]
    pub puzzles: Vec<String>,

    /// Format of the input, instead of finding it out (see `sudolab convert --list`)
    #[arg(long, value_name = "FORMAT", help_heading = "Input options")]
    pub from: Option<String>,

    /// Shape of a box, rows x columns, such as 3x2 or 2x5
    #[arg(long = "box", value_name = "RxC", help_heading = "Input options")]
    pub box_shape: Option<String>,

    /// Regions of the puzzles, where they tell none: a file or a map, one symbol for each cell
    #[arg(long, value_name = "MAP", conflicts_with = "box_shape", help_heading = "Input options")]
    pub regions: Option<String>,

    /// Rules that every puzzle has besides its own: a file with one on each line, or one rule such
    /// as 'jump 1 2' (see docs/rules.md)
    #[arg(long, value_name = "FILE|RULE", help_heading = "Input options")]
    pub rules: Vec<String>,

    /// Symbols of digits above nine: 1-9A-P, 0-F or A-Y
    #[arg(long, value_name = "SYMBOLS", help_heading = "Input options")]
    pub alphabet: Option<String>,

    /// Refuse what would be read with a warning
    #[arg(long, help_heading = "Input options")]
    pub strict: bool,

    /// Answer although something that may be a rule was not understood, and say so
    #[arg(long, conflicts_with = "strict", help_heading = "Input options")]
    pub lenient: bool,

    /// Stop at the first record that cannot be read
    #[arg(long, help_heading = "Input options")]
    pub fail_fast: bool,

    /// Certificates to be written on the way.
    #[arg(skip)]
    pub proving: Option<Proving>,
}

impl Input {
    /// The same input, certified on the way.
    pub fn proving(&self, proving: Option<Proving>) -> Input {
        Input { proving, ..self.clone() }
    }
}

/// An algorithm and its settings.
#[derive(Args, Clone, Debug)]
pub struct AlgorithmArgs {
    /// The algorithm, by its id (see `sudolab algorithms`)
    #[arg(long, value_name = "ID")]
    pub algorithm: Option<String>,

    /// A parameter of the algorithm; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,

    /// Independent runs of a stochastic algorithm on each puzzle; the one with the fewest ticks
    /// counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub lanes: u16,
}

impl AlgorithmArgs {
    /// The task these options describe; the default algorithm when none is named.
    pub fn task(&self, default: &str, common: &Common) -> Result<Task, Failure> {
        let id = self.algorithm.as_deref().unwrap_or(default);
        let usage = |e: &dyn std::fmt::Display| Failure::Usage(e.to_string());
        let algorithm = registry::find(id).map_err(|e| usage(&e))?;
        let mut settings = algorithm.defaults();
        for text in &self.set {
            settings.set_from(text).map_err(|e| usage(&format!("{id}: {e}")))?;
        }
        let budget = Budget { ticks: None, time: common.time_limit };
        let task = Task::new(algorithm);
        let side_by_side = algorithm.parallel == Some(solvers::Parallel::SideBySide);
        if self.lanes > 1 && !side_by_side {
            return Err(usage(&format!(
                "{id} has no runs to put side by side; leave out --lanes, or use a stochastic algorithm such as annealing"
            )));
        }
        // Always said, so that what comes out does not depend on --jobs.
        let task = task.lanes(usize::from(self.lanes));
        let task = task.settings(settings).budget(budget).seed(common.seed);
        task.build().map_err(|e| usage(&format!("{id}: {e}")))?;
        Ok(task)
    }
}
