//! Boxes by band: how values spread in each class of instances.

use super::axis::{Axis, Measure};
use super::chart::Chart;
use super::figure::{Figure, Size};
use super::layer::{BoxMark, Layer};
use super::sample::lane_label;
use super::style::Style;

/// The five numbers of a box; an infinite one lies beyond the limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FiveNumbers {
    /// End of the lower whisker.
    pub low: f64,
    /// First quartile.
    pub q1: f64,
    /// Median.
    pub median: f64,
    /// Third quartile.
    pub q3: f64,
    /// End of the upper whisker.
    pub high: f64,
}

/// The boxes of one algorithm, one for each band that has values.
#[derive(Debug, Clone, PartialEq)]
pub struct Boxes {
    /// Name, as the legend shows it.
    pub label: String,
    /// One entry per band.
    pub bands: Vec<Option<FiveNumbers>>,
}

/// Boxes side by side within each band, on a logarithmic axis.
pub fn box_plot(
    bands: &[String],
    boxes: &[Boxes],
    limit: Option<f64>,
    across: &str,
    measure: &Measure,
) -> Figure {
    let beyond =
        boxes.iter().flat_map(|b| b.bands.iter().flatten()).any(|b| b.high == f64::INFINITY);
    let mut y = measure.log_axis();
    if beyond {
        y = y.with_lane(lane_label(limit, measure.unit));
    }
    let mut chart = Chart::new(Axis::names(across, bands.to_vec()), y);
    let slot = 0.8 / boxes.len().max(1) as f64;
    for (i, series) in boxes.iter().enumerate() {
        let offset = (i as f64 + 0.5) * slot - 0.4;
        let marks: Vec<BoxMark> = (0..)
            .zip(&series.bands)
            .filter_map(|(band, five)| {
                let five = five.as_ref()?;
                let numbers = [five.low, five.q1, five.median, five.q3, five.high];
                Some(BoxMark { at: f64::from(band) + offset, width: 0.86 * slot, numbers })
            })
            .collect();
        let label = (boxes.len() > 1).then(|| series.label.clone());
        chart = chart.with(Layer::Boxes { label, boxes: marks, style: Style::Series(i) });
    }
    let caption = format!(
        "Spread of {} by {across}: box from first to third quartile with the median, whiskers to the ends.",
        measure.name
    );
    let figure = Figure::new(format!("{} by {across}", capital(&measure.name)), caption, chart);
    if bands.len() * boxes.len() > 12 { figure.sized(Size::PAGE) } else { figure }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
