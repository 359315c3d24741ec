//! Timetables: which course goes where.

use crate::failure::Failure;
use crate::puzzle::limited;
use crate::run::{not_run, task};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use sudolab::Timetable;
use sudolab_wire::{Error, ErrorCode, TimetableDone, line};

/// Completes a timetable: a wire object, the table in words, and as a page.
#[pyfunction]
#[pyo3(signature = (text, algorithm, seed, ticks, time_limit, settings))]
pub fn timetable(
    py: Python<'_>,
    text: &str,
    algorithm: &str,
    seed: u64,
    ticks: Option<u64>,
    time_limit: Option<f64>,
    settings: BTreeMap<String, String>,
) -> PyResult<(String, String, String)> {
    let read = || -> Result<_, Failure> {
        let table = Timetable::read(text)
            .map_err(|error| Failure::from(Error::new(ErrorCode::Syntax, error.to_string())))?;
        Ok((table, task(algorithm, seed, ticks, &settings)?))
    };
    let (table, task) = read().map_err(|failure| failure.raise(py))?;
    let done = limited(py, time_limit, |halt| sudolab::timetable(&table, task, halt))?;
    let done = done.map_err(|error| not_run(&error).raise(py))?;
    let done = TimetableDone::new(&table, algorithm, &done);
    Ok((line(&done), done.text(), done.html()))
}
