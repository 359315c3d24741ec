//! Penalised average run time.
//!
//! PAR-k counts a timeout as k times the limit and takes the mean over all instances; the SAT
//! competitions rank by PAR-2. It is a score with a convention inside, not an estimate of the
//! mean time.

use super::error::{StatsError, at_least};
use super::observation::Observation;
use super::sum;

/// What one observation adds to PAR-k: its value, or `k` times its limit.
pub fn par_score(observation: Observation, k: f64) -> f64 {
    observation.penalised(k)
}

/// PAR-k of at least one observation.
pub fn par(observations: &[Observation], k: f64) -> Result<f64, StatsError> {
    at_least(1, observations.len(), "a penalised average")?;
    Ok(sum::sum(observations.iter().map(|&o| par_score(o, k))) / observations.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_counts_twice_its_limit() {
        let times = [Observation::Seen(2.0), Observation::Beyond(20.0)];
        assert_eq!(par(&times, 2.0), Ok(21.0));
        assert!(par(&[], 2.0).is_err());
    }
}
