//! What went wrong, as an exception of `sudolab.errors`.

use pyo3::prelude::*;
use std::any::Any;
use sudolab::exact::Conflicts;
use sudolab::formats::FormatError;
use sudolab::{Puzzle, Stop};
use sudolab_wire::{Error, ErrorCode};

/// An error of the wire form with what Python's exceptions know besides.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The error.
    pub error: Error,
    /// The cells that break a rule.
    pub cells: Vec<String>,
    /// The place of the record in a batch, from 0.
    pub row: Option<usize>,
    /// Whether it is about a study, which the wire form has no code for.
    pub is_study: bool,
}

impl Failure {
    /// An option or its value cannot be meant.
    pub fn usage(message: impl Into<String>) -> Failure {
        Error::new(ErrorCode::Usage, message).into()
    }

    /// The library failed where it should not.
    pub fn defect(panic: &(dyn Any + Send)) -> Failure {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
        let message = format!("the library failed: {}", words.unwrap_or("it does not say why"));
        Error::new(ErrorCode::Wrong, message).remedy("please report it").into()
    }

    /// A plan or a result file cannot be used.
    pub fn study(message: String) -> Failure {
        Failure { is_study: true, ..Failure::usage(message) }
    }

    /// The clues break a rule.
    pub fn conflict(puzzle: &Puzzle, conflicts: &Conflicts) -> Failure {
        let mut failure = Failure::from(Error::new(ErrorCode::Conflict, conflicts.to_string()));
        failure.cells = conflict_cells(puzzle, conflicts);
        failure
    }

    /// The same in a row of a batch.
    pub fn in_row(mut self, row: usize) -> Failure {
        self.row = Some(row);
        self
    }

    /// The exception. Whatever prevents making it is raised in its place.
    pub fn raise(&self, py: Python<'_>) -> PyErr {
        let make = || {
            let refusal = py.import("sudolab.errors")?.getattr("of_wire")?;
            let told = sudolab_wire::line(&self.error);
            let made = refusal.call1((told, self.cells.clone(), self.row, self.is_study))?;
            Ok(PyErr::from_value(made))
        };
        make().unwrap_or_else(|error: PyErr| error)
    }
}

/// The cells that break a rule, each once.
pub fn conflict_cells(puzzle: &Puzzle, conflicts: &Conflicts) -> Vec<String> {
    let mut cells: Vec<_> = conflicts.all().iter().flat_map(|c| &c.cells).copied().collect();
    cells.sort_unstable();
    cells.dedup();
    cells.into_iter().map(|cell| puzzle.board().name(cell)).collect()
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure { error, cells: Vec::new(), row: None, is_study: false }
    }
}

impl From<&FormatError> for Failure {
    fn from(error: &FormatError) -> Failure {
        Error::from(error).into()
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Error::from(stop).into()
    }
}
