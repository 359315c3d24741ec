//! How long a thread has worked, whatever else the machine did meanwhile.

use std::time::Duration;

/// CPU time of the calling thread so far; `None` where the system does not tell.
#[cfg(unix)]
pub(crate) fn of_thread() -> Option<Duration> {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok()
}

#[cfg(not(unix))]
pub(crate) fn of_thread() -> Option<Duration> {
    None
}
