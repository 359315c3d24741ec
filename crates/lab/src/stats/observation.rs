//! A measured value, or the knowledge that it lies beyond a limit.

/// One measurement that may have been stopped at a limit.
///
/// A timeout of 20 s does not say "20 s", it says "more than 20 s" (right censoring). Code
/// that needs a plain number has to choose how to treat it: by rank
/// ([`rank_key`](Self::rank_key)), by penalty ([`penalised`](Self::penalised)), or by a method
/// made for censoring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Observation {
    /// The value was measured.
    Seen(f64),
    /// The run was stopped here; the value would have been larger.
    Beyond(f64),
}

use Observation::{Beyond, Seen};

impl Observation {
    /// The number written down: the value seen, or the limit.
    pub fn number(self) -> f64 {
        match self {
            Seen(x) | Beyond(x) => x,
        }
    }

    /// Whether the run was stopped at its limit.
    pub fn is_beyond(self) -> bool {
        matches!(self, Beyond(_))
    }

    /// The value, when it was seen.
    pub fn seen(self) -> Option<f64> {
        match self {
            Seen(x) => Some(x),
            Beyond(_) => None,
        }
    }

    /// A number that sorts like the value: a timeout counts as larger than everything seen,
    /// and as equal to every other timeout.
    ///
    /// This is right where all runs share one limit, as within a study.
    pub fn rank_key(self) -> f64 {
        match self {
            Seen(x) => x,
            Beyond(_) => f64::INFINITY,
        }
    }

    /// The value, or `factor` times the limit (PAR-k).
    pub fn penalised(self, factor: f64) -> f64 {
        match self {
            Seen(x) => x,
            Beyond(limit) => factor * limit,
        }
    }

    /// The same kind of observation of `f(value)`, for an increasing `f`.
    pub fn map(self, f: impl FnOnce(f64) -> f64) -> Self {
        match self {
            Seen(x) => Seen(f(x)),
            Beyond(x) => Beyond(f(x)),
        }
    }

    /// The smaller of two: a value seen beats a limit. Of two limits the smaller remains,
    /// for the better of the two runs is only known to have lasted longer than that.
    pub fn best(self, other: Self) -> Self {
        match (self, other) {
            (Seen(a), Seen(b)) => Seen(if b < a { b } else { a }),
            (Seen(_), Beyond(_)) => self,
            (Beyond(_), Seen(_)) => other,
            (Beyond(a), Beyond(b)) => Beyond(a.min(b)),
        }
    }
}

/// Wraps plain values, none of them censored.
pub fn seen(values: &[f64]) -> Vec<Observation> {
    values.iter().map(|&x| Seen(x)).collect()
}

/// How many of the observations lie beyond their limit.
pub fn n_beyond(observations: &[Observation]) -> usize {
    observations.iter().filter(|o| o.is_beyond()).count()
}

/// Rank keys of all observations.
pub fn rank_keys(observations: &[Observation]) -> Vec<f64> {
    observations.iter().map(|o| o.rank_key()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_loses_against_any_value_and_ties_with_a_timeout() {
        assert_eq!(Seen(19.0).best(Beyond(20.0)), Seen(19.0));
        assert_eq!(Beyond(20.0).best(Seen(19.0)), Seen(19.0));
        assert_eq!(Beyond(5.0).best(Beyond(20.0)), Beyond(5.0));
        assert_eq!(Beyond(5.0).rank_key(), Beyond(20.0).rank_key());
        assert_eq!(Beyond(20.0).penalised(2.0), 40.0);
    }
}
