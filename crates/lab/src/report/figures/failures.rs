//! Where they fail: success and time by share of clues, runs still going.

use super::{Figures, listed, measure, saying};
use crate::compare::Comparison;
use crate::plot::{
    Axis, Boxes, Curve, Figure, FiveNumbers, Lifetimes, Measure, Rate, Size, Span, Unit, box_plot,
    line_chart, success_rate, survival,
};
use crate::report::numbers as n;
use crate::report::tables::{Band, bands, quartiles, steps};
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
    if let Some(figure) = hardness(c, chosen) {
        figures.push(("hardness".to_owned(), figure));
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

/// Up to so many places have room for the intervals of all algorithms.
const FEW_STEPS: usize = 8;

/// Success against the share of clues, where that varies.
fn success(c: &Comparison<'_>, shown: &[usize]) -> Option<Figure> {
    let bands = steps(c);
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
    let figure = match bands.len() > FEW_STEPS {
        // Bars of many algorithms at many places would be a thicket.
        true => {
            let curve = |rate: &Rate| {
                let points = rate.spans.iter().map(|span| (span.x, span.y)).collect();
                Curve::new(rate.label.clone(), points)
            };
            let curves: Vec<Curve> = rates.iter().map(curve).collect();
            let x = Axis::linear("cells given as clues", Unit::Percent);
            let caption = "Success rate against cells given as clues; the [table](#table-by-clues) has 95 % intervals.";
            let y = Axis::share("success rate");
            line_chart("Success rate", caption, &curves, x, y).sized(Size::PAGE)
        }
        false => success_rate(&rates, Axis::linear("cells given as clues", Unit::Percent)),
    };
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

/// From so many numbers of clues on, hardness against them is a curve.
const A_CURVE: usize = 6;
/// Up to so many curves have room for the shades of their quartiles.
const SHADED: usize = 4;

/// The median time against the number of clues, step by step, with its quartiles.
fn hardness(c: &Comparison<'_>, chosen: &[usize]) -> Option<Figure> {
    let steps = steps(c);
    if steps.len() < A_CURVE {
        return None;
    }
    let entry = |i: usize| &c.content.puzzles[c.puzzles[i]];
    let cells = entry(0).cells;
    let same_board = (0..c.puzzles.len()).all(|i| entry(i).cells == cells);
    let place = |(percent, _, places): &Band| match same_board {
        true => places.iter().map(|&i| entry(i).clues).sum::<usize>() as f64 / places.len() as f64,
        false => f64::from(*percent) / 100.0,
    };
    let mut beyond = false;
    let mut words = Vec::new();
    let curves: Vec<Curve> = chosen
        .iter()
        .map(|&a| {
            let (mut points, mut band) = (Vec::new(), Vec::new());
            let mut peak: Option<(f64, &str)> = None;
            for step in &steps {
                let Some(quarters) = quartiles(c, a, &step.2) else { continue };
                let [q1, median, q3] =
                    [quarters.q1, quarters.median, quarters.q3].map(|q| q.rank_key());
                beyond |= median.is_infinite();
                points.push((place(step), median));
                band.push((place(step), q1, q3));
                if peak.is_none_or(|(most, _)| median > most) {
                    peak = Some((median, &step.1));
                }
            }
            if let Some((_, name)) = peak {
                words.push(format!("{} {name}", c.label(a)));
            }
            let curve = Curve::new(c.label(a), points);
            if chosen.len() <= SHADED { curve.with_band(band) } else { curve }
        })
        .collect();
    let x = match same_board {
        true => Axis::linear("clues", Unit::Plain).whole(),
        false => Axis::linear("cells given as clues", Unit::Percent),
    };
    let mut y = Axis::log(measure().name, Unit::Seconds);
    if beyond {
        y = y.with_lane(format!("> {}", n::seconds(c.content.limit)));
    }
    let shades = match chosen.len() <= SHADED {
        true => " Shades reach from the first to the third quartile.",
        false => " The [table](#table-by-clues) has their quartiles.",
    };
    let what = format!(
        "Median CPU time per puzzle against the number of clues; puzzles not solved are longer than the limit, and where they are half of all or more, so is the median.{shades} Hardest in the median: {}.",
        listed(&words)
    );
    Some(line_chart("Hardness by number of clues", &what, &curves, x, y).sized(Size::PAGE))
}

/// Rated puzzles by their Explainer rating, in steps of what a person has to know.
fn difficulties(c: &Comparison<'_>) -> Vec<Band> {
    const STEPS: [(f64, &str); 5] = [
        (0.0, "up to 2.3"),
        (2.35, "2.4–4.5"),
        (4.55, "4.6–6.5"),
        (6.55, "6.6–8.2"),
        (8.25, "8.3 and more"),
    ];
    let mut bands: Vec<Band> =
        (0..).zip(STEPS).map(|(i, (_, name))| (i, name.to_owned(), Vec::new())).collect();
    for (i, er) in c.ratings() {
        let step = STEPS.iter().rposition(|&(from, _)| er >= from).unwrap_or(0);
        bands[step].2.push(i);
    }
    bands.retain(|band| !band.2.is_empty());
    bands
}

/// Times by band.
fn boxes(c: &Comparison<'_>, chosen: &[usize], bands: &[Band], across: &str) -> Option<Figure> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tables::by_clues;
    use crate::reproduce::mock::{Made, Mock};
    use sudolab_solvers::RunVerdict;

    /// The built-in plan of a phase transition with its 31 numbers of clues, hardest at 25.
    fn told(per_set: usize) -> crate::store::Content {
        let mock =
            Mock { plan: "phase-transition", sets: &vec![per_set; 31], runs: 1, versions: 1 };
        mock.content(|p| {
            let clues: usize = p.set.split(' ').next().and_then(|n| n.parse().ok()).expect("clues");
            let far = (clues as f64 - 25.0).abs();
            let seconds = 1e-2 * (-0.3 * far).exp() * (1.0 + 0.1 * p.number as f64);
            let made = Made { clues, ..Made::solved(7, seconds) };
            match p.label == "dlx" && clues < 20 {
                true => Made { verdict: RunVerdict::OutOfTime, ..made },
                false => made,
            }
        })
    }

    #[test]
    fn hardness_is_told_for_every_number_of_clues_not_for_bands_of_them() {
        let content = told(5);
        let c = Comparison::of(&content).expect("all puzzles were run");
        let chosen = c.highlights(8);
        let table = by_clues(&c).expect("there are 31 numbers of clues");
        assert_eq!(table.rows.len(), 31 * 8);
        let clues: std::collections::BTreeSet<&str> =
            table.rows.iter().map(|row| row[0].raw.as_str()).collect();
        assert!(clues.contains("17 clues") && clues.contains("34 clues"), "{clues:?}");
        let figure = hardness(&c, &chosen).expect("they make a curve");
        assert!(figure.caption.contains("fast 25 clues"), "{}", figure.caption);
        assert!(figure.caption.contains("dlx 17 clues"), "unsolved is hardest: {}", figure.caption);
        // The lane of what has no median is drawn, with its limit.
        assert!(figure.svg().contains("&gt; "), "there is a lane");
        assert!(figures(&c, &chosen).iter().any(|(name, _)| name == "hardness"));
    }

    #[test]
    fn few_puzzles_at_each_number_of_clues_become_bands() {
        let content = told(2);
        let c = Comparison::of(&content).expect("all puzzles were run");
        let steps = steps(&c);
        assert!(steps.len() < 12 && steps.iter().all(|(_, _, places)| places.len() >= 2));
    }
}
