//! When to begin again.
//!
//! A randomised run that has not ended after a while may have taken a wrong turn, and a new one
//! may end sooner. If every run is broken off after t and begun again, the expected time to an
//! end is the time spent on average until t, divided by the chance of ending until then (Luby,
//! Sinclair, Zuckerman 1993). With n runs of which k ended by t, that is
//! (sum of these k times + (n - k) t) / k. The best t is one of the times seen.
//!
//! Choosing the best of many on the runs it is judged by flatters it; so it is chosen on every
//! other run and judged on the rest, and the other way round.

use super::observation::Observation;

/// What restarting is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Restart {
    /// After this time a run is best broken off and begun again; infinite when never.
    pub cutoff: f64,
    /// Expected time until an end with it, judged on runs that it was not chosen by.
    pub expected: f64,
    /// Expected time when a run is broken off only where it was in the study.
    pub plain: f64,
}

impl Restart {
    /// How many times sooner an end comes with restarts.
    pub fn gain(&self) -> f64 {
        self.plain / self.expected
    }
}

/// The expected time until an end when every run is broken off after `cutoff`; `None` when none
/// ended until then.
pub fn expected_with_cutoff(runs: &[Observation], cutoff: f64) -> Option<f64> {
    let ended = || runs.iter().filter_map(|r| r.seen()).filter(|&t| t <= cutoff);
    let k = ended().count();
    // Runs that were stopped earlier than the cutoff were watched only so long.
    let others = runs.iter().filter(|r| r.seen().is_none_or(|t| t > cutoff));
    let spent: f64 =
        others.map(|r| if r.is_beyond() { r.number().min(cutoff) } else { cutoff }).sum();
    (k > 0).then(|| (ended().sum::<f64>() + spent) / k as f64)
}

/// The best time to begin again; `None` with fewer than four runs that ended.
pub fn best_restart(runs: &[Observation]) -> Option<Restart> {
    if runs.iter().filter(|r| !r.is_beyond()).count() < 4 {
        return None;
    }
    let plain = expected_with_cutoff(runs, f64::INFINITY)?;
    let half = |parity: usize| -> Vec<Observation> {
        runs.iter().copied().skip(parity).step_by(2).collect()
    };
    let (even, odd) = (half(0), half(1));
    let judged = |chosen_by: &[Observation], on: &[Observation]| {
        let (cutoff, _) = best_cutoff(chosen_by)?;
        expected_with_cutoff(on, cutoff)
    };
    let expected = match (judged(&even, &odd), judged(&odd, &even)) {
        (Some(a), Some(b)) => (a + b) / 2.0,
        // A cutoff by which no run of the other half ended is no cutoff.
        _ => plain,
    };
    let (cutoff, _) = best_cutoff(runs)?;
    let longest = runs.iter().map(|r| r.number()).fold(0.0, f64::max);
    let cutoff = if cutoff >= longest { f64::INFINITY } else { cutoff };
    Some(Restart { cutoff, expected, plain })
}

/// Of the runs at least this part has ended at a cutoff: what a handful of lucky ones promise is
/// not there the next time.
const ENDED: f64 = 0.1;

/// The time seen with the least expectation, and that expectation.
fn best_cutoff(runs: &[Observation]) -> Option<(f64, f64)> {
    let mut seen: Vec<f64> = runs.iter().filter_map(|r| r.seen()).collect();
    seen.sort_by(f64::total_cmp);
    let (n, mut sum) = (runs.len(), 0.0);
    let least_ended = ((ENDED * n as f64).ceil() as usize).max(2).min(seen.len());
    let mut best: Option<(f64, f64)> = None;
    for (i, &t) in seen.iter().enumerate() {
        sum += t;
        let (k, left) = (i + 1, n - i - 1);
        if k < least_ended {
            continue;
        }
        let expected = (sum + left as f64 * t) / k as f64;
        if best.is_none_or(|(_, least)| expected < least) {
            best = Some((t, expected));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use Observation::{Beyond, Seen};
    use sudolab_grid::random::Random;

    #[test]
    fn an_exponential_law_has_no_memory_and_nothing_to_gain() {
        let mut source = Random::new(4);
        let runs: Vec<Observation> = (0..2000).map(|_| Seen(-(1.0 - source.unit()).ln())).collect();
        let restart = best_restart(&runs).unwrap();
        assert!((0.8..1.25).contains(&restart.gain()), "{restart:?}");
        assert!((0.9..1.1).contains(&restart.plain), "{restart:?}");
    }

    #[test]
    fn half_of_the_runs_lost_for_ever_are_worth_beginning_again() {
        // Half end at 1, half would take 100.
        let runs: Vec<Observation> =
            (0..100).map(|i| if i / 2 % 2 == 0 { Seen(1.0) } else { Seen(100.0) }).collect();
        let restart = best_restart(&runs).unwrap();
        assert_eq!(restart.cutoff, 1.0);
        assert!((restart.expected - 2.0).abs() < 1e-9 && (restart.plain - 50.5).abs() < 1e-9);
    }

    #[test]
    fn what_the_limit_ended_counts_as_spent_until_then() {
        let runs = [Seen(1.0), Beyond(10.0), Seen(1.0), Beyond(10.0), Seen(1.0), Seen(1.0)];
        assert_eq!(expected_with_cutoff(&runs, f64::INFINITY), Some(6.0));
        assert_eq!(expected_with_cutoff(&runs, 1.0), Some(1.5));
        assert_eq!(expected_with_cutoff(&runs, 0.5), None);
        assert_eq!(best_restart(&runs[..3]), None);
    }
}
