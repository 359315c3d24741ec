//! Comparing many algorithms over many instances by ranks.
//!
//! Each instance ranks the algorithms; Friedman's test (1937) asks whether the mean ranks could
//! come from chance, Iman and Davenport's form (1980) is less conservative. Two algorithms
//! differ, after Nemenyi (1963), when their mean ranks are further apart than the critical
//! distance. Source of the recipe and the diagram: Demšar, *Statistical comparisons of
//! classifiers over multiple data sets*, 2006.

use super::error::{StatsError, at_least, equal_lengths, no_nan};
use super::rank::{midranks, sorted, tie_sizes};
use super::special::{chi_square_sf, f_sf, studentized_range_upper_quantile};

/// Result of Friedman's test.
#[derive(Debug, Clone, PartialEq)]
pub struct Friedman {
    /// Number of instances.
    pub n: usize,
    /// Mean rank of each algorithm; 1 is best (smallest values).
    pub mean_ranks: Vec<f64>,
    /// Friedman's statistic, corrected for ties.
    pub chi_square: f64,
    /// Its p value.
    pub p: f64,
    /// Iman and Davenport's statistic; infinite when every instance ranks alike.
    pub f: f64,
    /// Its p value.
    pub f_p: f64,
}

/// Tests whether algorithms differ; `rows` holds, for each instance, one value per algorithm
/// (the rank key of a timeout being infinite).
pub fn friedman(rows: &[Vec<f64>]) -> Result<Friedman, StatsError> {
    at_least(2, rows.len(), "Friedman's test")?;
    let k = rows[0].len();
    at_least(2, k, "Friedman's test (algorithms)")?;
    let (mut totals, mut tied) = (vec![0.0; k], 0.0);
    for row in rows {
        equal_lengths(k, row.len(), "Friedman's test")?;
        no_nan(row, "a compared value")?;
        for (total, rank) in totals.iter_mut().zip(midranks(row)) {
            *total += rank;
        }
        tied += tie_sizes(&sorted(row)).map(|t| t * (t * t - 1.0)).sum::<f64>();
    }
    let (n, m) = (rows.len() as f64, k as f64);
    let correction = 1.0 - tied / (n * m * (m * m - 1.0));
    if correction <= 0.0 {
        return Err(StatsError::Degenerate {
            what: "Friedman's test",
            why: "the algorithms tie on every instance",
        });
    }
    let squares: f64 = totals.iter().map(|t| t * t).sum();
    let chi_square = (12.0 / (n * m * (m + 1.0)) * squares - 3.0 * n * (m + 1.0)) / correction;
    let rest = n * (m - 1.0) - chi_square;
    let f = if rest <= 1e-9 * n { f64::INFINITY } else { (n - 1.0) * chi_square / rest };
    Ok(Friedman {
        n: rows.len(),
        mean_ranks: totals.iter().map(|t| t / n).collect(),
        chi_square,
        p: chi_square_sf(chi_square, m - 1.0),
        f,
        f_p: f_sf(f, m - 1.0, (m - 1.0) * (n - 1.0)),
    })
}

/// The difference of mean ranks that `k` algorithms over `n` instances exceed by chance with
/// probability `alpha`.
pub fn nemenyi_critical_distance(k: usize, n: usize, alpha: f64) -> Result<f64, StatsError> {
    at_least(2, k, "a critical distance (algorithms)")?;
    at_least(1, n, "a critical distance")?;
    super::error::level_in_range(1.0 - alpha)?;
    let q = studentized_range_upper_quantile(alpha, k) / 2f64.sqrt();
    Ok(q * (k as f64 * (k as f64 + 1.0) / (6.0 * n as f64)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn critical_values_are_those_of_the_published_table() {
        // Demšar 2006, table 5a: q at 0.05 for 2 to 10 classifiers, three decimals.
        let published = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164];
        for (k, expected) in (2..).zip(published) {
            let q = studentized_range_upper_quantile(0.05, k) / 2f64.sqrt();
            assert!((q - expected).abs() < 1.1e-3, "{k}: {q} {expected}");
        }
    }

    #[test]
    fn unanimous_instances_and_endless_ties() {
        let unanimous = friedman(&vec![vec![1.0, 2.0, f64::INFINITY]; 6]).unwrap();
        assert_eq!(unanimous.mean_ranks, [1.0, 2.0, 3.0]);
        assert_eq!((unanimous.chi_square, unanimous.f_p), (12.0, 0.0));
        assert!(friedman(&vec![vec![1.0, 1.0]; 6]).is_err());
        assert!(friedman(&[vec![1.0, 2.0], vec![1.0]]).is_err());
    }
}
