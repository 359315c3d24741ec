//! SudokuPad's SCL and CTC: JSON, plain or shortened, in LZ-string in base64.

use super::Format;
use super::carries::{Carries, Sizes, Tells};
use super::detect;
use super::document::Document;
use super::entry::{Entry, Form};
use super::error::{Code, FormatError};
use super::fpuzzles::{numbers, unpacked_json, unread_in_cell, unread_told, unread_words};
use super::line;
use super::lz;
use super::names;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::regions;
use super::scl_rules;
use super::span::Span;
use super::symbols::{any_size, cell_name};
use super::unread::Unread;
use super::url::Link;
use super::value::Json;
use crate::{Alphabet, Board, Cell, CellSet, Digit, DigitSet, Grid, House, HouseKind};
use std::sync::Arc;

/// SudokuPad's SCL and CTC: JSON, packed string or link.
pub(crate) static FORMAT: Entry = Entry::new(
    "scl",
    "SudokuPad link (scl, ctc)",
    Carries {
        candidates: true,
        meta: Tells::Fields(&["title", "author"]),
        solution: true,
        rules: true,
        sizes: Sizes::Regions,
        ..Carries::GIVENS
    },
)
.also(&["ctc", "sudokupad"])
.read_as(&[
    Form::Packed {
        rank: 1,
        recognise: |text| text.starts_with("scl") || text.starts_with("ctc"),
        read: read_packed,
        in_links: true,
    },
    Form::Object {
        rank: 2,
        recognise: |object, _| is_scl(object),
        read,
        known_by: "SudokuPad (cells in rows)",
    },
    Form::Link {
        site: "SudokuPad",
        recognise: |link| link.leads_to("sudokupad.app") || link.leads_to("crackingthecryptic.com"),
        read: read_link,
    },
])
.written_by(write);

/// A link to SudokuPad holds any packed string, or digits. The id is all of the path, for packed
/// strings may hold a slash.
fn read_link(link: &Link<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let path = link.path().text.trim_start_matches('/');
    let path = path.strip_prefix("sudoku/").unwrap_or(path);
    let path = link.path().from(link.path().text.len() - path.len());
    let id = link.value("puzzleid").unwrap_or(path);
    link.read_part(id, |text| match detect::packed_prefix(text.text, options.own) {
        Some(format) => detect::read_packed(format, text, options),
        None if line::looks_like_line(text.text) => line::read(text, options),
        None if text.text.is_empty() => Err(link.is_empty()),
        None => Err(link.is_short()),
    })
}

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
    let parse = |text: &str| Json::parse(text).or_else(|_| Json::parse_relaxed(text));
    let object = unpacked_json(text, options, parse)?;
    read(&object, text, options)
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
    let mut unread = unread(object, board.as_ref());
    let is_told = board.is_some();
    let board = board.unwrap_or(usual);
    let rules = match scl_rules::own(object, &board).filter(|_| is_told) {
        Some(Ok(rules)) => {
            // Drawings and words that we made of these rules say nothing more than our own key.
            let same = scl_rules::repeated(object, &words_of(object), &rules, &board);
            unread.retain(|odd| match is_in_words(odd) {
                true => !same.contains(&"words"),
                false => !same.contains(&odd.what.as_str()),
            });
            rules
        }
        Some(Err(why)) => {
            return Err(text.error(Code::UnsupportedRules, 0, format!("a rule of ours: {why}")));
        }
        None => match scl_rules::told(object, &words_of(object), &board).filter(|_| is_told) {
            Some(rules) => {
                let is_read = |odd: &Unread| {
                    scl_rules::DRAWN.contains(&odd.what.as_str()) || is_in_words(odd)
                };
                unread.retain(|odd| !is_read(odd));
                rules
            }
            None => Vec::new(),
        },
    };
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
        unread.extend(unread_in_cell(cell, &CELL_KEYS, &board.name(Cell::new(i)), text));
    }
    let unread = unread.into_iter().map(|unread| unread.within(text)).collect();
    let document = Document::new(givens).with_listed(&notes).with_rules(rules);
    let document =
        document.map_err(|error| text.error(Code::UnsupportedRules, 0, error.to_string()))?;
    let mut record = Record::new(Format::Scl, document, text.line);
    tell(object, &board, &mut record);
    if corner > 0 {
        record.note(format!("corner marks of {corner} cells dropped"));
    }
    Ok(record.with_unread(unread))
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

/// Keys of the object that add no rule, or are looked at by name.
const KNOWN: [&str; 13] = [
    scl_rules::OWN,
    "cells",
    "cellSize",
    "regions",
    "cages",
    "metadata",
    "settings",
    "title",
    "author",
    "rules",
    "solution",
    "puzzleinfo",
    "id",
];

/// What a cell may say without adding a rule.
const CELL_KEYS: [&str; 9] = [
    "value",
    "centremarks",
    "centermarks",
    "pencilMarks",
    "cornermarks",
    "given",
    "highlight",
    "c",
    "cArray",
];

/// Everything beside the cells that may be a rule. Drawings are rules more often than not.
fn unread(object: &Json, board: Option<&Arc<Board>>) -> Vec<Unread> {
    let pairs = |object: Option<&Json>| match object {
        Some(Json::Object(pairs)) => pairs.clone(),
        _ => Vec::new(),
    };
    let is_odd = |key: &str, value: &Json| !names::is_off(value) && !names::is_harmless(key);
    let mut unread = Vec::new();
    for (key, value) in pairs(Some(object)) {
        if is_odd(&key, &value) && !KNOWN.contains(&key.as_str()) {
            unread.push(Unread::rule(key));
        }
    }
    for (key, value) in pairs(object.get("metadata")) {
        if key != "rules" && is_odd(&key, &value) {
            unread.push(Unread::rule(&key).under(format!("metadata.{key}")));
        }
    }
    for (path, words) in told_words(object) {
        unread.extend(unread_words(&words, board).map(|rule| rule.under(path)));
    }
    unread.extend(unread_cages(object, board));
    if board.is_none() {
        unread.push(Unread::rule("regions that do not part the board evenly"));
    }
    unread
}

/// The rules in words, and where they stand.
fn told_words(object: &Json) -> Vec<(&'static str, String)> {
    let places = [
        ("rules", object.get("rules")),
        ("metadata.rules", object.get("metadata").and_then(|told| told.get("rules"))),
    ];
    let words = |(path, words): (&'static str, Option<&Json>)| match words? {
        Json::List(items) => {
            let items = items.iter().filter_map(Json::plain);
            Some((path, items.collect::<Vec<_>>().join(" ")))
        }
        told => Some((path, told.plain().unwrap_or_default())),
    };
    places.into_iter().filter_map(words).collect()
}

fn words_of(object: &Json) -> String {
    let words = told_words(object).into_iter().map(|(_, words)| words);
    words.collect::<Vec<_>>().join(" ")
}

/// Whether something unread are the rules in words.
fn is_in_words(odd: &Unread) -> bool {
    matches!(odd.place.path.as_deref(), Some("rules" | "metadata.rules"))
}

/// Cages with cells are rules, unless they only repeat a house of the board. Those without cells
/// tell what is told about the puzzle.
fn unread_cages(object: &Json, board: Option<&Arc<Board>>) -> Vec<Unread> {
    let mut unread = Vec::new();
    for cage in object.get("cages").and_then(Json::list).unwrap_or(&[]) {
        if cage.get("cells").is_none_or(Json::is_nothing) {
            unread.extend(unread_told(cage));
        } else if !board.is_some_and(|board| is_house(cage, board)) {
            unread.push(Unread::rule("cages"));
            break;
        }
    }
    unread
}

/// Whether a cage holds the cells of a house and says nothing more about them.
pub(super) fn is_house(cage: &Json, board: &Board) -> bool {
    let says_more = |key: &&str| cage.get(key).is_some_and(|value| !names::is_off(value));
    if ["value", "sum"].iter().any(says_more) {
        return false;
    }
    let cell = |pair: &Json| {
        let side = |i: usize| usize::try_from(pair.list()?.get(i)?.integer()?).ok();
        let (row, column) = (side(0)?, side(1)?);
        board.cell_at(row, column)
    };
    let cells: Option<CellSet> =
        cage.get("cells").and_then(Json::list).unwrap_or(&[]).iter().map(cell).collect();
    let same = |house: &House| Some(house.cells().iter().copied().collect()) == cells;
    board.houses().iter().any(same)
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
    // An X is a blank on boards that have no such digit.
    let value = |c: char| match Alphabet::Numbers.value_up_to(c, board.size()) {
        None if super::symbols::is_blank(c) => Some(0),
        value => value,
    };
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
    let drawn = scl_rules::drawn(document.rules(), board);
    let words = drawn.words.iter().cloned().map(Json::Text).collect();
    told.push(("rules", Json::List(words)));
    if let Some(solution) = &document.solution {
        told.push(("solution", solution.to_string().into()));
    }
    let mut pairs = vec![("cells", Json::List(rows)), ("regions", Json::List(regions))];
    if !document.rules().is_empty() {
        let own = drawn.own.clone();
        let keys = drawn.keys().into_iter().filter(|(_, drawn)| !drawn.is_empty());
        pairs.extend(keys.map(|(key, drawn)| (key, Json::List(drawn))));
        pairs.push((scl_rules::OWN, own));
    }
    pairs.push(("metadata", object(told)));
    object(pairs)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;
    use crate::formats::read_one;

    fn link(document: &Document) -> String {
        Format::Scl.write(document, &WriteOptions::default()).unwrap().text
    }

    #[test]
    fn rules_come_back_from_a_link() {
        let board = Board::classic();
        let texts = [
            "cage 10 r1c1 r1c2",
            "thermometer r5c5 r5c6 r5c7",
            "white-dot 1 r8c8 r8c9",
            "sandwich 12 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9",
            "arrow r2c2 | r3c3 r4c4",
        ];
        let rules: Vec<Rule> =
            texts.iter().filter_map(|text| Rule::from_text(text, &board).ok()).collect();
        assert!(rules.len() >= 4);
        let document = Document::new(Grid::empty(board)).with_rules(rules.clone()).unwrap();
        let record = read_one(&link(&document), &ReadOptions::default()).unwrap();
        assert_eq!(record.document.rules(), rules);
        assert!(record.document.puzzle().is_ok());
    }

    #[test]
    fn cages_of_others_are_read_when_nothing_else_is_meant() {
        let row = "[{},{},{},{}]";
        let with = |rules: &str| {
            format!(
                "{{\"cells\":[{row},{row},{row},{row}],\
                 \"cages\":[{{\"cells\":[[0,0],[0,1]],\"value\":\"7\",\"unique\":true}}],\
                 \"metadata\":{{\"rules\":[\"{rules}\"]}}}}"
            )
        };
        let killer = "Normal sudoku rules apply. Digits in cages cannot repeat and must sum to the total shown.";
        let record = read_one(&with(killer), &ReadOptions::default()).unwrap();
        let board = record.document.board();
        let rules: Vec<String> = record.document.rules().iter().map(|r| r.text(board)).collect();
        assert_eq!(rules, ["cage 7 r1c1 r1c2"]);
        let more = format!("{killer} Cells a knight's move apart differ.");
        let record = read_one(&with(&more), &ReadOptions::default()).unwrap();
        assert_eq!(record.document.to_puzzle().rules().kinds(), "cage, jump");
        let other = format!("{killer} Cells a knight's move apart differ by 3.");
        assert!(read_one(&with(&other), &ReadOptions::default()).is_err());
    }
}
