//! How many puzzles it takes to see a difference.

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::columns;
use crate::compare::Comparison;
use crate::stats::{FACTORS, puzzles_needed};

/// The puzzles needed to tell two algorithms apart whose times differ by a factor, at the spread
/// of the ratios seen here.
pub fn power(c: &Comparison<'_>) -> Option<Table> {
    let rows: Vec<Vec<Field>> = c
        .by_set
        .iter()
        .flat_map(|r| {
            let times = |a: usize| -> Vec<Option<f64>> {
                let of_set = |i: &usize| c.content.puzzles[c.puzzles[*i]].set == r.set;
                (0..c.puzzles.len()).filter(of_set).map(|i| c.pairs[a][i].time.seen()).collect()
            };
            let leader = times(r.leader());
            r.standings[1..]
                .iter()
                .filter_map(|s| {
                    let ratios: Vec<f64> = leader
                        .iter()
                        .zip(times(s.algorithm))
                        .filter_map(|(x, y)| Some((y? / (*x)?).ln()))
                        .collect();
                    let sd = crate::stats::Summary::of(&ratios).ok()?.sd?;
                    let mut row = vec![
                        Field::word(c.content.sets[r.set].clone()),
                        Field::word(c.label(s.algorithm)),
                        Field::count(ratios.len()),
                        Field::number(sd.exp(), n::ratio(sd.exp())),
                    ];
                    row.extend(FACTORS.map(|factor| Field::count(puzzles_needed(factor, sd))));
                    Some(row)
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let mut heads = columns(&[
        ("set", "set"),
        ("algorithm", "algorithm"),
        ("n", "puzzles both solved"),
        ("spread", "spread of the ratios"),
    ]);
    heads.extend(FACTORS.map(|factor| {
        let name = format!("needed_{}", factor.to_string().replace('.', "_"));
        (name, format!("to see {factor} ×"))
    }));
    (!rows.is_empty()).then(|| Table {
        name: "power",
        title: "How many puzzles are needed".to_owned(),
        note: "To tell an algorithm from the leader of the set, if it took so many times as long: independent puzzles needed for a signed-rank test at 5 % that notices in nine of ten studies, at the spread of the ratios seen here (one standard deviation of their logarithms, as a factor). A normal approximation; with many algorithms at once Holm's correction asks for more.".to_owned(),
        columns: heads,
        rows,
        folded: true,
        shown: 400,
    })
}
