//! What a result file holds, as values.

use sudolab_solvers::RunVerdict;

/// How a run ended, as a row says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Ended {
    /// By a verdict of the registry.
    With(RunVerdict),
    /// The algorithm panicked; the note of the row says where.
    Panicked,
}

impl Ended {
    /// The word in the file.
    pub fn word(self) -> &'static str {
        match self {
            Ended::With(verdict) => verdict.word(),
            Ended::Panicked => "panicked",
        }
    }

    /// What a word means.
    pub fn from_word(word: &str) -> Option<Ended> {
        if word == "panicked" {
            return Some(Ended::Panicked);
        }
        RunVerdict::ALL.into_iter().find(|v| v.word() == word).map(Ended::With)
    }

    /// Whether the puzzle was solved.
    pub fn is_solved(self) -> bool {
        self == Ended::With(RunVerdict::Solved)
    }

    /// What kind of ending it is.
    pub fn class(self) -> Class {
        match self {
            Ended::With(RunVerdict::Solved) => Class::Solved,
            Ended::With(RunVerdict::Impossible) => Class::Refuted,
            Ended::With(RunVerdict::GaveUp) => Class::GaveUp,
            Ended::With(RunVerdict::OutOfTime | RunVerdict::OutOfTicks | RunVerdict::Cancelled) => {
                Class::Stopped
            }
            Ended::With(RunVerdict::Wrong) | Ended::Panicked => Class::Faulty,
        }
    }

    /// Whether the algorithm has a fault: it claimed something false, or broke.
    pub fn is_fault(self) -> bool {
        matches!(self, Ended::Panicked | Ended::With(RunVerdict::Wrong))
    }
}

/// The kinds of endings. Giving up is not running into a limit: more time would not have helped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Solved and checked.
    Solved,
    /// Said to have no solution.
    Refuted,
    /// Ended by itself without an answer.
    GaveUp,
    /// Stopped at a limit of time or ticks: it would have gone on.
    Stopped,
    /// A false claim or a panic.
    Faulty,
}

impl Class {
    /// The word in files and tables.
    pub fn word(self) -> &'static str {
        match self {
            Class::Solved => "solved",
            Class::Refuted => "refuted",
            Class::GaveUp => "gave-up",
            Class::Stopped => "stopped",
            Class::Faulty => "faulty",
        }
    }
}

/// One run.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The puzzle's number in the file, from 0.
    pub puzzle: u32,
    /// The algorithm's number in the file, from 0.
    pub algorithm: u32,
    /// The number of the repeat, from 0.
    pub repeat: u32,
    /// How it ended.
    pub ended: Ended,
    /// The algorithm's own units of work.
    pub ticks: u64,
    /// Branches of the search.
    pub guesses: u64,
    /// The lowest cost offered by a run that did not solve.
    pub best_cost: Option<f64>,
    /// CPU time of one repetition: the median of the batches.
    pub cpu_seconds: f64,
    /// Wall time of one repetition: the median of the batches.
    pub wall_seconds: f64,
    /// How many repetitions a batch had.
    pub inner: u32,
    /// What else there is known of the measurement.
    pub measured: Measured,
    /// What else there is to say, such as a panic's message, or when the best board came.
    pub note: Option<String>,
}

/// How the note of a run that did not solve begins, before the tick of its best board.
const BEST_AT: &str = "best board at tick ";

/// The note of a run whose best board came at this tick.
pub fn best_at(tick: u64) -> String {
    format!("{BEST_AT}{tick}")
}

/// How the times of a run came about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The smallest CPU time of one repetition in any batch.
    pub cpu_least: f64,
    /// The smallest wall time of one repetition in any batch.
    pub wall_least: f64,
    /// Batches the median is of.
    pub batches: u32,
    /// Batches that were thrown away because the core was taken away meanwhile, or the clocks
    /// contradicted each other.
    pub rejected: u32,
    /// How many runs of the session had begun before it.
    pub place: u64,
    /// The number of its piece of work in the session.
    pub piece: u64,
    /// When it began, in seconds since 1970; `None` when no clock told.
    pub began: Option<f64>,
    /// The core it ran on, where that is known.
    pub core: Option<u32>,
    /// How often the system took the core away while it was measured, where that is known.
    pub switches: Option<u64>,
    /// Seconds in which the host of a virtual machine ran something else on the core, since the
    /// run before, where that is known.
    pub steal: Option<f64>,
    /// The number of its host among those of the study in the order of their names, where it was
    /// read from a file.
    pub host: Option<u32>,
}

impl Row {
    /// A run that was measured once and of which nothing else is known.
    pub fn once(key: (u32, u32, u32), ended: Ended, cpu_seconds: f64, wall_seconds: f64) -> Row {
        let (puzzle, algorithm, repeat) = key;
        Row {
            puzzle,
            algorithm,
            repeat,
            ended,
            ticks: 0,
            guesses: 0,
            best_cost: None,
            cpu_seconds,
            wall_seconds,
            inner: 1,
            measured: Measured::once(cpu_seconds, wall_seconds),
            note: None,
        }
    }

    /// The tick at which a randomised run that did not solve had its best board, where its note tells.
    pub fn best_tick(&self) -> Option<u64> {
        self.note.as_deref()?.strip_prefix(BEST_AT)?.parse().ok()
    }

    /// Which run it is: puzzle, algorithm, repeat.
    pub fn key(&self) -> (u32, u32, u32) {
        (self.puzzle, self.algorithm, self.repeat)
    }
}

impl Measured {
    /// One batch, and nothing else known.
    pub fn once(cpu_seconds: f64, wall_seconds: f64) -> Measured {
        Measured {
            cpu_least: cpu_seconds,
            wall_least: wall_seconds,
            batches: 1,
            rejected: 0,
            place: 0,
            piece: 0,
            began: None,
            core: None,
            switches: None,
            steal: None,
            host: None,
        }
    }
}

/// An algorithm as the file describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlgorithmEntry {
    /// Name in tables and figures.
    pub label: String,
    /// Its id in the registry.
    pub algorithm: String,
    /// Its name in words.
    pub title: String,
    /// The group it belongs to.
    pub family: String,
    /// Settings that differ from the defaults.
    pub settings: String,
    /// Whether its runs differ by seed.
    pub uses_seed: bool,
    /// What one tick is.
    pub tick: String,
    /// Ticks that stand for the time limit, where the plan gives it some of its own.
    pub tick_limit: Option<u64>,
}

impl AlgorithmEntry {
    /// Whether it can prove that a solution is the only one, with its settings; unknown of one that
    /// is not in the registry.
    pub fn counts(&self) -> Option<bool> {
        let algorithm = sudolab_solvers::registry::find(&self.algorithm).ok()?;
        let mut settings = algorithm.defaults();
        self.settings.split_whitespace().try_for_each(|one| settings.set_from(one)).ok()?;
        Some(algorithm.counts(&settings))
    }
}

/// A puzzle as the file describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleEntry {
    /// The place of its set in the list of sets.
    pub set: usize,
    /// Its number in the set, from 1.
    pub number: usize,
    /// The puzzle on one line.
    pub line: String,
    /// The whole puzzle as text; empty in a file that did not know it.
    pub key: String,
    /// The key of the puzzle it was made from: puzzles with the same origin resemble each other,
    /// and count as one when evidence is counted.
    pub origin: String,
    /// Clues.
    pub clues: usize,
    /// Cells of the board.
    pub cells: usize,
}

/// A host and one of its cores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineEntry {
    /// The host's name; the machine that writes the file is `local`.
    pub host: String,
    /// The core; `None` when runs were not held to one.
    pub core: Option<u32>,
    /// The processor.
    pub processor: String,
    /// The system.
    pub system: String,
    /// The program: version, commit, compiler, and which engine the processor allows.
    pub build: String,
}

/// One start of the study.
#[derive(Clone, PartialEq, Debug)]
pub struct Session {
    /// The machine.
    pub machine: String,
    /// Threads.
    pub jobs: usize,
    /// The load average before it began.
    pub load: Option<f64>,
    /// When it began, in seconds since 1970.
    pub began: Option<f64>,
    /// Cores that runs were held to, one each; `None` when they were not.
    pub pinned: Option<usize>,
}

/// Everything in a result file.
#[derive(Clone, PartialEq, Debug)]
pub struct Content {
    /// The study's name.
    pub name: String,
    /// The plan's text.
    pub plan: String,
    /// The protocol in words.
    pub protocol: String,
    /// Whether the protocol is the thesis' one.
    pub is_thesis: bool,
    /// The most runs of one algorithm on one puzzle.
    pub most_runs: u32,
    /// The width below which a mean is stable, for deterministic and for randomised algorithms.
    pub bounds: (f64, f64),
    /// The seed.
    pub seed: u64,
    /// The time limit of a run, in seconds.
    pub limit: f64,
    /// The tick limit of a run.
    pub tick_limit: Option<u64>,
    /// The version that made the rows.
    pub version: String,
    /// Each start.
    pub sessions: Vec<Session>,
    /// Hosts and cores that runs happened on.
    pub machines: Vec<MachineEntry>,
    /// Names of the puzzle sets.
    pub sets: Vec<String>,
    /// The puzzles.
    pub puzzles: Vec<PuzzleEntry>,
    /// The algorithms.
    pub algorithms: Vec<AlgorithmEntry>,
    /// Generation, ratings and speed-ups, where the plan asked for them.
    pub aspects: crate::aspect::Results,
    /// The runs, by puzzle, algorithm and repeat.
    pub rows: Vec<Row>,
}
