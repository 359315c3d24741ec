//! Bounds that are stated before anything is run, and what an estimate says about them.
//!
//! A published figure is turned into two ranges: where ours has to lie to bear it out, and where it
//! has to lie to be of the same kind. Ours is an interval, not a number. Lies it inside the first
//! range, the figure *holds*; inside the second, it holds *in kind*; outside the second, it
//! *differs*; and an interval that reaches across an edge *cannot tell at this size*. So every verdict
//! can fail, and few puzzles give no verdict instead of a kind one.
//!
//! Evidence is counted in puzzles that have nothing to do with each other ([`Size`]): runs of one puzzle
//! and puzzles made from the same one are one piece. Every bound says how many it needs, and with fewer
//! nothing holds, not even in kind. That something differs can be plain with a few.

use super::claim::Agreement;
use super::measured::Column;
use crate::report::numbers;
use crate::stats::{Interval, percentile_interval, wilson};
use std::fmt;
use sudolab_grid::random::Random;

/// What a number counts, for the words of a bound.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scale {
    /// Parts of one.
    Share,
    /// Anything else.
    Plain,
}

/// Two ranges around a published figure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    holds: (f64, f64),
    in_kind: (f64, f64),
    scale: Scale,
    /// Whether the lower ends do not belong to the ranges.
    strict: bool,
}

impl Bound {
    /// Ranges for a share.
    pub const fn share(holds: (f64, f64), in_kind: (f64, f64)) -> Bound {
        Bound { holds, in_kind, scale: Scale::Share, strict: false }
    }

    /// Ranges for any other number.
    pub const fn plain(holds: (f64, f64), in_kind: (f64, f64)) -> Bound {
        Bound { holds, in_kind, scale: Scale::Plain, strict: false }
    }

    /// Greater than nought: a difference or a correlation in the direction that was published.
    pub const fn positive() -> Bound {
        Bound { strict: true, ..Bound::above(0.0) }
    }

    /// A number or more.
    pub const fn above(least: f64) -> Bound {
        Bound::plain((least, f64::INFINITY), (least, f64::INFINITY))
    }

    /// The range that k of n puzzles of the paper leave open by chance, widened by 5 points; in kind
    /// if widened by 15.
    pub fn around(k: usize, n: usize) -> Bound {
        let theirs = wilson(k, n, 0.95).unwrap_or(Interval::new(0.0, 1.0));
        let widened = |by: f64| ((theirs.low - by).max(0.0), (theirs.high + by).min(1.0));
        Bound::share(widened(0.05), widened(0.15))
    }

    /// What an estimate says.
    pub fn judge(&self, ours: Option<Interval>) -> Agreement {
        let Some(ours) = ours.filter(|i| i.low <= i.high) else { return Agreement::CannotTell };
        let inside = |(low, high): (f64, f64)| {
            (ours.low > low || !self.strict && ours.low == low) && ours.high <= high
        };
        let outside = |(low, high): (f64, f64)| {
            ours.high < low || ours.low > high || self.strict && ours.low < low && ours.high == low
        };
        if inside(self.holds) {
            Agreement::Holds
        } else if inside(self.in_kind) {
            Agreement::InKind
        } else if outside(self.in_kind) {
            Agreement::Differs
        } else {
            Agreement::CannotTell
        }
    }

    /// How many units a share needs so that its interval fits into the range in which it holds, if
    /// it is in truth the published one.
    pub fn needed_for_share(&self, published: f64) -> usize {
        let fits = |n: usize| {
            let k = (published * n as f64).round() as usize;
            wilson(k, n, 0.95).is_ok_and(|i| self.judge(Some(i)) == Agreement::Holds)
        };
        (1..).map(|i| 5 * i).take(4000).find(|&n| fits(n)).unwrap_or(20_000)
    }

    /// How many units anything else needs, by the width its interval has with `n` of them, which
    /// shrinks with the square root of their number: so many that it fits between the published figure
    /// and the nearest edge. A figure outside of the range in which it holds says nothing; then ours has
    /// to be told from the nearest edge.
    pub fn needed_by_width(&self, ours: Option<Interval>, n: usize, published: f64) -> usize {
        let Some(ours) = ours.filter(|_| n >= FEWEST) else { return FEWEST.max(n + 1) };
        let (low, high) = self.holds;
        let room = if published > low && published < high {
            (published - low).min(high - published)
        } else {
            let (centre, ends) = ((ours.low + ours.high) / 2.0, [self.holds, self.in_kind]);
            let away = ends.into_iter().flat_map(|(a, b)| [a, b]).map(|end| (centre - end).abs());
            away.fold(f64::INFINITY, f64::min)
        };
        let needed = n as f64 * (ours.width() / 2.0 / room.max(1e-12)).powi(2);
        (needed.ceil().min(1e9) as usize).max(FEWEST)
    }
}

/// Fewer units give no interval.
pub const FEWEST: usize = 4;

/// How many independent pieces of evidence there are, and how many a bound needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// There are.
    pub n: usize,
    /// It needs.
    pub needs: usize,
    /// What a piece is: a puzzle, unless puzzles were made from others.
    pub unit: &'static str,
}

impl Size {
    /// So many puzzles.
    pub const fn puzzles(n: usize, needs: usize) -> Size {
        Size { n, needs, unit: "puzzle" }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // "puzzles solved by each": the noun is the first word.
        let (noun, rest) = match self.unit.split_once(' ') {
            Some((noun, rest)) => (noun, format!(" {rest}")),
            None => (self.unit, String::new()),
        };
        let needs = numbers::counted(self.needs, noun);
        write!(f, "needs {needs}{rest}, here {}", numbers::count(self.n))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |x: f64| match self.scale {
            Scale::Share => numbers::percent(x),
            Scale::Plain => numbers::plain(x),
        };
        let range = |(low, high): (f64, f64)| match (low.is_finite(), high.is_finite()) {
            (true, false) => format!("above {}", number(low)),
            (false, true) => format!("below {}", number(high)),
            _ => format!("within {} to {}", number(low), number(high)),
        };
        write!(f, "holds {}", range(self.holds))?;
        if self.in_kind != self.holds {
            write!(f, ", in kind {}", range(self.in_kind))?;
        }
        Ok(())
    }
}

/// The 95 % interval of a statistic over units drawn again with replacement: puzzles, not runs, for
/// the runs of one puzzle are not independent. `None` for fewer than four units, or when the statistic
/// is not defined for most draws.
pub fn over_units(
    n: usize,
    random: &mut Random,
    statistic: impl Fn(&[usize]) -> Option<f64>,
) -> Option<Interval> {
    let apart: Vec<Vec<usize>> = (0..n).map(|unit| vec![unit]).collect();
    over_clusters(&apart, random, statistic)
}

/// The same where units belong together: whole clusters are drawn.
pub fn over_clusters(
    clusters: &[Vec<usize>],
    random: &mut Random,
    statistic: impl Fn(&[usize]) -> Option<f64>,
) -> Option<Interval> {
    let n = clusters.len();
    let mut units = Vec::new();
    interval(n, random, |random| {
        units.clear();
        (0..n).for_each(|_| units.extend_from_slice(&clusters[random.index(n)]));
        statistic(&units)
    })
}

/// The same for a statistic of two groups of units that are drawn apart.
pub fn over_two(
    n: usize,
    m: usize,
    random: &mut Random,
    statistic: impl Fn(&[usize], &[usize]) -> Option<f64>,
) -> Option<Interval> {
    let (mut first, mut second) = (vec![0; n], vec![0; m]);
    interval(n.min(m), random, |random| {
        first.iter_mut().for_each(|unit| *unit = random.index(n));
        second.iter_mut().for_each(|unit| *unit = random.index(m));
        statistic(&first, &second)
    })
}

fn interval(
    n: usize,
    random: &mut Random,
    mut draw: impl FnMut(&mut Random) -> Option<f64>,
) -> Option<Interval> {
    if n < FEWEST {
        return None;
    }
    let draws = if n > 5000 { 299 } else { 999 };
    let mut values: Vec<f64> =
        (0..draws).filter_map(|_| draw(random)).filter(|v| v.is_finite()).collect();
    if values.len() < draws / 2 {
        return None;
    }
    values.sort_by(f64::total_cmp);
    percentile_interval(&values, 0.95).ok()
}

/// The means of values within clusters: one for each.
pub fn by_cluster(values: &[f64], clusters: &[Vec<usize>]) -> Vec<f64> {
    let mean = |members: &Vec<usize>| {
        members.iter().map(|&m| values[m]).sum::<f64>() / members.len().max(1) as f64
    };
    clusters.iter().map(mean).collect()
}

/// The share of puzzles solved by every run, over clusters, with its interval.
pub fn solved_share(column: &Column<'_>, random: &mut Random) -> Option<Interval> {
    let solved: Vec<f64> =
        column.times.iter().map(|t| f64::from(u8::from(!t.is_beyond()))).collect();
    mean_share(&by_cluster(&solved, &column.clusters), random)
}

/// The interval of the mean share over independent units: Wilson's where each unit is all or nothing,
/// else by drawing units again. Equal units would then look certain, so that they count as so many all
/// or nothing ones.
pub fn mean_share(shares: &[f64], random: &mut Random) -> Option<Interval> {
    let n = shares.len();
    if n < FEWEST {
        return None;
    }
    let mean = shares.iter().sum::<f64>() / n as f64;
    let whole = shares.iter().all(|&s| s == 0.0 || s == 1.0);
    let equal = shares.iter().all(|&s| s == shares[0]);
    if whole || equal {
        return wilson(((mean * n as f64).round() as usize).min(n), n, 0.95).ok();
    }
    over_units(n, random, |units| Some(units.iter().map(|&u| shares[u]).sum::<f64>() / n as f64))
}

/// The interval of a rank correlation by Fisher's transformation (with the variance 1.06 / (n - 3)
/// that Fieller, Hartley and Pearson give for Spearman's coefficient).
pub fn of_correlation(coefficient: f64, n: usize) -> Option<Interval> {
    if n < 4 || !coefficient.is_finite() {
        return None;
    }
    let z = coefficient.clamp(-0.999_999, 0.999_999).atanh();
    let half = 1.96 * (1.06 / (n as f64 - 3.0)).sqrt();
    Some(Interval::new((z - half).tanh(), (z + half).tanh()))
}

/// How many units a correlation of this size needs to be told from none.
pub fn needed_for_correlation(coefficient: f64) -> usize {
    let z = coefficient.abs().clamp(0.01, 0.999).atanh();
    (3.0 + 1.06 * (1.96 / z).powi(2)).ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(low: f64, high: f64) -> Option<Interval> {
        Some(Interval::new(low, high))
    }

    #[test]
    fn an_estimate_holds_is_of_the_kind_differs_or_cannot_tell() {
        let bound = Bound::share((0.4, 0.6), (0.3, 0.7));
        for (ours, expected) in [
            (of(0.45, 0.55), Agreement::Holds),
            (of(0.35, 0.55), Agreement::InKind),
            (of(0.61, 0.69), Agreement::InKind),
            (of(0.2, 0.29), Agreement::Differs),
            (of(0.2, 0.35), Agreement::CannotTell),
            (of(0.0, 1.0), Agreement::CannotTell),
            (None, Agreement::CannotTell),
        ] {
            assert_eq!(bound.judge(ours), expected, "{ours:?}");
        }
    }

    #[test]
    fn a_direction_holds_only_when_nought_is_excluded() {
        let bound = Bound::positive();
        assert_eq!(bound.judge(of(0.1, 0.3)), Agreement::Holds);
        assert_eq!(bound.judge(of(-0.1, 0.3)), Agreement::CannotTell);
        assert_eq!(bound.judge(of(0.0, 0.0)), Agreement::CannotTell);
        assert_eq!(bound.judge(of(0.0, 0.2)), Agreement::CannotTell);
        assert_eq!(bound.judge(of(-0.3, -0.1)), Agreement::Differs);
    }

    #[test]
    fn few_units_are_no_proof_even_when_they_agree() {
        let mut random = Random::new(1);
        let all = |n: usize| mean_share(&vec![1.0; n], &mut Random::new(1)).unwrap();
        assert!(all(4).low < 0.6 && all(400).low > 0.98);
        assert!(mean_share(&[1.0; 3], &mut random).is_none());
        assert!(Bound::share((0.95, 1.0), (0.5, 1.0)).needed_for_share(1.0) > 50);
        assert!(needed_for_correlation(0.8) < 10 && needed_for_correlation(0.1) > 300);
    }

    #[test]
    fn what_is_needed_is_said_in_the_plural_of_its_noun() {
        let size = Size { n: 3, needs: 60, unit: "puzzle they were made from" };
        assert_eq!(size.to_string(), "needs 60\u{a0}puzzles they were made from, here 3");
        let size = Size { unit: "algorithm", ..size };
        assert_eq!(size.to_string(), "needs 60\u{a0}algorithms, here 3");
    }

    #[test]
    fn fewer_units_than_needed_let_nothing_hold_but_may_show_a_difference() {
        let (few, enough) = (Size::puzzles(8, 75), Size::puzzles(75, 75));
        assert_eq!(Agreement::Holds.with(few), Agreement::CannotTell);
        assert_eq!(Agreement::InKind.with(few), Agreement::CannotTell);
        assert_eq!(Agreement::Differs.with(few), Agreement::Differs);
        assert_eq!(Agreement::Holds.with(enough), Agreement::Holds);
        assert_eq!(few.to_string(), "needs 75\u{a0}puzzles, here 8");
    }

    #[test]
    fn an_interval_twice_as_wide_needs_four_times_as_many() {
        let bound = Bound::plain((28.0, 115.0), (10.0, 570.0));
        let needs = |low, high| bound.needed_by_width(of(low, high), 100, 57.0);
        assert_eq!(needs(28.0, 86.0), 100);
        assert_eq!(needs(0.0, 116.0), 400);
        assert_eq!(bound.needed_by_width(None, 2, 57.0), FEWEST);
        // Published nothing: ours has to be told from the edge, which is 2 away of its middle.
        assert_eq!(Bound::above(1.0).needed_by_width(of(2.0, 4.0), 100, f64::NAN), 25);
    }

    #[test]
    fn four_versions_of_a_puzzle_are_one_piece_of_evidence() {
        let clusters: Vec<Vec<usize>> = (0..10).map(|c| (4 * c..4 * c + 4).collect()).collect();
        let values: Vec<f64> = (0..40).map(|i| f64::from(u8::from(i >= 8))).collect();
        assert_eq!(by_cluster(&values, &clusters)[..3], [0.0, 0.0, 1.0]);
        let mean = |units: &[usize]| {
            Some(units.iter().map(|&u| values[u]).sum::<f64>() / units.len() as f64)
        };
        let together = over_clusters(&clusters, &mut Random::new(1), mean).unwrap();
        let apart = over_units(40, &mut Random::new(1), mean).unwrap();
        assert!(together.width() > 1.5 * apart.width(), "{together:?} {apart:?}");
    }
}
