//! How long one repetition takes, from batches of them.
//!
//! A run of two microseconds takes twenty when its code and data come from memory, and hundreds
//! when the system takes the core away meanwhile. So no single pass is believed:
//!
//! 1. the first pass, whose answer is checked, warms up; it counts as a batch only if it took
//!    [`WARM`] or more, beside which a cold start is small, and agrees with the next one;
//! 2. a batch has as many repetitions as take [`LONG_ENOUGH`]; their number is found by batches
//!    that do not count, and found again when a batch turns out much too short;
//! 3. at least [`LEAST`] batches count. One is thrown away when its CPU time exceeds its wall
//!    time, which no thread can do, or when the core was taken away within it; a batch longer than
//!    [`LONG`] keeps its CPU time, since hardly any is left alone for so long;
//! 4. when those that count disagree by more than [`AGREE`], more are made, up to [`MOST`];
//! 5. the row holds the median and the minimum.
//!
//! A pass of [`ONCE`] or more is not repeated: that would multiply the time of a study, and it is
//! the study's repeats that show its spread. It is made again when its CPU time exceeds its wall time.
//! After [`TRIES`] batches whatever there is counts, but nothing with more CPU time than wall time
//! while there is anything else; how many were thrown away stands in the row.

/// The repetitions of a batch together take about this many seconds.
pub(crate) const LONG_ENOUGH: f64 = 200e-6;
/// A first pass of so many seconds counts as a batch.
const WARM: f64 = 2e-3;
/// A first pass of so many seconds is the only one.
pub(crate) const ONCE: f64 = 50e-3;
/// In a batch of so many seconds the core may be taken away.
const LONG: f64 = 5e-3;
/// So many batches count at least.
pub(crate) const LEAST: usize = 3;
/// A pass that is the only one is made so often again when its clocks contradict each other.
const AGAIN: u32 = 3;
/// So many count at most.
const MOST: usize = 9;
/// So many are tried at most, those that only find the number of repetitions included.
const TRIES: usize = 24;
/// Batches agree when the longest takes at most so many times the shortest.
const AGREE: f64 = 1.25;
/// Repetitions of the first batch: caches and branch predictor know the puzzle after them.
const FEW: f64 = 16.0;
/// Repetitions of a batch, at most.
const MOST_INNER: f64 = 2000.0;

/// What one batch took, all its repetitions together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lap {
    /// CPU time in seconds.
    pub cpu: f64,
    /// Wall time in seconds.
    pub wall: f64,
    /// How often the core was taken away within it, where the system tells.
    pub switches: Option<u64>,
}

impl Lap {
    /// Whether the clocks contradict each other. They are read one after the other, and the
    /// clock of a thread is coarser.
    fn is_absurd(&self) -> bool {
        self.cpu > 1.05 * self.wall + 2e-6
    }

    /// Whether something else ran on the core meanwhile.
    fn is_displaced(&self) -> bool {
        let waited = self.wall > 1.5 * self.cpu + 20e-6;
        self.cpu < LONG && (waited || self.switches.is_some_and(|n| n > 0))
    }

    /// The same with no more CPU time than wall time, which no thread can have had.
    fn believed(&self) -> Lap {
        if self.is_absurd() { Lap { cpu: self.wall, ..*self } } else { *self }
    }

    fn is_good(&self) -> bool {
        !self.is_absurd() && !self.is_displaced()
    }
}

/// What a run takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// CPU time of one repetition, the median of the batches.
    pub cpu: f64,
    /// Wall time of one repetition, the median of the batches.
    pub wall: f64,
    /// The smallest CPU time of one repetition.
    pub cpu_least: f64,
    /// The smallest wall time of one repetition.
    pub wall_least: f64,
    /// Repetitions of a batch.
    pub inner: u32,
    /// Batches that count.
    pub batches: u32,
    /// Batches that were thrown away.
    pub rejected: u32,
    /// How often the core was taken away in all of them.
    pub switches: Option<u64>,
}

/// Times a run by its first pass and as many batches as are needed; `batch` makes one with so many
/// repetitions, or `None` when it cannot.
pub fn time(first: Lap, mut batch: impl FnMut(u32) -> Option<Lap>) -> Timing {
    let mut kept: Vec<Lap> = Vec::new();
    let mut spoilt: Vec<Lap> = Vec::new();
    let mut switches = first.switches;
    let mut inner = 1;
    // The clock of the thread is not believed beyond the one on the wall.
    let took = first.cpu.min(first.wall);
    if took >= ONCE {
        let mut rejected = 0;
        let mut lap = first;
        while lap.is_absurd() && rejected < AGAIN {
            rejected += 1;
            let Some(next) = batch(1) else { break };
            switches = switches.zip(next.switches).map(|(a, b)| a + b);
            lap = next;
        }
        return of(&[lap.believed()], 1, rejected, switches);
    }
    if took >= WARM && first.is_good() {
        kept.push(first);
    }
    // A short pass says little about the next ones, so that the first batch has a few at least.
    let mut next = repetitions(took, FEW).max(if took < WARM { 2 } else { 1 });
    let mut is_sized = took >= WARM;
    let mut is_warm = false;
    for _ in 0..TRIES {
        let Some(lap) = batch(next) else { break };
        switches = switches.zip(lap.switches).map(|(a, b)| a + b);
        let wanted = repetitions(lap.cpu / f64::from(next), MOST_INNER);
        // A batch that only found the number, or that shows the number to be far too small.
        if !is_sized || (wanted > 4 * next && lap.cpu < LONG_ENOUGH / 4.0) {
            // A displaced batch makes the repetitions look long; the next one tells.
            is_sized = true;
            if wanted != next {
                next = wanted;
                kept.clear();
                spoilt.clear();
                continue;
            }
        }
        inner = next;
        if !is_warm {
            is_warm = true;
            // The first pass was longer than its repetition: it only warmed up.
            kept.retain(|first| first.cpu <= AGREE * lap.cpu);
        }
        if lap.is_good() {
            kept.push(lap)
        } else {
            spoilt.push(lap)
        }
        if kept.len() >= LEAST && (agree(&kept) || kept.len() >= MOST) {
            break;
        }
    }
    let rejected = spoilt.len() as u32;
    if kept.len() < LEAST {
        // The displaced ones are only long; the absurd ones are wrong, and count where nothing else does.
        let all_absurd = kept.is_empty() && spoilt.iter().all(Lap::is_absurd);
        spoilt.retain(|lap| all_absurd || !lap.is_absurd());
        spoilt.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
        kept.extend(spoilt.iter().map(Lap::believed).take(LEAST - kept.len()));
    }
    if kept.is_empty() {
        return of(&[first.believed()], 1, rejected, switches);
    }
    of(&kept, inner, rejected, switches)
}

fn repetitions(one: f64, most: f64) -> u32 {
    (LONG_ENOUGH / one.max(0.05e-6)).ceil().clamp(1.0, most) as u32
}

fn agree(laps: &[Lap]) -> bool {
    let low = laps.iter().map(|l| l.cpu).fold(f64::INFINITY, f64::min);
    let high = laps.iter().map(|l| l.cpu).fold(0.0, f64::max);
    high <= AGREE * low
}

fn of(laps: &[Lap], inner: u32, rejected: u32, switches: Option<u64>) -> Timing {
    let n = f64::from(inner);
    let sorted = |value: fn(&Lap) -> f64| {
        let mut values: Vec<f64> = laps.iter().map(|l| value(l) / n).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let (cpu, wall) = (sorted(|l| l.cpu), sorted(|l| l.wall));
    let middle = |v: &[f64]| (v[(v.len() - 1) / 2] + v[v.len() / 2]) / 2.0;
    Timing {
        cpu: middle(&cpu),
        wall: middle(&wall),
        cpu_least: cpu[0],
        wall_least: wall[0],
        inner,
        batches: laps.len() as u32,
        rejected,
        switches,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::random::Random;

    fn lap(seconds: f64) -> Lap {
        Lap { cpu: seconds, wall: 1.01 * seconds, switches: Some(0) }
    }

    /// Times a run of `true_seconds`; `spoil` changes the laps, the first pass being number 0.
    fn timed(true_seconds: f64, mut spoil: impl FnMut(usize, Lap) -> Lap) -> Timing {
        let mut number = 0;
        // The first pass is ten times as long, as a cold one is.
        let first = spoil(0, lap(10.0 * true_seconds));
        time(first, |n| {
            number += 1;
            Some(spoil(number, lap(f64::from(n) * true_seconds)))
        })
    }

    fn check(timing: Timing, true_seconds: f64) {
        let off = timing.cpu / true_seconds;
        assert!((0.99..1.02).contains(&off), "{off}: {timing:?}");
        assert!((0.99..1.02).contains(&(timing.cpu_least / true_seconds)), "{timing:?}");
        assert!(timing.batches as usize >= LEAST, "{timing:?}");
    }

    #[test]
    fn a_quiet_run_is_timed_by_three_batches_that_are_long_enough() {
        for seconds in [1e-7, 2.9e-6, 40e-6, 900e-6, 3e-3] {
            let timing = timed(seconds, |_, lap| lap);
            check(timing, seconds);
            assert_eq!((timing.batches, timing.rejected), (3, 0), "{seconds}");
            let together = timing.cpu * f64::from(timing.inner);
            assert!(together >= 0.9 * LONG_ENOUGH, "{seconds}: {timing:?}");
        }
    }

    #[test]
    fn a_first_pass_that_was_displaced_does_not_become_the_time() {
        // 2.9 µs that took 149 µs, or 2.1 ms, the first time.
        for first in [149e-6, 250e-6, 2.1e-3, 20e-3] {
            let timing = timed(2.9e-6, |number, good| if number == 0 { lap(first) } else { good });
            check(timing, 2.9e-6);
            assert!(timing.inner > 20, "{timing:?}");
        }
    }

    #[test]
    fn outliers_at_any_place_leave_the_time_as_it_is() {
        let kinds: [fn(Lap) -> Lap; 4] = [
            // The system took the core away and charged the thread for it.
            |l| Lap { cpu: l.cpu + 700e-6, wall: l.wall + 900e-6, switches: Some(1) },
            // The core was away, the clock of the thread stood.
            |l| Lap { wall: l.wall + 4e-3, ..l },
            // CPU time 56 times the wall time.
            |l| Lap { cpu: 56.0 * l.wall, ..l },
            // Stolen by the host: nobody tells.
            |l| Lap { cpu: 30.0 * l.cpu, wall: 30.0 * l.wall, ..l },
        ];
        for spoil in kinds {
            for place in 0..6 {
                for seconds in [2.9e-6, 120e-6] {
                    let timing = timed(seconds, |n, lap| if n == place { spoil(lap) } else { lap });
                    check(timing, seconds);
                }
            }
        }
    }

    #[test]
    fn one_outlier_in_five_leaves_times_within_a_fiftieth() {
        let mut source = Random::new(5);
        let mut wrong = 0;
        for _ in 0..1000 {
            let timing = timed(3e-6, |_, l| match source.below(5) {
                0 => Lap { cpu: l.cpu + 1e-3, wall: l.wall + 1e-3, switches: Some(1) },
                _ => l,
            });
            wrong += usize::from((timing.cpu / 3e-6 - 1.0).abs() > 0.02);
        }
        assert_eq!(wrong, 0);
    }

    #[test]
    fn a_machine_that_never_leaves_the_core_alone_still_gives_a_time_and_says_so() {
        let timing = timed(3e-6, |_, l| Lap { switches: Some(2), ..l });
        assert!(timing.rejected > 3 && timing.batches == 3, "{timing:?}");
        assert!((timing.cpu / 3e-6 - 1.0).abs() < 0.02);
    }

    #[test]
    fn a_long_run_is_not_repeated() {
        let mut asked = 0;
        let timing = time(lap(0.3), |_| {
            asked += 1;
            Some(lap(0.3))
        });
        assert_eq!((asked, timing.batches, timing.inner, timing.cpu), (0, 1, 1, 0.3));
    }

    #[test]
    fn a_long_run_whose_clocks_contradict_each_other_is_made_again() {
        let absurd = Lap { cpu: 0.9, wall: 0.3, switches: Some(0) };
        let mut asked = 0;
        let timing = time(absurd, |_| {
            asked += 1;
            Some(if asked < 2 { absurd } else { lap(0.3) })
        });
        assert_eq!((asked, timing.rejected, timing.cpu), (2, 2, 0.3));
        let never = time(absurd, |_| Some(absurd));
        assert_eq!((never.rejected, never.cpu, never.wall), (AGAIN, 0.3, 0.3));
    }

    #[test]
    fn more_cpu_time_than_wall_time_is_never_stored() {
        for seconds in [3e-6, 1e-3, 20e-3, 0.2] {
            let all = timed(seconds, |_, l| Lap { cpu: 3.0 * l.wall, ..l });
            assert!(all.cpu <= all.wall && all.rejected > 0, "{all:?}");
            let most = timed(seconds, |n, l| match n % 3 {
                1 => l,
                _ => Lap { cpu: 56.0 * l.wall, ..l },
            });
            assert!(most.cpu <= most.wall && most.rejected > 0, "{most:?}");
        }
    }
}
