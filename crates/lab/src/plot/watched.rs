//! Numbers under an axis: how many were still under observation at each of its ticks.

use super::style::Style;
use super::svg::{Anchor, Font, Svg};
use super::text;

/// How long the members of one series were watched.
#[derive(Debug, Clone, PartialEq)]
pub struct Watched {
    /// The name at the left of the row.
    pub label: String,
    /// The look of its series.
    pub style: Style,
    /// When each left the observation, by its end or by being stopped; ascending.
    pub until: Vec<f64>,
}

impl Watched {
    /// A row of a series.
    pub fn new(label: impl Into<String>, style: Style, mut until: Vec<f64>) -> Watched {
        until.sort_by(f64::total_cmp);
        Watched { label: label.into(), style, until }
    }

    /// How many were watched just before a time.
    fn at(&self, time: f64) -> usize {
        self.until.len() - self.until.partition_point(|&t| t < time)
    }
}

const ROW: f64 = 10.0;

/// Room that the names of the rows need at the left.
pub(crate) fn room(rows: &[Watched], most: f64) -> f64 {
    let widest = rows.iter().map(|r| text::width(&r.label)).fold(0.0, f64::max);
    (widest * Font::TICK.size).min(most)
}

/// Draws the rows below `top`; `ticks` are values with their horizontal places. Gives the lower
/// end.
pub(crate) fn draw(
    svg: &mut Svg,
    rows: &[Watched],
    ticks: &[(f64, f64)],
    (left, frame_left, top): (f64, f64, f64),
) -> f64 {
    let mut y = top + ROW;
    svg.text((left, y), Anchor::Start, Font::TICK, "still watched", None);
    for row in rows {
        y += ROW;
        let name = text::fitted(&row.label, (frame_left - left - 4.0) / Font::TICK.size);
        svg.coloured_text((left, y), Anchor::Start, Font::TICK, &name, row.style.colour());
        let mut end = f64::NEG_INFINITY;
        for &(value, x) in ticks {
            let number = row.at(value).to_string();
            let half = text::width(&number) / 2.0 * Font::TICK.size;
            if x - half > end + 2.0 {
                svg.text((x, y), Anchor::Middle, Font::TICK, &number, None);
                end = x + half;
            }
        }
    }
    y + 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_ends_at_a_time_was_watched_until_then() {
        let row = Watched::new("a", Style::Series(0), vec![3.0, 1.0, 1.0, 2.0]);
        assert_eq!([0.0, 1.0, 1.5, 2.0, 3.0, 3.1].map(|t| row.at(t)), [4, 4, 2, 2, 1, 0]);
    }
}
