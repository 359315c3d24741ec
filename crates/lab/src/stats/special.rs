//! Distribution functions that the tests and intervals need.
//!
//! The inverse error function and the gamma functions come from `statrs`, the error function
//! from `libm`: that of `statrs` is good to eleven digits, which the 39th power in the
//! studentized range of 40 algorithms turns into nine. The incomplete beta function is ours: the one there stops after 140 terms, which 49 158 puzzles exceed,
//! and forms its leading factor from differences of large logarithms, which costs six digits
//! at that size. Here the factor is the binomial density in Loader's form (*Fast and accurate
//! computation of binomial probabilities*, 2000), which keeps full precision for any size, and
//! both tails come out without subtracting from one.

use statrs::function::{erf, gamma};
use std::f64::consts::{PI, SQRT_2};

/// Density of the standard normal distribution.
pub fn normal_density(z: f64) -> f64 {
    (-0.5 * z * z).exp() / (2.0 * PI).sqrt()
}

/// Probability that a standard normal variable is at most `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

/// Probability that a standard normal variable exceeds `z`, precise far out.
pub fn normal_sf(z: f64) -> f64 {
    0.5 * libm::erfc(z / SQRT_2)
}

/// Ratio of density to upper tail of the standard normal, the hazard of the normal law.
pub(crate) fn normal_hazard(z: f64) -> f64 {
    if z < 25.0 {
        normal_density(z) / normal_sf(z)
    } else {
        // Asymptotic series of the Mills ratio; its next term is below 1e-12 here.
        let w = 1.0 / (z * z);
        z / (1.0 - w * (1.0 - 3.0 * w * (1.0 - 5.0 * w * (1.0 - 7.0 * w))))
    }
}

/// The `z` that a standard normal variable stays below with probability `p`; infinite at 0 and 1.
pub fn normal_quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let z = -SQRT_2 * erf::erfc_inv(2.0 * p);
    // One step of Halley's method restores the digits that the approximation leaves out.
    let density = normal_density(z);
    if density == 0.0 {
        return z;
    }
    let miss = if z < 0.0 { normal_cdf(z) - p } else { (1.0 - p) - normal_sf(z) };
    let step = miss / density;
    z - step / (1.0 + 0.5 * z * step)
}

/// Probability that a chi-square variable with `df` degrees of freedom exceeds `x`.
pub fn chi_square_sf(x: f64, df: f64) -> f64 {
    if x <= 0.0 { 1.0 } else { gamma::checked_gamma_ur(df / 2.0, x / 2.0).unwrap_or(0.0) }
}

/// Probability that Student's t with `df` degrees of freedom exceeds `t`.
pub fn student_sf(t: f64, df: f64) -> f64 {
    if t.is_infinite() {
        return if t > 0.0 { 0.0 } else { 1.0 };
    }
    let whole = df + t * t;
    let outside = beta_tails(df / 2.0, 0.5, df / whole, t * t / whole).0;
    if t >= 0.0 { 0.5 * outside } else { 1.0 - 0.5 * outside }
}

/// The `t` that Student's t with `df` degrees of freedom exceeds with probability `p`, for
/// `p` up to one half.
pub fn student_upper_quantile(p: f64, df: f64) -> f64 {
    let mut high = 1.0;
    while student_sf(high, df) > p && high < 1e300 {
        high *= 2.0;
    }
    bisect(0.0, high, |t| student_sf(t, df) < p)
}

/// Probability that an F variable with `d1` and `d2` degrees of freedom exceeds `f`.
pub fn f_sf(f: f64, d1: f64, d2: f64) -> f64 {
    if f <= 0.0 {
        return 1.0;
    }
    if f.is_infinite() {
        return 0.0;
    }
    let whole = d2 + d1 * f;
    beta_tails(d2 / 2.0, d1 / 2.0, d2 / whole, d1 * f / whole).0
}

/// The regularised incomplete beta function and its complement.
///
/// `y` is `1 - x`, handed in because the caller often knows it to more digits. The continued
/// fraction is that of Didonato and Morris (ACM TOMS 708, equation 4 in its even form), summed
/// by Lentz's method on the side where it converges quickly.
pub fn beta_tails(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    if y <= 0.0 {
        return (1.0, 0.0);
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        let (upper, lower) = beta_tails_left(b, a, y, x);
        (lower, upper)
    } else {
        beta_tails_left(a, b, x, y)
    }
}

fn beta_tails_left(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    const TINY: f64 = 1e-300;
    let (mut c, mut d) = (1.0, 1.0 - (a + b) * x / (a + 1.0));
    d = 1.0 / if d.abs() < TINY { TINY } else { d };
    let mut fraction = d;
    for m in 1..100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 + term * d;
            d = 1.0 / if d.abs() < TINY { TINY } else { d };
            c = 1.0 + term / c;
            c = if c.abs() < TINY { TINY } else { c };
            change = c * d;
            fraction *= change;
        }
        if (change - 1.0).abs() < 1e-16 {
            break;
        }
    }
    // x^a y^b / (a B(a, b)) = b / (a + b) * binomial density of a among a + b.
    let lower = (b / (a + b) * binomial_density(a, a + b, x, y) * fraction).clamp(0.0, 1.0);
    (lower, 1.0 - lower)
}

/// The `x` where the incomplete beta function reaches `p`.
pub fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    bisect(0.0, 1.0, |x| beta_tails(a, b, x, 1.0 - x).0 > p)
}

/// Probability of exactly `k` successes in `n` trials.
pub fn binomial_pmf(k: u64, n: u64, p: f64) -> f64 {
    if k > n { 0.0 } else { binomial_density(k as f64, n as f64, p, 1.0 - p) }
}

/// Probability of at most `k` successes in `n` trials.
pub fn binomial_cdf(k: u64, n: u64, p: f64) -> f64 {
    if k >= n { 1.0 } else { beta_tails(k as f64 + 1.0, (n - k) as f64, p, 1.0 - p).1 }
}

/// Probability of at least `k` successes in `n` trials.
pub fn binomial_at_least(k: u64, n: u64, p: f64) -> f64 {
    if k == 0 {
        1.0
    } else if k > n {
        0.0
    } else {
        beta_tails(k as f64, (n - k) as f64 + 1.0, p, 1.0 - p).0
    }
}

/// Probability that `drawn` draws without replacement from `total` with `marked` ones hold at
/// least `k` marked ones.
pub fn hypergeometric_at_least(k: u64, total: u64, marked: u64, drawn: u64) -> f64 {
    let most = marked.min(drawn);
    let least = (marked + drawn).saturating_sub(total);
    if k <= least {
        return 1.0;
    }
    if k > most {
        return 0.0;
    }
    // Sum the shorter tail, from its largest term outwards, by the ratio of neighbours.
    let ratio_up = |x: u64| {
        let (x, m, d, t) = (x as f64, marked as f64, drawn as f64, total as f64);
        (m - x) * (d - x) / ((x + 1.0) * (t - m - d + x + 1.0))
    };
    let mean = marked as f64 * drawn as f64 / total as f64;
    if k as f64 > mean {
        let (mut term, mut tail) = (hypergeometric_pmf(k, total, marked, drawn), 0.0);
        for x in k..=most {
            tail += term;
            term *= ratio_up(x);
            if term < tail * 1e-18 {
                break;
            }
        }
        tail.min(1.0)
    } else {
        let (mut term, mut tail) = (hypergeometric_pmf(k - 1, total, marked, drawn), 0.0);
        for x in (least..k).rev() {
            tail += term;
            if x > least {
                term /= ratio_up(x - 1);
            }
            if term < tail * 1e-18 {
                break;
            }
        }
        (1.0 - tail).max(0.0)
    }
}

/// Probability of exactly `k` marked ones among `drawn` from `total` with `marked` ones,
/// composed of three binomial densities (Loader 2000, section 6).
pub fn hypergeometric_pmf(k: u64, total: u64, marked: u64, drawn: u64) -> f64 {
    if k > marked || k > drawn || drawn > total || marked > total || drawn - k > total - marked {
        return 0.0;
    }
    let (t, d) = (total as f64, drawn as f64);
    let (p, q) = (d / t, (total - drawn) as f64 / t);
    binomial_density(k as f64, marked as f64, p, q)
        * binomial_density((drawn - k) as f64, (total - marked) as f64, p, q)
        / binomial_density(d, t, p, q)
}

/// Probability that the range of `k` standard normal variables is at most `q`: the studentized
/// range with infinite degrees of freedom.
///
/// The integrand is smooth and dies off at both ends, where the trapezoidal rule converges
/// faster than any power of the step.
pub fn studentized_range_cdf(q: f64, k: usize) -> f64 {
    if q <= 0.0 {
        return 0.0;
    }
    const STEP: f64 = 1.0 / 16.0;
    let others = k.saturating_sub(1) as i32;
    let total: f64 = (-160..=160)
        .map(|i| {
            let z = f64::from(i) * STEP;
            normal_density(z) * (normal_cdf(z) - normal_cdf(z - q)).powi(others)
        })
        .sum();
    (k as f64 * total * STEP).min(1.0)
}

/// The studentized range that is exceeded with probability `alpha`.
pub fn studentized_range_upper_quantile(alpha: f64, k: usize) -> f64 {
    bisect(0.0, 100.0, |q| studentized_range_cdf(q, k) > 1.0 - alpha)
}

/// Binomial density, also between the integers: `n!/(x!(n-x)!) p^x q^(n-x)` with `q = 1 - p`.
fn binomial_density(x: f64, n: f64, p: f64, q: f64) -> f64 {
    if p <= 0.0 {
        return if x == 0.0 { 1.0 } else { 0.0 };
    }
    if q <= 0.0 {
        return if x == n { 1.0 } else { 0.0 };
    }
    if x == 0.0 {
        return (n * if p < 0.5 { (-p).ln_1p() } else { q.ln() }).exp();
    }
    if x == n {
        return (n * if q < 0.5 { (-q).ln_1p() } else { p.ln() }).exp();
    }
    let exponent = stirling_error(n)
        - stirling_error(x)
        - stirling_error(n - x)
        - deviance(x, n * p)
        - deviance(n - x, n * q);
    exponent.exp() * (n / (2.0 * PI * x * (n - x))).sqrt()
}

/// `ln n!` minus Stirling's formula.
fn stirling_error(n: f64) -> f64 {
    if n <= 15.0 {
        return gamma::ln_gamma(n + 1.0) - (n + 0.5) * n.ln() + n - 0.5 * (2.0 * PI).ln();
    }
    let w = 1.0 / (n * n);
    (1.0 / 12.0 - w * (1.0 / 360.0 - w * (1.0 / 1260.0 - w * (1.0 / 1680.0 - w / 1188.0)))) / n
}

/// `x ln(x / m) + m - x` without cancellation near `x = m`.
fn deviance(x: f64, m: f64) -> f64 {
    if (x - m).abs() >= 0.1 * (x + m) {
        return x * (x / m).ln() + m - x;
    }
    let v = (x - m) / (x + m);
    let mut total = (x - m) * v;
    let mut power = 2.0 * x * v;
    for j in 1..1000 {
        power *= v * v;
        let next = total + power / f64::from(2 * j + 1);
        if next == total {
            break;
        }
        total = next;
    }
    total
}

/// The smallest number between the ends where `beyond` holds, to the last bit; `beyond` has
/// to be false below it and true above it, and both ends non-negative.
fn bisect(low: f64, high: f64, beyond: impl Fn(f64) -> bool) -> f64 {
    // The bit patterns of non-negative numbers are in the order of the numbers.
    let (mut low, mut high) = (low.to_bits(), high.to_bits());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if beyond(f64::from_bits(middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    f64::from_bits(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_add_up_and_meet_closed_forms() {
        for (a, b, x) in [(1.0, 1.0, 0.3), (2.5, 0.5, 0.9), (40_000.0, 9_158.0, 0.8137)] {
            let (lower, upper) = beta_tails(a, b, x, 1.0 - x);
            assert!((lower + upper - 1.0).abs() < 1e-12);
        }
        assert!((beta_tails(1.0, 1.0, 0.3, 0.7).0 - 0.3).abs() < 1e-14);
        assert!((binomial_pmf(2, 4, 0.5) - 0.375).abs() < 1e-14);
        assert!((hypergeometric_pmf(1, 4, 2, 2) - 2.0 / 3.0).abs() < 1e-14);
        assert_eq!(hypergeometric_at_least(0, 10, 3, 3), 1.0);
        assert_eq!(hypergeometric_at_least(4, 10, 3, 3), 0.0);
    }

    #[test]
    fn the_hazard_joins_its_series_smoothly() {
        let (below, above) = (normal_hazard(24.999_999_9), normal_hazard(25.000_000_1));
        assert!((above - below).abs() < 1e-6, "{below} {above}");
    }
}
