//! The empirical distribution function, with a band.
//!
//! The band is that of Dvoretzky, Kiefer and Wolfowitz with Massart's constant (1990): the whole
//! true curve lies within `sqrt(ln(2 / alpha) / 2n)` of the empirical one. Runs beyond the limit
//! keep the curve below 1: the gap at the right is the share unsolved.

use super::error::{StatsError, all_finite, at_least, level_in_range};
use super::observation::Observation;

/// One step of the curve: from `value` on, the share is `share`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rise {
    /// Where the curve rises.
    pub value: f64,
    /// Share of all observations at or below it.
    pub share: f64,
}

/// An empirical distribution function.
#[derive(Debug, Clone, PartialEq)]
pub struct Ecdf {
    n: usize,
    steps: Vec<Rise>,
    limit: Option<f64>,
}

impl Ecdf {
    /// The curve of at least one observation. With several limits it is right up to the
    /// smallest, and ends there.
    pub fn of(observations: &[Observation]) -> Result<Self, StatsError> {
        at_least(1, observations.len(), "a distribution function")?;
        let numbers: Vec<f64> = observations.iter().map(|o| o.number()).collect();
        all_finite(&numbers, "an observation")?;
        let limit = observations
            .iter()
            .filter(|o| o.is_beyond())
            .map(|o| o.number())
            .min_by(f64::total_cmp);
        let mut values: Vec<f64> = observations.iter().filter_map(|o| o.seen()).collect();
        values.retain(|&v| limit.is_none_or(|limit| v <= limit));
        values.sort_by(f64::total_cmp);
        let n = observations.len();
        let mut steps: Vec<Rise> = Vec::new();
        let mut counted = 0;
        for group in values.chunk_by(|a, b| a == b) {
            counted += group.len();
            steps.push(Rise { value: group[0], share: counted as f64 / n as f64 });
        }
        Ok(Self { n, steps, limit })
    }

    /// Number of observations, censored ones included.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The steps, from left to right.
    pub fn steps(&self) -> &[Rise] {
        &self.steps
    }

    /// The smallest limit that an observation lies beyond; the curve is known up to here.
    pub fn limit(&self) -> Option<f64> {
        self.limit
    }

    /// Share of observations at or below `value`.
    pub fn at(&self, value: f64) -> f64 {
        let risen = self.steps.partition_point(|s| s.value <= value);
        if risen == 0 { 0.0 } else { self.steps[risen - 1].share }
    }

    /// Half-width of the band that holds the whole true curve at `level`.
    pub fn band(&self, level: f64) -> Result<f64, StatsError> {
        level_in_range(level)?;
        Ok(((2.0 / (1.0 - level)).ln() / (2 * self.n) as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Observation::{Beyond, Seen};

    #[test]
    fn the_gap_to_one_is_the_share_unsolved() {
        let curve = Ecdf::of(&[Seen(1.0), Seen(1.0), Seen(3.0), Beyond(5.0)]).unwrap();
        assert_eq!(
            curve.steps(),
            [Rise { value: 1.0, share: 0.5 }, Rise { value: 3.0, share: 0.75 }]
        );
        assert_eq!((curve.at(0.9), curve.at(1.0), curve.at(99.0)), (0.0, 0.5, 0.75));
        assert_eq!(curve.limit(), Some(5.0));
        assert!(Ecdf::of(&[Beyond(5.0)]).unwrap().steps().is_empty());
    }

    #[test]
    fn the_band_shrinks_with_the_root_of_n() {
        let band = Ecdf::of(&[Seen(1.0); 100]).unwrap().band(0.95).unwrap();
        assert!((band - 0.135_810_151_574_061_95).abs() < 1e-12, "{band}");
    }
}
