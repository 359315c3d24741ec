//! Pictures of traces.

use super::course::{Course, Curve, Generation, Program};
use crate::plot::{Axis, Chart, Figure, Layer, Raster, RasterRow, Style, Unit, raster};
use crate::report::numbers::{counted, grouped};

/// How a run went: energy and temperature, generations, depth and conflicts, or what is left, as
/// far as the algorithm tells them.
pub fn figure(title: &str, course: &Course) -> Figure {
    let mut charts = Vec::new();
    let mut told = Vec::new();
    if !course.energy.is_empty() {
        charts.push(chart("energy", &[("energy", &course.energy), ("best", &course.best)]));
        told.push("the energy of the state and the best cost so far");
    }
    if course.temperature.len() > 1 {
        charts.push(over(Axis::log("temperature", Unit::Plain), &[("", &course.temperature)]));
        told.push("the temperature");
    } else if !course.accepted.is_empty() {
        charts.push(over(Axis::share("accepted moves"), &[("", &course.accepted)]));
        told.push("the share of moves that were accepted");
    }
    if !course.generation_best.is_empty() {
        let [middle, worst] = &course.population;
        let all = [&course.generation_best, &course.generation_mean, middle, worst];
        let is_long = all.iter().any(|curve| curve.len() > PARTS);
        let all = all.map(|curve| in_parts(curve, course.ticks));
        let names = ["best", "mean", "middle", "worst"];
        let curves: Vec<(&str, &Curve)> = names.into_iter().zip(&all).collect();
        charts.push(chart("cost in a generation", &curves));
        told.push(match (worst.is_empty(), is_long) {
            (true, false) => "the best and the mean cost of each generation",
            (false, false) => {
                "the cost in each generation: best, mean, middle and worst individual"
            }
            (true, true) => {
                "the best and the mean cost of generations, as means over each hundredth of the run"
            }
            (false, true) => {
                "the cost in generations: best, mean, middle and worst individual, as means over each hundredth of the run"
            }
        });
    }
    if !course.depth.is_empty() {
        charts.push(chart("depth", &[("", &course.depth)]));
        told.push("the depth of the search");
    }
    if !course.conflicts.is_empty() {
        charts.push(chart("conflicts seen", &[("", &course.conflicts)]));
        told.push("conflicts at the ticks that were looked at, added up");
    }
    // Boards of populations are full from the first generation on: nothing to see.
    let soon = course.ticks as f64 / PARTS as f64;
    let mut late = course.blanks.iter().filter(|(tick, _)| *tick > soon);
    let stays_full = !charts.is_empty() && late.all(|&(_, blanks)| blanks == 0.0);
    if charts.len() < 2 && course.blanks.len() > 1 && !stays_full {
        charts.push(chart("blank cells", &[("", &course.blanks)]));
        told.push("blank cells");
    }
    if charts.is_empty() {
        charts.push(chart("best cost", &[("", &course.best)]));
        told.push("the best cost so far");
    }
    charts.truncate(3);
    told.truncate(3);
    let restarts = match course.restarts.len() {
        0 => String::new(),
        n => format!(" It began anew {}.", counted(n, "time")),
    };
    let caption = format!(
        "One run of {} ticks, verdict {}. From left to right: {}.{restarts}",
        grouped(course.ticks as i64),
        course.verdict,
        told.join("; ")
    );
    let caption = match course.is_empty() {
        true => format!(
            "One run, verdict {}. It ended before a search began, so that there is nothing to draw.",
            course.verdict
        ),
        false => caption,
    };
    Figure::side_by_side(title, caption, charts)
}

/// How successful instructions move to the front: the fittest program of each generation. `None` for
/// algorithms that do not evolve programs.
pub fn instructions(title: &str, course: &Course) -> Option<Figure> {
    let shown: Vec<(u64, &Program)> =
        course.generations.iter().filter_map(|g| Some((g.number, g.program.as_ref()?))).collect();
    let last = shown.len().checked_sub(2)? + 1;
    let rows_shown = last.min(40);
    let rows = (0..=rows_shown).map(|i| {
        let (number, program) = shown[i * last / rows_shown];
        RasterRow {
            label: if i.is_multiple_of(5) { number.to_string() } else { String::new() },
            places: program.fates.clone(),
        }
    });
    let caption = "One run. Each row is the fittest sequence of a generation, its instructions from left to right. Dark: the instruction did something; light: the board was full before its turn; blank: it did nothing.";
    let raster_of =
        Raster { x: "instruction".into(), y: "generation".into(), rows: rows.collect() };
    Some(raster(&format!("{title}: successful instructions"), caption, raster_of))
}

/// What generations came to, as means over runs: successes and fitness of programs, or else the cost of
/// individuals. `None` for fewer than two runs with generations.
pub fn means_over_runs(title: &str, runs: &[&Course]) -> Option<Figure> {
    let runs: Vec<&[Generation]> =
        runs.iter().map(|c| c.generations.as_slice()).filter(|g| g.len() > 1).collect();
    if runs.len() < 2 {
        return None;
    }
    let successes = ["maximum", "average"];
    let mut charts: Vec<Chart> = [
        by_generation(&runs, "successful instructions", successes, |g| {
            Some(g.program.as_ref()?.successes)
        }),
        by_generation(&runs, "fitness", ["best", "average"], |g| Some(g.program.as_ref()?.fitness)),
    ]
    .into_iter()
    .flatten()
    .collect();
    if charts.is_empty() {
        charts.extend(by_generation(&runs, "cost in a generation", ["best", "mean"], |g| g.cost));
    }
    let is_long = runs.iter().any(|run| run.len() > PARTS + 1);
    let caption = format!(
        "Means over {}, one on each puzzle{}. A run that has ended counts with its last generation.",
        counted(runs.len(), "run"),
        if is_long { ", and over the generations since the point before" } else { "" }
    );
    (!charts.is_empty()).then(|| Figure::side_by_side(title, caption, charts))
}

fn by_generation(
    runs: &[&[Generation]],
    name: &str,
    [first, second]: [&str; 2],
    of: fn(&Generation) -> Option<(f64, f64)>,
) -> Option<Chart> {
    let means = mean_over(runs, of).into_iter();
    let (a, b): (Curve, Curve) = means.map(|(g, (a, b))| ((g, a), (g, b))).unzip();
    let x = Axis::linear("generation", Unit::Plain).starting_at(0.0);
    let y = Axis::linear(name, Unit::Plain).starting_at(0.0);
    (a.len() > 1).then(|| along(x, y, &[(first, &a), (second, &b)]))
}

/// Parts of a long curve: more of them would only be a smear.
const PARTS: usize = 100;

/// A curve of many points as its means over equal parts of the run, each where its part begins.
fn in_parts(curve: &Curve, ticks: u64) -> Curve {
    if curve.len() <= PARTS {
        return curve.clone();
    }
    let end = curve.last().map_or(1.0, |&(tick, _)| tick).max(ticks as f64).max(1.0);
    let part = |tick: f64| ((tick * PARTS as f64 / end) as usize).min(PARTS - 1);
    curve
        .chunk_by(|a, b| part(a.0) == part(b.0))
        .map(|points| {
            let mean = points.iter().map(|&(_, y)| y).sum::<f64>() / points.len() as f64;
            (part(points[0].0) as f64 * end / PARTS as f64, mean)
        })
        .collect()
}

/// The means of what runs tell, over some hundred parts from the first to the last of all generations.
fn mean_over(
    runs: &[&[Generation]],
    of: fn(&Generation) -> Option<(f64, f64)>,
) -> Vec<(f64, (f64, f64))> {
    let told: Vec<Vec<(u64, (f64, f64))>> = runs
        .iter()
        .map(|run| run.iter().filter_map(|g| Some((g.number, of(g)?))).collect())
        .filter(|run: &Vec<_>| !run.is_empty())
        .collect();
    let last = told.iter().filter_map(|run| Some(run.last()?.0)).max().unwrap_or(0);
    let mut numbers: Vec<u64> = (0..=100).map(|i| i * last / 100).collect();
    numbers.dedup();
    if told.is_empty() {
        return Vec::new();
    }
    let mean = |values: &mut dyn Iterator<Item = (f64, f64)>| {
        let (n, a, b) = values.fold((0.0, 0.0, 0.0), |(n, a, b), (c, d)| (n + 1.0, a + c, b + d));
        (a / n, b / n)
    };
    let mut means = Vec::with_capacity(numbers.len());
    let mut after = None;
    for number in numbers {
        // Generations since the number before; if none was told, what was told last, or first.
        let of_run = |run: &Vec<(u64, (f64, f64))>| {
            let end = run.partition_point(|(g, _)| *g <= number).max(1);
            let start = after.map_or(0, |after| run.partition_point(|(g, _)| *g <= after));
            mean(&mut run[start.min(end - 1)..end].iter().map(|(_, values)| *values))
        };
        means.push((number as f64, mean(&mut told.iter().map(of_run))));
        after = Some(number);
    }
    means
}

fn chart(name: &str, curves: &[(&str, &Curve)]) -> Chart {
    over(Axis::linear(name, Unit::Plain).starting_at(0.0), curves)
}

fn over(y: Axis, curves: &[(&str, &Curve)]) -> Chart {
    along(Axis::linear("tick", Unit::Plain).starting_at(0.0), y, curves)
}

fn along(x: Axis, y: Axis, curves: &[(&str, &Curve)]) -> Chart {
    let shown = curves.iter().filter(|(_, curve)| !curve.is_empty()).enumerate();
    shown.fold(Chart::new(x, y), |chart, (i, (label, curve))| {
        chart.with(Layer::Line {
            label: Some((*label).to_owned()).filter(|label| !label.is_empty()),
            points: (*curve).clone(),
            style: Style::Series(i),
            stepped: true,
            mark_all: false,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_shows_what_was_told_and_says_so() {
        let curve: Curve = (0..50).map(|i| (f64::from(i), f64::from(50 - i))).collect();
        let course = Course {
            ticks: 12_345,
            verdict: "tick-limit".into(),
            energy: curve.clone(),
            temperature: curve,
            restarts: vec![3.0, 9.0],
            ..Course::default()
        };
        let figure = figure("annealing on puzzle 1", &course);
        let svg = figure.svg();
        assert!(svg.contains(">energy<") && svg.contains(">temperature<"), "{svg}");
        assert!(
            figure.caption.contains("tick-limit") && figure.caption.contains(&counted(2, "time"))
        );
        assert!(!figure.caption.contains("generation"), "{}", figure.caption);
    }

    #[test]
    fn a_long_course_is_drawn_as_means_of_its_parts() {
        // A thousand generations that swing between 0 and 10.
        let swinging: Curve =
            (0..1000).map(|i| (10.0 * f64::from(i), 10.0 * f64::from(i % 2))).collect();
        let parts = in_parts(&swinging, 10_000);
        assert_eq!(parts.len(), PARTS);
        assert!(parts.iter().all(|&(_, mean)| mean == 5.0), "{parts:?}");
        assert_eq!((parts[0].0, parts[99].0), (0.0, 9900.0));
        let short: Curve = (0..50).map(|i| (f64::from(i), f64::from(i))).collect();
        assert_eq!(in_parts(&short, 50), short);
        let course = Course {
            ticks: 10_000,
            generation_best: swinging.clone(),
            generation_mean: swinging,
            blanks: vec![(0.0, 60.0), (1.0, 0.0), (5000.0, 0.0)],
            ..Course::default()
        };
        let figure = figure("genetic on puzzle 1", &course);
        assert!(figure.caption.contains("each hundredth of the run"), "{}", figure.caption);
        assert!(!figure.caption.contains("blank cells"), "the boards are full at once");
    }

    fn generations(n: u64, successes: f64) -> Course {
        let generation = |number| Generation {
            number,
            cost: Some((3.0, 5.0)),
            program: Some(Program {
                fitness: (2.0 * successes, successes),
                successes: (successes, 1.0),
                fates: vec![1.0; 81],
            }),
        };
        Course { generations: (0..n).map(generation).collect(), ..Course::default() }
    }

    #[test]
    fn instructions_are_drawn_from_the_first_generation_to_the_last() {
        let svg = instructions("gauge", &generations(801, 9.0)).unwrap().svg();
        assert!(svg.contains(">0<") && svg.contains(">800<"), "{svg}");
        assert!(instructions("gauge", &generations(1, 9.0)).is_none());
        assert!(instructions("annealing", &Course::default()).is_none());
        assert!(instructions("gauge", &generations(3, 9.0)).is_some());
    }

    #[test]
    fn means_are_taken_over_runs_and_an_ended_run_keeps_its_last() {
        let (short, long) = (generations(11, 10.0), generations(101, 30.0));
        let runs = [short.generations.as_slice(), long.generations.as_slice()];
        let means = mean_over(&runs, |g| Some(g.program.as_ref()?.successes));
        assert_eq!(means.len(), 101);
        assert!(means.iter().all(|&(_, m)| m == (20.0, 1.0)), "{means:?}");
        let figure = means_over_runs("gauge on easy", &[&short, &long]).unwrap();
        assert!(figure.svg().contains("successful instructions"));
        assert!(figure.caption.contains(&counted(2, "run")), "{}", figure.caption);
        assert!(means_over_runs("gauge on easy", &[&short]).is_none());
        let costs = |mut course: Course| {
            course.generations.iter_mut().for_each(|g| g.program = None);
            course
        };
        let (short, long) = (costs(short), costs(long));
        let svg = means_over_runs("genetic", &[&short, &long]).unwrap().svg();
        assert!(svg.contains("cost in a generation"), "{svg}");
    }
}
