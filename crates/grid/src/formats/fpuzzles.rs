//! f-puzzles: JSON in LZ-string in base64 in a link.
//!
//! Constraints beyond Sudoku are refused by name; decoration is dropped with a note.

use super::Format;
use super::document::Document;
use super::error::{Code, FormatError, unsupported};
use super::format::has_usual_boxes;
use super::lz;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::regions;
use super::span::Span;
use super::symbols::cell_name;
use super::value::Json;
use crate::{Board, Cell, Digit, DigitSet, Grid};
use std::sync::Arc;

/// Keys that do not change the rules.
const HARMLESS: [&str; 14] = [
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "successMessage",
    "undo",
    "id",
    "source",
    "comment",
];

/// Keys that only draw.
const DECORATION: [&str; 4] = ["line", "text", "circle", "rectangle"];

/// Whether an object is of f-puzzles.
pub(crate) fn is_fpuzzles(object: &Json) -> bool {
    object.get("grid").is_some_and(|grid| grid.list().is_some())
}

/// Reads a packed string with its prefix.
pub(crate) fn read_packed(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let prefix = ["fpuzzles", "fpuz"].into_iter().find(|p| text.text.starts_with(p));
    read_payload(text.from(prefix.map_or(0, str::len)), options)
}

/// Reads a packed string without prefix.
pub(crate) fn read_payload(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let limit = options.limits.unpacked(text.text.len());
    let texts = lz::unpack(text.text, limit).map_err(|e| text.place(e))?;
    let mut refusal = None;
    for unpacked in texts {
        match Json::parse(&unpacked) {
            Ok(object) => return read(&object, text, options),
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    let error =
        refusal.unwrap_or_else(|| FormatError::new(Code::DecodeFailed, "LZ: nothing unpacked"));
    // A place inside the packed JSON means nothing in the link.
    Err(FormatError::new(error.code(), error.fault().message.clone())
        .at(text.line, text.column)
        .hint("copy the whole link again"))
}

pub(crate) fn read(
    object: &Json,
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    let rows = object.get("grid").and_then(Json::list).unwrap_or(&[]);
    let size = object
        .get("size")
        .and_then(Json::integer)
        .map_or(rows.len(), |s| usize::try_from(s).unwrap_or(0));
    let board = options.board(size).map_err(|e| text.place(e))?;
    if rows.len() != size || rows.iter().any(|row| row.list().is_none_or(|r| r.len() != size)) {
        return Err(text
            .error(Code::WrongLength, 0, format!("the grid is not {size} rows of {size} cells"))
            .found(format!("{} rows", rows.len()), format!("{size} rows of {size} cells"))
            .hint("the link may be damaged; copy it again"));
    }
    let told_board = told_board(rows, &board);
    refuse_rules(object, told_board.is_some()).map_err(|e| text.place(e))?;
    let board = told_board.unwrap_or(board);
    let mut record =
        Record::new(Format::FPuzzles, Document::new(Grid::empty(board.clone())), text.line);
    let told = cage_texts(object);
    let mut cells = CellReader::new(&board, text);
    for (i, cell) in rows.iter().flat_map(|row| row.list().unwrap_or(&[])).enumerate() {
        cells.read(i, cell)?;
    }
    let CellReader { givens, placed, notes, corner, .. } = cells;
    let mut document = Document::new(givens).with_placed(&placed).with_notes(&notes);
    document.solution = solution(object, &board);
    for (name, value) in told {
        document.meta.set_field(&name, value);
    }
    for name in ["title", "author"] {
        if let Some(value) = object.get(name).and_then(Json::text).filter(|t| !t.is_empty()) {
            document.meta.set_field(name, value);
        }
    }
    record.document = document;
    if corner > 0 {
        record.note(format!("corner marks of {corner} cells dropped"));
    }
    let drawn: Vec<&str> = DECORATION
        .into_iter()
        .filter(|key| object.get(key).is_some_and(|v| !v.is_nothing()))
        .collect();
    if !drawn.is_empty() {
        record.note(format!("decoration dropped: {}", drawn.join(", ")));
    }
    Ok(record)
}

struct CellReader<'a> {
    board: &'a Board,
    text: Span<'a>,
    givens: Grid,
    placed: Grid,
    notes: Vec<DigitSet>,
    corner: usize,
}

impl<'a> CellReader<'a> {
    fn new(board: &'a std::sync::Arc<Board>, text: Span<'a>) -> CellReader<'a> {
        let (givens, placed) = (Grid::empty(board.clone()), Grid::empty(board.clone()));
        let notes = vec![DigitSet::EMPTY; board.n_cells()];
        CellReader { board, text, givens, placed, notes, corner: 0 }
    }

    fn digit(&self, i: usize, value: &Json) -> Result<Digit, FormatError> {
        let digit =
            value.integer().and_then(|v| usize::try_from(v).ok()).and_then(|v| self.board.digit(v));
        digit.ok_or_else(|| {
            let size = self.board.size();
            self.text
                .error(Code::DigitOutOfRange, 0, format!("{value} is not a digit of this board"))
                .in_cell(cell_name(i, size))
                .found(value.to_string(), format!("1 to {size}"))
                .hint(format!("use 1 to {size}"))
        })
    }

    fn read(&mut self, i: usize, cell: &Json) -> Result<(), FormatError> {
        if let Some(value) = cell.get("value").filter(|v| !matches!(v, Json::Null)) {
            let digit = self.digit(i, value)?;
            let given = cell.get("given") == Some(&Json::Bool(true));
            let grid = if given { &mut self.givens } else { &mut self.placed };
            grid.set(Cell::new(i), digit);
        }
        for key in ["centerPencilMarks", "givenPencilMarks"] {
            for value in cell.get(key).and_then(Json::list).unwrap_or(&[]) {
                let digit = self.digit(i, value)?;
                self.notes[i].insert(digit);
            }
        }
        self.corner += usize::from(cell.get("cornerPencilMarks").is_some_and(|v| !v.is_nothing()));
        Ok(())
    }
}

/// A cage without cells whose value reads `key: value` is metadata.
fn cage_texts(object: &Json) -> Vec<(String, String)> {
    let cages = object.get("cage").and_then(Json::list).unwrap_or(&[]);
    let told = cages.iter().filter(|cage| cage.get("cells").is_none_or(Json::is_nothing));
    told.filter_map(|cage| {
        let (key, value) = cage.get("value")?.text()?.split_once(':')?;
        Some((key.trim().to_lowercase(), value.trim().to_owned()))
    })
    .collect()
}

/// The complaint about rules beyond Sudoku.
pub(crate) fn refuse(rules: &[String]) -> Result<(), FormatError> {
    if rules.is_empty() {
        return Ok(());
    }
    Err(unsupported(format!("the puzzle has rules beyond Sudoku: {}", rules.join(", ")))
        .found(rules.join(", "), "a puzzle without further rules")
        .hint("such puzzles are not read, so that they are not solved as something else"))
}

fn refuse_rules(object: &Json, regions_fit: bool) -> Result<(), FormatError> {
    let Json::Object(pairs) = object else { return Ok(()) };
    let mut rules: Vec<String> = Vec::new();
    for (key, value) in pairs {
        let key = key.as_str();
        let harmless = HARMLESS.contains(&key) || DECORATION.contains(&key);
        let said = matches!(value, Json::Bool(true) | Json::List(_) | Json::Object(_))
            && !value.is_nothing();
        let only_told = key == "cage"
            && value
                .list()
                .unwrap_or(&[])
                .iter()
                .all(|c| c.get("cells").is_none_or(Json::is_nothing));
        if said && !harmless && !only_told {
            rules.push(key.to_owned());
        }
    }
    if !regions_fit {
        rules.push("regions that do not part the board evenly".to_owned());
    }
    refuse(&rules)
}

/// The board with the regions that cells tell; a cell that tells none lies in its usual box.
/// `None` when they do not part the board into regions of the size of a box.
fn told_board(rows: &[Json], usual: &Arc<Board>) -> Option<Arc<Board>> {
    let cells = || rows.iter().flat_map(|row| row.list().unwrap_or(&[]));
    if cells().all(|cell| cell.get("region").is_none()) {
        return Some(usual.clone());
    }
    let numbers: Option<Vec<u8>> = cells()
        .zip(usual.cells())
        .map(|(cell, place)| match cell.get("region") {
            Some(region) => u8::try_from(region.integer()?).ok(),
            None => usual.box_of(place).map(|number| number as u8),
        })
        .collect();
    regions::board_of_numbers(usual, &numbers?)
}

fn solution(object: &Json, board: &std::sync::Arc<Board>) -> Option<Grid> {
    let values: Option<Vec<u8>> = object
        .get("solution")?
        .list()?
        .iter()
        .map(|v| {
            if *v == Json::Null { Some(0) } else { v.integer().and_then(|v| u8::try_from(v).ok()) }
        })
        .collect();
    Grid::from_values(board.clone(), &values?)
}

/// The digits of a set as JSON numbers.
pub(crate) fn numbers(set: DigitSet) -> Json {
    Json::List(set.iter().map(|d| Json::from(usize::from(d.value()))).collect())
}

/// The object of a document.
pub(crate) fn object(document: &Document) -> Json {
    let board = document.board();
    let notes = document.notes();
    let usual = has_usual_boxes(board);
    let cell = |cell: Cell| {
        let mut pairs: Vec<(String, Json)> = Vec::new();
        if let Some(digit) = document.values().get(cell) {
            pairs.push(("value".to_owned(), usize::from(digit.value()).into()));
            if document.givens().get(cell).is_some() {
                pairs.push(("given".to_owned(), Json::Bool(true)));
            }
        }
        if let Some(region) = board.box_of(cell).filter(|_| !usual) {
            pairs.push(("region".to_owned(), region.into()));
        }
        let note = notes.as_ref().map_or(DigitSet::EMPTY, |all| all[cell.index()]);
        if !note.is_empty() {
            pairs.push(("centerPencilMarks".to_owned(), numbers(note)));
        }
        Json::Object(pairs)
    };
    let cells: Vec<Json> = board.cells().map(cell).collect();
    let rows = cells.chunks(board.size()).map(|row| Json::List(row.to_vec())).collect();
    let mut pairs = vec![("size".to_owned(), board.size().into())];
    for name in ["title", "author"] {
        if let Some(text) = document.meta.field(name) {
            pairs.push((name.to_owned(), text.into()));
        }
    }
    pairs.push(("grid".to_owned(), Json::List(rows)));
    Json::Object(pairs)
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    out.push_str("https://f-puzzles.com/?load=");
    out.push_str(&lz::to_base64(&object(document).to_string()));
    out.push('\n');
    Ok(())
}
