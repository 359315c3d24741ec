//! One frame with its axes, layers, notes and legend.

use super::axis::{Axis, Scale};
use super::layer::{Bar, Layer};
use super::legend::{Legend, line_paint, markers, rule_paint};
use super::naming::{self, Thread};
use super::paths::{Frame, along, lines, pieces, stepped};
use super::style::Style;
use super::svg::{Anchor, Font, Paint, Svg, number};
use super::text;
use super::thinning::{self, CELL, Cloud, SHADES};
use super::ticks::{Tick, ticks};
use super::watched::{self, Watched};
use std::fmt::Write;

const LANE: f64 = 15.0;
const STRIP: f64 = 26.0;
const TICK: f64 = 3.0;
/// Distance between two markers on a line.
const MARKER_DISTANCE: f64 = 55.0;
/// Up to this many points, each one of a line can have its marker.
const MOST_MARKERS: usize = 60;

/// Axes and what is drawn between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn, back to front.
    pub layers: Vec<Layer>,
    /// Short remarks above the frame, such as counts.
    pub notes: Vec<String>,
    /// Histograms along the upper and the right edge.
    pub edges: Option<(Vec<Bar>, Vec<Bar>)>,
    /// Whether the frame is a square.
    pub square: bool,
    /// Rows of numbers under the horizontal axis: how many were still watched.
    pub watched: Vec<Watched>,
}

impl Chart {
    /// A chart with nothing in it yet.
    pub fn new(x: Axis, y: Axis) -> Self {
        Self {
            x,
            y,
            layers: Vec::new(),
            notes: Vec::new(),
            edges: None,
            square: false,
            watched: Vec::new(),
        }
    }

    /// The chart with one more layer.
    pub fn with(mut self, layer: Layer) -> Self {
        self.layers.push(layer);
        self
    }

    /// The chart with a remark above its frame.
    pub fn noting(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Draws into the given width from `top` down, with a frame of the given height, and gives
    /// the lower end.
    pub(crate) fn draw(
        &self,
        svg: &mut Svg,
        left: f64,
        top: f64,
        width: f64,
        frame_height: f64,
    ) -> f64 {
        let x_scale = self.x.scale(self.layers.iter().flat_map(Layer::xs));
        let y_scale = self.y.scale(self.layers.iter().flat_map(Layer::ys));
        let strip = if self.edges.is_some() { STRIP } else { 0.0 };

        let mut y = top;
        for note in &self.notes {
            for line in text::wrapped(note, width / Font::NOTE.size) {
                y += 1.25 * Font::NOTE.size;
                svg.text((left, y), Anchor::Start, Font::NOTE, &line, None);
            }
        }
        y += if self.notes.is_empty() { 4.0 } else { 6.0 };

        // The left margin depends on the tick labels, their number on the height.
        let guess = if self.square { width * 0.7 } else { frame_height };
        let (y_ticks, y_label) = ticks(&self.y, &y_scale, ((guess / 24.0) as usize).clamp(2, 9));
        let lane_width = self.y.lane.as_deref().map_or(0.0, text::width);
        let widest = y_ticks
            .iter()
            .filter_map(|t| t.label.as_ref())
            .map(|l| l.width())
            .fold(lane_width, f64::max);
        let widest = (widest * Font::TICK.size).min(width * 0.4);
        let label_room = if y_label.is_empty() { 0.0 } else { 1.4 * Font::LABEL.size };
        let names = watched::room(&self.watched, width * 0.3) + 6.0;
        let frame_left = left + (label_room + widest + TICK + 3.0).max(names);
        let frame_right = (left + width - 6.0 - strip).max(frame_left + 20.0);
        let frame_height = if self.square { frame_right - frame_left } else { frame_height };
        let frame_top = y + strip;
        let frame = Frame {
            left: frame_left,
            right: frame_right,
            top: frame_top,
            bottom: frame_top + frame_height,
        };
        let map = Map {
            x: x_scale,
            y: y_scale,
            frame,
            inner: Frame {
                right: frame.right - if self.x.lane.is_some() { LANE } else { 0.0 },
                top: frame.top + if self.y.lane.is_some() { LANE } else { 0.0 },
                ..frame
            },
            edge: left + width + 2.0,
        };

        let (x_ticks, x_label) = self.fitting_x_ticks(&map);
        self.grid(svg, &map, &x_ticks, &y_ticks);
        if !self.layers.iter().all(Layer::is_empty) {
            for layer in &self.layers {
                draw_layer(svg, layer, &map);
            }
        } else {
            let middle = ((frame.left + frame.right) / 2.0, (frame.top + frame.bottom) / 2.0);
            svg.text(middle, Anchor::Middle, Font::LABEL, "no data", None);
        }
        if let Some((above, beside)) = &self.edges {
            edge_histograms(svg, &map, above, beside);
        }
        svg.path(&frame.outline(), Paint::INK.stroke(0.7));
        let mut bottom = self.x_axis(svg, &map, &x_ticks, &x_label);
        self.y_axis(svg, &map, &y_ticks, &y_label, left);

        if !self.watched.is_empty() {
            let at: Vec<(f64, f64)> = x_ticks
                .iter()
                .filter(|t| t.label.is_some())
                .filter_map(|t| Some((t.value, map.x_inside(t.value)?)))
                .collect();
            bottom = watched::draw(svg, &self.watched, &at, (left, frame.left, bottom));
        }
        let named = self.name(svg, &map);
        let legend = Legend::of(&self.layers, &named, width);
        if legend.height() > 0.0 {
            bottom += 5.0;
            legend.draw(svg, left, bottom);
            bottom += legend.height();
        }
        bottom + 4.0
    }

    /// Writes names beside lines where there is room; the places of the layers that have theirs.
    fn name(&self, svg: &mut Svg, map: &Map) -> Vec<usize> {
        let (mut threads, mut walls, mut of) = (Vec::new(), Vec::new(), Vec::new());
        for (i, layer) in self.layers.iter().enumerate() {
            let Some(pieces) = layer_pieces(layer, map) else { continue };
            match layer.label() {
                // A row of numbers names its series already.
                Some(label) if !self.watched.iter().any(|w| w.label == label) => {
                    threads.push(Thread { label, pieces });
                    of.push(i);
                }
                _ => walls.extend(pieces),
            }
        }
        // One line beside bars or points is told apart by the legend.
        let is_crowd = self
            .layers
            .iter()
            .any(|l| matches!(l, Layer::Bars { .. } | Layer::Points { .. } | Layer::Boxes { .. }));
        let mut named: Vec<usize> = (0..self.layers.len())
            .filter(|&i| {
                self.watched.iter().any(|w| Some(w.label.as_str()) == self.layers[i].label())
            })
            .collect();
        if is_crowd {
            return named;
        }
        let places = naming::places(&threads, &walls, &map.inner);
        for ((place, thread), i) in places.into_iter().zip(&threads).zip(of) {
            let Some(at) = place else { continue };
            let style = match &self.layers[i] {
                Layer::Line { style, .. } | Layer::Spans { style, .. } => *style,
                _ => Style::Ink,
            };
            svg.coloured_text(at, Anchor::Start, Font::TICK, thread.label, style.colour());
            named.push(i);
        }
        named
    }

    /// As many ticks as have room for their labels.
    fn fitting_x_ticks(&self, map: &Map) -> (Vec<Tick>, String) {
        let mut most = 9;
        loop {
            let found = ticks(&self.x, &map.x, most);
            if most <= 2 || !self.x.names.is_empty() || labels_fit(&found.0, map) {
                return found;
            }
            most -= 1;
        }
    }

    fn grid(&self, svg: &mut Svg, map: &Map, x_ticks: &[Tick], y_ticks: &[Tick]) {
        let mut data = String::new();
        let frame = &map.frame;
        for tick in y_ticks.iter().filter(|t| t.label.is_some()) {
            if let Some(y) = map.y_inside(tick.value) {
                let _ =
                    write!(data, "M{} {}H{}", number(frame.left), number(y), number(frame.right));
            }
        }
        if self.x.names.is_empty() {
            for tick in x_ticks.iter().filter(|t| t.label.is_some()) {
                if let Some(x) = map.x_inside(tick.value) {
                    let _ = write!(
                        data,
                        "M{} {}V{}",
                        number(x),
                        number(frame.top),
                        number(frame.bottom)
                    );
                }
            }
        }
        svg.path(&data, Paint::INK.stroke(0.35).opacity(0.16));
        let mut walls = String::new();
        if self.x.lane.is_some() {
            let _ = write!(
                walls,
                "M{} {}V{}",
                number(map.inner.right),
                number(frame.top),
                number(frame.bottom)
            );
        }
        if self.y.lane.is_some() {
            let _ = write!(
                walls,
                "M{} {}H{}",
                number(frame.left),
                number(map.inner.top),
                number(frame.right)
            );
        }
        svg.path(&walls, Paint::INK.stroke(0.5).opacity(0.7).dashes("1.5 1.5"));
    }

    fn x_axis(&self, svg: &mut Svg, map: &Map, ticks: &[Tick], label: &str) -> f64 {
        let frame = &map.frame;
        let mut marks = String::new();
        let widest =
            ticks.iter().filter_map(|t| t.label.as_ref()).map(|l| l.width()).fold(0.0, f64::max)
                * Font::TICK.size;
        let slot = frame.width() / self.x.names.len().max(1) as f64;
        let turned = !self.x.names.is_empty() && widest + 3.0 > slot;
        let baseline = frame.bottom + TICK + 2.0 + 0.75 * Font::TICK.size;
        let mut lowest = baseline;
        for tick in ticks {
            let Some(x) = map.x_inside(tick.value) else { continue };
            let length = if tick.label.is_some() { TICK } else { TICK / 2.0 };
            let _ = write!(marks, "M{} {}v{}", number(x), number(frame.bottom), number(length));
            let Some(label) = &tick.label else { continue };
            if turned {
                let most = 16.0;
                let name = text::fitted(&label.text, most);
                lowest = lowest.max(baseline + text::width(&name) * Font::TICK.size * 0.71);
                svg.turned_text((x + 2.0, baseline), -45.0, Anchor::End, Font::TICK, &name, None);
            } else {
                svg.text(
                    (map.label_x(x, label.width() / 2.0 * Font::TICK.size), baseline),
                    Anchor::Middle,
                    Font::TICK,
                    &label.text,
                    label.exponent.as_deref(),
                );
            }
        }
        if let Some(lane) = &self.x.lane {
            let x = (map.inner.right + frame.right) / 2.0;
            let _ = write!(marks, "M{} {}v{}", number(x), number(frame.bottom), number(TICK));
            // The last number may stand close to the lane: its label goes one line lower.
            let near = ticks
                .iter()
                .filter_map(|t| {
                    Some(map.x_inside(t.value)? + t.label.as_ref()?.width() / 2.0 * Font::TICK.size)
                })
                .fold(0.0, f64::max);
            let half = text::width(lane) / 2.0 * Font::TICK.size;
            let x = map.label_x(x, half);
            let below = if near + 3.0 > x - half { 1.15 * Font::TICK.size } else { 0.0 };
            svg.text((x, baseline + below), Anchor::Middle, Font::TICK, lane, None);
            lowest = lowest.max(baseline + below);
        }
        svg.path(&marks, Paint::INK);
        if label.is_empty() {
            return lowest + 2.0;
        }
        lowest += 1.35 * Font::LABEL.size;
        let label = text::fitted(label, (frame.width() + 40.0) / Font::LABEL.size);
        svg.text(
            ((frame.left + map.inner.right) / 2.0, lowest),
            Anchor::Middle,
            Font::LABEL,
            &label,
            None,
        );
        lowest + 2.0
    }

    fn y_axis(&self, svg: &mut Svg, map: &Map, ticks: &[Tick], label: &str, left: f64) {
        let frame = &map.frame;
        let mut marks = String::new();
        let mut labelled_at: Vec<f64> = Vec::new();
        for tick in ticks {
            let Some(y) = map.y_inside(tick.value) else { continue };
            let crowded = labelled_at.iter().any(|l| (l - y).abs() < 1.05 * Font::TICK.size);
            let labelled = tick.label.as_ref().filter(|_| !crowded);
            let length = if labelled.is_some() { TICK } else { TICK / 2.0 };
            let _ = write!(marks, "M{} {}h-{}", number(frame.left), number(y), number(length));
            if let Some(label) = labelled {
                labelled_at.push(y);
                let at = (frame.left - TICK - 2.0, y + 0.36 * Font::TICK.size);
                let exponent = label.exponent.as_deref();
                svg.text(at, Anchor::End, Font::TICK, &label.text, exponent);
            }
        }
        if let Some(lane) = &self.y.lane {
            let y = (map.inner.top + frame.top) / 2.0;
            let _ = write!(marks, "M{} {}h-{}", number(frame.left), number(y), number(TICK));
            svg.text(
                (frame.left - TICK - 2.0, y + 0.36 * Font::TICK.size),
                Anchor::End,
                Font::TICK,
                lane,
                None,
            );
        }
        svg.path(&marks, Paint::INK);
        if !label.is_empty() {
            let label = text::fitted(label, (frame.height() + 16.0) / Font::LABEL.size);
            let at = (left + Font::LABEL.size, (map.inner.top + frame.bottom) / 2.0);
            svg.turned_text(at, -90.0, Anchor::Middle, Font::LABEL, &label, None);
        }
    }
}

/// From numbers to places on the page.
struct Map {
    x: Scale,
    y: Scale,
    /// The whole frame.
    frame: Frame,
    /// The frame without lanes.
    inner: Frame,
    /// How far to the right text may reach.
    edge: f64,
}

impl Map {
    /// Where a label of a given half width is centred so that it stays on the page.
    fn label_x(&self, x: f64, half: f64) -> f64 {
        x.min(self.edge - half)
    }

    /// The horizontal place, also outside of the frame; infinity lies in the lane.
    fn x_at(&self, value: f64) -> f64 {
        if value == f64::INFINITY && self.inner.right < self.frame.right {
            return (self.inner.right + self.frame.right) / 2.0;
        }
        self.inner.left + bounded(self.x.part(value)) * self.inner.width()
    }

    fn y_at(&self, value: f64) -> f64 {
        if value == f64::INFINITY && self.inner.top > self.frame.top {
            return (self.inner.top + self.frame.top) / 2.0;
        }
        self.inner.bottom - bounded(self.y.part(value)) * self.inner.height()
    }

    fn x_inside(&self, value: f64) -> Option<f64> {
        let part = self.x.part(value);
        (-1e-6..=1.0 + 1e-6).contains(&part).then(|| self.x_at(value))
    }

    fn y_inside(&self, value: f64) -> Option<f64> {
        let part = self.y.part(value);
        (-1e-6..=1.0 + 1e-6).contains(&part).then(|| self.y_at(value))
    }

    /// A point that has a place.
    fn point(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let p = (self.x_at(x), self.y_at(y));
        (p.0.is_finite() && p.1.is_finite()).then_some(p)
    }
}

/// Numbers far outside would overflow a drawing program; a hundred frames away is far enough.
fn bounded(part: f64) -> f64 {
    part.clamp(-100.0, 100.0)
}

fn labels_fit(ticks: &[Tick], map: &Map) -> bool {
    let mut end = f64::NEG_INFINITY;
    let mut placed: Vec<(f64, f64)> = ticks
        .iter()
        .filter_map(|t| {
            let half = t.label.as_ref()?.width() / 2.0 * Font::TICK.size;
            Some((map.label_x(map.x_inside(t.value)?, half), half))
        })
        .collect();
    placed.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (x, half) in placed {
        if x - half < end + 4.0 {
            return false;
        }
        end = x + half;
    }
    true
}

/// The lines of a layer that has lines, inside the frame.
fn layer_pieces(layer: &Layer, map: &Map) -> Option<Vec<Vec<(f64, f64)>>> {
    let points = |list: &[(f64, f64)]| -> Vec<(f64, f64)> {
        list.iter().filter_map(|&p| map.point(p)).collect()
    };
    match layer {
        Layer::Line { points: list, stepped: steps, .. } => {
            let points = points(list);
            let corners = if *steps { stepped(&points) } else { points };
            Some(pieces(&thinning::line(&corners), &map.frame))
        }
        Layer::Spans { spans, joined, .. } => {
            let middle: Vec<(f64, f64)> = spans.iter().map(|s| (s.x, s.y)).collect();
            let mut all = if *joined { pieces(&points(&middle), &map.frame) } else { Vec::new() };
            for s in spans {
                let ends = points(&[(s.x, s.low), (s.x, s.high)]);
                all.extend(pieces(&ends, &map.frame));
            }
            Some(all)
        }
        _ => None,
    }
}

fn draw_layer(svg: &mut Svg, layer: &Layer, map: &Map) {
    match layer {
        Layer::Line { points, style, stepped: steps, mark_all, .. } => {
            let points: Vec<_> = points.iter().filter_map(|&p| map.point(p)).collect();
            let corners = if *steps { stepped(&points) } else { points.clone() };
            let pieces = pieces(&thinning::line(&corners), &map.frame);
            svg.path(&lines(&pieces), line_paint(*style));
            let places = if *mark_all && points.len() <= MOST_MARKERS {
                points.into_iter().filter(|&p| map.frame.contains(p)).collect()
            } else if *style == Style::Ink && !(pieces.len() == 1 && pieces[0].len() == 1) {
                Vec::new()
            } else {
                along(&pieces, MARKER_DISTANCE, style.phase())
            };
            markers(svg, style.marker(), *style, &places, 2.0);
        }
        Layer::Points { points, style, .. } => {
            let inside =
                points.iter().filter_map(|&p| map.point(p)).filter(|&p| map.frame.contains(p));
            match thinning::cloud(inside) {
                Cloud::Points(places) => {
                    let r = if places.len() > 300 { 1.1 } else { 1.7 };
                    markers(svg, style.marker(), *style, &places, r);
                }
                Cloud::Cells(shades) => cells(svg, &shades, *style, &map.frame),
            }
        }
        Layer::Band { edges, style, stepped: steps, .. } => {
            let side = |pick: fn(&(f64, f64, f64)) -> f64| {
                let points: Vec<_> =
                    edges.iter().filter_map(|e| map.point((e.0, pick(e)))).collect();
                let clamp = |p: (f64, f64)| {
                    (
                        p.0.clamp(map.frame.left, map.frame.right),
                        p.1.clamp(map.frame.top, map.frame.bottom),
                    )
                };
                let corners: Vec<_> =
                    if *steps { stepped(&points) } else { points }.into_iter().map(clamp).collect();
                thinning::line(&corners)
            };
            let mut outline = side(|e| e.1);
            outline.extend(side(|e| e.2).into_iter().rev());
            svg.path(&closed(&outline), Paint::coloured(style.colour()).stroke(0.0).fill(0.2));
        }
        Layer::Bars { bars, style, .. } => {
            let mut data = String::new();
            for bar in bars.iter().filter(|b| b.height > 0.0) {
                let (Some(a), Some(b)) =
                    (map.point((bar.from, bar.height)), map.point((bar.to, bar.height)))
                else {
                    continue;
                };
                let foot = map.frame.bottom;
                let (a, b) = if bar.from == f64::INFINITY {
                    ((a.0 - 4.0, a.1), (b.0 + 4.0, b.1))
                } else {
                    (a, b)
                };
                let (l, r) = (a.0.max(map.frame.left), b.0.min(map.frame.right));
                let top = a.1.clamp(map.frame.top, foot);
                if r > l {
                    let _ = write!(
                        data,
                        "M{} {}V{}H{}V{}",
                        number(l),
                        number(foot),
                        number(top),
                        number(r),
                        number(foot)
                    );
                }
            }
            svg.path(&data, Paint::coloured(style.colour()).stroke(0.5).fill(0.3));
        }
        Layer::Stopped { points, style } => {
            let mut strokes = String::new();
            let mut last = f64::NEG_INFINITY;
            for (x, y) in points.iter().filter_map(|&p| map.point(p)) {
                // Strokes that fall on one another are drawn once.
                if map.frame.contains((x, y)) && x - last > 0.5 {
                    let top = (y - 3.0).max(map.frame.top);
                    let _ = write!(strokes, "M{} {}V{}", number(x), number(top), number(y + 3.0));
                    last = x;
                }
            }
            svg.path(&strokes, Paint::coloured(style.colour()).stroke(0.8));
        }
        Layer::Spans { spans, style, joined, .. } => {
            let mut bars = String::new();
            for s in spans {
                let (Some(low), Some(high)) = (map.point((s.x, s.low)), map.point((s.x, s.high)))
                else {
                    continue;
                };
                let Some((a, b)) = map.frame.cut(low, high) else { continue };
                let _ = write!(bars, "M{} {}V{}", number(a.0), number(a.1), number(b.1));
                for end in [a, b] {
                    let _ = write!(bars, "M{} {}h4", number(end.0 - 2.0), number(end.1));
                }
            }
            svg.path(&bars, Paint::coloured(style.colour()).stroke(0.7));
            let points: Vec<_> = spans.iter().filter_map(|s| map.point((s.x, s.y))).collect();
            if *joined {
                svg.path(&lines(&pieces(&points, &map.frame)), line_paint(*style));
            }
            let inside: Vec<_> = points.into_iter().filter(|&p| map.frame.contains(p)).collect();
            markers(svg, style.marker(), *style, &inside, 2.2);
        }
        Layer::Boxes { boxes, style, .. } => draw_boxes(svg, boxes, *style, map),
        Layer::Rule { from, to, main, .. } => {
            // An infinite end means the end of the axis.
            let end = |v: f64, scale: &Scale| {
                if v == f64::INFINITY {
                    scale.value(scale.high)
                } else if v == f64::NEG_INFINITY {
                    scale.value(scale.low)
                } else {
                    v
                }
            };
            let place = |p: (f64, f64)| map.point((end(p.0, &map.x), end(p.1, &map.y)));
            if let (Some(a), Some(b)) = (place(*from), place(*to))
                && let Some((a, b)) = map.inner.cut(a, b)
            {
                svg.halo(a, b);
                svg.line(a, b, rule_paint(*main));
            }
        }
    }
}

fn draw_boxes(svg: &mut Svg, boxes: &[super::layer::BoxMark], style: Style, map: &Map) {
    let (mut outlines, mut medians, mut middles) = (String::new(), String::new(), Vec::new());
    for b in boxes {
        let (Some(left), Some(right)) = (
            map.point((b.at - b.width / 2.0, b.numbers[2])),
            map.point((b.at + b.width / 2.0, b.numbers[2])),
        ) else {
            continue;
        };
        let y = b.numbers.map(|v| map.y_at(v).clamp(map.frame.top, map.frame.bottom));
        if y.iter().any(|y| !y.is_finite()) {
            continue;
        }
        let [low, q1, median, q3, high] = y.map(number);
        let (l, r, x) = (left.0, right.0, (left.0 + right.0) / 2.0);
        let quarter = (r - l) / 4.0;
        let (l, r, c) = (number(l), number(r), number(x));
        let _ = write!(outlines, "M{l} {q1}H{r}V{q3}H{l}ZM{c} {q1}V{low}M{c} {q3}V{high}");
        for end in [&low, &high] {
            let _ = write!(outlines, "M{} {end}H{}", number(x - quarter), number(x + quarter));
        }
        let _ = write!(medians, "M{l} {median}H{r}");
        middles.push((x, y[2]));
    }
    svg.path(&outlines, Paint::coloured(style.colour()).stroke(0.7).fill(0.22));
    svg.path(&medians, Paint::coloured(style.colour()).stroke(1.5));
    markers(svg, style.marker(), style, &middles, 1.6);
}

fn cells(svg: &mut Svg, shades: &[Vec<(f64, f64)>; SHADES], style: Style, frame: &Frame) {
    for (shade, corners) in (1..).zip(shades) {
        let mut data = String::new();
        let side = number(CELL);
        for &(x, y) in corners.iter() {
            // Cells on the edge stay inside.
            let (x, y) =
                (x.clamp(frame.left, frame.right - CELL), y.clamp(frame.top, frame.bottom - CELL));
            let _ = write!(data, "M{} {}h{side}v{side}h-{side}z", number(x), number(y));
        }
        svg.path(
            &data,
            Paint::coloured(style.colour()).stroke(0.0).fill(f64::from(shade) / SHADES as f64),
        );
    }
}

fn closed(points: &[(f64, f64)]) -> String {
    let mut data = lines(&[points.to_vec()]);
    if !data.is_empty() {
        data.push('Z');
    }
    data
}

/// Small histograms above and beside the frame, on its own axes.
fn edge_histograms(svg: &mut Svg, map: &Map, above: &[Bar], beside: &[Bar]) {
    let paint = Paint::INK.stroke(0.4).fill(0.25);
    let tallest =
        |bars: &[Bar]| bars.iter().map(|b| b.height).filter(|h| h.is_finite()).fold(0.0, f64::max);
    let room = STRIP - 5.0;
    let mut data = String::new();
    let most = tallest(above);
    for bar in above.iter().filter(|b| b.height > 0.0 && most > 0.0) {
        let (a, b) = (map.x_at(bar.from), map.x_at(bar.to));
        let (a, b) = if bar.from == f64::INFINITY { (a - 4.0, b + 4.0) } else { (a, b) };
        if a.is_finite() && b.is_finite() {
            let base = map.frame.top - 2.0;
            let _ = write!(
                data,
                "M{} {}V{}H{}V{}",
                number(a),
                number(base),
                number(base - room * bar.height / most),
                number(b),
                number(base)
            );
        }
    }
    let most = tallest(beside);
    for bar in beside.iter().filter(|b| b.height > 0.0 && most > 0.0) {
        let (a, b) = (map.y_at(bar.from), map.y_at(bar.to));
        let (a, b) = if bar.from == f64::INFINITY { (a + 4.0, b - 4.0) } else { (a, b) };
        if a.is_finite() && b.is_finite() {
            let base = map.frame.right + 2.0;
            let _ = write!(
                data,
                "M{} {}H{}V{}H{}",
                number(base),
                number(a),
                number(base + room * bar.height / most),
                number(b),
                number(base)
            );
        }
    }
    svg.path(&data, paint);
}
