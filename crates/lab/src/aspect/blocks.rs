//! The aspects in tables and figures of the report.

use super::{Generated, Speed, Threading};
use crate::plot::{Boxes, FiveNumbers, Measure, Span, Unit, box_plot, speed_up};
use crate::report::{Block, Field, Table, numbers};
use crate::stats::{Summary, kendall, quantile, spearman, wilson, within};
use crate::store::{Content, Row};

/// Tables have a column for each algorithm up to so many.
const FEW: usize = 10;

/// The sections of a study's aspects; nothing when it has none.
pub fn blocks(content: &Content) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !content.aspects.generated.is_empty() {
        generation(content, &mut blocks);
    }
    if !content.aspects.ratings.is_empty() {
        rating(content, &mut blocks);
    }
    if !content.aspects.speeds.is_empty() {
        speed(content, &mut blocks);
    }
    blocks
}

fn columns(names: &[(&str, &str)]) -> Vec<(String, String)> {
    names.iter().map(|(name, words)| ((*name).to_owned(), (*words).to_owned())).collect()
}

/// Whether an algorithm can prove that a solution is the only one.
fn proves_unique(content: &Content, algorithm: usize) -> &'static str {
    match content.algorithms[algorithm].counts() {
        Some(true) => "yes",
        Some(false) => "no",
        None => "–",
    }
}

fn generation(content: &Content, blocks: &mut Vec<Block>) {
    let of = |a: usize| -> Vec<&Generated> {
        content.aspects.generated.iter().filter(|g| g.algorithm as usize == a).collect()
    };
    let mut rows = Vec::new();
    let (mut names, mut boxes) = (Vec::new(), Vec::new());
    for (a, entry) in content.algorithms.iter().enumerate() {
        let made = of(a);
        if made.is_empty() {
            continue;
        }
        let proper = made.iter().filter(|g| g.proper).count();
        let interval = wilson(proper, made.len(), 0.95).ok();
        let clues: Vec<f64> = made.iter().map(|g| f64::from(g.clues)).collect();
        let er: Vec<f64> = made.iter().filter_map(|g| g.er).collect();
        let times: Vec<f64> = made.iter().map(|g| g.cpu_seconds).collect();
        let asked: f64 = made.iter().map(|g| f64::from(g.decisions)).sum();
        let undecided: f64 = made.iter().map(|g| f64::from(g.undecided)).sum();
        let of_clues = Summary::of(&clues).ok();
        let of_er = Summary::of(&er).ok();
        let time = Summary::of(&times).ok();
        rows.push(vec![
            Field::word(&entry.label),
            Field::word(proves_unique(content, a)),
            Field::count(made.len()),
            Field::number(
                proper as f64 / made.len() as f64,
                numbers::percent(proper as f64 / made.len() as f64),
            ),
            Field::maybe(interval.map(|i| i.low), numbers::percent),
            Field::maybe(interval.map(|i| i.high), numbers::percent),
            Field::maybe(time.map(|s| s.mean), numbers::seconds),
            Field::maybe(time.map(|s| s.min), numbers::seconds),
            Field::maybe(time.map(|s| s.max), numbers::seconds),
            Field::number(undecided / asked, numbers::percent(undecided / asked)),
            Field::maybe(of_clues.map(|s| s.mean), |x| format!("{x:.1}")),
            Field::maybe(of_clues.map(|s| s.min), numbers::plain),
            Field::maybe(of_clues.map(|s| s.max), numbers::plain),
            Field::maybe(of_er.map(|s| s.median), |x| format!("{x:.1}")),
            Field::maybe(of_er.map(|s| s.max), |x| format!("{x:.1}")),
        ]);
        let mut sorted = times.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |p: f64| quantile(&sorted, p).max(1e-9);
        names.push(entry.label.clone());
        boxes.push((times.len() >= 5).then(|| FiveNumbers {
            low: at(0.0),
            q1: at(0.25),
            median: at(0.5),
            q3: at(0.75),
            high: at(1.0),
        }));
    }
    let is_drawn = boxes.iter().any(Option::is_some);
    blocks.push(Block::Heading("Generation".into()));
    blocks.push(Block::Text("Each algorithm decided, digit by digit, what may be taken away from the same full grids. One that **cannot prove** uniqueness takes the solution it finds for the only one; the exact solver then told which of its puzzles are proper. A digit about which an algorithm gave no answer in time stays, so undecided questions mean more clues.".into()));
    blocks.push(Block::Table(Table {
        name: "generation",
        title: "Generation, by the algorithm that decides".into(),
        note: "Time is CPU time of the algorithm's answers for one puzzle: the mean over the puzzles it made, the least and the most. They were made in random order, and each algorithm was asked once, unmeasured, before it was timed. ER is the Explainer rating of the proper ones.".into(),
        columns: columns(&[
            ("label", "algorithm"),
            ("proves_unique", "proves uniqueness"),
            ("made", "made"),
            ("proper", "proper"),
            ("proper_low", "95 % from"),
            ("proper_high", "to"),
            ("seconds", "mean time"),
            ("seconds_least", "least"),
            ("seconds_most", "most"),
            ("undecided", "undecided"),
            ("clues_mean", "clues, mean"),
            ("clues_min", "fewest"),
            ("clues_max", "most"),
            ("er_median", "ER, median"),
            ("er_max", "highest"),
        ]),
        rows,
        folded: false,
        shown: usize::MAX,
    }));
    if !is_drawn {
        return;
    }
    let measure = Measure::new("CPU time per generated puzzle", Unit::Seconds);
    let one = Boxes { label: "time".into(), bands: boxes };
    let mut figure = box_plot(&names, &[one], None, "algorithm that decides", &measure);
    figure.title = "Generation".into();
    blocks.push(Block::Figure { name: "generation".into(), figure });
}

fn rating(content: &Content, blocks: &mut Vec<Block>) {
    let mut er = vec![None; content.puzzles.len()];
    for rated in &content.aspects.ratings {
        if let Some(place) = er.get_mut(rated.puzzle as usize) {
            *place = Some(rated.er);
        }
    }
    let n_algorithms = content.algorithms.len();
    // What the first run of each algorithm on each puzzle took; beyond the limit is the largest.
    let mut first: Vec<Vec<Option<&Row>>> = vec![vec![None; content.puzzles.len()]; n_algorithms];
    for row in content.rows.iter().filter(|r| r.repeat == 0) {
        first[row.algorithm as usize][row.puzzle as usize] = Some(row);
    }
    let time = |r: &Row| if r.ended.is_solved() { r.cpu_seconds } else { f64::INFINITY };
    let guesses = |r: &Row| if r.ended.is_solved() { r.guesses as f64 } else { f64::INFINITY };
    let pairs = |a: usize, value: &dyn Fn(&Row) -> f64, other: &dyn Fn(usize) -> Option<f64>| {
        let mut pairs: Vec<(Vec<f64>, Vec<f64>)> = vec![Default::default(); content.sets.len()];
        for (p, row) in first[a].iter().enumerate() {
            if let (Some(row), Some(x)) = (row, other(p)) {
                let (values, others) = &mut pairs[content.puzzles[p].set];
                values.push(value(row));
                others.push(x);
            }
        }
        pairs
    };
    let by_er = |p: usize| er[p];
    let by_clues = |p: usize| Some(content.puzzles[p].clues as f64);
    let mut rows = Vec::new();
    for (a, entry) in content.algorithms.iter().enumerate() {
        let solved = first[a].iter().flatten().filter(|r| r.ended.is_solved()).count();
        let mut row = vec![Field::word(&entry.label), Field::count(solved)];
        let er_pairs = pairs(a, &time, &by_er);
        let coefficient = |pairs: &[(Vec<f64>, Vec<f64>)]| within(pairs, spearman);
        let shown = |x: f64| format!("{x:.2}");
        row.push(Field::maybe(coefficient(&er_pairs), shown));
        row.push(Field::maybe(within(&er_pairs, kendall), shown));
        row.push(Field::maybe(coefficient(&pairs(a, &guesses, &by_er)), shown));
        row.push(Field::maybe(coefficient(&pairs(a, &time, &by_clues)), shown));
        for other in 0..n_algorithms {
            let theirs = |p: usize| first[other][p].map(time);
            row.push(if other == a {
                Field::word("")
            } else {
                Field::maybe(coefficient(&pairs(a, &time, &theirs)), shown)
            });
        }
        rows.push(row);
    }
    let mut heads = columns(&[
        ("label", "algorithm"),
        ("solved", "solved"),
        ("time_er", "time, ER"),
        ("time_er_kendall", "Kendall"),
        ("guesses_er", "guesses, ER"),
        ("time_clues", "time, clues"),
    ]);
    // Of many algorithms the pairs are in the file only.
    let few = n_algorithms <= FEW;
    heads.extend(
        content
            .algorithms
            .iter()
            .map(|a| (a.label.clone(), if few { a.label.clone() } else { String::new() })),
    );
    let pairs = if few {
        "from “time, clues” on, times of the algorithm in the row with times of the one in the column."
    } else {
        "the file has the correlations between the times of any two algorithms as well."
    };
    blocks.push(Block::Heading("Rating: do they agree on what is hard?".into()));
    blocks.push(Block::Text(format!(
        "Rank correlations within sets over {} with a rating, those of the sets weighted by their size: 1 means the same order of hardness, 0 none, −1 the opposite. A run that did not solve counts as longer than any other. The Explainer rating (ER) is that of the hardest human step.",
        numbers::counted(content.aspects.ratings.len(), "puzzle")
    )));
    blocks.push(Block::Table(Table {
        name: "rating-agreement",
        title: "Agreement on hardness".into(),
        note: format!("Spearman's correlation of first runs, Kendall's where named; {pairs}"),
        columns: heads,
        rows,
        folded: false,
        shown: usize::MAX,
    }));
}

fn speed(content: &Content, blocks: &mut Vec<Block>) {
    let speeds = &content.aspects.speeds;
    let mut keys: Vec<(u32, Threading)> = speeds.iter().map(|s| (s.algorithm, s.form)).collect();
    keys.dedup();
    let mut rows = Vec::new();
    let mut series: Vec<(String, Vec<Span>)> = Vec::new();
    for (algorithm, form) in keys {
        let of = |threads: u16| -> Vec<&Speed> {
            let wanted = (algorithm, form, threads);
            speeds.iter().filter(|s| (s.algorithm, s.form, s.threads) == wanted).collect()
        };
        // Where every thread does all of the work, several do more of it.
        let per_puzzle = |s: &Speed| s.wall_seconds / f64::from(s.puzzles.max(1));
        let base_of = |form: Threading| {
            let single = speeds.iter().filter(|s| (s.algorithm, s.form) == (algorithm, form));
            middle(single.filter(|s| s.threads == 1).map(per_puzzle))
        };
        let Some(base) = base_of(form) else { continue };
        let ceiling = |n: u16| {
            let base = base_of(Threading::Ceiling)?;
            let wanted = (algorithm, Threading::Ceiling, n);
            let here = speeds.iter().filter(|s| (s.algorithm, s.form, s.threads) == wanted);
            middle(here.map(|s| base / per_puzzle(s)))
        };
        let label = content.algorithms[algorithm as usize].label.clone();
        let mut threads: Vec<u16> = speeds
            .iter()
            .filter(|s| (s.algorithm, s.form) == (algorithm, form))
            .map(|s| s.threads)
            .collect();
        threads.dedup();
        let mut spans = Vec::new();
        for n in threads {
            let here = of(n);
            let gains: Vec<f64> = here.iter().map(|s| base / per_puzzle(s)).collect();
            let Some(gain) = middle(gains.iter().copied()) else { continue };
            let (low, high) = gains
                .iter()
                .fold((f64::INFINITY, 0.0), |(l, h): (f64, f64), &g| (l.min(g), h.max(g)));
            spans.push(Span { x: f64::from(n), y: gain, low, high });
            let cpu = middle(here.iter().map(|s| s.cpu_seconds / f64::from(s.puzzles)));
            let wall = middle(here.iter().map(|s| per_puzzle(s)));
            let share = ceiling(n).map(|most| gain / most);
            rows.push(vec![
                Field::word(&label),
                Field::word(form.word()),
                Field::count(n.into()),
                Field::number(gain, numbers::plain(gain)),
                Field::number(low, numbers::plain(low)),
                Field::number(high, numbers::plain(high)),
                Field::number(gain / f64::from(n), numbers::percent(gain / f64::from(n))),
                Field::maybe(share, numbers::percent),
                Field::maybe(wall, numbers::seconds),
                Field::maybe(cpu, numbers::seconds),
            ]);
        }
        if form != Threading::Ceiling {
            series.push((format!("{label}, {}", form.word()), spans));
        }
    }
    blocks.push(Block::Heading("Speed-up".into()));
    blocks.push(Block::Text("The same puzzles with more threads, on puzzles that the algorithm solved in the study. Threading **puzzles**: many at once, each thread with a solver of its own. Threading **tree**: one search cut into parts. Threading **side-by-side**: four independent runs of one puzzle, whatever the number of threads. Threading **ceiling**: every thread solves all of the puzzles and shares nothing; what is missing to 100 % there is the machine's share, not the program's. Measured alone, one after the other, against the median of the single thread, which for trees is the ordinary solver.".into()));
    blocks.push(Block::Table(Table {
        name: "speed-up",
        title: "Speed-up by threads".into(),
        note: "Efficiency is the speed-up for each thread: 100 % is ideal. Of the ceiling: the speed-up against that of threads that share nothing. Wall time is that of the machine: when other work keeps its cores busy, or there are fewer cores than threads, it says more about that.".into(),
        columns: columns(&[
            ("label", "algorithm"),
            ("form", "form"),
            ("threads", "threads"),
            ("speed_up", "speed-up"),
            ("speed_up_low", "least"),
            ("speed_up_high", "most"),
            ("efficiency", "efficiency"),
            ("of_ceiling", "of the ceiling"),
            ("wall_per_puzzle", "wall time per puzzle"),
            ("cpu_per_puzzle", "CPU time per puzzle"),
        ]),
        rows,
        folded: series.len() > 12,
        shown: usize::MAX,
    }));
    // No more than eight: the ones that gain most and least.
    series.sort_by(|x, y| last_gain(y).total_cmp(&last_gain(x)));
    let all = series.len();
    if all > 8 {
        series.drain(4..all - 4);
    }
    let mut figure = speed_up(&series);
    let which = match all {
        ..=8 => String::new(),
        _ => format!(" Of {all}, the four that gain most and the four that gain least."),
    };
    figure.caption = format!(
        "{} The bar is the median of the repeats, the whisker their range.{which}",
        figure.caption
    );
    blocks.push(Block::Figure { name: "speed-up".into(), figure });
}

fn last_gain((_, spans): &(String, Vec<Span>)) -> f64 {
    spans.last().map_or(0.0, |s| s.y)
}

fn middle(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    (!sorted.is_empty()).then(|| quantile(&sorted, 0.5))
}
