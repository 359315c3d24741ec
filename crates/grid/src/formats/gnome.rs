//! A saved game of GNOME Sudoku. Read only.

use super::Format;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form};
use super::error::{Code, FormatError};
use super::fpuzzles::unread_in_cell;
use super::names;
use super::options::ReadOptions;
use super::record::Record;
use super::span::Span;
use super::unread::Unread;
use super::value::Json;
use crate::{Board, Digit, DigitSet, Grid};

/// A saved game of GNOME Sudoku.
pub(crate) static FORMAT: Entry = Entry::new("gnome", "GNOME Sudoku saved game", Carries::GAME)
    .read_as(&[Form::Object {
        rank: 1,
        recognise: |object, _| is_gnome(object),
        read,
        known_by: "GNOME Sudoku (cells with position)",
    }])
    .noted();

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
    let mut unread = Vec::new();
    if let Json::Object(pairs) = object {
        let known = ["cells", "difficulty_category", "time_elapsed"];
        let odd = pairs.iter().filter(|(key, value)| {
            !known.contains(&key.as_str()) && !names::is_harmless(key) && !names::is_off(value)
        });
        unread.extend(odd.map(|(key, _)| Unread::rule(key).within(text)));
    }
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
        let known = ["position", "value", "fixed", "earmarks"];
        unread.extend(unread_in_cell(entry, &known, &board.name(cell), text));
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
    Ok(Record::new(Format::Gnome, document, text.line).with_unread(unread))
}
