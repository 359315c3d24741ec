//! Histograms, whole and of the tail.
//!
//! The width of bars follows Freedman and Diaconis (1981), twice the interquartile range over the
//! cube root of n, between 8 and 60 bars; on a logarithmic axis it is applied to the logarithms,
//! and the bars are equally wide there. Values beyond the limit stand in a lane of their own.

use super::Axis;
use super::axis::Measure;
use super::chart::Chart;
use super::figure::Figure;
use super::layer::{Bar, Layer};
use super::sample::{Sample, count, counted, in_words, lane_label, not_shown};
use super::style::Style;

/// How the bars of a histogram are spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bins {
    /// Equally wide.
    Linear,
    /// Equally wide in the logarithm.
    Log,
}

/// How often each value occurs.
pub fn histogram(sample: &Sample, measure: &Measure, bins: Bins) -> Figure {
    let chart = chart(sample, measure, bins, None);
    let caption = format!(
        "Histogram of {} for {} ({}{}).",
        measure.name,
        sample.label,
        counted(sample.n(), "value"),
        beyond_words(sample)
    );
    Figure::new(sample.label.clone(), caption, chart)
}

/// The histogram twice, with equal bars and with bars equal in the logarithm.
pub fn histogram_both(sample: &Sample, measure: &Measure) -> Figure {
    let charts =
        vec![chart(sample, measure, Bins::Linear, None), chart(sample, measure, Bins::Log, None)];
    let caption = format!(
        "Histogram of {} for {} ({}{}), at the left on a linear axis, at the right on a logarithmic one.",
        measure.name,
        sample.label,
        counted(sample.n(), "value"),
        beyond_words(sample)
    );
    Figure::side_by_side(sample.label.clone(), caption, charts)
}

/// The histogram, and beside it the part from `from` on, magnified.
pub fn histogram_tail(sample: &Sample, measure: &Measure, from: f64) -> Figure {
    let in_tail = sample.values.iter().filter(|&&v| v >= from).count() + sample.n_beyond;
    let whole = chart(sample, measure, Bins::Linear, None)
        .noting(format!("all {}", counted(sample.n(), "value")));
    let tail = chart(sample, measure, Bins::Linear, Some(from)).noting(format!(
        "{} from {} on",
        counted(in_tail, "value"),
        in_words(from, measure.unit)
    ));
    let caption = format!(
        "Histogram of {} for {} and, at the right, its tail of {} out of {}{}; the vertical axes differ.",
        measure.name,
        sample.label,
        count(in_tail),
        counted(sample.n(), "value"),
        beyond_words(sample)
    );
    Figure::side_by_side(sample.label.clone(), caption, vec![whole, tail])
}

pub(crate) fn beyond_words(sample: &Sample) -> String {
    match sample.n_beyond {
        0 => String::new(),
        n => format!(", {} of them beyond the limit", count(n)),
    }
}

fn chart(sample: &Sample, measure: &Measure, bins: Bins, from: Option<f64>) -> Chart {
    let mut values = sample.sorted();
    let mut x = match bins {
        Bins::Linear => measure.linear_axis(),
        Bins::Log => measure.log_axis(),
    };
    if let Some(from) = from.filter(|f| f.is_finite()) {
        values.retain(|&v| v >= from);
        x = x.starting_at(from);
    } else if bins == Bins::Linear && values.first().is_some_and(|&v| v >= 0.0) {
        x = x.starting_at(0.0);
    }
    if let (Some(&first), Some(&last)) = (values.first(), values.last())
        && first == last
    {
        // One value alone has no extent: show its surroundings.
        x = match bins {
            Bins::Linear => x.ending_at(if last > 0.0 { 1.5 * last } else { 1.0 }),
            Bins::Log => x.starting_at(last / 3.0).ending_at(last * 3.0),
        };
    }
    let n_before = values.len();
    if bins == Bins::Log {
        values.retain(|&v| v > 0.0);
    }
    let note = not_shown(n_before - values.len(), measure);
    let mut bars = bars(&values, bins, from);
    if sample.n_beyond > 0 {
        x = x.with_lane(lane_label(sample.limit, measure.unit));
        x = ending_at_limit(x, sample.limit, values.last().copied());
        if values.is_empty() && bins == Bins::Linear {
            x = x.starting_at(from.unwrap_or(0.0));
        }
        bars.push(Bar { from: f64::INFINITY, to: f64::INFINITY, height: sample.n_beyond as f64 });
    }
    let y = Axis::linear("count", super::Unit::Plain).starting_at(0.0).whole();
    let chart = Chart::new(x, y).with(Layer::Bars { label: None, bars, style: Style::Series(0) });
    match note {
        Some(note) => chart.noting(note),
        None => chart,
    }
}

/// The axis up to the limit, unless a value lies past it.
pub(crate) fn ending_at_limit(axis: Axis, limit: Option<f64>, last: Option<f64>) -> Axis {
    match limit.filter(|l| l.is_finite() && last.is_none_or(|last| last <= *l)) {
        Some(limit) => axis.ending_at(limit),
        None => axis,
    }
}

/// Bars of counts over sorted values.
pub(crate) fn bars(sorted: &[f64], bins: Bins, from: Option<f64>) -> Vec<Bar> {
    let place = |v: f64| if bins == Bins::Log { v.ln() } else { v };
    let back = |p: f64| if bins == Bins::Log { p.exp() } else { p };
    let (Some(&first), Some(&last)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    let mut low = place(first);
    let high = place(last);
    if bins == Bins::Linear {
        // Bars from zero on look calmer when the data start close to it.
        if let Some(from) = from {
            low = from;
        } else if low >= 0.0 && low < 0.1 * high {
            low = 0.0;
        }
    }
    let quartile = |q: f64| place(sorted[((sorted.len() - 1) as f64 * q).round() as usize]);
    let ideal = 2.0 * (quartile(0.75) - quartile(0.25)) / (sorted.len() as f64).cbrt();
    let n = if high > low && ideal > 0.0 {
        ((high - low) / ideal).ceil().clamp(8.0, 60.0)
    } else if high > low {
        20.0
    } else {
        1.0
    };
    // A single value gets a narrow bar around it; the axis is wider then, see `chart`.
    let width = match bins {
        _ if high > low => (high - low) / n,
        Bins::Log => 0.1,
        Bins::Linear if high == 0.0 => 0.04,
        Bins::Linear => 0.04 * high.abs(),
    };
    let low = if high > low || low == 0.0 { low } else { low - width / 2.0 };
    let mut counts = vec![0usize; n as usize];
    for &v in sorted {
        let bin = (((place(v) - low) / width) as usize).min(counts.len() - 1);
        counts[bin] += 1;
    }
    (0..)
        .zip(counts)
        .map(|(i, count)| Bar {
            from: back(low + f64::from(i) * width),
            to: back(low + f64::from(i + 1) * width),
            height: count as f64,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_one_bar() {
        let values: Vec<f64> = (1..=1000).map(|i| f64::from(i).powi(3) * 1e-6).collect();
        for bins in [Bins::Linear, Bins::Log] {
            let bars = bars(&values, bins, None);
            assert_eq!(bars.iter().map(|b| b.height).sum::<f64>(), 1000.0);
            assert!((8..=60).contains(&bars.len()));
            assert!(bars.windows(2).all(|w| (w[0].to - w[1].from).abs() <= 1e-9 * w[0].to));
        }
        assert_eq!(bars(&[4.0], Bins::Linear, None).len(), 1);
        assert_eq!(bars(&[4.0; 9], Bins::Log, None)[0].height, 9.0);
        assert!(bars(&[], Bins::Log, None).is_empty());
    }
}
