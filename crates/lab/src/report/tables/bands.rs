//! Success and time by share of clues.

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::{columns, time};
use crate::compare::Comparison;
use crate::stats::{CensoredSummary, Observation, quantile, wilson};

/// Numbers of clues from which on there is a table of them alone: one column for each has no room.
const MANY: usize = 8;
/// Fewer puzzles than this at a number of clues show next to nothing of it.
const FEW: usize = 5;

/// Puzzles with about as many clues: the percent given at which they begin, how they are named, and
/// their places among those compared.
pub type Band = (u32, String, Vec<usize>);

/// The compared puzzles in bands of their share of clues, fewest first. Many places become bands of
/// five percent, so that each has room in a figure.
pub fn bands(c: &Comparison<'_>) -> Vec<Band> {
    let fine = of_width(c, 1);
    if fine.len() > MANY { of_width(c, 5) } else { fine }
}

/// The same in steps of one percent, of puzzles that differ by a clue or less, where each has puzzles
/// enough; in bands otherwise.
pub fn steps(c: &Comparison<'_>) -> Vec<Band> {
    let fine = of_width(c, 1);
    let enough = fine.len() <= MANY || fine.iter().all(|(_, _, places)| places.len() >= FEW);
    if enough { fine } else { of_width(c, 5) }
}

fn of_width(c: &Comparison<'_>, width: u32) -> Vec<Band> {
    let entry = |i: usize| &c.content.puzzles[c.puzzles[i]];
    let share =
        |i: usize| (100.0 * entry(i).clues as f64 / entry(i).cells.max(1) as f64).round() as u32;
    let mut bands: Vec<Band> = Vec::new();
    let mut order: Vec<usize> = (0..c.puzzles.len()).collect();
    order.sort_by_key(|&i| (share(i), i));
    for i in order {
        let from = share(i) / width * width;
        match bands.last_mut() {
            Some(band) if band.0 == from => band.2.push(i),
            _ => bands.push((from, String::new(), vec![i])),
        }
    }
    for (from, name, places) in &mut bands {
        let same_board = places.iter().all(|&i| entry(i).cells == entry(places[0]).cells);
        let clues = places.iter().map(|&i| entry(i).clues);
        *name = match (same_board, clues.clone().min(), clues.max()) {
            (true, Some(low), Some(high)) if low == high => format!("{low} clues"),
            (true, Some(low), Some(high)) => format!("{low}–{high} clues"),
            _ => format!("{from}\u{a0}% given"),
        };
    }
    bands
}

/// The quartiles of an algorithm's times at a step, failures included.
pub fn quartiles(
    c: &Comparison<'_>,
    algorithm: usize,
    places: &[usize],
) -> Option<CensoredSummary> {
    let times: Vec<Observation> = places.iter().map(|&i| c.pairs[algorithm][i].time).collect();
    CensoredSummary::of(&times).ok()
}

/// Hardness step by step, where there are many numbers of clues with puzzles enough at each.
pub fn by_clues(c: &Comparison<'_>) -> Option<Table> {
    let steps = steps(c);
    if steps.len() <= MANY {
        return None;
    }
    let mut rows = Vec::new();
    for (_, name, places) in &steps {
        let clues = places.iter().map(|&i| c.content.puzzles[c.puzzles[i]].clues);
        let mean = clues.sum::<usize>() as f64 / places.len() as f64;
        for s in &c.standings {
            let pairs = || places.iter().map(|&i| &c.pairs[s.algorithm][i]);
            let solved = pairs().filter(|pair| !pair.time.is_beyond()).count();
            let interval = wilson(solved, places.len(), 0.95).ok();
            let Some(quarters) = quartiles(c, s.algorithm, places) else { continue };
            let mut ticks: Vec<f64> = pairs()
                .map(|pair| if pair.time.is_beyond() { f64::INFINITY } else { pair.ticks as f64 })
                .collect();
            ticks.sort_by(f64::total_cmp);
            // The lower one of two in the middle: one of them may have no end.
            let ticks = ticks[(ticks.len() - 1) / 2];
            rows.push(vec![
                Field { number: Some(mean), ..Field::word(name.clone()) },
                Field::number(mean, n::plain(mean)),
                Field::word(c.label(s.algorithm)),
                Field::part(solved, places.len()),
                Field::count(places.len()),
                Field::maybe(interval.map(|i| i.low), n::percent),
                Field::maybe(interval.map(|i| i.high), n::percent),
                time(quarters.q1),
                time(quarters.median),
                time(quarters.q3),
                match ticks.is_finite() {
                    true => Field::number(ticks, n::count(ticks as usize)),
                    false => Field { raw: "inf".into(), ..Field::number(1e300, "–") },
                },
            ]);
        }
    }
    Some(Table {
        name: "by-clues",
        title: "Hardness by number of clues".to_owned(),
        note: "One row for each number of clues and algorithm, as figure [hardness](#figure-hardness) draws them. A puzzle counts as solved when most of its runs solved it. The quartiles are of all puzzles, those not solved being longer than the limit; ticks are those of the puzzle in the middle.".to_owned(),
        columns: columns(&[
            ("clues", "clues"),
            ("clues_mean", ""),
            ("algorithm", "algorithm"),
            ("solved", "solved"),
            ("puzzles", ""),
            ("solved_low", "95 % from"),
            ("solved_high", "to"),
            ("q1_seconds", "a quarter within"),
            ("median_seconds", "half within"),
            ("q3_seconds", "three quarters within"),
            ("median_ticks", "ticks, median"),
        ]),
        rows,
        folded: true,
        shown: 400,
    })
}

/// T4: success by band; where there are many, they have a table of their own.
pub fn by_band(c: &Comparison<'_>) -> Option<Table> {
    let bands = bands(c);
    if bands.len() < 2 || steps(c).len() > MANY {
        return None;
    }
    let mut heads = columns(&[("algorithm", "algorithm")]);
    for (_, name, places) in &bands {
        let word: String =
            name.chars().map(|ch| if ch.is_ascii_digit() { ch } else { '_' }).collect();
        let word = word.trim_matches('_');
        heads.push((format!("solved_{word}"), format!("{name}: solved of {}", places.len())));
        heads.push((format!("median_{word}"), "median time of the solved".to_owned()));
    }
    let rows = c.standings.iter().map(|s| {
        let mut row = vec![Field::word(c.label(s.algorithm))];
        for (_, _, places) in &bands {
            let mut times: Vec<f64> =
                places.iter().filter_map(|&i| c.pairs[s.algorithm][i].time.seen()).collect();
            times.sort_by(f64::total_cmp);
            row.push(Field::part(times.len(), places.len()));
            let median = (!times.is_empty()).then(|| quantile(&times, 0.5));
            row.push(Field::maybe(median, n::seconds));
        }
        row
    });
    Some(Table {
        name: "bands",
        title: "Success and time by number of clues".to_owned(),
        note: "A puzzle counts as solved when most of its runs solved it. The medians are of the solved puzzles alone: where few are solved, these are the easy ones.".to_owned(),
        columns: heads,
        rows: rows.collect(),
        folded: true,
        shown: usize::MAX,
    })
}
