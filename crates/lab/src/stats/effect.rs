//! How large is a difference, apart from how sure we are of it?
//!
//! Vargha and Delaney's A12 (2000) is the probability that a value of the first list exceeds one
//! of the second, ties counting half; Cliff's delta (1993) is the same on the scale -1 to 1.
//! Both use only order, so timeouts take part as the largest values.

use super::error::{StatsError, at_least, no_nan};
use super::rank::midranks;

/// Vargha and Delaney's words for a size of effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Magnitude {
    /// A12 within 0.06 of one half.
    Negligible,
    /// From 0.56.
    Small,
    /// From 0.64.
    Medium,
    /// From 0.71.
    Large,
}

impl Magnitude {
    /// The word for a value of A12.
    pub fn of_a12(a12: f64) -> Self {
        match (a12 - 0.5).abs() {
            d if d < 0.06 => Self::Negligible,
            d if d < 0.14 => Self::Small,
            d if d < 0.21 => Self::Medium,
            _ => Self::Large,
        }
    }
}

/// Probability that a value of `first` exceeds one of `second`, ties counting half.
pub fn a12(first: &[f64], second: &[f64]) -> Result<f64, StatsError> {
    at_least(1, first.len().min(second.len()), "an effect size")?;
    no_nan(first, "a value")?;
    no_nan(second, "a value")?;
    let all: Vec<f64> = first.iter().chain(second).copied().collect();
    let ranks: f64 = midranks(&all)[..first.len()].iter().sum();
    let (m, n) = (first.len() as f64, second.len() as f64);
    Ok((ranks / m - (m + 1.0) / 2.0) / n)
}

/// Cliff's delta: how much more often `first` exceeds `second` than the other way round.
pub fn cliffs_delta(first: &[f64], second: &[f64]) -> Result<f64, StatsError> {
    Ok(2.0 * a12(first, second)? - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_alone_decides() {
        assert_eq!(a12(&[2.0, f64::INFINITY], &[1.0, 0.5]), Ok(1.0));
        assert_eq!(a12(&[1.0, 2.0], &[1.0, 2.0]), Ok(0.5));
        assert_eq!(cliffs_delta(&[1.0], &[2.0, 3.0]), Ok(-1.0));
        assert!(a12(&[], &[1.0]).is_err());
        assert_eq!(Magnitude::of_a12(0.3), Magnitude::Medium);
    }
}
