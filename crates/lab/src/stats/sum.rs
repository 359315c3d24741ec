//! Sums that keep their digits.

/// Sum with a running correction (Neumaier 1974), so that a million small times beside a few
/// large ones lose nothing, whatever their order.
pub(crate) fn sum(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut total, mut lost) = (0.0f64, 0.0f64);
    for x in values {
        let next = total + x;
        lost += if total.abs() >= x.abs() { (total - next) + x } else { (x - next) + total };
        total = next;
    }
    // An infinite total makes the correction meaningless.
    if total.is_finite() { total + lost } else { total }
}

/// Arithmetic mean; the caller has made sure that there is a value.
pub(crate) fn mean(values: &[f64]) -> f64 {
    sum(values.iter().copied()) / values.len() as f64
}

/// Standard deviation with n - 1 in the denominator; the caller has made sure of two values.
pub(crate) fn sd(values: &[f64], mean: f64) -> f64 {
    (sum(values.iter().map(|x| (x - mean).powi(2))) / (values.len() - 1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    #[test]
    fn small_terms_survive_large_ones() {
        assert_eq!(super::sum([1.0, 1e100, 1.0, -1e100]), 2.0);
    }
}
