//! CPU time of the calling thread, and wall time.

use std::time::Instant;

/// A moment on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    cpu: f64,
    wall: Instant,
}

impl Moment {
    /// Now.
    pub fn now() -> Moment {
        Moment { cpu: thread_cpu_seconds(), wall: Instant::now() }
    }

    /// Seconds of CPU and wall time since then. Where the system has no clock of a thread, both
    /// are wall time.
    pub fn elapsed(&self) -> (f64, f64) {
        let cpu = thread_cpu_seconds();
        let wall = self.wall.elapsed().as_secs_f64();
        (if cpu.is_nan() { wall } else { (cpu - self.cpu).max(0.0) }, wall)
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
fn thread_cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(not(unix))]
fn thread_cpu_seconds() -> f64 {
    f64::NAN
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
