//! A finished figure: one or more charts, a title and a caption.

use super::chart::Chart;
use super::critical_difference::Ladder;
use super::drawing::Illustration;
use super::svg::{Anchor, Font, Svg};
use super::text;

/// Outer width and height of the frame, in points of 1/72 inch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// Width of the whole figure.
    pub width: f64,
    /// Height of a chart's frame; title, labels and legend come on top.
    pub frame_height: f64,
}

impl Size {
    /// One column of a two-column paper: 88 mm.
    pub const COLUMN: Self = Self { width: 249.0, frame_height: 150.0 };
    /// The full width of a two-column paper: 180 mm.
    pub const PAGE: Self = Self { width: 510.0, frame_height: 200.0 };
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    /// Charts side by side.
    Charts(Vec<Chart>),
    /// A critical-difference diagram.
    Ladder(Ladder),
    /// A picture that is no chart.
    Drawing(Illustration),
}

/// A picture made of numbers and labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Short title above the picture, also its name for screen readers; may be empty.
    pub title: String,
    /// What there is to see; shown below by the page that holds the figure, and described to
    /// screen readers.
    pub caption: String,
    /// Width and height.
    pub size: Size,
    pub(crate) content: Content,
}

impl Figure {
    /// A figure of one chart, one column wide.
    pub fn new(title: impl Into<String>, caption: impl Into<String>, chart: Chart) -> Self {
        Self::side_by_side(title, caption, vec![chart]).sized(Size::COLUMN)
    }

    /// A figure of several charts beside each other, a page wide.
    pub fn side_by_side(
        title: impl Into<String>,
        caption: impl Into<String>,
        charts: Vec<Chart>,
    ) -> Self {
        Self {
            title: title.into(),
            caption: caption.into(),
            size: Size::PAGE,
            content: Content::Charts(charts),
        }
    }

    /// The figure in another size.
    pub fn sized(self, size: Size) -> Self {
        Self { size, ..self }
    }

    /// The figure in another width, in points of 1/72 inch; the text keeps its size.
    pub fn wide(self, width: f64) -> Self {
        let ratio = self.size.frame_height / self.size.width;
        // A narrow frame is not made too flat to read, nor a wide one higher than a page.
        let frame_height = (ratio * width).clamp(110.0, 420.0);
        self.sized(Size { width, frame_height })
    }

    /// The figure with another title.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The figure with another caption.
    pub fn captioned(self, caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), ..self }
    }

    /// The picture as an SVG document; without the caption, which belongs to the page.
    pub fn svg(&self) -> String {
        let mut svg = Svg::default();
        let clean = |v: f64, least: f64| if v.is_finite() { v.clamp(least, 5000.0) } else { least };
        let (width, frame_height) =
            (clean(self.size.width, 120.0), clean(self.size.frame_height, 40.0));
        let left = 4.0;
        let inner = width - 2.0 * left;
        let mut y = 3.0;
        if !self.title.is_empty() {
            for line in text::wrapped(&self.title, inner / Font::TITLE.size / 1.08) {
                y += 1.25 * Font::TITLE.size;
                svg.text((left, y), Anchor::Start, Font::TITLE, &line, None);
            }
            y += 2.0;
        }
        let mut bottom = y;
        match &self.content {
            Content::Charts(charts) => {
                let gap = 12.0;
                let n = charts.len().max(1) as f64;
                let each = (inner - gap * (n - 1.0)) / n;
                for (i, chart) in charts.iter().enumerate() {
                    let x = left + i as f64 * (each + gap);
                    bottom = bottom.max(chart.draw(&mut svg, x, y, each, frame_height));
                }
            }
            Content::Ladder(ladder) => bottom = ladder.draw(&mut svg, left, y, inner),
            Content::Drawing(drawing) => bottom = drawing.draw(&mut svg, left, y, inner),
        }
        svg.finish(width, bottom + 2.0, &self.title, &self.caption)
    }
}
