//! The figures of a report, one file for each kind of question. `plot` draws them and says how to
//! read them; the captions here add what there is to see.

mod agreement;
mod distributions;
mod duels;
mod failures;
mod race;

use super::blocks::Block;
use super::laws::Laws;
use crate::compare::Comparison;
use crate::plot::{Figure, Measure, Sample, Unit};
use crate::stats::Observation;

/// All figures of a comparison, under headings. `chosen` are the algorithms that stand for all.
pub fn all(c: &Comparison<'_>, chosen: &[usize], laws: &[Laws]) -> Vec<Block> {
    let groups = [
        ("Who is fastest", race::figures(c, chosen)),
        ("Where they fail", failures::figures(c, chosen)),
        ("Puzzle by puzzle", duels::figures(c, chosen)),
        ("How the times are distributed", distributions::figures(c, chosen, laws)),
        ("Do they find the same puzzles hard?", agreement::figures(c, chosen)),
    ];
    let mut blocks = Vec::new();
    for (heading, figures) in groups {
        if !figures.is_empty() {
            blocks.push(Block::Subheading(heading.to_owned()));
        }
        blocks.extend(figures.into_iter().map(|(name, figure)| Block::Figure { name, figure }));
    }
    blocks
}

/// Figures with their names.
type Figures = Vec<(String, Figure)>;

fn measure() -> Measure {
    Measure::new("CPU time per puzzle", Unit::Seconds)
}

fn sample(label: &str, times: &[Observation], limit: f64) -> Sample {
    let seen: Vec<f64> = times.iter().filter_map(|t| t.seen()).collect();
    let beyond = times.len() - seen.len();
    let sample = Sample::new(label, seen);
    if beyond > 0 { sample.with_beyond(beyond, limit) } else { sample }
}

fn samples(c: &Comparison<'_>, algorithms: &[usize]) -> Vec<Sample> {
    algorithms.iter().map(|&a| sample(c.label(a), &c.times(a), c.content.limit)).collect()
}

/// The figure with a sentence more below it.
fn saying(figure: Figure, what: &str) -> Figure {
    let caption = format!("{} {what}", figure.caption);
    figure.captioned(caption)
}

/// `a`, `a and b`, `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
