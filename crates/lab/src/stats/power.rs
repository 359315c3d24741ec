//! How many pairs a test needs to notice a difference.
//!
//! For logarithms of ratios with standard deviation s, a paired test at level α notices a true
//! ratio r with probability 1 - β when it has about ((z(α/2) + z(β)) s / ln r)² pairs. The
//! signed-rank test needs π/3 times as many as the t test when the ratios are log-normal (its
//! asymptotic relative efficiency; Hodges and Lehmann 1956), and no test of this kind can notice
//! anything with fewer than six pairs: the smallest two-sided p of six is 2/64.

use super::special::normal_quantile;

/// The ratios asked about.
pub const FACTORS: [f64; 3] = [2.0, 1.25, 1.1];
/// The chance of a false alarm, and of missing the difference.
const RISKS: (f64, f64) = (0.05, 0.1);
/// Fewer pairs can show nothing.
const LEAST: usize = 6;

/// Pairs needed to see a ratio when the logarithms of the ratios have this standard deviation.
pub fn puzzles_needed(ratio: f64, sd: f64) -> usize {
    let z_error = -normal_quantile(RISKS.0 / 2.0);
    let z = z_error - normal_quantile(RISKS.1);
    // The second term is what a small sample needs because its spread is not known either.
    let pairs = std::f64::consts::PI / 3.0 * (z * sd / ratio.ln()).powi(2) + z_error.powi(2) / 2.0;
    (pairs.ceil().min(1e15) as usize).max(LEAST)
}

/// The largest spread of the ratios, as a factor of one standard deviation, at which so many
/// pairs still show a ratio; `None` when no spread is small enough.
pub fn spread_allowed(ratio: f64, pairs: usize) -> Option<f64> {
    if pairs < LEAST {
        return None;
    }
    let (mut low, mut high) = (0.0, 20.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if puzzles_needed(ratio, middle) <= pairs { low = middle } else { high = middle }
    }
    Some(f64::exp(low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Alternative, Zeros, wilcoxon};
    use sudolab_grid::random::Random;

    #[test]
    fn so_many_pairs_notice_the_ratio_in_nine_of_ten_studies() {
        let mut source = Random::new(3);
        // A normal deviate, near enough: the sum of twelve uniform ones.
        let mut normal = || (0..12).map(|_| source.unit()).sum::<f64>() - 6.0;
        for (ratio, sd) in [(2.0f64, 0.8), (1.25, 0.3), (1.1, 0.1)] {
            let n = puzzles_needed(ratio, sd);
            let rounds = 600;
            let seen = (0..rounds).filter(|_| {
                let logs: Vec<f64> = (0..n).map(|_| ratio.ln() + sd * normal()).collect();
                wilcoxon(&logs, Zeros::Pratt, Alternative::TwoSided).unwrap().p < 0.05
            });
            let share = seen.count() as f64 / f64::from(rounds);
            assert!((0.84..0.97).contains(&share), "{ratio} {sd}: {share} with {n}");
        }
    }

    #[test]
    fn the_spread_allowed_is_the_one_that_needs_all_pairs() {
        for (ratio, pairs) in [(2.0, 12), (1.25, 100), (1.1, 1000)] {
            let sd = spread_allowed(ratio, pairs).unwrap().ln();
            assert!(puzzles_needed(ratio, sd * 0.999) <= pairs, "{ratio} {pairs}");
            assert!(puzzles_needed(ratio, sd * 1.02) > pairs, "{ratio} {pairs}");
        }
        assert_eq!(spread_allowed(2.0, 5), None);
    }

    #[test]
    fn a_smaller_difference_needs_more_puzzles() {
        assert_eq!(puzzles_needed(100.0, 0.1), LEAST);
        assert!(puzzles_needed(1.1, 0.5) > puzzles_needed(1.25, 0.5));
        assert!(puzzles_needed(1.1, 1.0) > 3 * puzzles_needed(1.1, 0.5));
    }
}
