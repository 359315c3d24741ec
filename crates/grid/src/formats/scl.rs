//! SudokuPad's SCL and CTC: JSON, plain or shortened, in LZ-string in base64.

use super::Format;
use super::document::Document;
use super::error::{Code, FormatError};
use super::fpuzzles::{numbers, refuse};
use super::lz;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::regions;
use super::span::Span;
use super::symbols::{any_size, cell_name};
use super::value::Json;
use crate::{Alphabet, Board, Cell, Digit, DigitSet, Grid, HouseKind};
use std::sync::Arc;

/// Short keys and what they stand for.
const SHORT: [(&str, &str); 11] = [
    ("ce", "cells"),
    ("re", "regions"),
    ("ca", "cages"),
    ("v", "value"),
    ("t", "title"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("l", "lines"),
    ("d", "duration"),
    ("vd", "videos"),
];

/// Whether an object is of this format: cells in rows.
pub(crate) fn is_scl(object: &Json) -> bool {
    let cells = object.get("cells").or_else(|| object.get("ce")).and_then(Json::list);
    cells.is_some_and(|rows| !rows.is_empty() && rows.iter().all(|row| row.list().is_some()))
}

/// Reads a packed string with its prefix.
pub(crate) fn read_packed(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let prefixed = text.text.starts_with("scl") || text.text.starts_with("ctc");
    let text = text.from(if prefixed { 3 } else { 0 });
    let limit = options.limits.unpacked(text.text.len());
    let texts = lz::unpack(text.text, limit).map_err(|e| text.place(e))?;
    let mut refusal = None;
    for unpacked in texts {
        match Json::parse(&unpacked).or_else(|_| Json::parse_relaxed(&unpacked)) {
            Ok(object) => return read(&object, text, options),
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    let error =
        refusal.unwrap_or_else(|| FormatError::new(Code::DecodeFailed, "LZ: nothing unpacked"));
    Err(FormatError::new(error.code(), error.fault().message.clone())
        .at(text.line, text.column)
        .hint("copy the whole link again"))
}

/// Writes short keys in full. Short keys inside texts are not touched.
fn lengthened(value: &Json) -> Json {
    match value {
        Json::List(items) => Json::List(items.iter().map(lengthened).collect()),
        Json::Object(pairs) => {
            let full = |key: &str| {
                let known = SHORT.iter().find(|(short, _)| *short == key);
                known.map_or(key.to_owned(), |(_, full)| (*full).to_owned())
            };
            Json::Object(pairs.iter().map(|(key, v)| (full(key), lengthened(v))).collect())
        }
        other => other.clone(),
    }
}

pub(crate) fn read(
    object: &Json,
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    let lengthened = object.get("ce").is_some().then(|| lengthened(object));
    let object = lengthened.as_ref().unwrap_or(object);
    let rows = object.get("cells").and_then(Json::list).unwrap_or(&[]);
    let size = rows.len();
    if rows.iter().any(|row| row.list().is_none_or(|r| r.len() != size)) {
        return Err(text
            .error(Code::WrongLength, 0, format!("the grid is not {size} rows of {size} cells"))
            .hint("only square grids are read"));
    }
    let usual = options.board(size).map_err(|e| text.place(e))?;
    let board = told_board(object, &usual);
    refuse(&rules(object, board.is_some())).map_err(|e| text.place(e))?;
    let board = board.unwrap_or(usual);
    let mut givens = Grid::empty(board.clone());
    let mut notes = vec![DigitSet::EMPTY; board.n_cells()];
    let mut corner = 0;
    let digit = |i: usize, value: &Json| {
        let digit =
            value.integer().and_then(|v| usize::try_from(v).ok()).and_then(|v| board.digit(v));
        digit.ok_or_else(|| {
            text.error(Code::DigitOutOfRange, 0, format!("{value} is not a digit of this board"))
                .in_cell(cell_name(i, size))
                .found(value.to_string(), format!("1 to {size}"))
                .hint(format!("use 1 to {size}"))
        })
    };
    for (i, cell) in rows.iter().flat_map(|row| row.list().unwrap_or(&[])).enumerate() {
        if let Some(value) = cell.get("value").filter(|v| !v.is_nothing()) {
            givens.set(Cell::new(i), digit(i, value)?);
        }
        for value in marks(cell.get("centremarks")) {
            notes[i].insert(digit(i, &value)?);
        }
        corner += usize::from(cell.get("pencilMarks").is_some_and(|v| !v.is_nothing()));
    }
    let mut record = Record::new(Format::Scl, Document::new(givens).with_notes(&notes), text.line);
    tell(object, &board, &mut record);
    if corner > 0 {
        record.note(format!("corner marks of {corner} cells dropped"));
    }
    let drawn: Vec<&str> = ["overlays", "underlays"]
        .into_iter()
        .filter(|key| object.get(key).is_some_and(|v| !v.is_nothing()))
        .collect();
    if !drawn.is_empty() {
        record.note(format!("drawings dropped: {}; they may carry rules", drawn.join(", ")));
    }
    Ok(record)
}

/// Marks as a list of numbers, or as one text of digits.
fn marks(value: Option<&Json>) -> Vec<Json> {
    match value {
        Some(Json::List(items)) => items.clone(),
        Some(Json::Text(text)) => {
            let values = text.chars().filter_map(|c| Alphabet::Numbers.value(c));
            values.map(|v| Json::from(usize::from(v))).collect()
        }
        _ => Vec::new(),
    }
}

/// The names of the rules beyond Sudoku.
fn rules(object: &Json, regions_fit: bool) -> Vec<String> {
    let mut rules = Vec::new();
    let list = |key: &str| object.get(key).and_then(Json::list).unwrap_or(&[]);
    let is_sum = |cage: &&Json| {
        let placed = cage.get("cells").is_some_and(|c| !c.is_nothing());
        placed
            && (cage.get("sum").is_some()
                || cage.get("value").is_some_and(|v| v.integer().is_some()))
    };
    if list("cages").iter().any(|cage| is_sum(&cage)) {
        rules.push("cages with sums".to_owned());
    }
    for key in ["arrows", "lines", "global", "diagonal", "antiknight", "antiking"] {
        if object.get(key).is_some_and(|v| !v.is_nothing()) {
            rules.push(key.to_owned());
        }
    }
    if !regions_fit {
        rules.push("regions that do not part the board evenly".to_owned());
    }
    rules
}

/// The board with the regions told; the usual one when none are. `None` when they do not part the
/// board into regions of the size of a box.
fn told_board(object: &Json, usual: &Arc<Board>) -> Option<Arc<Board>> {
    let told = object.get("regions").and_then(Json::list).unwrap_or(&[]);
    if told.is_empty() {
        return Some(usual.clone());
    }
    let size = usual.size();
    let mut numbers = vec![None; usual.n_cells()];
    for (number, region) in told.iter().enumerate() {
        for pair in region.list()? {
            let pair = pair.list()?;
            let side = |i: usize| {
                usize::try_from(pair.get(i)?.integer()?).ok().filter(|&side| side < size)
            };
            let slot = &mut numbers[usual.cell(side(0)?, side(1)?).index()];
            if slot.replace(u8::try_from(number).ok()?).is_some() {
                return None;
            }
        }
    }
    let numbers: Vec<u8> = numbers.into_iter().collect::<Option<_>>()?;
    regions::board_of_numbers(usual, &numbers)
}

/// Title, author and solution, from the metadata or from cages that hold only text.
fn tell(object: &Json, board: &Arc<Board>, record: &mut Record) {
    let mut told: Vec<(String, String)> = Vec::new();
    for cage in object.get("cages").and_then(Json::list).unwrap_or(&[]) {
        if let Some((key, value)) =
            cage.get("value").and_then(Json::text).and_then(|t| t.split_once(':'))
        {
            told.push((key.trim().to_lowercase(), value.trim().to_owned()));
        }
    }
    for key in ["title", "author", "solution"] {
        let value = object.get("metadata").and_then(|m| m.get(key)).or_else(|| object.get(key));
        if let Some(text) = value.and_then(Json::text) {
            told.push((key.to_owned(), text.to_owned()));
        }
    }
    let rules = object.get("metadata").and_then(|m| m.get("rules"));
    let rules: Vec<&str> = match rules {
        Some(Json::List(items)) => items.iter().filter_map(Json::text).collect(),
        Some(Json::Text(text)) => vec![text],
        _ => Vec::new(),
    };
    let rules = rules.join(" ");
    if !rules.is_empty() && !rules.to_lowercase().starts_with("normal sudoku rules apply") {
        record.note(format!("the puzzle tells its rules in words: {rules}"));
    }
    for (key, value) in told {
        match key.as_str() {
            "solution" => record.document.solution = solution(&value, board),
            "title" => record.document.meta.title = Some(value),
            "author" => record.document.meta.author = Some(value),
            _ => {}
        }
    }
}

fn solution(text: &str, board: &Arc<Board>) -> Option<Grid> {
    let value =
        |c: char| if super::symbols::is_blank(c) { Some(0) } else { Alphabet::Numbers.value(c) };
    let values: Option<Vec<u8>> = text.chars().map(value).collect();
    any_size(text.chars().count())?;
    Grid::from_values(board.clone(), &values?)
}

/// The object of a document.
pub(crate) fn object(document: &Document) -> Json {
    let board = document.board();
    let notes = document.notes();
    let object = |pairs: Vec<(&str, Json)>| {
        Json::Object(pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())
    };
    let cell = |cell: Cell| {
        let mut pairs = Vec::new();
        if let Some(digit) = document.givens().get(cell) {
            pairs.push(("value", usize::from(Digit::value(digit)).into()));
        }
        let note = notes.as_ref().map_or(DigitSet::EMPTY, |all| all[cell.index()]);
        if !note.is_empty() && document.values().get(cell).is_none() {
            pairs.push(("centremarks", numbers(note)));
        }
        object(pairs)
    };
    let cells: Vec<Json> = board.cells().map(cell).collect();
    let rows = cells.chunks(board.size()).map(|row| Json::List(row.to_vec())).collect();
    let pair = |c: &Cell| Json::List(vec![board.row(*c).into(), board.column(*c).into()]);
    let boxes = board.houses().iter().filter(|h| h.kind() == HouseKind::Box);
    let regions = boxes.map(|h| Json::List(h.cells().iter().map(pair).collect())).collect();
    let mut told: Vec<(&str, Json)> = Vec::new();
    for name in ["title", "author"] {
        if let Some(text) = document.meta.field(name) {
            told.push((name, text.into()));
        }
    }
    told.push(("rules", Json::List(vec!["Normal sudoku rules apply.".into()])));
    if let Some(solution) = &document.solution {
        told.push(("solution", solution.to_string().into()));
    }
    object(vec![
        ("cells", Json::List(rows)),
        ("regions", Json::List(regions)),
        ("metadata", object(told)),
    ])
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    out.push_str("https://sudokupad.app/scl");
    out.push_str(&lz::to_base64(&object(document).to_string()));
    out.push('\n');
    Ok(())
}
