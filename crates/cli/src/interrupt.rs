//! Ctrl-C: the first one asks the run to end and keep what is done, the second ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

static RAISED: AtomicBool = AtomicBool::new(false);

/// Begins to listen for the interrupt and termination signals.
pub fn listen() {
    // Without a handler the signal ends the process at once: nothing worse can happen.
    let _ = ctrlc::set_handler(|| {
        if RAISED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether the user asked to end.
pub fn is_raised() -> bool {
    RAISED.load(Ordering::Relaxed)
}

/// The flag itself, to be handed to a run.
pub fn flag() -> &'static AtomicBool {
    &RAISED
}
