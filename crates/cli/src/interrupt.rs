//! Signals: the first Ctrl-C or SIGTERM asks the run to end and keep what is done, the second ends
//! at once. Where there is nothing to keep, the first one ends it too.

use std::sync::atomic::{AtomicBool, Ordering};

static RAISED: AtomicBool = AtomicBool::new(false);
static NOTHING_TO_KEEP: AtomicBool = AtomicBool::new(false);

/// Begins to listen for the interrupt and termination signals, and sees to it that a file that may
/// not grow further (`ulimit -f`) is an error to report instead of a silent end.
pub fn listen() {
    // Without a handler the signal ends the process at once: nothing worse can happen.
    let _ = ctrlc::set_handler(|| {
        if RAISED.swap(true, Ordering::SeqCst) || NOTHING_TO_KEEP.load(Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
    #[cfg(unix)]
    {
        // The flag itself is of no interest: with a handler in place, the write fails instead.
        let unused = std::sync::Arc::new(AtomicBool::new(false));
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, unused);
    }
}

/// Whether the user asked to end.
pub fn is_raised() -> bool {
    RAISED.load(Ordering::Relaxed)
}

/// The flag itself, to be handed to a run.
pub fn flag() -> &'static AtomicBool {
    &RAISED
}

/// Does work that tells what an interrupt has left, if there was one: the second signal ends the
/// process. Without one it is as [`at_once`].
pub fn after<T>(interrupted: bool, work: impl FnOnce() -> T) -> T {
    if interrupted { work() } else { at_once(work) }
}

/// Does work of which nothing is kept when it is cut short, and nothing spoilt: the first signal
/// ends the process.
pub fn at_once<T>(work: impl FnOnce() -> T) -> T {
    // A signal that came before was not for this work alone.
    if is_raised() {
        std::process::exit(130);
    }
    NOTHING_TO_KEEP.store(true, Ordering::SeqCst);
    let done = work();
    NOTHING_TO_KEEP.store(false, Ordering::SeqCst);
    done
}
