//! Success and time by share of clues.

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::columns;
use crate::compare::Comparison;
use crate::stats::quantile;

/// The compared puzzles in bands of their share of clues, fewest first: the percent at which each
/// band begins, how it is named, and the places of its puzzles among those compared.
pub fn bands(c: &Comparison<'_>) -> Vec<(u32, String, Vec<usize>)> {
    let entry = |i: usize| &c.content.puzzles[c.puzzles[i]];
    // Whole percents make one place of puzzles that differ by a clue or less.
    let share =
        |i: usize| (100.0 * entry(i).clues as f64 / entry(i).cells.max(1) as f64).round() as u32;
    let mut places: Vec<u32> = (0..c.puzzles.len()).map(share).collect();
    places.sort_unstable();
    places.dedup();
    // Many places with few puzzles each become bands of five percent.
    let width = if places.len() > 8 { 5 } else { 1 };
    let mut bands: Vec<(u32, String, Vec<usize>)> = Vec::new();
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

/// T4: success by band.
pub fn by_band(c: &Comparison<'_>) -> Option<Table> {
    let bands = bands(c);
    if bands.len() < 2 {
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
