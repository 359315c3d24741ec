//! The answer in sentences: who won, by how much, how sure we are, where each one failed.

use super::numbers as n;
use crate::compare::{ALIKE, Comparison, Duel, Standing};
use crate::store::Content;

/// Below this p value a difference counts as shown.
const LEVEL: f64 = 0.05;
/// Below this share of a core the machine was busy with other work.
const QUIET: f64 = 0.9;

/// A difference in words: effect, interval, certainty, number of puzzles.
fn effect(d: &Duel, other: &str) -> String {
    let n_puzzles = d.wins.0 + d.wins.1 + d.wins.2;
    let Some(p) = d.holm_p else {
        return format!("nothing can be said about {other}");
    };
    if p >= LEVEL {
        let range = match d.ratio {
            Some(h) if h.interval.high.is_finite() => format!(
                "{other} takes between {} times as long (95 % interval)",
                n::ratios(h.interval)
            ),
            _ => format!("{other} takes as long within the uncertainty"),
        };
        let alike = match d.alike {
            Some(alike) if alike < LEVEL => {
                format!(", and the two are alike within a factor of {ALIKE} (p {})", n::p_is(alike))
            }
            _ => String::new(),
        };
        // With few puzzles the test stays unsure of what the interval of the ratio already shows.
        let shown = match d.ratio {
            Some(h) if h.interval.low > 1.0 || h.interval.high < 1.0 => {
                format!("the difference to **{other}** is not yet certain")
            }
            _ => format!("no difference to **{other}** is shown"),
        };
        return format!(
            "{shown} (p {} after Holm's correction, {}): {range}{alike}",
            n::p_is(p),
            n::counted(n_puzzles, "puzzle")
        );
    }
    let size = match d.ratio {
        Some(h) if h.estimate.is_finite() => {
            let to = if h.interval.high.is_finite() {
                n::ratios(h.interval)
            } else {
                format!("at least {}", n::plain(h.interval.low))
            };
            let faster = h.estimate >= 1.0;
            let (shown, to) = if faster {
                (h.estimate, to)
            } else {
                (
                    1.0 / h.estimate,
                    n::ratios(crate::stats::Interval::new(
                        1.0 / h.interval.high,
                        1.0 / h.interval.low,
                    )),
                )
            };
            let word = if faster { "takes" } else { "is faster: the winner takes" };
            format!(
                "**{other}** {word} {} times as long on the same puzzle (95 % interval {to})",
                n::plain(shown)
            )
        }
        _ => format!("**{other}** fails too often for a ratio"),
    };
    format!(
        "{size}; the winner was faster on {} of {} puzzles. That is {} (signed-rank test, p {} after Holm's correction)",
        n::count(d.wins.0),
        n::count(n_puzzles),
        if p < 0.001 { "beyond reasonable doubt" } else { "unlikely to be chance" },
        n::p_is(p),
    )
}

/// The sentences of the first screen.
pub fn answer(c: &Comparison<'_>) -> Vec<String> {
    let content = c.content;
    let winner = &c.standings[0];
    let n_puzzles = winner.n;
    let mut lines = Vec::new();
    let solved = if winner.solved == n_puzzles {
        format!("solved all {}", n::counted(n_puzzles, "puzzle"))
    } else {
        format!("solved {} of {}", n::count(winner.solved), n::counted(n_puzzles, "puzzle"))
    };
    lines.push(format!(
        "**{}** won: it {solved}, half of them within {} of CPU time and the slowest in {}.",
        c.label(winner.algorithm),
        n::time(winner.times.median),
        n::time(winner.times.max),
    ));
    if let Some(duel) = c.against_winner.first() {
        let second = &c.standings[1];
        let label = c.label(second.algorithm);
        let how = if second.solved == winner.solved {
            format!("Next: {}.", effect(duel, label))
        } else {
            format!(
                "Next comes **{label}** with {} of {} puzzles solved; {}.",
                n::count(second.solved),
                n::count(second.n),
                effect(duel, label)
            )
        };
        lines.push(how);
    }
    lines.extend(other_families(c));
    lines.extend(complete(c));
    lines.extend(crate::aspect::sentences(content));
    let faults: usize = c.standings.iter().map(|s| s.faults).sum();
    if faults > 0 {
        let guilty: Vec<&str> =
            c.standings.iter().filter(|s| s.faults > 0).map(|s| c.label(s.algorithm)).collect();
        lines.push(format!(
            "**Warning:** {} claimed a false solution or panicked ({}); see [faulty runs](#table-faults).",
            n::counted(faults, "run"),
            guilty.join(", ")
        ));
    }
    if let Some(line) = noise(c) {
        lines.push(line);
    }
    if let Some(share) = core_share(c).filter(|share| *share < QUIET) {
        lines.push(format!(
            "**The machine was busy:** the runs had a core to themselves only {} of the time, so times are rough. Run again on a quiet machine before quoting them.",
            n::percent(share)
        ));
    }
    if let Some(planned) = Comparison::planned_runs(content)
        && content.rows.len() < planned
    {
        lines.push(format!(
            "**Unfinished:** {} of {} runs are done, and {} of {} puzzles have been run by every algorithm and are compared here. The same command goes on.",
            n::count(content.rows.len()),
            n::count(planned),
            n::count(c.puzzles.len()),
            n::count(content.puzzles.len())
        ));
    }
    lines
}

/// The share of the wall time of all runs that was CPU time.
fn core_share(c: &Comparison<'_>) -> Option<f64> {
    let (cpu, wall) = c.spent;
    (wall > 0.0).then(|| (cpu / wall).min(1.0))
}

/// The best of each other family against the winner.
fn other_families(c: &Comparison<'_>) -> Option<String> {
    let family = |s: &Standing| c.content.algorithms[s.algorithm].family.as_str();
    let mut seen = vec![family(&c.standings[0])];
    if let Some(second) = c.standings.get(1)
        && !seen.contains(&family(second))
    {
        seen.push(family(second));
    }
    let mut line = String::new();
    for (s, duel) in c.standings[1..].iter().zip(&c.against_winner) {
        if seen.contains(&family(s)) {
            continue;
        }
        seen.push(family(s));
        let ratio = match duel.ratio {
            Some(h) if h.estimate.is_finite() => {
                let high = if h.interval.high.is_finite() {
                    n::ratios(h.interval)
                } else {
                    format!("at least {}", n::plain(h.interval.low))
                };
                format!("takes {} times as long ({high})", n::plain(h.estimate))
            }
            _ => "fails too often for a ratio of times".to_owned(),
        };
        line.push_str(&format!(
            "\n- {}: **{}** {ratio}; it solved {} of {}",
            family(s),
            c.label(s.algorithm),
            n::count(s.solved),
            n::count(s.n),
        ));
    }
    (!line.is_empty()).then(|| {
        format!("The best of each other family, against the winner (95 % interval):{line}")
    })
}

/// Who solved everything, and where each of the others failed.
fn complete(c: &Comparison<'_>) -> Vec<String> {
    let k = c.standings.len();
    let limit = n::seconds(c.content.limit);
    let failing: Vec<&Standing> = c.standings.iter().filter(|s| s.solved < s.n).collect();
    let all = n::counted(k, "algorithm");
    if failing.is_empty() {
        return vec![format!("All {all} solved every puzzle within the limit of {limit} per run.")];
    }
    let mut line = format!(
        "{} of {all} solved every puzzle within the limit of {limit} per run. Where the others [failed](#table-failures), with the puzzles they solved of {}:",
        n::count(k - failing.len()),
        n::count(c.standings[0].n),
    );
    // Algorithms that failed in the same sets stand together.
    let mut groups: Vec<(Vec<usize>, Vec<&Standing>)> = Vec::new();
    for s in failing {
        let sets: Vec<usize> =
            (0..s.by_set.len()).filter(|&i| s.by_set[i].0 < s.by_set[i].1).collect();
        match groups.iter_mut().find(|(known, _)| *known == sets) {
            Some((_, list)) => list.push(s),
            None => groups.push((sets, vec![s])),
        }
    }
    groups.sort_by_key(|(sets, _)| sets.len());
    for (sets, list) in groups {
        let names: Vec<String> = sets.iter().map(|&i| format!("“{}”", c.content.sets[i])).collect();
        let place = match (names.len(), c.content.sets.len()) {
            (_, 1) => "some puzzles".to_owned(),
            (n, of) if n == of => "every set".to_owned(),
            (1, _) => format!("{} only", names[0]),
            (n, _) => format!("{} and {}", names[..n - 1].join(", "), names[n - 1]),
        };
        let words: Vec<String> = list
            .iter()
            .map(|s| format!("{}\u{a0}{}", c.label(s.algorithm), n::count(s.solved)))
            .collect();
        line.push_str(&format!("\n- on {place}: {}", words.join(", ")));
    }
    vec![line]
}

/// What the noise check and the machine's load say about the times.
fn noise(c: &Comparison<'_>) -> Option<String> {
    let tested: Vec<&Duel> = c.noise.iter().filter(|d| d.holm_p.is_some()).collect();
    if tested.is_empty() {
        return None;
    }
    let differs: Vec<String> = tested
        .iter()
        .filter(|d| d.holm_p.is_some_and(|p| p < LEVEL))
        .map(|d| {
            let ratio = d.ratio.map_or(f64::NAN, |h| h.estimate.ln().abs().exp());
            format!("{} (ratio {})", c.label(d.first), n::plain(ratio))
        })
        .collect();
    // How far the ratio of an algorithm to itself lies from 1, typically.
    let mut off: Vec<f64> = tested
        .iter()
        .filter_map(|d| d.ratio.map(|h| h.estimate.ln().abs().exp()))
        .filter(|x| x.is_finite())
        .collect();
    off.sort_by(f64::total_cmp);
    let typical = off.get(off.len() / 2).copied().unwrap_or(1.0);
    Some(if differs.is_empty() {
        format!(
            "Noise check passed: no algorithm differs from itself when its even and odd repeats are compared (typical ratio {}).",
            n::plain(typical)
        )
    } else {
        format!(
            "**Noise check failed** for {}: even and odd repeats differ although they are the same algorithm. Differences of that size between algorithms mean nothing here; run again on a quiet machine.",
            differs.join(", ")
        )
    })
}

/// How it was done, and what that does to the numbers.
pub fn method(c: &Comparison<'_>) -> Vec<String> {
    let content = c.content;
    let (cpu, wall) = c.spent;
    let mut lines = vec![
        format!("Protocol {}.", content.protocol),
        "The runs stood in one random order (by the seed), so that a change of the machine's speed hits all algorithms alike; one run at a time per thread. Each thread ran each algorithm once, briefly and unmeasured, before its first measured run.".to_owned(),
        "Times are CPU time of the thread; wall time is stored beside it. Runs below 200 µs were repeated with the same work until they took about that long, and the row holds the mean.".to_owned(),
        "Every claimed solution was checked against its puzzle; a false claim counts as a failure and is listed.".to_owned(),
        if content.is_thesis {
            "One observation per puzzle and algorithm: the mean of its runs, if all solved. Stopping when the interval is narrow favours samples that happen to be narrow, so the tails are too light; confirm with the fixed protocol. A puzzle is unstable when its interval was still too wide after the last run allowed.".to_owned()
        } else {
            "One observation per puzzle and algorithm: the median of its runs. A puzzle counts as solved when more than half of the runs solved it.".to_owned()
        },
        "A run that gave up, or was stopped at a limit, is longer than the limit: it is never used as a time, ranks behind every time seen, and counts as twice the limit in PAR-2.".to_owned(),
        format!("“Alike” is claimed only when two one-sided signed-rank tests show that the typical ratio lies within a factor of {ALIKE}; a large p value alone shows nothing."),
        "Tests are two-sided and paired by puzzle, on logarithms of time ratios; p values are corrected by Holm within each family: winner against the others, all pairs, noise check. Intervals are at 95 %. Everything else in this report is descriptive.".to_owned(),
        "The puzzles are the sets named above. Nothing here shows that the order would be the same on others.".to_owned(),
    ];
    if wall > 0.0 {
        let line = format!(
            "The measured runs took {} of CPU time in {} of wall time: they had a core to themselves {} of the time.",
            n::seconds(cpu),
            n::seconds(wall),
            n::percent((cpu / wall).min(1.0))
        );
        lines.push(line);
    }
    lines
}

/// The machines.
pub fn machine(content: &Content) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for s in &content.sessions {
        let load = s.load.map_or(String::new(), |l| format!(", load average {l} before"));
        let line = format!("{}; {}{load}", s.machine, n::counted(s.jobs, "thread"));
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    let machines: std::collections::BTreeSet<&str> =
        content.sessions.iter().map(|s| s.machine.as_str()).collect();
    if machines.len() > 1 {
        lines.push(
            "**The study was continued on another machine or build: its times are mixed.**"
                .to_owned(),
        );
    }
    lines
}
