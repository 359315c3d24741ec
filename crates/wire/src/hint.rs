//! The result of `hint`: the next step, as much of it as was asked for.

use crate::step::{Step, Subject, cells};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::{Improper, Told};
use sudolab_logic::step::Effect;

/// How much a hint tells.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// Where to look.
    Area,
    /// Also what for.
    Technique,
    /// Also the cells that change.
    Cells,
    /// Everything.
    #[default]
    Full,
}

/// The next step, as much of it as was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// The box to look at.
    pub area: String,
    /// The cells it changes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cells: Option<Vec<String>>,
    /// What follows.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub conclusion: Option<String>,
    /// How much is told.
    pub detail: Detail,
    /// What the profile `se-1.2.1` asks for the step; `null` where it does not know it.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    #[schemars(with = "Option<f64>")]
    pub difficulty: Option<Option<f64>>,
    /// The number of the puzzle in the input, from 1.
    pub puzzle: usize,
    /// The step, all of it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub step: Option<Box<Step>>,
    /// The id of the technique.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub technique: Option<String>,
    /// Why it holds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub text: Option<String>,
    /// What should be known about the puzzle, such as that it has several solutions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub warning: Option<String>,
}

/// A hint, or what there is to say instead.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Hinted {
    /// A step.
    Hint(Box<Hint>),
    /// Nothing is left to do.
    Solved {
        /// The number of the puzzle in the input, from 1.
        puzzle: usize,
        /// Always true.
        solved: bool,
    },
    /// The position is wrong, or no step is known: an answer, but not a step.
    Problem {
        /// What is wrong.
        problem: String,
        /// The number of the puzzle in the input, from 1.
        puzzle: usize,
    },
}

impl Hint {
    /// A step, as much of it as was asked for.
    pub fn new(
        subject: Subject<'_>,
        detail: Detail,
        told: &Told,
        improper: Option<&Improper>,
    ) -> Hint {
        let step = &told.hint.step;
        let words = (detail == Detail::Full).then(|| told.words());
        Hint {
            area: area(&step.effect),
            cells: (detail >= Detail::Cells).then(|| cells(&step.effect)),
            conclusion: words.as_ref().map(|words| words.conclusion.clone()),
            detail,
            difficulty: (detail >= Detail::Technique)
                .then(|| told.hint.difficulty.map(crate::rated::number)),
            puzzle: subject.number,
            step: (detail == Detail::Full).then(|| Box::new(Step::new(subject, told))),
            technique: (detail >= Detail::Technique).then(|| step.technique.id().to_owned()),
            text: words.map(|words| words.sentences.join(" ")),
            warning: improper.map(|improper| hint_warning(improper).to_owned()),
        }
    }

    /// What is said to a person.
    pub fn sentence(&self, told: &Told) -> String {
        let name = told.hint.step.technique.name();
        match self.detail {
            Detail::Area => format!("Look at {}.", self.area),
            Detail::Technique => format!("Look for a {name} in {}.", self.area),
            Detail::Cells => {
                format!("{name}: look at {}.", cells(&told.hint.step.effect).join(", "))
            }
            Detail::Full => told.text(),
        }
    }
}

/// What has to be known of a hint for a puzzle that is not proper.
pub fn hint_warning(improper: &Improper) -> &'static str {
    match improper {
        Improper::Several => "it has more than one solution; the hint does without uniqueness",
        Improper::None => "its clues have no solution; the hint leads to the contradiction",
    }
}

/// The box that holds the first cell a step changes: a place to look, no more.
fn area(effect: &Effect) -> String {
    let first = effect.placements.iter().chain(&effect.eliminations).next();
    first.map_or_else(|| "the board".to_owned(), |c| format!("box {}", c.cell.block() + 1))
}
