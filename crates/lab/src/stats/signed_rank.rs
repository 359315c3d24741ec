//! The exact distribution of the signed-rank sum.
//!
//! Without ties each rank from 1 to n carries a plus or minus with equal chance. The number of
//! sign patterns with a given sum of positive ranks follows from adding one rank at a time;
//! for n up to 50 all counts stay below 2^53, so floating point holds them exactly.

/// The largest n for which the counts are exact.
pub(crate) const EXACT_LIMIT: usize = 50;

/// Probability of each sum of positive ranks, for n up to [`EXACT_LIMIT`].
pub(crate) fn probabilities(n: usize) -> Vec<f64> {
    debug_assert!(n <= EXACT_LIMIT);
    let most = n * (n + 1) / 2;
    let mut counts = vec![0.0f64; most + 1];
    counts[0] = 1.0;
    for rank in 1..=n {
        for sum in (rank..=rank * (rank + 1) / 2).rev() {
            counts[sum] += counts[sum - rank];
        }
    }
    let patterns = 2f64.powi(n as i32);
    counts.iter().map(|c| c / patterns).collect()
}

/// The most differences whose ties and zeros are counted out.
pub(crate) const TIED_LIMIT: usize = 13;

/// Probability of each sum of positive ranks when these are the ranks, in halves: tied ranks lie
/// between two whole numbers. For at most [`TIED_LIMIT`] of them.
pub(crate) fn probabilities_of(doubled: &[usize]) -> Vec<f64> {
    debug_assert!(doubled.len() <= TIED_LIMIT);
    let mut counts = vec![0.0f64; doubled.iter().sum::<usize>() + 1];
    counts[0] = 1.0;
    for &rank in doubled {
        for sum in (rank..counts.len()).rev() {
            counts[sum] += counts[sum - rank];
        }
    }
    let patterns = 2f64.powi(doubled.len() as i32);
    counts.iter().map(|c| c / patterns).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn three_ranks_have_eight_patterns() {
        let eighths: Vec<f64> = super::probabilities(3).iter().map(|p| p * 8.0).collect();
        assert_eq!(eighths, [1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0]);
    }
}
