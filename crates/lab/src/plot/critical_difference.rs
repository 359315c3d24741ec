//! The critical-difference diagram: mean ranks on a line, algorithms that cannot be told apart
//! joined by a bar. Source: Demšar 2006, section 3.2.2. The best rank is at the left.

use super::figure::{Content, Figure, Size};
use super::svg::{Anchor, Font, Paint, Svg, number};
use super::text;
use std::fmt::Write;

const ROW: f64 = 10.5;

/// A name with its mean rank; 1 is best.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Name.
    pub label: String,
    /// Mean rank.
    pub mean_rank: f64,
}

/// The diagram of several ranked algorithms; those closer than `distance` are joined.
pub fn critical_difference(ranked: &[Ranked], distance: f64) -> Figure {
    let mut order: Vec<Ranked> =
        ranked.iter().filter(|r| r.mean_rank.is_finite()).cloned().collect();
    order.sort_by(|a, b| a.mean_rank.total_cmp(&b.mean_rank));
    let distance = if distance.is_finite() && distance > 0.0 { distance } else { 0.0 };
    let caption = format!(
        "Mean ranks of {} algorithms, best at the left. Algorithms joined by a bar differ by less than the critical distance of {distance:.2} and cannot be told apart.",
        order.len()
    );
    let size = if order.len() > 6 { Size::PAGE } else { Size::COLUMN };
    Figure {
        title: "Mean ranks".to_owned(),
        caption,
        size,
        content: Content::Ladder(Ladder { order, distance }),
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ladder {
    order: Vec<Ranked>,
    distance: f64,
}

impl Ladder {
    pub fn draw(&self, svg: &mut Svg, left: f64, top: f64, width: f64) -> f64 {
        let n = self.order.len();
        if n == 0 {
            svg.text(
                (left + width / 2.0, top + 30.0),
                Anchor::Middle,
                Font::LABEL,
                "no data",
                None,
            );
            return top + 50.0;
        }
        let label = |r: &Ranked| text::fitted(&r.label, 0.36 * width / Font::TICK.size);
        let widest =
            self.order.iter().map(|r| text::width(&label(r))).fold(0.0, f64::max) * Font::TICK.size;
        let (line_left, line_right) = (left + widest + 14.0, left + width - widest - 14.0);
        let most = (n as f64).max(2.0);
        let at = |rank: f64| {
            line_left + (rank - 1.0).clamp(0.0, most) / (most - 1.0) * (line_right - line_left)
        };
        // A mean rank lies between 1 and n; one that does not is drawn at the nearer end.
        let rank_at = |r: &Ranked| at(r.mean_rank.clamp(1.0, most));

        // A ruler of the critical distance above the line.
        let mut y = top + 16.0;
        if self.distance > 0.0 {
            let end = at(1.0 + self.distance).min(left + width);
            let fits = at(1.0 + self.distance) <= left + width;
            let (a, b) = (number(line_left), number(end));
            svg.path(
                &format!("M{a} {}v5m0 -2.5H{b}m0 -2.5v5", number(y - 2.5)),
                Paint::INK.stroke(0.9),
            );
            let words = format!(
                "critical distance {:.2}{}",
                self.distance,
                if fits { "" } else { " (cut)" }
            );
            svg.text((line_left, y - 5.0), Anchor::Start, Font::NOTE, &words, None);
        }
        y += 18.0;
        let axis = y;
        let mut marks = format!("M{} {}H{}", number(line_left), number(axis), number(line_right));
        let stride = (n.div_ceil(14)).max(1);
        for rank in 1..=most as usize {
            let x = at(rank as f64);
            let labelled = (rank - 1) % stride == 0;
            let _ =
                write!(marks, "M{} {}v-{}", number(x), number(axis), if labelled { 4 } else { 2 });
            if labelled {
                svg.text((x, axis - 6.0), Anchor::Middle, Font::TICK, &rank.to_string(), None);
            }
        }
        svg.path(&marks, Paint::INK.stroke(0.8));

        let groups = self.groups();
        let bars_top = axis + 6.0;
        let mut bars = String::new();
        let levels = self.levels(&groups);
        for (&(from, to), &level) in groups.iter().zip(&levels) {
            let y = number(bars_top + 4.5 * level as f64);
            let (a, b) = (rank_at(&self.order[from]) - 2.0, rank_at(&self.order[to]) + 2.0);
            let _ = write!(bars, "M{} {y}H{}", number(a), number(b));
        }
        let n_levels = levels.iter().max().map_or(0, |l| l + 1);
        let first_row = bars_top + 4.5 * n_levels as f64 + 8.0;

        // The better half hangs to the left, the other to the right, each from the outside in.
        let n_left = n.div_ceil(2);
        let mut lines = String::new();
        for (i, r) in self.order.iter().enumerate() {
            let (row, edge, anchor, gap) = if i < n_left {
                (i, line_left - 4.0, Anchor::End, -3.0)
            } else {
                (n - 1 - i, line_right + 4.0, Anchor::Start, 3.0)
            };
            let y = first_row + row as f64 * ROW;
            let _ = write!(
                lines,
                "M{} {}V{}H{}",
                number(rank_at(r)),
                number(axis),
                number(y),
                number(edge)
            );
            svg.text((edge + gap, y + 0.36 * Font::TICK.size), anchor, Font::TICK, &label(r), None);
        }
        svg.path(&lines, Paint::INK.stroke(0.5).opacity(0.75));
        svg.path(&bars, Paint::coloured(Some(0)).stroke(2.4).round());
        first_row + n_left as f64 * ROW + 2.0
    }

    /// Longest runs of algorithms within the critical distance, as places in the order.
    fn groups(&self) -> Vec<(usize, usize)> {
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for from in 0..self.order.len() {
            let near = |r: &Ranked| r.mean_rank - self.order[from].mean_rank < self.distance;
            let to = self.order.iter().rposition(near).unwrap_or(from);
            if to > from && groups.last().is_none_or(|last| to > last.1) {
                groups.push((from, to));
            }
        }
        groups
    }

    /// A level for each bar such that bars on one level do not touch.
    fn levels(&self, groups: &[(usize, usize)]) -> Vec<usize> {
        let mut ends: Vec<usize> = Vec::new();
        groups
            .iter()
            .map(|&(from, to)| {
                let level = ends.iter().position(|&end| end + 1 < from).unwrap_or(ends.len());
                if level == ends.len() {
                    ends.push(to);
                } else {
                    ends[level] = to;
                }
                level
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_the_longest_runs_within_the_distance() {
        let order = [1.2, 1.9, 2.1, 3.4, 3.9]
            .map(|mean_rank| Ranked { label: String::new(), mean_rank })
            .to_vec();
        let ladder = Ladder { order, distance: 1.0 };
        assert_eq!(ladder.groups(), [(0, 2), (3, 4)]);
        // Neighbouring bars on one level would read as one bar.
        assert_eq!(ladder.levels(&ladder.groups()), [0, 1]);
        let chained = Ladder { distance: 1.6, ..ladder };
        assert_eq!(chained.groups(), [(0, 2), (1, 3), (3, 4)]);
    }
}
