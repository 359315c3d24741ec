//! The options that subcommands share.

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ResultFormat {
    /// For people.
    #[default]
    Text,
    /// One line for each puzzle.
    Line,
    /// Comma-separated, with a header.
    Csv,
    /// One JSON object on each line.
    Json,
}

/// How explanations are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageFormat {
    /// A page with words and pictures.
    Html,
    /// The pictures alone.
    Svg,
}

/// The values of `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FormatArg {
    /// For people
    Text,
    /// One line for each puzzle
    Line,
    /// Comma-separated, with a header
    Csv,
    /// One JSON object on each line
    Json,
    /// A page with words and pictures (explain only)
    Html,
    /// The pictures alone (explain only)
    Svg,
}

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
    /// Form of the results [default: text]
    #[arg(
        long = "format",
        value_name = "FORMAT",
        value_enum,
        global = true,
        help_heading = "Common options"
    )]
    format_arg: Option<FormatArg>,

    /// The form of the results, once [`Common::settle`] has looked at the arguments.
    #[arg(skip)]
    pub format: ResultFormat,

    /// The page asked for, if one was.
    #[arg(skip)]
    pub page: Option<PageFormat>,

    /// Write results to FILE: written beside it, renamed when complete
    #[arg(long, value_name = "FILE", global = true, help_heading = "Common options")]
    pub output: Option<PathBuf>,

    /// Threads to use; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), global = true, help_heading = "Common options")]
    pub jobs: Option<u16>,

    /// Seed of everything random: same seed and version, same bytes [default: 0, or the plan's]
    #[arg(long = "seed", value_name = "N", global = true, help_heading = "Common options")]
    pub seed_arg: Option<u64>,

    /// The seed, or 0 when none was given.
    #[arg(skip)]
    pub seed: u64,

    /// Longest time for one puzzle, such as 20s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_duration, global = true, help_heading = "Common options")]
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
    /// Fills in what follows from other options: `--format` is split into what every command knows
    /// and what only explanations do.
    pub fn settle(&mut self) {
        self.seed = self.seed_arg.unwrap_or(0);
        (self.format, self.page) = match self.format_arg.unwrap_or(FormatArg::Text) {
            FormatArg::Text => (ResultFormat::Text, None),
            FormatArg::Line => (ResultFormat::Line, None),
            FormatArg::Csv => (ResultFormat::Csv, None),
            FormatArg::Json => (ResultFormat::Json, None),
            FormatArg::Html => (ResultFormat::Text, Some(PageFormat::Html)),
            FormatArg::Svg => (ResultFormat::Text, Some(PageFormat::Svg)),
        };
    }

    /// Refuses `--format` for a command that has no use for it.
    pub fn refuse_format(&self, remedy: &str) -> Result<(), Failure> {
        match self.format_arg {
            None => Ok(()),
            Some(_) => Err(Failure::Usage(format!("--format has no meaning here; {remedy}"))),
        }
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

    /// Symbols of digits above nine: 1-9A-P, 0-F or A-Y
    #[arg(long, value_name = "SYMBOLS", help_heading = "Input options")]
    pub alphabet: Option<String>,

    /// Refuse what would be read with a warning
    #[arg(long, help_heading = "Input options")]
    pub strict: bool,

    /// Accept what would be refused where a sensible reading exists
    #[arg(long, conflicts_with = "strict", help_heading = "Input options")]
    pub lenient: bool,

    /// Stop at the first record that cannot be read
    #[arg(long, help_heading = "Input options")]
    pub fail_fast: bool,
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
    pub fn task(&self, default: &str, common: &Common) -> Result<sudolab_solvers::Task, Failure> {
        let id = self.algorithm.as_deref().unwrap_or(default);
        let usage = |e: &dyn std::fmt::Display| Failure::Usage(e.to_string());
        let algorithm = sudolab_solvers::registry::find(id).map_err(|e| usage(&e))?;
        let mut settings = algorithm.defaults();
        for text in &self.set {
            settings.set_from(text).map_err(|e| usage(&format!("{id}: {e}")))?;
        }
        let budget = sudolab_solvers::Budget { ticks: None, time: common.time_limit };
        let task = sudolab_solvers::Task::new(algorithm);
        let side_by_side = algorithm.parallel == Some(sudolab_solvers::Parallel::SideBySide);
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

/// Reads a duration with its unit: `20s`, `500ms`, `2m`, `1h`; a bare number is seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "us" => 1e-6,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("{unit:?} is no unit of time; use ms, s, m or h")),
    };
    let number: f64 = number
        .trim()
        .parse()
        .map_err(|_| format!("{text:?} is no time; write it like 20s or 500ms"))?;
    Duration::try_from_secs_f64(number * seconds)
        .map_err(|_| format!("{text:?} is no time; write it like 20s or 500ms"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_carry_their_unit() {
        assert_eq!(parse_duration("20s"), Ok(Duration::from_secs(20)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        for bad in ["", "s", "20 parsecs", "-3s", "1e400s", "NaN"] {
            assert!(parse_duration(bad).is_err(), "{bad:?}");
        }
    }
}
