//! `sudolab hint`.

use crate::args::{Common, Input, ResultFormat};
use crate::commands::steps::{self, Open, Subject};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use serde_json::{Value, json};
use sudolab_exact::{ExactSolver, NotUnique, UniquePuzzle};
use sudolab_grid::formats::Document;
use sudolab_grid::{Puzzle, Solution};
use sudolab_logic::board::Cells;
use sudolab_logic::explain::explain;
use sudolab_logic::hint::next_unless;
use sudolab_logic::position::{Position, PositionError};
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_logic::step::Effect;

/// The next step only, as much of it as you want to know
///
/// Works from any position: placed digits and pencil marks of the input count. Says so when the
/// position is already wrong. Where the clues have several solutions, no technique is used that
/// assumes a single one.
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

/// What there is to say to the player.
enum Reply {
    /// Nothing is left to do.
    Solved,
    /// The position is wrong, or no step is known: an answer, but not a step.
    Problem(String),
    /// A step, in the words asked for.
    Step(Value, String),
}

impl Hint {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut output = Output::open(common.output.as_deref())?;
        let mut rater = Rater::new();
        let exit = steps::each(&self.input, common.quiet, |subject| {
            let (reply, exit) = self.one(subject, &mut rater, common);
            let Some(reply) = reply else { return Ok(exit) };
            let json = common.format == ResultFormat::Json;
            let text = match reply {
                Reply::Solved if json => {
                    json!({"puzzle": subject.number, "solved": true}).to_string()
                }
                Reply::Solved => "The puzzle is solved.".to_owned(),
                Reply::Problem(problem) if json => {
                    json!({"puzzle": subject.number, "problem": problem}).to_string()
                }
                Reply::Problem(problem) => problem,
                Reply::Step(object, _) if json => object.to_string(),
                Reply::Step(_, text) => text,
            };
            output.put(format!("{text}\n").as_bytes())?;
            output.pass_on()?;
            Ok(exit)
        })?;
        output.finish()?;
        Ok(exit)
    }

    /// The reply for one puzzle; none where the reason went to the messages.
    fn one(
        &self,
        subject: &Subject<'_>,
        rater: &mut Rater,
        common: &Common,
    ) -> (Option<Reply>, Exit) {
        let stop = steps::stop_after(common.time_limit);
        let start = match start(subject.document) {
            Ok(start) => start,
            Err(Refusal::Answer(problem)) => {
                return (Some(Reply::Problem(problem)), Exit::SomeFailed);
            }
            Err(Refusal::Message(problem)) => {
                subject.tell(&problem);
                return (None, Exit::SomeFailed);
            }
        };
        let mut exit = Exit::Fine;
        if let Some(warning) = start.warning {
            subject.tell(warning);
            exit = Exit::SomeFailed;
        }
        if start.position.is_solved() {
            return (Some(Reply::Solved), exit);
        }
        if let Some(breach) = start.position.breach() {
            let problem = format!("This position has no solution: {breach}.");
            return (Some(Reply::Problem(problem)), Exit::SomeFailed);
        }
        if start.open.as_ref().is_some_and(|open| open.is_all_that_is_left(&start.position)) {
            let problem = steps::NOTHING_TO_FIND.to_owned();
            return (Some(Reply::Problem(problem)), Exit::SomeFailed);
        }
        let order = steps::order(&self.technique_order);
        let Ok(hint) = next_unless(rater, &start.position, &start.profile, order, stop) else {
            let (exit, why) = steps::stopped();
            subject.tell(&format!("no hint: {why}"));
            return (None, exit);
        };
        let Some(hint) = hint else {
            let problem = match start.profile.uniqueness {
                true => "No technique we know finds a step here; you would have to guess.",
                false => {
                    "No technique finds a step here without assuming that there is one solution."
                }
            };
            return (Some(Reply::Problem(problem.to_owned())), Exit::SomeFailed);
        };
        let words = explain(&start.position, &hint.step);
        let technique = hint.step.technique;
        let area = area(&hint.step.effect);
        let cells = steps::cells(&hint.step.effect);
        let mut object = json!({"puzzle": subject.number, "detail": self.detail, "area": area});
        if let Some(warning) = start.warning {
            object["warning"] = json!(warning);
        }
        if self.detail != "area" {
            object["technique"] = json!(technique.id());
            object["difficulty"] = json!(hint.difficulty.map(|d| f64::from(d.0) / 10.0));
        }
        if matches!(self.detail.as_str(), "cells" | "full") {
            object["cells"] = json!(cells);
        }
        if self.detail == "full" {
            object["text"] = json!(words.sentences.join(" "));
            object["conclusion"] = json!(words.conclusion);
            object["step"] = steps::step_json(subject, 1, &start.position, &hint);
        }
        let text = match self.detail.as_str() {
            "area" => format!("Look at {area}."),
            "technique" => format!("Look for a {} in {area}.", technique.name()),
            "cells" => format!("{}: look at {}.", technique.name(), cells.join(", ")),
            _ => words.to_string(),
        };
        (Some(Reply::Step(object, text)), exit)
    }
}

/// Where logic begins.
struct Start {
    position: Position,
    profile: SeProfile,
    warning: Option<&'static str>,
    /// For a position with several solutions.
    open: Option<Open>,
}

/// Why there is no hint.
enum Refusal {
    /// The player has to know: it is the answer.
    Answer(String),
    /// The input is not for this command.
    Message(String),
}

/// The player's position, refused when it is already wrong.
fn start(document: &Document) -> Result<Start, Refusal> {
    let puzzle = document.to_puzzle_with_placed();
    let position = Position::from_puzzle(&puzzle).map_err(|error| match error {
        PositionError::Conflict { .. } => {
            Refusal::Answer(format!("This position is already wrong: {error}."))
        }
        other => Refusal::Message(other.to_string()),
    })?;
    let givens = Puzzle::new(document.givens().clone());
    let mut solver = ExactSolver::new();
    let mut open = None;
    let warning = match UniquePuzzle::prove_with(&mut solver, givens) {
        Ok(proper) => {
            wrong_entries(document, proper.solution()).map_err(Refusal::Answer)?;
            None
        }
        Err(NotUnique::Multiple) => {
            if solver.count(&puzzle, 1).solutions == 0 {
                let why = "This position has no solution: a digit or a pencil mark is wrong.";
                return Err(Refusal::Answer(why.to_owned()));
            }
            open = Some(Open::of(&puzzle));
            Some("it has more than one solution; the hint does without uniqueness")
        }
        Err(_) => Some("its clues have no solution; the hint leads to the contradiction"),
    };
    let givens =
        document.givens().filled().map(|(cell, _)| sudolab_logic::board::Cell::new(cell.index()));
    let position = position.with_givens(givens.collect::<Cells>());
    let profile = SeProfile { uniqueness: warning.is_none() };
    Ok(Start { position, profile, warning, open })
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

/// The box that holds the first cell a step changes: a place to look, no more.
fn area(effect: &Effect) -> String {
    let first = effect.placements.iter().chain(&effect.eliminations).next();
    first.map_or_else(|| "the board".to_owned(), |c| format!("box {}", c.cell.block() + 1))
}
