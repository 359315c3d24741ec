//! What an algorithm does while it runs, as arrays.

use crate::puzzle::{Read, limited};
use crate::run::{not_run, task};
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use sudolab_trace::columns::{Column, EventTable, Values};
use sudolab_trace::{Columns, Watching, record_with};
use sudolab_wire::{Outcome, line};

/// The events of a kind: the kind, their places among all events, and the arrays by name.
type Events<'py> = (&'static str, Bound<'py, PyAny>, Vec<(&'static str, Bound<'py, PyAny>)>);

/// The outcome as a wire object, whether all events are there, the tick of each, the board after
/// each, and the events by kind.
type Traced<'py> = (String, bool, Bound<'py, PyAny>, Bound<'py, PyAny>, Vec<Events<'py>>);

/// Runs an algorithm once and keeps its events. The window: ticks between two looks, the first tick,
/// and the most events.
#[pyfunction]
#[pyo3(signature = (algorithm, puzzle, seed, ticks, time_limit, settings, window))]
#[allow(clippy::too_many_arguments)]
pub fn trace<'py>(
    py: Python<'py>,
    algorithm: &str,
    puzzle: &Bound<'_, Read>,
    seed: u64,
    ticks: Option<u64>,
    time_limit: Option<f64>,
    settings: BTreeMap<String, String>,
    window: (u64, u64, u64),
) -> PyResult<Traced<'py>> {
    let task = task(algorithm, seed, ticks, &settings).map_err(|failure| failure.raise(py))?;
    let puzzle = puzzle.get().puzzle();
    let (sample, from, events) = window;
    let watching = Watching { sample, from, events, ..Watching::default() };
    let recorded = limited(py, time_limit, |halt| {
        record_with(&task, puzzle, watching, Columns::new(puzzle.board()), halt)
    })?;
    let (columns, tally, outcome) = recorded.map_err(|error| not_run(&error).raise(py))?;
    let outcome = line(&Outcome::new(algorithm, seed, &outcome));
    let n_events = columns.ticks().len();
    let boards = shaped(py, columns.boards(), &[n_events, columns.n_cells()])?;
    let ticks = shaped(py, columns.ticks(), &[n_events])?;
    let tables = columns.tables().iter().map(|table| events_of(py, table));
    Ok((outcome, tally.complete, ticks, boards, tables.collect::<PyResult<_>>()?))
}

fn events_of<'py>(py: Python<'py>, table: &EventTable) -> PyResult<Events<'py>> {
    let n_events = table.events.len();
    let array = |column: &Column| Ok((column.name, values_of(py, n_events, column)?));
    let columns = table.columns.iter().map(array).collect::<PyResult<_>>()?;
    Ok((table.kind, shaped(py, &table.events, &[n_events])?, columns))
}

fn values_of<'py>(py: Python<'py>, rows: usize, column: &Column) -> PyResult<Bound<'py, PyAny>> {
    let shape: Vec<usize> = [rows].iter().chain(&column.shape).copied().collect();
    match &column.values {
        Values::Digits(all) => shaped(py, all, &shape),
        Values::Sets(all) => shaped(py, all, &shape),
        Values::Whole(all) => shaped(py, all, &shape),
        Values::Real(all) => shaped(py, all, &shape),
        Values::Truth(all) => shaped(py, all, &shape),
        Values::Text(all) => py.import("numpy")?.call_method1("array", (all,)),
    }
}

fn shaped<'py, T: Element + Copy>(
    py: Python<'py>,
    values: &[T],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_slice(py, values).reshape(shape)?.into_any())
}
