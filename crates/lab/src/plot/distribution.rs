//! Whole distributions: empirical functions, cactus plots, densities with a fitted law.

use super::axis::{Axis, Measure, Unit};
use super::chart::Chart;
use super::differences::with_room;
use super::figure::{Figure, Size};
use super::histogram::{Bins, bars, beyond_words};
use super::layer::{Bar, Layer};
use super::sample::{Sample, count, counted, not_shown};
use super::style::Style;

/// The share of values at or below each value, one curve per sample, on a logarithmic axis. A
/// curve that ends below 100 % leaves the unsolved as its gap.
pub fn ecdf(samples: &[Sample], measure: &Measure) -> Figure {
    let y = Axis::share("share solved");
    let mut chart = Chart::new(measure.log_axis(), y);
    let ends = samples
        .iter()
        .flat_map(|s| s.values.iter().copied().chain(s.limit))
        .filter(|v| v.is_finite() && *v > 0.0);
    let end = ends.max_by(f64::total_cmp);
    let mut dropped = 0;
    for (i, sample) in samples.iter().enumerate() {
        let values = sample.sorted();
        let n = sample.n() as f64;
        let mut points: Vec<(f64, f64)> = Vec::with_capacity(values.len() + 2);
        for (k, &v) in values.iter().enumerate() {
            // Of equal values the last one tells the height.
            if values.get(k + 1) != Some(&v) {
                points.push((v, (k + 1) as f64 / n));
            }
        }
        dropped += values.iter().filter(|&&v| v <= 0.0).count();
        points.retain(|p| p.0 > 0.0);
        if let Some(&(first, _)) = points.first() {
            points.insert(0, (first, 0.0));
        }
        if let Some(end) = end {
            let height = if n > 0.0 { values.len() as f64 / n } else { 0.0 };
            if points.is_empty() && sample.n_beyond > 0 {
                // Nothing seen: a line along the bottom, up to the limit.
                points.push((end / 1000.0, 0.0));
            }
            if !points.is_empty() {
                points.push((end, height));
            }
        }
        let label = Some(label_with_gap(sample));
        chart = chart.with(Layer::Line {
            label,
            points,
            style: Style::Series(i),
            stepped: true,
            mark_all: false,
        });
    }
    if let Some(note) = not_shown(dropped, measure) {
        chart = chart.noting(note);
    }
    let caption = format!(
        "Share of instances solved within a given {}. Higher and further left is better; the gap to 100 % at the right is the share unsolved.",
        measure.name
    );
    let figure = Figure::new(format!("Distribution of {}", measure.name), caption, chart);
    if samples.len() > 4 { figure.sized(Size::PAGE) } else { figure }
}

fn label_with_gap(sample: &Sample) -> String {
    match (sample.n_beyond, sample.n()) {
        (_, 0) => format!("{} (no data)", sample.label),
        (0, _) => sample.label.clone(),
        (beyond, n) => format!("{} ({} of {} unsolved)", sample.label, count(beyond), count(n)),
    }
}

/// How many instances each sample solves within a limit per instance (cactus plot); `best` is
/// drawn in ink, for the virtual best solver.
pub fn cactus(samples: &[Sample], best: Option<&Sample>, measure: &Measure) -> Figure {
    let most = samples.iter().map(Sample::n).max().unwrap_or(0);
    let x = Axis::linear("instances solved", Unit::Plain)
        .whole()
        .starting_at(0.0)
        .ending_at(with_room(most));
    let mut chart = Chart::new(x, measure.log_axis());
    let mut dropped = 0;
    let styled = samples
        .iter()
        .enumerate()
        .map(|(i, s)| (s, Style::Series(i)))
        .chain(best.map(|s| (s, Style::Ink)));
    for (sample, style) in styled {
        let values = sample.sorted();
        let points: Vec<(f64, f64)> = values
            .iter()
            .enumerate()
            .filter(|(_, v)| **v > 0.0)
            .map(|(k, &v)| ((k + 1) as f64, v))
            .collect();
        dropped += values.len() - points.len();
        let label = Some(format!("{} ({})", sample.label, count(values.len())));
        chart = chart.with(Layer::Line { label, points, style, stepped: false, mark_all: false });
    }
    if let Some(note) = not_shown(dropped, measure) {
        chart = chart.noting(note);
    }
    let caption = format!(
        "Cactus plot: instances solved when each may take the {} on the vertical axis; further right and lower is better. In brackets: instances solved out of {}.",
        measure.name,
        count(most)
    );
    let figure = Figure::new("Instances solved", caption, chart);
    if samples.len() > 4 { figure.sized(Size::PAGE) } else { figure }
}

/// A fitted law, as two functions.
pub struct Fit<'a> {
    /// Its name with parameters, for the legend.
    pub label: String,
    /// Its density.
    pub density: &'a dyn Fn(f64) -> f64,
    /// Its quantile function.
    pub quantile: &'a dyn Fn(f64) -> f64,
}

/// The density of a sample with fitted laws over it and, at the right, observed against fitted
/// quantiles (Q-Q): points on the diagonal mean a good fit.
pub fn density_with_fit(
    sample: &Sample,
    measure: &Measure,
    bins: Bins,
    fits: &[Fit<'_>],
) -> Figure {
    let mut values = sample.sorted();
    let n = sample.n() as f64;
    if bins == Bins::Log {
        values.retain(|&v| v > 0.0);
    }
    let dropped = sample.values.len() - values.len();
    // On a logarithmic axis the area under the curve is a share only for the density of the
    // logarithm, t times the density of t; per decade, since decades are what the axis shows.
    let per_decade = std::f64::consts::LN_10;
    let heights: Vec<Bar> = bars(&values, bins, None)
        .into_iter()
        .map(|b| {
            let width = if bins == Bins::Log { (b.to / b.from).log10() } else { b.to - b.from };
            Bar { height: b.height / n / width, ..b }
        })
        .collect();
    let (low, high) =
        (heights.first().map_or(0.0, |b| b.from), heights.last().map_or(1.0, |b| b.to));
    let (x, name) = match bins {
        Bins::Linear => (measure.linear_axis().starting_at(low).ending_at(high), "density"),
        Bins::Log => (measure.log_axis(), "density per decade"),
    };
    let tallest = heights.iter().map(|b| b.height).fold(0.0, f64::max);
    let y = Axis::linear(name, Unit::Plain).starting_at(0.0).ending_at(if tallest > 0.0 {
        1.25 * tallest
    } else {
        1.0
    });
    let mut left = Chart::new(x, y).with(Layer::Bars {
        label: Some(sample.label.clone()),
        bars: heights,
        style: Style::Ink,
    });
    let mut right = Chart::new(
        Axis::log(format!("fitted {}", measure.name), measure.unit),
        Axis::log(format!("observed {}", measure.name), measure.unit),
    );
    right.square = false;
    for (i, fit) in fits.iter().enumerate() {
        let style = Style::Series(i);
        let points: Vec<(f64, f64)> = (0..=400)
            .map(|k| {
                let part = f64::from(k) / 400.0;
                match bins {
                    Bins::Linear => {
                        let t = low + part * (high - low);
                        (t, (fit.density)(t))
                    }
                    Bins::Log => {
                        let t = low * (high / low).powf(part);
                        (t, t * (fit.density)(t) * per_decade)
                    }
                }
            })
            .filter(|p| p.0.is_finite() && p.1.is_finite() && !values.is_empty())
            .collect();
        left = left.with(Layer::Line {
            label: Some(fit.label.clone()),
            points,
            style,
            stepped: false,
            mark_all: false,
        });
        let quantiles: Vec<(f64, f64)> = values
            .iter()
            .enumerate()
            .map(|(k, &v)| ((fit.quantile)((k as f64 + 0.5) / n), v))
            .filter(|p| p.0.is_finite() && p.0 > 0.0 && p.1 > 0.0)
            .collect();
        right =
            right.with(Layer::Points { label: Some(fit.label.clone()), points: quantiles, style });
    }
    // The diagonal, over all that both axes show.
    let (least, most) = values
        .iter()
        .filter(|v| **v > 0.0)
        .fold((f64::INFINITY, 0.0f64), |(a, b), &v| (a.min(v), b.max(v)));
    if least < most {
        right.layers.insert(
            0,
            Layer::Rule {
                label: None,
                from: (least / 1e6, least / 1e6),
                to: (most * 1e6, most * 1e6),
                main: true,
            },
        );
    }
    if let Some(note) = not_shown(if bins == Bins::Log { dropped } else { 0 }, measure) {
        left = left.noting(note.clone());
        right = right.noting(note);
    }
    let caption = format!(
        "Density of {} for {} ({}{}) with fitted laws, and quantiles observed against fitted: points on the line mean that the law fits.",
        measure.name,
        sample.label,
        counted(sample.n(), "value"),
        beyond_words(sample)
    );
    Figure::side_by_side(sample.label.clone(), caption, vec![left, right])
}
