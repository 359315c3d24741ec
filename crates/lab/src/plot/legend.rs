//! The legend: outside the frame, in as many columns as fit.

use super::layer::Layer;
use super::paths::{Frame, MarkerPaint};
use super::style::{Marker, Style};
use super::svg::{Anchor, Font, Paint, Svg};
use super::text;

const ROW: f64 = 10.0;
const SAMPLE: f64 = 24.0;
const GAP: f64 = 4.0;
const BETWEEN: f64 = 10.0;

/// A legend laid out for a width.
#[derive(Debug)]
pub(crate) struct Legend<'a> {
    entries: Vec<(&'a Layer, String)>,
    columns: usize,
    column_width: f64,
}

impl<'a> Legend<'a> {
    /// The legend of all labelled layers but those that have their name beside them.
    pub fn of(layers: &'a [Layer], named: &[usize], width: f64) -> Self {
        let most = (width - SAMPLE - GAP).max(20.0) / Font::TICK.size;
        let entries: Vec<_> = layers
            .iter()
            .enumerate()
            .filter(|(i, _)| !named.contains(i))
            .filter_map(|(_, layer)| Some((layer, text::fitted(layer.label()?, most))))
            .collect();
        let widest = entries.iter().map(|(_, label)| text::width(label)).fold(0.0, f64::max)
            * Font::TICK.size;
        let entry = SAMPLE + GAP + widest + BETWEEN;
        let columns = (((width + BETWEEN) / entry) as usize).clamp(1, entries.len().max(1));
        // Rows as even as possible: seven entries in columns of four and three, not of six and one.
        let rows = entries.len().div_ceil(columns);
        let columns = if rows == 0 { 1 } else { entries.len().div_ceil(rows) };
        Self { entries, columns, column_width: entry }
    }

    fn rows(&self) -> usize {
        self.entries.len().div_ceil(self.columns)
    }

    /// Height, without the space around it.
    pub fn height(&self) -> f64 {
        self.rows() as f64 * ROW
    }

    /// Draws it with its upper left corner here.
    pub fn draw(&self, svg: &mut Svg, left: f64, top: f64) {
        let rows = self.rows().max(1);
        for (i, (layer, label)) in self.entries.iter().enumerate() {
            let x = left + (i / rows) as f64 * self.column_width;
            let y = top + (i % rows) as f64 * ROW + ROW / 2.0;
            sample(svg, layer, x, y);
            svg.text(
                (x + SAMPLE + GAP, y + 0.36 * Font::TICK.size),
                Anchor::Start,
                Font::TICK,
                label,
                None,
            );
        }
    }
}

/// A small picture of a layer.
fn sample(svg: &mut Svg, layer: &Layer, x: f64, y: f64) {
    let (from, to) = ((x, y), (x + SAMPLE, y));
    let middle = (x + SAMPLE / 2.0, y);
    let swatch = Frame { left: x + 6.0, right: x + SAMPLE - 6.0, top: y - 3.0, bottom: y + 3.0 };
    match layer {
        Layer::Line { style, .. } => {
            svg.line(from, to, line_paint(*style));
            if *style != Style::Ink {
                markers(svg, style.marker(), *style, &[middle], 2.0);
            }
        }
        Layer::Spans { style, joined, .. } => {
            if *joined {
                svg.line(from, to, line_paint(*style));
            }
            svg.line(
                (middle.0, y - 4.0),
                (middle.0, y + 4.0),
                Paint::coloured(style.colour()).stroke(0.7),
            );
            markers(svg, style.marker(), *style, &[middle], 2.0);
        }
        Layer::Points { style, .. } => markers(svg, style.marker(), *style, &[middle], 2.0),
        Layer::Band { style, .. } => {
            svg.path(&swatch.outline(), Paint::coloured(style.colour()).stroke(0.0).fill(0.2))
        }
        Layer::Bars { style, .. } | Layer::Boxes { style, .. } => {
            svg.path(&swatch.outline(), Paint::coloured(style.colour()).stroke(0.6).fill(0.3));
            if matches!(layer, Layer::Boxes { .. }) {
                markers(svg, style.marker(), *style, &[middle], 1.8);
            }
        }
        Layer::Rule { main, .. } => svg.line(from, to, rule_paint(*main)),
        // It has no name of its own.
        Layer::Stopped { .. } => {}
    }
}

pub(crate) fn line_paint(style: Style) -> Paint {
    Paint::coloured(style.colour()).stroke(1.1).dashes(style.dashes())
}

pub(crate) fn rule_paint(main: bool) -> Paint {
    if main { Paint::INK.opacity(0.8) } else { Paint::INK.opacity(0.6).dashes("2.5 2") }
}

/// Draws markers of one series, at most a few hundred.
pub(crate) fn markers(svg: &mut Svg, marker: Marker, style: Style, places: &[(f64, f64)], r: f64) {
    let mut data = String::new();
    for &place in places {
        marker.draw(&mut data, place, r);
    }
    let paint = Paint::coloured(style.colour());
    match marker.paint() {
        MarkerPaint::Filled => svg.path(&data, paint.stroke(0.0).fill(1.0)),
        MarkerPaint::Strokes => svg.path(&data, paint.stroke(0.9)),
        MarkerPaint::Hollow => {
            svg.blank(&data);
            svg.path(&data, paint.stroke(0.8));
        }
    }
}
