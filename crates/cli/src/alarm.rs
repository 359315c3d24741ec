//! A flag that rises when time is up or the user asks to end, for work that cannot look at the clock.

use crate::interrupt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the clock is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The flag and the thread that watches the clock for it. It ends with the alarm.
pub struct Alarm {
    flag: Arc<AtomicBool>,
    until: Arc<Mutex<Option<Instant>>>,
    over: Arc<AtomicBool>,
}

impl Alarm {
    /// An alarm without a time.
    pub fn new() -> Alarm {
        let alarm = Alarm {
            flag: Arc::new(AtomicBool::new(false)),
            until: Arc::new(Mutex::new(None)),
            over: Arc::new(AtomicBool::new(false)),
        };
        let (flag, until, over) = (alarm.flag.clone(), alarm.until.clone(), alarm.over.clone());
        std::thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                let due = lock(&until).is_some_and(|at| Instant::now() >= at);
                if due || interrupt::is_raised() {
                    flag.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(LOOK_EVERY);
            }
        });
        alarm
    }

    /// Lowers the flag and lets it rise after the given time, if there is one.
    pub fn set(&self, limit: Option<Duration>) {
        let mut until = lock(&self.until);
        *until = limit.and_then(|limit| Instant::now().checked_add(limit));
        self.flag.store(interrupt::is_raised(), Ordering::Relaxed);
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// The flag.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.flag.clone()
    }

    /// Whether the flag is up.
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

fn lock(until: &Mutex<Option<Instant>>) -> MutexGuard<'_, Option<Instant>> {
    until.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_rises_when_time_is_up_and_can_be_set_again() {
        let alarm = Alarm::new();
        alarm.set(Some(Duration::from_millis(1)));
        let started = Instant::now();
        while !alarm.is_raised() && started.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(LOOK_EVERY);
        }
        assert!(alarm.is_raised());
        alarm.set(Some(Duration::from_secs(3600)));
        assert!(!alarm.is_raised());
    }
}
