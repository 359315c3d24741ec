//! Axes: which numbers lie where.

/// What the numbers of an axis mean, for its tick labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Plain numbers.
    Plain,
    /// Seconds, labelled in µs, ms or s.
    Seconds,
    /// Shares from 0 to 1, labelled in percent.
    Percent,
}

/// A measured quantity: its name and unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// What is measured, as an axis says it.
    pub name: String,
    /// Its unit.
    pub unit: Unit,
}

impl Measure {
    /// A quantity with a name and a unit.
    pub fn new(name: impl Into<String>, unit: Unit) -> Self {
        Self { name: name.into(), unit }
    }

    /// Time in seconds.
    pub fn time() -> Self {
        Self::new("time", Unit::Seconds)
    }

    pub(crate) fn log_axis(&self) -> Axis {
        Axis::log(self.name.clone(), self.unit)
    }

    pub(crate) fn linear_axis(&self) -> Axis {
        Axis::linear(self.name.clone(), self.unit)
    }
}

/// How numbers are spread along an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Spread {
    Linear,
    Log,
    /// Logarithmic in both directions, linear within this distance of zero.
    SymmetricLog(f64),
}

/// One axis of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    pub(crate) label: String,
    pub(crate) unit: Unit,
    pub(crate) spread: Spread,
    pub(crate) from: Option<f64>,
    pub(crate) to: Option<f64>,
    /// A lane past the end for what lies beyond, with its label; infinity is drawn there.
    pub(crate) lane: Option<String>,
    /// Names at 0, 1, 2 ... instead of numbers.
    pub(crate) names: Vec<String>,
    pub(crate) whole: bool,
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: impl Into<String>, unit: Unit) -> Self {
        Self {
            label: label.into(),
            unit,
            spread: Spread::Linear,
            from: None,
            to: None,
            lane: None,
            names: Vec::new(),
            whole: false,
        }
    }

    /// A logarithmic axis; numbers that are not positive are left out.
    pub fn log(label: impl Into<String>, unit: Unit) -> Self {
        Self { spread: Spread::Log, ..Self::linear(label, unit) }
    }

    /// An axis that is logarithmic in both directions and linear within `threshold` of zero.
    pub fn symmetric_log(label: impl Into<String>, unit: Unit, threshold: f64) -> Self {
        let threshold = if threshold.is_finite() && threshold > 0.0 { threshold } else { 1.0 };
        Self { spread: Spread::SymmetricLog(threshold), ..Self::linear(label, unit) }
    }

    /// An axis with names at 0, 1, 2 ...
    pub fn names(label: impl Into<String>, names: Vec<String>) -> Self {
        let end = names.len().max(1) as f64 - 0.5;
        Self { names, from: Some(-0.5), to: Some(end), ..Self::linear(label, Unit::Plain) }
    }

    /// A linear axis for shares from 0 to 1, in percent, with room for lines along its ends.
    pub fn share(label: impl Into<String>) -> Self {
        Self::linear(label, Unit::Percent).starting_at(-0.02).ending_at(1.03)
    }

    /// The axis starting here instead of at the smallest number.
    pub fn starting_at(self, from: f64) -> Self {
        Self { from: Some(from), ..self }
    }

    /// The axis ending here instead of at the largest number.
    pub fn ending_at(self, to: f64) -> Self {
        Self { to: Some(to), ..self }
    }

    /// The axis with a lane past its end in which infinite numbers are drawn, for timeouts.
    pub fn with_lane(self, label: impl Into<String>) -> Self {
        Self { lane: Some(label.into()), ..self }
    }

    /// The axis with ticks at whole numbers only, for counts.
    pub fn whole(self) -> Self {
        Self { whole: true, ..self }
    }

    /// The range for these data, always proper: finite, and longer than nothing.
    pub(crate) fn scale(&self, data: impl Iterator<Item = f64>) -> Scale {
        let log = self.spread == Spread::Log;
        let fits = |v: f64| v.is_finite() && (!log || v > 0.0);
        let (mut low, mut high, mut any) = (f64::INFINITY, f64::NEG_INFINITY, false);
        for v in data.filter(|&v| fits(v)) {
            low = low.min(v);
            high = high.max(v);
            any = true;
        }
        if !any {
            (low, high) = if log { (0.1, 1.0) } else { (0.0, 1.0) };
            // Keep an end that is given, and a range of the usual length beside it.
            match (self.from.filter(|&v| fits(v)), self.to.filter(|&v| fits(v))) {
                (Some(from), None) => {
                    (low, high) = (from, if log { from * 10.0 } else { from + 1.0 })
                }
                (None, Some(to)) => (low, high) = (if log { to / 10.0 } else { to - 1.0 }, to),
                _ => {}
            }
        }
        let mut scale = Scale { spread: self.spread, low: 0.0, high: 1.0 };
        let (mut a, mut b) = (scale.place(low), scale.place(high));
        // Air at both ends; a single number stands in the middle.
        let air = if b > a {
            0.03 * (b - a)
        } else if log {
            0.5
        } else {
            0.5 * a.abs().max(1.0)
        };
        a -= air;
        b += air;
        if let Some(from) = self.from.filter(|&v| fits(v)) {
            a = scale.place(from);
        }
        if let Some(to) = self.to.filter(|&v| fits(v)) {
            b = scale.place(to);
        }
        if b - a <= 1e-12 * a.abs().max(b.abs()).max(1e-290) {
            let widen = if log { 0.5 } else { 0.5 * a.abs().max(1.0) };
            if self.to.is_some() && self.from.is_none() { a = b - widen } else { b = a + widen }
        }
        (scale.low, scale.high) = (a, b);
        scale
    }
}

/// A range, in places: the numbers themselves, or their logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    pub spread: Spread,
    pub low: f64,
    pub high: f64,
}

impl Scale {
    /// The place of a number, before it is fitted to the range; not finite when it has none.
    pub fn place(&self, value: f64) -> f64 {
        match self.spread {
            Spread::Linear => value,
            Spread::Log => {
                if value > 0.0 {
                    value.log10()
                } else {
                    f64::NAN
                }
            }
            Spread::SymmetricLog(threshold) => {
                (value / threshold / 2.0).clamp(-1e300, 1e300).asinh() / std::f64::consts::LN_10
            }
        }
    }

    /// The number at a place.
    pub fn value(&self, place: f64) -> f64 {
        match self.spread {
            Spread::Linear => place,
            Spread::Log => 10f64.powf(place).clamp(f64::MIN_POSITIVE, f64::MAX),
            Spread::SymmetricLog(threshold) => {
                ((place * std::f64::consts::LN_10).sinh() * 2.0 * threshold)
                    .clamp(f64::MIN, f64::MAX)
            }
        }
    }

    /// Where a number lies between the ends, 0 to 1; outside of that when it is off the axis.
    pub fn part(&self, value: f64) -> f64 {
        (self.place(value) - self.low) / (self.high - self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_numbers_has_a_proper_range() {
        let axes = [
            Axis::linear("", Unit::Plain),
            Axis::log("", Unit::Seconds),
            Axis::symmetric_log("", Unit::Seconds, 1e-6),
            Axis::log("", Unit::Plain).starting_at(5.0).ending_at(5.0),
            Axis::linear("", Unit::Plain).starting_at(0.0),
            Axis::linear("", Unit::Plain).ending_at(0.0),
            Axis::log("", Unit::Plain).ending_at(20.0),
        ];
        let sets: [&[f64]; 8] = [
            &[],
            &[0.0],
            &[3.0],
            &[-4.0, -4.0],
            &[f64::NAN, f64::INFINITY],
            &[1e-9, 1e9],
            &[1e-300, 2e-300],
            &[0.0, 0.0, 0.0],
        ];
        for axis in &axes {
            for set in sets {
                let scale = axis.scale(set.iter().copied());
                assert!(
                    scale.low.is_finite() && scale.high.is_finite() && scale.high > scale.low,
                    "{axis:?} {set:?} {scale:?}"
                );
            }
        }
    }

    #[test]
    fn places_and_values_are_inverse() {
        for spread in [Spread::Linear, Spread::Log, Spread::SymmetricLog(0.01)] {
            let scale = Scale { spread, low: 0.0, high: 1.0 };
            for v in [1e-6, 0.5, 3.0, 1e6] {
                assert!((scale.value(scale.place(v)) / v - 1.0).abs() < 1e-9);
            }
        }
    }
}
