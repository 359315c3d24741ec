//! Our own JSON: one object per line, keys in fixed order, versioned.
//!
//! ```json
//! {"v":1,"size":9,"box":[3,3],"givens":"53..7....","values":null,"candidates":null,"meta":{"id":"ex1"}}
//! ```
//! `givens` and `values` hold all cells in line form with the symbols `1-9A-P`; `candidates` one
//! text for each cell. Irregular boards have `regions` (one symbol for each cell) in place of
//! `box`; a Latin square has a box of one row; `extra_regions` lists names of cells. Keys that we
//! do not know are kept and written back.

use super::Format;
use super::document::{Document, Extra, META_FIELDS, Meta};
use super::error::{Code, FormatError, unsupported};
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::regions;
use super::span::Span;
use super::symbols::{self, any_size, cell_name, wrong_length};
use super::value::Json;
use crate::{Alphabet, Board, Cell, Digit, DigitSet, Grid};
use std::sync::Arc;

const KEYS: [&str; 10] = [
    "v",
    "size",
    "box",
    "regions",
    "extra_regions",
    "givens",
    "values",
    "candidates",
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
    let size = any_size(n).ok_or_else(|| wrong_length(givens_text, n))?;
    if let Some(told) = field("size").and_then(Json::integer)
        && told != size as i64
    {
        return Err(wrong_length(givens_text, n)
            .found(format!("{n} cells"), format!("{} cells", told * told))
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
        document = document.with_placed(&cells(values)?);
    }
    if let Some(solution) = text_field(object, "solution", text)? {
        document.solution = Some(cells(solution)?);
    }
    if let Some(list) = field("candidates") {
        document = document.with_candidates(&candidates(list, &board, text)?);
    }
    for (key, value) in pairs(object) {
        match (key.as_str(), value) {
            ("meta", Json::Object(told)) => document.meta = meta(told),
            (key, _) if KEYS.contains(&key) || key == givens_key => {}
            (key, value) => document.other.set(key, value.clone()),
        }
    }
    Ok(Record::new(Format::Json, document, text.line).placed_in(givens_text).noted(notes))
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
    let shape = object.get("box").and_then(Json::list).and_then(|list| match list {
        [rows, columns] => {
            let side = |json: &Json| json.integer().and_then(|n| usize::try_from(n).ok());
            regions::shape_of(side(rows)?, side(columns)?)
        }
        _ => None,
    });
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
    let Some(lists) = object.get("extra_regions").and_then(Json::list) else { return Ok(board) };
    let cell = |name: &Json| {
        let cell = name.text().and_then(|name| regions::cell_of_name(&board, name));
        cell.ok_or_else(|| text.error(Code::BadCharacter, 0, format!("{name} is not a cell")))
    };
    let regions: Result<Vec<Vec<Cell>>, _> =
        lists.iter().map(|list| list.list().unwrap_or(&[]).iter().map(cell).collect()).collect();
    let misfit = |e: crate::BoardError| text.error(Code::UnsupportedRules, 0, e.to_string());
    board.with_extra(&regions?).map_err(misfit)
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
            let value = Alphabet::Numbers.value(c).filter(|&v| usize::from(v) <= size);
            value.and_then(Digit::new).ok_or_else(|| {
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
    if let Some((rows, columns)) = regions::box_of_board(board) {
        add("box", Json::List(vec![rows.into(), columns.into()]));
    }
    if let Some(map) = regions::map_of_board(board) {
        add("regions", map.into());
    }
    let extra = regions::extra_of_board(board);
    if !extra.is_empty() {
        let names = |names: Vec<String>| Json::List(names.into_iter().map(Json::from).collect());
        add("extra_regions", Json::List(extra.into_iter().map(names).collect()));
    }
    add("givens", line(document.givens()));
    let placed = document.n_placed() > 0;
    add("values", if placed { line(document.values()) } else { Json::Null });
    let stated = document.candidates().map(|sets| Json::List(sets.iter().map(list).collect()));
    add("candidates", stated.unwrap_or(Json::Null));
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
