//! Names beside their lines.
//!
//! A reader who has to look from a line to a legend and back mixes lines up, so each line gets
//! its name where there is room beside it: the frame is cut into small cells, each of which knows
//! the lines through it, and a name stands where none runs through it and its own line is the
//! nearest. Lines with the fewest such places choose first. A line without any keeps its entry in
//! the legend.

use super::paths::Frame;
use super::svg::Font;
use super::text;

/// Side of a cell.
const CELL: f64 = 2.0;
/// Distance between two tried places along a line.
const STEP: f64 = 5.0;
/// Free space between a name and its own line.
const GAP: f64 = 2.6;
/// Other lines stay so far away.
const APART: f64 = 2.0;
/// Within this distance other lines make a place worse.
const NEAR: f64 = 7.0;
/// More lines than a cell has bits are not named.
const MOST: usize = 31;

/// A line that wants a name.
#[derive(Debug)]
pub(crate) struct Thread<'a> {
    pub label: &'a str,
    /// The pieces of the line inside the frame.
    pub pieces: Vec<Vec<(f64, f64)>>,
}

/// Where each name begins, on its baseline; `None` where there is no room. `walls` are lines that
/// no name may cross.
pub(crate) fn places(
    threads: &[Thread<'_>],
    walls: &[Vec<(f64, f64)>],
    frame: &Frame,
) -> Vec<Option<(f64, f64)>> {
    let mut found = vec![None; threads.len()];
    if threads.len() > MOST {
        return found;
    }
    let mut cells = Cells::new(frame);
    for (i, thread) in threads.iter().enumerate() {
        thread.pieces.iter().for_each(|piece| cells.trace(piece, 1 << i));
    }
    walls.iter().for_each(|wall| cells.trace(wall, 1 << MOST));
    let fits: Vec<Vec<(Frame, f64)>> =
        threads.iter().enumerate().map(|(i, t)| candidates(t, 1 << i, &cells, frame)).collect();
    let mut order: Vec<usize> = (0..threads.len()).collect();
    order.sort_by_key(|&i| (fits[i].len(), i));
    let mut taken: Vec<Frame> = Vec::new();
    for i in order {
        let free = fits[i].iter().filter(|(spot, _)| !taken.iter().any(|t| overlap(t, spot)));
        let Some((spot, _)) = free.min_by(|x, y| x.1.total_cmp(&y.1)) else { continue };
        found[i] = Some((spot.left, spot.bottom - 0.24 * Font::TICK.size));
        taken.push(*spot);
    }
    found
}

/// Every free place beside a line, with how bad it is.
fn candidates(thread: &Thread<'_>, own: u32, cells: &Cells, frame: &Frame) -> Vec<(Frame, f64)> {
    let (w, h) = (text::width(thread.label) * Font::TICK.size, 1.05 * Font::TICK.size);
    let mut list = Vec::new();
    // Where lines run on top of each other, a name beside them could be anybody's.
    let alone = |&(x, y): &(f64, f64)| {
        let here = Frame { left: x, top: y, right: x, bottom: y };
        cells.count(&here, APART, !own) == 0
    };
    for (x, y) in thread.pieces.iter().flat_map(|piece| walk(piece)).filter(alone) {
        let right = [y + GAP, y - GAP - h, y - h / 2.0].map(|top| (x + GAP, top));
        let left = [y - GAP - h, y + GAP, y - h / 2.0].map(|top| (x - GAP - w, top));
        for (left, top) in right.into_iter().chain(left) {
            let spot = Frame { left, top, right: left + w, bottom: top + h };
            let inside = spot.left >= frame.left + 1.0
                && spot.right <= frame.right - 1.0
                && spot.top >= frame.top + 1.0
                && spot.bottom <= frame.bottom - 1.0;
            if !inside || cells.count(&spot, 0.0, u32::MAX) > 0 {
                continue;
            }
            if cells.count(&spot, APART, !own) > 0 {
                continue;
            }
            // Far from the others, and rather at the end of the line, where the eye arrives.
            let crowd = cells.count(&spot, NEAR, !own) as f64;
            list.push((spot, crowd + 0.02 * (frame.right - x)));
        }
    }
    list
}

fn overlap(a: &Frame, b: &Frame) -> bool {
    let pad = 1.5;
    a.left < b.right + pad
        && b.left < a.right + pad
        && a.top < b.bottom + pad
        && b.top < a.bottom + pad
}

/// Places along a piece, one every [`STEP`].
fn walk(piece: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut places = Vec::new();
    let mut left = 0.0;
    for pair in piece.windows(2) {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        let length = (bx - ax).hypot(by - ay);
        while left <= length {
            let t = if length > 0.0 { left / length } else { 0.0 };
            places.push((ax + t * (bx - ax), ay + t * (by - ay)));
            left += STEP;
        }
        left -= length;
    }
    places.extend(piece.last());
    places
}

/// Which lines run through each cell of the frame.
#[derive(Debug)]
struct Cells {
    frame: Frame,
    columns: usize,
    rows: usize,
    lines: Vec<u32>,
}

impl Cells {
    fn new(frame: &Frame) -> Cells {
        let columns = (frame.width() / CELL).ceil().clamp(1.0, 4000.0) as usize;
        let rows = (frame.height() / CELL).ceil().clamp(1.0, 4000.0) as usize;
        Cells { frame: *frame, columns, rows, lines: vec![0; columns * rows] }
    }

    fn cell(&self, (x, y): (f64, f64)) -> (usize, usize) {
        let at = |v: f64, n: usize| (v / CELL).clamp(0.0, (n - 1) as f64) as usize;
        (at(x - self.frame.left, self.columns), at(y - self.frame.top, self.rows))
    }

    fn trace(&mut self, piece: &[(f64, f64)], line: u32) {
        for pair in piece.windows(2) {
            let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
            let steps = ((bx - ax).hypot(by - ay) / (CELL / 2.0)).ceil().clamp(1.0, 1e5) as usize;
            for k in 0..=steps {
                let t = k as f64 / steps as f64;
                let (column, row) = self.cell((ax + t * (bx - ax), ay + t * (by - ay)));
                self.lines[row * self.columns + column] |= line;
            }
        }
    }

    /// Cells of a spot, made larger by `pad`, through which one of these lines runs.
    fn count(&self, spot: &Frame, pad: f64, lines: u32) -> usize {
        let (left, top) = self.cell((spot.left - pad, spot.top - pad));
        let (right, bottom) = self.cell((spot.right + pad, spot.bottom + pad));
        (top..=bottom)
            .flat_map(|row| &self.lines[row * self.columns + left..=row * self.columns + right])
            .filter(|&&cell| cell & lines != 0)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { left: 0.0, top: 0.0, right: 200.0, bottom: 100.0 };

    fn level(label: &str, y: f64) -> Thread<'_> {
        Thread { label, pieces: vec![vec![(0.0, y), (200.0, y)]] }
    }

    #[test]
    fn names_stand_beside_their_own_line_and_touch_no_other() {
        let heights = [20.0, 50.0, 80.0];
        let threads: Vec<Thread<'_>> = heights.iter().map(|&y| level("name", y)).collect();
        for (place, y) in places(&threads, &[], &FRAME).into_iter().zip(heights) {
            let (_, baseline) = place.expect("there is room");
            let distance = (baseline - 0.5 * Font::TICK.size - y).abs();
            assert!(distance < 10.0, "{baseline} at {y}");
        }
    }

    #[test]
    fn a_line_between_two_close_ones_is_left_to_the_legend() {
        let threads: Vec<Thread<'_>> = (0..9).map(|i| level("name", 46.0 + f64::from(i))).collect();
        let found = places(&threads, &[], &FRAME);
        assert!(found[4].is_none());
        // A name that is longer than the frame has no place either.
        let long = "x".repeat(100);
        assert_eq!(places(&[level(&long, 50.0)], &[], &FRAME), [None]);
        assert_eq!(places(&[], &[], &FRAME), []);
    }

    #[test]
    fn two_names_never_cover_each_other() {
        let crossing: Vec<Thread<'_>> = (0..6)
            .map(|i| {
                let y = 10.0 + 15.0 * f64::from(i);
                Thread { label: "a long name", pieces: vec![vec![(0.0, y), (200.0, 95.0 - y)]] }
            })
            .collect();
        let found: Vec<(f64, f64)> = places(&crossing, &[], &FRAME).into_iter().flatten().collect();
        assert!(found.len() >= 2, "{found:?}");
        let width = text::width("a long name") * Font::TICK.size;
        for (i, a) in found.iter().enumerate() {
            for b in &found[..i] {
                let apart = (a.0 - b.0).abs() >= width || (a.1 - b.1).abs() >= Font::TICK.size;
                assert!(apart, "{found:?}");
            }
        }
    }
}
