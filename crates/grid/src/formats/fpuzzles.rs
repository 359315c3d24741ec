//! f-puzzles: JSON in LZ-string in base64 in a link.
//!
//! What is neither known nor decoration is kept as unread by name; decoration is dropped with a
//! note. Marks that the puzzle gives bind its cells; marks in the centre are a player's notes.

use super::Format;
use super::carries::{Carries, Sizes, Tells};
use super::detect;
use super::document::Document;
use super::entry::{Entry, Form, Narrows};
use super::error::{Code, FormatError};
use super::fpuzzles_rules;
use super::losses::has_usual_boxes;
use super::lz;
use super::names;
use super::no_rules::NoRules;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::regions;
use super::sentences;
use super::span::Span;
use super::symbols::cell_name;
use super::unread::Unread;
use super::value::Json;
use crate::rule::Rule;
use crate::{Board, Cell, Digit, DigitSet, Grid, Layout};
use std::sync::Arc;

/// f-puzzles: JSON, packed string or link.
pub(crate) static FORMAT: Entry = Entry::new(
    "fpuzzles",
    "f-puzzles link",
    Carries {
        meta: Tells::Fields(&["title", "author"]),
        rules: true,
        sizes: Sizes::Regions,
        ..Carries::GAME
    },
)
.also(&["f-puzzles", "fpuz"])
.read_as(&[
    Form::Packed {
        rank: 1,
        recognise: |text| text.starts_with("fpuz") || is_bare(text),
        read: read_packed,
        in_links: true,
    },
    Form::Object {
        rank: 3,
        recognise: |object, _| is_fpuzzles(object),
        read,
        known_by: "f-puzzles (size, grid)",
    },
    Form::Link {
        site: "f-puzzles",
        recognise: |link| link.leads_to("f-puzzles.com"),
        read: |link, options| match (link.value("load"), link.value("id")) {
            (Some(load), _) => link.read_part(load, |text| read_payload(text, options)),
            (None, Some(_)) => Err(link.is_short()),
            (None, None) => Err(link.is_empty()),
        },
    },
])
.written_by(write)
// It lists extra regions, but knows no Latin squares.
.limits(Narrows {
    tells_regions: |board| *board.layout() != Layout::Latin || regions::can_be_listed(board),
    ..Narrows::NOTHING
});

/// Keys that do not change the rules.
const HARMLESS: [&str; 13] = [
    "size",
    "title",
    "author",
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

/// What a cell may say without adding a rule.
const CELL_KEYS: [&str; 10] = [
    "value",
    "given",
    "region",
    "centerPencilMarks",
    "cornerPencilMarks",
    "givenPencilMarks",
    "c",
    "cArray",
    "highlight",
    "solution",
];

/// Whether an object is of f-puzzles.
pub(crate) fn is_fpuzzles(object: &Json) -> bool {
    object.get("grid").is_some_and(|grid| grid.list().is_some())
}

/// Whether a word is a packed object without prefix, as it stands in the address line: all that begin
/// with `{"` are packed to words that begin so.
fn is_bare(text: &str) -> bool {
    let is_symbol = |b: u8| b.is_ascii_alphanumeric() || b"+/=-_$%".contains(&b);
    text.starts_with("N4Ig") && text.bytes().all(is_symbol)
}

/// Reads a packed string with its prefix, or without.
pub(crate) fn read_packed(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let prefix = ["fpuzzles", "fpuz"].into_iter().find(|p| text.text.starts_with(p));
    if options.from.is_none() && is_bare(text.text) {
        // Without a prefix nobody says whose it is.
        let object = unpacked_json(text, options, Json::parse)?;
        return detect::read_object(&object, text, options);
    }
    read_payload(text.from(prefix.map_or(0, str::len)), options)
}

/// Reads a packed string without prefix.
pub(crate) fn read_payload(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let object = unpacked_json(text, options, Json::parse)?;
    read(&object, text, options)
}

/// The JSON in a packed string, in the first reading of the packing that is JSON.
pub(crate) fn unpacked_json(
    text: Span<'_>,
    options: &ReadOptions,
    parse: impl Fn(&str) -> Result<Json, FormatError>,
) -> Result<Json, FormatError> {
    let limit = options.limits.unpacked(text.text.len());
    let texts = lz::unpack(text.text, limit).map_err(|e| text.place(e))?;
    let mut refusal = None;
    for unpacked in texts {
        match parse(&unpacked) {
            Ok(object) => return Ok(object),
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
    let (ruled_board, flags) = match &told_board {
        Some(board) => fpuzzles_rules::extra_regions(object, board),
        None => (board.clone(), Vec::new()),
    };
    let (rules, mut unread) = rules(object, told_board.as_ref(), &ruled_board, &flags, text)?;
    let board = if told_board.is_some() { ruled_board } else { board };
    let mut record =
        Record::new(Format::FPuzzles, Document::new(Grid::empty(board.clone())), text.line);
    let told = cage_texts(object);
    let mut cells = CellReader::new(&board, text);
    for (i, cell) in rows.iter().flat_map(|row| row.list().unwrap_or(&[])).enumerate() {
        cells.read(i, cell)?;
        unread.extend(unread_in_cell(cell, &CELL_KEYS, &board.name(Cell::new(i)), text));
    }
    let CellReader { givens, placed, stated, notes, corner, .. } = cells;
    let mut document = Document::new(givens).with_placed(&placed);
    document = match stated.iter().all(|set| set.is_empty()) {
        true => document.with_notes(&notes),
        false => document.with_listed(&stated),
    };
    document.solution = solution(object, &board);
    document = document
        .with_rules(rules)
        .map_err(|error| text.error(Code::UnsupportedRules, 0, error.to_string()))?;
    for (name, value) in told {
        document.meta.set_field(&name, value);
    }
    for name in ["title", "author"] {
        if let Some(value) = object.get(name).and_then(Json::text).filter(|t| !t.is_empty()) {
            document.meta.set_field(name, value);
        }
    }
    record.document = document;
    record.document.unread = unread;
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
    /// What the puzzle allows in a cell.
    stated: Vec<DigitSet>,
    /// What a player noted down.
    notes: Vec<DigitSet>,
    corner: usize,
}

impl<'a> CellReader<'a> {
    fn new(board: &'a std::sync::Arc<Board>, text: Span<'a>) -> CellReader<'a> {
        let (givens, placed) = (Grid::empty(board.clone()), Grid::empty(board.clone()));
        let notes = vec![DigitSet::EMPTY; board.n_cells()];
        CellReader { board, text, givens, placed, stated: notes.clone(), notes, corner: 0 }
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
        for value in cell.get("centerPencilMarks").and_then(Json::list).unwrap_or(&[]) {
            let digit = self.digit(i, value)?;
            self.notes[i].insert(digit);
        }
        for value in cell.get("givenPencilMarks").and_then(Json::list).unwrap_or(&[]) {
            let digit = self.digit(i, value)?;
            self.stated[i].insert(digit);
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

/// The keys of a cell that may be rules of it.
pub(crate) fn unread_in_cell(
    cell: &Json,
    known: &[&str],
    name: &str,
    text: Span<'_>,
) -> Vec<Unread> {
    let Json::Object(pairs) = cell else { return Vec::new() };
    let odd = pairs.iter().filter(|(key, value)| {
        !known.contains(&key.as_str()) && !names::is_harmless(key) && !names::is_off(value)
    });
    odd.map(|(key, _)| Unread::rule(key).within(text).under(format!("{name}.{key}"))).collect()
}

/// The unread rules that a text in words tells, if it tells more than those of Sudoku.
pub(crate) fn unread_words(words: &str, board: Option<&Arc<Board>>) -> Option<Unread> {
    let irregular = board.is_some_and(|b| matches!(b.layout(), Layout::Regions(_)));
    if names::says_usual_rules(words) || (irregular && names::says_irregular_rules(words)) {
        return None;
    }
    // The first sentence that nobody understands says where to look.
    let sentence = sentences::said(words).err();
    let words = sentence.as_deref().unwrap_or(words);
    let mut short: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = short.char_indices().nth(100) {
        short.truncate(end);
        short.push('…');
    }
    Some(Unread::rule(format!("the rules in words, {short:?}")))
}

/// The rules beside the grid, and what may be one and is not known.
fn rules(
    object: &Json,
    told: Option<&Arc<Board>>,
    board: &Board,
    flags: &[&str],
    text: Span<'_>,
) -> Result<(Vec<Rule>, Vec<Unread>), FormatError> {
    let Json::Object(pairs) = object else { return Ok((Vec::new(), Vec::new())) };
    let mut unread: Vec<Unread> = Vec::new();
    let mut rules: Vec<Rule> = Vec::new();
    for (key, value) in pairs {
        let key = key.as_str();
        let harmless = HARMLESS.contains(&key) || DECORATION.contains(&key);
        match key {
            "ruleset" => {
                let words = value.plain().unwrap_or_else(|| value.to_string());
                let is_told = !names::is_off(value) && !fpuzzles_rules::repeat_keys(object, &words);
                unread.extend(unread_words(&words, told).filter(|_| is_told));
            }
            "cage" => unread.extend(unread_cages(value)),
            _ if harmless || names::is_harmless(key) || names::is_off(value) => {}
            _ if flags.contains(&key) => {}
            _ => match fpuzzles_rules::read(object, key, value, board) {
                Ok(more) => rules.extend(more),
                Err(NoRules::Unknown) => unread.push(Unread::rule(key)),
                Err(NoRules::Wrong(why)) => {
                    let error = text.error(Code::UnsupportedRules, 0, format!("{key}: {why}"));
                    return Err(error.hint("the link may be damaged, or of a newer version"));
                }
            },
        }
    }
    if told.is_none() {
        unread.push(Unread::rule("regions that do not part the board evenly"));
    }
    Ok((rules, unread.into_iter().map(|unread| unread.within(text)).collect()))
}

/// Cages are drawings, of which only those without cells are known: they tell what is told about
/// the puzzle.
fn unread_cages(cages: &Json) -> Option<Unread> {
    let drawn = |cage: &Json| cage.get("cells").is_some_and(|cells| !cells.is_nothing());
    let cages = cages.list().unwrap_or(&[]);
    if cages.iter().any(drawn) {
        return Some(Unread::rule("cage"));
    }
    cages.iter().find_map(unread_told)
}

/// What a cage without cells tells, when that is not known to be harmless.
pub(crate) fn unread_told(cage: &Json) -> Option<Unread> {
    let value = cage.get("value").filter(|value| !names::is_off(value))?;
    let text = value.plain().unwrap_or_else(|| value.to_string());
    let (name, told) = text.split_once(':').unwrap_or((&text, ""));
    match name.trim().to_lowercase().as_str() {
        "rules" => unread_words(told, None),
        name if names::is_harmless(name) => None,
        name => Some(Unread::rule(name)),
    }
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
            let key = if document.has_notes() { "centerPencilMarks" } else { "givenPencilMarks" };
            pairs.push((key.to_owned(), numbers(note)));
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
    pairs.extend(extra_keys(board));
    Json::Object(pairs)
}

/// The keys that tell extra regions: diagonals by their flags, others as lists of cells.
fn extra_keys(board: &Board) -> Vec<(String, Json)> {
    let [falling, rising] = board.diagonals();
    let mut pairs: Vec<(String, Json)> = Vec::new();
    let mut others: Vec<Json> = Vec::new();
    for house in board.extra_regions() {
        let same = |diagonal: &[Cell]| diagonal.iter().all(|cell| house.cells().contains(cell));
        let full = house.cells().len() == board.size();
        match (full && same(&falling), full && same(&rising)) {
            (true, _) => pairs.push(("diagonal-".to_owned(), Json::Bool(true))),
            (_, true) => pairs.push(("diagonal+".to_owned(), Json::Bool(true))),
            _ => {
                let names =
                    house.cells().iter().map(|&c| board.name(c).to_ascii_uppercase().into());
                let cells = ("cells".to_owned(), Json::List(names.collect()));
                others.push(Json::Object(vec![cells]));
            }
        }
    }
    if !others.is_empty() {
        pairs.push(("extraregion".to_owned(), Json::List(others)));
    }
    pairs
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let rules = fpuzzles_rules::object(document.rules(), document.board()).map_err(|kind| {
        super::error::unsupported(format!("fpuzzles cannot store the rule '{kind}'"))
            .hint("choose json or iss")
    })?;
    let mut object = object(document);
    if let Json::Object(pairs) = &mut object {
        for (key, value) in rules {
            // Extra regions of the board and cells that differ share a key.
            match (pairs.iter_mut().find(|(known, _)| *known == key), value) {
                (Some((_, Json::List(items))), Json::List(more)) => items.extend(more),
                (_, value) => pairs.push((key, value)),
            }
        }
    }
    out.push_str("https://f-puzzles.com/?load=");
    out.push_str(&lz::to_base64(&object.to_string()));
    out.push('\n');
    Ok(())
}
