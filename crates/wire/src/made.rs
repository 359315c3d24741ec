//! Puzzles that were made: the results of `generate`, `ease`, `minimize` and `transform`.

use crate::rated::number;
use crate::shape::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab_grid::Puzzle;
use sudolab_grid::rule::Rule;
use sudolab_logic::rating::word::Word;
use sudolab_logic::technique::Technique;

/// A generated puzzle, proved proper.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Made {
    /// Rows and columns of a box, where they are not those a line of this length stands for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub r#box: Option<[usize; 2]>,
    /// How many clues it has.
    pub clues: usize,
    /// The effort of a person's steps, where the order asked for one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub effort: Option<u32>,
    /// Its Explainer rating; on 9x9 boards.
    pub er: Option<f64>,
    /// Cells of each region beyond rows, columns and boxes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub extra_regions: Option<Vec<Vec<String>>>,
    /// The id of the hardest technique of the Explainer profile.
    pub hardest: Option<String>,
    /// HoDoKu's level.
    pub level: Option<String>,
    /// The clues as a line.
    pub puzzle: String,
    /// The region of each cell of an irregular board.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub regions: Option<String>,
    /// The rules beyond the houses, each as text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rules: Option<Vec<String>>,
    /// HoDoKu's score.
    pub score: Option<u32>,
    /// The size of the board, where the line alone does not tell it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<usize>,
    /// The solution as a line.
    pub solution: String,
    /// Groups of clues, and rules, of which it was not found out in time whether they could go.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub undecided: Option<usize>,
    /// One word from beginner to extreme, which follows from ER.
    pub word: Option<String>,
}

impl Made {
    /// A generated puzzle on a board of this shape.
    pub fn new(made: &sudolab_generate::Made, shape: &Shape) -> Made {
        Made {
            r#box: shape.boxes,
            clues: made.clues,
            effort: made.effort.map(|effort| effort.total),
            er: made.rating.map(|r| number(r.er)),
            extra_regions: shape.extra_regions.clone(),
            hardest: made.rating.and_then(|r| r.hardest).map(|t| Technique::id(t).to_owned()),
            level: made.hodoku.as_ref().map(|r| r.level.name().to_owned()),
            puzzle: made.puzzle.to_string(),
            regions: shape.regions.clone(),
            rules: rules(made.puzzle.puzzle()),
            score: made.hodoku.as_ref().map(|r| r.score),
            size: shape.size,
            solution: made.puzzle.solution().to_string(),
            undecided: Some(made.undecided).filter(|&n| n > 0),
            word: made.rating.map(|r| Word::of(r.er).to_string()),
        }
    }
}

/// The rules of a puzzle as text; nothing where it has none.
fn rules(puzzle: &Puzzle) -> Option<Vec<String>> {
    let text = |rule: &Rule| rule.text(puzzle.board());
    puzzle.has_rules().then(|| puzzle.rules().iter().map(text).collect())
}

/// A puzzle made from another one, or alone where a line cannot say all of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Remade {
    /// Rows and columns of a box, where they are not those a line of this length stands for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub r#box: Option<[usize; 2]>,
    /// How many clues it has.
    pub clues: usize,
    /// Cells of each region beyond rows, columns and boxes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub extra_regions: Option<Vec<Vec<String>>>,
    /// The clues as a line.
    pub puzzle: String,
    /// The region of each cell of an irregular board.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub regions: Option<String>,
    /// The size of the board, where the line alone does not tell it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<usize>,
    /// The clues of the puzzle it was made from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
}

impl Remade {
    /// A puzzle with what its line does not say, and where it comes from.
    pub fn new(puzzle: &Puzzle, source: Option<&str>) -> Remade {
        let shape = Shape::of(puzzle.board());
        Remade {
            r#box: shape.boxes,
            clues: puzzle.n_clues(),
            extra_regions: shape.extra_regions,
            puzzle: puzzle.to_string(),
            regions: shape.regions,
            size: shape.size,
            source: source.map(str::to_owned),
        }
    }
}

/// An isomorph of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Transformed {
    /// How many isomorphisms take the puzzle to itself, where the canonical form was asked for.
    pub automorphisms: Option<u64>,
    /// The clues as a line.
    pub puzzle: String,
    /// The clues of the puzzle it was made from.
    pub source: String,
}

/// An isomorph, or a record that gives none and keeps its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Transforming {
    /// The isomorph.
    Transformed(Transformed),
    /// Why there is none.
    Refused {
        /// Why, in words.
        problem: String,
        /// Always nothing.
        puzzle: Option<String>,
        /// The record as it was read.
        source: String,
    },
}

impl Transforming {
    /// A record that gives no isomorph.
    pub fn refused(source: impl Into<String>, problem: impl Into<String>) -> Transforming {
        Transforming::Refused { problem: problem.into(), puzzle: None, source: source.into() }
    }
}
