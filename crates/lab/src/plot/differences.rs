//! Values and differences in ascending order.

use super::axis::{Axis, Measure, Unit};
use super::chart::Chart;
use super::figure::Figure;
use super::histogram::ending_at_limit;
use super::layer::Layer;
use super::sample::{Sample, count, counted, lane_label, not_shown};
use super::style::Style;

/// Each sample's values from the smallest to the largest, on a logarithmic axis, with their
/// intervals as a band.
pub fn sorted_values(samples: &[Sample], measure: &Measure) -> Figure {
    let mut y = measure.log_axis();
    let beyond = samples.iter().map(|s| s.n_beyond).sum::<usize>();
    if beyond > 0 {
        let limit = samples.iter().filter_map(|s| s.limit).max_by(f64::total_cmp);
        y = y.with_lane(lane_label(limit, measure.unit));
        let last = samples.iter().flat_map(|s| &s.values).copied().max_by(f64::total_cmp);
        y = ending_at_limit(y, limit, last);
    }
    let longest = samples.iter().map(Sample::n).max().unwrap_or(0);
    let x =
        Axis::linear("rank", Unit::Plain).whole().starting_at(0.0).ending_at(with_room(longest));
    let mut chart = Chart::new(x, y);
    let mut dropped = 0;
    for (i, sample) in samples.iter().enumerate() {
        let style = Style::Series(i);
        let mut order: Vec<usize> =
            (0..sample.values.len()).filter(|&j| sample.values[j].is_finite()).collect();
        order.sort_by(|&a, &b| sample.values[a].total_cmp(&sample.values[b]));
        dropped += order.iter().filter(|&&j| sample.values[j] <= 0.0).count();
        let mut points: Vec<(f64, f64)> =
            order.iter().enumerate().map(|(r, &j)| ((r + 1) as f64, sample.values[j])).collect();
        if sample.n_beyond > 0 {
            let seen = points.len();
            points.extend([
                ((seen + 1) as f64, f64::INFINITY),
                ((seen + sample.n_beyond) as f64, f64::INFINITY),
            ]);
        }
        points.retain(|p| p.1 > 0.0);
        if sample.intervals.len() == sample.values.len() && !sample.intervals.is_empty() {
            // A lower end at or below zero has no logarithm: the band then reaches down to a
            // tenth of the value.
            let edges = order
                .iter()
                .enumerate()
                .filter(|&(_, &j)| sample.values[j] > 0.0)
                .map(|(r, &j)| {
                    let ((low, high), value) = (sample.intervals[j], sample.values[j]);
                    ((r + 1) as f64, if low > 0.0 { low } else { value / 10.0 }, high)
                })
                .collect();
            chart = chart.with(Layer::Band { label: None, edges, style, stepped: false });
        }
        let label = Some(sample.label.clone());
        chart = chart.with(Layer::Line { label, points, style, stepped: false, mark_all: false });
    }
    if let Some(note) = not_shown(dropped, measure) {
        chart = chart.noting(note);
    }
    let band = if samples.iter().any(|s| !s.intervals.is_empty()) {
        "; bands are intervals of single values"
    } else {
        ""
    };
    let caption =
        format!("Sorted values of {}{band}. A steep right end is a heavy tail.", measure.name);
    Figure::new(format!("Sorted {}", measure.name), caption, chart)
}

/// An end of the axis that leaves room for a marker on the last rank.
pub(crate) fn with_room(n: usize) -> f64 {
    let n = n.max(1) as f64;
    (n * 1.02).max(n + 0.5)
}

/// The paired ratios `first / second` in ascending order, on a logarithmic axis: twice as long
/// and half as long lie equally far from the line at 1. Where one side is beyond its limit, the
/// ratio is infinite or zero and stands at the end of the axis.
pub fn sorted_ratios(ratios: &[f64], first: &str, second: &str, measure: &Measure) -> Figure {
    let mut sorted: Vec<f64> =
        ratios.iter().copied().filter(|r| !r.is_nan() && *r >= 0.0).collect();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    let (below, above) =
        (sorted.iter().filter(|&&r| r < 1.0).count(), sorted.iter().filter(|&&r| r > 1.0).count());
    let seen = || sorted.iter().copied().filter(|r| r.is_finite() && *r > 0.0);
    let low = seen().fold(0.5, f64::min) / 1.5;
    let high = seen().fold(2.0, f64::max) * 1.5;
    let one_sided = n - seen().count();
    let (floor, ceiling) = (
        if one_sided > 0 { low / 2.0 } else { low },
        if one_sided > 0 { high * 2.0 } else { high },
    );
    let points: Vec<(f64, f64)> =
        (1..).map(f64::from).zip(sorted.iter().map(|r| r.clamp(floor, ceiling))).collect();
    let share = |k: usize| if n == 0 { 0.0 } else { 100.0 * k as f64 / n as f64 };
    let x = Axis::linear("rank of the ratio", Unit::Plain)
        .whole()
        .starting_at(0.0)
        .ending_at(with_room(n));
    let y =
        Axis::log(format!("{first} / {second}"), Unit::Plain).starting_at(floor).ending_at(ceiling);
    let mut chart = Chart::new(x, y)
        .with(Layer::Rule {
            label: None,
            from: (f64::NEG_INFINITY, 1.0),
            to: (f64::INFINITY, 1.0),
            main: true,
        })
        .with(Layer::Line {
            label: None,
            points,
            style: Style::Series(0),
            stepped: false,
            mark_all: n <= 60,
        })
        .noting(format!(
            "{first} smaller:\u{a0}{}\u{a0}({:.1}\u{a0}%) · equal:\u{a0}{} · {second} smaller:\u{a0}{}\u{a0}({:.1}\u{a0}%)",
            count(below),
            share(below),
            count(n - below - above),
            count(above),
            share(above)
        ));
    if one_sided > 0 {
        chart = chart.noting(format!(
            "{} with one side beyond its limit at the ends",
            counted(one_sided, "pair")
        ));
    }
    let caption = format!(
        "Ratios of {} ({first} to {second}) of {}, sorted. Below the line at 1 {first} was smaller ({}), above it {second} ({}).",
        measure.name,
        counted(n, "pair"),
        count(below),
        count(above)
    );
    Figure::new(format!("{first} / {second}"), caption, chart)
}

/// The paired differences `first - second` in ascending order, on an axis that is logarithmic
/// in both directions: unlike a plain logarithmic axis, it also shows where the second one was
/// slower. Infinite differences (one side beyond its limit) stand at the ends.
pub fn sorted_differences(
    differences: &[f64],
    first: &str,
    second: &str,
    measure: &Measure,
) -> Figure {
    let mut sorted: Vec<f64> = differences.iter().copied().filter(|d| !d.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    let sizes: Vec<f64> = {
        let mut sizes: Vec<f64> =
            sorted.iter().map(|d| d.abs()).filter(|d| d.is_finite() && *d > 0.0).collect();
        sizes.sort_by(f64::total_cmp);
        sizes
    };
    let largest = sizes.last().copied().unwrap_or(1.0);
    // Linear where the smallest tenth of the differences lies, but at most seven decades.
    let smallest_tenth = sizes.get(sizes.len() / 10).copied().unwrap_or(1.0);
    let threshold = smallest_tenth.clamp(largest * 1e-7, largest * 0.05);
    let end = largest * 3.0;
    let (below, above) =
        (sorted.iter().filter(|&&d| d < 0.0).count(), sorted.iter().filter(|&&d| d > 0.0).count());
    let infinite = sorted.iter().filter(|d| d.is_infinite()).count();
    let points: Vec<(f64, f64)> =
        sorted.iter().enumerate().map(|(i, d)| ((i + 1) as f64, d.clamp(-end, end))).collect();
    let share = |k: usize| if n == 0 { 0.0 } else { 100.0 * k as f64 / n as f64 };
    let x = Axis::linear("rank of the difference", Unit::Plain)
        .whole()
        .starting_at(0.0)
        .ending_at(with_room(n));
    let y = Axis::symmetric_log(format!("difference in {}", measure.name), measure.unit, threshold);
    // The zero line is always in sight.
    let y = if below == 0 { y.starting_at(-threshold) } else { y };
    let y = if above == 0 { y.ending_at(threshold) } else { y };
    let mut chart = Chart::new(x, y)
        .with(Layer::Rule {
            label: None,
            from: (f64::NEG_INFINITY, 0.0),
            to: (f64::INFINITY, 0.0),
            main: true,
        })
        .with(Layer::Line {
            label: None,
            points,
            style: Style::Series(0),
            stepped: false,
            mark_all: false,
        })
        .noting(format!(
            "{first} smaller:\u{a0}{}\u{a0}({:.1}\u{a0}%) · equal:\u{a0}{} · {second} smaller:\u{a0}{}\u{a0}({:.1}\u{a0}%)",
            count(below),
            share(below),
            count(n - below - above),
            count(above),
            share(above)
        ));
    if below > 0 && above > 0 {
        let turn = below as f64 + 0.5;
        chart = chart.with(Layer::Rule {
            label: None,
            from: (turn, f64::NEG_INFINITY),
            to: (turn, f64::INFINITY),
            main: false,
        });
    }
    if infinite > 0 {
        chart = chart.noting(format!(
            "{} with one side beyond its limit at the ends",
            counted(infinite, "difference")
        ));
    }
    let caption = format!(
        "Differences in {} ({first} minus {second}) of {}, sorted. Below zero {first} was smaller ({}), above zero {second} ({}). The vertical axis is logarithmic in both directions.",
        measure.name,
        counted(n, "pair"),
        count(below),
        count(above)
    );
    Figure::new(format!("{first} − {second}"), caption, chart)
}
