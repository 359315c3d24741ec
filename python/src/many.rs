//! The verbs over many puzzles: blocks of rows go to threads, results come back in order.

use crate::attend::{Progress, beside, n_jobs};
use crate::counting::{Counter, Counts, Solutions, Verdicts, Wanted};
use crate::failure::Failure;
use crate::puzzle::read_limit;
use crate::rating::{Rating, Ratings};
use crate::rows::{Batch, Rows};
use crate::table::Table;
use arrow_array::builder::LargeStringBuilder;
use arrow_array::{ArrayRef, LargeStringArray};
use pyo3::prelude::*;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use sudolab::exact::nine::batch::GOOD_BATCH;
use sudolab::in_order::{Line, in_order};
use sudolab::{Halt, Profile, Stop};

/// How a batch is worked on. In Python a tuple.
#[derive(FromPyObject)]
pub struct How<'py> {
    /// Threads; all cores when nothing is said.
    #[pyo3(item(0))]
    jobs: Option<usize>,
    /// Whether the first row that is no puzzle raises.
    #[pyo3(item(1))]
    raises: bool,
    /// Who is told done and total.
    #[pyo3(item(2))]
    progress: Option<Bound<'py, PyAny>>,
}

/// What is known of each row of a block, or why nothing is. A failure is boxed, since it is rare and would
/// make every row as long as itself.
pub type Block<R> = Vec<Result<R, Box<Failure>>>;

/// Works on blocks of rows; one for each thread.
pub trait Worker {
    /// What it finds out about a puzzle.
    type Row: Send;

    /// Works on some of the rows.
    fn block(
        &mut self,
        rows: &Rows<'_>,
        block: Range<usize>,
        halt: &Halt<'_>,
    ) -> Result<Block<Self::Row>, Stop>;
}

/// Columns that grow row by row.
pub trait Columns: Send {
    /// What is known of a puzzle.
    type Row;

    /// Appends a row; one that is no puzzle leaves gaps.
    fn append(&mut self, row: Option<&Self::Row>);

    /// The columns with their names.
    fn finish(self) -> Vec<(&'static str, ArrayRef)>;
}

/// Works on all rows and tells the columns, with what went wrong in the last one.
pub fn over_rows<W: Worker, C: Columns<Row = W::Row>>(
    data: &Bound<'_, PyAny>,
    most: usize,
    how: &How<'_>,
    worker: impl Fn() -> W + Sync + Send,
    mut columns: C,
) -> PyResult<Table> {
    let py = data.py();
    let batch = Batch::of(data)?;
    let rows = batch.rows().map_err(|failure| failure.raise(py))?;
    let (mut n_rows, mut failures) = (0, Vec::new());
    in_blocks(py, &rows, most, how, worker, |block| {
        for result in block {
            columns.append(result.as_ref().ok());
            failures.extend(result.err().map(|failure| (n_rows, *failure)));
            n_rows += 1;
        }
    })?;
    let mut named = columns.finish();
    named.push(("problem", problems(n_rows, &failures)));
    let failures = failures.into_iter().map(|(_, failure)| failure).collect();
    let table = Table::new(named, failures).map_err(|failure| failure.raise(py))?;
    if how.raises { table.or_first_failure(py) } else { Ok(table) }
}

/// What was wrong with each row; most often nothing, and then it costs nothing.
fn problems(n_rows: usize, failures: &[(usize, Failure)]) -> ArrayRef {
    if failures.is_empty() {
        return Arc::new(LargeStringArray::new_null(n_rows));
    }
    let mut problems = LargeStringBuilder::new();
    let mut failures = failures.iter().peekable();
    for row in 0..n_rows {
        let failure = failures.next_if(|(at, _)| *at == row);
        problems.append_option(failure.map(|(_, failure)| failure.error.to_string()));
    }
    Arc::new(problems.finish())
}

/// Works on blocks of at most so many rows on several threads and consumes the results in order.
fn in_blocks<W: Worker>(
    py: Python<'_>,
    rows: &Rows<'_>,
    most: usize,
    how: &How<'_>,
    worker: impl Fn() -> W + Sync + Send,
    mut consume: impl FnMut(Block<W::Row>) + Send,
) -> PyResult<()> {
    let (n_rows, jobs, tell) = (rows.len(), n_jobs(how.jobs), how.progress.as_ref());
    let length = (n_rows / (4 * jobs)).clamp(1, most);
    let progress = Progress::of(n_rows);
    let ended = beside(py, &progress, tell, |halt| {
        let mut next = 0;
        in_order(
            Line::with_jobs(jobs).ahead(4),
            || {
                let block = next..(next + length).min(n_rows);
                next = block.end;
                (!block.is_empty()).then_some(block)
            },
            || {
                let mut worker = worker();
                move |block: Range<usize>| (block.len(), worker.block(rows, block, halt))
            },
            |(n, result)| match result {
                Ok(result) => {
                    consume(result);
                    progress.advance(n);
                    ControlFlow::Continue(())
                }
                Err(stop) => ControlFlow::Break(stop),
            },
        )
    })?;
    match ended {
        ControlFlow::Continue(()) => {
            // The last word is that all is done.
            tell.map_or(Ok(()), |tell| tell.call1((n_rows, n_rows)).map(|_| ()))
        }
        ControlFlow::Break(stop) => Err(Failure::from(stop).raise(py)),
    }
}

/// Counts the solutions of each puzzle up to a limit.
#[pyfunction]
pub fn count_many(data: &Bound<'_, PyAny>, how: How<'_>, limit: u64) -> PyResult<Table> {
    let worker = || Counter::new(limit, Wanted::Count);
    over_rows(data, GOOD_BATCH, &how, worker, Counts::up_to(limit))
}

/// Solves each puzzle and proves whether the solution is the only one.
#[pyfunction]
pub fn solve_many(data: &Bound<'_, PyAny>, how: How<'_>) -> PyResult<Table> {
    over_rows(data, GOOD_BATCH, &how, || Counter::new(2, Wanted::Solution), Solutions::default())
}

/// The verdict about each puzzle.
#[pyfunction]
pub fn check_many(data: &Bound<'_, PyAny>, how: How<'_>) -> PyResult<Table> {
    over_rows(data, GOOD_BATCH, &how, || Counter::new(2, Wanted::Clues), Verdicts::default())
}

/// The rating of each puzzle by the profiles that give a number or a level.
#[pyfunction]
#[pyo3(signature = (data, how, profiles, uniqueness=true, time_limit=None))]
pub fn rate_many(
    data: &Bound<'_, PyAny>,
    how: How<'_>,
    profiles: Vec<String>,
    uniqueness: bool,
    time_limit: Option<f64>,
) -> PyResult<Table> {
    let py = data.py();
    let named = |name: &String| {
        let found = Profile::ALL.into_iter().find(|(known, _)| known == name);
        found.map(|(_, profile)| profile).ok_or_else(|| {
            let known: Vec<&str> = Profile::ALL.iter().map(|(name, _)| *name).collect();
            Failure::usage(format!("{name:?} is no profile; use {}", known.join(", "))).raise(py)
        })
    };
    let profiles: Vec<Profile> = profiles.iter().map(named).collect::<PyResult<_>>()?;
    let limit = time_limit.map(read_limit).transpose().map_err(|failure| failure.raise(py))?;
    let worker = || Rating::new(profiles.clone(), uniqueness, limit);
    over_rows(data, 8, &how, worker, Ratings::default())
}
