//! Curves over an axis: overlap, speed-up, survival, profiles, and any other.

use super::axis::{Axis, Measure, Unit};
use super::chart::Chart;
use super::figure::{Figure, Size};
use super::layer::{Bar, Layer, Span};
use super::style::Style;
use super::watched::Watched;

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

/// The share of the worst k % that two algorithms have in common, against k. The straight line is
/// what independence predicts; `chance` are the edges of what it gives by chance.
pub fn overlap_curve(curves: &[Curve], chance: &[(f64, f64, f64)]) -> Figure {
    let highest = curves
        .iter()
        .flat_map(|c| &c.points)
        .map(|p| p.0)
        .filter(|x| x.is_finite())
        .fold(0.0, f64::max);
    let end = if highest > 0.0 { highest } else { 0.25 };
    let x = Axis::linear("share taken as worst", Unit::Percent).starting_at(0.0).ending_at(end);
    let y = Axis::linear("in common", Unit::Percent).starting_at(0.0);
    let mut chart = Chart::new(x, y);
    if !chance.is_empty() {
        chart = chart.with(Layer::Band {
            label: Some("by chance, 95 %".to_owned()),
            edges: chance.to_vec(),
            style: Style::Ink,
            stepped: false,
        });
    }
    chart = with_curves(chart, curves, false, true);
    // The line also widens the axis, should every curve lie below it.
    let straight = vec![(0.0, 0.0), (end, end)];
    chart.layers.push(Layer::Line {
        label: Some("independence".to_owned()),
        points: straight,
        style: Style::Ink,
        stepped: false,
        mark_all: false,
    });
    let shade = if chance.is_empty() {
        ""
    } else {
        " Within the shade, what they have in common may be chance (hypergeometric, pointwise)."
    };
    let caption = format!(
        "Part of the worst instances of one algorithm that are also among the worst of the other. Above the straight line they find the same instances hard.{shade}"
    );
    Figure::new("Overlap of the worst instances", caption, chart).sized(size(curves.len()))
}

/// Speed-up by number of threads, with its interval. Of one number of threads besides one, bars;
/// of several, lines, with a straight one for the ideal.
pub fn speed_up(series: &[(String, Vec<Span>)]) -> Figure {
    let counts = || series.iter().flat_map(|s| &s.1).map(|s| s.x).filter(|x| x.is_finite());
    let most = counts().fold(1.0, f64::max);
    if counts().all(|x| x == 1.0 || x == most) {
        return speed_up_bars(series, most);
    }
    let x = Axis::linear("threads", Unit::Plain).whole().starting_at(0.0).ending_at(most + 0.5);
    let y = Axis::linear("speed-up", Unit::Plain).starting_at(0.0);
    let mut chart = Chart::new(x, y);
    for (i, (label, spans)) in series.iter().enumerate() {
        chart = chart.with(Layer::Spans {
            label: Some(label.clone()),
            spans: spans.clone(),
            style: Style::Series(i),
            joined: true,
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
    let caption =
        "How many times faster with more threads than with one; the straight line is ideal.";
    Figure::new("Speed-up", caption, chart).sized(size(series.len()))
}

/// One bar for each series: two points make no line.
fn speed_up_bars(series: &[(String, Vec<Span>)], threads: f64) -> Figure {
    let with: Vec<(&str, Span)> = series
        .iter()
        .filter_map(|(label, spans)| {
            Some((label.as_str(), *spans.iter().find(|s| s.x == threads)?))
        })
        .collect();
    let names = with.iter().map(|(label, _)| (*label).to_owned()).collect();
    let y = Axis::linear("speed-up", Unit::Plain).starting_at(0.0);
    let (mut bars, mut spans) = (Vec::new(), Vec::new());
    for (i, (_, span)) in with.iter().enumerate() {
        let x = i as f64;
        bars.push(Bar { from: x - 0.32, to: x + 0.32, height: span.y });
        spans.push(Span { x, ..*span });
    }
    let rule = |label: &str, y: f64, main: bool| Layer::Rule {
        label: Some(label.to_owned()),
        from: (f64::NEG_INFINITY, y),
        to: (f64::INFINITY, y),
        main,
    };
    let chart = Chart::new(Axis::names("", names), y)
        .with(Layer::Bars { label: None, bars, style: Style::Series(0) })
        .with(Layer::Spans { label: None, spans, style: Style::Ink, joined: false })
        .with(rule("one thread", 1.0, true))
        .with(rule("ideal", threads, false));
    let caption = format!("How many times faster with {threads} threads than with one.");
    Figure::new("Speed-up", caption, chart).sized(size(with.len() + 3))
}

/// How long the members of a series lived: what a survival curve shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Lifetimes {
    /// Name of the series.
    pub label: String,
    /// Steps of its curve, which starts at 1: time, share, and the edges of its band.
    pub steps: Vec<(f64, f64, f64, f64)>,
    /// Times at which some were no longer watched, before their end.
    pub stopped: Vec<f64>,
    /// When each of them left, by its end or by being stopped.
    pub until: Vec<f64>,
}

/// Survival curves up to `end`: the share still running, with bands, a stroke where runs stopped
/// being watched, and under the axis how many were still watched.
pub fn survival(series: &[Lifetimes], end: f64, measure: &Measure) -> Figure {
    let times = series.iter().flat_map(|s| s.steps.iter().map(|p| p.0));
    let positive = times.chain([end]).filter(|x| *x > 0.0 && x.is_finite());
    let (low, high) = positive.fold((f64::INFINITY, 0.0f64), |(a, b), x| (a.min(x), b.max(x)));
    // Times over more than two decades need a logarithmic axis; its curves start at its left end.
    let log = low < high && high / low > 100.0;
    let x = if log { measure.log_axis() } else { measure.linear_axis().starting_at(0.0) };
    let begin = if log { low / 1.3 } else { 0.0 };
    let mut curves = Vec::new();
    for s in series {
        let mut points = vec![(begin, 1.0)];
        points.extend(s.steps.iter().map(|p| (p.0, p.1)));
        let mut band: Vec<(f64, f64, f64)> = s.steps.iter().map(|p| (p.0, p.2, p.3)).collect();
        // The curve is known as long as somebody was watched.
        let last = s.until.iter().copied().fold(f64::NEG_INFINITY, f64::max).min(end);
        if let Some(&(time, share, low, high)) = s.steps.last().filter(|p| p.0 < last) {
            debug_assert!(time < last);
            points.push((last, share));
            band.push((last, low, high));
        } else if s.steps.is_empty() && last > begin {
            points.push((last, 1.0));
        }
        curves.push(Curve { label: s.label.clone(), points, band });
    }
    let mut chart = with_curves(Chart::new(x, Axis::share("still running")), &curves, true, false);
    for (i, s) in series.iter().enumerate() {
        let share = |t: f64| {
            let passed = s.steps.partition_point(|p| p.0 <= t);
            if passed == 0 { 1.0 } else { s.steps[passed - 1].1 }
        };
        let mut stopped = s.stopped.clone();
        stopped.sort_by(f64::total_cmp);
        let points: Vec<(f64, f64)> =
            stopped.iter().map(|&t| (t.min(end), share(t))).filter(|p| p.0 >= begin).collect();
        chart = chart.with(Layer::Stopped { points, style: Style::Series(i) });
        chart.watched.push(Watched::new(s.label.clone(), Style::Series(i), s.until.clone()));
    }
    let caption = format!(
        "Kaplan-Meier curves: share of runs not finished after a given {}; lower is better, bands are pointwise 95 % intervals. A stroke marks where runs stopped being watched; the numbers below are the runs still watched at each tick.",
        measure.name
    );
    Figure::new("Runs still going", caption, chart).sized(Size::PAGE)
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
    with_curves(Chart::new(x, y), curves, stepped, mark_all)
}

fn with_curves(mut chart: Chart, curves: &[Curve], stepped: bool, mark_all: bool) -> Chart {
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
    if n_series > 4 { Size::PAGE } else { Size::COLUMN }
}
