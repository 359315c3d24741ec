//! Ticks at round numbers, with labels a reader can take in at a glance.

use super::axis::{Axis, Scale, Spread, Unit};

/// A mark on an axis; a minor one has no label.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tick {
    pub value: f64,
    pub label: Option<Label>,
}

/// The label of a tick: a text, and an exponent to be raised behind it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Label {
    pub text: String,
    pub exponent: Option<String>,
}

impl Label {
    fn plain(text: String) -> Self {
        Self { text, exponent: None }
    }

    /// Width in units of the font size.
    pub fn width(&self) -> f64 {
        super::text::width(&self.text)
            + self.exponent.as_deref().map_or(0.0, |e| 0.75 * super::text::width(e))
    }
}

/// The ticks of an axis, and its label with the unit that the ticks leave out.
pub(crate) fn ticks(axis: &Axis, scale: &Scale, most: usize) -> (Vec<Tick>, String) {
    if !axis.names.is_empty() {
        let named = (0..)
            .zip(&axis.names)
            .map(|(i, name)| Tick { value: f64::from(i), label: Some(Label::plain(name.clone())) });
        return (named.collect(), axis.label.clone());
    }
    match scale.spread {
        Spread::Linear => linear(axis, scale, most),
        Spread::Log => (logarithmic(axis.unit, scale, most), axis.label.clone()),
        Spread::SymmetricLog(threshold) => {
            (symmetric(axis.unit, scale, threshold, most), axis.label.clone())
        }
    }
}

fn linear(axis: &Axis, scale: &Scale, most: usize) -> (Vec<Tick>, String) {
    let largest = scale.low.abs().max(scale.high.abs());
    let (factor, suffix) = match axis.unit {
        Unit::Plain => (1.0, ""),
        Unit::Percent => (100.0, "%"),
        Unit::Seconds if largest < 1e-6 => (1e9, "ns"),
        Unit::Seconds if largest < 1e-3 => (1e6, "µs"),
        Unit::Seconds if largest < 1.0 => (1e3, "ms"),
        Unit::Seconds => (1.0, "s"),
    };
    let label = match (axis.label.is_empty(), suffix.is_empty()) {
        (_, true) => axis.label.clone(),
        (true, false) => suffix.to_owned(),
        (false, false) => format!("{} ({suffix})", axis.label),
    };
    let (low, high) = (scale.low * factor, scale.high * factor);
    let mut step = round_step((high - low) / most.max(2) as f64);
    if axis.whole {
        step = step.max(1.0);
    }
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    let n = if (last - first).is_finite() { (last - first).clamp(-1.0, 1000.0) as i64 } else { -1 };
    let largest = step * first.abs().max(last.abs());
    let ticks = (0..=n)
        .map(|i| {
            let value = (first + i as f64) * step;
            Tick { value: value / factor, label: Some(decimal(value, step, decimals, largest)) }
        })
        .collect();
    (ticks, label)
}

/// A plain decimal, with thin spaces between thousands, or times a power of ten where the largest
/// of the axis is long: all of an axis have the same form, and the same power.
fn decimal(value: f64, step: f64, decimals: usize, largest: f64) -> Label {
    if value == 0.0 || value.abs() < step * 1e-6 {
        return Label::plain("0".to_owned());
    }
    if largest >= 1e7 || decimals > 5 {
        let exponent = largest.max(value.abs()).log10().floor();
        let lead = value / 10f64.powf(exponent);
        let lead_decimals = (exponent - step.log10().floor()).clamp(0.0, 6.0) as usize;
        return Label {
            text: format!("{}·10", minus(&format!("{lead:.lead_decimals$}"))),
            exponent: Some(minus(&format!("{exponent:.0}"))),
        };
    }
    Label::plain(minus(&grouped(&format!("{value:.decimals$}"))))
}

fn logarithmic(unit: Unit, scale: &Scale, most: usize) -> Vec<Tick> {
    let (low, high) = (scale.low, scale.high);
    let (first, last) = ((low - 1e-9).ceil() as i32, (high + 1e-9).floor() as i32);
    let decades = (last - first + 1).max(0) as usize;
    if high - low < 0.7 || decades == 0 {
        // Less than a decade: round numbers, spaced as on a linear axis.
        let (from, to) = (10f64.powf(low), 10f64.powf(high));
        let step = round_step((to - from) / most.clamp(2, 5) as f64);
        let (first, last) = ((from / step - 1e-9).ceil() as i64, (to / step + 1e-9).floor() as i64);
        return (first..=last.min(first + 50))
            .map(|i| i as f64 * step)
            .filter(|&v| v > 0.0)
            .map(|value| Tick { value, label: Some(quantity(value, unit)) })
            .collect();
    }
    let stride = decades.div_ceil(most.max(2)).max(1) as i32;
    let within_decade: &[i32] = if decades <= 2 && most >= 4 { &[2, 5] } else { &[] };
    let mut ticks = Vec::new();
    for exponent in (first - 1).max(-330)..=last.min(310) {
        let decade = 10f64.powi(exponent);
        if exponent >= first {
            let labelled = exponent.rem_euclid(stride) == 0;
            ticks.push(Tick { value: decade, label: labelled.then(|| quantity(decade, unit)) });
        }
        if decades <= 7 {
            for lead in 2..=9 {
                let value = decade * f64::from(lead);
                if (low..=high).contains(&value.log10()) {
                    let label = within_decade.contains(&lead).then(|| quantity(value, unit));
                    ticks.push(Tick { value, label });
                }
            }
        }
    }
    ticks
}

fn symmetric(unit: Unit, scale: &Scale, threshold: f64, most: usize) -> Vec<Tick> {
    let largest = scale.value(scale.low).abs().max(scale.value(scale.high).abs());
    let (first, last) =
        (threshold.log10().ceil() as i32, largest.max(threshold).log10().floor() as i32);
    let span = scale.high - scale.low;
    let per_decade = 1.8 * most as f64 / span.max(1e-9);
    let stride = (1.0 / per_decade.max(1e-3)).ceil().max(1.0) as i32;
    let mut ticks = vec![Tick { value: 0.0, label: Some(Label::plain("0".to_owned())) }];
    // The largest come first: where labels are crowded, the first ones stay.
    for exponent in (first.max(-330)..=last.min(310)).rev() {
        let size = 10f64.powi(exponent);
        let labelled = (last - exponent) % stride == 0;
        for value in [size, -size] {
            if (0.0..=1.0).contains(&scale.part(value)) {
                ticks.push(Tick { value, label: labelled.then(|| quantity(value, unit)) });
            }
        }
    }
    ticks.retain(|t| (-1e-9..=1.0 + 1e-9).contains(&scale.part(t.value)));
    ticks
}

/// One quantity with its unit, as short as it goes.
pub(crate) fn quantity(value: f64, unit: Unit) -> Label {
    match unit {
        Unit::Percent => Label::plain(format!("{} %", significant(value * 100.0))),
        Unit::Seconds => {
            let (factor, suffix) = match value.abs() {
                v if v < 0.9999e-6 => (1e9, "ns"),
                v if v < 0.9999e-3 => (1e6, "µs"),
                v if v < 0.9999 => (1e3, "ms"),
                _ => (1.0, "s"),
            };
            let scaled = value * factor;
            if scaled != 0.0 && !(1e-3..1e5).contains(&scaled.abs()) {
                let power = power(value);
                return Label {
                    text: power.text,
                    exponent: power.exponent.map(|e| format!("{e} s")),
                };
            }
            Label::plain(format!("{} {suffix}", significant(scaled)))
        }
        Unit::Plain if value != 0.0 && !(1e-3..1e5).contains(&value.abs()) => power(value),
        Unit::Plain => Label::plain(significant(value)),
    }
}

fn power(value: f64) -> Label {
    let exponent = (value.abs().log10() + 1e-9).floor();
    let lead = value / 10f64.powf(exponent);
    let sign = if value < 0.0 { "−" } else { "" };
    let text = if (lead.abs() - 1.0).abs() < 1e-6 {
        format!("{sign}10")
    } else {
        format!("{sign}{}·10", significant(lead.abs()))
    };
    Label { text, exponent: Some(minus(&format!("{exponent:.0}"))) }
}

/// A number with up to four significant digits and no trailing zeros.
fn significant(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimals = (3.0 - value.abs().log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{value:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    minus(&grouped(text))
}

/// Thin spaces between thousands, from five digits on.
pub(crate) fn grouped(text: &str) -> String {
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits = whole.trim_start_matches('-');
    if digits.len() < 5 {
        return text.to_owned();
    }
    let mut out = if whole.starts_with('-') { "-".to_owned() } else { String::new() };
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push('\u{2009}');
        }
        out.push(c);
    }
    out + rest
}

/// The typographic minus.
fn minus(text: &str) -> String {
    text.replace('-', "−")
}

/// The smallest of 1, 2, 5 times a power of ten that is at least this.
fn round_step(least: f64) -> f64 {
    if !(least.is_finite() && least > 0.0) {
        return 1.0;
    }
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|&s| s >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, data: &[f64], most: usize) -> (Vec<String>, String) {
        let scale = axis.scale(data.iter().copied());
        let (ticks, label) = ticks(axis, &scale, most);
        (
            ticks
                .into_iter()
                .filter_map(|t| t.label)
                .map(|l| l.text + &l.exponent.unwrap_or_default())
                .collect(),
            label,
        )
    }

    #[test]
    fn times_are_labelled_in_their_own_units() {
        let (ticks, _) = labels(&Axis::log("time", Unit::Seconds), &[2e-7, 15.0], 10);
        assert_eq!(ticks, ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"]);
        let (ticks, label) =
            labels(&Axis::linear("time", Unit::Seconds).starting_at(0.0), &[0.0, 0.0085], 5);
        assert_eq!((ticks.join(" "), label.as_str()), ("0 2 4 6 8".to_owned(), "time (ms)"));
    }

    #[test]
    fn numbers_keep_their_form() {
        assert_eq!(
            labels(&Axis::linear("n", Unit::Plain).starting_at(0.0).ending_at(5e4), &[49158.0], 5)
                .0,
            [
                "0",
                "10\u{2009}000",
                "20\u{2009}000",
                "30\u{2009}000",
                "40\u{2009}000",
                "50\u{2009}000"
            ]
        );
        assert_eq!(
            labels(&Axis::linear("n", Unit::Plain).starting_at(0.0).ending_at(1.6e7), &[], 4).0,
            ["0", "0.5·107", "1.0·107", "1.5·107"]
        );
        assert_eq!(
            labels(&Axis::log("n", Unit::Plain), &[1.0, 1e9], 5).0,
            ["1", "100", "10\u{2009}000", "106", "108"]
        );
        assert_eq!(
            labels(&Axis::linear("share", Unit::Percent).starting_at(0.0).ending_at(1.0), &[], 5).0,
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(
            labels(&Axis::log("t", Unit::Seconds), &[0.031, 0.048], 5).0,
            ["35 ms", "40 ms", "45 ms"]
        );
    }

    #[test]
    fn nothing_odd_at_the_edges() {
        for axis in [
            Axis::linear("", Unit::Plain),
            Axis::log("", Unit::Seconds),
            Axis::symmetric_log("", Unit::Seconds, 1e-6),
        ] {
            for data in [&[][..], &[0.0], &[1e-300, 1e300], &[-1e9, 1e9], &[7.0, 7.0 + 1e-9]] {
                let (ticks, _) = labels(&axis, data, 6);
                assert!(
                    ticks.len() < 60
                        && ticks.iter().all(|t| !t.contains("NaN") && !t.contains("inf")),
                    "{ticks:?}"
                );
            }
        }
    }
}
