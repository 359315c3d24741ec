//! Differences of two algorithms, instance by instance.
//!
//! A difference in which one side ran out of time is infinite: its direction is known, its
//! size is only known to exceed what was seen. Rank methods take it in that form, ranked above
//! every observed difference. Where both sides ran out of time nothing is known, and the pair
//! is set aside and counted.

use super::error::{StatsError, equal_lengths, no_nan};
use super::observation::Observation::{self, Beyond, Seen};

/// The paired differences `first - second`, or logarithms of `first / second`.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairs {
    differences: Vec<f64>,
    undecided: usize,
}

impl Pairs {
    /// Differences `first - second`.
    pub fn differences(first: &[Observation], second: &[Observation]) -> Result<Self, StatsError> {
        Self::with(first, second, |a, b| a - b)
    }

    /// Natural logarithms of `first / second`; all values have to be positive.
    pub fn log_ratios(first: &[Observation], second: &[Observation]) -> Result<Self, StatsError> {
        if let Some(value) =
            first.iter().chain(second).map(|o| o.number()).find(|&x| x.is_nan() || x <= 0.0)
        {
            return Err(StatsError::OutOfRange {
                what: "a value in a ratio",
                value,
                allowed: "positive",
            });
        }
        Self::with(first, second, |a, b| (a / b).ln())
    }

    /// The differences whose direction is known; infinite where one side lies beyond its limit.
    pub fn decided(&self) -> &[f64] {
        &self.differences
    }

    /// How many pairs have an unknown direction: both beyond, or beyond a limit that the other
    /// side exceeds.
    pub fn undecided(&self) -> usize {
        self.undecided
    }

    /// How many differences are infinite.
    pub fn n_infinite(&self) -> usize {
        self.differences.iter().filter(|d| d.is_infinite()).count()
    }

    fn with(
        first: &[Observation],
        second: &[Observation],
        difference: impl Fn(f64, f64) -> f64,
    ) -> Result<Self, StatsError> {
        equal_lengths(first.len(), second.len(), "a paired comparison")?;
        let (mut differences, mut undecided) = (Vec::with_capacity(first.len()), 0);
        for (&a, &b) in first.iter().zip(second) {
            match (a, b) {
                (Seen(a), Seen(b)) => differences.push(difference(a, b)),
                (Beyond(limit), Seen(b)) if b <= limit => differences.push(f64::INFINITY),
                (Seen(a), Beyond(limit)) if a <= limit => differences.push(f64::NEG_INFINITY),
                _ => undecided += 1,
            }
        }
        no_nan(&differences, "a paired difference")?;
        Ok(Self { differences, undecided })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_on_one_side_decides_and_on_both_sides_does_not() {
        let first = [Seen(3.0), Beyond(20.0), Seen(1.0), Beyond(20.0), Beyond(5.0)];
        let second = [Seen(1.0), Seen(2.0), Beyond(20.0), Beyond(20.0), Seen(7.0)];
        let pairs = Pairs::differences(&first, &second).unwrap();
        assert_eq!(pairs.decided(), [2.0, f64::INFINITY, f64::NEG_INFINITY]);
        assert_eq!((pairs.undecided(), pairs.n_infinite()), (2, 2));
        assert!(Pairs::log_ratios(&[Seen(0.0)], &[Seen(1.0)]).is_err());
        assert!(Pairs::differences(&first, &second[..2]).is_err());
    }
}
