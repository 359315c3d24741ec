//! How the times are distributed: sorted, histograms, tail, laws.

use super::{Figures, listed, measure, sample, samples, saying};
use crate::compare::Comparison;
use crate::plot::{
    Bins, Figure, Fit, Measure, Sample, Unit, density_with_fit, ecdf, histogram_both,
    histogram_tail, sorted_values,
};
use crate::report::laws::Laws;
use crate::report::numbers as n;
use crate::report::tables::distributions;
use crate::stats::{Observation, quantile, rank_keys};

/// Algorithms with histograms of their own.
const MOST: usize = 3;
/// Values that a histogram needs.
const LEAST: usize = 20;
/// Values of which the last tenth can be shown.
const TAILED: usize = 80;

pub fn figures(c: &Comparison<'_>, chosen: &[usize], laws: &[Laws]) -> Figures {
    let shown = samples(c, chosen);
    let heavy: Vec<String> = shown
        .iter()
        .filter_map(|s| {
            let (median, slowest) = (middle(s)?, s.values.iter().copied().fold(0.0, f64::max));
            (s.n_beyond == 0).then(|| format!("{} {}", s.label, n::ratio(slowest / median)))
        })
        .take(4)
        .collect();
    let figure = sorted_values(&shown, &measure());
    let what = format!("Slowest against median: {}.", listed(&heavy));
    let mut figures =
        vec![("sorted".to_owned(), if heavy.is_empty() { figure } else { saying(figure, &what) })];
    figures.extend(run_times(c).map(|figure| ("run-times".to_owned(), figure)));
    // The winner, and the algorithms that differ most from it in kind.
    for (i, (s, &algorithm)) in
        shown.iter().zip(chosen).filter(|(s, _)| s.values.len() >= LEAST).take(MOST).enumerate()
    {
        let number = i + 1;
        let both = saying(histogram_both(s, &measure()), &shape(s));
        figures.push((format!("histogram-{number}"), both));
        let mut sorted = s.values.clone();
        sorted.sort_by(f64::total_cmp);
        let from = quantile(&sorted, 0.9);
        if sorted.len() >= TAILED && from < sorted[sorted.len() - 1] {
            let tail = histogram_tail(s, &measure(), from);
            figures.push((format!("tail-{number}"), saying(tail, &weight(&sorted))));
        }
        if let Some(laws) = laws.iter().find(|l| l.algorithm == algorithm) {
            figures.push((format!("density-{number}"), density(s, laws)));
        }
    }
    figures
}

fn middle(s: &Sample) -> Option<f64> {
    let mut sorted = s.values.clone();
    sorted.sort_by(f64::total_cmp);
    (!sorted.is_empty()).then(|| quantile(&sorted, 0.5))
}

/// Mean against median: how skewed the times are.
fn shape(s: &Sample) -> String {
    let Some(median) = middle(s) else { return String::new() };
    let mean = s.values.iter().sum::<f64>() / s.values.len() as f64;
    let words = match mean / median {
        r if r > 3.0 => "a few slow puzzles make the mean",
        r if r > 1.3 => "the slow puzzles pull the mean up",
        _ => "mean and median agree",
    };
    format!(
        "Of the solved puzzles the median is {} and the mean {}: {words}.",
        n::seconds(median),
        n::seconds(mean)
    )
}

/// What part of the time the slowest tenth takes.
fn weight(sorted: &[f64]) -> String {
    let total: f64 = sorted.iter().sum();
    let slowest: f64 = sorted[sorted.len() - sorted.len().div_ceil(10)..].iter().sum();
    format!(
        "The slowest tenth of the solved puzzles takes {} of their time; a tenth of it would be an even share.",
        n::percent(slowest / total)
    )
}

fn density(s: &Sample, laws: &Laws) -> Figure {
    let functions: Vec<_> = laws
        .tested
        .iter()
        .map(|(f, _)| {
            let law = &f.law;
            (law.name(), move |t: f64| law.density(t), move |p: f64| law.quantile(p))
        })
        .collect();
    let fits: Vec<Fit<'_>> = functions
        .iter()
        .map(|(name, density, quantile)| Fit { label: (*name).to_owned(), density, quantile })
        .collect();
    let figure = density_with_fit(s, &measure(), Bins::Log, &fits);
    let Some((law, goodness)) = laws.winner() else { return figure };
    let verdict = match goodness.map(|g| g.anderson_darling_p) {
        Some(p) if p < 0.05 => format!("but does not fit (bootstrap p {})", n::p_is(p)),
        Some(p) => format!("and nothing speaks against it (bootstrap p {})", n::p_is(p)),
        None => "its fit was not tested".to_owned(),
    };
    let exponential = laws
        .tested
        .iter()
        .find(|(f, _)| f.law.name() == "exponential" && law.law.name() != "exponential")
        .and_then(|(_, g)| *g)
        .map_or(String::new(), |g| {
            let p = g.anderson_darling_p;
            let word = if p < 0.05 { "is refuted" } else { "cannot be excluded" };
            format!(" The exponential law {word} (p {}).", n::p_is(p))
        });
    saying(
        figure,
        &format!(
            "The {} law describes them best of the three, {verdict}.{exponential}",
            law.law.name()
        ),
    )
}

/// How long single runs take on one puzzle, for the randomised algorithms that ran often enough:
/// of each the puzzle in the middle, by the median of its runs.
fn run_times(c: &Comparison<'_>) -> Option<Figure> {
    let all = distributions(c);
    let middle = |runs: &[Observation]| {
        let mut keys = rank_keys(runs);
        keys.sort_by(f64::total_cmp);
        keys[keys.len() / 2]
    };
    let mut samples = Vec::new();
    for s in c.standings.iter() {
        let mut of: Vec<_> = all.iter().filter(|d| d.algorithm == s.algorithm).collect();
        of.sort_by(|x, y| middle(&x.runs).total_cmp(&middle(&y.runs)));
        let Some(typical) = of.get(of.len() / 2) else { continue };
        let entry = &c.content.puzzles[typical.puzzle];
        let label =
            format!("{}, {} {}", c.label(s.algorithm), c.content.sets[entry.set], entry.number);
        samples.push(sample(&label, &typical.runs, c.content.limit));
        if samples.len() == 8 {
            break;
        }
    }
    if samples.is_empty() {
        return None;
    }
    let measure = Measure::new("CPU time of a run", Unit::Seconds);
    let figure = ecdf(&samples, &measure).titled("Run-time distributions on one puzzle each");
    let what = "All runs of one algorithm on one puzzle: that in the middle of its puzzles, by the median run. A curve that rises early and then lies flat is one that should begin again; the table of restarts says when.";
    Some(saying(figure, what))
}
