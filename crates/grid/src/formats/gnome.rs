//! A saved game of GNOME Sudoku. Read only.

use super::Format;
use super::document::Document;
use super::error::{Code, FormatError};
use super::options::ReadOptions;
use super::record::Record;
use super::span::Span;
use super::value::Json;
use crate::{Board, Digit, DigitSet, Grid};

/// Whether an object is a saved game: cells with positions.
pub(crate) fn is_gnome(object: &Json) -> bool {
    object.get("difficulty_category").is_some()
        || object
            .get("cells")
            .and_then(Json::list)
            .is_some_and(|cells| cells.first().is_some_and(|cell| cell.get("position").is_some()))
}

pub(crate) fn read(object: &Json, text: Span<'_>, _: &ReadOptions) -> Result<Record, FormatError> {
    let board = Board::classic();
    let (mut givens, mut placed) = (Grid::empty(board.clone()), Grid::empty(board.clone()));
    let mut notes = vec![DigitSet::EMPTY; 81];
    let number = |json: &Json| json.integer().and_then(|v| usize::try_from(v).ok());
    for entry in object.get("cells").and_then(Json::list).unwrap_or(&[]) {
        let position = entry.get("position").and_then(Json::list).unwrap_or(&[]);
        let cell = match position.iter().map(number).collect::<Vec<_>>().as_slice() {
            [Some(row @ 0..=8), Some(column @ 0..=8)] => board.cell(*row, *column),
            _ => {
                let found = entry.get("position").unwrap_or(&Json::Null).to_string();
                return Err(text
                    .error(Code::DigitOutOfRange, 0, format!("{found} is not a position"))
                    .found(found, "[row, column], each 0 to 8"));
            }
        };
        let digit = |json: &Json| -> Result<Digit, FormatError> {
            number(json).and_then(|v| board.digit(v)).ok_or_else(|| {
                text.error(Code::DigitOutOfRange, 0, format!("{json} is not a digit"))
                    .in_cell(board.name(cell))
                    .found(json.to_string(), "1 to 9")
                    .hint("use 1 to 9, or 0 for an empty cell")
            })
        };
        match entry.get("value") {
            None | Some(Json::Null) => {}
            Some(value) if value.integer() == Some(0) => {}
            Some(value) => {
                let fixed = entry.get("fixed") == Some(&Json::Bool(true));
                let grid = if fixed { &mut givens } else { &mut placed };
                grid.set(cell, digit(value)?);
            }
        }
        for mark in entry.get("earmarks").and_then(Json::list).unwrap_or(&[]) {
            notes[cell.index()].insert(digit(mark)?);
        }
    }
    let mut document = Document::new(givens).with_placed(&placed).with_notes(&notes);
    document.meta.level = object.get("difficulty_category").and_then(Json::plain);
    if let Some(time) = object.get("time_elapsed") {
        document.meta.extra.set("time_elapsed", time.clone());
    }
    Ok(Record::new(Format::Gnome, document, text.line))
}
