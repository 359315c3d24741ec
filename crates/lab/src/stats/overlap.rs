//! Do two algorithms find the same instances hard?
//!
//! Take the worst k of n instances of each; under independence the two sets share about k²/n.
//! Berggren and Nilsson 2012, section 3.4.1, test the number shared as binomial over all n
//! instances with probability (k/n)². Given the two sets' sizes its exact law is
//! hypergeometric; a permutation of one algorithm's order says the same without any formula.
//! All three are given, and a sweep over k shows that 10 % is no lucky choice.
//! Ties (many instances at the limit) are broken by a fixed shuffle, another one for each
//! algorithm, so that ties add no agreement; how many are tied at the edge is reported.

use super::error::{StatsError, at_least, equal_lengths, no_nan};
use super::rank::ascending;
use super::special::{binomial_at_least, hypergeometric_at_least};
use sudolab_grid::random::Random;

/// How much the worst sets of two algorithms overlap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstOverlap {
    /// Number of instances.
    pub n: usize,
    /// Size of each worst set.
    pub k: usize,
    /// Instances in both sets.
    pub shared: usize,
    /// Number expected under independence, k²/n.
    pub expected: f64,
    /// Probability of at least as many: binomial, as the thesis tests it.
    pub binomial_p: f64,
    /// Probability of at least as many: hypergeometric, exact for sets of this size.
    pub hypergeometric_p: f64,
    /// Share of random permutations with at least as many; `None` when none were asked for.
    pub permutation_p: Option<f64>,
    /// Odds of being in the second set when in the first, against when not; infinite when the
    /// sets are equal.
    pub odds_ratio: f64,
    /// Instances of the first and second algorithm that tie with the edge of the worst set
    /// (counted when the edge runs through a tie).
    pub tied_at_edge: (usize, usize),
}

impl WorstOverlap {
    /// The part of each worst set that is shared; k/n under independence.
    pub fn share(&self) -> f64 {
        self.shared as f64 / self.k as f64
    }
}

/// The overlap of the worst `share` of the instances (at least one), by rank keys.
/// `permutations` may be 0.
pub fn worst_overlap(
    first: &[f64],
    second: &[f64],
    share: f64,
    permutations: usize,
    source: &mut Random,
) -> Result<WorstOverlap, StatsError> {
    let orders = Orders::of(first, second)?;
    let mut overlap = orders.overlap(share)?;
    if permutations > 0 {
        // Only the number of shared instances matters: mark k of n, draw k others at random.
        let (n, k) = (overlap.n, overlap.k);
        let mut places: Vec<usize> = (0..n).collect();
        let as_many = (0..permutations)
            .filter(|_| {
                let mut shared = 0;
                for i in 0..k {
                    places.swap(i, i + source.index(n - i));
                    shared += usize::from(places[i] < k);
                }
                shared >= overlap.shared
            })
            .count();
        overlap.permutation_p = Some((as_many + 1) as f64 / (permutations + 1) as f64);
    }
    Ok(overlap)
}

/// The overlap for each of several shares, without permutations.
pub fn worst_overlap_sweep(
    first: &[f64],
    second: &[f64],
    shares: &[f64],
) -> Result<Vec<WorstOverlap>, StatsError> {
    let orders = Orders::of(first, second)?;
    shares.iter().map(|&share| orders.overlap(share)).collect()
}

/// What two independent algorithms share of their worst `share` of `n` instances: how many those
/// are, and the edges between which the number shared lies with at least the probability `level`,
/// half of the rest on each side.
pub fn overlap_by_chance(
    n: usize,
    share: f64,
    level: f64,
) -> Result<(usize, usize, usize), StatsError> {
    at_least(2, n, "the overlap of the worst")?;
    super::error::level_in_range(level)?;
    let k = worst_of(n, share)?;
    let tail = (1.0 - level) / 2.0;
    let more = |x: usize| hypergeometric_at_least(x as u64, n as u64, k as u64, k as u64);
    // The first number that is exceeded with at most so much probability.
    let first = |most: f64| {
        let (mut low, mut high) = (0, k);
        while low < high {
            let middle = (low + high) / 2;
            if more(middle + 1) <= most { high = middle } else { low = middle + 1 }
        }
        low
    };
    // Below the lower edge lies at most a tail: the chance of at least the edge is 1 - tail.
    Ok((k, first(1.0 - tail), first(tail)))
}

fn worst_of(n: usize, share: f64) -> Result<usize, StatsError> {
    if !(share > 0.0 && share < 1.0) {
        return Err(StatsError::OutOfRange {
            what: "the share of worst instances",
            value: share,
            allowed: "between 0 and 1, such as 0.1",
        });
    }
    Ok(((n as f64 * share).round() as usize).clamp(1, n - 1))
}

/// The instances of both algorithms, worst first.
struct Orders<'a> {
    first: &'a [f64],
    second: &'a [f64],
    order: [Vec<usize>; 2],
}

impl<'a> Orders<'a> {
    fn of(first: &'a [f64], second: &'a [f64]) -> Result<Self, StatsError> {
        equal_lengths(first.len(), second.len(), "the overlap of the worst")?;
        at_least(2, first.len(), "the overlap of the worst")?;
        no_nan(first, "a compared value")?;
        no_nan(second, "a compared value")?;
        let worst_first = |values: &[f64], side: u64| {
            let mut order: Vec<usize> = (0..values.len()).collect();
            let mut shuffled: Vec<usize> = order.clone();
            Random::new(side).shuffle(&mut shuffled);
            order.sort_by(|&i, &j| {
                ascending(values[j], values[i]).then(shuffled[i].cmp(&shuffled[j]))
            });
            order
        };
        Ok(Self { first, second, order: [worst_first(first, 1), worst_first(second, 2)] })
    }

    fn overlap(&self, share: f64) -> Result<WorstOverlap, StatsError> {
        let n = self.first.len();
        let k = worst_of(n, share)?;
        let mut is_worst = vec![false; n];
        for &i in &self.order[0][..k] {
            is_worst[i] = true;
        }
        let shared = self.order[1][..k].iter().filter(|&&i| is_worst[i]).count();
        let rate = k as f64 / n as f64;
        let (both, one, none) = (shared as f64, (k - shared) as f64, (n + shared - 2 * k) as f64);
        Ok(WorstOverlap {
            n,
            k,
            shared,
            expected: rate * k as f64,
            binomial_p: binomial_at_least(shared as u64, n as u64, rate * rate),
            hypergeometric_p: hypergeometric_at_least(shared as u64, n as u64, k as u64, k as u64),
            permutation_p: None,
            odds_ratio: if one == 0.0 { f64::INFINITY } else { both * none / (one * one) },
            tied_at_edge: (
                tied_at(self.first, &self.order[0], k),
                tied_at(self.second, &self.order[1], k),
            ),
        })
    }
}

/// How many values equal the last of the worst set, if the first outside does too.
fn tied_at(values: &[f64], order: &[usize], k: usize) -> usize {
    let edge = values[order[k - 1]];
    if values[order[k]] == edge { values.iter().filter(|&&v| v == edge).count() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_leaves_at_most_a_tail_on_each_side() {
        for (n, share) in [(20, 0.1), (48, 0.25), (1000, 0.1), (49158, 0.2)] {
            let (k, low, high) = overlap_by_chance(n, share, 0.95).expect("in range");
            let more = |x: usize| hypergeometric_at_least(x as u64, n as u64, k as u64, k as u64);
            assert!(more(high + 1) <= 0.025 && (high == 0 || more(high) > 0.025), "{n}");
            assert!(1.0 - more(low) <= 0.025 + 1e-9, "{n}: {low}");
            assert!(1.0 - more(low + 1) > 0.025 - 1e-9, "{n}: {low}");
        }
        assert!(
            overlap_by_chance(20, 1.5, 0.95).is_err() && overlap_by_chance(1, 0.1, 0.95).is_err()
        );
    }

    #[test]
    fn equal_orders_share_everything_and_opposite_ones_nothing() {
        let up: Vec<f64> = (0..200).map(f64::from).collect();
        let down: Vec<f64> = up.iter().rev().copied().collect();
        let same = worst_overlap(&up, &up, 0.1, 999, &mut Random::new(1)).unwrap();
        assert_eq!(
            (same.k, same.shared, same.share(), same.odds_ratio),
            (20, 20, 1.0, f64::INFINITY)
        );
        assert_eq!(same.permutation_p, Some(0.001));
        assert!(same.hypergeometric_p < 1e-20 && same.binomial_p < 1e-10);
        let opposite = worst_overlap(&up, &down, 0.1, 0, &mut Random::new(1)).unwrap();
        assert_eq!((opposite.shared, opposite.hypergeometric_p), (0, 1.0));
    }

    #[test]
    fn ties_add_no_agreement() {
        // All instances tie: the worst sets are random, and share what independence predicts.
        let equal = vec![f64::INFINITY; 10_000];
        let overlap = worst_overlap(&equal, &equal, 0.1, 0, &mut Random::new(1)).unwrap();
        assert!((70..130).contains(&overlap.shared), "{}", overlap.shared);
        assert_eq!(overlap.tied_at_edge, (10_000, 10_000));
    }

    #[test]
    fn permutation_and_hypergeometric_agree() {
        let mut source = Random::new(9);
        let first: Vec<f64> = (0..300).map(|_| source.unit()).collect();
        let second: Vec<f64> = first.iter().map(|x| x * 0.35 + source.unit()).collect();
        let overlap = worst_overlap(&first, &second, 0.2, 20_000, &mut source).unwrap();
        let (exact, drawn) = (overlap.hypergeometric_p, overlap.permutation_p.unwrap());
        assert!((exact - drawn).abs() < 0.01 + 0.1 * exact, "{exact} {drawn}");
    }
}
