//! CPU time of the calling thread, and wall time.

use std::time::{Duration, Instant};

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

#[cfg(unix)]
fn thread_cpu() -> Option<Duration> {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok()
}

#[cfg(not(unix))]
fn thread_cpu() -> Option<Duration> {
    None
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
