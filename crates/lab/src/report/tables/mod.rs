//! The tables of a report.

use super::blocks::{Field, Table};
use super::numbers as n;
use crate::compare::{Comparison, Duel};
use crate::stats::{Observation, fit, kendall, rank_keys, spearman, worst_overlap};
use crate::store::{Content, PuzzleEntry};
use sudolab_grid::random::Random;

fn columns(names: &[(&str, &str)]) -> Vec<(String, String)> {
    names.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

fn time(observation: Observation) -> Field {
    let raw = match observation {
        Observation::Seen(x) => x.to_string(),
        Observation::Beyond(x) => format!(">{x}"),
    };
    Field { raw, ..Field::number(observation.rank_key().min(1e300), n::time(observation)) }
}

fn puzzle(entry: &PuzzleEntry) -> Field {
    let link = (entry.cells == 81).then(|| {
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", entry.line.replace('.', "0"))
    });
    Field { link, ..Field::word(entry.line.clone()) }
}

/// T1: the puzzles.
pub fn sets(content: &Content, compared: &[usize]) -> Table {
    let rows = content.sets.iter().enumerate().map(|(i, label)| {
        let puzzles: Vec<&PuzzleEntry> = content.puzzles.iter().filter(|p| p.set == i).collect();
        let clues: Vec<usize> = puzzles.iter().map(|p| p.clues).collect();
        let (low, high) = (clues.iter().min().unwrap_or(&0), clues.iter().max().unwrap_or(&0));
        let range = if low == high { low.to_string() } else { format!("{low} to {high}") };
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
            Field::word(range),
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
            ("clues", "clues"),
            ("fingerprint", "fingerprint"),
        ]),
        rows: rows.collect(),
        folded: false,
        shown: 50,
    }
}

/// T2, T3: every algorithm, best first.
pub fn standings(c: &Comparison<'_>) -> Table {
    let mut heads = columns(&[
        ("rank", "rank"),
        ("algorithm", "algorithm"),
        ("family", "family"),
        ("solved", "puzzles solved"),
        ("n", "of"),
        ("slower_than_winner", "slower than the winner"),
        ("median_seconds", "median time"),
        ("geometric_mean_seconds", "typical time"),
        ("max_seconds", "slowest"),
        ("par2_seconds", "PAR-2"),
    ]);
    for (i, set) in c.content.sets.iter().enumerate() {
        heads.push((format!("solved_set_{}", i + 1), format!("solved of {set}")));
    }
    heads.extend(columns(&[
        ("success_low", "success, 95 % from"),
        ("success_high", "to"),
        ("runs", "runs"),
        ("runs_solved", "runs solved"),
        ("unstable", "unstable"),
        ("faults", "faults"),
        ("min_seconds", "fastest"),
        ("q1_seconds", "first quartile"),
        ("q3_seconds", "third quartile"),
        ("mean_seconds", "mean of the solved"),
        ("sd_seconds", "sd of the solved"),
        ("par2_low", "PAR-2, 95 % from"),
        ("par2_high", "to"),
        ("settings", "settings"),
    ]));
    let rows = c.standings.iter().enumerate().map(|(rank, s)| {
        let entry = &c.content.algorithms[s.algorithm];
        let slower = match rank {
            0 => Field::number(1.0, "–"),
            _ => match c.against_winner[rank - 1].ratio {
                Some(h) if h.estimate.is_finite() => {
                    Field::number(h.estimate, n::ratio(h.estimate))
                }
                Some(_) => Field { raw: "inf".into(), ..Field::number(1e300, "fails too often") },
                None => Field::maybe(None, n::ratio),
            },
        };
        let mut row = vec![
            Field::count(rank + 1),
            Field::word(entry.label.clone()),
            Field::word(entry.family.clone()),
            Field::count(s.solved),
            Field::count(s.n),
            slower,
            time(s.times.median),
            Field::maybe(s.typical(), n::seconds),
            time(s.times.max),
            Field::number(s.par2, n::seconds(s.par2)),
        ];
        row.extend(s.by_set.iter().map(|&(solved, of)| Field {
            raw: solved.to_string(),
            ..Field::number(solved as f64, format!("{solved}/{of}"))
        }));
        row.extend([
            Field::number(s.success.low, n::percent(s.success.low)),
            Field::number(s.success.high, n::percent(s.success.high)),
            Field::count(s.runs.0),
            Field::count(s.runs.1),
            Field::count(s.unstable),
            Field::count(s.faults),
            time(s.times.min),
            time(s.times.q1),
            time(s.times.q3),
            Field::maybe(s.times.seen.map(|x| x.mean), n::seconds),
            Field::maybe(s.times.seen.and_then(|x| x.sd), n::seconds),
            Field::maybe(s.par2_interval.map(|i| i.low), n::seconds),
            Field::maybe(s.par2_interval.map(|i| i.high), n::seconds),
            Field::word(entry.settings.clone()),
        ]);
        row
    });
    Table {
        name: "algorithms",
        title: "Every algorithm, best first".to_owned(),
        note: "Ranked by puzzles solved, then by typical time (the geometric mean over the puzzles it solved; compare it only between algorithms that solved the same puzzles). “Slower than the winner” is the typical ratio on the same puzzle (Hodges–Lehmann), failures included. PAR-2 is the mean time with a failure counted as twice the limit. “>” means beyond the limit. Click a head to sort.".to_owned(),
        columns: heads,
        rows: rows.collect(),
        folded: false,
        shown: usize::MAX,
    }
}

fn duel_row(c: &Comparison<'_>, d: &Duel) -> Vec<Field> {
    vec![
        Field::word(c.label(d.first)),
        Field::word(c.label(d.second)),
        Field::count(d.wins.0),
        Field::count(d.wins.1),
        Field::count(d.wins.2),
        Field::maybe(d.ratio.map(|h| h.estimate), n::ratio),
        Field::maybe(d.ratio.map(|h| h.interval.low), n::plain),
        Field::maybe(d.ratio.map(|h| h.interval.high), n::plain),
        Field::maybe(d.a12, |x| format!("{x:.2}")),
        Field::maybe(d.wilcoxon.map(|w| w.p), n::p),
        Field::maybe(d.holm_p, n::p),
        Field::maybe(d.sign.map(|s| s.p), n::p),
    ]
}

const DUEL: &[(&str, &str)] = &[
    ("first", "first"),
    ("second", "second"),
    ("wins", "first faster"),
    ("ties", "undecided"),
    ("losses", "second faster"),
    ("ratio", "second takes"),
    ("ratio_low", "95 % from"),
    ("ratio_high", "to"),
    ("a12", "A12"),
    ("wilcoxon_p", "Wilcoxon p"),
    ("holm_p", "p after Holm"),
    ("sign_p", "sign test p"),
];

/// T5: every pair.
pub fn duels(c: &Comparison<'_>) -> Table {
    Table {
        name: "pairs",
        title: "Every pair of algorithms".to_owned(),
        note: "Puzzle by puzzle. “Second takes” is how many times as long the second one takes on the same puzzle (Hodges–Lehmann estimate of the log ratio, with its 95 % interval; ∞ where the second one fails too often for a number). A12 is the probability that the second one takes longer on two puzzles drawn at random. Holm's correction is over all pairs of this table.".to_owned(),
        columns: columns(DUEL),
        rows: c.duels.iter().map(|d| duel_row(c, d)).collect(),
        folded: true,
        shown: 1000,
    }
}

/// The noise check.
pub fn noise(c: &Comparison<'_>) -> Table {
    let rows = c.noise.iter().map(|d| {
        let mut row = duel_row(c, d);
        row.remove(1);
        row
    });
    let mut heads = columns(DUEL);
    heads.remove(1);
    heads[0] = ("algorithm".into(), "algorithm".into());
    heads[1].1 = "even faster".into();
    heads[3].1 = "odd faster".into();
    heads[4].1 = "odd runs take".into();
    Table {
        name: "noise",
        title: "Noise: each algorithm against itself".to_owned(),
        note: "Even repeats against odd repeats on the same puzzles. The true ratio is 1; what is seen here is the machine's noise, or the algorithm's own randomness.".to_owned(),
        columns: heads,
        rows: rows.collect(),
        folded: true,
        shown: 200,
    }
}

/// T6, T7: do algorithms find the same puzzles hard?
pub fn agreement(c: &Comparison<'_>, chosen: &[usize]) -> Table {
    let mut rows = Vec::new();
    for (i, &first) in chosen.iter().enumerate() {
        for &second in &chosen[i + 1..] {
            let (x, y) = (rank_keys(&c.times(first)), rank_keys(&c.times(second)));
            let overlap = worst_overlap(&x, &y, 0.1, 0, &mut Random::new(0)).ok();
            let rho = spearman(&x, &y).ok();
            let tau = kendall(&x, &y).ok();
            rows.push(vec![
                Field::word(c.label(first)),
                Field::word(c.label(second)),
                Field::maybe(rho.map(|r| r.coefficient), |x| format!("{x:.2}")),
                Field::maybe(rho.map(|r| r.p), n::p),
                Field::maybe(tau.map(|r| r.coefficient), |x| format!("{x:.2}")),
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
        note: "Rank correlations of the times over all compared puzzles (1: the same order, 0: unrelated), and how many of the hardest 10 % two algorithms share, against what chance alone would give. Binomial p as the thesis tests it; hypergeometric p is exact for sets of this size. Failures tie as the longest times.".to_owned(),
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

/// T8: laws of the times.
pub fn fits(c: &Comparison<'_>, chosen: &[usize]) -> Table {
    let mut rows = Vec::new();
    for &algorithm in chosen {
        let times = c.times(algorithm);
        let fitted: Vec<fit::Fitted> =
            fit::Family::ALL.into_iter().filter_map(|f| f.fit(&times).ok()).collect();
        let best = fitted.iter().map(fit::Fitted::aic).fold(f64::INFINITY, f64::min);
        for f in &fitted {
            let ks = fit::kolmogorov_smirnov(&times, &f.law).ok();
            rows.push(vec![
                Field::word(c.label(algorithm)),
                Field::word(f.law.name()),
                Field::count(f.n),
                Field::count(f.n_beyond),
                Field::number(f.law.mean(), n::seconds(f.law.mean())),
                Field::number(f.aic() - best, format!("{:.1}", f.aic() - best)),
                Field::maybe(ks, |x| format!("{x:.3}")),
            ]);
        }
    }
    Table {
        name: "fits",
        title: "What law do the times follow?".to_owned(),
        note: "Fitted by maximum likelihood with failures as censored times. The law with ΔAIC 0 describes the times best; a difference above 10 is decisive. The Kolmogorov–Smirnov distance is the largest gap between law and data.".to_owned(),
        columns: columns(&[
            ("algorithm", "algorithm"),
            ("law", "law"),
            ("n", "puzzles"),
            ("beyond", "beyond the limit"),
            ("mean_seconds", "mean of the law"),
            ("delta_aic", "ΔAIC"),
            ("kolmogorov_smirnov", "largest gap"),
        ]),
        rows,
        folded: true,
        shown: 200,
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
                Field::number(pair.ticks as f64, n::plain(pair.ticks as f64)),
                Field::number(pair.guesses as f64, n::plain(pair.guesses as f64)),
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
