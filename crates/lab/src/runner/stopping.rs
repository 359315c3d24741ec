//! When the thesis' protocol has seen enough of one puzzle.
//!
//! Berggren & Nilsson 2012, section 3.3: repeat until the 95 % bootstrap interval of the mean is
//! narrower than a bound, at least 4 and at most 100 times; the first run that does not solve ends
//! the matter as unsolved. So the text; the thesis' code compares percentiles of the times themselves,
//! which is no bootstrap and does not become narrower with more runs. A plan chooses: the means of
//! 1000 resamples, as the text says, or the percentiles, as the code does.
//! Stopping on the width of an interval favours samples that happen to be narrow, so the tails of
//! such a study are too light; the fixed protocol does not have this bias.

use crate::stats::{Bootstrap, Mean};
use sudolab_grid::random::Random;

/// What the runs of one algorithm on one puzzle amount to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Every run solved, and the mean is known well enough.
    Solved,
    /// A run did not solve.
    Unsolved,
    /// Every run solved, but the mean is still uncertain after the last run, or the time, allowed.
    Unstable,
}

/// What has to be narrow before a puzzle's time counts as known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spread {
    /// The 95 % bootstrap interval of the mean: the text of the thesis.
    #[default]
    Mean,
    /// The span from the 2.5 to the 97.5 percentile of the times: its code.
    Times,
}

/// Whether more runs are needed: `None` asks for another one.
pub fn class(
    solved: &[bool],
    times: &[f64],
    (least, most): (u32, u32),
    (spread, bound): (Spread, f64),
    patience: f64,
) -> Option<Class> {
    if solved.contains(&false) {
        return Some(Class::Unsolved);
    }
    if times.len() < least as usize {
        return None;
    }
    if spread.is_narrow(times, bound) {
        return Some(Class::Solved);
    }
    let spent = times.len() >= most as usize || times.iter().sum::<f64>() >= patience;
    spent.then_some(Class::Unstable)
}

impl Spread {
    /// Whether it is narrow.
    pub fn is_narrow(self, times: &[f64], bound: f64) -> bool {
        match self {
            Spread::Mean => is_narrow(times, bound),
            Spread::Times => {
                let mut sorted = times.to_vec();
                sorted.sort_by(f64::total_cmp);
                // As in the code: the nearest of the sorted times, and the bound itself is narrow.
                let at = |part: f64| sorted[(part * (sorted.len() - 1) as f64).round() as usize];
                sorted.len() > 1 && at(0.975) - at(0.025) <= bound
            }
        }
    }
}

/// Whether the 95 % bootstrap interval of the mean is narrower than the bound. The draws depend on
/// nothing but the number of times, so that a resumed study decides as the first would have.
pub fn is_narrow(times: &[f64], bound: f64) -> bool {
    let (low, high) =
        times.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &t| (a.min(t), b.max(t)));
    // A mean of resamples lies between the extremes: most puzzles need no bootstrap.
    if high - low < bound {
        return true;
    }
    let bootstrap = Bootstrap { draws: 1000, level: 0.95 };
    let interval = bootstrap.percentile(times, &Mean, &mut Random::new(times.len() as u64));
    interval.is_ok_and(|i| i.width() < bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_go_on_until_the_mean_is_certain() {
        let check = |times: &[f64], expected| {
            let solved = vec![true; times.len()];
            let mean = (Spread::Mean, 0.05);
            assert_eq!(class(&solved, times, (4, 8), mean, 30.0), expected, "{times:?}");
        };
        check(&[0.1, 0.1, 0.1], None);
        check(&[0.1, 0.1, 0.1, 0.11], Some(Class::Solved));
        check(&[0.1, 5.0, 0.1, 5.0], None);
        check(&[0.1, 5.0, 0.1, 5.0, 0.1, 5.0, 0.1, 5.0], Some(Class::Unstable));
        // The width that counts is that of the mean, which may be narrow where the times are not.
        check(&[0.10, 0.13, 0.10, 0.13, 0.16, 0.13, 0.10], Some(Class::Solved));
        let mean = (Spread::Mean, 0.05);
        assert_eq!(class(&[true, false], &[0.1, 20.0], (4, 8), mean, 30.0), Some(Class::Unsolved));
        // Runs of eight seconds each are not repeated for ever.
        check(&[8.0, 8.2, 8.1, 7.9], Some(Class::Unstable));
    }

    #[test]
    fn percentiles_of_the_times_do_not_become_narrower_with_more_runs() {
        let times: Vec<f64> = (0..60).map(|i| if i % 2 == 0 { 1.0 } else { 1.1 }).collect();
        assert!(Spread::Mean.is_narrow(&times, 0.05) && !Spread::Times.is_narrow(&times, 0.05));
        let class = class(&[true; 60], &times, (4, 60), (Spread::Times, 0.05), 1e9);
        assert_eq!(class, Some(Class::Unstable));
        // One time in sixty far off lies outside of the percentiles, and the bound is inclusive.
        let mut steady = vec![1.0; 60];
        steady[7] = 9.0;
        assert!(Spread::Times.is_narrow(&steady, 0.0) && !Spread::Mean.is_narrow(&steady, 0.05));
        assert!(!Spread::Times.is_narrow(&[1.0], 1.0), "one run tells nothing");
    }
}
