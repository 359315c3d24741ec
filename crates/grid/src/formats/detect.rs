//! What a text is, by how it begins.
//!
//! The order matters, because some texts could be several things:
//!
//! 1. the extension of the file, if it is one of ours and the content is that;
//! 2. `http://`, `https://`: a link, taken apart, never fetched;
//! 3. `{` or `[`: JSON; 4. `<`: XML; 5. a prefix of a packed string;
//! 6. `:` and four digits: a line of HoDoKu's library;
//! 7. `[Puzzle]`, or lines `#A..` before nine rows: `.sdk`; 8. `I` and `E` records after a grid: `.ss`;
//! 9. a head that names a column of puzzles: a table;
//! 10. a line of 81 cells (16, 36, 64, 100, 144, 256, 625): line form; before that, all symbols of a
//!     candidate line in their places;
//! 11. groups of digits: pencilmarks, `.sdx` with `u`; 12. rows of cells: a grid.

use super::Format;
use super::entry::{Entry, Form, ReadBlock, ReadLine, ReadLink, ReadObject, ReadRows};
use super::error::{Code, FormatError};
use super::line;
use super::options::ReadOptions;
use super::plain_json;
use super::record::Record;
use super::rows::Row;
use super::span::Span;
use super::url::{self, Link};
use super::value::Json;
use std::sync::LazyLock;

/// What a line may be the beginning of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineStart {
    Url,
    Json,
    /// A text of this format.
    Text(Format),
    Packed(Format),
    /// A record of this format that is one line.
    Line(Format),
    /// A line with a symbol for each cell.
    Plain(Format),
    Other,
}

/// The formats in the order in which their forms are asked; those of the same rank as in the list.
static ASKED: LazyLock<Vec<(Format, Form)>> = LazyLock::new(|| {
    let each = |format: Format| format.entry().forms.iter().map(move |form| (format, *form));
    let mut all: Vec<(Format, Form)> = Format::ALL.into_iter().flat_map(each).collect();
    all.sort_by_key(|(_, form)| form.rank());
    all
});

/// The first answer of a form: those of one's own formats are asked before those of the list.
fn first<T>(own: &[&'static Entry], ask: impl Fn(Format, &Form) -> Option<T>) -> Option<T> {
    let ours =
        own.iter().flat_map(|entry| entry.forms.iter().map(|form| (Format::Own(entry), form)));
    let listed = ASKED.iter().map(|(format, form)| (*format, form));
    ours.chain(listed).find_map(|(format, form)| ask(format, form))
}

/// Looks at the first line of a record.
pub(crate) fn start_of(text: &str, own: &[&'static Entry]) -> LineStart {
    let text = text.trim();
    if starts_with_no_case(text, "http://") || starts_with_no_case(text, "https://") {
        return LineStart::Url;
    }
    let begins_text = |format, form: &Form| match form {
        Form::Text { recognise, .. } if recognise(text) => Some(LineStart::Text(format)),
        _ => None,
    };
    if let Some(start) = first(own, begins_text) {
        return start;
    }
    if text.starts_with(['{', '[']) {
        return LineStart::Json;
    }
    if let Some(format) = packed(text, own) {
        return LineStart::Packed(format);
    }
    let begins_line = |format, form: &Form| match form {
        Form::Line { recognise, .. } if recognise(text) => Some(LineStart::Line(format)),
        Form::Plain { recognise, .. } if recognise(text) => Some(LineStart::Plain(format)),
        _ => None,
    };
    first(own, begins_line).unwrap_or(LineStart::Other)
}

fn starts_with_no_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// The packed format whose prefix a text has.
pub(crate) fn packed_prefix(text: &str, own: &[&'static Entry]) -> Option<Format> {
    let is = |format, form: &Form| match form {
        Form::Packed { recognise, .. } if recognise(text) => Some(format),
        _ => None,
    };
    first(own, is).filter(|_| text.len() >= 12)
}

/// The same for a line of its own, which is one word.
pub(crate) fn packed(text: &str, own: &[&'static Entry]) -> Option<Format> {
    packed_prefix(text, own).filter(|_| !text.contains(char::is_whitespace))
}

/// Whether a packed string of this format may stand in a link to any site.
pub(crate) fn is_in_links(format: Format) -> bool {
    format.entry().forms.iter().any(|form| matches!(form, Form::Packed { in_links: true, .. }))
}

/// Reads a packed string with its prefix.
pub(crate) fn read_packed(
    format: Format,
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    let reader = format.entry().forms.iter().find_map(|form| match form {
        Form::Packed { read, .. } => Some(*read),
        _ => None,
    });
    // A head that could not be read leaves the rows of a table to be lines.
    reader.unwrap_or(line::read as ReadLine)(text, options)
}

/// How a line of this format begins when nothing but lines of it are expected.
pub(crate) fn start_in_lines(format: Format) -> LineStart {
    let starts = format.entry().forms.iter().find_map(|form| match form {
        Form::Plain { .. } => Some(LineStart::Plain(format)),
        Form::Line { .. } => Some(LineStart::Line(format)),
        _ => None,
    });
    starts.unwrap_or(LineStart::Packed(format))
}

/// Reads a record that is one line, knowing how it begins; `None` when it is not one line.
pub(crate) fn read_single(
    start: LineStart,
    text: Span<'_>,
    options: &ReadOptions,
) -> Option<Result<Record, FormatError>> {
    let reader = |format: Format| {
        format.entry().forms.iter().find_map(|form| match form {
            Form::Plain { read, .. } | Form::Line { read, .. } => Some(*read),
            _ => None,
        })
    };
    Some(match start {
        LineStart::Plain(format) => reader(format)?(text, options),
        LineStart::Line(format) => reader(format)?(text.trim(), options),
        LineStart::Url => url::read(text.trim(), options),
        // Strings are copied out of links, where some symbols are written in another way.
        LineStart::Packed(format) if text.text.contains('%') => {
            let text = text.trim();
            let decoded = url::percent_decode(text.text);
            read_packed(format, Span { text: &decoded, ..text }, options)
        }
        LineStart::Packed(format) => read_packed(format, text.trim(), options),
        LineStart::Json | LineStart::Text(_) | LineStart::Other => return None,
    })
}

/// Who reads a link; none when it leads to no site we know.
pub(crate) fn link_reader(link: &Link<'_>, own: &[&'static Entry]) -> Option<ReadLink> {
    first(own, |_, form| match form {
        Form::Link { recognise, read, .. } if recognise(link) => Some(*read),
        _ => None,
    })
}

/// The sites whose links are read, as a sentence lists them.
pub(crate) fn known_sites(own: &[&'static Entry]) -> String {
    told(own, |form| match form {
        Form::Link { site, .. } => Some(*site),
        _ => None,
    })
}

/// Who reads a block of lines as it stands; the one that was asked for, else the one it looks like.
pub(crate) fn block_reader(block: &[Span<'_>], options: &ReadOptions) -> Option<ReadBlock> {
    first(options.own, |format, form| match (form, options.from) {
        (Form::Block { read, .. }, Some(asked)) if asked == format => Some(*read),
        (Form::Block { recognise, read }, None) if recognise(block) => Some(*read),
        _ => None,
    })
}

/// Who reads rows of a format that was asked for.
pub(crate) fn asked_rows_reader(options: &ReadOptions) -> Option<ReadRows> {
    options.from?.entry().forms.iter().find_map(|form| match form {
        Form::Rows { read, .. } => Some(*read),
        _ => None,
    })
}

/// Who reads rows of cells, by what they look like.
pub(crate) fn rows_reader(rows: &[Row<'_>], grouped: bool, own: &[&'static Entry]) -> ReadRows {
    let found = first(own, |_, form| match form {
        Form::Rows { recognise, read, .. } if recognise(rows, grouped) => Some(*read),
        _ => None,
    });
    found.expect("a grid is what nothing else is")
}

/// Reads a JSON value, whatever program wrote it. A list may hold many puzzles.
pub(crate) fn read_json(
    value: &Json,
    text: Span<'_>,
    options: &ReadOptions,
) -> Vec<Result<Record, FormatError>> {
    match value {
        Json::List(items) if plain_json::is_grid(items) => {
            vec![plain_json::read(items, text, options)]
        }
        Json::List(items) if !items.is_empty() => {
            items.iter().flat_map(|item| read_json(item, text, options)).collect()
        }
        Json::Text(line) => vec![line::read(Span { text: line, ..text }, options)],
        object => vec![read_object(object, text, options)],
    }
}

pub(crate) fn read_object(
    object: &Json,
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    let reader: Option<ReadObject> = first(options.own, |format, form| match form {
        Form::Object { recognise, read, .. }
            if options.from == Some(format) || recognise(object, options) =>
        {
            Some(*read)
        }
        _ => None,
    });
    if let Some(read) = reader {
        return read(object, text, options);
    }
    let keys: Vec<&str> = match object {
        Json::Object(pairs) => pairs.iter().map(|(key, _)| key.as_str()).take(8).collect(),
        _ => Vec::new(),
    };
    let known = told(options.own, |form| match form {
        Form::Object { known_by, .. } => Some(*known_by),
        _ => None,
    });
    Err(text
        .error(Code::UnknownFormat, 0, format!("JSON with keys {keys:?} is none we know"))
        .hint(format!("we know {known}")))
}

/// What the forms say, as a sentence lists it, in the order in which they are asked.
fn told(own: &[&'static Entry], say: impl Fn(&Form) -> Option<&'static str>) -> String {
    let forms = own.iter().flat_map(|entry| entry.forms).chain(ASKED.iter().map(|(_, form)| form));
    let all: Vec<&str> = forms.filter_map(say).collect();
    match all.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        few => few.concat(),
    }
}
