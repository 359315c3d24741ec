//! Algorithms written in Python that enter a study beside the others.
//!
//! The runner calls them through the same trait, checks their answers and measures their CPU time as
//! it does for all. An exception is to them what a panic is to the others: a row that says so.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use sudolab::lab::external::PYTHON;
use sudolab::lab::plan::Contestant;
use sudolab::solvers::{
    Algorithm, Answer, Boards, Family, Parameter, ParameterKind, Promises, Run, SettingError,
    Settings, Solver,
};
use sudolab::{Grid, Puzzle, Stop};

/// A function that was handed in, with its entry.
struct Slot {
    label: String,
    function: Arc<Py<PyAny>>,
    uses_seed: bool,
    algorithm: &'static Algorithm,
}

/// The functions that were handed in.
static SLOTS: Mutex<Vec<Slot>> = Mutex::new(Vec::new());

/// The setting that says which of them is meant.
const SLOT: &str = "slot";

/// A function as a contestant of a study. The same function under the same label keeps its entry.
pub fn contestant(label: &str, function: Py<PyAny>, uses_seed: bool) -> Contestant {
    let mut slots = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = slots.iter().find(|slot| {
        slot.label == label && slot.uses_seed == uses_seed && slot.function.is(&function)
    });
    let algorithm = known.map_or_else(|| entry(label, slots.len(), uses_seed), |s| s.algorithm);
    if known.is_none() {
        let function = Arc::new(function);
        slots.push(Slot { label: label.to_owned(), function, uses_seed, algorithm });
    }
    Contestant { label: label.to_owned(), algorithm, set: Vec::new(), tick_limit: None }
}

/// Entries of the registry live as long as the program; so do these.
fn entry(label: &str, slot: usize, uses_seed: bool) -> &'static Algorithm {
    let parameters = vec![Parameter {
        name: SLOT,
        default: leak(slot.to_string()),
        kind: ParameterKind::Whole { min: 0, max: u64::MAX },
        help: "which of the functions that were handed in",
    }];
    Box::leak(Box::new(Algorithm {
        id: leak(format!("python-{label}")),
        title: leak(format!("{label} (Python)")),
        family: if uses_seed { Family::Stochastic } else { Family::Rules },
        as_published: false,
        source: PYTHON,
        promises: Promises {
            proves_impossible: false,
            uses_seed,
            proves_unique: false,
            boards: Boards::Any,
        },
        parameters: Box::leak(parameters.into_boxed_slice()),
        preset: &[],
        tick: "a call of the function",
        parallel: None,
        bulk: None,
        build,
        build_counter: None,
    }))
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn build(settings: &Settings) -> Result<Box<dyn Solver>, SettingError> {
    let slot = usize::try_from(settings.whole(SLOT)).unwrap_or(usize::MAX);
    // Nothing of Python is asked for while the list is locked: whoever adds to it holds the interpreter.
    let slots = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Box::new(Own(slots.get(slot).map(|slot| slot.function.clone()))))
}

struct Own(Option<Arc<Py<PyAny>>>);

impl Solver for Own {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        run.tick()?;
        let seed = run.random().bits();
        let answered = Python::attach(|py| self.ask(py, puzzle, seed).map_err(|e| e.to_string()));
        run.halt().check()?;
        match answered {
            Ok(Some(grid)) => Ok(Answer::Solved(grid)),
            Ok(None) => Ok(Answer::GaveUp),
            // Caught by the task; no message is printed across whatever else is shown.
            Err(message) => resume_unwind(Box::new(message)),
        }
    }
}

impl Own {
    fn ask(&self, py: Python<'_>, puzzle: &Puzzle, seed: u64) -> PyResult<Option<Grid>> {
        let no = |message: &str| pyo3::exceptions::PyValueError::new_err(message.to_owned());
        let function = self.0.as_ref().ok_or_else(|| no("the function is gone"))?;
        let cells = PyArray1::from_slice(py, puzzle.clues().values());
        let size = puzzle.board().size();
        let square = puzzle.board().is_plain().then(|| cells.reshape([size, size])).transpose()?;
        let cells = square.map_or_else(|| cells.into_any(), Bound::into_any);
        let answer = function.bind(py).call1((cells, seed))?;
        if answer.is_none() {
            return Ok(None);
        }
        let values: Vec<u8> = match answer.cast::<PyString>() {
            Ok(line) => {
                let grid = puzzle.board().grid_from_line(line.to_str()?);
                return grid.map(Some).map_err(|e| no(&e.to_string()));
            }
            Err(_) => {
                let flat = py.import("numpy")?.call_method1("ravel", (answer,))?;
                flat.call_method0("tolist")?.extract()?
            }
        };
        let grid = Grid::from_values(puzzle.board().clone(), &values);
        grid.map(Some).ok_or_else(|| no("it returned something that is no board of this size"))
    }
}
