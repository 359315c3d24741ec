//! What choosing by the puzzle is worth.

use super::super::blocks::{Field, Table};
use super::super::numbers as n;
use super::columns;
use crate::compare::{Clusters, Comparison, FEATURES, Selection, features};
use crate::stats::Observation;
use sudolab_grid::Puzzle;

/// At most so many puzzles are compared with each other.
const MOST: usize = 1000;

/// A selector over all algorithms, and over those of each family; nothing when there are too few
/// puzzles or one of them cannot be read from its line.
pub fn selection(c: &Comparison<'_>) -> Option<Table> {
    // Every puzzle is compared with every other one, so of many only some are looked at.
    let step = c.puzzles.len().div_ceil(MOST).max(1);
    let places: Vec<usize> = (0..c.puzzles.len()).step_by(step).collect();
    let puzzles: Vec<usize> = places.iter().map(|&i| c.puzzles[i]).collect();
    let seen: Option<Vec<Vec<f64>>> = puzzles
        .iter()
        .map(|&p| c.content.puzzles[p].line.parse::<Puzzle>().ok().map(|p| features(&p)))
        .collect();
    let seen = seen?;
    let clusters = Clusters::of(c.content, &puzzles);
    let mut groups: Vec<(String, Vec<usize>)> =
        vec![("all".to_owned(), c.standings.iter().map(|s| s.algorithm).collect())];
    for s in &c.standings {
        let family = &c.content.algorithms[s.algorithm].family;
        match groups.iter_mut().skip(1).find(|(name, _)| name == family) {
            Some((_, list)) => list.push(s.algorithm),
            None => groups.push((family.clone(), vec![s.algorithm])),
        }
    }
    // A single family is all.
    if groups.len() == 2 {
        groups.truncate(1);
    }
    let rows: Vec<Vec<Field>> = groups
        .iter()
        .filter_map(|(name, members)| {
            let of = |&a: &usize| -> Vec<Observation> {
                places.iter().map(|&i| c.pairs[a][i].time).collect()
            };
            let times: Vec<Vec<Observation>> = members.iter().map(of).collect();
            let times: Vec<&[Observation]> = times.iter().map(Vec::as_slice).collect();
            let found = Selection::of(&seen, &clusters, &times)?;
            let mut picked: Vec<(usize, usize)> = members
                .iter()
                .enumerate()
                .map(|(i, &a)| (found.picks.iter().filter(|&&p| p == i).count(), a))
                .collect();
            picked.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
            let words: Vec<String> = picked
                .iter()
                .filter(|(count, _)| *count > 0)
                .take(3)
                .map(|(count, a)| format!("{} {count}", c.label(*a)))
                .collect();
            Some(vec![
                Field::word(name.clone()),
                Field::count(members.len()),
                Field::number(found.single, n::seconds(found.single)),
                Field::number(found.chosen, n::seconds(found.chosen)),
                Field::number(found.best, n::seconds(found.best)),
                Field::maybe(found.part(), n::percent),
                Field::count(found.solved[0]),
                Field::count(found.solved[1]),
                Field::count(found.solved[2]),
                Field::word(words.join(", ")),
            ])
        })
        .collect();
    (!rows.is_empty()).then(|| Table {
        name: "selection",
        title: "Choosing by the puzzle".to_owned(),
        note: format!(
            "Over {}: a selector takes for each puzzle the algorithm that did best on the five most similar others, by {}. PAR-2 on puzzles it has not seen, beside that of the best single algorithm (chosen on the same other puzzles) and of the virtual best, which always takes the fastest. The gap closed is the part of the way between these two; below 0 the selector does harm.",
            n::counted(places.len(), "puzzle"),
            FEATURES.join(", ")
        ),
        columns: columns(&[
            ("among", "among"),
            ("algorithms", "algorithms"),
            ("single_best_par2", "single best"),
            ("selector_par2", "selector"),
            ("virtual_best_par2", "virtual best"),
            ("gap_closed", "gap closed"),
            ("single_best_solved", "solved by the single best"),
            ("selector_solved", "by the selector"),
            ("virtual_best_solved", "by any"),
            ("most_chosen", "most often chosen"),
        ]),
        rows,
        folded: true,
        shown: usize::MAX,
    })
}
