//! Algorithms compared.

use std::fmt;
use std::path::{Path, PathBuf};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_lab::aspect;
use sudolab_lab::plan::{NoPuzzles, Plan, PlanError, PuzzleSet};
use sudolab_lab::report::{NotWritten, Report, Written};
use sudolab_lab::runner::{self, Finish, Progress};
use sudolab_lab::store::{self, Store, StoreError};
use sudolab_lab::traces;

/// Where a study lives and how it is carried out.
#[derive(Clone, Debug)]
pub struct Study {
    folder: PathBuf,
    jobs: usize,
}

impl Study {
    /// A study in a folder, on one thread. The folder is made; a study that is there already is
    /// gone on with.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Study {
        Study { folder: folder.into(), jobs: 1 }
    }

    /// On so many threads.
    pub fn jobs(mut self, jobs: usize) -> Study {
        self.jobs = jobs.max(1);
        self
    }
}

/// How far a study is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StudyProgress {
    /// Among its runs.
    Runs(Progress),
    /// Among the pieces of another aspect, such as generation.
    Aspect {
        /// Its word.
        word: &'static str,
        /// Pieces done.
        done: usize,
        /// Pieces in all.
        total: usize,
    },
}

/// What came out of a study.
#[derive(Debug)]
pub struct Studied {
    /// Whether it came to its end.
    pub finish: Finish,
    /// Runs with a false claim or a panic.
    pub faults: usize,
    /// The report and its files, when it came to its end.
    pub report: Option<(Report, Written)>,
}

impl Studied {
    /// The answer in a few sentences; nothing before it came to its end.
    pub fn answer(&self) -> Vec<String> {
        self.report.as_ref().map_or_else(Vec::new, |(report, _)| report.answer())
    }
}

/// Why there is no study.
#[derive(Debug)]
pub enum StudyError {
    /// The plan, or the puzzles it names, cannot be used.
    Plan(PlanError),
    /// The result file cannot be used.
    Store(StoreError),
    /// The halt stopped the report; the rows are kept.
    Stopped(Stop),
    /// The report cannot be written.
    Report {
        /// Into this folder.
        folder: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyError::Plan(error) => error.fmt(f),
            StudyError::Store(error) => error.fmt(f),
            StudyError::Stopped(stop) => write!(f, "the report was not written: {stop}"),
            StudyError::Report { folder, error } => {
                write!(f, "cannot write the report into {}: {error}", folder.display())
            }
        }
    }
}

impl std::error::Error for StudyError {}

impl From<PlanError> for StudyError {
    fn from(error: PlanError) -> StudyError {
        StudyError::Plan(error)
    }
}

impl From<StoreError> for StudyError {
    fn from(error: StoreError) -> StudyError {
        match error {
            StoreError::Stopped(stop) => StudyError::Stopped(stop),
            error => StudyError::Store(error),
        }
    }
}

/// Carries a plan out, or goes on with it, and writes the report. What the halt stops keeps every run
/// that had ended, and the same call goes on with it.
///
/// ```
/// use sudolab::lab::plan::Plan;
/// use sudolab::{Halt, Study, study};
///
/// let plan = Plan::read(
///     r#"
///     name = "a first look"
///     algorithms = ["rules-thesis", "dlx"]
///     [[puzzles]]
///     builtin = "royle17-400"
///     take = 2
///     [protocol]
///     kind = "fixed"
///     runs = 1
///     time_limit = "5s"
///     "#,
///     "the example",
/// )?;
/// let folder = tempfile::tempdir()?;
/// let studied = study(&plan, &Study::in_folder(folder.path()), &Halt::never(), &mut |_| {})?;
/// println!("{}", studied.answer().join("\n"));
/// assert!(folder.path().join("report.html").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When plan, result file or report cannot be used.
pub fn study(
    plan: &Plan,
    how: &Study,
    halt: &Halt<'_>,
    tell: &mut dyn FnMut(StudyProgress),
) -> Result<Studied, StudyError> {
    let sets = match plan.puzzles(Path::new("."), halt) {
        Ok(sets) => sets,
        Err(NoPuzzles::Refused(error)) => return Err(error.into()),
        Err(NoPuzzles::Stopped(_)) => {
            return Ok(Studied { finish: Finish::Cancelled, faults: 0, report: None });
        }
    };
    let (finish, faults) = carry_out(plan, &sets, how, halt, tell)?;
    if finish == Finish::Cancelled {
        return Ok(Studied { finish, faults, report: None });
    }
    match write_report(&how.folder, halt) {
        Ok(report) => Ok(Studied { finish, faults, report: Some(report) }),
        Err(StudyError::Stopped(_)) => {
            Ok(Studied { finish: Finish::Cancelled, faults, report: None })
        }
        Err(error) => Err(error),
    }
}

/// Carries a plan out on puzzles that were read before, without writing the report: how it ended,
/// and runs with a false claim or a panic.
///
/// # Errors
/// When the result file cannot be used.
pub fn carry_out(
    plan: &Plan,
    sets: &[PuzzleSet],
    how: &Study,
    halt: &Halt<'_>,
    tell: &mut dyn FnMut(StudyProgress),
) -> Result<(Finish, usize), StoreError> {
    let mut store = Store::open(&how.folder, plan, sets, how.jobs)?;
    let mut faults = 0;
    let mut finish = runner::run(plan, sets, &mut store, how.jobs, halt, &mut |progress| {
        faults = progress.faults;
        tell(StudyProgress::Runs(*progress));
    })?;
    if finish == Finish::Complete {
        finish = aspect::run(plan, sets, &mut store, how.jobs, halt, &mut |word, done, total| {
            tell(StudyProgress::Aspect { word, done, total });
        })?;
    }
    store.close()?;
    if finish == Finish::Complete {
        finish = traces::keep(plan, sets, &how.folder, halt, &mut |done, total| {
            tell(StudyProgress::Aspect { word: "traces", done, total });
        })
        .map_err(|error| StoreError::Traces(how.folder.display().to_string(), error.to_string()))?;
    }
    Ok((finish, faults))
}

/// Writes the report of the study in a folder; the same rows give the same bytes.
///
/// # Errors
/// When the result file cannot be read, the report not be written, or the halt stops it.
pub fn write_report(folder: &Path, halt: &Halt<'_>) -> Result<(Report, Written), StudyError> {
    let content = store::read_within(folder, halt)?;
    let report = Report::within(&content, halt).map_err(StudyError::Stopped)?.with_traces(folder);
    match report.write(folder, halt) {
        Ok(written) => Ok((report, written)),
        Err(NotWritten::Stopped(stop)) => Err(StudyError::Stopped(stop)),
        Err(NotWritten::File(error)) => {
            Err(StudyError::Report { folder: folder.to_owned(), error })
        }
    }
}
