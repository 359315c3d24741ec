//! Two algorithms at a time: who is faster, and do they find the same puzzles hard?

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::columns;
use crate::compare::{Comparison, Duel};
use crate::stats::{kendall, rank_keys, spearman_within, within, worst_overlap};
use sudolab_grid::random::Random;

fn duel_row(c: &Comparison<'_>, set: usize, d: &Duel) -> Vec<Field> {
    vec![
        Field::word(c.content.sets[set].clone()),
        Field::word(c.label(d.first)),
        Field::word(c.label(d.second)),
        Field::count(d.wins.0),
        Field::count(d.wins.1),
        Field::count(d.wins.2),
        Field::maybe(d.ratio.map(|h| h.estimate), n::ratio),
        Field::maybe(d.ratio.map(|h| h.interval.low), n::plain),
        Field::maybe(d.ratio.map(|h| h.interval.high), n::plain),
        Field::maybe(d.a12, |x| format!("{x:.2}")),
        Field::count(d.alone.0),
        Field::count(d.alone.1),
        Field::maybe(d.mcnemar, n::p),
        Field::maybe(d.wilcoxon.map(|w| w.p), n::p),
        Field::maybe(d.holm_p, n::p),
        Field::maybe(d.sign.map(|s| s.p), n::p),
    ]
}

const DUEL: &[(&str, &str)] = &[
    ("set", "set"),
    ("first", "first"),
    ("second", "second"),
    ("wins", "first faster"),
    ("ties", "undecided"),
    ("losses", "second faster"),
    ("ratio", "second takes"),
    ("ratio_low", "95 % from"),
    ("ratio_high", "to"),
    ("a12", "A12"),
    ("only_first", "only first solved"),
    ("only_second", "only second solved"),
    ("mcnemar_p", "McNemar p"),
    ("wilcoxon_p", "Wilcoxon p"),
    ("holm_p", "p after Holm"),
    ("sign_p", "sign test p"),
];

/// T5: every pair in every set.
pub fn duels(c: &Comparison<'_>) -> Table {
    Table {
        name: "pairs",
        title: "Every pair of algorithms".to_owned(),
        note: "Set by set and puzzle by puzzle. “Second takes” is how many times as long the second one takes on the same puzzle (Hodges–Lehmann estimate of the log ratio, with its 95 % interval; ∞ where the second one fails too often for a number). A12 is the probability that the second one takes longer on two puzzles drawn at random. Tests count puzzles made from the same puzzle once. Holm's correction is over all pairs of the set.".to_owned(),
        columns: columns(DUEL),
        rows: (c.by_set.iter())
            .flat_map(|r| r.duels.iter().map(|d| duel_row(c, r.set, d)))
            .collect(),
        folded: true,
        shown: 1000,
    }
}

/// T6, T7: do algorithms find the same puzzles hard?
pub fn agreement(c: &Comparison<'_>, chosen: &[usize]) -> Table {
    let mut rows = Vec::new();
    for (i, &first) in chosen.iter().enumerate() {
        for &second in &chosen[i + 1..] {
            let (x, y) = (rank_keys(&c.times(first)), rank_keys(&c.times(second)));
            let overlap = worst_overlap(&x, &y, 0.1, 0, &mut Random::new(0)).ok();
            let strata = c.strata(x.iter().zip(&y).enumerate().map(|(i, (&x, &y))| (i, x, y)));
            let rho = spearman_within(&strata);
            let tau = within(&strata, kendall);
            rows.push(vec![
                Field::word(c.label(first)),
                Field::word(c.label(second)),
                Field::maybe(rho.map(|r| r.coefficient), |x| format!("{x:.2}")),
                Field::maybe(rho.map(|r| r.p), n::p),
                Field::maybe(tau, |x| format!("{x:.2}")),
                Field::maybe(overlap.map(|o| o.shared as f64), |x| format!("{x}")),
                Field::maybe(overlap.map(|o| o.k as f64), |x| format!("{x}")),
                Field::maybe(overlap.map(|o| o.expected), |x| format!("{x:.1}")),
                Field::maybe(overlap.map(|o| o.binomial_p), n::p),
                Field::maybe(overlap.map(|o| o.hypergeometric_p), n::p),
            ]);
        }
    }
    Table {
        name: "agreement",
        title: "Do they find the same puzzles hard?".to_owned(),
        note: "Rank correlations of the times within sets (1: the same order, 0: unrelated), those of several sets weighted by their size, and how many of the hardest 10 % of all compared puzzles, over all sets, two algorithms share, against what chance alone would give. Binomial p as the thesis tests it; hypergeometric p is exact for sets of this size. Failures tie as the longest times.".to_owned(),
        columns: columns(&[
            ("first", "first"),
            ("second", "second"),
            ("spearman", "Spearman"),
            ("spearman_p", "p"),
            ("kendall", "Kendall"),
            ("worst_shared", "hardest shared"),
            ("worst_k", "of"),
            ("worst_expected", "by chance"),
            ("binomial_p", "binomial p"),
            ("hypergeometric_p", "hypergeometric p"),
        ]),
        rows,
        folded: true,
        shown: 200,
    }
}

/// T7, second part: what goes with the time of an algorithm.
pub fn effort(c: &Comparison<'_>) -> Table {
    let all = |values: Vec<f64>| -> Vec<(usize, f64)> { values.into_iter().enumerate().collect() };
    let clues = all(c.puzzles.iter().map(|&p| c.content.puzzles[p].clues as f64).collect());
    let er = c.ratings();
    let rows = c.standings.iter().map(|s| {
        let pairs = &c.pairs[s.algorithm];
        let times = rank_keys(&c.times(s.algorithm));
        let guesses = all(pairs.iter().map(|p| p.guesses as f64).collect());
        let ticks = all(pairs.iter().map(|p| p.ticks as f64).collect());
        let mut row = vec![Field::word(c.label(s.algorithm)), Field::part(s.solved, s.n)];
        for other in [&clues, &guesses, &ticks] {
            row.extend(correlations(c, &times, other));
        }
        if !er.is_empty() {
            row.extend(correlations(c, &times, &er));
        }
        row
    });
    let mut heads = columns(&[
        ("algorithm", "algorithm"),
        ("solved", "solved"),
        ("clues_spearman", "clues: Spearman"),
        ("clues_kendall", "Kendall"),
        ("clues_p", "p"),
        ("guesses_spearman", "guesses: Spearman"),
        ("guesses_kendall", "Kendall"),
        ("guesses_p", "p"),
        ("ticks_spearman", "ticks: Spearman"),
        ("ticks_kendall", "Kendall"),
        ("ticks_p", "p"),
    ]);
    if !er.is_empty() {
        heads.extend(columns(&[
            ("er_spearman", "rating ER: Spearman"),
            ("er_kendall", "Kendall"),
            ("er_p", "p"),
        ]));
    }
    Table {
        name: "effort",
        title: "What goes with the time?".to_owned(),
        note: "Rank correlations of an algorithm's time with the number of clues, with its own guesses and with its own ticks (first run of each puzzle), and with the puzzle's rating where the study has ratings: 1 means the same order, −1 the opposite one, a dash that nothing varies within a set. They are those within sets, weighted by size: that one set is harder than another does not count. Failures tie as the longest times. These are many tests without correction: read the coefficients, not the p values.".to_owned(),
        columns: heads,
        rows: rows.collect(),
        folded: true,
        shown: usize::MAX,
    }
}

/// Spearman's and Kendall's coefficients within sets, and the p value of the first; `other` has a
/// value for some of the compared puzzles, by their places.
fn correlations(c: &Comparison<'_>, times: &[f64], other: &[(usize, f64)]) -> [Field; 3] {
    let strata = c.strata(other.iter().map(|&(i, x)| (i, times[i], x)));
    let (rho, tau) = (spearman_within(&strata), within(&strata, kendall));
    [
        Field::maybe(rho.map(|r| r.coefficient), |x| format!("{x:.2}")),
        Field::maybe(tau, |x| format!("{x:.2}")),
        Field::maybe(rho.map(|r| r.p), n::p),
    ]
}
