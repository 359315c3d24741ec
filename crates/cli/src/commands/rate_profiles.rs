//! The smaller profiles that `rate` shows beside the reference ratings: QQWing's grade, the search
//! effort of the thesis' algorithms, and one word.

use serde_json::{Map, Value, json};
use sudolab_grid::Puzzle;
use sudolab_logic::position::Position;
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::qqwing::{self, QqwingLevel, QqwingRating};
use sudolab_logic::rating::word::Word;
use sudolab_solvers::effort::{Effort, EffortRater, THESIS};

/// Rates with the smaller profiles, keeping their tables.
pub struct SmallProfiles {
    effort: EffortRater,
}

/// What they came to for one puzzle.
pub struct SmallRatings {
    /// One word for the printed page.
    pub word: Word,
    /// QQWing's grade and counts.
    pub qqwing: QqwingRating,
    /// What the algorithms of the thesis needed.
    pub thesis: Vec<Effort>,
}

impl SmallProfiles {
    /// With empty tables.
    pub fn new() -> Self {
        Self { effort: EffortRater::new(&THESIS) }
    }

    /// Rates a proper 9x9 puzzle with Explainer rating `er`.
    pub fn rate(&mut self, puzzle: &Puzzle, position: &Position, er: Tenths) -> SmallRatings {
        SmallRatings {
            word: Word::of(er),
            qqwing: qqwing::rate(position),
            // The board is classic, which both algorithms take.
            thesis: self.effort.rate(puzzle).unwrap_or_default(),
        }
    }
}

impl SmallRatings {
    /// Adds a member for each profile.
    pub fn add_to(&self, object: &mut Value) {
        let thesis: Map<String, Value> = self
            .thesis
            .iter()
            .map(|effort| {
                let counts = json!({
                    "guesses": effort.guesses, "ticks": effort.ticks,
                    "verdict": effort.verdict.word(),
                });
                (effort.algorithm.to_owned(), counts)
            })
            .collect();
        let counts = &self.qqwing;
        object["word"] = json!(self.word.word());
        object["qqwing"] = json!({
            "level": counts.level.word(),
            "singles": counts.singles, "hidden-singles": counts.hidden_singles,
            "naked-pairs": counts.naked_pairs, "hidden-pairs": counts.hidden_pairs,
            "pointing": counts.pointing, "box-line": counts.box_line,
            "needs-guess": counts.level == QqwingLevel::Expert,
        });
        object["thesis"] = Value::Object(thesis);
    }

    /// One line for people.
    pub fn text(&self) -> String {
        let efforts: Vec<String> = self
            .thesis
            .iter()
            .map(|e| format!("{} {} guesses in {} ticks", e.algorithm, e.guesses, e.ticks))
            .collect();
        format!("{}   qqwing: {}   thesis: {}", self.word, self.qqwing.level, efforts.join(", "))
    }
}
