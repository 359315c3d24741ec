//! Adjusting p values of a family of tests.

use super::error::{StatsError, no_nan};

/// Holm's step-down adjustment (1979): keeps the chance of any false finding in the family
/// below the level, whatever the dependence. The result is in the order of the input.
pub fn holm(p: &[f64]) -> Result<Vec<f64>, StatsError> {
    let order = ascending(p)?;
    let (mut adjusted, mut largest) = (vec![0.0; p.len()], 0.0f64);
    for (place, &i) in order.iter().enumerate() {
        largest = largest.max(p[i] * (p.len() - place) as f64).min(1.0);
        adjusted[i] = largest;
    }
    Ok(adjusted)
}

/// Benjamini and Hochberg's adjustment (1995): keeps the expected share of false findings
/// among the findings below the level. For exploring, not for claims.
pub fn benjamini_hochberg(p: &[f64]) -> Result<Vec<f64>, StatsError> {
    let order = ascending(p)?;
    let (mut adjusted, mut smallest) = (vec![0.0; p.len()], 1.0f64);
    for (place, &i) in order.iter().enumerate().rev() {
        smallest = smallest.min(p[i] * p.len() as f64 / (place + 1) as f64);
        adjusted[i] = smallest;
    }
    Ok(adjusted)
}

fn ascending(p: &[f64]) -> Result<Vec<usize>, StatsError> {
    no_nan(p, "a p value")?;
    if let Some(&value) = p.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(StatsError::OutOfRange { what: "a p value", value, allowed: "from 0 to 1" });
    }
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&i, &j| p[i].total_cmp(&p[j]));
    Ok(order)
}
