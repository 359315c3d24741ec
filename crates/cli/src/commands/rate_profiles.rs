//! How `rate` shows the profiles beside the reference ratings: QQWing's grade and the search effort
//! of the thesis' algorithms.

use serde_json::{Map, Value, json};
use sudolab_logic::rating::qqwing::{QqwingLevel, QqwingRating};
use sudolab_solvers::effort::Effort;

/// QQWing's grade and counts.
pub fn qqwing_json(rating: &QqwingRating) -> Value {
    json!({
        "level": rating.level.word(),
        "singles": rating.singles, "hidden-singles": rating.hidden_singles,
        "naked-pairs": rating.naked_pairs, "hidden-pairs": rating.hidden_pairs,
        "pointing": rating.pointing, "box-line": rating.box_line,
        "needs-guess": rating.level == QqwingLevel::Expert,
    })
}

/// What each algorithm needed, under its id.
pub fn effort_json(efforts: &[Effort]) -> Value {
    let members: Map<String, Value> = efforts
        .iter()
        .map(|effort| {
            let counts = json!({
                "guesses": effort.guesses, "ticks": effort.ticks,
                "verdict": effort.verdict.word(),
            });
            (effort.algorithm.to_owned(), counts)
        })
        .collect();
    Value::Object(members)
}

/// What each algorithm needed, in one line for people.
pub fn effort_text(efforts: &[Effort]) -> String {
    let words: Vec<String> = efforts
        .iter()
        .map(|e| format!("{} {} guesses in {} ticks", e.algorithm, e.guesses, e.ticks))
        .collect();
    words.join(", ")
}
