//! The figures of a report, one file for each kind of question. `plot` draws them and says how to
//! read them; the captions here add what there is to see.

mod agreement;
mod distributions;
mod duels;
mod failures;
mod race;

pub use agreement::chance;

use super::blocks::Block;
use super::laws::Laws;
use crate::compare::Comparison;
use crate::plot::{Figure, Measure, Sample, Unit};
use crate::stats::Observation;
use crate::store::Class;
use sudolab_grid::halt::{Halt, Stop};

/// All figures of a comparison, under headings. `chosen` are the algorithms that stand for all.
///
/// # Errors
/// What stopped it.
pub fn all(
    c: &Comparison<'_>,
    chosen: &[usize],
    laws: &[Laws],
    halt: &Halt<'_>,
) -> Result<Vec<Block>, Stop> {
    let distributions = || distributions::figures(c, chosen, laws);
    let groups: [(&str, &dyn Fn() -> Figures); 5] = [
        ("Who is fastest", &|| race::figures(c, chosen)),
        ("Where they fail", &|| failures::figures(c, chosen)),
        ("Puzzle by puzzle", &|| duels::figures(c, chosen)),
        ("How the times are distributed", &distributions),
        ("Do they find the same puzzles hard?", &|| agreement::figures(c, chosen)),
    ];
    let mut blocks = Vec::new();
    for (heading, figures) in groups {
        halt.check()?;
        let figures = figures();
        if !figures.is_empty() {
            blocks.push(Block::Subheading(heading.to_owned()));
        }
        blocks.extend(figures.into_iter().map(|(name, figure)| Block::Figure { name, figure }));
    }
    Ok(blocks)
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

/// Which of these gave up on some puzzles: where a figure has them beyond the limit, more time
/// would not bring them back.
fn gave_up(c: &Comparison<'_>, shown: &[usize]) -> String {
    let words: Vec<String> = shown
        .iter()
        .filter_map(|&a| {
            let n = c.pairs[a].iter().filter(|p| p.class == Class::GaveUp).count();
            (n > 0).then(|| format!("{} {n}", c.label(a)))
        })
        .collect();
    match words.is_empty() {
        true => String::new(),
        false => format!(" Puzzles given up, not merely stopped at the limit: {}.", listed(&words)),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
