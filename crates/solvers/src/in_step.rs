//! Threads that do one phase after another together.
//!
//! For work cut so fine that handing it over would cost more than doing it: all threads walk
//! through the same phases, each does its share, and they meet after each. Meeting is spinning for a
//! moment and then letting others run; a lock with a queue takes ten times as long.

#[cfg(feature = "threads")]
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Where threads wait for one another.
pub(crate) struct Meeting {
    threads: usize,
    arrived: AtomicUsize,
    round: AtomicUsize,
    /// A thread has panicked; nobody waits any more.
    broken: AtomicBool,
}

/// A thread that should have come to a meeting has panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Broken;

/// Looks before a waiting thread lets others run.
const SPINS: u32 = 2000;

impl Meeting {
    fn of(threads: usize) -> Meeting {
        Meeting {
            threads,
            arrived: AtomicUsize::new(0),
            round: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
        }
    }

    /// Waits until every thread is here. What any of them wrote before, all see after.
    #[inline]
    pub(crate) fn wait(&self) -> Result<(), Broken> {
        if self.threads == 1 {
            return Ok(());
        }
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.store(round.wrapping_add(1), Ordering::Release);
            return Ok(());
        }
        let mut spins = 0;
        while self.round.load(Ordering::Acquire) == round {
            if self.broken.load(Ordering::Relaxed) {
                return Err(Broken);
            }
            spins += 1;
            if spins < SPINS {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        Ok(())
    }
}

/// Where there are no threads the leader does every share.
#[cfg(not(feature = "threads"))]
pub(crate) fn in_step<R>(
    threads: usize,
    lead: impl FnOnce(&Meeting) -> R,
    _: impl Fn(usize, &Meeting) + Sync,
) -> R {
    debug_assert!(threads <= 1, "nobody was lent");
    lead(&Meeting::of(1))
}

/// Runs `lead` on the calling thread as number 0 and `follow` on others as 1, 2, …; both go through the
/// same meetings. A panic in any of them ends all and is passed on.
#[cfg(feature = "threads")]
pub(crate) fn in_step<R>(
    threads: usize,
    lead: impl FnOnce(&Meeting) -> R,
    follow: impl Fn(usize, &Meeting) + Sync,
) -> R {
    let meeting = &Meeting::of(threads.max(1));
    let (led, followed) = std::thread::scope(|scope| {
        let follow = &follow;
        let guarded = move |number| {
            let run = catch_unwind(AssertUnwindSafe(|| follow(number, meeting)));
            if run.is_err() {
                meeting.broken.store(true, Ordering::Relaxed);
            }
            run
        };
        let others: Vec<_> = (1..threads).map(|n| scope.spawn(move || guarded(n))).collect();
        let led = catch_unwind(AssertUnwindSafe(|| lead(meeting)));
        if led.is_err() {
            meeting.broken.store(true, Ordering::Relaxed);
        }
        let ends = others.into_iter().map(|other| other.join().and_then(|run| run));
        (led, ends.collect::<Result<Vec<()>, _>>())
    });
    match (led, followed) {
        (Err(panic), _) | (Ok(_), Err(panic)) => resume_unwind(panic),
        (Ok(result), Ok(_)) => result,
    }
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn every_phase_sees_what_all_did_in_the_one_before() {
        for threads in [1, 2, 4] {
            let slots: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
            let share = |number: usize, meeting: &Meeting| {
                for phase in 1..=200 {
                    slots[number].store(phase, Ordering::Relaxed);
                    meeting.wait().unwrap();
                    let together = slots.iter().all(|s| s.load(Ordering::Relaxed) == phase);
                    assert!(together, "phase {phase}");
                    meeting.wait().unwrap();
                }
            };
            in_step(threads, |meeting| share(0, meeting), share);
        }
    }

    #[test]
    fn a_panic_of_one_ends_all() {
        for panicking in [0, 1, 2] {
            let share = |number: usize, meeting: &Meeting| {
                for phase in 0..50 {
                    assert!(number != panicking || phase < 20, "a defect for the test");
                    if meeting.wait().is_err() {
                        return;
                    }
                }
            };
            let run = || in_step(3, |meeting| share(0, meeting), share);
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        }
    }
}
