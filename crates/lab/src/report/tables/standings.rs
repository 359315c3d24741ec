//! One row per algorithm.

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::{columns, time};
use crate::compare::Comparison;

/// T2, T3: every algorithm, best first.
pub fn standings(c: &Comparison<'_>) -> Table {
    let many = c.by_set.len() > 1;
    let slower = match many {
        true => "slower than the first, over all sets (95 % interval)",
        false => "slower than the winner (95 % interval)",
    };
    let mut heads = columns(&[
        ("algorithm", "algorithm"),
        // Shown by the order; the file names it.
        ("rank", ""),
        ("family", "family"),
        ("solved", "solved"),
    ]);
    for (i, set) in c.content.sets.iter().enumerate() {
        heads.push((format!("solved_set_{}", i + 1), set.clone()));
    }
    if c.content.is_thesis {
        heads.extend(columns(&[("unstable", "unstable")]));
    }
    heads.extend(columns(&[
        ("gave_up", "gave up"),
        ("stopped", "stopped at a limit"),
        ("slower_than_winner", slower),
        ("holm_p", "p"),
        ("median_seconds", "median time"),
        ("geometric_mean_seconds", "typical time"),
        ("max_seconds", "slowest"),
        ("par2_seconds", "PAR-2"),
        // The rest is in the file only.
        ("n", ""),
        ("slower_low", ""),
        ("slower_high", ""),
        ("success_low", ""),
        ("success_high", ""),
        ("runs", ""),
        ("runs_solved", ""),
        ("faults", ""),
        ("min_seconds", ""),
        ("q1_seconds", ""),
        ("q3_seconds", ""),
        ("mean_of_solved_seconds", ""),
        ("sd_of_solved_seconds", ""),
        ("total_of_solved_seconds", ""),
        ("par2_low", ""),
        ("par2_high", ""),
        ("settings", ""),
    ]));
    let rows = c.standings.iter().enumerate().map(|(rank, s)| {
        let entry = &c.content.algorithms[s.algorithm];
        let duel = (rank > 0).then(|| &c.against_winner[rank - 1]);
        let ratio = duel.and_then(|d| d.ratio);
        let slower = match ratio {
            None if rank == 0 => Field::number(1.0, "–"),
            None => Field::maybe(None, n::ratio),
            Some(h) if h.estimate.is_finite() => Field::number(
                h.estimate,
                format!(
                    "{} ({}–{})",
                    n::ratio(h.estimate),
                    n::plain(h.interval.low),
                    n::plain(h.interval.high)
                ),
            ),
            Some(_) => Field { raw: "inf".into(), ..Field::number(1e300, "fails too often") },
        };
        let mut row = vec![
            Field::word(entry.label.clone()),
            Field::count(rank + 1),
            Field::word(entry.family.clone()),
            Field::part(s.solved, s.n),
        ];
        row.extend(s.by_set.iter().map(|&(solved, of)| Field::part(solved, of)));
        if c.content.is_thesis {
            row.push(Field::count(s.unstable));
        }
        row.extend([
            Field::count(s.gave_up),
            Field::count(s.stopped),
            slower,
            Field::maybe(duel.and_then(|d| d.holm_p), n::p),
            time(s.times.median),
            Field::maybe(s.typical(), n::seconds),
            time(s.times.max),
            Field::number(s.par2, n::seconds(s.par2)),
            Field::count(s.n),
            Field::maybe(ratio.map(|h| h.interval.low), n::plain),
            Field::maybe(ratio.map(|h| h.interval.high), n::plain),
            Field::number(s.success.low, n::percent(s.success.low)),
            Field::number(s.success.high, n::percent(s.success.high)),
            Field::count(s.runs.0),
            Field::count(s.runs.1),
            Field::count(s.faults),
            time(s.times.min),
            time(s.times.q1),
            time(s.times.q3),
            Field::maybe(s.times.seen.map(|x| x.mean), n::seconds),
            Field::maybe(s.times.seen.and_then(|x| x.sd), n::seconds),
            Field::maybe(s.times.seen.map(|x| x.mean * s.solved as f64), n::seconds),
            Field::maybe(s.par2_interval.map(|i| i.low), n::seconds),
            Field::maybe(s.par2_interval.map(|i| i.high), n::seconds),
            Field::word(entry.settings.clone()),
        ]);
        row
    });
    let pooled = match many {
        true => {
            "Everything here is over all sets together, ratios and ranks included: they depend on how many puzzles each set happens to have. Read who is faster, and by how much, in “Set by set”. "
        }
        false => "",
    };
    Table {
        name: "algorithms",
        title: match many {
            true => "Every algorithm over all sets, best first",
            false => "Every algorithm, best first",
        }
        .to_owned(),
        note: pooled.to_owned()
            + "Ranked by puzzles solved, then by typical time (the geometric mean over the puzzles it solved; compare it only between algorithms that solved the same puzzles). “Slower” is the typical ratio of the times on the same puzzle (Hodges–Lehmann), failures included; p is of the signed-rank test against the first, after Holm. PAR-2 is the mean time with a failure counted as twice the limit. “>” means beyond the limit; “gave up” are puzzles it left without an answer, where more time would not have helped. Click a head to sort; the file has quartiles, means, runs and intervals of success and PAR-2 as well.",
        columns: heads,
        rows: rows.collect(),
        folded: false,
        shown: usize::MAX,
    }
}

/// T9: what each contributes.
pub fn portfolio(c: &Comparison<'_>) -> Option<Table> {
    let portfolio = c.portfolio.as_ref()?;
    let rows = c.standings.iter().map(|s| {
        let share = &portfolio.shares[s.algorithm];
        vec![
            Field::word(c.label(s.algorithm)),
            Field::number(share.won, n::plain(share.won)),
            Field::count(share.alone),
            Field::number(share.par, n::seconds(share.par)),
            Field::number(share.marginal, n::seconds(share.marginal)),
        ]
    });
    Some(Table {
        name: "portfolio",
        title: "What each one adds".to_owned(),
        note: format!(
            "The virtual best solver runs on each puzzle the algorithm that is fastest there; its PAR-2 is {}. “Adds” is how much that would grow without the algorithm.",
            n::seconds(portfolio.par)
        ),
        columns: columns(&[
            ("algorithm", "algorithm"),
            ("won", "puzzles won"),
            ("alone", "solved by it alone"),
            ("par2_seconds", "its PAR-2"),
            ("marginal_seconds", "adds"),
        ]),
        rows: rows.collect(),
        folded: true,
        shown: usize::MAX,
    })
}
