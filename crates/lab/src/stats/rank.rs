//! Ranks with ties.

/// Ranks from 1, equal values sharing the mean of their places. Infinities rank like numbers;
/// the order of "not a number" is that of [`f64::total_cmp`].
pub fn midranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| ascending(values[i], values[j]));
    let mut ranks = vec![0.0; values.len()];
    let mut ranked = 0;
    for group in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let shared = ranked as f64 + (group.len() + 1) as f64 / 2.0;
        for &i in group {
            ranks[i] = shared;
        }
        ranked += group.len();
    }
    ranks
}

/// The order of numbers, with the two zeros equal, as `==` has them.
pub(crate) fn ascending(a: f64, b: f64) -> std::cmp::Ordering {
    (a + 0.0).total_cmp(&(b + 0.0))
}

/// Sizes of the groups of equal values in a sorted list.
pub(crate) fn tie_sizes(sorted: &[f64]) -> impl Iterator<Item = f64> + '_ {
    sorted.chunk_by(|a, b| a == b).map(|group| group.len() as f64)
}

/// A sorted copy.
pub(crate) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut copy = values.to_vec();
    copy.sort_by(|a, b| ascending(*a, *b));
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_places() {
        assert_eq!(midranks(&[3.0, 1.0, 3.0, 2.0, 3.0]), [4.0, 1.0, 4.0, 2.0, 4.0]);
        assert_eq!(midranks(&[f64::INFINITY, 0.0, f64::INFINITY]), [2.5, 1.0, 2.5]);
        assert_eq!(midranks(&[0.0, -0.0]), [1.5, 1.5]);
        assert!(midranks(&[]).is_empty());
    }
}
