//! One row per algorithm.

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::{columns, time};
use crate::compare::{Comparison, SetResult};
use crate::stats::HodgesLehmann;

/// Sets that have columns of their own.
const MOST_SETS: usize = 8;

/// T2, T3: every algorithm, best first. Of several sets each has its own columns: a number over all
/// of them would depend on how many puzzles each happens to have, so such numbers are in the file only.
pub fn standings(c: &Comparison<'_>) -> Table {
    let many = c.by_set.len() > 1;
    let over_all = |words: &'static str| if many { "" } else { words };
    // With more sets the columns have no room; they are in the file, and in “Set by set”.
    let room = c.content.sets.len() <= MOST_SETS;
    let mut heads = columns(&[
        ("algorithm", "algorithm"),
        // Shown by the order; the file names it.
        ("rank", ""),
        ("mean_rank_of_sets", if many { "mean rank" } else { "" }),
        ("family", "family"),
        ("solved", if many && room { "" } else { "solved" }),
    ]);
    for (i, set) in c.content.sets.iter().enumerate() {
        let words = |words: String| if room { words } else { String::new() };
        heads.push((format!("solved_set_{}", i + 1), words(set.clone())));
        if many {
            let words = words(format!("{set}: takes (95 %)"));
            heads.push((format!("slower_set_{}", i + 1), words));
            heads.push((format!("slower_low_set_{}", i + 1), String::new()));
            heads.push((format!("slower_high_set_{}", i + 1), String::new()));
        }
    }
    if c.content.is_thesis {
        heads.extend(columns(&[("unstable", "unstable")]));
    }
    heads.extend(columns(&[
        ("gave_up", "gave up"),
        ("stopped", "stopped at a limit"),
        ("slower_than_winner", over_all("slower than the winner (95 % interval)")),
        ("holm_p", over_all("p")),
        ("median_seconds", over_all("median time")),
        ("geometric_mean_seconds", over_all("typical time")),
        ("max_seconds", over_all("slowest")),
        ("par2_seconds", over_all("PAR-2")),
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
    let mean_rank = |algorithm: usize| {
        let ranks = c.by_set.iter().filter_map(|r| Some(place(r, algorithm)? as f64 + 1.0));
        let (sum, n) = ranks.fold((0.0, 0), |(sum, n), rank| (sum + rank, n + 1));
        sum / f64::from(n.max(1))
    };
    let mut order: Vec<(usize, f64)> =
        c.standings.iter().map(|s| mean_rank(s.algorithm)).enumerate().collect();
    if many {
        order.sort_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
    }
    let rows = order.into_iter().map(|(rank, mean)| {
        let s = &c.standings[rank];
        let entry = &c.content.algorithms[s.algorithm];
        let duel = (rank > 0).then(|| &c.against_winner[rank - 1]);
        let ratio = duel.and_then(|d| d.ratio);
        let mut row = vec![
            Field::word(entry.label.clone()),
            Field::count(rank + 1),
            Field::number(mean, n::plain(mean)),
            Field::word(entry.family.clone()),
            Field::part(s.solved, s.n),
        ];
        for (set, &(solved, of)) in s.by_set.iter().enumerate() {
            row.push(Field::part(solved, of));
            if many {
                row.extend(in_set(c, set, s.algorithm));
            }
        }
        if c.content.is_thesis {
            row.push(Field::count(s.unstable));
        }
        row.extend([
            Field::count(s.gave_up),
            Field::count(s.stopped),
            slower(ratio, rank == 0),
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
    let rows = rows.collect();
    let note = match many {
        true if !room => {
            "In the order of the mean of the ranks in the sets, each set counting once. What each does in each set stands in “Set by set”, and in the columns of the file. “gave up” are puzzles it left without an answer, where more time would not have helped."
        }
        true => {
            "In the order of the mean of the ranks in the sets, each set counting once. For each set: puzzles solved, and how many times as long the algorithm takes as the leader of the set on the same puzzle (Hodges–Lehmann, failures included), with its 95 % interval; tests are in “Set by set”. “gave up” are puzzles it left without an answer, where more time would not have helped. Click a head to sort; the file has times, ranks, ratios and tests over all sets together as well, which depend on how many puzzles each set happens to have."
        }
        false => {
            "Ranked by puzzles solved, then by typical time (the geometric mean over the puzzles it solved; compare it only between algorithms that solved the same puzzles). “Slower” is the typical ratio of the times on the same puzzle (Hodges–Lehmann), failures included; p is of the signed-rank test against the first, after Holm. PAR-2 is the mean time with a failure counted as twice the limit. “>” means beyond the limit; “gave up” are puzzles it left without an answer, where more time would not have helped. Click a head to sort; the file has quartiles, means, runs and intervals of success and PAR-2 as well."
        }
    };
    Table {
        name: "algorithms",
        title: match many {
            true => "Every algorithm in every set",
            false => "Every algorithm, best first",
        }
        .to_owned(),
        note: note.to_owned(),
        columns: heads,
        rows,
        folded: false,
        shown: usize::MAX,
    }
}

/// How many times as long as the first, with its interval.
fn slower(ratio: Option<HodgesLehmann>, first: bool) -> Field {
    match ratio {
        None if first => Field::number(1.0, "–"),
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
    }
}

/// The place of an algorithm in a set, from 0.
fn place(r: &SetResult, algorithm: usize) -> Option<usize> {
    r.standings.iter().position(|s| s.algorithm == algorithm)
}

/// How many times as long as the leader of a set: as shown, and the ends of the interval for the file.
fn in_set(c: &Comparison<'_>, set: usize, algorithm: usize) -> [Field; 3] {
    let found = c.by_set.iter().find(|r| r.set == set);
    let Some((r, rank)) = found.and_then(|r| Some((r, place(r, algorithm)?))) else {
        return [(); 3].map(|()| Field::maybe(None, n::plain));
    };
    let ratio = (rank > 0).then(|| r.against_leader[rank - 1].ratio).flatten();
    let bound = |x: Option<f64>| match x {
        None => Field::maybe(None, n::plain),
        Some(x) => Field { raw: x.to_string(), ..Field::number(x.min(1e300), n::plain(x)) },
    };
    let shown = match rank {
        0 => Field::number(1.0, "leads"),
        _ => slower(ratio, false),
    };
    [shown, bound(ratio.map(|h| h.interval.low)), bound(ratio.map(|h| h.interval.high))]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mock::{Made, Mock};

    #[test]
    fn the_first_table_shows_each_set_for_itself_and_nothing_over_all_of_them() {
        let mock = Mock { plan: "chi-lange", sets: &[8; 4], runs: 2, versions: 1 };
        // On easy puzzles projections take twice as long as fewest candidates first, elsewhere ten times.
        let content = mock.content(|p| {
            let slower = match (p.label, p.set) {
                ("backtrack, fewest first", _) => 1.0,
                ("projections-chi-lange", "easy") => 2.0,
                ("projections-chi-lange", _) => 10.0,
                _ => 30.0,
            };
            Made::solved(1, 1e-3 * slower * (1.0 + 0.1 * p.number as f64))
        });
        let c = Comparison::of(&content).expect("all puzzles were run");
        let table = standings(&c);
        let shown: Vec<&str> =
            table.shown_columns().iter().map(|&i| table.columns[i].0.as_str()).collect();
        for pooled in ["slower_than_winner", "holm_p", "median_seconds", "par2_seconds", "solved"] {
            assert!(!shown.contains(&pooled), "{pooled} is shown: {shown:?}");
        }
        let column = |name: &str| {
            table.columns.iter().position(|(n, _)| n == name).expect("there is such a column")
        };
        let row = table.rows.iter().find(|r| r[0].raw == "projections-chi-lange").expect("a row");
        let ratio = |i: usize| row[column(&format!("slower_set_{i}"))].number.expect("a ratio");
        assert!((ratio(1) - 2.0).abs() < 1e-9 && (ratio(2) - 10.0).abs() < 1e-9);
        assert_eq!(table.rows[0][0].raw, "backtrack, fewest first");
        assert!(shown.contains(&"slower_set_1") && shown.contains(&"solved_set_4"), "{shown:?}");
    }
}
