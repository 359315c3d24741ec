//! The log-normal law.
//!
//! Without timeouts: mean and standard deviation (with n) of the logarithms. With timeouts the
//! log-likelihood is concave in `1 / sigma` and `mu / sigma` (Olsen, *Note on the uniqueness of
//! the maximum likelihood estimator for the Tobit model*, 1978), so Newton's method with
//! halved steps climbs to its only top from anywhere.

use super::Law;
use crate::stats::error::{StatsError, at_least};
use crate::stats::observation::Observation;
use crate::stats::special::{normal_hazard, normal_sf};
use crate::stats::sum;

pub(super) fn fit(observations: &[Observation]) -> Result<Law, StatsError> {
    let seen: Vec<f64> = observations.iter().filter_map(|o| o.seen()).map(f64::ln).collect();
    let limits: Vec<f64> =
        observations.iter().filter(|o| o.is_beyond()).map(|o| o.number().ln()).collect();
    at_least(2, seen.len(), "a log-normal fit (values seen)")?;
    let mean = sum::mean(&seen);
    let sd = (sum::sum(seen.iter().map(|x| (x - mean).powi(2))) / seen.len() as f64).sqrt();
    // Rounding leaves a constant list with a spread in the last digits.
    if sd <= 1e-12 * mean.abs().max(1.0) {
        return Err(StatsError::Degenerate {
            what: "a log-normal fit",
            why: "the times seen do not vary",
        });
    }
    if limits.is_empty() {
        return Ok(Law::LogNormal { mu: mean, sigma: sd });
    }
    // Standardised by the values seen, the problem is of order one whatever the unit of time.
    let scaled = |x: &f64| (x - mean) / sd;
    let seen: Vec<f64> = seen.iter().map(scaled).collect();
    let limits: Vec<f64> = limits.iter().map(scaled).collect();
    let n = seen.len() as f64;
    let likelihood = |inverse: f64, ratio: f64| {
        let ended: f64 = seen.iter().map(|y| -0.5 * (inverse * y - ratio).powi(2)).sum();
        let stopped: f64 = limits.iter().map(|c| normal_sf(inverse * c - ratio).ln()).sum();
        n * inverse.ln() + ended + stopped
    };
    let (mut inverse, mut ratio) = (1.0, 0.0);
    let mut height = likelihood(inverse, ratio);
    for _ in 0..200 {
        // Gradient (gi, gr) and negative second derivatives (ii, ir, rr).
        let (mut gi, mut gr) = (n / inverse, 0.0);
        let (mut ii, mut ir, mut rr) = (n / (inverse * inverse), 0.0, 0.0);
        for y in &seen {
            let z = inverse * y - ratio;
            gi -= z * y;
            gr += z;
            ii += y * y;
            ir -= y;
            rr += 1.0;
        }
        for c in &limits {
            let z = inverse * c - ratio;
            let hazard = normal_hazard(z);
            let bend = hazard * (hazard - z);
            gi -= hazard * c;
            gr += hazard;
            ii += bend * c * c;
            ir -= bend * c;
            rr += bend;
        }
        let determinant = ii * rr - ir * ir;
        let (step_i, step_r) =
            ((rr * gi - ir * gr) / determinant, (ii * gr - ir * gi) / determinant);
        let mut length = 1.0;
        let (mut next_i, mut next_r, mut next_height) = (inverse, ratio, height);
        while length > 1e-12 {
            let (i, r) = (inverse + length * step_i, ratio + length * step_r);
            if i > 0.0 {
                let candidate = likelihood(i, r);
                if candidate >= height - 1e-12 * height.abs() {
                    (next_i, next_r, next_height) = (i, r, candidate);
                    break;
                }
            }
            length /= 2.0;
        }
        let moved = (next_i - inverse).abs() / inverse + (next_r - ratio).abs();
        (inverse, ratio, height) = (next_i, next_r, next_height);
        if moved < 1e-14 {
            break;
        }
    }
    Ok(Law::LogNormal { mu: mean + sd * ratio / inverse, sigma: sd / inverse })
}
