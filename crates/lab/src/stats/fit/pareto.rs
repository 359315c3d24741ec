//! The Pareto tail: do the longest times fall off like a power?
//!
//! Beyond a start, the tail index is the number of runs seen over the sum of `ln(t / start)`
//! (Hill 1975; timeouts enter the sum only). The start is chosen, after Clauset, Shalizi and
//! Newman (*Power-law distributions in empirical data*, 2009, section 3.3), where the fitted
//! tail is closest to the data by Kolmogorov and Smirnov's distance.

use super::goodness::kolmogorov_smirnov;
use super::{Fitted, Law};
use crate::stats::error::{StatsError, at_least};
use crate::stats::observation::Observation;
use crate::stats::rank::sorted;
use crate::stats::sum;

/// How many starts are tried: all of a short list, evenly spread ranks of a long one.
const MOST_STARTS: usize = 200;

/// Fits the tail from `start` on, or from the best start that leaves at least ten values in the
/// tail when none is given. Likelihood and counts are those of the tail.
pub fn pareto_tail(observations: &[Observation], start: Option<f64>) -> Result<Fitted, StatsError> {
    if let Some(value) =
        observations.iter().map(|o| o.number()).find(|x| !(x.is_finite() && *x > 0.0))
    {
        return Err(StatsError::OutOfRange {
            what: "a time to be fitted",
            value,
            allowed: "positive and finite",
        });
    }
    if let Some(start) = start {
        return tail_from(observations, start).map(|(fitted, _)| fitted);
    }
    let mut starts = sorted(&observations.iter().filter_map(|o| o.seen()).collect::<Vec<_>>());
    at_least(10, starts.len(), "a Pareto tail (values seen)")?;
    starts.truncate(starts.len() - 9);
    starts.dedup();
    let stride = starts.len().div_ceil(MOST_STARTS);
    let mut best: Option<(f64, Fitted)> = None;
    for &start in starts.iter().step_by(stride) {
        let Ok((fitted, tail)) = tail_from(observations, start) else {
            continue;
        };
        let Ok(distance) = kolmogorov_smirnov(&tail, &fitted.law) else {
            continue;
        };
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, fitted));
        }
    }
    best.map(|(_, fitted)| fitted).ok_or(StatsError::Degenerate {
        what: "a Pareto tail",
        why: "the largest times are all equal",
    })
}

fn tail_from(
    observations: &[Observation],
    start: f64,
) -> Result<(Fitted, Vec<Observation>), StatsError> {
    let tail: Vec<Observation> =
        observations.iter().copied().filter(|o| o.number() >= start).collect();
    let n_seen = tail.iter().filter(|o| !o.is_beyond()).count();
    at_least(1, n_seen, "a Pareto tail (values seen)")?;
    let logs = sum::sum(tail.iter().map(|o| (o.number() / start).ln()));
    if logs <= 0.0 {
        return Err(StatsError::Degenerate {
            what: "a Pareto tail",
            why: "no time exceeds its start",
        });
    }
    let law = Law::Pareto { alpha: n_seen as f64 / logs, start };
    Ok((Fitted::new(law, &tail), tail))
}
