//! Performance profiles.
//!
//! For each algorithm, the share of instances it solves within a factor tau of the fastest one
//! there. Source: Dolan and Moré, *Benchmarking optimization software with performance
//! profiles*, 2002. A ratio depends on who else took part: adding an algorithm can turn the
//! order of two others (Gould and Scott 2016), so a profile says who is close to the best of
//! this set, not who is second.

use super::error::{StatsError, at_least};
use super::observation::Observation;
use super::portfolio::Portfolio;

/// The profile of one algorithm.
#[derive(Debug, Clone, PartialEq)]
pub struct PerformanceProfile {
    /// Factors to the best, ascending, one per instance solved.
    pub factors: Vec<f64>,
    /// Number of instances, solved or not.
    pub n: usize,
}

impl PerformanceProfile {
    /// Share of instances solved within `factor` of the best.
    pub fn at(&self, factor: f64) -> f64 {
        self.factors.partition_point(|&f| f <= factor) as f64 / self.n as f64
    }
}

/// One profile per algorithm; every algorithm has one observation per instance, all positive.
pub fn performance_profile(
    algorithms: &[Vec<Observation>],
) -> Result<Vec<PerformanceProfile>, StatsError> {
    at_least(1, algorithms.len(), "a performance profile (algorithms)")?;
    if let Some(value) =
        algorithms.iter().flatten().map(|o| o.number()).find(|&x| x.is_nan() || x <= 0.0)
    {
        return Err(StatsError::OutOfRange {
            what: "a value in a ratio",
            value,
            allowed: "positive",
        });
    }
    let best = Portfolio::of(algorithms, 1.0)?.best;
    Ok(algorithms
        .iter()
        .map(|list| {
            let mut factors: Vec<f64> = list
                .iter()
                .zip(&best)
                .filter_map(|(o, best)| Some(o.seen()? / best.seen()?))
                .collect();
            factors.sort_by(f64::total_cmp);
            PerformanceProfile { factors, n: list.len() }
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Observation::{Beyond, Seen};

    #[test]
    fn a_profile_starts_at_the_share_won_and_ends_at_the_share_solved() {
        let profiles = performance_profile(&[
            vec![Seen(1.0), Seen(4.0), Beyond(9.0)],
            vec![Seen(2.0), Seen(1.0), Beyond(9.0)],
        ])
        .unwrap();
        assert_eq!(profiles[0].factors, [1.0, 4.0]);
        assert_eq!(
            (profiles[0].at(1.0), profiles[0].at(3.9), profiles[0].at(1e9)),
            (1.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0)
        );
        assert!(performance_profile(&[vec![Seen(0.0)]]).is_err());
    }
}
