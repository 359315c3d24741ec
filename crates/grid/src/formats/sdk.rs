//! `.sdk` of SadMan and SudoCue: lines `#` + letter + text, then nine rows of nine symbols.
//!
//! Full SadMan files have sections; `[Puzzle]` and `[State]` are read, others passed over with a
//! note. One long row of 81 symbols is accepted too.

use super::Format;
use super::carries::{Carries, Tells};
use super::document::Document;
use super::entry::{Entry, Form, Frame, Framing, Narrows, Peek};
use super::error::{Code, FormatError};
use super::line::symbols_of;
use super::names;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::rows;
use super::span::Span;
use super::symbols;
use super::unread::Unread;
use super::{boxed, line};
use crate::{Alphabet, Grid};
use std::io;

/// SadMan and SudoCue.
pub(crate) static FORMAT: Entry = Entry::new(
    "sdk",
    "SadMan and SudoCue file",
    Carries { meta: Tells::Fields(FIELDS), ..Carries::GIVENS },
)
.extensions(&["sdk"])
.framed(Framing::Whole)
.read_as(&[Form::Text {
    recognise: is_section,
    begins,
    end: None,
    read: |lines, options| vec![read(lines, options)],
    misnamed: recovers,
}])
.written_by(write)
.frame(Frame { fills_file: true, ..Frame::NONE })
.limits(Narrows { tells_field: is_extra_letter, ..Narrows::NOTHING });

const FIELDS: &[&str] = &["author", "title", "comment", "date", "source", "level", "url"];

/// Letters and the fields they stand for, in the order we write them.
const LETTERS: [(char, &str); 7] = [
    ('A', "author"),
    ('D', "title"),
    ('B', "date"),
    ('S', "source"),
    ('L', "level"),
    ('C', "comment"),
    ('U', "url"),
];

/// Head lines that a file may have before its rows.
const MAX_HEAD: usize = 64;

/// Whether the name of an extra field is a letter of a head line, `#X`.
pub(crate) fn is_extra_letter(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next() == Some('#')
        && chars.next().is_some_and(|c| c.is_ascii_uppercase())
        && chars.next().is_none()
}

fn head_line(text: &str) -> Option<(char, &str)> {
    let letter = text.strip_prefix('#')?.chars().next().filter(char::is_ascii_uppercase)?;
    Some((letter, &text[2..]))
}

fn is_row(text: &str) -> bool {
    let text = text.trim();
    text.len() == 9 && text.chars().all(|c| c.is_ascii_digit() || symbols::is_blank(c))
}

/// Whether a line is the head of a section, `[Puzzle]`.
fn is_section(text: &str) -> bool {
    let name = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    name.is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_alphabetic() || c == ' '))
}

/// Whether a text begins like this format: head lines, then nine rows, a section, or one long row
/// and the end. Comments before puzzle lines look alike; they win unless only one puzzle follows.
fn begins(peek: &mut Peek<'_>) -> io::Result<bool> {
    let mut at = 0;
    let mut heads = 0;
    loop {
        let Some(text) = peek(at)? else { return Ok(false) };
        if head_line(&text).is_some() {
            heads += 1;
        } else if !text.trim().is_empty() {
            break;
        }
        at += 1;
        if at > MAX_HEAD {
            return Ok(false);
        }
    }
    let Some(text) = peek(at)? else { return Ok(false) };
    if heads == 0 {
        return Ok(false);
    }
    if text.trim().eq_ignore_ascii_case("[puzzle]") {
        return Ok(true);
    }
    if is_row(&text) {
        return Ok(true);
    }
    let long = text.trim().len() == 81 && line::looks_like_line(&text);
    let mut rest = at + 1;
    while long && rest < at + 4 {
        match peek(rest)? {
            None => return Ok(true),
            Some(text) if text.trim().is_empty() => rest += 1,
            Some(_) => return Ok(false),
        }
    }
    Ok(false)
}

/// Whether text that failed under this name may be something else: it has no rows of its own.
pub(crate) fn recovers(lines: &[Span<'_>]) -> bool {
    !lines.iter().any(|line| is_row(line.text) || line.text.trim().eq_ignore_ascii_case("[puzzle]"))
}

pub(crate) fn read(lines: &[Span<'_>], options: &ReadOptions) -> Result<Record, FormatError> {
    let mut puzzle: Vec<Span<'_>> = Vec::new();
    let mut state: Vec<Span<'_>> = Vec::new();
    let mut section = "puzzle".to_owned();
    let mut skipped: Vec<(String, Span<'_>)> = Vec::new();
    let mut heads: Vec<(char, &str)> = Vec::new();
    for &line in lines {
        let text = line.text.trim();
        if let Some(head) = head_line(text) {
            heads.push(head);
        } else if text.is_empty() || text.starts_with('#') {
        } else if let Some(name) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
            section = name.to_ascii_lowercase();
            if section != "puzzle" && section != "state" {
                skipped.push((name.to_owned(), line));
            }
        } else if section == "puzzle" {
            puzzle.push(line);
        } else if section == "state" {
            state.push(line);
        }
    }
    let mut record = grid(&puzzle, lines, options)?;
    if !state.is_empty() {
        let placed = grid(&state, lines, options)?;
        record.document = record.document.with_placed(placed.document.givens());
    }
    for (letter, text) in heads {
        let text = text.trim();
        let known = LETTERS.iter().find(|(l, _)| *l == letter);
        match known {
            Some((_, name)) => {
                // Several lines of one kind make one text.
                let told = record.document.meta.field(name).map(|old| format!("{old}\n{text}"));
                record.document.meta.set_field(name, told.unwrap_or_else(|| text.to_owned()));
            }
            None => record.document.meta.extra.set(&format!("#{letter}"), text),
        }
    }
    for (name, line) in skipped {
        if names::may_be_rule(&name) {
            let odd = Unread::rule(format!("section [{name}]")).within(line);
            record = record.with_unread(vec![odd]);
        } else {
            record.note(format!("section [{name}] skipped"));
        }
    }
    Ok(record)
}

fn grid(
    rows_of: &[Span<'_>],
    all: &[Span<'_>],
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    let first = all.first().map_or(Span::line("", 1), |line| *line);
    let mut record = match rows_of {
        [] => {
            let last = all.last().copied().unwrap_or(first);
            return Err(last
                .error(Code::Truncated, last.text.chars().count(), "the file ends before any row")
                .found("no row", "9 rows")
                .hint("after the lines with # come nine rows of nine symbols"));
        }
        [only] => line::read(*only, options)?,
        many => {
            let rows = rows::rows(many);
            if rows.is_empty() {
                return Err(many[0]
                    .error(Code::BadCharacter, 0, "no row of cells")
                    .hint("write nine rows of nine symbols"));
            }
            boxed::read(&rows, options)?
        }
    };
    if record.document.board().size() != 9 {
        let size = record.document.board().size();
        return Err(rows_of[0]
            .error(Code::WrongLength, 0, format!("{size} rows; .sdk holds 9x9 puzzles"))
            .found(format!("{size} rows"), "9 rows"));
    }
    record.format = Format::Sdk;
    record.line = first.line;
    Ok(record)
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let mut head = |letter: char, text: &str| {
        for line in text.lines() {
            out.push_str(&format!("#{letter}{}\n", line.trim()));
        }
    };
    for (letter, name) in LETTERS {
        if let Some(text) = document.meta.field(name) {
            head(letter, text);
        }
    }
    for (name, value) in document.meta.extra.iter().filter(|(name, _)| is_extra_letter(name)) {
        if let (Some(letter), Some(text)) = (name.chars().nth(1), value.plain()) {
            head(letter, &text);
        }
    }
    rows_of(document.givens(), out);
    Ok(())
}

fn rows_of(grid: &Grid, out: &mut String) {
    for row in grid.values().chunks(9) {
        out.push_str(&symbols_of(row, Alphabet::Numbers, '.'));
        out.push('\n');
    }
}
