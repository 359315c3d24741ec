//! OpenSudoku's XML: folders of games.
//!
//! The cells of a game are 81 digits, each a given, or `version: 3` and for each cell value, mask
//! of notes and whether it can be edited. We write the digits alone unless notes are asked for:
//! every version of the program reads them.

use super::Format;
use super::carries::{Carries, Tells};
use super::document::Document;
use super::entry::{Entry, Form, Frame, Framing, Narrows};
use super::error::{Code, FormatError};
use super::killer;
use super::names;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use super::symbols::{cell_name, wrong_length};
use super::unread::Unread;
use super::xml::{Element, Event, Reader, escape};
use crate::{Board, Cell, Digit, DigitSet, Grid};

/// OpenSudoku's XML.
pub(crate) static FORMAT: Entry = Entry::new(
    "opensudoku",
    "OpenSudoku XML",
    Carries { many: true, meta: Tells::Fields(&FIELDS), ..Carries::GAME },
)
.extensions(&["opensudoku"])
.framed(Framing::Whole)
.read_as(&[Form::Text {
    recognise: |line| line.starts_with('<') && !killer::looks_like(line),
    begins: |_| Ok(false),
    end: Some(END),
    read,
    misnamed: |lines| !begins_as_xml(lines),
}])
.written_by(write)
.frame(Frame { head: |_| HEAD.to_owned(), foot: FOOT, ..Frame::NONE })
.noted()
.limits(Narrows {
    // The short form is nothing but the givens.
    carries: |full, options| Carries {
        placed: options.with_notes,
        candidates: options.with_notes,
        ..full
    },
    ..Narrows::NOTHING
});

/// Whether the first character that is no blank opens an element.
fn begins_as_xml(lines: &[Span<'_>]) -> bool {
    let mut texts = lines.iter().map(|line| line.text.trim());
    texts.find(|text| !text.is_empty()).is_some_and(|text| text.starts_with('<'))
}

pub(crate) const HEAD: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<opensudoku version=\"2\">\n";
pub(crate) const FOOT: &str = "</opensudoku>\n";
pub(crate) const END: &str = "</opensudoku>";

/// The fields a game tells.
pub(crate) const FIELDS: [&str; 6] =
    ["folder", "created", "state", "time", "last_played", "comment"];

pub(crate) fn read(lines: &[Span<'_>], _: &ReadOptions) -> Vec<Result<Record, FormatError>> {
    let first = lines.first().map_or(Span::line("", 1), |line| *line);
    let texts: Vec<&str> = lines.iter().map(|line| line.text).collect();
    let text = texts.join("\n");
    let mut games = Vec::new();
    let mut folder: Option<String> = None;
    let mut in_name = false;
    let mut reader = Reader::new(&text);
    let mut is_ours = false;
    while let Some(event) = reader.next() {
        match event {
            Err(error) => {
                games.push(Err(error.moved(first.line, 1)));
                break;
            }
            Ok(Event::Open(element)) => match element.name.as_str() {
                "opensudoku" => is_ours = true,
                "folder" => folder = element.attribute("name").map(str::to_owned),
                "name" => in_name = true,
                "game" if is_ours => {
                    let (line, column) = reader.place(element.at);
                    let place = Span { text: "", line: line + first.line - 1, column };
                    games.push(game(&element, folder.as_deref(), place));
                }
                _ if !is_ours => {
                    let (line, column) = reader.place(element.at);
                    games.push(Err(FormatError::new(
                        Code::UnknownFormat,
                        format!("XML: <{}> is not OpenSudoku's <opensudoku>", element.name),
                    )
                    .at(line + first.line - 1, column)
                    .hint("OpenSudoku is the only XML we read")));
                    break;
                }
                _ => {}
            },
            Ok(Event::Close(name)) => match name.as_str() {
                "folder" => folder = None,
                "name" => in_name = false,
                _ => {}
            },
            Ok(Event::Text(text)) if in_name => folder = Some(text.trim().to_owned()),
            Ok(Event::Text(_)) => {}
        }
    }
    if games.is_empty() {
        games.push(Err(first.error(Code::UnknownFormat, 0, "XML: there is no game in it")));
    }
    games
}

fn game(element: &Element, folder: Option<&str>, place: Span<'_>) -> Result<Record, FormatError> {
    let data = element.attribute("data").ok_or_else(|| {
        place
            .error(Code::Truncated, 0, "XML: <game> has no data")
            .hint("each game needs data=\"...\"")
    })?;
    let data = data.trim();
    let mut notes = Vec::new();
    let mut document = match data.strip_prefix("version:") {
        Some(rest) => cells(rest, place, &mut notes)?,
        None => digits(data, place)?,
    };
    if let Some(folder) = folder {
        document.meta.extra.set("folder", folder);
    }
    for name in ["created", "state", "time", "last_played"] {
        if let Some(value) = element.attribute(name) {
            document.meta.extra.set(name, value);
        }
    }
    document.meta.comment = element.attribute("note").filter(|n| !n.is_empty()).map(str::to_owned);
    let mut record = Record::new(Format::OpenSudoku, document, place.line);
    let odd = element.names().filter(|name| names::may_be_rule(name));
    let odd = odd.map(|name| Unread::rule(name).within(place)).collect();
    record = record.with_unread(odd);
    notes.into_iter().for_each(|note: String| record.note(note));
    Ok(record)
}

fn digits(data: &str, place: Span<'_>) -> Result<Document, FormatError> {
    let n = data.chars().count();
    if n != 81 {
        return Err(wrong_length(place, n).at(place.line, place.column));
    }
    let values: Result<Vec<u8>, FormatError> = data
        .chars()
        .enumerate()
        .map(|(i, c)| {
            let value = if c == '.' { Some(0) } else { c.to_digit(10) };
            value.map(|v| v as u8).ok_or_else(|| {
                place
                    .error(Code::BadCharacter, 0, format!("{c:?} is not a digit"))
                    .in_cell(cell_name(i, 9))
                    .found(format!("{c:?}"), "1-9, or 0 for a blank")
                    .hint("use 1-9, or 0 for a blank")
            })
        })
        .collect();
    Ok(Document::new(Grid::from_values(Board::classic(), &values?).expect("81 values below ten")))
}

/// `V` and 81 times `value|note|editable|`.
fn cells(rest: &str, place: Span<'_>, told: &mut Vec<String>) -> Result<Document, FormatError> {
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let version: u32 = rest[..end]
        .parse()
        .map_err(|_| place.error(Code::DecodeFailed, 0, "XML: data has no version"))?;
    let body = rest[end..].trim();
    // Version 2 may double the bar after a mask; otherwise an empty field is nothing.
    let fields: Vec<&str> = body.split('|').map(str::trim).filter(|f| !f.is_empty()).collect();
    let per_cell = match (version, fields.len()) {
        (0..=3, _) | (_, 243) => 3,
        (_, 324) => 4,
        _ => 3,
    };
    if version > 3 {
        told.push(format!(
            "version {version} of the cells is newer than we know; read as far as it is alike"
        ));
    }
    if fields.len() != 81 * per_cell {
        let n = fields.len() / per_cell;
        let code = if n < 81 { Code::Truncated } else { Code::WrongLength };
        return Err(place
            .error(code, 0, format!("XML: data holds {n} cells"))
            .found(format!("{n} cells"), "81 cells")
            .hint("each cell is value|note|editable|"));
    }
    let board = Board::classic();
    let (mut givens, mut placed) = (Grid::empty(board.clone()), Grid::empty(board.clone()));
    let mut notes = vec![DigitSet::EMPTY; 81];
    for (i, cell) in fields.chunks(per_cell).enumerate() {
        let bad = |what: &str, expected: &str| {
            place
                .error(Code::BadCharacter, 0, format!("XML: {what:?} is not {expected}"))
                .in_cell(cell_name(i, 9))
                .found(format!("{what:?}"), expected)
        };
        let value: usize = cell[0].parse().map_err(|_| bad(cell[0], "a digit 0 to 9"))?;
        if value > 9 {
            return Err(place
                .error(Code::DigitOutOfRange, 0, format!("XML: {value} is not a digit 0 to 9"))
                .in_cell(cell_name(i, 9))
                .found(value.to_string(), "0 to 9"));
        }
        if let Some(digit) = board.digit(value) {
            let fixed = cell[per_cell - 1] == "0";
            let grid = if fixed { &mut givens } else { &mut placed };
            grid.set(Cell::new(i), digit);
        }
        notes[i] = match (version, cell[1]) {
            (_, "-") => DigitSet::EMPTY,
            (1, list) => {
                let digits = list.split(',').filter(|d| !d.is_empty());
                let digits: Option<Vec<Digit>> =
                    digits.map(|d| d.trim().parse().ok().and_then(|d| board.digit(d))).collect();
                digits
                    .ok_or_else(|| bad(list, "a list of digits such as 1,4,"))?
                    .into_iter()
                    .collect()
            }
            (_, mask) => {
                let mask: u64 = mask.parse().map_err(|_| bad(mask, "a mask of notes"))?;
                DigitSet::from_bits(mask & 0x1ff)
            }
        };
    }
    Ok(Document::new(givens).with_placed(&placed).with_notes(&notes))
}

pub(crate) fn write(
    document: &Document,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let data = if options.with_notes {
        let notes = document.notes();
        let mut data = String::from("version: 3\n");
        for cell in document.board().cells() {
            let value = document.values().get(cell).map_or(0, Digit::value);
            let note = notes.as_ref().map_or(0, |all| all[cell.index()].bits());
            let editable = u8::from(document.givens().get(cell).is_none());
            data.push_str(&format!("{value}|{note}|{editable}|"));
        }
        data
    } else {
        document.givens().values().iter().map(|v| char::from(b'0' + v)).collect()
    };
    let told = |name: &str, usual: &str| {
        escape(
            &document
                .meta
                .extra
                .get(name)
                .and_then(|v| v.plain())
                .unwrap_or_else(|| usual.to_owned()),
        )
    };
    let folder = document.meta.extra.text("folder");
    let created = told("created", "0");
    if let Some(folder) = folder {
        out.push_str(&format!("  <folder name=\"{}\" created=\"{created}\">\n  ", escape(folder)));
    }
    out.push_str(&format!(
        "  <game created=\"{created}\" state=\"{}\" time=\"{}\" last_played=\"{}\" data=\"{}\" note=\"{}\" />\n",
        told("state", "1"),
        told("time", "0"),
        told("last_played", "0"),
        escape(&data),
        escape(document.meta.comment.as_deref().unwrap_or_default()),
    ));
    if folder.is_some() {
        out.push_str("  </folder>\n");
    }
    Ok(())
}
