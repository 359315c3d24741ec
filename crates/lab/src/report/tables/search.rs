//! What is left for the search where rules came first.

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::columns;
use crate::compare::Comparison;
use crate::stats::quantile;
use crate::store::Class;

/// Algorithms that place what is forced before they search: how much that solved, and how the
/// search did on the puzzles that it left to every one of them.
pub fn search(c: &Comparison<'_>) -> Option<Table> {
    let of: Vec<usize> =
        c.standings.iter().filter(|s| s.before_search > 0).map(|s| s.algorithm).collect();
    if of.is_empty() {
        return None;
    }
    let began = |a: usize, i: usize| {
        let pair = &c.pairs[a][i];
        pair.ticks > 0 || pair.class != Class::Solved
    };
    let left: Vec<usize> =
        (0..c.puzzles.len()).filter(|&i| of.iter().all(|&a| began(a, i))).collect();
    let rows = of.iter().map(|&a| {
        let pairs = &c.pairs[a];
        let before = pairs.iter().filter(|p| p.class == Class::Solved && p.ticks == 0).count();
        let mut times: Vec<f64> = left.iter().filter_map(|&i| pairs[i].time.seen()).collect();
        times.sort_by(f64::total_cmp);
        let mut ticks: Vec<f64> = left
            .iter()
            .filter(|&&i| !pairs[i].time.is_beyond())
            .map(|&i| pairs[i].ticks as f64)
            .collect();
        ticks.sort_by(f64::total_cmp);
        let middle = |v: &[f64]| (!v.is_empty()).then(|| quantile(v, 0.5));
        vec![
            Field::word(c.label(a)),
            Field::part(before, pairs.len()),
            Field::part(times.len(), left.len()),
            Field::maybe(middle(&times), n::seconds),
            Field::maybe(middle(&ticks), n::plain),
        ]
    });
    Some(Table {
        name: "search",
        title: "What is left for the search".to_owned(),
        note: format!(
            "These algorithms place what is forced before they search. The second column counts the puzzles that this alone solved, without a tick of the search; the others are over the {} on which the search of every one of them began.",
            n::counted(left.len(), "puzzle")
        ),
        columns: columns(&[
            ("algorithm", "algorithm"),
            ("before_search", "solved before the search began"),
            ("solved_left", "solved of what is left"),
            ("median_seconds_left", "median time of these"),
            ("median_ticks_left", "median ticks"),
        ]),
        rows: rows.collect(),
        folded: true,
        shown: usize::MAX,
    })
}
