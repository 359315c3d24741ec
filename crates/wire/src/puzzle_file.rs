//! Puzzles in our own JSON, as a type with a schema. `grid` reads and writes them; `docs/formats.md`
//! says what its reader takes beside.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A puzzle in our JSON: one object on each line of a `.jsonl` file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleFile {
    /// The digits of cells beside the grid: name and value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Vec<(String, i64)>>,
    /// The form of a board that is no plain square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardForm>,
    /// Rows and columns of a box; one row for a Latin square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#box: Option<(usize, usize)>,
    /// What each cell may hold, a text of digits for each, where the puzzle says it.
    #[serde(default)]
    pub candidates: Option<Vec<String>>,
    /// Lists of cells in which no digit repeats, beside rows, columns and boxes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_regions: Option<Vec<Vec<String>>>,
    /// The value of the first digit, where it is not 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_value: Option<i64>,
    /// The clues: a symbol for each cell, row by row, and `.` for a blank.
    pub givens: String,
    /// Title, author, source, rating and whatever else is told about the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<BTreeMap<String, Value>>,
    /// What a player has noted in each cell; it binds nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// The region of each cell, a symbol for each, where regions are irregular.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<String>,
    /// The rules beyond houses, each as its text (docs/rules.md).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<String>>,
    /// How many digits there are.
    pub size: usize,
    /// The solution, where it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The version of this form: 1.
    pub v: u32,
    /// Givens and placed digits together, where some are placed.
    #[serde(default)]
    pub values: Option<String>,
}

/// A board that is no plain square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardForm {
    /// How many columns the grid has.
    pub columns: usize,
    /// The places without a cell.
    pub holes: Vec<String>,
    /// The houses: `row`, `column`, `box` or `region`, then the names of their cells.
    pub houses: Vec<Vec<String>>,
    /// How many rows the grid has.
    pub rows: usize,
    /// Groups of cells beside the grid: name and how many.
    pub side: Vec<(String, usize)>,
    /// The first and the last value.
    pub values: (i64, i64),
}
