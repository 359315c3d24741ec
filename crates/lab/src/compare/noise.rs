//! The noise check: each algorithm against itself.
//!
//! Two questions. Do even and odd repeats differ on the whole ([`halves`])? A few wild times leave
//! that ratio at 1, because ranks do not feel them. So: how far do the repeats of a deterministic
//! algorithm on one puzzle lie apart ([`NoiseCheck`])? They did the same work, and what differs is
//! the measurement's. Repeats of randomised algorithms did other work and say nothing here.

use super::{Clusters, Duel, correct, duel, pair};
use crate::stats::{Observation, quantile};
use crate::store::{Content, Row};
use sudolab_grid::halt::{Halt, Stop};

/// The check fails when the typical spread of repeats is above this.
pub const TYPICALLY: f64 = 1.25;
/// The check fails when more than this share of the pairs has repeats that differ by more than
/// twice.
pub const MOST_APART: f64 = 0.02;

/// How far the repeats of one deterministic algorithm lie apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// Its place in the content's list.
    pub algorithm: usize,
    /// Puzzles with two solved repeats or more.
    pub n: usize,
    /// The median over these puzzles of the longest repeat against the shortest.
    pub typical: f64,
    /// Puzzles whose longest repeat took more than twice the shortest.
    pub apart: usize,
    /// The largest such ratio.
    pub worst: f64,
}

/// What the repeats of deterministic algorithms say about the measurement.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NoiseCheck {
    /// One for each deterministic algorithm with repeats, in the order of the standings.
    pub of: Vec<Spread>,
    /// All their pairs of puzzle and algorithm together: how many, the median, those apart.
    pub n: usize,
    /// The median over all pairs.
    pub typical: f64,
    /// Pairs whose repeats differ by more than twice.
    pub apart: usize,
}

impl NoiseCheck {
    /// Looks at every pair of puzzle and deterministic algorithm.
    pub fn of<'a>(
        content: &'a Content,
        order: &[usize],
        puzzles: &[usize],
        rows_of: &dyn Fn(usize, usize) -> &'a [Row],
    ) -> NoiseCheck {
        let (mut of, mut all) = (Vec::new(), Vec::new());
        for &algorithm in order.iter().filter(|&&a| !content.algorithms[a].uses_seed) {
            let mut ratios: Vec<f64> =
                puzzles.iter().filter_map(|&p| ratio(rows_of(algorithm, p))).collect();
            if ratios.is_empty() {
                continue;
            }
            ratios.sort_by(f64::total_cmp);
            of.push(Spread {
                algorithm,
                n: ratios.len(),
                typical: quantile(&ratios, 0.5),
                apart: apart(&ratios),
                worst: ratios[ratios.len() - 1],
            });
            all.extend(ratios);
        }
        all.sort_by(f64::total_cmp);
        let typical = if all.is_empty() { 1.0 } else { quantile(&all, 0.5) };
        NoiseCheck { of, n: all.len(), typical, apart: apart(&all) }
    }

    /// Whether the times can be believed; `None` when there is nothing to say.
    pub fn passed(&self) -> Option<bool> {
        let few = self.apart as f64 <= MOST_APART * self.n as f64;
        (self.n > 0).then_some(few && self.typical <= TYPICALLY)
    }
}

fn apart(ratios: &[f64]) -> usize {
    ratios.iter().filter(|&&r| r > 2.0).count()
}

/// The longest solved repeat against the shortest.
fn ratio(rows: &[Row]) -> Option<f64> {
    let times = || rows.iter().filter(|r| r.ended.is_solved()).map(|r| r.cpu_seconds.max(1e-9));
    let (low, high) =
        times().fold((f64::INFINITY, 0.0), |(l, h): (f64, f64), t| (l.min(t), h.max(t)));
    (times().count() > 1).then(|| high / low)
}

/// Even repeats of an algorithm against its odd ones, puzzle by puzzle. Both halves are the same
/// algorithm in random order, so a difference can only be noise (or chance: one in twenty).
pub fn halves<'a>(
    content: &'a Content,
    order: &[usize],
    puzzles: &[usize],
    rows_of: &dyn Fn(usize, usize) -> &'a [Row],
    halt: &Halt<'_>,
) -> Result<Vec<Duel>, Stop> {
    if content.is_thesis || content.most_runs < 2 {
        return Ok(Vec::new());
    }
    let half = |a: usize, parity: usize| -> Vec<Observation> {
        let time = |&p: &usize| {
            let rows = rows_of(a, p);
            // Halves of equal size: a median of three and one of two differ without any noise.
            let even = rows.len() / 2 * 2;
            let rows: Vec<Row> = rows[..even].iter().skip(parity).step_by(2).cloned().collect();
            match rows.is_empty() {
                true => Observation::Beyond(content.limit),
                false => pair(content, a, &rows).time,
            }
        };
        puzzles.iter().map(time).collect()
    };
    let clusters = Clusters::of(content, puzzles);
    let mut duels: Vec<Duel> = Vec::with_capacity(order.len());
    for &a in order {
        halt.check()?;
        duels.push(duel((a, &half(a, 0)), (a, &half(a, 1)), &clusters));
    }
    correct(&mut duels);
    Ok(duels)
}
