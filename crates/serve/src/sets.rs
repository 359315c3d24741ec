//! The sets of puzzles that the program carries.

use axum::extract::{Path, Query};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::lab::builtin::{BuiltinSet, SETS};
use sudolab_wire::verb::Reply;
use sudolab_wire::{Error, ErrorCode, line};

use crate::reply::{answer, refusal};

/// The most puzzles that are told at once.
const MOST: usize = 1000;

/// A set of puzzles.
#[derive(Serialize, JsonSchema)]
pub struct SetEntry {
    /// What it is, in a line.
    about: String,
    /// The name it is called by everywhere.
    name: String,
}

/// Some puzzles of a set.
#[derive(Serialize, JsonSchema)]
pub struct SetPuzzles {
    /// What it is, in a line.
    about: String,
    /// How many puzzles it has.
    count: usize,
    /// The number of the first puzzle told here, from 0.
    first: usize,
    /// The name it is called by everywhere.
    name: String,
    /// The puzzles as lines.
    puzzles: Vec<String>,
}

/// Which puzzles of a set.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Part {
    first: usize,
    take: Option<usize>,
}

/// Every set.
pub async fn list() -> Response {
    let entry = |set: &BuiltinSet| SetEntry { about: set.about.into(), name: set.name.into() };
    answer(Ok(Reply::Json(line(&SETS.iter().map(entry).collect::<Vec<_>>()))))
}

/// Some puzzles of a set.
pub async fn puzzles(
    Path(name): Path<String>,
    part: Result<Query<Part>, axum::extract::rejection::QueryRejection>,
) -> Response {
    let Ok(Query(part)) = part else {
        let error = Error::new(ErrorCode::Usage, "first and take are numbers from 0");
        return refusal(&error.remedy("leave them out, or send ?first=0&take=100"));
    };
    let Some(set) = BuiltinSet::find(&name) else {
        let names: Vec<&str> = SETS.iter().map(|set| set.name).collect();
        let error = Error::new(ErrorCode::NotFound, format!("there is no set {name:?}"));
        return refusal(&error.remedy(format!("there are {}", names.join(", "))));
    };
    let text = set.text();
    let lines = || text.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    let take = part.take.unwrap_or(100).min(MOST);
    let told = SetPuzzles {
        about: set.about.into(),
        count: lines().count(),
        first: part.first,
        name: set.name.into(),
        puzzles: lines().skip(part.first).take(take).map(str::to_owned).collect(),
    };
    answer(Ok(Reply::Json(line(&told))))
}
