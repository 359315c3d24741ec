//! The clocks of the system, for whoever starts work: the command, the page, a study, a test.
//!
//! The rooms beneath read no clock. They borrow a [`Halt`] that carries one, so that the same code
//! runs in a browser, where the page hands in a clock of its own.
//!
//! ```
//! use std::time::Duration;
//! let halt = sudolab_clock::within(Duration::from_secs(20));
//! assert!(halt.check().is_ok());
//! ```
#![forbid(unsafe_code)]

pub mod duration;

use std::sync::LazyLock;
use std::time::{Duration, Instant};
use sudolab_grid::halt::{Clock, Halt};

/// The clocks of this machine: time on the wall, and what a thread has worked.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// The clock, to be borrowed for as long as one likes.
pub static SYSTEM: SystemClock = SystemClock;

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Clock for SystemClock {
    fn wall(&self) -> Duration {
        BEGAN.elapsed()
    }

    fn cpu(&self) -> Option<Duration> {
        thread_time()
    }
}

/// A limit on time on the wall, from now on.
pub fn within(length: Duration) -> Halt<'static> {
    Halt::never().within(length, &SYSTEM)
}

/// No limit, with the system's clock for measuring.
pub fn unlimited() -> Halt<'static> {
    Halt::never().timed_by(&SYSTEM)
}

/// CPU time of the calling thread so far; `None` where the system does not tell.
#[cfg(unix)]
pub fn thread_time() -> Option<Duration> {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok()
}

/// CPU time of the calling thread so far; `None` where the system does not tell.
#[cfg(not(unix))]
pub fn thread_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes() {
        let began = SYSTEM.wall();
        std::thread::sleep(Duration::from_millis(2));
        assert!(SYSTEM.wall() > began);
    }
}
