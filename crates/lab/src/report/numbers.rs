//! Numbers as people read them.

use crate::stats::{Interval, Observation};

/// Three significant digits, without an exponent where that stays readable.
pub fn plain(x: f64) -> String {
    if !x.is_finite() {
        return if x > 0.0 { "∞".to_owned() } else { "–".to_owned() };
    }
    if x == 0.0 {
        return "0".to_owned();
    }
    if !(1e-6..1e9).contains(&x.abs()) {
        return format!("{x:.2e}");
    }
    let digits = 2 - x.abs().log10().floor() as i32;
    if digits <= 0 {
        let step = 10f64.powi(-digits);
        return grouped((x / step).round() as i64 * step as i64);
    }
    format!("{x:.*}", digits as usize)
}

/// A whole number with thin spaces between thousands.
pub fn grouped(n: i64) -> String {
    let text = n.abs().to_string();
    let mut out = String::from(if n < 0 { "−" } else { "" });
    for (i, digit) in text.chars().enumerate() {
        if i > 0 && (text.len() - i).is_multiple_of(3) && text.len() > 4 {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A count.
pub fn count(n: usize) -> String {
    grouped(n as i64)
}

/// Seconds with a fitting unit.
pub fn seconds(x: f64) -> String {
    let (factor, unit) = match x.abs() {
        v if v < 0.9995e-6 => (1e9, "ns"),
        v if v < 0.9995e-3 => (1e6, "µs"),
        v if v < 0.9995 => (1e3, "ms"),
        _ => (1.0, "s"),
    };
    format!("{}\u{a0}{unit}", plain(x * factor))
}

/// A time, or that it is beyond the limit.
pub fn time(observation: Observation) -> String {
    match observation {
        Observation::Seen(x) => seconds(x),
        Observation::Beyond(limit) => format!(">\u{a0}{}", seconds(limit)),
    }
}

/// A share in percent.
pub fn percent(x: f64) -> String {
    if x.is_nan() {
        return "–".to_owned();
    }
    let x = 100.0 * x;
    if x > 0.0 && x < 10.0 || x > 90.0 && x < 100.0 {
        format!("{x:.1}\u{a0}%")
    } else {
        format!("{x:.0}\u{a0}%")
    }
}

/// A p value.
pub fn p(p: f64) -> String {
    match p {
        p if p < 0.001 => "< 0.001".to_owned(),
        p if p < 0.1 => format!("{p:.3}"),
        p => format!("{p:.2}"),
    }
}

/// A p value with its relation: `= 0.03`, `< 0.001`.
pub fn p_is(x: f64) -> String {
    if x < 0.001 { p(x) } else { format!("= {}", p(x)) }
}

/// How many times.
pub fn ratio(x: f64) -> String {
    format!("{}\u{a0}×", plain(x))
}

/// An interval of ratios.
pub fn ratios(i: Interval) -> String {
    format!("{} to {}", plain(i.low), plain(i.high))
}

/// A number with its noun, in the singular or plural.
pub fn counted(n: usize, thing: &str) -> String {
    format!("{}\u{a0}{thing}{}", count(n), if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_their_unit() {
        assert_eq!(seconds(0.00000214), "2.14\u{a0}µs");
        assert_eq!(seconds(0.2), "200\u{a0}ms");
        assert_eq!(seconds(12.345), "12.3\u{a0}s");
        assert_eq!(seconds(0.0), "0\u{a0}ns");
        assert_eq!(plain(49158.0), "49\u{202f}200");
        assert_eq!(plain(f64::INFINITY), "∞");
        assert_eq!(plain(1.5e300), "1.50e300");
        assert_eq!(seconds(f64::INFINITY), "∞\u{a0}s");
        assert_eq!(percent(0.975), "97.5\u{a0}%");
        assert_eq!(percent(1.0), "100\u{a0}%");
        assert_eq!(percent(f64::NAN), "–");
        assert_eq!(p(0.00001), "< 0.001");
    }
}
