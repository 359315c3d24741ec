//! Curves over an axis: overlap, speed-up, survival, profiles, and any other.

use super::axis::{Axis, Measure, Unit};
use super::chart::Chart;
use super::figure::{Figure, Size};
use super::layer::{Layer, Span};
use super::style::Style;

/// A named curve, with a band if its edges (x, low, high) are given.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Name, as the legend shows it.
    pub label: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Edges of a band around it; may be empty.
    pub band: Vec<(f64, f64, f64)>,
}

impl Curve {
    /// A curve without a band.
    pub fn new(label: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { label: label.into(), points, band: Vec::new() }
    }

    /// The curve with a band.
    pub fn with_band(self, band: Vec<(f64, f64, f64)>) -> Self {
        Self { band, ..self }
    }
}

/// Any curves over any axes, such as time against temperature with a logarithmic axis.
pub fn line_chart(title: &str, caption: &str, curves: &[Curve], x: Axis, y: Axis) -> Figure {
    Figure::new(title, caption, chart(curves, x, y, false, true)).sized(size(curves.len()))
}

/// The share of the worst k % that two algorithms have in common, against k; the straight line
/// is what independence predicts.
pub fn overlap_curve(curves: &[Curve]) -> Figure {
    let highest = curves
        .iter()
        .flat_map(|c| &c.points)
        .map(|p| p.0)
        .filter(|x| x.is_finite())
        .fold(0.0, f64::max);
    let end = if highest > 0.0 { highest } else { 0.25 };
    let x = Axis::linear("share taken as worst", Unit::Percent).starting_at(0.0).ending_at(end);
    let y = Axis::linear("in common", Unit::Percent).starting_at(0.0);
    let mut chart = chart(curves, x, y, false, true);
    // The line also widens the axis, should every curve lie below it.
    let straight = vec![(0.0, 0.0), (end, end)];
    chart.layers.push(Layer::Line {
        label: Some("independence".to_owned()),
        points: straight,
        style: Style::Ink,
        stepped: false,
        mark_all: false,
    });
    let caption = "Part of the worst instances of one algorithm that are also among the worst of the other. Above the straight line they find the same instances hard.";
    Figure::new("Overlap of the worst instances", caption, chart).sized(size(curves.len()))
}

/// Speed-up by number of threads, with its interval; the straight line is ideal.
pub fn speed_up(series: &[(String, Vec<Span>)]) -> Figure {
    let most =
        series.iter().flat_map(|s| &s.1).map(|s| s.x).filter(|x| x.is_finite()).fold(1.0, f64::max);
    let x = Axis::linear("threads", Unit::Plain).whole().starting_at(0.0).ending_at(most + 0.5);
    let y = Axis::linear("speed-up", Unit::Plain).starting_at(0.0);
    let mut chart = Chart::new(x, y);
    for (i, (label, spans)) in series.iter().enumerate() {
        chart = chart.with(Layer::Spans {
            label: Some(label.clone()),
            spans: spans.clone(),
            style: Style::Series(i),
        });
    }
    let ideal = vec![(0.0, 0.0), (most, most)];
    chart = chart.with(Layer::Line {
        label: Some("ideal".to_owned()),
        points: ideal,
        style: Style::Ink,
        stepped: false,
        mark_all: false,
    });
    let caption = "How many times faster with more threads than with one; bars are 95 % intervals, the straight line is ideal.";
    Figure::new("Speed-up", caption, chart).sized(size(series.len()))
}

/// Survival curves: the share still running, as steps (time, share) after a start at 1, with
/// bands.
pub fn survival(curves: &[Curve], measure: &Measure) -> Figure {
    let stepped: Vec<Curve> = curves
        .iter()
        .map(|curve| {
            let mut points = vec![(0.0, 1.0)];
            points.extend(&curve.points);
            Curve { points, ..curve.clone() }
        })
        .collect();
    let positive =
        curves.iter().flat_map(|c| &c.points).map(|p| p.0).filter(|x| *x > 0.0 && x.is_finite());
    let (low, high) = positive.fold((f64::INFINITY, 0.0f64), |(a, b), x| (a.min(x), b.max(x)));
    // Times over more than two decades need a logarithmic axis; its curves start at its left end.
    let log = low < high && high / low > 100.0;
    let x = if log { measure.log_axis() } else { measure.linear_axis().starting_at(0.0) };
    let y = Axis::share("still running");
    let mut curves = stepped;
    if log {
        for curve in &mut curves {
            curve.points[0].0 = low / 1.3;
        }
    }
    let caption = format!(
        "Kaplan-Meier curves: share of runs not finished after a given {}; lower is better, bands are pointwise 95 % intervals.",
        measure.name
    );
    Figure::new("Runs still going", caption, chart(&curves, x, y, true, false))
        .sized(size(curves.len()))
}

/// Performance profiles: for each algorithm the sorted factors to the best of each instance it
/// solved, and the number of all instances.
pub fn performance_profile(profiles: &[(String, Vec<f64>, usize)]) -> Figure {
    let most =
        profiles.iter().flat_map(|p| &p.1).copied().filter(|f| f.is_finite()).fold(1.0, f64::max);
    let end = (most * 1.05).max(2.0);
    let curves: Vec<Curve> = profiles
        .iter()
        .map(|(label, factors, n)| {
            let share = |k: usize| if *n == 0 { 0.0 } else { k as f64 / *n as f64 };
            let mut points: Vec<(f64, f64)> = vec![(1.0, 0.0)];
            for (k, &f) in factors.iter().enumerate() {
                if factors.get(k + 1) != Some(&f) {
                    points.push((f, share(k + 1)));
                }
            }
            points.push((end, share(factors.len())));
            Curve::new(label.clone(), points)
        })
        .collect();
    let x = Axis::log("factor to the best of each instance", Unit::Plain)
        .starting_at(end.powf(-0.03))
        .ending_at(end);
    let y = Axis::share("share of instances");
    let caption = "Performance profile: share of instances solved within a factor of the fastest algorithm there. The factors depend on which algorithms take part, so the profile shows who is close to the best of this set, not who is second.";
    Figure::new("Performance profile", caption, chart(&curves, x, y, true, false))
        .sized(size(curves.len()))
}

fn chart(curves: &[Curve], x: Axis, y: Axis, stepped: bool, mark_all: bool) -> Chart {
    let mut chart = Chart::new(x, y);
    for (i, curve) in curves.iter().enumerate() {
        if !curve.band.is_empty() {
            chart = chart.with(Layer::Band {
                label: None,
                edges: curve.band.clone(),
                style: Style::Series(i),
                stepped,
            });
        }
    }
    for (i, curve) in curves.iter().enumerate() {
        let (label, points) = (Some(curve.label.clone()), curve.points.clone());
        chart =
            chart.with(Layer::Line { label, points, style: Style::Series(i), stepped, mark_all });
    }
    chart
}

fn size(n_series: usize) -> Size {
    if n_series > 6 { Size::PAGE } else { Size::COLUMN }
}
