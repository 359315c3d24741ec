//! The figures of the thesis' chapter 4.

use super::measured::{Column, Measured};
use super::thesis::{BACKTRACK, MACHINES, RULES, all_heats, middle_nine};
use crate::plot::{
    Axis, Bins, Curve, Figure, Measure, Rate, Span, Unit, counts_by_width, density_whole, ecdf,
    histogram, histogram_tail, overlap_curve, sorted_differences, sorted_linear, sorted_values,
    success_rate,
};
use crate::report::{Block, numbers};
use crate::stats::{rank_keys, wilson, worst_overlap_sweep};

/// The figures of chapter 4, drawn as they are there.
pub(super) fn figures(
    deep: &Measured<'_>,
    eased: &Measured<'_>,
    rules: &Column<'_>,
    backtrack: &Column<'_>,
    machines: &[Column<'_>],
) -> Vec<Block> {
    let measure = Measure::new("CPU time per puzzle", Unit::Seconds);
    let limit = deep.content.limit;
    let (r, b) = (rules.sample(limit), backtrack.sample(limit));
    let mut blocks = Vec::new();
    let mut add = |name: &str, place: &str, mut figure: Figure| {
        figure.caption = format!("Compare {place} of the thesis. {}", figure.caption);
        blocks.push(Block::Figure { name: name.to_owned(), figure });
    };
    add("rules-histogram", "figure 4.1", histogram(&r, &measure, Bins::Log));
    if let Some(s) = rules.summary() {
        add("rules-tail", "figure 4.2", histogram_tail(&r, &measure, 3.0 * s.mean));
    }
    add("sorted-rules", "figure 4.3", sorted_values(std::slice::from_ref(&r), &measure));
    if let Some(s) = backtrack.summary() {
        // A point stands for 0.5 s there, which is 0.3 of its mean.
        add("backtrack-counts", "figure 4.4", counts_by_width(&b, &measure, 0.5 / 1.66 * s.mean));
        add("backtrack-sorted", "figure 4.5", sorted_linear(&b, &measure));
        // As there: lambda is the reciprocal of the mean of the solved puzzles.
        let law = (format!("exponential of mean {}", numbers::seconds(s.mean)), 1.0 / s.mean);
        add("backtrack-density", "figure 4.6", density_whole(&b, &measure, &law));
    }
    for (i, column) in machines.iter().enumerate() {
        let sample = column.sample(eased.content.limit);
        let name = format!("boltzmann-{}", MACHINES[i].2);
        add(&name, &format!("figure 4.{}", 7 + i), histogram(&sample, &measure, Bins::Linear));
    }
    add("boltzmann-decline", "section 4.1.3", decline(machines));
    let differences: Vec<f64> = rank_keys(&backtrack.times)
        .into_iter()
        .zip(rank_keys(&rules.times))
        .map(|(b, r)| b - r)
        .filter(|d| !d.is_nan())
        .collect();
    add("differences", "figure 4.9", sorted_differences(&differences, BACKTRACK, RULES, &measure));
    let mut all = vec![r, b];
    all.extend(machines.iter().map(|c| c.sample(eased.content.limit)));
    add("cumulative", "figure 4.10", ecdf(&all, &measure));
    let shares: Vec<f64> = (1..=25).map(|k| f64::from(k) / 100.0).collect();
    let (x, y) = (rank_keys(&rules.times), rank_keys(&backtrack.times));
    if let Ok(sweep) = worst_overlap_sweep(&x, &y, &shares) {
        let points = shares.iter().zip(&sweep).map(|(&k, o)| (k, o.share())).collect();
        let curve = Curve::new(format!("{RULES} and {BACKTRACK}"), points);
        let chance = crate::report::chance(x.len(), &shares);
        add("overlap", "section 4.3", overlap_curve(&[curve], &chance));
    }
    blocks
}

/// The share of runs that have solved by the time the temperature has sunk so far.
fn decline(machines: &[Column<'_>]) -> Figure {
    let rates: Vec<Rate> = machines
        .iter()
        .zip(MACHINES)
        .map(|(column, (_, k, word))| {
            let rows: Vec<_> = column.rows.iter().flat_map(|rows| rows.iter()).collect();
            let spans = (0..=24).filter_map(|i| {
                let percent = 1.2 - 0.05 * f64::from(i);
                let by = |ticks: u64| 100.0 * (-k * ticks as f64).exp() >= percent;
                let solved = rows.iter().filter(|r| r.ended.is_solved() && by(r.ticks)).count();
                let interval = wilson(solved, rows.len(), 0.95).ok()?;
                let share = solved as f64 / rows.len() as f64;
                Some(Span { x: percent, y: share, low: interval.low, high: interval.high })
            });
            Rate { label: format!("{word} decline"), spans: spans.collect() }
        })
        .collect();
    let x = Axis::linear("temperature, in percent of the first", Unit::Plain);
    let mut figure = success_rate(&rates, x);
    figure.title = "Solved by temperature".into();
    let bands: Vec<String> = machines
        .iter()
        .zip(MACHINES)
        .filter_map(|(column, (_, k, word))| {
            let (low, _, high) = middle_nine(&all_heats(column, k))?;
            let percent = |share: f64| format!("{:.2} %", 100.0 * share);
            Some(format!("between {} and {} with the {word} decline", percent(low), percent(high)))
        })
        .collect();
    let bands = match &bands[..] {
        [] => "No run solved.".to_owned(),
        some => {
            format!("The middle nine in ten of the runs that solved did so {}.", some.join(" and "))
        }
    };
    figure.caption = format!(
        "Share of runs of the Boltzmann machine that have solved by the time the temperature has sunk to a share of its start; time runs from right to left. {bands}"
    );
    figure
}
