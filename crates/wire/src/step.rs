//! Steps of an explanation.

use crate::drawing::Drawing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::{End, Improper, Stop, Told};
use sudolab_grid::nine::Candidate;
use sudolab_logic::rating::se::SeRating;
use sudolab_logic::step::Effect;

/// The puzzle a step belongs to, as the input names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject<'a> {
    /// Its number in the input, from 1.
    pub number: usize,
    /// The line it begins on, from 1.
    pub line: usize,
    /// Its name or title, where the input gives it one.
    pub id: Option<&'a str>,
}

impl Subject<'_> {
    /// The only puzzle there is.
    pub const ONLY: Subject<'static> = Subject { number: 1, line: 1, id: None };
}

/// A digit in a cell: one that is placed, or a candidate that goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Mark")]
pub struct CellDigit {
    /// The cell, such as `r1c6`.
    pub cell: String,
    /// The digit: its value on the board.
    pub digit: i64,
}

/// One step: what was found, what it does, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The cells it changes, each once.
    pub cells: Vec<String>,
    /// HoDoKu's code of the technique, where it has one.
    pub code: Option<String>,
    /// What follows, as a sentence.
    pub conclusion: String,
    /// What it points at, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub drawing: Option<Box<Drawing>>,
    /// The candidates it removes.
    pub eliminations: Vec<CellDigit>,
    /// The name of the puzzle, where the input gives it one.
    pub id: Option<String>,
    /// The line of the input the puzzle begins on.
    pub line: usize,
    /// The technique in words.
    pub name: String,
    /// The number of the step, from 1.
    pub number: usize,
    /// The digits it places.
    pub placements: Vec<CellDigit>,
    /// The number of the puzzle in the input, from 1.
    pub puzzle: usize,
    /// What the profile `se-1.2.1` asks for it, where it knows it.
    pub se: Option<f64>,
    /// The id of the technique.
    pub technique: String,
    /// Why it holds.
    pub text: String,
}

impl Step {
    /// A step of a puzzle.
    pub fn new(subject: Subject<'_>, told: &Told) -> Step {
        let (words, hint) = (told.words(), &told.hint);
        let technique = hint.step.technique;
        Step {
            cells: cells(&hint.step.effect),
            code: technique.hodoku_code().map(str::to_owned),
            conclusion: words.conclusion,
            drawing: None,
            eliminations: marks(&hint.step.effect.eliminations),
            id: subject.id.map(str::to_owned),
            line: subject.line,
            name: technique.name().to_owned(),
            number: told.number,
            placements: marks(&hint.step.effect.placements),
            puzzle: subject.number,
            se: hint.difficulty.map(crate::rated::number),
            technique: technique.id().to_owned(),
            text: words.sentences.join(" "),
        }
    }

    /// The same with what it points at.
    pub fn drawn(mut self, told: &Told) -> Step {
        self.drawing = Some(Box::new(Drawing::new(told)));
        self
    }
}

pub(crate) fn marks(candidates: &[Candidate]) -> Vec<CellDigit> {
    let mark =
        |c: &Candidate| CellDigit { cell: c.cell.to_string(), digit: i64::from(c.digit.number()) };
    candidates.iter().map(mark).collect()
}

/// The cells a step changes, each once.
pub(crate) fn cells(effect: &Effect) -> Vec<String> {
    let all = effect.placements.iter().chain(&effect.eliminations);
    let mut names: Vec<String> = all.map(|c| c.cell.to_string()).collect();
    names.dedup();
    names
}

/// A whole explanation in one object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Explanation {
    /// How it ended, as a sentence.
    pub end: String,
    /// The clues as a line.
    pub puzzle: String,
    /// Whether the steps reach the solution.
    pub solved: bool,
    /// The steps.
    pub steps: Vec<Step>,
    /// What should be known about the puzzle, such as that it has several solutions.
    pub warning: Option<String>,
}

/// How an explanation ended after so many steps, as a sentence; with the rating of a solved puzzle
/// where it is known.
pub fn ending_words(end: End, n_steps: usize, rating: Option<&SeRating>) -> String {
    match end {
        End::Solved => {
            let rating = rating.map_or_else(String::new, |rating| {
                format!("; ER {}/{}/{}", rating.er, rating.ep, rating.ed)
            });
            format!("Solved in {n_steps} steps{rating}.")
        }
        End::Broken(breach) => {
            format!("After {n_steps} steps {breach}: there is no solution.")
        }
        End::Open => format!("After {n_steps} steps: {}", sudolab::NoStep::Open),
        End::Stuck => format!("No further step is known after {n_steps}."),
        End::Stopped(stop) => format!("After {n_steps} steps {}.", stop_words(stop)),
    }
}

/// What stopped a piece of work, as a clause.
pub fn stop_words(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "stopped by the time limit",
        Stop::Ticks => "stopped by the tick limit",
        Stop::Cancelled => "interrupted",
    }
}

/// What has to be known of an explanation of a puzzle that is not proper.
pub fn explain_warning(improper: &Improper) -> &'static str {
    match improper {
        Improper::Several => {
            "it has more than one solution; the steps go as far as logic without uniqueness goes"
        }
        Improper::None => {
            "it has no solution; the steps lead to the contradiction where logic finds it"
        }
    }
}
