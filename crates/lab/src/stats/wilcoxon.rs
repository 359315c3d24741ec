//! Wilcoxon's signed-rank test for paired differences.
//!
//! Idea: rank the differences by size, add up the ranks of the positive ones; without a
//! difference between the two sides the sum is near half of the total.
//! Source: Wilcoxon 1945; zeros after Pratt, *Remarks on zeros and ties*, 1959: rank them with
//! the others, then leave their ranks out, so that many zeros speak against a difference.
//! Up to 50 differences without ties and zeros the distribution is exact, and so it is up to 13
//! with them, where every pattern of signs over the ranks as they are is counted; otherwise it is
//! normal with tie and continuity correction. Six failures against six successes are six ties, and
//! the normal distribution is far off there.
//! Infinite differences (one side ran out of time) share the top rank; see
//! [`Pairs`](super::Pairs).

use super::error::{StatsError, at_least, no_nan};
use super::interval::Alternative;
use super::rank::{midranks, sorted, tie_sizes};
use super::signed_rank;
use super::special::normal_sf;

/// What to do with differences that are zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zeros {
    /// Rank them, then leave their ranks out (Pratt).
    #[default]
    Pratt,
    /// Leave them out before ranking (Wilcoxon).
    Discard,
}

/// How a p value was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WilcoxonMethod {
    /// From all sign patterns.
    Exact,
    /// From the normal distribution, with tie and continuity correction.
    Normal,
}

/// Result of a signed-rank test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wilcoxon {
    /// Differences that are not zero.
    pub n: usize,
    /// Differences that are zero.
    pub zeros: usize,
    /// Sum of the ranks of positive differences.
    pub positive_ranks: f64,
    /// Sum of the ranks of negative differences.
    pub negative_ranks: f64,
    /// The p value; 1 when there are only zeros.
    pub p: f64,
    /// How it was computed.
    pub method: WilcoxonMethod,
}

impl Wilcoxon {
    /// Matched-pairs rank-biserial correlation (Kerby 2014), from -1 (all negative) to 1.
    pub fn rank_biserial(&self) -> f64 {
        let total = self.positive_ranks + self.negative_ranks;
        if total == 0.0 { 0.0 } else { (self.positive_ranks - self.negative_ranks) / total }
    }
}

/// Tests whether the differences lie evenly around zero.
pub fn wilcoxon(
    differences: &[f64],
    zeros: Zeros,
    alternative: Alternative,
) -> Result<Wilcoxon, StatsError> {
    at_least(1, differences.len(), "the signed-rank test")?;
    no_nan(differences, "a difference")?;
    let n_zeros = differences.iter().filter(|&&d| d == 0.0).count();
    let ranked: Vec<f64> = match zeros {
        Zeros::Pratt => differences.to_vec(),
        Zeros::Discard => differences.iter().copied().filter(|&d| d != 0.0).collect(),
    };
    let sizes: Vec<f64> = ranked.iter().map(|d| d.abs()).collect();
    let ranks = midranks(&sizes);
    let sum_where = |wanted: fn(f64) -> bool| -> f64 {
        ranked.iter().zip(&ranks).filter(|&(&d, _)| wanted(d)).map(|(_, r)| r).sum()
    };
    let (positive_ranks, negative_ranks) = (sum_where(|d| d > 0.0), sum_where(|d| d < 0.0));
    let n = differences.len() - n_zeros;
    let nonzero: Vec<f64> = sorted(&sizes).into_iter().filter(|&s| s > 0.0).collect();
    let tied = tie_sizes(&nonzero).any(|t| t > 1.0);
    let result =
        |p: f64, method| Wilcoxon { n, zeros: n_zeros, positive_ranks, negative_ranks, p, method };
    if n == 0 {
        return Ok(result(1.0, WilcoxonMethod::Exact));
    }
    if n_zeros == 0 && !tied && n <= signed_rank::EXACT_LIMIT {
        let probabilities = signed_rank::probabilities(n);
        let p = exact_p(&probabilities, positive_ranks as usize, alternative);
        return Ok(result(p, WilcoxonMethod::Exact));
    }
    if ranked.len() <= signed_rank::TIED_LIMIT {
        let of_nonzero = ranked.iter().zip(&ranks).filter(|&(&d, _)| d != 0.0);
        let doubled: Vec<usize> = of_nonzero.map(|(_, r)| (2.0 * r).round() as usize).collect();
        let probabilities = signed_rank::probabilities_of(&doubled);
        let p = exact_p(&probabilities, (2.0 * positive_ranks).round() as usize, alternative);
        return Ok(result(p, WilcoxonMethod::Exact));
    }
    let moments = |m: f64| (m * (m + 1.0) / 4.0, m * (m + 1.0) * (2.0 * m + 1.0));
    let (mut mean, mut spread) = moments(ranked.len() as f64);
    if zeros == Zeros::Pratt {
        let (mean_of_zeros, spread_of_zeros) = moments(n_zeros as f64);
        mean -= mean_of_zeros;
        spread -= spread_of_zeros;
    }
    spread -= tie_sizes(&nonzero).map(|t| t * (t * t - 1.0)).sum::<f64>() / 2.0;
    let sd = (spread / 24.0).sqrt();
    let excess = positive_ranks - mean;
    let p = match alternative {
        // The correction moves the sum half a step towards the mean, never past it.
        Alternative::TwoSided => (2.0 * normal_sf((excess.abs() - 0.5).max(0.0) / sd)).min(1.0),
        Alternative::Less => normal_sf(-(excess + 0.5) / sd),
        Alternative::Greater => normal_sf((excess - 0.5) / sd),
    };
    Ok(result(p, WilcoxonMethod::Normal))
}

fn exact_p(probabilities: &[f64], at: usize, alternative: Alternative) -> f64 {
    let at_most: f64 = probabilities[..=at].iter().sum();
    let at_least: f64 = probabilities[at..].iter().sum();
    match alternative {
        Alternative::TwoSided => (2.0 * at_most.min(at_least)).min(1.0),
        Alternative::Less => at_most,
        Alternative::Greater => at_least,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_of_few_differences_are_counted_out() {
        let p = |d: &[f64]| wilcoxon(d, Zeros::Pratt, Alternative::TwoSided).unwrap().p;
        // Six that all failed against six that solved: one pattern of signs of 64 on each side.
        assert!((p(&[f64::INFINITY; 6]) - 2.0 / 64.0).abs() < 1e-12);
        assert!((p(&[f64::INFINITY; 5]) - 2.0 / 32.0).abs() < 1e-12);
        // Numbers of scipy.stats.wilcoxon(d, zero_method="pratt"), version 1.17.
        assert!((p(&[1.0, 1.0, -2.0, 3.0, 3.0]) - 0.3125).abs() < 1e-12);
        assert!((p(&[0.0, 1.0, 1.0, 2.0, -1.0, 4.0]) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn timeouts_rank_above_every_difference_seen() {
        let test =
            wilcoxon(&[-1.0, -2.0, -3.0, f64::INFINITY], Zeros::Pratt, Alternative::TwoSided)
                .unwrap();
        assert_eq!((test.positive_ranks, test.negative_ranks), (4.0, 6.0));
    }

    #[test]
    fn only_zeros_show_nothing() {
        let test = wilcoxon(&[0.0, 0.0], Zeros::Pratt, Alternative::TwoSided).unwrap();
        assert_eq!((test.p, test.n, test.zeros, test.rank_biserial()), (1.0, 0, 2, 0.0));
        assert!(wilcoxon(&[], Zeros::Pratt, Alternative::TwoSided).is_err());
    }
}
