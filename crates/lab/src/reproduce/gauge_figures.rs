//! GAuGE's figures 5, 6 and 7, and when runs succeed.
//!
//! They show runs in the making, of which rows hold only the end: the runs of one puzzle are made
//! again from their seeds, through all 800 generations as in the paper.

use super::gauge::{Line, generations};
use super::measured::Measured;
use super::retrace::retrace;
use crate::plot::{
    Axis, BoardPicture, CellLook, Chart, Figure, Layer, Measure, Raster, RasterRow, Sample, Style,
    Unit, board_with_list, ecdf, raster,
};
use crate::report::Block;
use sudolab_grid::Puzzle;
use sudolab_solvers::evolution::audit;
use sudolab_solvers::{Event, Fate};

/// What one run told, generation by generation.
#[derive(Default)]
struct Course {
    best_fitness: Vec<f64>,
    mean_fitness: Vec<f64>,
    most_successes: Vec<f64>,
    mean_successes: Vec<f64>,
    fates: Vec<Vec<Fate>>,
}

pub(super) fn figures(m: &Measured<'_>, kinds: &[(&str, Vec<Line<'_>>); 2]) -> Vec<Block> {
    let samples: Vec<Sample> = kinds
        .iter()
        .map(|(kind, easy)| {
            let (seen, failed) = generations(easy);
            let sample = Sample::new(*kind, seen);
            if failed > 0 { sample.with_beyond(failed, 800.0) } else { sample }
        })
        .collect();
    let mut figure = ecdf(&samples, &Measure::new("generation of success", Unit::Plain));
    figure.caption = format!(
        "Share of runs that have solved by a generation, over the puzzles of a kind. {}",
        figure.caption
    );
    let mut blocks = vec![Block::Figure { name: "generations".into(), figure }];
    let Some(line) = kinds[0].1.first().filter(|l| !l.rows.is_empty()) else { return blocks };
    let mut courses = Vec::new();
    let mut solution = None;
    for row in line.rows {
        let mut course = Course::default();
        let made = retrace(m.content, row, &[("stop", "end")], |event| {
            if let Event::Program(program) = event {
                course.best_fitness.push(program.best_fitness);
                course.mean_fitness.push(program.mean_fitness);
                course.most_successes.push(program.most_successes as f64);
                course.mean_successes.push(program.mean_successes);
                course.fates.push(program.fates.to_vec());
            }
        });
        let Some((puzzle, outcome)) = made else { return blocks };
        if solution.is_none() && outcome.solution.is_some() {
            solution = Some((puzzle, outcome.trail));
        }
        courses.push(course);
    }
    blocks.push(Block::Figure { name: "figure-5".into(), figure: figure_5(&courses[0]) });
    blocks.push(Block::Figure { name: "figure-6".into(), figure: figure_6(&courses) });
    if let Some((puzzle, trail)) = solution {
        blocks.extend(figure_7(&puzzle, &trail));
    }
    blocks
}

/// How successful instructions move to the front during a run.
fn figure_5(course: &Course) -> Figure {
    let last = course.fates.len().saturating_sub(1);
    let shown: Vec<usize> = (0..=40).map(|i| i * last / 40).collect();
    let rows = shown
        .iter()
        .enumerate()
        .map(|(i, &generation)| RasterRow {
            label: if i.is_multiple_of(5) { generation.to_string() } else { String::new() },
            places: course.fates[generation]
                .iter()
                .map(|fate| match fate {
                    Fate::Placed | Fate::PlacedTwo | Fate::Struck => 1.0,
                    Fate::Neutral => 0.3,
                    Fate::Failed => 0.0,
                })
                .collect(),
        })
        .collect();
    let caption = "Compare figure 5 of the paper: one run. Each row is the fittest sequence of a generation, its 81 instructions from left to right. Dark: the instruction placed a number; light: the board was full before its turn; blank: it placed nothing.";
    raster(
        "Successful instructions during a run",
        caption,
        Raster { x: "instruction".into(), y: "generation".into(), rows },
    )
}

/// Successes and fitness by generation, means over the runs of one puzzle.
fn figure_6(courses: &[Course]) -> Figure {
    let chart = |name: &str, curves: [(&str, Vec<f64>); 2]| {
        let x = Axis::linear("generation", Unit::Plain).starting_at(0.0);
        let chart = Chart::new(x, Axis::linear(name, Unit::Plain));
        curves.into_iter().enumerate().fold(chart, |chart, (i, (label, values))| {
            let points = values.into_iter().enumerate().map(|(g, v)| (g as f64, v)).collect();
            chart.with(Layer::Line {
                label: Some(label.to_owned()),
                points,
                style: Style::Series(i),
                stepped: false,
                mark_all: false,
            })
        })
    };
    let left = chart(
        "successful instructions",
        [
            ("maximum", mean(courses, |c| &c.most_successes)),
            ("average", mean(courses, |c| &c.mean_successes)),
        ],
    );
    let right = chart(
        "fitness",
        [
            ("best", mean(courses, |c| &c.best_fitness)),
            ("average", mean(courses, |c| &c.mean_fitness)),
        ],
    );
    let caption = format!(
        "Compare figure 6 of the paper: {} of one puzzle, means over the runs. Left: the maximum and the average number of successful instructions; right: the best and the average fitness.",
        crate::report::numbers::counted(courses.len(), "run")
    );
    Figure::side_by_side("Successes and fitness by generation", caption, vec![left, right])
}

/// The mean of a curve over runs, generation by generation.
fn mean(courses: &[Course], of: fn(&Course) -> &Vec<f64>) -> Vec<f64> {
    let n = courses.iter().map(|c| of(c).len()).min().unwrap_or(0);
    let at = |g: usize| courses.iter().map(|c| of(c)[g]).sum::<f64>() / courses.len() as f64;
    (0..n).map(at).collect()
}

/// The puzzle with an evolved solution as a numbered list of instructions, as picture and text.
fn figure_7(puzzle: &Puzzle, trail: &[String]) -> Vec<Block> {
    let Ok(audit) = audit(puzzle, trail) else { return Vec::new() };
    let cells = puzzle.clues().values().iter().map(|&v| match v {
        0 => (String::new(), CellLook::None),
        clue => (clue.to_string(), CellLook::Given),
    });
    let board = BoardPicture { size: 9, box_width: 3, box_height: 3, cells: cells.collect() };
    let list: Vec<String> =
        audit.steps.iter().enumerate().map(|(i, step)| format!("{}. {step}", i + 1)).collect();
    let caption = "Compare figure 7 of the paper: a puzzle and an evolved solution of it. Each line was checked to follow from the clues and the lines before it.";
    let figure = board_with_list("A puzzle and its evolved solution", caption, board, list.clone());
    vec![
        Block::Figure { name: "figure-7".into(), figure },
        Block::Verbatim(format!("{puzzle}\n{}", list.join("\n"))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_taken_over_runs_generation_by_generation() {
        let course = |values: &[f64]| Course { best_fitness: values.to_vec(), ..Course::default() };
        let courses = [course(&[1.0, 2.0, 9.0]), course(&[3.0, 4.0])];
        assert_eq!(mean(&courses, |c| &c.best_fitness), [2.0, 3.0]);
    }

    #[test]
    fn the_rows_of_figure_5_run_from_the_first_generation_to_the_last() {
        let course = Course { fates: vec![vec![Fate::Failed; 81]; 801], ..Course::default() };
        let svg = figure_5(&course).svg();
        assert!(svg.contains(">0<") && svg.contains(">800<"), "{svg}");
    }

    #[test]
    fn only_a_trail_that_follows_is_drawn() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        assert!(figure_7(&puzzle, &["1. RowFill row 1, digit 9: r1c3 = 9".to_owned()]).is_empty());
    }
}
