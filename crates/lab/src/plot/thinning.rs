//! Drawing what the eye can see, and nothing twice.
//!
//! A line of a million points is cut down to its extent within each half point of width, then
//! to the corners that a straight line would miss by more than a twentieth of a point (Ramer
//! 1972, Douglas and Peucker 1973). Points that fall on the same half point are one; when
//! thousands remain, they become cells shaded by how many they hold.

use std::collections::BTreeMap;

/// Width of a column of a line, in points.
const COLUMN: f64 = 0.5;
/// How far a line may run beside its points.
const TOLERANCE: f64 = 0.05;
/// More separate points than this are drawn as shaded cells.
pub(crate) const MOST_POINTS: usize = 3000;
/// Side of a shaded cell.
pub(crate) const CELL: f64 = 1.5;
/// Number of shades.
pub(crate) const SHADES: usize = 4;

/// A line that looks the same with fewer points.
pub(crate) fn line(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    let mut rest = points;
    while let Some(&first) = rest.first() {
        let column = (first.0 / COLUMN).floor();
        let n = rest.iter().take_while(|p| (p.0 / COLUMN).floor() == column).count().max(1);
        let here = &rest[..n];
        rest = &rest[n..];
        if n <= 4 {
            kept.extend_from_slice(here);
            continue;
        }
        // First, extremes in their order, last.
        let by_height = |a: &usize, b: &usize| here[*a].1.total_cmp(&here[*b].1);
        let (lowest, highest) =
            ((0..n).min_by(by_height).unwrap_or(0), (0..n).max_by(by_height).unwrap_or(0));
        let mut chosen = [0, lowest.min(highest), lowest.max(highest), n - 1];
        chosen.sort_unstable();
        let mut before = None;
        for i in chosen {
            if before != Some(i) {
                kept.push(here[i]);
            }
            before = Some(i);
        }
    }
    corners(&kept)
}

/// The points that the line needs to stay within the tolerance.
fn corners(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut keep = vec![false; points.len()];
    (keep[0], keep[points.len() - 1]) = (true, true);
    let mut open = vec![(0, points.len() - 1)];
    while let Some((from, to)) = open.pop() {
        let (a, b) = (points[from], points[to]);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx.hypot(dy);
        let off = |p: (f64, f64)| {
            if length == 0.0 {
                (p.0 - a.0).hypot(p.1 - a.1)
            } else {
                // Beyond the ends, the distance along the line counts as well.
                let t = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (length * length);
                let side = ((p.0 - a.0) * dy - (p.1 - a.1) * dx).abs() / length;
                let past = (t - 1.0).max(-t).max(0.0) * length;
                side.max(past)
            }
        };
        let farthest =
            (from + 1..to).map(|i| (i, off(points[i]))).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((i, distance)) = farthest
            && distance > TOLERANCE
        {
            keep[i] = true;
            open.push((from, i));
            open.push((i, to));
        }
    }
    points.iter().zip(keep).filter(|(_, keep)| *keep).map(|(p, _)| *p).collect()
}

/// Points as they are to be drawn.
#[derive(Debug, PartialEq)]
pub(crate) enum Cloud {
    /// Separate points, those on the same spot once.
    Points(Vec<(f64, f64)>),
    /// Corners of shaded cells, by shade, lightest first.
    Cells([Vec<(f64, f64)>; SHADES]),
}

/// Thins a cloud of points.
pub(crate) fn cloud(points: impl Iterator<Item = (f64, f64)>) -> Cloud {
    let mut spots: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    for p in points {
        *spots
            .entry(((p.0 / COLUMN).round() as i64, (p.1 / COLUMN).round() as i64))
            .or_default() += 1;
    }
    if spots.len() <= MOST_POINTS {
        return Cloud::Points(
            spots.into_keys().map(|(x, y)| (x as f64 * COLUMN, y as f64 * COLUMN)).collect(),
        );
    }
    let per_cell = (CELL / COLUMN) as i64;
    let mut cells: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    for ((x, y), n) in spots {
        *cells.entry((x.div_euclid(per_cell), y.div_euclid(per_cell))).or_default() += n;
    }
    let most = cells.values().copied().max().unwrap_or(1) as f64;
    let mut shades: [Vec<(f64, f64)>; SHADES] = Default::default();
    for ((x, y), n) in cells {
        // Shades by the logarithm of the count: one is light, the fullest cell dark.
        let part = if most > 1.0 { (n as f64).ln() / most.ln() } else { 1.0 };
        let shade = ((part * SHADES as f64) as usize).min(SHADES - 1);
        shades[shade].push((x as f64 * CELL, y as f64 * CELL));
    }
    Cloud::Cells(shades)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_points_on_a_line_become_a_few_and_keep_its_spikes() {
        let points: Vec<(f64, f64)> = (0..1_000_000)
            .map(|i| {
                (
                    f64::from(i) * 200e-6,
                    if i == 777_777 { 90.0 } else { 10.0 + f64::from(i) * 1e-5 },
                )
            })
            .collect();
        let thin = line(&points);
        assert!(thin.len() < 50, "{}", thin.len());
        assert!(thin.iter().any(|p| p.1 == 90.0));
        assert_eq!((thin[0], thin[thin.len() - 1]), (points[0], points[points.len() - 1]));
    }

    #[test]
    fn every_point_stays_within_the_tolerance_of_the_thin_line() {
        let points: Vec<(f64, f64)> = (0..400)
            .map(|i| (f64::from(i) * 0.6, 50.0 + 30.0 * (f64::from(i) * 0.05).sin()))
            .collect();
        let thin = line(&points);
        assert!(thin.len() < 200);
        for p in &points {
            let near = thin.windows(2).any(|w| {
                let (dx, dy) = (w[1].0 - w[0].0, w[1].1 - w[0].1);
                (w[0].0..=w[1].0).contains(&p.0)
                    && ((p.0 - w[0].0) * dy - (p.1 - w[0].1) * dx).abs() / dx.hypot(dy)
                        <= TOLERANCE + 1e-9
            });
            assert!(near, "{p:?}");
        }
    }

    #[test]
    fn crowds_become_cells_and_few_points_stay() {
        let few = cloud([(1.0, 1.0), (1.01, 1.0), (5.0, 5.0)].into_iter());
        assert_eq!(few, Cloud::Points(vec![(1.0, 1.0), (5.0, 5.0)]));
        let many =
            cloud((0..1_000_000).map(|i| (f64::from(i % 997) / 4.0, f64::from(i % 1009) / 4.0)));
        let Cloud::Cells(shades) = many else { panic!("still points") };
        assert!(shades.iter().map(Vec::len).sum::<usize>() < 30_000);
    }
}
