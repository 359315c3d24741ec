//! Links, taken apart and never fetched.

use super::detect;
use super::error::{Code, FormatError};
use super::options::ReadOptions;
use super::record::Record;
use super::span::Span;
use super::{Format, coach, exchange, fpuzzles, iss, line, sudokuwiki};

/// Undoes percent-encoding. What is no encoding stays as it is.
pub(crate) fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = |i: usize| bytes.get(i).and_then(|b| char::from(*b).to_digit(16));
        match (bytes[at], hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes a text so that it may stand in a link.
pub(crate) fn percent_encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'*' => {
                out.push(char::from(byte));
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

struct Parts<'a> {
    host: String,
    /// What follows the host, up to `?` or `#`.
    path: Span<'a>,
    /// Names and values, undecoded.
    query: Vec<(&'a str, Span<'a>)>,
}

fn parts(link: Span<'_>) -> Parts<'_> {
    let start = link.text.find("://").map_or(0, |at| at + 3);
    let rest = link.from(start);
    let host_end = rest.text.find(['/', '?', '#']).unwrap_or(rest.text.len());
    let host = rest.text[..host_end].to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host).to_owned();
    let rest = rest.from(host_end);
    // A packed string in a path may hold these characters; only the first splits.
    let path_end = rest.text.find(['?', '#']).unwrap_or(rest.text.len());
    let path = rest.slice(0, path_end);
    let mut query = Vec::new();
    let mut at = path_end;
    while at < rest.text.len() {
        at += 1;
        let end = rest.text[at..].find(['&', '#']).map_or(rest.text.len(), |n| at + n);
        let pair = rest.slice(at, end);
        let split = pair.text.find('=').unwrap_or(pair.text.len());
        query.push((&pair.text[..split], pair.from((split + 1).min(pair.text.len()))));
        at = end;
    }
    Parts { host, path, query }
}

/// Reads the puzzle that a link carries.
pub(crate) fn read(link: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let parts = parts(link);
    let value = |name: &str| parts.query.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
    let last = {
        let from = parts.path.text.rfind('/').map_or(0, |at| at + 1);
        parts.path.from(from)
    };
    let host = parts.host.as_str();
    let is = |name: &str| host == name || host.ends_with(&format!(".{name}"));
    if is("f-puzzles.com") {
        return match (value("load"), value("id")) {
            (Some(load), _) => decoded(load, |text| fpuzzles::read_payload(text, options)),
            (None, Some(_)) => Err(short(link)),
            _ => Err(empty(link)),
        };
    }
    if is("sudokupad.app") || is("crackingthecryptic.com") {
        // The id is all of the path, for packed strings may hold a slash.
        let path = parts.path.text.trim_start_matches('/');
        let path = path.strip_prefix("sudoku/").unwrap_or(path);
        let path = parts.path.from(parts.path.text.len() - path.len());
        let id = value("puzzleid").unwrap_or(path);
        return decoded(id, |text| match detect::packed_prefix(text.text) {
            Some(format) => detect::read_packed(format, text, options),
            None if line::looks_like_line(text.text) => line::read(text, options),
            None if text.text.is_empty() => Err(empty(link)),
            None => Err(short(link)),
        });
    }
    if is("sudokuwiki.org") {
        return match value("bd") {
            Some(board) => decoded(board, |text| sudokuwiki::read(text, options)),
            None => Err(empty(link)),
        };
    }
    if is("sudoku.coach") {
        return decoded(last, |text| coach::read_path(text, options));
    }
    if is("sudokuexchange.com") {
        return match value("s") {
            Some(text) => decoded(text, |text| exchange::read(text, options)),
            None => Err(empty(link)),
        };
    }
    if parts.path.text.contains("Interactive-Sudoku-Solver") {
        return match value("q") {
            Some(text) => decoded(text, |text| iss::read(text, options)),
            None => Err(empty(link)),
        };
    }
    anything(link, &parts, last, options)
}

/// A link of another site: a value or the last part of its path may be a puzzle.
fn anything(
    link: Span<'_>,
    parts: &Parts<'_>,
    last: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    for candidate in parts.query.iter().map(|(_, v)| *v).chain([last]) {
        let text = percent_decode(candidate.text);
        let span = Span { text: &text, ..candidate };
        if line::looks_like_line(&text) {
            return line::read(span, options);
        }
        if let Some(format) = detect::packed_prefix(&text)
            && format != Format::SudokuWiki
        {
            return detect::read_packed(format, span, options);
        }
    }
    if ["tinyurl.com", "bit.ly", "t.co", "goo.gl"].contains(&parts.host.as_str()) {
        return Err(short(link));
    }
    Err(link
        .error(Code::UnknownFormat, 0, format!("no puzzle found in a link to {}", parts.host))
        .found("a link", "a link that holds the puzzle itself")
        .hint(
            "we know links of f-puzzles, SudokuPad, SudokuWiki, sudoku.coach, Sudoku Exchange and \
             Interactive Sudoku Solver; copy the puzzle as text instead",
        ))
}

fn decoded(
    part: Span<'_>,
    read: impl Fn(Span<'_>) -> Result<Record, FormatError>,
) -> Result<Record, FormatError> {
    let text = percent_decode(part.text);
    read(Span { text: &text, ..part })
}

fn short(link: Span<'_>) -> FormatError {
    link.error(Code::UnknownFormat, 0, "the link holds only a short id, not the puzzle")
        .found("a short id", "a link that holds the puzzle itself")
        .hint("nothing is fetched from the net; open it in a browser and copy the long link or the puzzle")
}

fn empty(link: Span<'_>) -> FormatError {
    link.error(Code::UnknownFormat, 0, "the link holds no puzzle")
        .found("a link", "a link that holds the puzzle itself")
        .hint("copy the whole link")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoding_is_undone_and_junk_kept() {
        assert_eq!(percent_decode("a%2Bb%20c%zz%4"), "a+b c%zz%4");
        assert_eq!(percent_decode(&percent_encode("Ä & b*~")), "Ä & b*~");
    }

    #[test]
    fn a_short_id_is_told_not_fetched() {
        for link in [
            "https://sudokupad.app/abc123",
            "https://tinyurl.com/xyz",
            "https://f-puzzles.com/?id=abc",
        ] {
            let error = read(Span::line(link, 1), &ReadOptions::default()).unwrap_err();
            assert!(error.to_string().contains("short id"), "{error}");
        }
    }
}
