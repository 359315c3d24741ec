//! One algorithm on one puzzle, and what algorithms there are.

use crate::failure::Failure;
use crate::puzzle::{Read, limited};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use sudolab::logic::technique::Technique;
use sudolab::solvers::TaskError;
use sudolab::{Budget, Task, registry};
use sudolab_wire::{AlgorithmEntry, Error, ErrorCode, Outcome, TechniqueEntry, line};

/// The algorithms, each as a wire object.
#[pyfunction]
pub fn algorithms() -> Vec<String> {
    registry::all().map(|algorithm| line(&AlgorithmEntry::from(algorithm))).collect()
}

/// The techniques, each as a wire object.
#[pyfunction]
pub fn techniques() -> Vec<String> {
    Technique::ALL.iter().map(|&technique| line(&TechniqueEntry::from(technique))).collect()
}

/// Which build this is: version, commit where it is known, compiler.
#[pyfunction]
pub fn build() -> String {
    let whole = sudolab::lab::machine::Machine::here().build;
    // The instructions are those of the processor, and not of the program.
    match whole.rsplit_once(", ") {
        Some((program, instructions)) if instructions.ends_with(" instructions)") => {
            format!("{program})")
        }
        _ => whole,
    }
}

/// What a run needs besides the puzzle.
pub fn task(
    algorithm: &str,
    seed: u64,
    ticks: Option<u64>,
    settings: &BTreeMap<String, String>,
) -> Result<Task, Failure> {
    let found = registry::find(algorithm)
        .map_err(|e| Error::new(ErrorCode::Usage, e.to_string()).in_field("algorithm"))?;
    let mut task = Task::new(found).seed(seed).budget(Budget { ticks, time: None });
    for (name, value) in settings {
        task = task.set(name, value).map_err(|e| Failure::usage(format!("{algorithm}: {e}")))?;
    }
    Ok(task)
}

/// Why a task was not carried out.
pub fn not_run(error: &TaskError) -> Failure {
    let code = match error {
        TaskError::NotAccepted(_) => ErrorCode::Board,
        TaskError::Panicked { .. } => ErrorCode::Wrong,
        _ => ErrorCode::Usage,
    };
    Error::new(code, error.to_string()).into()
}

/// Runs an algorithm once; the outcome as a wire object.
#[pyfunction]
#[pyo3(signature = (algorithm, puzzle, seed, ticks, time_limit, settings))]
pub fn run(
    py: Python<'_>,
    algorithm: &str,
    puzzle: &Bound<'_, Read>,
    seed: u64,
    ticks: Option<u64>,
    time_limit: Option<f64>,
    settings: BTreeMap<String, String>,
) -> PyResult<String> {
    let task = task(algorithm, seed, ticks, &settings).map_err(|failure| failure.raise(py))?;
    let puzzle = puzzle.get().puzzle();
    let outcome = limited(py, time_limit, |halt| task.solve(puzzle, halt))?;
    let outcome = outcome.map_err(|error| not_run(&error).raise(py))?;
    Ok(line(&Outcome::new(algorithm, seed, &outcome)))
}
