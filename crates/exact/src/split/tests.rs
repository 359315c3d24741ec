//! The threads, tried on a tree that is a row of numbers.

use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use sudolab_grid::halt::{Clock, HandClock};

/// Numbers from `next` to `end`; every `solution_every`-th is a solution, one may cause a panic.
#[derive(Clone)]
struct Row {
    next: u64,
    end: u64,
    solution_every: u64,
    panics_at: u64,
}

impl Tree for Row {
    const LEASH: u64 = 50;

    fn walk(&mut self, pause_at: u64, tally: &mut Tally) -> Walked {
        while self.next < self.end {
            if tally.ticks() >= pause_at {
                return Walked::Paused;
            }
            tally.spend(1);
            let number = self.next;
            self.next += 1;
            assert!(number != self.panics_at, "number {number}");
            if number.is_multiple_of(3) {
                tally.add_guesses(1);
            }
            // Dips at uneven places, so that the best board lies in some part in the middle.
            tally.offer(100 + number.wrapping_mul(7919) % 1009, &number.to_le_bytes());
            if number.is_multiple_of(97) {
                std::thread::sleep(Duration::from_micros(20));
            }
            if number % self.solution_every == 1
                && tally.found(|| number.to_le_bytes().to_vec().into_boxed_slice())
            {
                return Walked::Ended;
            }
        }
        Walked::Ended
    }

    fn cut(&mut self, cut: Cut, _ticks: u64) -> Vec<Row> {
        let (next, left) = (self.next, self.end - self.next);
        let mut piece = |from: u64| {
            let piece = Row { next: from, ..self.clone() };
            self.end = from;
            piece
        };
        match cut {
            Cut::Largest if left > 10 => vec![piece(next + left / 2)],
            Cut::Next { grain } if left > 3 * grain => {
                let tail = piece(next + 2 * grain);
                vec![piece(next + grain), tail]
            }
            _ => Vec::new(),
        }
    }
}

impl Row {
    fn of(n: u64, solution_every: u64) -> Row {
        Row { next: 0, end: n, solution_every, panics_at: u64::MAX }
    }
}

#[test]
fn any_number_of_threads_finds_what_one_finds() {
    for (n, solution_every) in [(20_000, 37), (20_000, 19_000), (3000, 5), (20_000, u64::MAX)] {
        for (limit, keep) in [(1, 1), (2, 0), (10, 4), (400, 400), (u64::MAX, 7)] {
            let wanted = Wanted { limit, keep };
            let (expected, _) =
                search(Row::of(n, solution_every), &Hands::new(0), wanted, &Halt::never());
            for threads in [2, 3, 5] {
                let hands = Hands::beside_the_first(threads);
                let (found, ended) =
                    search(Row::of(n, solution_every), &hands, wanted, &Halt::never());
                assert_eq!(hands.take_all(), threads - 1, "all come back");
                let key = |t: &Tally| (t.solutions(), t.ticks(), t.guesses(), t.first().to_vec());
                assert_eq!(key(&found), key(&expected), "{threads} threads, limit {limit}");
                assert_eq!(ended, Ok(()));
                if expected.solutions() < limit {
                    assert_eq!(found.best(), expected.best());
                }
            }
        }
    }
}

#[test]
fn a_panic_in_a_walker_reaches_the_caller_and_hangs_nobody() {
    for panics_at in [450, 15_000, 39_999] {
        let row = Row { panics_at, ..Row::of(40_000, u64::MAX) };
        let wanted = Wanted { limit: u64::MAX, keep: 0 };
        let run = || search(row.clone(), &Hands::new(2), wanted, &Halt::never());
        let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        let message = panic.downcast_ref::<String>().unwrap();
        assert!(message.contains(&panics_at.to_string()), "{message}");
    }
}

#[test]
fn all_threads_stop_soon_after_they_are_told() {
    // The clock moves on by a millisecond at each look, whichever thread takes it.
    let clock = HandClock::stepping(Duration::from_millis(1));
    let halt = Halt::never().within(Duration::from_millis(300), &clock);
    let wanted = Wanted { limit: u64::MAX, keep: 0 };
    let (found, ended) = search(Row::of(u64::MAX / 2, 11), &Hands::new(2), wanted, &halt);
    assert_eq!(ended, Err(Stop::Time));
    assert!(found.solutions() > 0);
    // Each of three threads walks a leash between two looks.
    assert!(found.ticks() <= (300 + 2 * 3) * Row::LEASH, "{} ticks", found.ticks());
}

#[test]
fn threads_that_come_later_take_part() {
    let wanted = Wanted { limit: u64::MAX, keep: 3 };
    let hands = Hands::new(0);
    // The search looks at the clock now and then; after some looks other threads become free.
    struct Bell<'a>(AtomicUsize, &'a Hands);
    impl Clock for Bell<'_> {
        fn wall(&self) -> Duration {
            if self.0.fetch_add(1, Ordering::Relaxed) == 20 {
                self.1.add(2);
            }
            Duration::ZERO
        }
    }
    let bell = Bell(AtomicUsize::new(0), &hands);
    let halt = Halt::never().within(Duration::from_secs(1), &bell);
    let (found, _) = search(Row::of(40_000, 37), &hands, wanted, &halt);
    let (alone, _) = search(Row::of(40_000, 37), &Hands::new(0), wanted, &Halt::never());
    assert_eq!((found.solutions(), found.ticks()), (alone.solutions(), alone.ticks()));
    assert_eq!(found.first(), alone.first());
    assert_eq!(hands.take_all(), 2);
}
