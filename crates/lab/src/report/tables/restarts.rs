//! Run-time distributions of single puzzles: how often to begin again.

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::columns;
use crate::compare::Comparison;
use crate::stats::{Observation, Summary, best_restart};

/// With fewer runs a distribution shows nothing.
pub const ENOUGH: usize = 20;

/// The runs of a randomised algorithm on one puzzle.
pub struct Runs {
    /// The algorithm's place in the content's list.
    pub algorithm: usize,
    /// The puzzle's.
    pub puzzle: usize,
    /// How long each run took, or was watched.
    pub runs: Vec<Observation>,
}

/// Every pair of a randomised algorithm and a puzzle with enough runs.
pub fn distributions(c: &Comparison<'_>) -> Vec<Runs> {
    let content = c.content;
    let mut all: Vec<Runs> = Vec::new();
    // Rows come sorted by puzzle, algorithm and repeat.
    for rows in content.rows.chunk_by(|x, y| (x.puzzle, x.algorithm) == (y.puzzle, y.algorithm)) {
        let (algorithm, puzzle) = (rows[0].algorithm as usize, rows[0].puzzle as usize);
        if rows.len() < ENOUGH || !content.algorithms[algorithm].uses_seed {
            continue;
        }
        let observed = |row: &crate::store::Row| {
            let seconds = row.cpu_seconds.max(1e-9);
            // One that gave up took its time too, and begins again.
            if row.ended.is_solved() {
                Observation::Seen(seconds)
            } else {
                Observation::Beyond(seconds)
            }
        };
        all.push(Runs { algorithm, puzzle, runs: rows.iter().map(observed).collect() });
    }
    all
}

/// What restarting is worth on each puzzle with enough runs.
pub fn restarts(c: &Comparison<'_>) -> Option<Table> {
    let all = distributions(c);
    let rows: Vec<Vec<Field>> = all
        .iter()
        .filter_map(|of| {
            let restart = best_restart(&of.runs)?;
            let seen: Vec<f64> = of.runs.iter().filter_map(|r| r.seen()).collect();
            let summary = Summary::of(&seen).ok()?;
            let entry = &c.content.puzzles[of.puzzle];
            let cutoff = match restart.cutoff.is_finite() {
                true => Field::number(restart.cutoff, n::seconds(restart.cutoff)),
                false => Field { raw: "inf".into(), ..Field::number(1e300, "never") },
            };
            Some(vec![
                Field::word(c.label(of.algorithm)),
                Field::word(c.content.sets[entry.set].clone()),
                Field::count(entry.number),
                Field::count(of.runs.len()),
                Field::part(seen.len(), of.runs.len()),
                Field::number(summary.median, n::seconds(summary.median)),
                Field::maybe(summary.sd.map(|sd| sd / summary.mean), n::plain),
                Field::number(restart.plain, n::seconds(restart.plain)),
                cutoff,
                Field::number(restart.expected, n::seconds(restart.expected)),
                Field::number(restart.gain(), n::ratio(restart.gain())),
            ])
        })
        .collect();
    (!rows.is_empty()).then(|| Table {
        name: "restarts",
        title: "Run-time distributions, and when to begin again".to_owned(),
        note: format!(
            "Randomised algorithms on puzzles with at least {ENOUGH} runs. “Spread” is the standard deviation of the solved runs over their mean: 1 for an exponential law, which has no memory and gains nothing by beginning again; above 1 restarts pay. The time to a solution is expected, unsolved runs counted as spent and begun again. The best moment is chosen on every other run and judged on the rest, so a gain below 1 means that none was found."
        ),
        columns: columns(&[
            ("algorithm", "algorithm"),
            ("set", "set"),
            ("number", "number"),
            ("runs", "runs"),
            ("solved", "solved"),
            ("median_seconds", "median of the solved"),
            ("spread", "spread"),
            ("expected_seconds", "time to a solution"),
            ("cutoff_seconds", "best begun again after"),
            ("expected_with_restarts_seconds", "time to a solution then"),
            ("gain", "gain"),
        ]),
        rows,
        folded: all.len() > 12,
        shown: 300,
    })
}
