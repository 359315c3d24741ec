//! Whether several samples come from one distribution, by ranks.
//!
//! Kruskal and Wallis, *Use of ranks in one-criterion variance analysis*, 1952: all values are ranked
//! together, and the mean ranks of the samples are compared; the statistic is corrected for ties.

use super::error::{StatsError, at_least, no_nan};
use super::rank::{midranks, sorted, tie_sizes};
use super::special::chi_square_sf;

/// Result of the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KruskalWallis {
    /// Values in all samples.
    pub n: usize,
    /// The statistic, corrected for ties.
    pub h: f64,
    /// Its p value.
    pub p: f64,
}

/// Tests whether samples differ.
///
/// # Errors
/// With fewer than two samples, an empty one, or values that are all equal.
pub fn kruskal_wallis(samples: &[Vec<f64>]) -> Result<KruskalWallis, StatsError> {
    const WHAT: &str = "the test of Kruskal and Wallis";
    at_least(2, samples.len(), WHAT)?;
    for sample in samples {
        at_least(1, sample.len(), WHAT)?;
    }
    let all: Vec<f64> = samples.concat();
    no_nan(&all, "a compared value")?;
    let n = all.len() as f64;
    let ranks = midranks(&all);
    let mut first = 0;
    let mut squares = 0.0;
    for sample in samples {
        let sum: f64 = ranks[first..first + sample.len()].iter().sum();
        squares += sum * sum / sample.len() as f64;
        first += sample.len();
    }
    let tied: f64 = tie_sizes(&sorted(&all)).map(|t| t * (t * t - 1.0)).sum();
    let correction = 1.0 - tied / (n * (n * n - 1.0));
    if correction <= 0.0 {
        return Err(StatsError::Degenerate { what: WHAT, why: "all values are equal" });
    }
    let h = (12.0 / (n * (n + 1.0)) * squares - 3.0 * (n + 1.0)) / correction;
    let p = chi_square_sf(h.max(0.0), samples.len() as f64 - 1.0);
    Ok(KruskalWallis { n: all.len(), h, p })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values_come_out() {
        // scipy.stats.kruskal([1, 3, 5, 7, 9], [2, 4, 6, 8, 10]) and ([1, 1, 1], [2, 2, 2], [2, 2]).
        let one = kruskal_wallis(&[vec![1., 3., 5., 7., 9.], vec![2., 4., 6., 8., 10.]]);
        let one = one.expect("it is defined");
        assert!((one.h - 0.272_727_272_727).abs() < 1e-9, "{one:?}");
        assert!((one.p - 0.601_508_134_44).abs() < 1e-9, "{one:?}");
        let tied = kruskal_wallis(&[vec![1.; 3], vec![2.; 3], vec![2.; 2]]).expect("defined");
        assert!((tied.h - 7.0).abs() < 1e-9, "{tied:?}");
        assert!((tied.p - 0.030_197_383_422).abs() < 1e-9, "{tied:?}");
    }

    #[test]
    fn what_cannot_be_compared_is_refused() {
        assert!(kruskal_wallis(&[vec![1.0]]).is_err());
        assert!(kruskal_wallis(&[vec![1.0], vec![]]).is_err());
        assert!(kruskal_wallis(&[vec![1.0], vec![1.0]]).is_err());
    }
}
