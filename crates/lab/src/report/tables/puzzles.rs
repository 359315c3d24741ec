//! The puzzles: which there were, where algorithms failed, which were hardest.

use super::super::blocks::{Field, Table};
use super::{columns, puzzle, time};
use crate::compare::Comparison;
use crate::store::{Content, PuzzleEntry};

/// T1: the puzzles.
pub fn sets(content: &Content, compared: &[usize]) -> Table {
    let rows = content.sets.iter().enumerate().map(|(i, label)| {
        let puzzles: Vec<&PuzzleEntry> = content.puzzles.iter().filter(|p| p.set == i).collect();
        let clues: Vec<usize> = puzzles.iter().map(|p| p.clues).collect();
        let (low, high) = (clues.iter().min().unwrap_or(&0), clues.iter().max().unwrap_or(&0));
        let used = compared.iter().filter(|&&p| content.puzzles[p].set == i).count();
        // FNV-1a over all lines: tells two versions of a set apart.
        let bytes = puzzles.iter().flat_map(|p| p.line.bytes().chain([b'\n']));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325u64, |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        vec![
            Field::word(label.clone()),
            Field::count(puzzles.len()),
            Field::count(used),
            Field::count(*low),
            Field::count(*high),
            Field::word(format!("{hash:016x}")),
        ]
    });
    Table {
        name: "sets",
        title: "The puzzles".to_owned(),
        note: "The fingerprint (FNV-1a of the lines) tells two versions of a set apart.".to_owned(),
        columns: columns(&[
            ("set", "set"),
            ("puzzles", "puzzles"),
            ("compared", "compared"),
            ("clues_least", "fewest clues"),
            ("clues_most", "most clues"),
            ("fingerprint", "fingerprint"),
        ]),
        rows: rows.collect(),
        folded: false,
        shown: 50,
    }
}

/// T10, T11: puzzles each one failed on, and runs with a fault.
pub fn failures(c: &Comparison<'_>) -> Table {
    let mut rows = Vec::new();
    for s in &c.standings {
        for (&p, pair) in c.puzzles.iter().zip(&c.pairs[s.algorithm]) {
            if pair.solved == pair.runs {
                continue;
            }
            let entry = &c.content.puzzles[p];
            rows.push(vec![
                Field::word(c.label(s.algorithm)),
                Field::word(c.content.sets[entry.set].clone()),
                Field::count(entry.number),
                Field::count(entry.clues),
                Field {
                    raw: pair.solved.to_string(),
                    ..Field::number(
                        f64::from(pair.solved),
                        format!("{} of {}", pair.solved, pair.runs),
                    )
                },
                puzzle(entry),
            ]);
        }
    }
    Table {
        name: "failures",
        title: "Where they failed".to_owned(),
        note: "Puzzles that an algorithm did not solve in every run, best algorithm first. The puzzle opens in a solver on the web.".to_owned(),
        columns: columns(&[
            ("algorithm", "algorithm"),
            ("set", "set"),
            ("number", "number"),
            ("clues", "clues"),
            ("runs_solved", "runs solved"),
            ("puzzle", "puzzle"),
        ]),
        rows,
        folded: true,
        shown: 300,
    }
}

/// Runs that claimed something false or panicked.
pub fn faults(content: &Content) -> Table {
    let faulty = content.rows.iter().filter(|r| r.ended.is_fault());
    let rows = faulty.map(|r| {
        vec![
            Field::word(content.algorithms[r.algorithm as usize].label.clone()),
            puzzle(&content.puzzles[r.puzzle as usize]),
            Field::count(r.repeat as usize),
            Field::word(r.ended.word()),
            Field::word(r.note.clone().unwrap_or_default()),
        ]
    });
    Table {
        name: "faults",
        title: "Faulty runs".to_owned(),
        note: "Runs that claimed a false solution, or whose program panicked. None of them counts as a time.".to_owned(),
        columns: columns(&[
            ("algorithm", "algorithm"),
            ("puzzle", "puzzle"),
            ("repeat", "repeat"),
            ("verdict", "verdict"),
            ("note", "note"),
        ]),
        rows: rows.collect(),
        folded: false,
        shown: 100,
    }
}

/// The hardest puzzles of a few algorithms.
pub fn hardest(c: &Comparison<'_>, chosen: &[usize]) -> Table {
    let mut rows = Vec::new();
    for &algorithm in chosen {
        let mut order: Vec<usize> = (0..c.puzzles.len()).collect();
        let key = |i: usize| c.pairs[algorithm][i].time.rank_key();
        order.sort_by(|&x, &y| key(y).total_cmp(&key(x)).then(x.cmp(&y)));
        for &i in order.iter().take(5) {
            let entry = &c.content.puzzles[c.puzzles[i]];
            let pair = &c.pairs[algorithm][i];
            rows.push(vec![
                Field::word(c.label(algorithm)),
                time(pair.time),
                Field::count(pair.ticks as usize),
                Field::count(pair.guesses as usize),
                Field::word(c.content.sets[entry.set].clone()),
                puzzle(entry),
            ]);
        }
    }
    Table {
        name: "hardest",
        title: "Five hardest puzzles of each".to_owned(),
        note: "By time. Ticks and guesses are those of the first run; what a tick is differs from algorithm to algorithm.".to_owned(),
        columns: columns(&[
            ("algorithm", "algorithm"),
            ("seconds", "time"),
            ("ticks", "ticks"),
            ("guesses", "guesses"),
            ("set", "set"),
            ("puzzle", "puzzle"),
        ]),
        rows,
        folded: true,
        shown: 200,
    }
}
