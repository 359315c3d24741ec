//! Rows of small squares, filled, half filled or empty: what became of each place over time.

use super::super::figure::{Content, Figure, Size};
use super::super::svg::{Anchor, Font, Paint, Svg};
use super::{Illustration, rectangle};

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct RasterRow {
    /// What it is called, at its left; may be empty.
    pub label: String,
    /// How much of each place is filled: 0 to 1.
    pub places: Vec<f64>,
}

/// Rows of equally many places.
#[derive(Debug, Clone, PartialEq)]
pub struct Raster {
    /// What the places are.
    pub x: String,
    /// What the rows are.
    pub y: String,
    /// The rows, the first at the top.
    pub rows: Vec<RasterRow>,
}

/// The rows as a figure.
pub fn raster(title: &str, caption: &str, raster: Raster) -> Figure {
    Figure {
        title: title.to_owned(),
        caption: caption.to_owned(),
        size: Size::PAGE,
        content: Content::Drawing(Illustration::Raster(raster)),
    }
}

impl Raster {
    pub(super) fn draw(&self, svg: &mut Svg, x: f64, y: f64, width: f64) -> f64 {
        let n = self.rows.iter().map(|r| r.places.len()).max().unwrap_or(0).max(1);
        let (left, right) = (x + 44.0, x + width - 4.0);
        let cell = (right - left) / n as f64;
        let height = cell.clamp(3.0, 6.0);
        let top = y + 4.0;
        for (i, row) in self.rows.iter().enumerate() {
            let at = top + i as f64 * height;
            // A row of one fill is one path: a few hundred squares each.
            for fill in [1.0, 0.6, 0.3] {
                let wanted = |v: f64| v > 0.0 && (v - fill).abs() < 0.16;
                let squares: String = row
                    .places
                    .iter()
                    .enumerate()
                    .filter(|(_, v)| wanted(**v))
                    .map(|(k, _)| rectangle(left + k as f64 * cell, at, 0.86 * cell, 0.86 * height))
                    .collect();
                svg.path(&squares, Paint::coloured(Some(0)).stroke(0.0).fill(fill));
            }
            if !row.label.is_empty() {
                let place = (left - 3.0, at + 0.5 * height + 2.4);
                svg.text(place, Anchor::End, Font::TICK, &row.label, None);
            }
        }
        let bottom = top + self.rows.len() as f64 * height;
        svg.path(&rectangle(left, top, right - left, bottom - top), Paint::INK.stroke(0.5));
        for k in (0..=n).step_by(if n > 40 { 10 } else { 5 }).filter(|&k| k > 0) {
            let at = left + (k as f64 - 0.5) * cell;
            svg.line((at, bottom), (at, bottom + 2.5), Paint::INK);
            svg.text((at, bottom + 9.5), Anchor::Middle, Font::TICK, &k.to_string(), None);
        }
        svg.text(((left + right) / 2.0, bottom + 19.0), Anchor::Middle, Font::LABEL, &self.x, None);
        let middle = (x + 8.0, (top + bottom) / 2.0);
        svg.turned_text(middle, -90.0, Anchor::Middle, Font::LABEL, &self.y, None);
        bottom + 22.0
    }
}
