//! The sign test: on how many instances was the first one larger?
//!
//! It asks nothing of the distribution and needs only directions, so timeouts take part as
//! long as one side finished. It is the test of Berggren and Nilsson 2012, section 3.4.1 (named
//! after Wilcoxon there).

use super::error::{StatsError, no_nan};
use super::interval::Alternative;
use super::proportion::binomial_test;

/// Result of a sign test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignTest {
    /// Instances with a positive difference.
    pub positive: usize,
    /// Instances with a negative difference.
    pub negative: usize,
    /// Instances without a difference; they take no part in the test.
    pub ties: usize,
    /// Exact p value; 1 when there are only ties.
    pub p: f64,
}

/// Tests whether positive and negative differences are equally likely.
pub fn sign_test(differences: &[f64], alternative: Alternative) -> Result<SignTest, StatsError> {
    no_nan(differences, "a difference")?;
    let positive = differences.iter().filter(|&&d| d > 0.0).count();
    let negative = differences.iter().filter(|&&d| d < 0.0).count();
    let n = positive + negative;
    let p = if n == 0 { 1.0 } else { binomial_test(positive, n, 0.5, alternative)? };
    Ok(SignTest { positive, negative, ties: differences.len() - n, p })
}
