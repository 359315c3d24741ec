//! Success rates with their intervals.

use super::axis::Axis;
use super::chart::Chart;
use super::figure::{Figure, Size};
use super::layer::{Layer, Span};
use super::style::Style;

/// Success rates of one algorithm along an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Rate {
    /// Name, as the legend shows it.
    pub label: String,
    /// Rate with its interval at each place, as shares from 0 to 1.
    pub spans: Vec<Span>,
}

/// Bars at the same place would cover each other: each algorithm stands so much further to the
/// right than the one before, as a part of the figure's width.
const APART: f64 = 0.008;

fn width(rates: &[Rate]) -> f64 {
    let places = || rates.iter().flat_map(|rate| rate.spans.iter().map(|span| span.x));
    let (low, high) = (places().fold(f64::INFINITY, f64::min), places().fold(0.0, f64::max));
    (high - low).max(0.0)
}

/// Success rates with their intervals, such as Wilson's, against a share or any number.
pub fn success_rate(rates: &[Rate], x: Axis) -> Figure {
    let across = x.label.clone();
    let y = Axis::share("success rate");
    let mut chart = Chart::new(x, y);
    let step = APART * width(rates);
    for (i, rate) in rates.iter().enumerate() {
        let mut spans = rate.spans.clone();
        spans.sort_by(|a, b| a.x.total_cmp(&b.x));
        let aside = (i as f64 - (rates.len() - 1) as f64 / 2.0) * step;
        spans.iter_mut().for_each(|span| span.x += aside);
        chart = chart.with(Layer::Spans {
            label: Some(rate.label.clone()),
            spans,
            style: Style::Series(i),
            joined: true,
        });
    }
    let apart = if step > 0.0 && rates.len() > 1 { ", drawn a little apart" } else { "" };
    let caption = format!("Success rate against {across}; bars are 95 % intervals{apart}.");
    let figure = Figure::new("Success rate", caption, chart);
    if rates.len() > 4 { figure.sized(Size::PAGE) } else { figure }
}
