//! Algorithms written in Python that enter a study beside the others.
//!
//! The runner calls them through the same trait, checks their answers and measures their CPU time as
//! it does for all. An exception is to them what a panic is to the others: a row that says so.
//!
//! A function does not count ticks, so it cannot be asked to leave. Whoever attends to the work looks at
//! the calls that go on ([`Functions::look`]) and has Python raise an exception in the thread of one
//! whose time is spent, or of all when the work is cancelled. It is heard between two steps of Python:
//! a call into C that does not return cannot be ended, nor a function that catches everything.

use crate::failure::Failure;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use sudolab::grid::halt::PATIENCE;
use sudolab::lab::external::PYTHON;
use sudolab::lab::plan::{Contestant, Plan};
use sudolab::solvers::{
    Algorithm, Answer, Boards, Family, Parameter, ParameterKind, Promises, Run, SettingError,
    Settings, Solver,
};
use sudolab::system_clock::SYSTEM;
use sudolab::{Clock, Grid, Puzzle, Stop};

/// A function as it was handed in: label, what is called, whether it uses the seed.
pub type Told = (String, Py<PyAny>, bool);

/// The functions of one study. They are kept as long as it lives.
pub struct Functions(Vec<usize>);

/// A place for a function. Entries of the registry live as long as the program, so a place that is free
/// is used again under its label.
struct Slot {
    label: String,
    uses_seed: bool,
    algorithm: &'static Algorithm,
    function: Option<Arc<Py<PyAny>>>,
    time_limit: Duration,
}

static SLOTS: Mutex<Vec<Slot>> = Mutex::new(Vec::new());

/// A call that goes on.
struct OpenCall {
    id: CallId,
    slot: usize,
    /// What it was told to end for, and when.
    ended: Option<(Stop, Instant)>,
}

/// Which call it is: no thread begins two at once.
#[derive(Clone, Copy, PartialEq)]
struct CallId {
    /// As Python numbers threads.
    thread: u64,
    began: Instant,
    /// CPU time of the thread when it began.
    cpu_began: Option<Duration>,
}

/// A call, and the limit on its time.
type Going = (CallId, Option<Duration>);

static CALLS: Mutex<Vec<OpenCall>> = Mutex::new(Vec::new());

/// A function that goes on after it was told to end is told again so much later.
const AGAIN: Duration = Duration::from_secs(1);

/// The setting that says which function is meant.
const SLOT: &str = "slot";

// Nothing of Python is asked for while one of the lists is locked: whoever waits for it may hold the
// interpreter.
fn locked<T>(list: &'static Mutex<Vec<T>>) -> MutexGuard<'static, Vec<T>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Functions {
    /// No functions.
    pub fn none() -> Functions {
        Functions(Vec::new())
    }

    /// Enters functions into a plan.
    pub fn entered(own: Vec<Told>, plan: &mut Plan) -> Result<Functions, Failure> {
        let mut functions = Functions(Vec::new());
        for (label, function, uses_seed) in own {
            if plan.contestants.iter().any(|c| c.label == label) {
                return Err(Failure::study(format!("two algorithms are called {label:?}")));
            }
            // A run of it has no limit on ticks of its own, so that of time is the plan's.
            let limit = plan.protocol.time_limit;
            let (slot, algorithm) = place(&label, function, uses_seed, limit);
            functions.0.push(slot);
            plan.contestants.push(Contestant {
                label,
                algorithm,
                set: Vec::new(),
                tick_limit: None,
            });
        }
        Ok(functions)
    }

    /// Ends calls whose time is spent, or all of them. Whoever asks holds the interpreter.
    pub fn look(&self, py: Python<'_>, cancelled: bool) -> PyResult<()> {
        let now = Instant::now();
        let going: Vec<Going> = {
            let (calls, slots) = (locked(&CALLS), locked(&SLOTS));
            let waits = |call: &&OpenCall| {
                self.0.contains(&call.slot)
                    && call.ended.is_none_or(|(_, when)| now - when >= AGAIN)
            };
            let limit = |call: &OpenCall| slots.get(call.slot).map(|slot| slot.time_limit);
            calls.iter().filter(waits).map(|call| (call.id, limit(call))).collect()
        };
        for (id, limit) in going {
            let stop = match limit {
                _ if cancelled => Stop::Cancelled,
                Some(limit) if id.is_spent(py, now, limit) => Stop::Time,
                _ => continue,
            };
            // Looked up before, since Python may let another thread go on meanwhile.
            let (raise, ended) = (ending(py)?.getattr("raise_in")?, ending(py)?.getattr("Ended")?);
            {
                let mut calls = locked(&CALLS);
                let Some(call) = calls.iter_mut().find(|call| call.id == id) else { continue };
                call.ended = Some((stop, now));
            }
            // Compiled, so that the interpreter stays here and the call cannot have ended.
            raise.call1((id.thread, ended))?;
        }
        Ok(())
    }
}

impl Drop for Functions {
    fn drop(&mut self) {
        let gone: Vec<Option<Arc<Py<PyAny>>>> = {
            let mut slots = locked(&SLOTS);
            self.0.iter().map(|&slot| slots.get_mut(slot)?.function.take()).collect()
        };
        // What they hold may do anything when it goes, with the list unlocked again.
        drop(gone);
    }
}

impl CallId {
    /// The limit of a run is CPU time of its thread; where a thread's is not told, time on the wall.
    fn is_spent(&self, py: Python<'_>, now: Instant, limit: Duration) -> bool {
        let wall = now - self.began;
        if wall < limit {
            return false;
        }
        let told = || -> PyResult<Option<f64>> {
            ending(py)?.call_method1("cpu_seconds", (self.thread,))?.extract()
        };
        let told = told().unwrap_or(None);
        let worked = told.zip(self.cpu_began).map(|(now, began)| now - began.as_secs_f64());
        worked.is_none_or(|worked| worked >= limit.as_secs_f64())
            || wall >= limit.saturating_mul(PATIENCE)
    }
}

fn ending(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static MODULE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let module = MODULE
        .get_or_try_init(py, || Ok::<_, PyErr>(py.import("sudolab.ending")?.into_any().unbind()))?;
    Ok(module.bind(py))
}

fn this_thread(py: Python<'_>) -> PyResult<u64> {
    static ASK: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    ASK.import(py, "threading", "get_ident")?.call0()?.extract()
}

/// Puts a function into a place that is free under its label, or into a new one.
fn place(
    label: &str,
    function: Py<PyAny>,
    uses_seed: bool,
    time_limit: Duration,
) -> (usize, &'static Algorithm) {
    let function = Some(Arc::new(function));
    let mut slots = locked(&SLOTS);
    let n_slots = slots.len();
    let free = slots.iter_mut().enumerate().find(|(_, slot)| {
        slot.function.is_none() && slot.label == label && slot.uses_seed == uses_seed
    });
    if let Some((place, slot)) = free {
        (slot.function, slot.time_limit) = (function, time_limit);
        return (place, slot.algorithm);
    }
    let algorithm = entry(label, n_slots, uses_seed);
    let label = label.to_owned();
    slots.push(Slot { label, uses_seed, algorithm, function, time_limit });
    (n_slots, algorithm)
}

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
    let function = locked(&SLOTS).get(slot).and_then(|slot| slot.function.clone());
    Ok(Box::new(Own { slot, function }))
}

struct Own {
    slot: usize,
    function: Option<Arc<Py<PyAny>>>,
}

impl Solver for Own {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        run.tick()?;
        let seed = run.random().bits();
        let (answered, ended) = Python::attach(|py| {
            let (answered, ended) = self.attended(py, puzzle, seed);
            (answered.map_err(|error| error.to_string()), ended)
        });
        if let Some(stop) = ended {
            return Err(stop);
        }
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
    /// The answer, and what ended the call before there was one.
    fn attended(
        &self,
        py: Python<'_>,
        puzzle: &Puzzle,
        seed: u64,
    ) -> (PyResult<Option<Grid>>, Option<Stop>) {
        let thread = match this_thread(py) {
            Ok(thread) => thread,
            Err(error) => return (Err(error), None),
        };
        let id = CallId { thread, began: Instant::now(), cpu_began: SYSTEM.cpu() };
        locked(&CALLS).push(OpenCall { id, slot: self.slot, ended: None });
        let answered = self.ask(py, puzzle, seed);
        let mut calls = locked(&CALLS);
        let place = calls.iter().position(|call| call.id == id);
        let ended = place.and_then(|place| calls.swap_remove(place).ended);
        // An exception that comes too late goes with the thread's state, which lives as long as
        // the interpreter is held here.
        (answered, ended.map(|(stop, _)| stop))
    }

    fn ask(&self, py: Python<'_>, puzzle: &Puzzle, seed: u64) -> PyResult<Option<Grid>> {
        let no = |message: &str| PyValueError::new_err(message.to_owned());
        let function = self.function.as_ref().ok_or_else(|| no("the function is gone"))?;
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
