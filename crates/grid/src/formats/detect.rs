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
use super::error::{Code, FormatError};
use super::json_lines;
use super::options::ReadOptions;
use super::record::Record;
use super::span::Span;
use super::value::Json;
use super::{
    classic_packing, coach, fpuzzles, gnome, hodoku, iss, line, plain_json, scf, scl, sudokuwiki,
    sukaku, url,
};

/// What a line may be the beginning of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Url,
    Json,
    Xml,
    Packed(Format),
    Hodoku,
    Sections,
    Iss,
    Sukaku,
    Line,
    Other,
}

/// Looks at the first line of a record.
pub(crate) fn start_of(text: &str) -> Start {
    let text = text.trim();
    if starts_with_no_case(text, "http://") || starts_with_no_case(text, "https://") {
        return Start::Url;
    }
    match text.as_bytes().first() {
        Some(b'{') => return Start::Json,
        Some(b'[') if is_section(text) => return Start::Sections,
        Some(b'[') => return Start::Json,
        Some(b'<') => return Start::Xml,
        _ => {}
    }
    if let Some(format) = packed(text) {
        return Start::Packed(format);
    }
    if hodoku::looks_like(text) {
        Start::Hodoku
    } else if iss::looks_like(text) {
        Start::Iss
    } else if sukaku::looks_like(text) {
        Start::Sukaku
    } else if line::looks_like_line(text) {
        Start::Line
    } else {
        Start::Other
    }
}

fn starts_with_no_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn is_section(text: &str) -> bool {
    let name = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    name.is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_alphabetic() || c == ' '))
}

/// The packed format whose prefix a text has.
pub(crate) fn packed_prefix(text: &str) -> Option<Format> {
    let prefixes = [
        ("fpuzzles", Format::FPuzzles),
        ("fpuz", Format::FPuzzles),
        ("scf", Format::Scf),
        ("scl", Format::Scl),
        ("ctc", Format::Scl),
        ("classic", Format::ClassicPacking),
        ("SCv7_32_", Format::Coach),
    ];
    let found = prefixes.into_iter().find(|(prefix, _)| text.starts_with(prefix));
    let wiki = || sudokuwiki::looks_packed(text).then_some(Format::SudokuWiki);
    found.map(|(_, format)| format).or_else(wiki).filter(|_| text.len() >= 12)
}

/// The same for a line of its own, which is one word.
pub(crate) fn packed(text: &str) -> Option<Format> {
    packed_prefix(text).filter(|_| !text.contains(char::is_whitespace))
}

/// Reads a packed string with its prefix.
pub(crate) fn read_packed(
    format: Format,
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    match format {
        Format::FPuzzles => fpuzzles::read_packed(text, options),
        Format::Scf => scf::read(text, options),
        Format::Scl => scl::read_packed(text, options),
        Format::ClassicPacking => classic_packing::read(text, options),
        Format::Coach => coach::read_packed(text, options),
        _ => sudokuwiki::read(text, options),
    }
}

/// Reads a record that is one line, knowing how it begins; `None` when it is not one line.
pub(crate) fn read_single(
    start: Start,
    text: Span<'_>,
    options: &ReadOptions,
) -> Option<Result<Record, FormatError>> {
    let text = match start {
        Start::Line => text,
        _ => text.trim(),
    };
    Some(match start {
        Start::Url => url::read(text, options),
        Start::Packed(format) => read_packed(format, text, options),
        Start::Hodoku => hodoku::read(text, options),
        Start::Iss => iss::read(text, options),
        Start::Sukaku => sukaku::read(text, options),
        Start::Line => line::read(text, options),
        _ => return None,
    })
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

fn read_object(
    object: &Json,
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    let asked = |format| options.from == Some(format);
    if asked(Format::Json) || (options.from.is_none() && json_lines::is_ours(object)) {
        json_lines::read(object, text, options)
    } else if asked(Format::Gnome) || gnome::is_gnome(object) {
        gnome::read(object, text, options)
    } else if asked(Format::Scl) || scl::is_scl(object) {
        scl::read(object, text, options)
    } else if asked(Format::FPuzzles) || fpuzzles::is_fpuzzles(object) {
        fpuzzles::read(object, text, options)
    } else if asked(Format::Coach) || coach::is_coach(object) {
        coach::read(object, text, options)
    } else {
        let keys: Vec<&str> = match object {
            Json::Object(pairs) => pairs.iter().map(|(key, _)| key.as_str()).take(8).collect(),
            _ => Vec::new(),
        };
        Err(text
            .error(Code::UnknownFormat, 0, format!("JSON with keys {keys:?} is none we know"))
            .hint(
                "we know our own (givens), f-puzzles (size, grid), SudokuPad (cells in rows), \
                 GNOME Sudoku (cells with position) and sudoku.coach (givenDigits)",
            ))
    }
}
