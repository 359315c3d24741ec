//! What a chart shows, layer by layer.

use super::style::Style;

/// A bar from one place on the horizontal axis to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// Left edge.
    pub from: f64,
    /// Right edge.
    pub to: f64,
    /// Height.
    pub height: f64,
}

/// A point with a vertical interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// Horizontal place.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
}

/// A box with whiskers at a place on the horizontal axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoxMark {
    /// Horizontal place of the middle.
    pub at: f64,
    /// Width, in numbers of the axis.
    pub width: f64,
    /// Ends of whiskers, quartiles and median, ascending: low, q1, median, q3, high.
    pub numbers: [f64; 5],
}

/// One layer of a chart. A layer with a label has an entry in the legend. Numbers that are not
/// finite are left out, but for infinity on an axis with a lane.
#[derive(Debug, Clone, PartialEq)]
pub enum Layer {
    /// A line through points, with a marker here and there.
    Line {
        /// Entry in the legend.
        label: Option<String>,
        /// The points, in order.
        points: Vec<(f64, f64)>,
        /// Its look.
        style: Style,
        /// Whether the line goes on level to the next point and then jumps.
        stepped: bool,
        /// Whether every point gets a marker (few points), or only some along the way.
        mark_all: bool,
    },
    /// Single points.
    Points {
        /// Entry in the legend.
        label: Option<String>,
        /// The points.
        points: Vec<(f64, f64)>,
        /// Their look.
        style: Style,
    },
    /// A shaded area between two curves: (x, low, high).
    Band {
        /// Entry in the legend.
        label: Option<String>,
        /// The edges.
        edges: Vec<(f64, f64, f64)>,
        /// Its look.
        style: Style,
        /// Whether it goes on level to the next edge and then jumps.
        stepped: bool,
    },
    /// Bars on the horizontal axis.
    Bars {
        /// Entry in the legend.
        label: Option<String>,
        /// The bars.
        bars: Vec<Bar>,
        /// Their look.
        style: Style,
    },
    /// Points with intervals, joined by a line where that says something.
    Spans {
        /// Entry in the legend.
        label: Option<String>,
        /// The points.
        spans: Vec<Span>,
        /// Their look.
        style: Style,
        /// Whether a line joins them.
        joined: bool,
    },
    /// Places on a curve where something stopped being watched: short upright strokes.
    Stopped {
        /// The places.
        points: Vec<(f64, f64)>,
        /// The look of the curve.
        style: Style,
    },
    /// Boxes with whiskers.
    Boxes {
        /// Entry in the legend.
        label: Option<String>,
        /// The boxes.
        boxes: Vec<BoxMark>,
        /// Their look.
        style: Style,
    },
    /// A straight reference line, thin; dashed unless it is the main one. It does not widen
    /// the axes.
    Rule {
        /// Entry in the legend.
        label: Option<String>,
        /// One end.
        from: (f64, f64),
        /// The other end.
        to: (f64, f64),
        /// Whether it is the main reference, drawn solid.
        main: bool,
    },
}

impl Layer {
    /// All horizontal places that the axis has to show.
    pub(crate) fn xs(&self) -> Box<dyn Iterator<Item = f64> + '_> {
        match self {
            Self::Line { points, .. }
            | Self::Points { points, .. }
            | Self::Stopped { points, .. } => Box::new(points.iter().map(|p| p.0)),
            Self::Band { edges, .. } => Box::new(edges.iter().map(|e| e.0)),
            Self::Bars { bars, .. } => Box::new(bars.iter().flat_map(|b| [b.from, b.to])),
            Self::Spans { spans, .. } => Box::new(spans.iter().map(|s| s.x)),
            Self::Boxes { boxes, .. } => {
                Box::new(boxes.iter().flat_map(|b| [b.at - b.width / 2.0, b.at + b.width / 2.0]))
            }
            Self::Rule { .. } => Box::new(std::iter::empty()),
        }
    }

    /// All vertical places that the axis has to show.
    pub(crate) fn ys(&self) -> Box<dyn Iterator<Item = f64> + '_> {
        match self {
            Self::Line { points, .. }
            | Self::Points { points, .. }
            | Self::Stopped { points, .. } => Box::new(points.iter().map(|p| p.1)),
            Self::Band { edges, .. } => Box::new(edges.iter().flat_map(|e| [e.1, e.2])),
            Self::Bars { bars, .. } => Box::new(bars.iter().map(|b| b.height)),
            Self::Spans { spans, .. } => Box::new(spans.iter().flat_map(|s| [s.y, s.low, s.high])),
            Self::Boxes { boxes, .. } => Box::new(boxes.iter().flat_map(|b| b.numbers)),
            Self::Rule { .. } => Box::new(std::iter::empty()),
        }
    }

    pub(crate) fn label(&self) -> Option<&str> {
        match self {
            Self::Line { label, .. }
            | Self::Points { label, .. }
            | Self::Band { label, .. }
            | Self::Bars { label, .. }
            | Self::Spans { label, .. }
            | Self::Boxes { label, .. }
            | Self::Rule { label, .. } => label.as_deref(),
            Self::Stopped { .. } => None,
        }
    }

    /// Whether there is nothing in it that could be seen.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Line { points, .. }
            | Self::Points { points, .. }
            | Self::Stopped { points, .. } => points.is_empty(),
            Self::Band { edges, .. } => edges.is_empty(),
            Self::Bars { bars, .. } => bars.iter().all(|b| b.height == 0.0),
            Self::Spans { spans, .. } => spans.is_empty(),
            Self::Boxes { boxes, .. } => boxes.is_empty(),
            Self::Rule { .. } => true,
        }
    }
}
