//! Every algorithm in every set.

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::{columns, time};
use crate::compare::Comparison;

/// How each algorithm stands against the leader of each set; nothing when there is one set, of
/// which the first table tells.
pub fn by_set(c: &Comparison<'_>) -> Option<Table> {
    if c.by_set.len() < 2 {
        return None;
    }
    let mut rows = Vec::new();
    for r in &c.by_set {
        for (rank, s) in r.standings.iter().enumerate() {
            let duel = (rank > 0).then(|| &r.against_leader[rank - 1]);
            let ratio = duel.and_then(|d| d.ratio);
            let finite = |x: f64| if x.is_finite() { x } else { 1e300 };
            let slower = match ratio {
                None if rank == 0 => Field::number(1.0, "leads"),
                None => Field::maybe(None, n::ratio),
                Some(h) => Field {
                    raw: h.estimate.to_string(),
                    ..Field::number(finite(h.estimate), n::ratio(h.estimate))
                },
            };
            let bound = |x: Option<f64>| match x {
                None => Field::maybe(None, n::plain),
                Some(x) => Field { raw: x.to_string(), ..Field::number(finite(x), n::plain(x)) },
            };
            rows.push(vec![
                Field::word(c.content.sets[r.set].clone()),
                Field::count(rank + 1),
                Field::word(c.label(s.algorithm)),
                Field::part(s.solved, s.n),
                Field::count(s.gave_up),
                Field::count(s.stopped),
                slower,
                bound(ratio.map(|h| h.interval.low)),
                bound(ratio.map(|h| h.interval.high)),
                Field::maybe(duel.and_then(|d| d.holm_p), n::p),
                Field::maybe(duel.and_then(|d| d.mcnemar), n::p),
                time(s.times.median),
                time(s.times.max),
                Field::count(r.n.0),
                Field::count(r.n.1),
            ]);
        }
    }
    Some(Table {
        name: "by-set",
        title: "Set by set".to_owned(),
        note: "Each set for itself: how many times as long an algorithm takes as the leader of the set on the same puzzle (Hodges–Lehmann, failures included), with its 95 % interval; p of the signed-rank test after Holm within the set, and of McNemar's test of who solved more. The file says how many puzzles and clusters of puzzles each set has.".to_owned(),
        columns: columns(&[
            ("set", "set"),
            ("rank", "rank"),
            ("algorithm", "algorithm"),
            ("solved", "solved"),
            ("gave_up", "gave up"),
            ("stopped", "stopped at a limit"),
            ("slower_than_leader", "takes"),
            ("slower_low", "95 % from"),
            ("slower_high", "to"),
            ("holm_p", "p"),
            ("mcnemar_p", "McNemar p"),
            ("median_seconds", "median time"),
            ("max_seconds", "slowest"),
            ("puzzles", ""),
            ("clusters", ""),
        ]),
        rows,
        folded: true,
        shown: 400,
    })
}
