//! Our own JSON: one object per line, keys in fixed order, versioned.
//!
//! ```json
//! {"v":1,"size":9,"box":[3,3],"givens":"53..7....","values":null,"candidates":null,"meta":{"id":"ex1"}}
//! ```
//! `rules` lists texts such as `cage 10 r1c1 r1c2`, as `docs/rules.md` describes them. Digits whose
//! values do not begin at 1 have `first_value`. A board that is no plain square has `board` in place of
//! `box`: `rows`, `columns`, `values` (the first and the last), `holes` (names of places), `side` (names
//! and numbers of cells beside the grid) and `houses` (a kind and names of cells each); `beside` then
//! gives digits of cells beside the grid.
//!
//! `givens` and `values` hold all cells in line form with the symbols of `1-9A-Za-z@%&`; `candidates` one
//! text for each cell. Irregular boards have `regions` (one symbol for each cell) in place of
//! `box`; a Latin square has a box of one row; `extra_regions` lists names of cells. A player's
//! notes stand under `notes` in the form of `candidates`. Keys that we do not know are kept and
//! written back; unless they are known to be harmless they may be rules and count as unread.

use super::Format;
use super::carries::{Carries, Sizes, Tells};
use super::document::{Document, Extra, META_FIELDS, Meta};
use super::entry::{Entry, Form};
use super::error::{Code, FormatError, unsupported};
use super::names;
use super::options::{BoxShape, ReadOptions, WriteOptions};
use super::record::Record;
use super::regions;
use super::span::Span;
use super::symbols::{self, any_size, cell_name, wrong_length};
use super::unread::{MOST_NAMES, Unread};
use super::value::Json;
use crate::rule::Rule;
use crate::{Alphabet, Board, Cell, Digit, DigitSet, Grid, HouseKind, Plan};
use std::sync::Arc;

/// Our own JSON, one object per line.
pub(crate) static FORMAT: Entry = Entry::new(
    "json",
    "Sudolab JSON, one object per line",
    Carries {
        meta: Tells::Everything,
        many: true,
        solution: true,
        rules: true,
        sizes: Sizes::Any,
        ..Carries::GAME
    },
)
.extensions(&["jsonl", "ndjson"])
.also(&["jsonlines"])
.read_as(&[Form::Object {
    rank: 0,
    // Another format that was asked for may have the same keys.
    recognise: |object, options| options.from.is_none() && is_ours(object),
    read,
    known_by: "our own (givens)",
}])
.written_by(write);

const KEYS: [&str; 15] = [
    "v",
    "first_value",
    "board",
    "beside",
    "rules",
    "size",
    "box",
    "regions",
    "extra_regions",
    "givens",
    "values",
    "candidates",
    "notes",
    "meta",
    "solution",
];

/// Whether an object is ours.
pub(crate) fn is_ours(object: &Json) -> bool {
    object.get("givens").is_some() || object.get("puzzle").is_some()
}

/// Reads an object; `text` is where it stands.
pub(crate) fn read(
    object: &Json,
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    let plain = ReadOptions { alphabet: Some(Alphabet::Numbers), ..options.clone() };
    if let Some(version) = object.get("v").filter(|v| v.integer() != Some(1)) {
        return Err(text.place(
            unsupported(format!("version {version} of our JSON is not known"))
                .hint("this program reads version 1; a newer one may read it"),
        ));
    }
    let field = |name: &str| object.get(name).filter(|v| **v != Json::Null);
    let givens_key = if field("givens").is_some() { "givens" } else { "puzzle" };
    let givens_text = text_field(object, givens_key, text)?
        .ok_or_else(|| text.error(Code::WrongLength, 0, "there is no \"givens\" text"))?;
    let n = givens_text.text.chars().count();
    if let Some(told) = field("board") {
        let board = free_board(told, text)?;
        return read_free(object, &board, givens_text, text);
    }
    let size = any_size(n).ok_or_else(|| wrong_length(givens_text, n))?;
    if let Some(first) = field("first_value").and_then(Json::integer).filter(|first| *first != 1) {
        let board = board(object, size, text, options)?.with_first_value(first);
        let board = board.map_err(|e| text.error(Code::UnsupportedRules, 0, e.to_string()))?;
        return read_free(object, &board, givens_text, text);
    }
    if let Some(told) = field("size")
        && told.integer() != Some(size as i64)
    {
        return Err(wrong_length(givens_text, n)
            .found(format!("{n} cells"), format!("a board of size {told}"))
            .hint(format!("\"size\" says {told}")));
    }
    let board = board(object, size, text, options)?;
    let mut notes = Vec::new();
    let mut cells = |span: Span<'_>| {
        let found = span.text.chars().count();
        if found != n {
            return Err(
                wrong_length(span, found).found(format!("{found} cells"), format!("{n} cells"))
            );
        }
        let values = symbols::cells(span, size, &plain, &mut notes)?;
        Ok(Grid::from_values(board.clone(), &values).expect("the cells were counted and checked"))
    };
    let mut document = Document::new(cells(givens_text)?);
    if let Some(values) = text_field(object, "values", text)? {
        let placed = cells(values)?;
        agree(document.givens(), &placed, values)?;
        document = document.with_placed(&placed);
    }
    if let Some(solution) = text_field(object, "solution", text)? {
        document.solution = Some(cells(solution)?);
    }
    if let Some(list) = field("candidates") {
        document = document.with_candidates(&candidates(list, &board, text)?);
    }
    let noted = field("notes").filter(|notes| notes.list().is_some());
    if let (Some(list), None) = (noted, field("candidates")) {
        document = document.with_candidates(&candidates(list, &board, text)?).as_notes();
    }
    document = ruled(document, object, text)?;
    let document = told(document, object, givens_key, givens_text, text);
    Ok(Record::new(Format::Json, document, text.line).placed_in(givens_text).noted(notes))
}

/// A puzzle on a board that is not plain.
fn read_free(
    object: &Json,
    board: &Arc<Board>,
    givens_text: Span<'_>,
    text: Span<'_>,
) -> Result<Record, FormatError> {
    let grid = |span: Span<'_>| {
        let grid = board.grid_from_line(span.text);
        grid.map_err(|error| span.error(Code::WrongLength, 0, error.to_string()))
    };
    let mut givens = grid(givens_text)?;
    for pair in object.get("beside").and_then(Json::list).unwrap_or(&[]) {
        let cell = pair.list().and_then(|pair| board.cell_named(pair.first()?.text()?));
        let value = pair.list().and_then(|pair| pair.get(1)?.integer());
        let digit = value.and_then(|value| board.digit_of(value));
        match (cell, digit) {
            (Some(cell), Some(digit)) => givens.set(cell, digit),
            _ => {
                let what = format!("{pair} is not the digit of a cell beside the grid");
                return Err(text.error(Code::BadCharacter, 0, what).hint("write [\"va1\", 5]"));
            }
        }
    }
    let mut document = Document::new(givens);
    if let Some(values) = text_field(object, "values", text)? {
        document = document.with_placed(&grid(values)?);
    }
    if let Some(solution) = text_field(object, "solution", text)? {
        document.solution = Some(grid(solution)?);
    }
    if let Some(list) = object.get("candidates").filter(|v| **v != Json::Null) {
        document = document.with_candidates(&candidates(list, board, text)?);
    }
    document = ruled(document, object, text)?;
    let key =
        if object.get("givens").is_some_and(|v| *v != Json::Null) { "givens" } else { "puzzle" };
    let document = told(document, object, key, givens_text, text);
    Ok(Record::new(Format::Json, document, text.line))
}

/// The document with the rules that the object lists.
fn ruled(document: Document, object: &Json, text: Span<'_>) -> Result<Document, FormatError> {
    let list = match object.get("rules") {
        None | Some(Json::Null) => return Ok(document),
        Some(told) => told.list().filter(|list| list.iter().all(|rule| rule.text().is_some())),
    };
    let bad = |what: String| {
        text.error(Code::UnsupportedRules, 0, what)
            .hint("docs/rules.md lists the rules and their texts")
    };
    let list = list.ok_or_else(|| bad("\"rules\" is not a list of texts".to_owned()))?;
    let board = document.board().clone();
    let mut rules = Vec::new();
    for rule in list.iter().filter_map(Json::text) {
        rules.push(Rule::from_text(rule, &board).map_err(|e| bad(format!("{rule:?}: {e}")))?);
    }
    document.with_rules(rules).map_err(|e| bad(e.to_string()))
}

/// The board of its own form that an object tells.
fn free_board(told: &Json, text: Span<'_>) -> Result<Arc<Board>, FormatError> {
    let bad = |what: &str| {
        text.error(Code::UnsupportedRules, 0, format!("\"board\" has no {what} that can be read"))
            .hint("write rows, columns, values, holes, side and houses as docs/formats.md shows")
    };
    let side = |name: &str| {
        let side = told.get(name).and_then(Json::integer).and_then(|n| usize::try_from(n).ok());
        side.filter(|n| (1..=64).contains(n)).ok_or_else(|| bad(name))
    };
    let values = told.get("values").and_then(Json::list).unwrap_or(&[]);
    let values: Option<Vec<i64>> = values.iter().map(Json::integer).collect();
    let Some(&[first, last]) = values.as_deref() else { return Err(bad("values")) };
    let mut plan = Plan::new(side("rows")?, side("columns")?, first..=last);
    let place = |name: &Json| -> Option<(usize, usize)> {
        let name = name.text()?.to_ascii_lowercase();
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        Some((number(row)?, number(column)?))
    };
    let list = |name: &str| told.get(name).and_then(Json::list).unwrap_or(&[]);
    let holes: Option<Vec<_>> = list("holes").iter().map(place).collect();
    plan.holes = holes.ok_or_else(|| bad("holes"))?;
    for group in list("side") {
        let pair = group.list().unwrap_or(&[]);
        let name = pair.first().and_then(Json::text).filter(|name| {
            name.starts_with(|c: char| c.is_ascii_lowercase() && c != 'r')
                && name.chars().all(|c| c.is_ascii_alphanumeric())
        });
        let count = pair.get(1).and_then(Json::integer).and_then(|n| usize::try_from(n).ok());
        let (Some(name), Some(count)) = (name, count) else { return Err(bad("side")) };
        plan.side.push((name.to_owned(), count));
    }
    for house in list("houses") {
        let (kind, cells) =
            house.list().and_then(<[Json]>::split_first).ok_or_else(|| bad("houses"))?;
        let kind = match kind.text() {
            Some("row") => HouseKind::Row,
            Some("column") => HouseKind::Column,
            Some("box") => HouseKind::Box,
            Some("region") => HouseKind::Extra,
            _ => return Err(bad("houses")),
        };
        let cells: Option<Vec<_>> = cells.iter().map(place).collect();
        plan.houses.push((kind, cells.ok_or_else(|| bad("houses"))?));
    }
    plan.board().map_err(|error| text.error(Code::UnsupportedRules, 0, error.to_string()))
}

/// What an object tells of a board that is not plain.
fn free_object(board: &Board) -> Json {
    let names =
        |cells: &[Cell]| cells.iter().map(|&c| Json::from(board.name(c))).collect::<Vec<_>>();
    let last = board.first_value() + board.size() as i64 - 1;
    let number = |n: i64| Json::Number(n.to_string());
    let places = (0..board.rows()).flat_map(|r| (0..board.columns()).map(move |c| (r, c)));
    let holes = places.filter(|&(r, c)| board.cell_at(r, c).is_none());
    let holes = holes.map(|(r, c)| Json::from(format!("r{}c{}", r + 1, c + 1))).collect();
    let side = board.frame().map(|frame| frame.side()).unwrap_or_default();
    let side = side.iter().map(|(name, n)| Json::List(vec![name.as_str().into(), (*n).into()]));
    let house = |house: &crate::House| {
        let mut list = vec![Json::from(house.kind().to_string())];
        list.extend(names(house.cells()));
        Json::List(list)
    };
    Json::Object(vec![
        ("rows".to_owned(), board.rows().into()),
        ("columns".to_owned(), board.columns().into()),
        ("values".to_owned(), Json::List(vec![number(board.first_value()), number(last)])),
        ("holes".to_owned(), Json::List(holes)),
        ("side".to_owned(), Json::List(side.collect())),
        ("houses".to_owned(), Json::List(board.houses().iter().map(house).collect())),
    ])
}

/// The document with what is told beside the puzzle.
fn told(
    mut document: Document,
    object: &Json,
    givens_key: &str,
    givens_text: Span<'_>,
    text: Span<'_>,
) -> Document {
    let givens_again =
        |key: &str, value: &Json| key == "puzzle" && value.text() == Some(givens_text.text);
    for (key, value) in pairs(object) {
        match (key.as_str(), value) {
            ("meta", Json::Object(told)) => {
                document.meta = meta(told);
                document.unread.extend(unread_in_meta(told, text));
            }
            ("notes", told) if told.list().is_none() => document.other.set(key, told.clone()),
            (key, _) if KEYS.contains(&key) || key == givens_key => {}
            (key, value) if givens_again(key, value) => {}
            (key, value) => {
                document.other.set(key, value.clone());
                if !names::is_off(value) && !names::is_harmless_with(key, value) {
                    // A hostile object has any number of them; only the first are told.
                    let odd = Unread::rule(key);
                    let is_told = document.unread.len() < MOST_NAMES;
                    let odd = if is_told { odd.at_key(key, text) } else { odd.within(text) };
                    document.unread.push(odd);
                }
            }
        }
    }
    document
}

/// What is told about the puzzle and yet has the name of a rule.
fn unread_in_meta(told: &[(String, Json)], text: Span<'_>) -> Vec<Unread> {
    let odd = told.iter().filter(|(name, value)| names::states_rule(name, value));
    odd.map(|(name, _)| Unread::rule(name).within(text).under(format!("meta.{name}"))).collect()
}

/// Digits placed in cells that hold a given must be that given.
fn agree(givens: &Grid, values: &Grid, text: Span<'_>) -> Result<(), FormatError> {
    let differs = |(cell, digit): &(Cell, Digit)| values.get(*cell).is_some_and(|v| v != *digit);
    match givens.filled().find(differs) {
        None => Ok(()),
        Some((cell, digit)) => {
            let value = values.get(cell).map(|v| v.to_string()).unwrap_or_default();
            let what = format!("\"values\" holds {value} where the givens hold {digit}");
            Err(text
                .error(Code::BadCharacter, cell.index(), what)
                .in_cell(givens.board().name(cell))
                .found(value, digit.to_string())
                .hint("let both hold the same digit, or leave the cell blank in \"values\""))
        }
    }
}

fn pairs(object: &Json) -> &[(String, Json)] {
    match object {
        Json::Object(pairs) => pairs,
        _ => &[],
    }
}

/// A text of the object, placed where it stands in the line.
fn text_field<'a>(
    object: &'a Json,
    key: &str,
    text: Span<'a>,
) -> Result<Option<Span<'a>>, FormatError> {
    match object.get(key) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::Text(value)) => {
            let at = text.text.find(&format!("\"{key}\"")).and_then(|from| {
                let from = from + key.len() + 2;
                Some(from + text.text[from..].find(value.as_str())?)
            });
            // The text of a pretty printed object spans lines; its column is then unknown.
            let place = match at {
                Some(at) if !text.text[..at].contains('\n') => text.slice(at, at),
                _ => text,
            };
            Ok(Some(Span { text: value, ..place }))
        }
        Some(other) => Err(text
            .error(Code::BadCharacter, 0, format!("\"{key}\" is {other}, not a text"))
            .found(other.to_string(), "a text")
            .hint("write the cells in line form between quotes")),
    }
}

fn board(
    object: &Json,
    size: usize,
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Arc<Board>, FormatError> {
    let map = text_field(object, "regions", text)?;
    let shape = match object.get("box") {
        None | Some(Json::Null) => None,
        Some(told) => Some(box_shape(told).ok_or_else(|| {
            text.error(Code::BadCharacter, 0, format!("\"box\" is {told}, which is no box shape"))
                .found(told.to_string(), "rows and columns, such as [3,3]")
                .hint("write [rows, columns], such as [2,3], or \"none\"")
        })?),
    };
    let board = match (map, options.box_shape.or(shape)) {
        (Some(map), _) => {
            let board = regions::board_of_map(map)?;
            if board.size() != size {
                let found = board.n_cells();
                return Err(wrong_length(map, found).hint("the region map is of another size"));
            }
            board
        }
        (None, Some(shape)) => shape.board(size).map_err(|e| text.place(e))?,
        (None, None) => options.board(size).map_err(|e| text.place(e))?,
    };
    let lists = match object.get("extra_regions") {
        None | Some(Json::Null) => return Ok(board),
        Some(told) => told.list().filter(|lists| lists.iter().all(|l| l.list().is_some())),
    };
    let lists = lists.ok_or_else(|| {
        text.error(Code::BadCharacter, 0, "\"extra_regions\" is not a list of lists of cells")
            .hint("write [[\"r1c1\",\"r2c2\"]]")
    })?;
    let cell = |name: &Json| {
        let cell = name.text().and_then(|name| regions::cell_of_name(&board, name));
        cell.ok_or_else(|| text.error(Code::BadCharacter, 0, format!("{name} is not a cell")))
    };
    let regions: Result<Vec<Vec<Cell>>, _> =
        lists.iter().map(|list| list.list().unwrap_or(&[]).iter().map(cell).collect()).collect();
    let misfit = |e: crate::BoardError| text.error(Code::UnsupportedRules, 0, e.to_string());
    board.with_extra(&regions?).map_err(misfit)
}

/// `[2,3]`, or the text `2x3`.
fn box_shape(told: &Json) -> Option<BoxShape> {
    match told {
        Json::List(sides) => {
            let [rows, columns] = sides.as_slice() else { return None };
            let side = |json: &Json| json.integer().and_then(|n| usize::try_from(n).ok());
            regions::shape_of(side(rows)?, side(columns)?)
        }
        Json::Text(text) => text.parse().ok(),
        _ => None,
    }
}

fn candidates(list: &Json, board: &Board, text: Span<'_>) -> Result<Vec<DigitSet>, FormatError> {
    let size = board.size();
    let wrong = |n: usize| {
        text.error(Code::WrongLength, 0, format!("\"candidates\" lists {n} cells"))
            .found(format!("{n} cells"), format!("{} cells", board.n_cells()))
            .hint("give one text for each cell, or null")
    };
    let items = list.list().ok_or_else(|| wrong(0))?;
    if items.len() != board.n_cells() {
        return Err(wrong(items.len()));
    }
    let set = |(i, item): (usize, &Json)| {
        let symbols = item.plain().unwrap_or_default();
        let digits = symbols.chars().map(|c| {
            let value = Alphabet::Numbers.value_up_to(c, size);
            value.and_then(Digit::from_number).ok_or_else(|| {
                text.error(
                    Code::DigitOutOfRange,
                    0,
                    format!("{c:?} is not a candidate of this board"),
                )
                .in_cell(cell_name(i, size))
                .found(format!("{c:?}"), format!("digits up to {size}"))
            })
        });
        digits.collect()
    };
    items.iter().enumerate().map(set).collect()
}

fn meta(told: &[(String, Json)]) -> Meta {
    let mut meta = Meta::default();
    for (name, value) in told {
        match value.plain() {
            Some(text) if META_FIELDS.contains(&name.as_str()) => meta.set_field(name, text),
            _ => meta.extra.set(name, value.clone()),
        }
    }
    meta
}

fn meta_json(meta: &Meta) -> Json {
    let number = |text: &str| matches!(Json::parse(text), Ok(Json::Number(n)) if n == text);
    let mut pairs = Vec::new();
    for name in META_FIELDS {
        let Some(text) = meta.field(name) else { continue };
        let value = match name {
            "rating" if number(text) => Json::Number(text.to_owned()),
            _ => text.into(),
        };
        pairs.push((name.to_owned(), value));
    }
    pairs.extend(meta.extra.iter().map(|(name, value)| (name.to_owned(), value.clone())));
    Json::Object(pairs)
}

/// The object of a document.
pub(crate) fn object(document: &Document) -> Json {
    let board = document.board();
    let line = |grid: &Grid| Json::from(grid.to_string());
    let list = |set: &DigitSet| -> Json {
        Json::Text(set.iter().filter_map(|d| Alphabet::Numbers.symbol(d.value())).collect())
    };
    let mut pairs = vec![("v".to_owned(), Json::from(1)), ("size".to_owned(), board.size().into())];
    let mut add = |name: &str, value: Json| pairs.push((name.to_owned(), value));
    if board.frame().is_some() {
        add("board", free_object(board));
    } else if board.first_value() != 1 {
        add("first_value", Json::Number(board.first_value().to_string()));
    }
    if let Some((rows, columns)) = regions::box_of_board(board) {
        add("box", Json::List(vec![rows.into(), columns.into()]));
    }
    if let Some(map) = regions::map_of_board(board) {
        add("regions", map.into());
    }
    let extra = regions::extra_of_board(board);
    if !extra.is_empty() && board.frame().is_none() {
        let names = |names: Vec<String>| Json::List(names.into_iter().map(Json::from).collect());
        add("extra_regions", Json::List(extra.into_iter().map(names).collect()));
    }
    if !document.rules().is_empty() {
        let texts = document.rules().iter().map(|rule| Json::from(rule.text(board)));
        add("rules", Json::List(texts.collect()));
    }
    add("givens", line(document.givens()));
    let beside = board.side_cells().filter_map(|cell| {
        let value = document.givens().value(cell)?;
        Some(Json::List(vec![board.name(cell).into(), Json::Number(value.to_string())]))
    });
    let beside: Vec<Json> = beside.collect();
    if !beside.is_empty() {
        add("beside", Json::List(beside));
    }
    let placed = document.n_placed() > 0;
    add("values", if placed { line(document.values()) } else { Json::Null });
    let sets = document.candidates().map(|sets| Json::List(sets.iter().map(list).collect()));
    let (stated, notes) = if document.has_notes() { (None, sets) } else { (sets, None) };
    add("candidates", stated.unwrap_or(Json::Null));
    if let Some(notes) = notes {
        add("notes", notes);
    }
    if !document.meta.is_empty() {
        add("meta", meta_json(&document.meta));
    }
    if let Some(solution) = &document.solution {
        add("solution", line(solution));
    }
    document.other.iter().for_each(|(name, value)| add(name, value.clone()));
    Json::Object(pairs)
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    out.push_str(&object(document).to_string());
    out.push('\n');
    Ok(())
}

/// Everything told beyond the known fields, as one object; for tables.
pub(crate) fn extra_object(meta: &Extra, other: &Extra) -> Option<Json> {
    let all = meta.iter().chain(other.iter());
    let pairs: Vec<(String, Json)> = all.map(|(n, v)| (n.to_owned(), v.clone())).collect();
    (!pairs.is_empty()).then_some(Json::Object(pairs))
}
