//! The usual numbers about a list of values, and what remains of them under censoring.

use super::error::{StatsError, all_finite, at_least, level_in_range};
use super::interval::Interval;
use super::observation::Observation;
use super::proportion::first_true;
use super::rank::sorted;
use super::special::binomial_cdf;
use super::sum;

/// Minimum, quartiles, mean and spread of values that were all seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Number of values.
    pub n: usize,
    /// Smallest value.
    pub min: f64,
    /// First quartile.
    pub q1: f64,
    /// Median.
    pub median: f64,
    /// Third quartile.
    pub q3: f64,
    /// Largest value.
    pub max: f64,
    /// Sum of all values.
    pub total: f64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation (n - 1), from two values on.
    pub sd: Option<f64>,
    /// Geometric mean, when every value is positive.
    pub geometric_mean: Option<f64>,
}

impl Summary {
    /// Summarises at least one finite value.
    pub fn of(values: &[f64]) -> Result<Self, StatsError> {
        at_least(1, values.len(), "a summary")?;
        all_finite(values, "a summarised value")?;
        let sorted = sorted(values);
        let (n, total, mean) = (values.len(), sum::sum(values.iter().copied()), sum::mean(values));
        Ok(Self {
            n,
            min: sorted[0],
            q1: quantile(&sorted, 0.25),
            median: quantile(&sorted, 0.5),
            q3: quantile(&sorted, 0.75),
            max: sorted[n - 1],
            total,
            mean,
            sd: (n > 1).then(|| sum::sd(values, mean)),
            geometric_mean: (sorted[0] > 0.0)
                .then(|| (sum::sum(values.iter().map(|x| x.ln())) / n as f64).exp()),
        })
    }
}

/// The summary of values some of which lie beyond a limit.
///
/// A quantile is known as long as it falls among the values seen; past that it is only known to
/// lie beyond. A mean of censored values is not known at all, so there is none here; see
/// [`par`](super::par) and [`fit`](super::fit) for two honest substitutes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CensoredSummary {
    /// Number of observations.
    pub n: usize,
    /// How many of them lie beyond their limit.
    pub n_beyond: usize,
    /// Smallest observation.
    pub min: Observation,
    /// First quartile.
    pub q1: Observation,
    /// Median.
    pub median: Observation,
    /// Third quartile.
    pub q3: Observation,
    /// Largest observation.
    pub max: Observation,
    /// Mean and the rest, of the values seen alone; `None` when nothing was seen.
    pub seen: Option<Summary>,
}

impl CensoredSummary {
    /// Summarises at least one observation.
    pub fn of(observations: &[Observation]) -> Result<Self, StatsError> {
        at_least(1, observations.len(), "a summary")?;
        let numbers: Vec<f64> = observations.iter().map(|o| o.number()).collect();
        all_finite(&numbers, "a summarised value")?;
        let mut order = observations.to_vec();
        order.sort_by(|a, b| {
            a.is_beyond().cmp(&b.is_beyond()).then(a.number().total_cmp(&b.number()))
        });
        let values: Vec<f64> = order.iter().filter_map(|o| o.seen()).collect();
        Ok(Self {
            n: order.len(),
            n_beyond: order.len() - values.len(),
            min: order[0],
            q1: censored_quantile(&order, 0.25),
            median: censored_quantile(&order, 0.5),
            q3: censored_quantile(&order, 0.75),
            max: order[order.len() - 1],
            seen: Summary::of(&values).ok(),
        })
    }
}

/// The quantile of a sorted, non-empty list, linear between the neighbours (type 7 of Hyndman
/// and Fan 1996, the default of R and NumPy).
pub fn quantile(sorted: &[f64], p: f64) -> f64 {
    let place = (sorted.len().saturating_sub(1)) as f64 * p.clamp(0.0, 1.0);
    let below = place.floor() as usize;
    match (sorted.get(below), sorted.get(below + 1)) {
        (Some(&a), Some(&b)) if place > below as f64 => a + (b - a) * (place - below as f64),
        (Some(&a), _) => a,
        _ => f64::NAN,
    }
}

/// Interval for a quantile from the order statistics of a sorted list, free of any assumption
/// on the distribution (Conover, *Practical Nonparametric Statistics*, 1999, section 3.2).
///
/// The ends are values of the list, so this also serves censored data, with infinity for what
/// lies beyond. An end is infinite where the list is too short for the level.
pub fn quantile_interval(sorted: &[f64], p: f64, level: f64) -> Result<Interval, StatsError> {
    at_least(1, sorted.len(), "an interval for a quantile")?;
    level_in_range(level)?;
    let (n, tail) = (sorted.len() as u64, (1.0 - level) / 2.0);
    // X(r) <= quantile fails with probability P(fewer than r values below), r counted from 1.
    let low = first_true(0, n, |k| binomial_cdf(k, n, p) > tail) as usize;
    let high = first_true(0, n, |k| binomial_cdf(k, n, p) >= 1.0 - tail) as usize;
    Ok(Interval {
        low: if low == 0 { f64::NEG_INFINITY } else { sorted[low - 1] },
        high: sorted.get(high).copied().unwrap_or(f64::INFINITY),
    })
}

fn censored_quantile(order: &[Observation], p: f64) -> Observation {
    let place = (order.len() - 1) as f64 * p;
    let (below, above) = (order[place.floor() as usize], order[place.ceil() as usize]);
    match (below, above) {
        (Observation::Seen(a), Observation::Seen(b)) => {
            Observation::Seen(a + (b - a) * place.fract())
        }
        // Between a value seen and a timeout, or among timeouts: only a bound is known.
        (_, above) => Observation::Beyond(above.number()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Observation::{Beyond, Seen};

    #[test]
    fn quantiles_among_timeouts_are_only_bounds() {
        let summary =
            CensoredSummary::of(&[Seen(3.0), Beyond(20.0), Seen(1.0), Beyond(20.0), Seen(2.0)])
                .unwrap();
        assert_eq!((summary.n, summary.n_beyond), (5, 2));
        assert_eq!(summary.q1, Seen(2.0));
        assert_eq!(summary.median, Seen(3.0));
        assert_eq!(summary.q3, Beyond(20.0));
        assert_eq!(summary.seen.unwrap().mean, 2.0);
        let nothing_seen = CensoredSummary::of(&[Beyond(1.0)]).unwrap();
        assert_eq!(nothing_seen.median, Beyond(1.0));
        assert!(nothing_seen.seen.is_none());
    }

    #[test]
    fn one_value_has_no_spread_and_none_has_nothing() {
        let summary = Summary::of(&[4.0]).unwrap();
        assert_eq!((summary.min, summary.median, summary.max, summary.sd), (4.0, 4.0, 4.0, None));
        assert!(Summary::of(&[]).is_err());
        assert!(Summary::of(&[f64::NAN]).is_err());
        assert_eq!(Summary::of(&[0.0, 1.0]).unwrap().geometric_mean, None);
    }

    #[test]
    fn a_short_list_cannot_bound_its_median() {
        assert_eq!(
            quantile_interval(&[1.0, 2.0], 0.5, 0.95).unwrap(),
            Interval::new(f64::NEG_INFINITY, f64::INFINITY)
        );
        let ten: Vec<f64> = (1..=10).map(f64::from).collect();
        // Tables of the sign test give the 2nd and 9th of ten values (coverage 97.9 %).
        assert_eq!(quantile_interval(&ten, 0.5, 0.95).unwrap(), Interval::new(2.0, 9.0));
    }
}
