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

/// Success rates with their intervals, such as Wilson's, against a share or any number.
pub fn success_rate(rates: &[Rate], x: Axis) -> Figure {
    let across = x.label.clone();
    let y = Axis::share("success rate");
    let mut chart = Chart::new(x, y);
    for (i, rate) in rates.iter().enumerate() {
        let mut spans = rate.spans.clone();
        spans.sort_by(|a, b| a.x.total_cmp(&b.x));
        chart = chart.with(Layer::Spans {
            label: Some(rate.label.clone()),
            spans,
            style: Style::Series(i),
        });
    }
    let caption = format!("Success rate against {across}; bars are 95 % intervals.");
    let figure = Figure::new("Success rate", caption, chart);
    if rates.len() > 6 { figure.sized(Size::PAGE) } else { figure }
}
