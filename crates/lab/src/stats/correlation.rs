//! Do two lists of values agree on the order?
//!
//! Spearman's rho is the correlation of ranks; Kendall's tau-b counts pairs in the same against
//! pairs in opposite order, with a correction for ties. Both only use order: timeouts enter as
//! the largest values, tied ([`Observation::rank_key`](super::Observation::rank_key)).
//! Kendall's counting is Knight's (*A computer method for calculating Kendall's tau with
//! ungrouped data*, 1966): sort by one list, count the exchanges a merge sort of the other needs.

use super::error::{StatsError, at_least, equal_lengths, no_nan};
use super::rank::{ascending, midranks, sorted, tie_sizes};
use super::special::{normal_sf, student_sf};
use super::sum;

/// A rank correlation with its two-sided p value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correlation {
    /// Number of pairs.
    pub n: usize,
    /// From -1 (opposite order) to 1 (same order).
    pub coefficient: f64,
    /// Two-sided p value under independence.
    pub p: f64,
}

/// Spearman's rank correlation; p from Student's t with n - 2 degrees of freedom.
pub fn spearman(first: &[f64], second: &[f64]) -> Result<Correlation, StatsError> {
    check(first, second, "Spearman's correlation")?;
    let (x, y) = (midranks(first), midranks(second));
    let centre = (x.len() as f64 + 1.0) / 2.0;
    let product =
        |a: &[f64], b: &[f64]| sum::sum(a.iter().zip(b).map(|(p, q)| (p - centre) * (q - centre)));
    let spread = (product(&x, &x) * product(&y, &y)).sqrt();
    if spread == 0.0 {
        return Err(constant("Spearman's correlation"));
    }
    let coefficient = (product(&x, &y) / spread).clamp(-1.0, 1.0);
    let df = x.len() as f64 - 2.0;
    let p = if df <= 0.0 {
        1.0
    } else {
        let t = coefficient.abs() * (df / ((1.0 - coefficient) * (1.0 + coefficient))).sqrt();
        2.0 * student_sf(t, df)
    };
    Ok(Correlation { n: x.len(), coefficient, p })
}

/// Kendall's tau-b; p is exact without ties up to 33 pairs (and for nearly perfect order),
/// otherwise normal with tie correction.
pub fn kendall(first: &[f64], second: &[f64]) -> Result<Correlation, StatsError> {
    check(first, second, "Kendall's correlation")?;
    let n = first.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| ascending(first[i], first[j]).then(ascending(second[i], second[j])));
    let in_order: Vec<f64> = order.iter().map(|&i| second[i]).collect();
    let both: f64 = order
        .chunk_by(|&i, &j| first[i] == first[j] && second[i] == second[j])
        .map(|group| n_pairs(group.len() as f64))
        .sum();
    let discordant = exchanges(&mut in_order.clone(), &mut vec![0.0; n]) as f64;
    let (x, y) = (Ties::of(first), Ties::of(second));
    let total = n_pairs(n as f64);
    if x.pairs == total || y.pairs == total {
        return Err(constant("Kendall's correlation"));
    }
    let surplus = total - x.pairs - y.pairs + both - 2.0 * discordant;
    let coefficient =
        (surplus / (total - x.pairs).sqrt() / (total - y.pairs).sqrt()).clamp(-1.0, 1.0);
    let p = if x.pairs == 0.0
        && y.pairs == 0.0
        && (n <= 33 || discordant.min(total - discordant) <= 1.0)
    {
        exact_p(n, discordant.min(total - discordant) as usize)
    } else {
        let n = n as f64;
        let m = n * (n - 1.0);
        let variance = (m * (2.0 * n + 5.0) - x.fives - y.fives) / 18.0
            + 2.0 * x.pairs * y.pairs / m
            + x.triples * y.triples / (9.0 * m * (n - 2.0));
        (2.0 * normal_sf(surplus.abs() / variance.sqrt())).min(1.0)
    };
    Ok(Correlation { n, coefficient, p })
}

/// What the ties of one list take away.
struct Ties {
    pairs: f64,
    triples: f64,
    fives: f64,
}

impl Ties {
    fn of(values: &[f64]) -> Self {
        let sorted = sorted(values);
        let add = |f: fn(f64) -> f64| tie_sizes(&sorted).map(f).sum::<f64>();
        Self {
            pairs: add(n_pairs),
            triples: add(|t| t * (t - 1.0) * (t - 2.0)),
            fives: add(|t| t * (t - 1.0) * (2.0 * t + 5.0)),
        }
    }
}

fn n_pairs(n: f64) -> f64 {
    n * (n - 1.0) / 2.0
}

/// Sorts the list by merging and counts how many pairs had to change places.
fn exchanges(values: &mut [f64], space: &mut [f64]) -> u64 {
    let n = values.len();
    if n < 2 {
        return 0;
    }
    let half = n / 2;
    let mut count = exchanges(&mut values[..half], &mut space[..half])
        + exchanges(&mut values[half..], &mut space[half..]);
    let (mut left, mut right) = (0, half);
    for slot in space[..n].iter_mut() {
        if right == n || (left < half && values[left] <= values[right]) {
            *slot = values[left];
            left += 1;
        } else {
            *slot = values[right];
            right += 1;
            count += (half - left) as u64;
        }
    }
    values.copy_from_slice(&space[..n]);
    count
}

/// Two-sided probability of at most `discordant` pairs out of order, or as many in order, in a
/// random permutation (Kendall 1970, section 5.3: add one element at a time).
fn exact_p(n: usize, discordant: usize) -> f64 {
    let total = n * (n - 1) / 2;
    if n < 2 || 2 * discordant >= total {
        return 1.0;
    }
    let mut probability = vec![0.0; discordant + 1];
    probability[0] = 1.0;
    for size in 2..=n {
        let before = probability.clone();
        for (inversions, slot) in probability.iter_mut().enumerate() {
            let from = (inversions + 1).saturating_sub(size);
            *slot = before[from..=inversions].iter().sum::<f64>() / size as f64;
        }
    }
    (2.0 * probability.iter().sum::<f64>()).min(1.0)
}

fn check(first: &[f64], second: &[f64], what: &'static str) -> Result<(), StatsError> {
    equal_lengths(first.len(), second.len(), what)?;
    at_least(2, first.len(), what)?;
    no_nan(first, "a correlated value")?;
    no_nan(second, "a correlated value")
}

fn constant(what: &'static str) -> StatsError {
    StatsError::Degenerate { what, why: "all values of one list are equal" }
}

/// The correlation within groups: that of each group that has one, weighted by its size less one.
/// What differs between groups does not count.
pub fn within(
    groups: &[(Vec<f64>, Vec<f64>)],
    correlation: fn(&[f64], &[f64]) -> Result<Correlation, StatsError>,
) -> Option<f64> {
    let (mut sum, mut weight) = (0.0, 0.0);
    for (x, y) in groups {
        if let Ok(found) = correlation(x, y) {
            let w = x.len() as f64 - 1.0;
            sum += w * found.coefficient;
            weight += w;
        }
    }
    (weight > 0.0).then(|| sum / weight)
}

/// Spearman's correlation within groups, with a p value: that of the group where there is one; of
/// several the normal one, for under independence the weighted sum has mean 0 and, ties or not,
/// each coefficient a variance of 1 / (n - 1).
pub fn spearman_within(groups: &[(Vec<f64>, Vec<f64>)]) -> Option<Correlation> {
    let found: Vec<Correlation> = groups.iter().filter_map(|(x, y)| spearman(x, y).ok()).collect();
    if let [only] = found[..] {
        return Some(only);
    }
    let weight: f64 = found.iter().map(|c| c.n as f64 - 1.0).sum();
    let coefficient = within(groups, spearman)?;
    let p = (2.0 * normal_sf(coefficient.abs() * weight.sqrt())).min(1.0);
    Some(Correlation { n: found.iter().map(|c| c.n).sum(), coefficient, p })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::random::Random;

    #[test]
    fn the_p_value_within_groups_is_that_of_shuffled_groups() {
        // Two groups that agree somewhat, one of them with ties; the other lists are shuffled
        // within their groups ten thousand times.
        let groups = [
            (
                vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
                vec![2.0, 1.0, 4.0, 3.0, 8.0, 5.0, 7.0, 6.0],
            ),
            (
                vec![1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 6.0],
                vec![3.0, 1.0, 4.0, 2.0, 2.0, 6.0, 1.0, 5.0],
            ),
        ];
        let told = spearman_within(&groups).unwrap();
        assert_eq!(told.n, 16);
        let (mut source, mut as_far, draws) = (Random::new(4), 0, 10_000);
        for _ in 0..draws {
            let mut shuffled = groups.clone();
            for (_, y) in &mut shuffled {
                for i in (1..y.len()).rev() {
                    y.swap(i, source.below(i as u32 + 1) as usize);
                }
            }
            let drawn = within(&shuffled, spearman).unwrap();
            as_far += usize::from(drawn.abs() >= told.coefficient.abs() - 1e-12);
        }
        let share = as_far as f64 / f64::from(draws);
        assert!(told.p > 0.005 && (told.p / share - 1.0).abs() < 0.25, "{} {share}", told.p);
        // One group is told as it is.
        let (x, y) = &groups[0];
        assert_eq!(spearman_within(&groups[..1]), spearman(x, y).ok());
        assert_eq!(spearman_within(&[]), None);
    }

    #[test]
    fn what_differs_between_groups_does_not_count() {
        // Within each group the order is reversed; together they look alike.
        let groups =
            [(vec![1.0, 2.0, 3.0], vec![3.0, 2.0, 1.0]), (vec![11.0, 12.0], vec![19.0, 18.0])];
        assert_eq!(within(&groups, spearman), Some(-1.0));
        assert_eq!(within(&[(vec![1.0], vec![1.0])], spearman), None);
    }

    #[test]
    fn perfect_and_opposite_order_and_none() {
        let up: Vec<f64> = (0..40).map(f64::from).collect();
        let down: Vec<f64> = up.iter().rev().copied().collect();
        for f in [spearman, kendall] {
            assert_eq!(f(&up, &up).unwrap().coefficient, 1.0);
            assert_eq!(f(&up, &down).unwrap().coefficient, -1.0);
            assert!(f(&up, &[1.0; 40]).is_err());
            assert!(f(&[1.0], &[1.0]).is_err());
        }
    }
}
