//! Work during which Ctrl-C is heard.
//!
//! Python runs its signal handlers on the main thread, and only when that thread asks. A short call
//! works on the calling thread, under a clock that asks every [`LOOK_EVERY`]: the searches look
//! at the clock of their halt about every two milliseconds anyway. Long work goes to other threads
//! while the calling one waits, asks, and tells how far the work is.

use crate::failure::Failure;
use crate::own::Functions;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, ThreadId};
use std::time::Duration;
use sudolab::system_clock::SYSTEM;
use sudolab::{Clock, Halt};

/// Time between two looks for signals.
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// The system's clock, which also asks Python for signals when it is looked at.
struct Attentive {
    thread: ThreadId,
    next_look: AtomicU64,
    cancel: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Attentive {
    fn new() -> Attentive {
        Attentive {
            thread: thread::current().id(),
            next_look: AtomicU64::new(micros(SYSTEM.wall() + LOOK_EVERY)),
            cancel: AtomicBool::new(false),
            raised: Mutex::new(None),
        }
    }

    #[cold]
    fn look(&self, now: Duration) {
        if thread::current().id() != self.thread {
            return;
        }
        self.next_look.store(micros(now + LOOK_EVERY), Ordering::Relaxed);
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

impl Clock for Attentive {
    fn wall(&self) -> Duration {
        let now = SYSTEM.wall();
        if micros(now) >= self.next_look.load(Ordering::Relaxed) {
            self.look(now);
        }
        now
    }

    fn cpu(&self) -> Option<Duration> {
        SYSTEM.cpu()
    }
}

fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}

/// Works on the calling thread without the interpreter; a signal ends the work with its exception.
pub fn attended<T: Send>(py: Python<'_>, work: impl FnOnce(&Halt<'_>) -> T + Send) -> PyResult<T> {
    let clock = Attentive::new();
    let halt = Halt::never().timed_by(&clock).cancelled_by(&clock.cancel);
    let result = detached(py, || work(&halt));
    match clock.raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => result,
    }
}

/// Works on the calling thread without the interpreter, soon done; a panic becomes an exception.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    // Nothing that the work changed is looked at after a panic.
    let result = py.detach(|| {
        catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Failure::defect(panic.as_ref()))
    });
    result.map_err(|failure| failure.raise(py))
}

/// How far long work is; shared by its threads.
#[derive(Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// So much is to be done.
    pub fn of(total: usize) -> Progress {
        Progress { done: AtomicU64::new(0), total: AtomicU64::new(total as u64) }
    }

    /// So much more is done.
    pub fn advance(&self, n: usize) {
        self.done.fetch_add(n as u64, Ordering::Relaxed);
    }

    /// So much of so much is done.
    pub fn set(&self, done: usize, total: usize) {
        self.total.store(total as u64, Ordering::Relaxed);
        self.done.store(done as u64, Ordering::Relaxed);
    }
}

/// Works on another thread; the calling one attends to signals and hands done and total to `tell`.
/// A signal, or an exception of `tell`, ends the work and is raised.
pub fn beside<T: Send>(
    py: Python<'_>,
    progress: &Progress,
    tell: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Halt<'_>) -> T + Send,
) -> PyResult<T> {
    beside_own(py, progress, tell, None, work)
}

/// The same with work that calls functions of Python, which are ended when their time is spent and when
/// the work ends.
pub fn beside_own<T: Send>(
    py: Python<'_>,
    progress: &Progress,
    tell: Option<&Bound<'_, PyAny>>,
    own: Option<&Functions>,
    work: impl FnOnce(&Halt<'_>) -> T + Send,
) -> PyResult<T> {
    let cancel = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        let (sender, mut receiver) = mpsc::channel::<()>();
        let flag = &cancel;
        let worker = scope.spawn(move || {
            let _ends = sender;
            work(&Halt::never().timed_by(&SYSTEM).cancelled_by(flag))
        });
        let mut raised = None;
        let mut told = 0;
        loop {
            let waited;
            (receiver, waited) = py.detach(move || {
                let waited = receiver.recv_timeout(LOOK_EVERY);
                (receiver, waited)
            });
            if raised.is_none()
                && let Err(error) =
                    py.check_signals().and_then(|()| report(progress, tell, &mut told))
            {
                cancel.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
            if waited == Err(RecvTimeoutError::Disconnected) {
                break;
            }
            if let Some(own) = own
                && let Err(error) = own.look(py, raised.is_some())
            {
                cancel.store(true, Ordering::Relaxed);
                raised.get_or_insert(error);
            }
        }
        let result = py.detach(|| worker.join());
        match (raised, result) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(panic)) => Err(Failure::defect(panic.as_ref()).raise(py)),
        }
    })?;
    py.check_signals()?;
    Ok(result)
}

fn report(progress: &Progress, tell: Option<&Bound<'_, PyAny>>, told: &mut u64) -> PyResult<()> {
    let done = progress.done.load(Ordering::Relaxed);
    if let Some(tell) = tell
        && done != *told
    {
        *told = done;
        tell.call1((done, progress.total.load(Ordering::Relaxed)))?;
    }
    Ok(())
}

/// Threads for a call that says how many, or leaves it open.
pub fn n_jobs(jobs: Option<usize>) -> usize {
    jobs.filter(|&n| n > 0)
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Fails as a defect of the library would, on the calling thread or on another one, so that the tests
/// see what becomes of it.
#[pyfunction]
pub fn fail_on_purpose(py: Python<'_>, elsewhere: bool) -> PyResult<()> {
    fn fail(_: &Halt<'_>) {
        panic!("on purpose");
    }
    match elsewhere {
        true => beside(py, &Progress::default(), None, fail),
        false => attended(py, fail),
    }
}
