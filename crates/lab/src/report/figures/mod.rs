//! The figures of a report.

use super::blocks::Block;
use crate::compare::Comparison;
use crate::plot::{
    Axis, Bins, Curve, Figure, Fit, Measure, Ranked, Rate, Sample, Span, Unit, cactus,
    critical_difference, density_with_fit, ecdf, histogram, overlap_curve, scatter,
    sorted_differences, sorted_values, success_rate,
};
use crate::stats::{
    Observation, fit, friedman, nemenyi_critical_distance, rank_keys, wilson, worst_overlap_sweep,
};

fn sample(label: &str, times: &[Observation], limit: f64) -> Sample {
    let seen: Vec<f64> = times.iter().filter_map(|t| t.seen()).collect();
    let beyond = times.len() - seen.len();
    let sample = Sample::new(label, seen);
    if beyond > 0 { sample.with_beyond(beyond, limit) } else { sample }
}

/// All figures of a comparison. `chosen` are the algorithms that stand for all.
pub fn all(c: &Comparison<'_>, chosen: &[usize]) -> Vec<Block> {
    let limit = c.content.limit;
    let measure = Measure::new("CPU time per puzzle", Unit::Seconds);
    let samples: Vec<Sample> =
        chosen.iter().map(|&a| sample(c.label(a), &c.times(a), limit)).collect();
    let mut blocks = Vec::new();
    let mut add = |name: &str, figure: Figure| {
        blocks.push(Block::Figure { name: name.to_owned(), figure });
    };

    add("ecdf", ecdf(&samples, &measure));
    if let Some(portfolio) = &c.portfolio {
        let best = sample("virtual best", &portfolio.best, limit);
        add("cactus", cactus(&samples, Some(&best), &measure));
    }
    if let Some(figure) = success(c, &telling(c, chosen)) {
        add("success", figure);
    }
    if let Some(figure) = ranks(c, chosen) {
        add("ranks", figure);
    }
    let winner = chosen[0];
    for (i, &other) in chosen[1..].iter().take(2).enumerate() {
        let (x, y) = (c.times(winner), c.times(other));
        let points: Vec<(f64, f64)> = rank_keys(&x).into_iter().zip(rank_keys(&y)).collect();
        let (a, b) = (c.label(winner), c.label(other));
        let bound = points.iter().any(|p| p.0.is_infinite() || p.1.is_infinite()).then_some(limit);
        add(&format!("scatter-{}", i + 1), scatter(&points, a, b, bound, &measure));
        let differences: Vec<f64> =
            points.iter().map(|(x, y)| y - x).filter(|d| !d.is_nan()).collect();
        add(&format!("differences-{}", i + 1), sorted_differences(&differences, b, a, &measure));
    }
    add("sorted", sorted_values(&samples, &measure));
    for (i, s) in samples.iter().take(4).enumerate() {
        if s.values.len() >= 20 {
            add(&format!("histogram-{}", i + 1), histogram(s, &measure, Bins::Log));
            add(&format!("density-{}", i + 1), density(c, chosen[i], s, &measure));
        }
    }
    if let Some(figure) = overlap(c, chosen) {
        add("overlap", figure);
    }
    blocks
}

fn density(c: &Comparison<'_>, algorithm: usize, s: &Sample, measure: &Measure) -> Figure {
    let times = c.times(algorithm);
    let fitted: Vec<fit::Fitted> =
        fit::Family::ALL.into_iter().filter_map(|f| f.fit(&times).ok()).collect();
    let functions: Vec<_> = fitted
        .iter()
        .map(|f| {
            let law = &f.law;
            (law.name(), move |t: f64| law.density(t), move |p: f64| law.quantile(p))
        })
        .collect();
    let fits: Vec<Fit<'_>> = functions
        .iter()
        .map(|(name, density, quantile)| Fit { label: (*name).to_owned(), density, quantile })
        .collect();
    density_with_fit(s, measure, Bins::Log, &fits)
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
    let step = partial.len().div_ceil(chosen.len().max(1));
    partial.into_iter().step_by(step).collect()
}

/// Success against the share of clues, where that varies.
fn success(c: &Comparison<'_>, chosen: &[usize]) -> Option<Figure> {
    let share = |p: usize| {
        let entry = &c.content.puzzles[p];
        // Whole percents make one place of puzzles that differ by a clue or less.
        (100.0 * entry.clues as f64 / entry.cells as f64).round() as u32
    };
    let mut places: Vec<u32> = c.puzzles.iter().map(|&p| share(p)).collect();
    places.sort_unstable();
    places.dedup();
    // Many places with few puzzles each become bands of five percent.
    let band = if places.len() > 12 { 5 } else { 1 };
    let place = |p: usize| share(p) / band * band;
    let mut bands: Vec<u32> = c.puzzles.iter().map(|&p| place(p)).collect();
    bands.sort_unstable();
    bands.dedup();
    if bands.len() < 2 {
        return None;
    }
    let rates: Vec<Rate> = chosen
        .iter()
        .map(|&a| {
            let spans = bands.iter().filter_map(|&at| {
                let here = c.puzzles.iter().zip(&c.pairs[a]).filter(|(p, _)| place(**p) == at);
                let (solved, n) = here.fold((0, 0), |(s, n), (_, pair)| {
                    (s + usize::from(!pair.time.is_beyond()), n + 1)
                });
                let interval = wilson(solved, n, 0.95).ok()?;
                Some(Span {
                    x: f64::from(at) / 100.0,
                    y: solved as f64 / n as f64,
                    low: interval.low,
                    high: interval.high,
                })
            });
            Rate { label: c.label(a).to_owned(), spans: spans.collect() }
        })
        .collect();
    Some(success_rate(&rates, Axis::linear("cells given as clues", Unit::Percent)))
}

fn ranks(c: &Comparison<'_>, chosen: &[usize]) -> Option<Figure> {
    let times: Vec<Vec<f64>> = chosen.iter().map(|&a| rank_keys(&c.times(a))).collect();
    let rows: Vec<Vec<f64>> =
        (0..c.puzzles.len()).map(|i| times.iter().map(|t| t[i]).collect()).collect();
    let ranked = friedman(&rows).ok()?;
    let distance = nemenyi_critical_distance(chosen.len(), rows.len(), 0.05).ok()?;
    let list: Vec<Ranked> = chosen
        .iter()
        .zip(&ranked.mean_ranks)
        .map(|(&a, &mean_rank)| Ranked { label: c.label(a).to_owned(), mean_rank })
        .collect();
    Some(critical_difference(&list, distance))
}

/// The worst-k % overlap of the algorithms with the most different ideas.
fn overlap(c: &Comparison<'_>, chosen: &[usize]) -> Option<Figure> {
    if c.puzzles.len() < 20 {
        return None;
    }
    let shares: Vec<f64> = (1..=25).map(|k| f64::from(k) / 100.0).collect();
    let first = chosen[0];
    let curves: Vec<Curve> = chosen[1..]
        .iter()
        .take(4)
        .filter_map(|&other| {
            let (x, y) = (rank_keys(&c.times(first)), rank_keys(&c.times(other)));
            let sweep = worst_overlap_sweep(&x, &y, &shares).ok()?;
            let points = shares.iter().zip(&sweep).map(|(&k, o)| (k, o.share())).collect();
            Some(Curve::new(format!("{} and {}", c.label(first), c.label(other)), points))
        })
        .collect();
    (!curves.is_empty()).then(|| overlap_curve(&curves))
}
