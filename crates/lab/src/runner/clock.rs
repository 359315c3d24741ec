//! CPU time of the calling thread, and wall time.
//!
//! A thread that waits for a program outside is charged with what that program works: then limits
//! and times mean the same whoever does the work.

use std::cell::Cell;
use std::time::{Duration, Instant};
use sudolab_grid::halt::Clock;

/// A moment on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// `None` where the system has no clock of a thread.
    cpu: Option<Duration>,
    wall: Instant,
}

impl Moment {
    /// Now.
    pub fn now() -> Moment {
        Moment { cpu: thread_cpu(), wall: Instant::now() }
    }

    /// Seconds of CPU and wall time since then. Where the system has no clock of a thread, both
    /// are wall time.
    pub fn elapsed(&self) -> (f64, f64) {
        let now = thread_cpu();
        let wall = self.wall.elapsed();
        let cpu = now.zip(self.cpu).map_or(wall, |(now, then)| now.saturating_sub(then));
        (cpu.as_secs_f64(), wall.as_secs_f64())
    }
}

/// CPU time of all threads of the process, those that have ended included; `NAN` where the system
/// does not tell.
#[cfg(unix)]
pub fn process_cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(not(unix))]
pub fn process_cpu_seconds() -> f64 {
    f64::NAN
}

fn thread_cpu() -> Option<Duration> {
    sudolab_clock::thread_time().map(|own| own + charged())
}

thread_local! {
    static FOREIGN: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Charges the calling thread with CPU time that another process has worked for it.
pub fn charge(time: Duration) {
    FOREIGN.set(FOREIGN.get() + time);
}

/// What the calling thread has been charged with so far.
pub fn charged() -> Duration {
    FOREIGN.get()
}

/// The system's clocks, with what other processes worked for a thread counted as its own.
#[derive(Clone, Copy, Debug)]
pub struct ChargedClock;

/// The clock of a run, to be borrowed for as long as one likes.
pub static CHARGED: ChargedClock = ChargedClock;

impl Clock for ChargedClock {
    fn wall(&self) -> Duration {
        sudolab_clock::SYSTEM.wall()
    }

    fn cpu(&self) -> Option<Duration> {
        thread_cpu()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_takes_wall_time_but_no_cpu_time() {
        let start = Moment::now();
        std::thread::sleep(std::time::Duration::from_millis(30));
        let (cpu, wall) = start.elapsed();
        assert!(wall >= 0.03 && cpu < wall / 2.0, "{cpu} {wall}");
    }
}
