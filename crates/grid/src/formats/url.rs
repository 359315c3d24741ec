//! Links, taken apart and never fetched.

use super::detect;
use super::error::{Code, FormatError};
use super::line;
use super::options::ReadOptions;
use super::record::Record;
use super::span::Span;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What a link may hold as it is.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'*');

/// Undoes percent-encoding. What is no encoding stays as it is.
pub(crate) fn percent_decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Writes a text so that it may stand in a link.
pub(crate) fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// A link, taken apart.
#[derive(Clone, Debug)]
pub struct Link<'a> {
    whole: Span<'a>,
    host: String,
    path: Span<'a>,
    /// Names and values, undecoded.
    query: Vec<(&'a str, Span<'a>)>,
}

impl<'a> Link<'a> {
    fn new(link: Span<'a>) -> Link<'a> {
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
        let mut cutter = rest.cutter();
        let mut at = path_end;
        while at < rest.text.len() {
            at += 1;
            let end = rest.text[at..].find(['&', '#']).map_or(rest.text.len(), |n| at + n);
            let pair = cutter.cut(at, end);
            let split = pair.text.find('=').unwrap_or(pair.text.len());
            query.push((&pair.text[..split], pair.from((split + 1).min(pair.text.len()))));
            at = end;
        }
        Link { whole: link, host, path, query }
    }

    /// Whether its host is this one, or lies below it.
    pub fn leads_to(&self, host: &str) -> bool {
        self.host.strip_suffix(host).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    }

    /// What follows the host, up to `?` or `#`.
    pub fn path(&self) -> Span<'a> {
        self.path
    }

    /// The last part of the path.
    pub fn last(&self) -> Span<'a> {
        self.path.from(self.path.text.rfind('/').map_or(0, |at| at + 1))
    }

    /// The value with this name, as it is written.
    pub fn value(&self, name: &str) -> Option<Span<'a>> {
        self.query.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }

    /// Reads a part of the link, which percent-encoding is undone for.
    pub fn read_part(
        &self,
        part: Span<'_>,
        read: impl Fn(Span<'_>) -> Result<Record, FormatError>,
    ) -> Result<Record, FormatError> {
        let text = percent_decode(part.text);
        read(Span { text: &text, ..part })
    }

    /// Reads the value with this name.
    pub fn read_value(
        &self,
        name: &str,
        read: impl Fn(Span<'_>) -> Result<Record, FormatError>,
    ) -> Result<Record, FormatError> {
        match self.value(name) {
            Some(value) => self.read_part(value, read),
            None => Err(self.is_empty()),
        }
    }

    /// The complaint that it holds only a short id.
    pub fn is_short(&self) -> FormatError {
        self.whole
            .error(Code::UnknownFormat, 0, "the link holds only a short id, not the puzzle")
            .found("a short id", "a link that holds the puzzle itself")
            .hint(
                "nothing is fetched from the net; open it in a browser and copy the long link or \
                 the puzzle",
            )
    }

    /// The complaint that it holds nothing.
    pub fn is_empty(&self) -> FormatError {
        self.whole
            .error(Code::UnknownFormat, 0, "the link holds no puzzle")
            .found("a link", "a link that holds the puzzle itself")
            .hint("copy the whole link")
    }
}

/// Reads the puzzle that a link carries.
pub(crate) fn read(link: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let link = Link::new(link);
    match detect::link_reader(&link, options.own) {
        Some(read) => read(&link, options),
        None => anything(&link, options),
    }
}

/// A link of another site: a value or the last part of its path may be a puzzle.
fn anything(link: &Link<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    for candidate in link.query.iter().map(|(_, v)| *v).chain([link.last()]) {
        let text = percent_decode(candidate.text);
        let span = Span { text: &text, ..candidate };
        if line::looks_like_line(&text) {
            return line::read(span, options);
        }
        let packed = detect::packed_prefix(&text, options.own);
        if let Some(format) = packed.filter(|format| detect::is_in_links(*format)) {
            return detect::read_packed(format, span, options);
        }
    }
    if ["tinyurl.com", "bit.ly", "t.co", "goo.gl"].contains(&link.host.as_str()) {
        return Err(link.is_short());
    }
    let sites = detect::known_sites(options.own);
    Err(link
        .whole
        .error(Code::UnknownFormat, 0, format!("no puzzle found in a link to {}", link.host))
        .found("a link", "a link that holds the puzzle itself")
        .hint(format!("we know links of {sites}; copy the puzzle as text instead")))
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
