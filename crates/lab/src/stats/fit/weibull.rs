//! The Weibull law.
//!
//! The scale follows from the shape; the shape k is the root of
//! `sum(t^k ln t) / sum(t^k) - 1/k - mean of ln t over runs seen`, the first sums running over
//! all observations. Source: Lawless 2003, section 5.2.1. The left side rises with k, so a
//! bracketed Newton iteration cannot miss. Times are divided by the largest one first: powers
//! of six decades overflow otherwise.

use super::Law;
use crate::stats::error::{StatsError, at_least};
use crate::stats::observation::Observation;
use crate::stats::sum;

pub(super) fn fit(observations: &[Observation]) -> Result<Law, StatsError> {
    let seen: Vec<f64> = observations.iter().filter_map(|o| o.seen()).map(f64::ln).collect();
    at_least(2, seen.len(), "a Weibull fit (values seen)")?;
    let logs: Vec<f64> = observations.iter().map(|o| o.number().ln()).collect();
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if logs.iter().all(|&x| x == largest) {
        return Err(StatsError::Degenerate { what: "a Weibull fit", why: "all times are equal" });
    }
    let mean_seen = sum::mean(&seen) - largest;
    // Value and slope of the equation at a shape.
    let equation = |k: f64| {
        let (mut s0, mut s1, mut s2) = (0.0, 0.0, 0.0);
        for log in &logs {
            let x = log - largest;
            let power = (k * x).exp();
            s0 += power;
            s1 += power * x;
            s2 += power * x * x;
        }
        let mean = s1 / s0;
        (mean - 1.0 / k - mean_seen, s2 / s0 - mean * mean + 1.0 / (k * k))
    };
    let (mut low, mut high) = (1e-6, 1.0);
    while equation(high).0 < 0.0 {
        low = high;
        high *= 2.0;
        if high > 1e9 {
            return Err(StatsError::Degenerate {
                what: "a Weibull fit",
                why: "the times seen do not vary",
            });
        }
    }
    let mut shape = 0.5 * (low + high);
    for _ in 0..200 {
        let (value, slope) = equation(shape);
        if value > 0.0 {
            high = shape;
        } else {
            low = shape;
        }
        let step = shape - value / slope;
        let next = if step > low && step < high { step } else { 0.5 * (low + high) };
        let moved = (next - shape).abs();
        shape = next;
        if moved <= 1e-15 * shape {
            break;
        }
    }
    let powers = sum::sum(logs.iter().map(|log| (shape * (log - largest)).exp()));
    let scale = (largest + (powers / seen.len() as f64).ln() / shape).exp();
    Ok(Law::Weibull { shape, scale })
}
