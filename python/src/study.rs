//! Studies: a plan, its result file, its report, and the pieces that other machines carry out.

use crate::attend::{Progress, beside, beside_own, detached};
use crate::failure::Failure;
use crate::own::{Functions, Told as Own};
use crate::parcel;
use crate::table::Table;
use arrow_array::ArrayRef;
use arrow_array::builder::{Float64Builder, Int64Builder, LargeStringBuilder};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use sudolab::lab::builtin::BuiltinPlan;
use sudolab::lab::machine::{self, Machine};
use sudolab::lab::plan::{Plan, PuzzleSet, Repeats};
use sudolab::lab::record::{ColumnKind, Value};
use sudolab::lab::reproduce::{Paper, Reproduction, Scale};
use sudolab::lab::runner::Finish;
use sudolab::lab::runner::pieces::{Piece, pieces, run_pieces};
use sudolab::lab::store::{self, EXPORTED, Known, Runs, Store};
use sudolab::{Halt, Puzzle, Study, StudyProgress, carry_out, write_report};
use sudolab_wire::{Error, ErrorCode};

fn refused(error: impl std::fmt::Display) -> Failure {
    Failure::study(error.to_string())
}

/// A plan with its puzzles, and the folder of its results.
#[pyclass(frozen, module = "sudolab._core")]
pub struct Lab {
    plan: Plan,
    sets: Vec<PuzzleSet>,
    folder: PathBuf,
    own: Functions,
}

/// An answer in sentences, the page, and the names of the figures.
type Told = (Vec<String>, PathBuf, Vec<String>);

#[pymethods]
impl Lab {
    /// Reads a plan; its files are looked for below `base`. Own algorithms: label, function, and
    /// whether it uses the seed.
    #[new]
    #[pyo3(signature = (text, name, base, folder, own))]
    fn new(
        py: Python<'_>,
        text: &str,
        name: &str,
        base: PathBuf,
        folder: PathBuf,
        own: Vec<Own>,
    ) -> PyResult<Lab> {
        let read = || -> Result<(Plan, Functions), Failure> {
            let mut plan = Plan::read(text, name).map_err(refused)?;
            for (label, ..) in &own {
                plan.text = format!("# with the Python function {label:?}\n{}", plan.text);
            }
            let own = Functions::entered(own, &mut plan)?;
            Ok((plan, own))
        };
        let (plan, own) = read().map_err(|failure| failure.raise(py))?;
        let sets = beside(py, &Progress::default(), None, |halt| plan.puzzles(&base, halt))?;
        let sets = sets.map_err(|error| refused(error).raise(py))?;
        Ok(Lab { plan, sets, folder, own })
    }

    /// The name of the study.
    fn name(&self) -> &str {
        &self.plan.name
    }

    /// The labels of the algorithms.
    fn labels(&self) -> Vec<String> {
        self.plan.contestants.iter().map(|c| c.label.clone()).collect()
    }

    /// The number of puzzles.
    fn n_puzzles(&self) -> usize {
        self.sets.iter().map(|set| set.puzzles.len()).sum()
    }

    /// Carries the plan out, or goes on with it; runs with a fault.
    #[pyo3(signature = (jobs=None, progress=None))]
    fn run(
        &self,
        py: Python<'_>,
        jobs: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let jobs = jobs.or(self.plan.jobs).unwrap_or_else(machine::measuring_jobs);
        carried(py, (&self.plan, &self.own), &self.sets, &self.folder, jobs, progress)
    }

    /// The runs that are missing, and those that there will be; in the thesis' protocol pairs of
    /// puzzle and algorithm.
    fn missing(&self, py: Python<'_>) -> PyResult<(usize, usize)> {
        let counted = detached(py, || self.how_far())?;
        counted.map_err(|error| refused(error).raise(py))
    }

    /// Writes the report.
    fn report(&self, py: Python<'_>) -> PyResult<Told> {
        let written =
            beside(py, &Progress::default(), None, |halt| write_report(&self.folder, halt))?;
        let (report, written) = written.map_err(|error| refused(error).raise(py))?;
        let figures = report.figures().map(|(name, _)| name.to_owned()).collect();
        Ok((report.answer(), written.page, figures))
    }

    /// Every run so far.
    fn rows(&self, py: Python<'_>) -> PyResult<Table> {
        let rows = detached(py, || exported(&self.folder))?;
        rows.map_err(|failure| failure.raise(py))
    }

    /// Opens the result file for rows that come from elsewhere.
    fn desk(&self, py: Python<'_>, jobs: usize) -> PyResult<Intake> {
        let opened = detached(py, || {
            let store = Store::open(&self.folder, &self.plan, &self.sets, jobs)?;
            let known = store.known()?;
            Ok((store, known))
        })?;
        let opened: (Store, Known) =
            opened.map_err(|error: store::StoreError| refused(error).raise(py))?;
        Ok(Intake { open: Mutex::new(Some(opened)), folder: self.folder.clone() })
    }

    /// What is missing, as pieces for other machines: for each its number of runs and its form.
    fn pieces(&self, py: Python<'_>, desk: &Bound<'_, Intake>) -> PyResult<Vec<(usize, String)>> {
        let puzzles: Vec<&Puzzle> = self.sets.iter().flat_map(|set| &set.puzzles).collect();
        let open = desk.get().open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((store, _)) = &*open else { return Err(closed().raise(py)) };
        let (all, _) =
            pieces(&self.plan, puzzles.len(), store).map_err(|error| refused(error).raise(py))?;
        let form = |piece: &Piece| {
            let puzzle = puzzles.get(piece.puzzle as usize)?;
            Some((piece.runs.len(), parcel::of_piece(piece, puzzle)?))
        };
        Ok(all.iter().filter_map(form).collect())
    }
}

impl Lab {
    fn how_far(&self) -> Result<(usize, usize), store::StoreError> {
        let is_there = self.folder.join(store::FILE_NAME).exists();
        let pairs = self.n_puzzles() * self.plan.contestants.len();
        match self.plan.protocol.repeats {
            Repeats::Fixed { runs } => {
                let total = pairs * runs as usize;
                let there = if is_there { store::read(&self.folder)?.rows.len() } else { 0 };
                Ok((total.saturating_sub(there), total))
            }
            Repeats::Thesis { .. } if !is_there => Ok((pairs, pairs)),
            Repeats::Thesis { .. } => {
                let store = Store::open(&self.folder, &self.plan, &self.sets, 1)?;
                let (_, progress) = pieces(&self.plan, self.n_puzzles(), &store)?;
                store.close()?;
                Ok((progress.total - progress.done, progress.total))
            }
        }
    }
}

/// A result file that takes rows from elsewhere, each once. The only writer.
#[pyclass(frozen, module = "sudolab._core")]
pub struct Intake {
    open: Mutex<Option<(Store, Known)>>,
    folder: PathBuf,
}

fn closed() -> Failure {
    Failure::study("the result file is closed".to_owned())
}

#[pymethods]
impl Intake {
    /// Writes the rows that are not there yet; how many.
    fn absorb(&self, py: Python<'_>, host: &str, rows: &str) -> PyResult<usize> {
        let taken = detached(py, || -> Result<usize, Failure> {
            let (mut machine, rows) = parcel::rows(rows)?;
            machine.host = host.to_owned();
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let (store, known) = open.as_mut().ok_or_else(closed)?;
            store.absorb_once(&machine, &rows, known).map_err(refused)
        })?;
        taken.map_err(|failure| failure.raise(py))
    }

    /// The runs that are in the file.
    fn n_known(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.as_ref().map_or(0, |(_, known)| known.len())
    }

    /// The folder of the study.
    fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// Ends the work on the file.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).take();
        match open {
            Some((store, _)) => {
                detached(py, || store.close())?.map_err(|error| refused(error).raise(py))
            }
            None => Ok(()),
        }
    }
}

/// Carries pieces of a plan out, here and now, on one thread; their rows with the machine.
#[pyfunction]
#[pyo3(signature = (text, name, own, pieces, core=None))]
pub fn run_parcel(
    py: Python<'_>,
    text: &str,
    name: &str,
    own: Vec<Own>,
    pieces: Vec<String>,
    core: Option<u32>,
) -> PyResult<String> {
    let mut plan = Plan::read(text, name).map_err(|error| refused(error).raise(py))?;
    let own = Functions::entered(own, &mut plan).map_err(|failure| failure.raise(py))?;
    let pieces: Result<Vec<(Piece, Puzzle)>, Failure> =
        pieces.iter().map(|piece| parcel::piece(piece)).collect();
    let pieces = pieces.map_err(|failure| failure.raise(py))?;
    // On a thread of its own, since it is held to a core.
    let rows = beside_own(py, &Progress::default(), None, Some(&own), |halt| {
        run_pieces(&plan, &pieces, core, halt)
    })?;
    match rows {
        Some(rows) => Ok(parcel::of_rows(&Machine::here(), &rows)),
        None => Err(Failure::from(Error::new(ErrorCode::Cancelled, "cancelled")).raise(py)),
    }
}

fn carried(
    py: Python<'_>,
    (plan, own): (&Plan, &Functions),
    sets: &[PuzzleSet],
    folder: &Path,
    jobs: usize,
    tell: Option<&Bound<'_, PyAny>>,
) -> PyResult<usize> {
    let progress = Progress::default();
    let carried = beside_own(py, &progress, tell, Some(own), |halt| {
        let how = Study::in_folder(folder).jobs(jobs);
        carry_out(plan, sets, &how, halt, &mut |step| match step {
            StudyProgress::Runs(runs) => progress.set(runs.done, runs.total),
            StudyProgress::Aspect { done, total, .. } => progress.set(done, total),
        })
    })?;
    let (finish, faults) = carried.map_err(|error| refused(error).raise(py))?;
    match finish {
        Finish::Complete => Ok(faults),
        Finish::Cancelled => {
            Err(Failure::from(Error::new(ErrorCode::Cancelled, "cancelled")).raise(py))
        }
    }
}

enum Column {
    Whole(Int64Builder),
    Real(Float64Builder),
    Text(LargeStringBuilder),
}

fn exported(folder: &Path) -> Result<Table, Failure> {
    let mut columns: Vec<Column> = EXPORTED
        .iter()
        .map(|column| match column.kind {
            ColumnKind::Whole => Column::Whole(Int64Builder::new()),
            ColumnKind::Real => Column::Real(Float64Builder::new()),
            ColumnKind::Text => Column::Text(LargeStringBuilder::new()),
        })
        .collect();
    let read = Runs::of(folder).map_err(refused)?.each(|fields| {
        for (column, field) in columns.iter_mut().zip(fields) {
            match (column, field) {
                (Column::Whole(builder), Value::Whole(n)) => builder.append_value(*n),
                (Column::Whole(builder), _) => builder.append_null(),
                (Column::Real(builder), Value::Real(x)) => builder.append_value(*x),
                (Column::Real(builder), _) => builder.append_null(),
                (Column::Text(builder), Value::Text(text)) => builder.append_value(text),
                (Column::Text(builder), _) => builder.append_null(),
            }
        }
        Ok::<(), std::convert::Infallible>(())
    });
    match read.map_err(refused)? {
        Ok(()) => {}
        Err(never) => match never {},
    }
    let named = EXPORTED.iter().zip(columns).map(|(named, column)| {
        let array: ArrayRef = match column {
            Column::Whole(mut builder) => Arc::new(builder.finish()),
            Column::Real(mut builder) => Arc::new(builder.finish()),
            Column::Text(mut builder) => Arc::new(builder.finish()),
        };
        (named.name, array)
    });
    Table::new(named.collect(), Vec::new())
}

/// The text of a plan with these algorithms in place of its own; `None` when it names none.
#[pyfunction]
pub fn with_algorithms(text: &str, ids: Vec<String>) -> Option<String> {
    sudolab::lab::chosen::with_algorithms(text, &ids)
}

/// One processor of each physical core that this process may use; empty where the system does not tell.
#[pyfunction]
pub fn physical_cores() -> Vec<u32> {
    machine::physical_cores()
}

/// The text of a built-in plan.
#[pyfunction]
pub fn builtin_plan(name: &str) -> Option<&'static str> {
    BuiltinPlan::find(name).map(|plan| plan.text)
}

/// Repeats the experiments of a paper: figures beside the published ones as text, the answer, the
/// page.
#[pyfunction]
#[pyo3(signature = (paper, folder, scale=None, jobs=None, progress=None))]
pub fn reproduce(
    py: Python<'_>,
    paper: &str,
    folder: PathBuf,
    scale: Option<f64>,
    jobs: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Told)> {
    let found = Paper::ALL.into_iter().find(|known| known.word() == paper);
    let found = found.ok_or_else(|| {
        let words: Vec<&str> = Paper::ALL.iter().map(|known| known.word()).collect();
        Failure::usage(format!("there is no paper {paper:?}; use {}", words.join(", "))).raise(py)
    })?;
    let scale = match scale {
        Some(fraction) => {
            Scale::new(fraction).map_err(|e| Failure::usage(e.to_string()).raise(py))?
        }
        None => found.default_scale(),
    };
    let parts = found.parts(scale).map_err(|error| refused(error).raise(py))?;
    let mut contents = Vec::new();
    for part in &parts {
        let sets =
            beside(py, &Progress::default(), None, |halt| part.plan.puzzles(Path::new("."), halt))?;
        let sets = sets.map_err(|error| refused(error).raise(py))?;
        let place = folder.join(part.folder);
        let jobs = jobs.unwrap_or_else(machine::measuring_jobs);
        carried(py, (&part.plan, &Functions::none()), &sets, &place, jobs, progress)?;
        let content = beside(py, &Progress::default(), None, |halt| {
            write_report(&place, halt).map_err(refused)?;
            store::read_within(&place, halt).map_err(refused)
        })?;
        contents.push(content.map_err(|failure| failure.raise(py))?);
    }
    let reproduction = detached(py, || Reproduction::of(found, scale, &contents))?;
    let written = reproduction.report().write(&folder, &Halt::never());
    let written = written.map_err(|error| refused(error).raise(py))?;
    let figures = reproduction.report().figures().map(|(name, _)| name.to_owned()).collect();
    Ok((reproduction.text(), (reproduction.report().answer(), written.page, figures)))
}
