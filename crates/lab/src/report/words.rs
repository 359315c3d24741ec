//! The answer in sentences: who won, by how much, how sure we are, where each one failed.

use super::numbers as n;
use crate::compare::{ALIKE, Comparison, Duel, SetResult, Standing, Told};
use crate::store::Content;

/// Below this p value a difference counts as shown.
const LEVEL: f64 = 0.05;
/// At most so many algorithms are named in one sentence.
const NAMED: usize = 4;
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
    let mut lines = match &c.by_set[..] {
        [one] => one_set(c, one),
        _ => every_set(c),
    };
    lines.extend(complete(c));
    lines.extend(before_search(c));
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
    lines.push(super::noise::sentence(c));
    if let Some(share) = core_share(c).filter(|share| *share < QUIET) {
        lines.push(format!(
            "**The machine was busy:** the runs had a core to themselves only {} of the time, so times are rough. Run again on a quiet machine before quoting them.",
            n::percent(share)
        ));
    }
    lines.extend(crowded(content));
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

/// What the leader of a set did there.
fn did(s: &Standing) -> String {
    let solved = if s.solved == s.n {
        format!("solved all {}", n::counted(s.n, "puzzle"))
    } else {
        format!("solved {} of {}", n::count(s.solved), n::counted(s.n, "puzzle"))
    };
    format!(
        "it {solved}, half of them within {} of CPU time and the slowest in {}",
        n::time(s.times.median),
        n::time(s.times.max),
    )
}

/// The words for what a set tells about its leader, and the leader.
fn headline(c: &Comparison<'_>, r: &SetResult) -> String {
    let leader = c.label(r.leader());
    match &r.told {
        Told::Nobody => "nobody solved a puzzle".to_owned(),
        Told::Won => format!("**{leader}** won: {}", did(&r.standings[0])),
        Told::NotApart(rivals) => {
            let names: Vec<String> =
                rivals.iter().take(NAMED).map(|&a| format!("**{}**", c.label(a))).collect();
            let more = match rivals.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            // The smallest p of a signed-rank test is that of one sign throughout; Holm's first
            // step multiplies it by the number of rivals.
            let least = 2f64.powi(1 - r.n.1 as i32) * r.against_leader.len() as f64;
            let few = if least < LEVEL {
                String::new()
            } else {
                format!(
                    " ({} are too few for any test to tell it apart from {})",
                    n::counted(r.n.1, "puzzle"),
                    n::counted(r.against_leader.len(), "other")
                )
            };
            format!(
                "**{leader}** leads, not told apart from {}{more}{few}: {}; it leads again in {} of resampled sets",
                names.join(", "),
                did(&r.standings[0]),
                n::percent(r.leads_again)
            )
        }
    }
}

/// A study of one set: the leader, the next one, the best of each other family.
fn one_set(c: &Comparison<'_>, r: &SetResult) -> Vec<String> {
    let mut lines = vec![format!("{}.", headline(c, r))];
    let winner = &c.standings[0];
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
    lines
}

/// A study of several sets: each for itself, since a number over all of them would depend on how
/// many puzzles each happens to have.
fn every_set(c: &Comparison<'_>) -> Vec<String> {
    let won = |a: usize| c.by_set.iter().filter(|r| r.told == Told::Won && r.leader() == a).count();
    let mut counts: Vec<(usize, usize)> =
        (0..c.content.algorithms.len()).map(|a| (won(a), a)).filter(|(n, _)| *n > 0).collect();
    counts.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
    let sets = c.by_set.len();
    let first = match &counts[..] {
        [] => format!(
            "No algorithm **won** any of the {sets} sets: a test tells none apart from all others."
        ),
        [(n, a)] if *n == sets => format!("**{}** won in all {sets} sets.", c.label(*a)),
        some => {
            let words: Vec<String> =
                some.iter().map(|(n, a)| format!("**{}** won {n}", c.label(*a))).collect();
            format!("Of {sets} sets, {}.", words.join(", "))
        }
    };
    let mut lines = vec![first];
    let mut list = String::from("Set by set:");
    for r in &c.by_set {
        list.push_str(&format!("\n- “{}”: {}", c.content.sets[r.set], headline(c, r)));
        // The next one, with its ratio.
        if let (Some(next), Some(duel)) = (r.standings.get(1), r.against_leader.first())
            && let Some(h) = duel.ratio.filter(|h| h.estimate.is_finite())
        {
            let high = if h.interval.high.is_finite() {
                n::plain(h.interval.high)
            } else {
                "∞".to_owned()
            };
            list.push_str(&format!(
                "; next **{}**, {} times as long ({} to {high})",
                c.label(next.algorithm),
                n::plain(h.estimate),
                n::plain(h.interval.low),
            ));
        }
        if r.n.1 < r.n.0 {
            list.push_str(&format!(
                "; its {} come from {} and count as so many",
                n::counted(r.n.0, "puzzle"),
                r.n.1
            ));
        }
    }
    lines.push(list);
    lines.push(
        "How much slower the others are in each set, with intervals, is in [set by set](#table-by-set)."
            .to_owned(),
    );
    lines
}

/// Algorithms whose rules solve puzzles before their search begins say nothing there about their
/// search.
fn before_search(c: &Comparison<'_>) -> Option<String> {
    let mut words: Vec<(usize, &str)> = c
        .standings
        .iter()
        .filter(|s| s.before_search > 0)
        .map(|s| (s.before_search, c.label(s.algorithm)))
        .collect();
    words.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(y.1)));
    let first = words.first()?.0;
    let list: Vec<String> = words.iter().map(|(n, label)| format!("{label}\u{a0}{n}")).collect();
    Some(format!(
        "Solved before the search began, by placing what is forced: up to {} of {} puzzles ({}). [What is left](#table-search) compares their searches.",
        n::count(first),
        n::count(c.puzzles.len()),
        list.join(", ")
    ))
}

/// More runs at a time than physical cores.
fn crowded(content: &Content) -> Option<String> {
    let crowded = content.sessions.iter().any(|s| s.pinned.is_none() && s.began.is_some());
    crowded.then(|| {
        "**Runs shared cores:** more of them were measured at a time than there are physical cores, or the system told none, so they slowed one another down. Leave --jobs out to have one on each core.".to_owned()
    })
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
    let limit = limits(c.content);
    let failing: Vec<&Standing> = c.standings.iter().filter(|s| s.solved < s.n).collect();
    let all = n::counted(k, "algorithm");
    if failing.is_empty() {
        return vec![format!("All {all} solved every puzzle within {limit} for a run.")];
    }
    let mut line = format!(
        "{} of {all} solved every puzzle within {limit} for a run. Where the others [failed](#table-failures), with the puzzles they solved of {}{}:",
        n::count(k - failing.len()),
        n::count(c.standings[0].n),
        if failing.iter().any(|s| s.gave_up > 0) {
            ", and in brackets those they gave up on, where more time would not have helped"
        } else {
            ""
        },
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
            .map(|s| {
                let gave_up = match s.gave_up {
                    0 => String::new(),
                    gave_up => format!("\u{a0}({})", n::count(gave_up)),
                };
                format!("{}\u{a0}{}{gave_up}", c.label(s.algorithm), n::count(s.solved))
            })
            .collect();
        line.push_str(&format!("\n- on {place}: {}", words.join(", ")));
    }
    vec![line]
}

/// The limits of a run, as the plan has them.
fn limits(content: &Content) -> String {
    let time = n::seconds(content.limit);
    let by_ticks = content.algorithms.iter().filter(|a| a.tick_limit.is_some()).count();
    if by_ticks == content.algorithms.len() {
        return format!("the ticks that stand for {time}");
    }
    if by_ticks > 0 {
        return format!("{time}, or the ticks that stand for it,");
    }
    match content.tick_limit {
        Some(ticks) => format!("the limits of {} ticks and {time}", n::count(ticks as usize)),
        None => format!("the limit of {time}"),
    }
}

/// How it was done, and what that does to the numbers.
pub fn method(c: &Comparison<'_>) -> Vec<String> {
    let content = c.content;
    let (cpu, wall) = c.spent;
    let mut lines = vec![
        format!("Protocol {}.", content.protocol),
        format!(
            "{}, so that a change of the machine's speed hits all algorithms alike; one run at a time per thread, and each thread held to a physical core of its own where the system allowed it. Each thread ran each algorithm once, briefly and unmeasured, before its first measured run.",
            match content.is_thesis {
                true => "The puzzles stood in one random order (by the seed), and the algorithms on each",
                false => "The runs stood in one random order (by the seed)",
            }
        ),
        "Times are CPU time of the thread; wall time is stored beside it. Runs below 50 ms were repeated with the same work in at least three batches of about 200 µs or more; batches in which the core was taken away, or whose CPU time exceeded their wall time, were thrown away and made again, and more were made where batches disagreed. The row holds median and minimum; this report uses the median.".to_owned(),
        "Every claimed solution was checked against its puzzle; a false claim counts as a failure and is listed.".to_owned(),
        if content.is_thesis {
            "One observation per puzzle and algorithm: the mean of its runs, if all solved. Stopping when the interval is narrow favours samples that happen to be narrow, so the tails are too light; confirm with the fixed protocol. A puzzle is unstable when its interval was still too wide after the last run allowed.".to_owned()
        } else {
            "One observation per puzzle and algorithm: the median of its runs. A puzzle counts as solved when more than half of the runs solved it.".to_owned()
        },
        "A run that was stopped at a limit is longer than the limit. One that gave up would not have ended at all; it is counted apart, and left out of the laws fitted to times. Neither is ever used as a time; both rank behind every time seen, and count as twice the limit in PAR-2.".to_owned(),
        format!("“Alike” is claimed only when two one-sided signed-rank tests show that the typical ratio lies within a factor of {ALIKE}; a large p value alone shows nothing."),
        "Tests are two-sided and paired by puzzle, on logarithms of time ratios; puzzles made from the same puzzle count once, by the median of their ratios. An algorithm has won a set only when McNemar's test of success or the signed-rank test of times tells it apart from every other one. p values are corrected by Holm within each family: winner against the others in each set, all pairs of each set, noise check. Intervals are at 95 %. Everything else in this report is descriptive.".to_owned(),
        "The puzzles are the sets named above. Nothing here shows that the order would be the same on others.".to_owned(),
    ];
    if content.algorithms.iter().any(|a| a.tick_limit.is_some()) {
        lines.push(format!(
            "Runs were ended by ticks, for each algorithm as many as take about {}, so that the same runs end on every machine, however busy; ten times that on the clock would have ended them too. A run that its ticks ended counts as longer than the limit, whatever the clock said.",
            n::seconds(content.limit)
        ));
    }
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
