//! Path data: lines cut at the frame, markers, and where markers stand along a line.

use super::style::Marker;
use super::svg::number;
use std::fmt::Write;

/// A rectangle of the page, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Frame {
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub fn contains(&self, p: (f64, f64)) -> bool {
        // A hair of tolerance keeps points on the edge in.
        p.0 >= self.left - 0.01
            && p.0 <= self.right + 0.01
            && p.1 >= self.top - 0.01
            && p.1 <= self.bottom + 0.01
    }

    pub fn outline(&self) -> String {
        format!(
            "M{} {}H{}V{}H{}Z",
            number(self.left),
            number(self.top),
            number(self.right),
            number(self.bottom),
            number(self.left)
        )
    }

    /// The part of a segment inside the frame (Liang and Barsky 1984).
    pub fn cut(&self, a: (f64, f64), b: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        for (step, room) in [
            (-dx, a.0 - self.left),
            (dx, self.right - a.0),
            (-dy, a.1 - self.top),
            (dy, self.bottom - a.1),
        ] {
            if step == 0.0 {
                if room < -0.01 {
                    return None;
                }
            } else if step < 0.0 {
                enter = enter.max(room / step);
            } else {
                leave = leave.min(room / step);
            }
        }
        if enter > leave {
            return None;
        }
        let at = |t: f64| (a.0 + t * dx, a.1 + t * dy);
        Some((if enter > 0.0 { at(enter) } else { a }, if leave < 1.0 { at(leave) } else { b }))
    }
}

/// The pieces of a line inside the frame.
pub(crate) fn pieces(points: &[(f64, f64)], frame: &Frame) -> Vec<Vec<(f64, f64)>> {
    let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
    if let [only] = points {
        return if frame.contains(*only) { vec![vec![*only]] } else { Vec::new() };
    }
    for pair in points.windows(2) {
        let Some((a, b)) = frame.cut(pair[0], pair[1]) else { continue };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&a) => piece.push(b),
            _ => pieces.push(vec![a, b]),
        }
    }
    pieces
}

/// Path data of open lines.
pub(crate) fn lines(pieces: &[Vec<(f64, f64)>]) -> String {
    let mut data = String::new();
    for piece in pieces.iter().filter(|p| p.len() > 1) {
        let (mut last_x, mut last_y) = (number(piece[0].0), number(piece[0].1));
        let _ = write!(data, "M{last_x} {last_y}");
        for p in &piece[1..] {
            let (x, y) = (number(p.0), number(p.1));
            match (x == last_x, y == last_y) {
                (true, true) => {}
                (true, false) => {
                    let _ = write!(data, "V{y}");
                }
                (false, true) => {
                    let _ = write!(data, "H{x}");
                }
                (false, false) => {
                    let _ = write!(data, "L{x} {y}");
                }
            }
            (last_x, last_y) = (x, y);
        }
    }
    data
}

/// The line that goes on level to each next point and then jumps.
pub(crate) fn stepped(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut out = Vec::with_capacity(points.len() * 2);
    for &p in points {
        if let Some(&(_, y)) = out.last() {
            out.push((p.0, y));
        }
        out.push(p);
    }
    out
}

/// Places along the pieces, one every `distance` from `phase` of it on; at least one.
pub(crate) fn along(pieces: &[Vec<(f64, f64)>], distance: f64, phase: f64) -> Vec<(f64, f64)> {
    let length = |a: (f64, f64), b: (f64, f64)| (b.0 - a.0).hypot(b.1 - a.1);
    let total: f64 = pieces.iter().flat_map(|p| p.windows(2)).map(|w| length(w[0], w[1])).sum();
    // A short line has its only marker in its middle.
    let mut next = if total < distance { total / 2.0 } else { phase * distance };
    let mut places = Vec::new();
    let mut passed = 0.0;
    for pair in pieces.iter().flat_map(|p| p.windows(2)) {
        let here = length(pair[0], pair[1]);
        while here > 0.0 && next <= passed + here {
            let t = (next - passed) / here;
            places.push((
                pair[0].0 + t * (pair[1].0 - pair[0].0),
                pair[0].1 + t * (pair[1].1 - pair[0].1),
            ));
            next += distance;
        }
        passed += here;
    }
    if places.is_empty() {
        places.extend(pieces.iter().flatten().next());
    }
    places
}

/// How a marker is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkerPaint {
    /// Filled.
    Filled,
    /// An outline filled with the colour of the paper.
    Hollow,
    /// Strokes only.
    Strokes,
}

impl Marker {
    pub fn paint(self) -> MarkerPaint {
        match self {
            Self::Cross | Self::Plus => MarkerPaint::Strokes,
            Self::Ring | Self::Nabla => MarkerPaint::Hollow,
            _ => MarkerPaint::Filled,
        }
    }

    /// Adds the marker at a place, of radius `r`.
    pub fn draw(self, data: &mut String, (x, y): (f64, f64), r: f64) {
        let n = number;
        let _ = match self {
            Self::Disc | Self::Ring => {
                write!(
                    data,
                    "M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z",
                    n(x - r),
                    n(y),
                    r = n(r),
                    d = n(2.0 * r)
                )
            }
            Self::Square => {
                let r = 0.88 * r;
                write!(data, "M{} {}h{d}v{d}h-{d}z", n(x - r), n(y - r), d = n(2.0 * r))
            }
            Self::Diamond => {
                let r = 1.2 * r;
                write!(data, "M{} {}l{r} {r}l-{r} {r}l-{r} -{r}z", n(x), n(y - r), r = n(r))
            }
            Self::Triangle => {
                let (w, h) = (1.1 * r, 1.9 * r);
                write!(
                    data,
                    "M{} {}l{w} {h}h-{d}z",
                    n(x),
                    n(y - 1.2 * r),
                    w = n(w),
                    h = n(h),
                    d = n(2.0 * w)
                )
            }
            Self::Nabla => {
                let (w, h) = (1.1 * r, 1.9 * r);
                write!(
                    data,
                    "M{} {}l{w} -{h}h-{d}z",
                    n(x),
                    n(y + 1.2 * r),
                    w = n(w),
                    h = n(h),
                    d = n(2.0 * w)
                )
            }
            Self::Cross => {
                let r = 0.9 * r;
                write!(data, "M{} {}l{d} {d}m-{d} 0l{d} -{d}", n(x - r), n(y - r), d = n(2.0 * r))
            }
            Self::Plus => {
                write!(data, "M{} {}h{d}m-{r} -{r}v{d}", n(x - r), n(y), d = n(2.0 * r), r = n(r))
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };

    #[test]
    fn lines_are_cut_at_the_frame() {
        let found =
            pieces(&[(-5.0, 5.0), (5.0, 5.0), (5.0, 20.0), (8.0, 20.0), (8.0, 5.0)], &FRAME);
        assert_eq!(
            found,
            [vec![(0.0, 5.0), (5.0, 5.0), (5.0, 10.0)], vec![(8.0, 10.0), (8.0, 5.0)]]
        );
        assert_eq!(lines(&found), "M0 5H5V10M8 10V5");
        assert!(pieces(&[(20.0, 20.0)], &FRAME).is_empty());
    }

    #[test]
    fn markers_stand_at_even_distances() {
        let line = [vec![(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]];
        assert_eq!(along(&line, 8.0, 0.5), [(4.0, 0.0), (10.0, 2.0), (10.0, 10.0)]);
        assert_eq!(along(&[vec![(1.0, 1.0)]], 8.0, 0.5), [(1.0, 1.0)]);
        assert_eq!(along(&line, 100.0, 0.9), [(10.0, 0.0)]);
    }
}
