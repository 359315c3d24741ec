//! Showing that two algorithms are alike: two one-sided tests.
//!
//! "Not significantly different" may only mean too few data. TOST turns the burden around: name
//! a margin, such as a factor of 1.1, and reject that the true ratio lies outside it on either
//! side. Source: Schuirmann 1987; on logarithms of ratios, so that the margin is a factor.

use super::error::{StatsError, all_finite, at_least};
use super::interval::{Alternative, Interval};
use super::special::{student_sf, student_upper_quantile};
use super::sum;
use super::wilcoxon::{Zeros, wilcoxon};

/// Result of an equivalence test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Equivalence {
    /// Number of pairs.
    pub n: usize,
    /// p value against "at or below the lower margin".
    pub p_lower: f64,
    /// p value against "at or above the upper margin".
    pub p_upper: f64,
    /// The larger of the two: small means shown to be equivalent.
    pub p: f64,
    /// The 90 % interval of the ratio that belongs to the test at 5 %; only the t form has one.
    pub ratio_interval: Option<Interval>,
}

/// Tests with Student's t whether the mean logarithm of the ratio lies between `1 / factor` and
/// `factor`; every logarithm has to be finite, so it serves pairs that both sides finished.
pub fn tost(log_ratios: &[f64], factor: f64) -> Result<Equivalence, StatsError> {
    at_least(2, log_ratios.len(), "an equivalence test")?;
    all_finite(log_ratios, "a logarithm of a ratio")?;
    let margin = margin(factor)?;
    let n = log_ratios.len() as f64;
    let mean = sum::mean(log_ratios);
    let error = sum::sd(log_ratios, mean) / n.sqrt();
    // Without spread t is infinite, or not a number exactly on the margin: nothing is shown then.
    let p_of = |t: f64| {
        if t.is_nan() { 1.0 } else { student_sf(t, n - 1.0) }
    };
    let (p_lower, p_upper) = (p_of((mean + margin) / error), p_of((margin - mean) / error));
    let reach = student_upper_quantile(0.05, n - 1.0) * error;
    Ok(Equivalence {
        n: log_ratios.len(),
        p_lower,
        p_upper,
        p: p_lower.max(p_upper),
        ratio_interval: Some(Interval::new((mean - reach).exp(), (mean + reach).exp())),
    })
}

/// The same with signed ranks: about the typical ratio instead of the mean one, and open to
/// infinite logarithms, that is pairs of which one side ran out of time.
pub fn tost_ranks(log_ratios: &[f64], factor: f64) -> Result<Equivalence, StatsError> {
    let margin = margin(factor)?;
    let moved = |by: f64| log_ratios.iter().map(|d| d + by).collect::<Vec<_>>();
    let p_lower = wilcoxon(&moved(margin), Zeros::Pratt, Alternative::Greater)?.p;
    let p_upper = wilcoxon(&moved(-margin), Zeros::Pratt, Alternative::Less)?.p;
    Ok(Equivalence {
        n: log_ratios.len(),
        p_lower,
        p_upper,
        p: p_lower.max(p_upper),
        ratio_interval: None,
    })
}

fn margin(factor: f64) -> Result<f64, StatsError> {
    if factor.is_finite() && factor > 1.0 {
        Ok(factor.ln())
    } else {
        Err(StatsError::OutOfRange {
            what: "the margin of equivalence",
            value: factor,
            allowed: "a factor above 1, such as 1.1",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_is_shown_only_with_enough_data_inside_the_margin() {
        let noise: Vec<f64> = (0..40).map(|i| 0.02 * f64::from(i % 7 - 3)).collect();
        assert!(tost(&noise, 1.1).unwrap().p < 0.001);
        assert!(tost_ranks(&noise, 1.1).unwrap().p < 0.001);
        let shifted: Vec<f64> = noise.iter().map(|d| d + 0.2).collect();
        assert!(tost(&shifted, 1.1).unwrap().p > 0.99);
        assert!(tost(&noise[..3], 1.001).unwrap().p > 0.2);
        assert!(tost(&noise, 1.0).is_err());
        assert_eq!(tost(&[0.0, 0.0], 1.1).unwrap().p, 0.0);
    }

    #[test]
    fn timeouts_speak_against_equivalence() {
        let mut pairs = vec![0.0; 10];
        pairs.extend([f64::INFINITY; 10]);
        assert!(tost_ranks(&pairs, 1.1).unwrap().p > 0.5);
        assert!(tost(&pairs, 1.1).is_err());
    }
}
