//! `sudolab explain` and `sudolab hint`.

use crate::args::{Common, Input, PageFormat, ResultFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::output::Output;
use crate::say;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use sudolab_exact::{ExactSolver, NotUnique, UniquePuzzle};
use sudolab_grid::formats::Document;
use sudolab_grid::{Puzzle, Solution};
use sudolab_logic::explain::{explain, picture};
use sudolab_logic::hint::easiest_to_see;
use sudolab_logic::position::Position;
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_logic::step::{Effect, Step};

/// How an explanation is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Words for a terminal.
    Text,
    /// One JSON object per step.
    Json,
    /// A page with words and pictures.
    Html,
    /// The pictures alone.
    Svg,
}

/// Solve puzzles as a person would, step by step, each with its reason
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab explain puzzles.txt --format json
  sudolab explain puzzles.txt --format html --output steps.html")]
pub struct Explain {
    #[command(flatten)]
    input: Input,

    /// Order of techniques: as the rating counts, or easiest to see first
    #[arg(long, value_name = "ORDER", default_value = "rating", value_parser = ["rating", "human"])]
    technique_order: String,
}

/// The next step only, as much of it as you want to know
///
/// Works from any position: placed digits and pencil marks of the input count. Says so when the
/// position is already wrong.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab hint puzzles.txt --detail area
  sudolab hint puzzles.txt --detail cells --format json")]
pub struct Hint {
    #[command(flatten)]
    input: Input,

    /// How much to tell: where to look, the technique, the cells, or everything
    #[arg(long, value_name = "DETAIL", default_value = "full", value_parser = ["area", "technique", "cells", "full"])]
    detail: String,

    /// Order of techniques: easiest to see first, or as the rating counts
    #[arg(long, value_name = "ORDER", default_value = "human", value_parser = ["rating", "human"])]
    technique_order: String,
}

/// A step to show, with its place in the rating where it was taken from there.
struct Shown {
    step: Step,
    difficulty: Option<Tenths>,
}

/// The next step in the order asked for.
fn next(rater: &mut Rater, position: &Position, profile: &SeProfile, order: &str) -> Option<Shown> {
    let seen = if order == "human" { easiest_to_see(position) } else { None };
    if let Some(step) = seen {
        return Some(Shown { step, difficulty: None });
    }
    let hint = rater.next(position, profile)?;
    Some(Shown { step: hint.step, difficulty: Some(hint.difficulty) })
}

impl Explain {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let form = match (common.page, common.format) {
            (Some(PageFormat::Html), _) => Form::Html,
            (Some(PageFormat::Svg), _) => Form::Svg,
            (None, ResultFormat::Json) => Form::Json,
            (None, _) => Form::Text,
        };
        let mut output = Output::open(common.output.as_deref())?;
        if form == Form::Html {
            output.put(HTML_HEAD.as_bytes())?;
        }
        let exit = each_document(&self.input, |document, exit| {
            let (text, fine) = self.one(document, form);
            *exit = exit.and(if fine { Exit::Fine } else { Exit::SomeFailed });
            output.put(text.as_bytes())
        })?;
        if form == Form::Html {
            output.put(b"</body></html>\n")?;
        }
        output.finish()?;
        Ok(exit)
    }

    fn one(&self, document: &Document, form: Form) -> (String, bool) {
        let puzzle = document.to_puzzle();
        let start = match start(&puzzle) {
            Ok(start) => start,
            Err(problem) => {
                say::problem(&format!("{puzzle}: {problem}"));
                return (String::new(), false);
            }
        };
        if let Some(warning) = &start.warning {
            say::problem(&format!("{puzzle}: {warning}"));
        }
        let mut text = String::new();
        let mut number = 0;
        let mut position = start.position.clone();
        let mut rater = Rater::new();
        while !position.is_solved() {
            let Some(step) = next(&mut rater, &position, &start.profile, &self.technique_order)
            else {
                break;
            };
            number += 1;
            let _ = write_step(&mut text, form, number, &position, &step);
            step.step.effect.apply(&mut position);
        }
        let rating = rater.rate(&start.position, &start.profile);
        let _ = match form {
            Form::Text if position.is_solved() => {
                writeln!(
                    text,
                    "Solved in {number} steps; ER {}/{}/{}.\n",
                    rating.er, rating.ep, rating.ed
                )
            }
            Form::Text => writeln!(text, "No further step is known after {number}.\n"),
            _ => Ok(()),
        };
        (text, start.warning.is_none() && position.is_solved())
    }
}

impl Hint {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut output = Output::open(common.output.as_deref())?;
        let exit = each_document(&self.input, |document, exit| {
            let text = match self.one(document, common.format) {
                Ok(text) => text,
                Err(problem) => {
                    *exit = exit.and(Exit::SomeFailed);
                    match common.format {
                        ResultFormat::Json => json!({ "problem": problem }).to_string(),
                        _ => problem,
                    }
                }
            };
            output.put(format!("{text}\n").as_bytes())
        })?;
        output.finish()?;
        Ok(exit)
    }

    fn one(&self, document: &Document, format: ResultFormat) -> Result<String, String> {
        let start = start_of_player(document)?;
        if start.position.is_solved() {
            return Ok("The puzzle is solved.".to_owned());
        }
        let mut rater = Rater::new();
        let step = next(&mut rater, &start.position, &start.profile, &self.technique_order);
        let Some(step) = step else {
            return Err(
                "No technique we know finds a step here; you would have to guess.".to_owned()
            );
        };
        let words = explain(&start.position, &step.step);
        let technique = step.step.technique;
        let area = area(&step.step.effect);
        let cells = cells(&step.step.effect);
        if format == ResultFormat::Json {
            let mut object = json!({"detail": self.detail, "area": area});
            if self.detail != "area" {
                object["technique"] = json!(technique.id());
                object["difficulty"] = json!(step.difficulty.map(|d| d.to_string()));
            }
            if matches!(self.detail.as_str(), "cells" | "full") {
                object["cells"] = json!(cells);
            }
            if self.detail == "full" {
                object["text"] = json!(words.sentences.join(" "));
                object["conclusion"] = json!(words.conclusion);
                object["step"] = step_json(1, &start.position, &step);
            }
            return Ok(object.to_string());
        }
        Ok(match self.detail.as_str() {
            "area" => format!("Look at {area}."),
            "technique" => format!("Look for a {} in {area}.", technique.name()),
            "cells" => format!("{}: look at {}.", technique.name(), cells.join(", ")),
            _ => words.to_string(),
        })
    }
}

/// Where logic begins.
struct Start {
    position: Position,
    profile: SeProfile,
    warning: Option<String>,
}

/// The start of a puzzle; without a unique solution logic goes on without uniqueness.
fn start(puzzle: &Puzzle) -> Result<Start, String> {
    let position = Position::from_puzzle(puzzle).map_err(|e| e.to_string())?;
    let proved = UniquePuzzle::prove(puzzle.clone());
    let warning = proved.err().map(|e| match e {
        NotUnique::Multiple => {
            "it has more than one solution; the steps go as far as logic without uniqueness goes"
                .to_owned()
        }
        other => other.to_string(),
    });
    let profile = SeProfile { uniqueness: warning.is_none() };
    Ok(Start { position, profile, warning })
}

/// The start from a player's position, refused when it is already wrong.
fn start_of_player(document: &Document) -> Result<Start, String> {
    let givens = Puzzle::new(document.givens().clone());
    let mut solver = ExactSolver::new();
    let known = UniquePuzzle::prove_with(&mut solver, givens.clone()).ok();
    if let Some(proper) = &known {
        wrong_entries(document, proper.solution())?;
    }
    let puzzle = document.to_puzzle_with_placed();
    if known.is_none() && solver.count(&puzzle, 1).solutions == 0 {
        return Err("This position has no solution: a digit or a pencil mark is wrong.".to_owned());
    }
    let position = Position::from_puzzle(&puzzle).map_err(|e| e.to_string())?;
    let profile = SeProfile { uniqueness: known.is_some() };
    Ok(Start { position, profile, warning: None })
}

fn wrong_entries(document: &Document, solution: &Solution) -> Result<(), String> {
    let board = document.board();
    for (cell, digit) in document.values().filled() {
        if solution.digit(cell) != digit {
            return Err(format!(
                "This position is already wrong: {} is not {digit}. Clear it and look again.",
                board.name(cell)
            ));
        }
    }
    for (cell, marks) in board.cells().zip(document.candidates().into_iter().flatten()) {
        if document.values().get(cell).is_none() && !marks.contains(solution.digit(cell)) {
            return Err(format!(
                "This position is already wrong: the pencil marks of {} lack its digit. Put the marks of that cell back and look again.",
                board.name(cell)
            ));
        }
    }
    Ok(())
}

fn each_document(
    input: &Input,
    mut work: impl FnMut(&Document, &mut Exit) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let (mut chunks, _) = input.open()?;
    let mut exit = Exit::Fine;
    while let Some(chunk) = chunks.next() {
        for entry in chunk.entries {
            match entry {
                Entry::Nine { clues, .. } => work(&input::document(&clues), &mut exit)?,
                Entry::Record(record) => work(&record.document, &mut exit)?,
                Entry::Bad { error, .. } => {
                    say::problem(&error.to_string());
                    exit = exit.and(Exit::SomeFailed);
                }
                Entry::Failed(failure) => {
                    say::problem(&failure.to_string());
                    exit = exit.and(failure.exit());
                }
            }
        }
    }
    Ok(exit)
}

fn cells(effect: &Effect) -> Vec<String> {
    let all = effect.placements.iter().chain(&effect.eliminations);
    let mut names: Vec<String> = all.map(|c| c.cell.to_string()).collect();
    names.dedup();
    names
}

/// The box that holds the first cell a step changes: a place to look, no more.
fn area(effect: &Effect) -> String {
    let first = effect.placements.iter().chain(&effect.eliminations).next();
    first.map_or_else(|| "the board".to_owned(), |c| format!("box {}", c.cell.block() + 1))
}

fn step_json(number: usize, position: &Position, step: &Shown) -> Value {
    let words = explain(position, &step.step);
    let list = |candidates: &[sudolab_logic::board::Candidate]| -> Vec<Value> {
        let one = |c: &sudolab_logic::board::Candidate| json!({"cell": c.cell.to_string(), "digit": c.digit.number()});
        candidates.iter().map(one).collect()
    };
    json!({
        "number": number,
        "technique": step.step.technique.id(),
        "name": step.step.technique.name(),
        "code": step.step.technique.hodoku_code(),
        "se": step.difficulty.map(|d| f64::from(d.0) / 10.0),
        "cells": cells(&step.step.effect),
        "placements": list(&step.step.effect.placements),
        "eliminations": list(&step.step.effect.eliminations),
        "text": words.sentences.join(" "),
        "conclusion": words.conclusion,
    })
}

fn write_step(
    out: &mut String,
    form: Form,
    number: usize,
    position: &Position,
    step: &Shown,
) -> std::fmt::Result {
    match form {
        Form::Json => writeln!(out, "{}", step_json(number, position, step)),
        Form::Svg => writeln!(out, "{}", picture::svg(position, &step.step)),
        Form::Text => {
            let words = explain(position, &step.step);
            let difficulty = step.difficulty.map(|d| format!(" ({d})")).unwrap_or_default();
            writeln!(out, "{number}. {}{difficulty}", words.title)?;
            words.sentences.iter().try_for_each(|s| writeln!(out, "   {s}"))?;
            writeln!(out, "   {}", words.conclusion)
        }
        Form::Html => {
            let words = explain(position, &step.step);
            let title = escaped(&words.title);
            let difficulty = step.difficulty.map(|d| d.to_string()).unwrap_or_default();
            writeln!(out, "<section><h2>{number}. {title} <small>{difficulty}</small></h2>")?;
            writeln!(out, "<figure>{}</figure>", picture::svg(position, &step.step))?;
            for sentence in words.sentences.iter().chain([&words.conclusion]) {
                writeln!(out, "<p>{}</p>", escaped(sentence))?;
            }
            writeln!(out, "</section>")
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const HTML_HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width\"><title>Sudolab: the solution step by step</title><style>\
body{font-family:system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;line-height:1.5}\
section{break-inside:avoid;border-top:1px solid #ccc;padding:1rem 0}h2{font-size:1.1rem}\
small{color:#666;font-weight:normal}figure{margin:0;max-width:24rem}figure svg{width:100%;height:auto}\
</style></head><body><h1>The solution step by step</h1>\n";
