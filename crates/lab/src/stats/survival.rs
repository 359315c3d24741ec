//! Curves and tests for times of which some are only bounds.
//!
//! Kaplan and Meier's estimator (1958): the chance of still running after t is the product, over
//! each time at which some run ended, of the share of the runs still under observation that
//! went on. Runs with different limits take part as long as they were observed. The interval is
//! Greenwood's variance on the log(-log) scale, which keeps it inside 0 to 1.
//! The log-rank test (Mantel 1966) compares whole curves by observed and expected ends; Gehan's
//! weights (1965) make early times count more. Both are for unpaired groups.

use super::error::{StatsError, all_finite, at_least, level_in_range};
use super::interval::Interval;
use super::observation::Observation;
use super::special::{chi_square_sf, normal_quantile};

/// The curve from one time on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Survival {
    /// A time at which at least one run ended.
    pub time: f64,
    /// Runs under observation just before.
    pub at_risk: usize,
    /// Runs that ended.
    pub ended: usize,
    /// Estimated share that runs longer.
    pub share: f64,
    /// Pointwise interval of the share.
    pub interval: Interval,
}

/// Kaplan and Meier's curve.
#[derive(Debug, Clone, PartialEq)]
pub struct KaplanMeier {
    /// Number of runs.
    pub n: usize,
    /// Steps of the curve, which starts at 1.
    pub steps: Vec<Survival>,
    /// Times at which observation of some run stopped, ascending.
    pub stopped: Vec<f64>,
}

impl KaplanMeier {
    /// The curve of at least one run, with pointwise intervals at `level`.
    pub fn of(observations: &[Observation], level: f64) -> Result<Self, StatsError> {
        at_least(1, observations.len(), "a survival curve")?;
        level_in_range(level)?;
        let order = in_time_order(observations)?;
        let z = -normal_quantile((1.0 - level) / 2.0);
        let (mut steps, mut stopped) = (Vec::new(), Vec::new());
        let (mut at_risk, mut share, mut variance) = (order.len(), 1.0, 0.0);
        for group in order.chunk_by(|a, b| a.number() == b.number()) {
            let time = group[0].number();
            let ended = group.iter().filter(|o| !o.is_beyond()).count();
            if ended > 0 {
                let (d, r) = (ended as f64, at_risk as f64);
                share *= 1.0 - d / r;
                variance += d / (r * (r - d));
                let interval = if share > 0.0 {
                    let reach = z * variance.sqrt() / share.ln();
                    // Powers of the share: the log(-log) scale taken back.
                    Interval { low: share.powf((-reach).exp()), high: share.powf(reach.exp()) }
                } else {
                    Interval { low: 0.0, high: 0.0 }
                };
                steps.push(Survival { time, at_risk, ended, share, interval });
            }
            if ended < group.len() {
                stopped.push(time);
            }
            at_risk -= group.len();
        }
        Ok(Self { n: order.len(), steps, stopped })
    }

    /// Estimated share that runs longer than `time`.
    pub fn at(&self, time: f64) -> f64 {
        let passed = self.steps.partition_point(|s| s.time <= time);
        if passed == 0 { 1.0 } else { self.steps[passed - 1].share }
    }

    /// The first time by which at least half have ended, if it was observed.
    pub fn median(&self) -> Option<f64> {
        // A product of fractions that equals one half may miss it in the last digit.
        self.steps.iter().find(|s| s.share <= 0.5 + 1e-12).map(|s| s.time)
    }
}

/// Which times count more in a comparison of curves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weighting {
    /// All alike (log-rank): best when one hazard is a multiple of the other.
    #[default]
    LogRank,
    /// By the number still running (Gehan): early differences count more.
    Gehan,
}

/// Result of comparing survival curves.
#[derive(Debug, Clone, PartialEq)]
pub struct LogRank {
    /// The test statistic.
    pub chi_square: f64,
    /// Degrees of freedom, one less than groups.
    pub df: usize,
    /// p value.
    pub p: f64,
    /// Runs ended in each group, and the number expected without a difference.
    pub ended_and_expected: Vec<(usize, f64)>,
}

/// Tests whether at least two groups of runs follow one survival curve.
pub fn log_rank(groups: &[Vec<Observation>], weighting: Weighting) -> Result<LogRank, StatsError> {
    at_least(2, groups.len(), "a comparison of survival curves (groups)")?;
    let g = groups.len();
    let mut all: Vec<(Observation, usize)> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        at_least(1, group.len(), "a survival curve")?;
        all.extend(in_time_order(group)?.into_iter().map(|o| (o, index)));
    }
    all.sort_by(|a, b| a.0.number().total_cmp(&b.0.number()));
    let mut at_risk: Vec<f64> = groups.iter().map(|group| group.len() as f64).collect();
    let (mut excess, mut expected, mut ended) = (vec![0.0; g], vec![0.0; g], vec![0usize; g]);
    let mut covariance = vec![vec![0.0; g]; g];
    for tied in all.chunk_by(|a, b| a.0.number() == b.0.number()) {
        let mut here = vec![0.0; g];
        for (_, index) in tied.iter().filter(|(o, _)| !o.is_beyond()) {
            here[*index] += 1.0;
            ended[*index] += 1;
        }
        let (d, r): (f64, f64) = (here.iter().sum(), at_risk.iter().sum());
        if d > 0.0 {
            let weight = match weighting {
                Weighting::LogRank => 1.0,
                Weighting::Gehan => r,
            };
            for i in 0..g {
                expected[i] += d * at_risk[i] / r;
                excess[i] += weight * (here[i] - d * at_risk[i] / r);
                if r > 1.0 {
                    let scale = weight * weight * d * (r - d) / (r - 1.0) * at_risk[i] / r;
                    for j in 0..g {
                        covariance[i][j] += scale * (f64::from(u8::from(i == j)) - at_risk[j] / r);
                    }
                }
            }
        }
        for (_, index) in tied {
            at_risk[*index] -= 1.0;
        }
    }
    // The excesses add up to zero, so one group carries no information of its own.
    covariance.truncate(g - 1);
    let solved = solve(covariance, &excess[..g - 1]).ok_or(StatsError::Degenerate {
        what: "a comparison of survival curves",
        why: "no run ended while two groups were observed",
    })?;
    let chi_square: f64 = solved.iter().zip(&excess).map(|(a, b)| a * b).sum();
    Ok(LogRank {
        chi_square,
        df: g - 1,
        p: chi_square_sf(chi_square, (g - 1) as f64),
        ended_and_expected: ended.into_iter().zip(expected).collect(),
    })
}

/// Observations by time; of equal times those seen come first, since a run stopped at t was
/// still going at t.
fn in_time_order(observations: &[Observation]) -> Result<Vec<Observation>, StatsError> {
    let numbers: Vec<f64> = observations.iter().map(|o| o.number()).collect();
    all_finite(&numbers, "an observed time")?;
    let mut order = observations.to_vec();
    order.sort_by(|a, b| a.number().total_cmp(&b.number()).then(a.is_beyond().cmp(&b.is_beyond())));
    Ok(order)
}

/// Solves a small symmetric system by elimination with row exchange; `None` when singular.
fn solve(mut matrix: Vec<Vec<f64>>, right: &[f64]) -> Option<Vec<f64>> {
    let n = right.len();
    let mut right = right.to_vec();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&i, &j| matrix[i][column].abs().total_cmp(&matrix[j][column].abs()))?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        if matrix[column][column].abs() < 1e-12 {
            return None;
        }
        for row in column + 1..n {
            let factor = matrix[row][column] / matrix[column][column];
            for j in column..n {
                matrix[row][j] -= factor * matrix[column][j];
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        for j in row + 1..n {
            right[row] -= matrix[row][j] * right[j];
        }
        right[row] /= matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Observation::{Beyond, Seen};

    #[test]
    fn without_censoring_the_curve_counts_what_is_left() {
        let curve = KaplanMeier::of(&[Seen(2.0), Seen(1.0), Seen(4.0), Seen(2.0)], 0.95).unwrap();
        assert_eq!(
            (curve.at(0.5), curve.at(1.0), curve.at(2.0), curve.at(4.0)),
            (1.0, 0.75, 0.25, 0.0)
        );
        assert_eq!(curve.median(), Some(2.0));
    }

    #[test]
    fn all_timeouts_leave_the_curve_at_one() {
        let curve = KaplanMeier::of(&[Beyond(20.0); 3], 0.95).unwrap();
        assert!(curve.steps.is_empty());
        assert_eq!(
            (curve.at(30.0), curve.median(), curve.stopped.as_slice()),
            (1.0, None, &[20.0][..])
        );
        assert!(log_rank(&[vec![Beyond(1.0)], vec![Beyond(1.0)]], Weighting::LogRank).is_err());
    }
}
