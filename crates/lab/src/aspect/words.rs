//! The aspects in sentences, for the first screen of a report.

use super::{Results, Threading};
use crate::report::numbers as n;
use crate::stats::{quantile, spearman, within};
use crate::store::Content;

/// At most so many algorithms are named in one sentence.
const NAMED: usize = 6;

/// One sentence for each aspect that the study has.
pub fn sentences(content: &Content) -> Vec<String> {
    let aspects = &content.aspects;
    let lines = [generation(content, aspects), rating(content, aspects), speed_up(aspects)];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    if lines.is_empty() {
        return lines;
    }
    // A list of Markdown: one block, an item on each line.
    let items: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    vec![format!("Beyond solving:\n{}", items.join("\n"))]
}

/// An algorithm that answers fewer questions than this share has decided next to nothing.
const DECIDES: f64 = 0.5;

fn generation(content: &Content, aspects: &Results) -> Option<String> {
    let (mut always, mut sometimes, mut hardly) = (Vec::new(), Vec::new(), Vec::new());
    for (a, entry) in content.algorithms.iter().enumerate() {
        let made = || aspects.generated.iter().filter(move |g| g.algorithm as usize == a);
        let count = made().count();
        if count == 0 {
            continue;
        }
        let mean = made().map(|g| g.cpu_seconds).sum::<f64>() / count as f64;
        let least = made().map(|g| g.cpu_seconds).fold(f64::INFINITY, f64::min);
        let most = made().map(|g| g.cpu_seconds).fold(0.0, f64::max);
        let asked: f64 = made().map(|g| f64::from(g.decisions)).sum();
        let undecided: f64 = made().map(|g| f64::from(g.undecided)).sum();
        if undecided > (1.0 - DECIDES) * asked {
            // A grid from which nothing was taken is proper, and no merit.
            hardly.push(entry.label.as_str());
        } else if made().all(|g| g.proper) {
            always.push(((mean, least, most, count), entry.label.as_str()));
        } else {
            sometimes.push(entry.label.as_str());
        }
    }
    let all = always.len() + sometimes.len() + hardly.len();
    let named = |list: &[&str], what: &str| match list.len() {
        0 => String::new(),
        1..=NAMED => format!("; {} {what}", list.join(", ")),
        more => format!("; {more} others {what}"),
    };
    let others = named(&sometimes, "also made improper ones")
        + &named(&hardly, "left more than half of the questions undecided");
    let fastest = always.iter().min_by(|x, y| x.0.0.total_cmp(&y.0.0));
    let Some(((mean, least, most, made), label)) = fastest else {
        return (all > 0)
            .then(|| format!("generation: no algorithm made proper puzzles only{others}"));
    };
    Some(format!(
        "[generation](#table-generation): as the judge of what may be taken away, {} of {} made proper puzzles only, **{label}** with the least time of them: a mean of {} for a puzzle, from {} to {} over {}{others}",
        n::count(always.len()),
        n::counted(all, "algorithm"),
        n::seconds(*mean),
        n::seconds(*least),
        n::seconds(*most),
        n::count(*made),
    ))
}

fn rating(content: &Content, aspects: &Results) -> Option<String> {
    let mut er = vec![None; content.puzzles.len()];
    for rated in &aspects.ratings {
        if let Some(place) = er.get_mut(rated.puzzle as usize) {
            *place = Some(rated.er);
        }
    }
    let mut agreement: Vec<(f64, &str)> = Vec::new();
    for (a, entry) in content.algorithms.iter().enumerate() {
        let mut strata: Vec<(Vec<f64>, Vec<f64>)> = vec![Default::default(); content.sets.len()];
        for row in content.rows.iter().filter(|r| r.algorithm as usize == a && r.repeat == 0) {
            if let Some(er) = er[row.puzzle as usize] {
                let (times, ratings) = &mut strata[content.puzzles[row.puzzle as usize].set];
                times.push(if row.ended.is_solved() { row.cpu_seconds } else { f64::INFINITY });
                ratings.push(er);
            }
        }
        if let Some(correlation) = within(&strata, spearman) {
            agreement.push((correlation, entry.label.as_str()));
        }
    }
    agreement.sort_by(|x, y| x.0.total_cmp(&y.0));
    let ((low, least), (high, most)) = (agreement.first()?, agreement.last()?);
    let range = if agreement.len() > 1 {
        format!(", from {low:.2} (**{least}**) to {high:.2} (**{most}**)")
    } else {
        String::new()
    };
    let middle = quantile(&agreement.iter().map(|x| x.0).collect::<Vec<_>>(), 0.5);
    Some(format!(
        "[rating](#table-rating-agreement): times go with the human rating of a puzzle by a rank correlation within sets of typically {middle:.2}{range}; 1 would be the same order of hardness"
    ))
}

fn speed_up(aspects: &Results) -> Option<String> {
    let most = aspects.speeds.iter().map(|s| s.threads).max().filter(|&threads| threads > 1)?;
    let words = [
        (Threading::Puzzles, "many puzzles at once go"),
        (Threading::Tree, "one search cut into parts"),
        (Threading::SideBySide, "independent runs of one puzzle"),
    ];
    let gain = |form: Threading| -> Option<String> {
        let wall = |algorithm: u32, threads: u16| {
            let of = aspects
                .speeds
                .iter()
                .filter(move |s| (s.algorithm, s.form, s.threads) == (algorithm, form, threads));
            let mut walls: Vec<f64> = of.map(|s| s.wall_seconds).collect();
            walls.sort_by(f64::total_cmp);
            (!walls.is_empty()).then(|| quantile(&walls, 0.5))
        };
        let mut algorithms: Vec<u32> = aspects.speeds.iter().map(|s| s.algorithm).collect();
        algorithms.dedup();
        let gains = algorithms.into_iter().filter_map(|a| Some(wall(a, 1)? / wall(a, most)?));
        let mut gains: Vec<f64> = gains.collect();
        gains.sort_by(f64::total_cmp);
        let (low, high) = (gains.first()?, gains.last()?);
        let middle = quantile(&gains, 0.5);
        Some(format!(
            "{} times as fast ({} to {})",
            n::plain(middle),
            n::plain(*low),
            n::plain(*high)
        ))
    };
    let parts: Vec<String> = words
        .iter()
        .filter_map(|(form, words)| Some(format!("{words} {}", gain(*form)?)))
        .collect();
    (!parts.is_empty()).then(|| {
        format!(
            "[speed-up](#table-speed-up): with {most} threads, typically {}; in brackets the least and the most of any algorithm",
            parts.join(", ")
        )
    })
}
