//! Two algorithms against each other, instance by instance.

use super::axis::Measure;
use super::chart::Chart;
use super::figure::Figure;
use super::histogram::{Bins, bars};
use super::layer::{Bar, Layer};
use super::sample::{count, counted, lane_label, not_shown};
use super::style::Style;

/// One point per instance, (first, second), on equal logarithmic axes. Infinity means beyond
/// the limit and is drawn in a lane at the border. Below the diagonal the second one is
/// smaller; the dashed lines are a factor of ten.
pub fn scatter(
    pairs: &[(f64, f64)],
    first: &str,
    second: &str,
    limit: Option<f64>,
    measure: &Measure,
) -> Figure {
    let shown: Vec<(f64, f64)> = pairs.iter().copied().filter(|p| p.0 > 0.0 && p.1 > 0.0).collect();
    let finite: Vec<f64> =
        shown.iter().flat_map(|p| [p.0, p.1]).filter(|v| v.is_finite()).chain(limit).collect();
    let (low, high) =
        finite.iter().fold((f64::INFINITY, 0.0f64), |(a, b), &v| (a.min(v), b.max(v)));
    let (low, high) = if low < high {
        (low / 1.25, if limit == Some(high) { high } else { high * 1.25 })
    } else if limit.is_some() {
        (high / 1000.0, high)
    } else if high > 0.0 {
        (high / 10.0, high * 10.0)
    } else {
        (0.1, 10.0)
    };
    let beyond = shown.iter().any(|p| p.0.is_infinite() || p.1.is_infinite());
    let axis = |name: &str| {
        let mut axis = measure.log_axis().starting_at(low).ending_at(high);
        axis.label = format!("{} of {name}", measure.name);
        if beyond { axis.with_lane(lane_label(limit, measure.unit)) } else { axis }
    };
    let rule = |factor: f64, main: bool| Layer::Rule {
        label: None,
        from: (low / 100.0, low / 100.0 * factor),
        to: (high * 100.0, high * 100.0 * factor),
        main,
    };
    let wins = |f: fn(&(f64, f64)) -> bool| pairs.iter().filter(|p| f(p)).count();
    let (below, above) = (wins(|p| p.1 < p.0), wins(|p| p.1 > p.0));
    let both_beyond = wins(|p| p.0.is_infinite() && p.1.is_infinite());
    let ties = pairs.len() - below - above - both_beyond;
    let mut chart = Chart::new(axis(first), axis(second))
        .with(Layer::Points { label: None, points: shown.clone(), style: Style::Series(0) })
        .with(rule(1.0, true))
        .with(rule(10.0, false))
        .with(rule(0.1, false))
        .noting(format!(
            "{first} smaller:\u{a0}{} · {second} smaller:\u{a0}{} · equal:\u{a0}{}{}",
            count(above),
            count(below),
            count(ties),
            if both_beyond > 0 {
                format!(" · both beyond:\u{a0}{}", count(both_beyond))
            } else {
                String::new()
            }
        ));
    chart.square = true;
    let edge = |pick: fn(&(f64, f64)) -> f64| {
        let mut values: Vec<f64> = shown.iter().map(pick).collect();
        values.sort_by(f64::total_cmp);
        let seen = values.partition_point(|v| v.is_finite());
        let mut bars = bars(&values[..seen], Bins::Log, None);
        if seen < values.len() {
            bars.push(Bar {
                from: f64::INFINITY,
                to: f64::INFINITY,
                height: (values.len() - seen) as f64,
            });
        }
        bars
    };
    chart.edges = Some((edge(|p| p.0), edge(|p| p.1)));
    if let Some(note) = not_shown(pairs.len() - shown.len(), measure) {
        chart = chart.noting(note);
    }
    let caption = format!(
        "One point for each of {}: {} of {first} (across) and of {second} (up). Below the diagonal {second} was smaller ({}), above it {first} ({}); dashed lines mark a factor of ten, lanes at the border hold runs beyond the limit, bars at the edges show each distribution.",
        counted(pairs.len(), "instance"),
        measure.name,
        count(below),
        count(above)
    );
    Figure::new(format!("{first} and {second}"), caption, chart)
}
