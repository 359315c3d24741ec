//! Where they fail: success and time by share of clues, runs still going.

use super::{Figures, listed, measure, saying};
use crate::compare::Comparison;
use crate::plot::{
    Axis, Boxes, Figure, FiveNumbers, Lifetimes, Measure, Rate, Span, Unit, box_plot, success_rate,
    survival,
};
use crate::report::numbers as n;
use crate::report::tables::bands;
use crate::stats::{
    CensoredSummary, KaplanMeier, Observation, Survival, Weighting, log_rank, wilson,
};
use crate::store::{Class, Ended};
use sudolab_solvers::RunVerdict;

pub fn figures(c: &Comparison<'_>, chosen: &[usize]) -> Figures {
    let mut figures = Vec::new();
    let telling = telling(c, chosen);
    if let Some(figure) = success(c, &telling) {
        figures.push(("success".to_owned(), figure));
    }
    if let Some(figure) = boxes(c, chosen, &bands(c), "number of clues") {
        figures.push(("boxes".to_owned(), figure));
    }
    if let Some(figure) = boxes(c, chosen, &difficulties(c), "difficulty (ER)") {
        figures.push(("boxes-er".to_owned(), figure));
    }
    if let Some(figure) = still_running(c) {
        figures.push(("survival".to_owned(), figure));
    }
    figures
}

/// Algorithms that solve some puzzles but not all, from the better to the worse ones: their
/// success tells something. The chosen ones where there are none.
fn telling(c: &Comparison<'_>, chosen: &[usize]) -> Vec<usize> {
    let partial: Vec<usize> = c
        .standings
        .iter()
        .filter(|s| s.solved > 0 && s.solved < s.n)
        .map(|s| s.algorithm)
        .collect();
    if partial.is_empty() {
        return chosen.to_vec();
    }
    spread(&partial, chosen.len())
}

/// At most `most` of a list, evenly spread over it.
fn spread(list: &[usize], most: usize) -> Vec<usize> {
    let step = list.len().div_ceil(most.max(1)).max(1);
    list.iter().copied().step_by(step).collect()
}

/// Success against the share of clues, where that varies.
fn success(c: &Comparison<'_>, shown: &[usize]) -> Option<Figure> {
    let bands = bands(c);
    if bands.len() < 2 {
        return None;
    }
    let solved = |a: usize, places: &[usize]| {
        places.iter().filter(|&&i| !c.pairs[a][i].time.is_beyond()).count()
    };
    let rates: Vec<Rate> = shown
        .iter()
        .map(|&a| {
            let spans = bands.iter().filter_map(|(percent, _, places)| {
                let (solved, n) = (solved(a, places), places.len());
                let interval = wilson(solved, n, 0.95).ok()?;
                Some(Span {
                    x: f64::from(*percent) / 100.0,
                    y: solved as f64 / n as f64,
                    low: interval.low,
                    high: interval.high,
                })
            });
            Rate { label: c.label(a).to_owned(), spans: spans.collect() }
        })
        .collect();
    // The hardest band is the one with the fewest successes of all.
    let all = |places: &[usize]| -> f64 {
        let sum: usize = c.standings.iter().map(|s| solved(s.algorithm, places)).sum();
        sum as f64 / (places.len() * c.standings.len()) as f64
    };
    let hardest = bands.iter().min_by(|x, y| all(&x.2).total_cmp(&all(&y.2)))?;
    let easiest = bands.iter().max_by(|x, y| all(&x.2).total_cmp(&all(&y.2)))?;
    let figure = success_rate(&rates, Axis::linear("cells given as clues", Unit::Percent));
    Some(saying(
        figure,
        &format!(
            "Shown are algorithms that solve some but not all. All algorithms together solve {} of the puzzles with {} and {} of those with {}.",
            n::percent(all(&hardest.2)),
            hardest.1,
            n::percent(all(&easiest.2)),
            easiest.1
        ),
    ))
}

/// Rated puzzles by their Explainer rating, in steps of what a person has to know.
fn difficulties(c: &Comparison<'_>) -> Vec<(u32, String, Vec<usize>)> {
    const STEPS: [(f64, &str); 5] = [
        (0.0, "up to 2.3"),
        (2.35, "2.4–4.5"),
        (4.55, "4.6–6.5"),
        (6.55, "6.6–8.2"),
        (8.25, "8.3 and more"),
    ];
    let mut bands: Vec<(u32, String, Vec<usize>)> =
        (0..).zip(STEPS).map(|(i, (_, name))| (i, name.to_owned(), Vec::new())).collect();
    for (i, er) in c.ratings() {
        let step = STEPS.iter().rposition(|&(from, _)| er >= from).unwrap_or(0);
        bands[step].2.push(i);
    }
    bands.retain(|band| !band.2.is_empty());
    bands
}

/// Times by band.
fn boxes(
    c: &Comparison<'_>,
    chosen: &[usize],
    bands: &[(u32, String, Vec<usize>)],
    across: &str,
) -> Option<Figure> {
    // Five numbers of fewer than five values show what is not there.
    let bands: Vec<_> = bands.iter().filter(|(_, _, places)| places.len() >= 5).collect();
    if bands.len() < 2 || bands.len() > 12 {
        return None;
    }
    let shown = &chosen[..chosen.len().min(4)];
    let five = |a: usize, places: &[usize]| {
        let times: Vec<Observation> = places.iter().map(|&i| c.pairs[a][i].time).collect();
        CensoredSummary::of(&times).ok()
    };
    let boxes: Vec<Boxes> = shown
        .iter()
        .map(|&a| Boxes {
            label: c.label(a).to_owned(),
            bands: bands
                .iter()
                .map(|(_, _, places)| {
                    let s = five(a, places)?;
                    Some(FiveNumbers {
                        low: s.min.rank_key(),
                        q1: s.q1.rank_key(),
                        median: s.median.rank_key(),
                        q3: s.q3.rank_key(),
                        high: s.max.rank_key(),
                    })
                })
                .collect(),
        })
        .collect();
    let names: Vec<String> = bands.iter().map(|(_, name, _)| name.clone()).collect();
    let figure = box_plot(&names, &boxes, Some(c.content.limit), across, &measure());
    // The slower end of the axis against the other one, as the winner has it.
    let ratio = |a: usize, slow: &[usize], quick: &[usize]| {
        Some(five(a, slow)?.median.seen()? / five(a, quick)?.median.seen()?)
    };
    let (mut slow, mut quick) = (bands.first()?, bands.last()?);
    if shown.first().and_then(|&a| ratio(a, &slow.2, &quick.2)).is_some_and(|r| r < 1.0) {
        (slow, quick) = (quick, slow);
    }
    let words: Vec<String> = shown
        .iter()
        .filter_map(|&a| Some(format!("{} {}", c.label(a), n::ratio(ratio(a, &slow.2, &quick.2)?))))
        .collect();
    let what =
        format!("Median of “{}” against median of “{}”: {}.", slow.1, quick.1, listed(&words));
    Some(if words.is_empty() { figure } else { saying(figure, &what) })
}

/// How long runs of randomised algorithms go on. A run that a limit ended was watched as long as
/// it lasted; one that gave up would never have ended, so it counts as watched to the limit.
fn still_running(c: &Comparison<'_>) -> Option<Figure> {
    let limit = c.content.limit;
    let mut runs: Vec<Vec<Observation>> = vec![Vec::new(); c.content.algorithms.len()];
    let mut gave_up = vec![0; c.content.algorithms.len()];
    for row in &c.content.rows {
        let a = row.algorithm as usize;
        if !c.content.algorithms[a].uses_seed {
            continue;
        }
        let seconds = row.cpu_seconds.max(1e-9);
        gave_up[a] += usize::from(row.ended.class() == Class::GaveUp);
        runs[a].push(match row.ended {
            Ended::With(RunVerdict::Solved) => Observation::Seen(seconds),
            Ended::With(RunVerdict::OutOfTime | RunVerdict::OutOfTicks) => {
                Observation::Beyond(seconds)
            }
            _ => Observation::Beyond(limit.max(seconds)),
        });
    }
    let shown: Vec<usize> = c
        .standings
        .iter()
        .filter(|s| s.runs.1 > 0 && runs[s.algorithm].len() >= 20)
        .map(|s| s.algorithm)
        .collect();
    let shown = spread(&shown, 6);
    if shown.is_empty() {
        return None;
    }
    let curves: Vec<Lifetimes> = shown
        .iter()
        .filter_map(|&a| {
            let curve = KaplanMeier::of(&runs[a], 0.95).ok()?;
            let step = |s: &Survival| (s.time, s.share, s.interval.low, s.interval.high);
            Some(Lifetimes {
                label: c.label(a).to_owned(),
                steps: curve.steps.iter().map(step).collect(),
                stopped: curve.stopped,
                until: runs[a].iter().map(|o| o.number().min(limit)).collect(),
            })
        })
        .collect();
    let groups: Vec<Vec<Observation>> = shown.iter().map(|&a| runs[a].clone()).collect();
    let test = match log_rank(&groups, Weighting::LogRank) {
        Ok(test) => format!(" Log-rank test of “one curve for all”: p {}.", n::p_is(test.p)),
        Err(_) => String::new(),
    };
    let words: Vec<String> = shown
        .iter()
        .filter(|&&a| gave_up[a] > 0)
        .map(|&a| format!("{} {} of {}", c.label(a), n::count(gave_up[a]), n::count(runs[a].len())))
        .collect();
    let gave_up = match words.is_empty() {
        true => " None gave up.".to_owned(),
        false => format!(" Runs that gave up: {}.", listed(&words)),
    };
    let figure = survival(&curves, limit, &Measure::new("CPU time of a run", Unit::Seconds));
    let what = format!(
        "Runs of randomised algorithms over all puzzles; runs that a limit ended are censored at that moment, and runs that gave up never end. A curve that levels off above 0 belongs to an algorithm that more time does not help.{gave_up}{test} Runs on one puzzle resemble each other, so bands and test promise too much."
    );
    Some(saying(figure, &what))
}
