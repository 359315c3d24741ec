//! Success rates: intervals for a proportion, and the exact binomial test.
//!
//! Wilson's interval (1927) inverts the score test; it stays inside 0 to 1, is sensible at 0
//! and n successes, and its coverage is close to the level on average (Brown, Cai, DasGupta
//! 2001 recommend it), so it is what tables show. Clopper and Pearson's (1934) inverts the
//! exact test: never below the level, and wider for that.

use super::error::{StatsError, at_least, level_in_range};
use super::interval::{Alternative, Interval};
use super::special::{
    beta_quantile, binomial_at_least, binomial_cdf, binomial_pmf, normal_quantile,
};

/// Wilson's score interval for the success rate behind `successes` of `n`.
pub fn wilson(successes: usize, n: usize, level: f64) -> Result<Interval, StatsError> {
    check(successes, n, level)?;
    let (k, n) = (successes as f64, n as f64);
    let z = -normal_quantile((1.0 - level) / 2.0);
    let centre = (k + z * z / 2.0) / (n + z * z);
    let reach = z / (n + z * z) * (k * (n - k) / n + z * z / 4.0).sqrt();
    // Both ends solve one quadratic equation, so the end near 0 or 1, where the difference of
    // centre and reach would lose its digits, follows from the product of the roots.
    let ends_product = |k: f64| k * k / n / (n + z * z);
    Ok(if 2.0 * k < n {
        Interval { low: ends_product(k) / (centre + reach), high: centre + reach }
    } else {
        Interval { low: centre - reach, high: 1.0 - ends_product(n - k) / (1.0 - centre + reach) }
    })
}

/// Clopper and Pearson's exact interval for the success rate behind `successes` of `n`.
pub fn clopper_pearson(successes: usize, n: usize, level: f64) -> Result<Interval, StatsError> {
    check(successes, n, level)?;
    let tail = (1.0 - level) / 2.0;
    let (k, m) = (successes as f64, n as f64);
    Ok(Interval {
        low: if successes == 0 { 0.0 } else { beta_quantile(tail, k, m - k + 1.0) },
        high: if successes == n { 1.0 } else { 1.0 - beta_quantile(tail, m - k, k + 1.0) },
    })
}

/// Exact test of `successes` of `n` against the success probability `p`.
///
/// Two-sided, it adds up every outcome that is no more probable than the one seen, as R and
/// SciPy do.
pub fn binomial_test(
    successes: usize,
    n: usize,
    p: f64,
    alternative: Alternative,
) -> Result<f64, StatsError> {
    check(successes, n, 0.5)?;
    if !(0.0..=1.0).contains(&p) {
        return Err(StatsError::OutOfRange {
            what: "the success probability",
            value: p,
            allowed: "from 0 to 1",
        });
    }
    let (k, n) = (successes as u64, n as u64);
    Ok(match alternative {
        Alternative::Less => binomial_cdf(k, n, p),
        Alternative::Greater => binomial_at_least(k, n, p),
        Alternative::TwoSided => {
            let mean = p * n as f64;
            // Outcomes of equal probability on the other side must count in spite of rounding.
            let bound = binomial_pmf(k, n, p) * (1.0 + 1e-7);
            let total = if k as f64 == mean {
                1.0
            } else if (k as f64) < mean {
                // On the far side the probabilities fall: find the first that is small enough.
                let first =
                    first_true(mean.ceil() as u64, n + 1, |i| binomial_pmf(i, n, p) <= bound);
                binomial_cdf(k, n, p) + binomial_at_least(first, n, p)
            } else {
                let above =
                    first_true(0, mean.floor() as u64 + 1, |i| binomial_pmf(i, n, p) > bound);
                let low = if above == 0 { 0.0 } else { binomial_cdf(above - 1, n, p) };
                low + binomial_at_least(k, n, p)
            };
            total.min(1.0)
        }
    })
}

/// The first number of the range where `holds`, which is false before and true after.
pub(crate) fn first_true(start: u64, end: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (start, end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

fn check(successes: usize, n: usize, level: f64) -> Result<(), StatsError> {
    at_least(1, n, "a success rate")?;
    level_in_range(level)?;
    if successes > n {
        return Err(StatsError::OutOfRange {
            what: "the number of successes",
            value: successes as f64,
            allowed: "at most the number of trials",
        });
    }
    Ok(())
}
