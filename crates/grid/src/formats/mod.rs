//! Text formats: what other programs write and read.
//!
//! [`Records`] reads any of them from any source, one record after another, and finds out by
//! itself what it is reading. [`Format::write`] and [`Writer`] write them. Between the two stands
//! the [`Document`]: givens, placed digits, candidates and what is told about a puzzle.
//!
//! ```
//! use sudolab_grid::formats::{Format, ReadOptions, WriteOptions, read_one};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let record = read_one(line, &ReadOptions::default())?;
//! assert_eq!(record.format, Format::Line);
//! let link = Format::Scf.write(&record.document, &WriteOptions::default())?;
//! assert_eq!(link.text, "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79\n");
//! assert!(link.losses.is_empty());
//! # Ok::<(), sudolab_grid::formats::FormatError>(())
//! ```

mod acs;
mod base64;
mod block;
mod boxed;
mod carries;
mod classic_packing;
mod coach;
mod detect;
mod document;
mod drawings;
mod entry;
mod error;
mod exchange;
mod format;
mod fpuzzles;
mod fpuzzles_rules;
mod gnome;
mod hodoku;
mod iss;
mod janko;
mod json_lines;
mod killer;
pub mod line;
mod losses;
pub mod lz;
mod names;
mod no_rules;
mod opensudoku;
mod options;
mod pencilmarks;
mod plain_json;
mod prose;
mod record;
mod records;
mod regions;
mod rows;
mod scf;
mod scl;
mod scl_rules;
mod sdk;
mod sdx;
mod sentences;
mod serate;
mod simple_sudoku;
mod source;
mod span;
mod squares;
mod sudokuwiki;
mod sukaku;
mod symbols;
mod table;
mod text;
mod unread;
mod url;
mod value;
mod writer;
mod xml;

pub use carries::{Carries, Sizes, Tells};
pub use document::{Document, Extra, Meta};
pub use entry::{Entry, Form, Frame, Framing, Narrows, Peek};
pub use entry::{ReadBlock, ReadLine, ReadLink, ReadObject, ReadRows, ReadText, Write};
pub use error::{Code, Fault, FormatError, Note, ReadError};
pub use format::Format;
pub use losses::{Loss, Losses, Lost, Written};
pub use options::{BoxShape, GridStyle, Limits, Manner, ReadOptions, WriteOptions};
pub use record::Record;
pub use records::{Quick, Records};
pub use regions::board_of_regions;
pub use rows::Row;
pub use serate::{Rated, SerateError, SerateFormat};
pub use span::Span;
pub use squares::samurai;
pub use unread::{NotUnderstood, Place, Unread, rule_lines};
pub use url::Link;
pub use value::Json;
pub use writer::{WriteError, Writer};

/// Reads a text that is nothing but a plain line of 81 or 16 symbols, or an object of our JSON; `None` for any other.
/// What it reads, [`read_one`] reads in the same way.
#[doc(hidden)]
pub fn read_plain(text: &str) -> Option<Result<Record, FormatError>> {
    let text = text.trim();
    let most = match text.len() {
        81 => b'9',
        16 => b'4',
        _ => 0,
    };
    let options = ReadOptions::default();
    let span = Span::line(text, 1);
    let read = if text.bytes().all(|b| b == b'.' || (b'0'..=most).contains(&b)) && most > 0 {
        line::read(span, &options)
    } else if (text.starts_with("{\"v\":1,") || text.starts_with("{\"givens\":"))
        && !text.contains('\n')
    {
        Json::parse(text).and_then(|object| json_lines::read(&object, span, &options))
    } else {
        return None;
    };
    Some(read.and_then(|record| record.judged(&options)))
}

/// Reads a text that holds one puzzle, such as an argument of a command. What follows the first
/// puzzle is not looked at.
pub fn read_one(text: &str, options: &ReadOptions) -> Result<Record, FormatError> {
    let nothing = || {
        FormatError::new(Code::UnknownFormat, "there is no puzzle in it")
            .hint("give a puzzle, for example 81 symbols in one line")
    };
    match Records::new(text.as_bytes(), options.clone()).next() {
        None => Err(match &options.file {
            Some(file) => nothing().in_file(file),
            None => nothing(),
        }),
        Some(Ok(record)) => Ok(record),
        Some(Err(ReadError::Format(error))) => Err(error),
        Some(Err(ReadError::Io(error))) => {
            Err(FormatError::new(Code::Truncated, error.to_string()))
        }
    }
}

/// Whether a text begins like a packed string of another program, such as `fpuzzles` or `scl`, and
/// is long enough to be one.
pub fn is_packed(text: &str) -> bool {
    text.len() >= 24 && detect::packed(text.trim(), &[]).is_some()
}

/// Whether a text begins like constraints of Interactive Sudoku Solver, such as `.Shape~6x6`.
pub fn is_constraints(text: &str) -> bool {
    iss::looks_like(text.trim())
}

/// The format of a text, by reading its first record.
pub fn detect_format(text: &str, file: Option<&str>) -> Result<Format, FormatError> {
    let options = ReadOptions { file: file.map(str::to_owned), ..ReadOptions::default() };
    read_one(text, &options).map(|record| record.format)
}

/// Reads every record of a text. What was passed over after the last one is noted with the last that
/// could be read.
pub fn read_all(text: &str, options: &ReadOptions) -> Vec<Result<Record, FormatError>> {
    let mut records = Records::new(text.as_bytes(), options.clone());
    let kept = |result| match result {
        Ok(record) => Some(Ok(record)),
        Err(ReadError::Format(error)) => Some(Err(error)),
        // Text in memory does not fail to be read.
        Err(ReadError::Io(_)) => None,
    };
    let mut all: Vec<_> = records.by_ref().filter_map(kept).collect();
    if let (Some(note), Some(last)) = (records.closing_note(), all.iter_mut().flatten().last()) {
        last.notes.push(note.clone());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_plainly_is_read_in_the_same_way_as_by_all_formats() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let object = |more: &str| {
            format!("{{\"v\":1,\"size\":9,\"box\":[3,3]{more},\"givens\":\"{line}\"}}")
        };
        let texts = [
            line.to_owned(),
            format!("  {}\n", line.replace('.', "0")),
            "1.3.............".to_owned(),
            object(""),
            object(",\"meta\":{\"title\":\"One\"}"),
            object(",\"rules\":[\"cage 10 r1c1 r1c2\"]"),
            format!("{{\"givens\":\"{line}\",\"values\":\"{}\"}}", line.replacen('.', "4", 1)),
            // Refused by both.
            format!("55{}", &line[2..]),
            object(",\"size\":7"),
            format!("{{\"givens\":\"{line}x\"}}"),
        ];
        for text in texts {
            let plain = read_plain(&text).expect("plain");
            let whole = read_one(&text, &ReadOptions::default());
            match (plain, whole) {
                (Ok(plain), Ok(whole)) => {
                    assert_eq!((&plain.document, plain.format), (&whole.document, whole.format));
                    assert_eq!((&plain.notes, plain.line), (&whole.notes, whole.line), "{text}");
                }
                (plain, whole) => assert_eq!(plain.is_ok(), whole.is_ok(), "{text}"),
            }
        }
        for text in
            ["", "scf", "https://sudokupad.app/x", "[[1,0],[0,1]]", &line[1..], "5....6789........"]
        {
            assert!(read_plain(text).is_none(), "{text}");
        }
    }
}
