//! Plans: what a study runs, on what, how often, within which limits.
//!
//! A plan is a small TOML file (see [`Plan::read`]). It is read completely, with every algorithm,
//! setting and puzzle, before anything runs; what does not fit is refused with its line, its key
//! and what is allowed there.

mod aspects;
mod puzzles;
mod read;
mod recipe;

pub use crate::traces::Traces;
pub use aspects::{Aspect, Aspects, Generation, SpeedUp};
pub use puzzles::{NoPuzzles, PuzzleSet, Source, SourceKind};
pub use recipe::{Recipe, RecipeBoard};

use crate::runner::Spread;
use std::fmt;
use std::time::Duration;
use sudolab_solvers::{Algorithm, Budget, Task};

/// An experiment to carry out.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its name, the title of the report.
    pub name: String,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads; all cores when nothing is said. Results do not depend on it.
    pub jobs: Option<usize>,
    /// The algorithms compared.
    pub contestants: Vec<Contestant>,
    /// Where the puzzles come from.
    pub sources: Vec<Source>,
    /// How often and how long.
    pub protocol: Protocol,
    /// What is compared besides solving.
    pub aspects: Aspects,
    /// Which runs are recorded beside the rows; a few of evolutionary algorithms when nothing is said.
    pub traces: Option<Traces>,
    /// The text it was read from.
    pub text: String,
}

/// An algorithm with its settings, under the name the report gives it.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// Name in tables and figures.
    pub label: String,
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// What the plan sets differently from the defaults.
    pub set: Vec<(String, String)>,
    /// Ticks that stand for the plan's time limit, so that the same runs end on every machine.
    pub tick_limit: Option<u64>,
}

impl Contestant {
    /// The algorithm with its default settings, under its id.
    pub fn plain(algorithm: &'static Algorithm) -> Contestant {
        Contestant { label: algorithm.id.to_owned(), algorithm, set: Vec::new(), tick_limit: None }
    }

    /// The task of its runs; a time limit counts CPU time. The settings were checked when the plan
    /// was read, so that a clash shows there and not here.
    pub fn task(&self, seed: u64, budget: Budget) -> Result<Task, sudolab_solvers::SettingError> {
        let mut settings = self.algorithm.defaults();
        for (name, value) in &self.set {
            settings.set(name, value)?;
        }
        Ok(Task::new(self.algorithm).settings(settings).budget(budget).seed(seed).limit_cpu())
    }

    /// The settings as `name=value`, separated by blanks.
    pub fn settings_text(&self) -> String {
        let words: Vec<String> = self.set.iter().map(|(n, v)| format!("{n}={v}")).collect();
        words.join(" ")
    }
}

/// How often each algorithm runs on each puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Protocol {
    /// When enough runs were made.
    pub repeats: Repeats,
    /// The longest a run may take.
    pub time_limit: Duration,
    /// The most ticks a run may take; unlike a time limit it ends a run at the same point on
    /// every machine.
    pub tick_limit: Option<u64>,
}

/// When enough runs of one algorithm on one puzzle were made.
#[derive(Clone, Debug, PartialEq)]
pub enum Repeats {
    /// After so many.
    Fixed {
        /// Runs.
        runs: u32,
    },
    /// When the 95 % bootstrap interval of the mean time is narrow (Berggren & Nilsson 2012,
    /// section 3.3): the named default of the thesis.
    Thesis {
        /// At least so many runs.
        least: u32,
        /// At most so many; a puzzle whose interval is still wide then is unstable.
        most: u32,
        /// What has to be narrow: the mean's interval, or the times themselves.
        spread: Spread,
        /// Width that is narrow enough, in seconds.
        bound: f64,
        /// The same for algorithms that use randomness.
        bound_stochastic: f64,
        /// CPU seconds that the runs of one algorithm on one puzzle may take together; a puzzle
        /// whose interval is still wide then is unstable too. The thesis has no such limit: a
        /// hundred runs of almost 20 s take half an hour.
        patience: Option<f64>,
    },
}

/// How many times the time limit a run may take whose ticks stand for that limit.
const GUARD: u32 = 10;

impl Protocol {
    /// What a single run of an algorithm may spend. Where ticks of its own stand for the time limit,
    /// the clock only guards against a machine that is far slower than the one they were counted on.
    pub fn budget(&self, contestant: &Contestant) -> Budget {
        match contestant.tick_limit {
            None => Budget { ticks: self.tick_limit, time: Some(self.time_limit) },
            Some(ticks) => {
                Budget { ticks: Some(ticks), time: Some(self.time_limit.saturating_mul(GUARD)) }
            }
        }
    }

    /// The protocol in a sentence.
    pub fn in_words(&self) -> String {
        let limit = self.time_limit.as_secs_f64();
        let ticks = match self.tick_limit {
            Some(ticks) => format!(" and {ticks} ticks"),
            None => String::new(),
        };
        match &self.repeats {
            Repeats::Fixed { runs } => format!(
                "fixed: {runs} run{} of every algorithm on every puzzle, at most {limit} s of CPU time{ticks} each",
                if *runs == 1 { "" } else { "s" }
            ),
            Repeats::Thesis { least, most, spread, bound, bound_stochastic, patience } => format!(
                "thesis: {least} to {most} runs of every algorithm on every puzzle, until {} is narrower than {bound} s ({bound_stochastic} s for algorithms that use randomness), at most {limit} s of CPU time{ticks} each{}",
                match spread {
                    Spread::Mean => "the 95 % bootstrap interval of the mean CPU time",
                    Spread::Times => "the span of the middle 95 % of the CPU times",
                },
                match patience {
                    Some(seconds) => format!(" and {seconds} s together"),
                    None => String::new(),
                }
            ),
        }
    }
}

/// Why a plan is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanError {
    /// The file, or the name of the built-in plan.
    pub file: String,
    /// Line and column, from 1.
    pub place: Option<(usize, usize)>,
    /// The key, such as `puzzles[2].take`.
    pub key: String,
    /// What is wrong, and what is allowed.
    pub message: String,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some((line, column)) = self.place {
            write!(f, ", line {line}, column {column}")?;
        }
        if !self.key.is_empty() {
            write!(f, ", {}", self.key)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// The protocol in a sentence, and which algorithms ticks of their own end.
    pub fn protocol_in_words(&self) -> String {
        let protocol = self.protocol.in_words();
        match self.contestants.iter().filter(|c| c.tick_limit.is_some()).count() {
            0 => protocol,
            n if n == self.contestants.len() => {
                format!("{protocol}, counted in ticks of each algorithm that stand for it")
            }
            n => format!(
                "{protocol}, counted for {n} of the {} algorithms in ticks that stand for it",
                self.contestants.len()
            ),
        }
    }

    /// Everything that decides which rows come out, as text: two plans with the same identity and
    /// the same puzzles are the same study.
    pub fn identity(&self) -> String {
        use std::fmt::Write;
        let mut text = format!("seed {}\nprotocol {:?}\n", self.seed, self.protocol);
        for c in &self.contestants {
            let _ = write!(text, "algorithm {:?} {} {:?}", c.label, c.algorithm.id, c.set);
            let _ = match c.tick_limit {
                Some(ticks) => writeln!(text, " {ticks} ticks"),
                None => writeln!(text),
            };
        }
        if !self.aspects.is_empty() {
            let _ = writeln!(text, "aspects {:?}", self.aspects);
        }
        text
    }
}
