//! Measured values under a name, some of which may lie beyond a limit.

use super::axis::{Measure, Unit};
use super::ticks::quantity;

/// A named list of values; those beyond a limit are only counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Name, as the legend shows it.
    pub label: String,
    /// The values seen, in any order.
    pub values: Vec<f64>,
    /// An interval for each value, or nothing.
    pub intervals: Vec<(f64, f64)>,
    /// How many further values lie beyond the limit.
    pub n_beyond: usize,
    /// The limit, where there is one.
    pub limit: Option<f64>,
}

impl Sample {
    /// Values that were all seen.
    pub fn new(label: impl Into<String>, values: Vec<f64>) -> Self {
        Self { label: label.into(), values, intervals: Vec::new(), n_beyond: 0, limit: None }
    }

    /// The sample with further values beyond a limit.
    pub fn with_beyond(self, n_beyond: usize, limit: f64) -> Self {
        Self { n_beyond, limit: Some(limit), ..self }
    }

    /// The sample with an interval for each value.
    pub fn with_intervals(self, intervals: Vec<(f64, f64)>) -> Self {
        Self { intervals, ..self }
    }

    /// Number of values, seen or not.
    pub fn n(&self) -> usize {
        self.values.len() + self.n_beyond
    }

    /// Finite values in ascending order.
    pub(crate) fn sorted(&self) -> Vec<f64> {
        let mut values: Vec<f64> = self.values.iter().copied().filter(|v| v.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        values
    }
}

/// How a lane for values beyond the limit is labelled.
pub(crate) fn lane_label(limit: Option<f64>, unit: Unit) -> String {
    match limit.filter(|l| l.is_finite()) {
        Some(limit) => {
            let label = quantity(limit, unit);
            match label.exponent {
                Some(exponent) => format!("> {}^{exponent}", label.text),
                None => format!("> {}", label.text),
            }
        }
        None => "beyond".to_owned(),
    }
}

/// The number with its unit, for a note.
pub(crate) fn in_words(value: f64, unit: Unit) -> String {
    let label = quantity(value, unit);
    match label.exponent {
        Some(exponent) => format!("{}^{exponent}", label.text),
        None => label.text,
    }
}

/// A count with thin spaces between thousands.
pub(crate) fn count(n: usize) -> String {
    super::ticks::grouped(&n.to_string())
}

/// A count of things, in the singular or plural.
pub(crate) fn counted(n: usize, thing: &str) -> String {
    format!("{}\u{a0}{thing}{}", count(n), if n == 1 { "" } else { "s" })
}

/// A note on values that a logarithmic axis cannot show.
pub(crate) fn not_shown(n: usize, measure: &Measure) -> Option<String> {
    (n > 0).then(|| {
        format!(
            "{} of {} at 0 or below are not shown: the axis is logarithmic",
            counted(n, "value"),
            measure.name
        )
    })
}
