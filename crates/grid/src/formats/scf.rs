//! SudokuPad's shortest link for a classic puzzle: one character for a digit and up to five
//! blanks after it, `digit + 10 * blanks` in the alphabet `0-9A-Za-x`. Blanks at the very start
//! follow a digit 0. After `*` may stand `t` + title and, after another, `a` + author.

use super::Format;
use super::carries::{Carries, Tells};
use super::document::Document;
use super::entry::{Entry, Form, Framing};
use super::error::{Code, FormatError};
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use super::symbols::{too_few_packed, too_many_packed};
use super::unread::Unread;
use super::url::{percent_decode, percent_encode};
use crate::{Board, Grid};

/// SudokuPad's shortest link; links to SudokuPad are read by [`scl`](super::scl).
pub(crate) static FORMAT: Entry = Entry::new(
    "scf",
    "SudokuPad link (scf)",
    Carries { meta: Tells::Fields(&["title", "author"]), ..Carries::GIVENS },
)
.framed(Framing::Lines)
.read_as(&[Form::Packed {
    rank: 1,
    recognise: |text| text.starts_with("scf"),
    read,
    in_links: true,
}])
.written_by(write);

const SYMBOLS: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// Packs the values of a 9x9 grid.
pub(crate) fn pack(values: &[u8]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < values.len() {
        let blanks = values[at + 1..].iter().take(5).take_while(|&&v| v == 0).count();
        out.push(char::from(SYMBOLS[usize::from(values[at]) + 10 * blanks]));
        at += 1 + blanks;
    }
    out
}

/// Unpacks the values of a 9x9 grid; blanks beyond its end are cut.
pub(crate) fn unpack(text: Span<'_>) -> Result<Vec<u8>, FormatError> {
    let mut values = Vec::with_capacity(86);
    for (i, c) in text.text.chars().enumerate() {
        let code = SYMBOLS.iter().position(|&s| char::from(s) == c).ok_or_else(|| {
            text.error(Code::DecodeFailed, i, format!("scf: {c:?} is not one of its symbols"))
                .found(format!("{c:?}"), "0-9, A-Z, a-x")
                .hint("copy the whole link again")
        })?;
        values.push((code % 10) as u8);
        values.extend(std::iter::repeat_n(0, code / 10));
        if values.len() > 81 + 5
            || values.get(81..).is_some_and(|rest| rest.iter().any(|&v| v != 0))
        {
            return Err(too_many_packed(text, i));
        }
    }
    values.truncate(81);
    if values.len() < 81 {
        return Err(too_few_packed(text, values.len()));
    }
    Ok(values)
}

/// Pieces between single asterisks; a double one stands for one inside a piece.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '*' && chars.next_if_eq(&'*').is_none() {
            pieces.push(String::new());
        } else if let Some(last) = pieces.last_mut() {
            last.push(c);
        }
    }
    pieces
}

pub(crate) fn read(text: Span<'_>, _: &ReadOptions) -> Result<Record, FormatError> {
    let text = if text.text.starts_with("scf") { text.from(3) } else { text };
    let decoded = percent_decode(text.text);
    let text = Span { text: &decoded, ..text };
    let end = text.text.find('*').unwrap_or(text.text.len());
    let cells = text.slice(0, end);
    let values = unpack(cells)?;
    let grid = Grid::from_values(Board::classic(), &values).expect("81 values below ten");
    let mut record = Record::new(Format::Scf, Document::new(grid), text.line);
    for piece in pieces(&text.text[end..]).into_iter().skip(1) {
        let mut chars = piece.chars();
        match (chars.next(), chars.as_str()) {
            (Some('t'), title) => record.document.meta.title = Some(title.to_owned()),
            (Some('a'), author) => record.document.meta.author = Some(author.to_owned()),
            (Some(_), _) if piece.chars().all(|c| matches!(c, 'x' | 'w')) => {
                let rules = [('x', "diagonals"), ('w', "windows")];
                let told = rules.into_iter().filter(|(letter, _)| piece.contains(*letter));
                let told = told.map(|(_, name)| Unread::rule(name).within(text)).collect();
                record = record.with_unread(told);
            }
            (Some(_), _) => {
                let odd = Unread::rule(format!("{piece:?} in the link")).within(text);
                record = record.with_unread(vec![odd]);
            }
            (None, _) => {}
        }
    }
    Ok(record)
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    out.push_str("https://sudokupad.app/scf");
    out.push_str(&pack(document.givens().values()));
    for (letter, name) in [('t', "title"), ('a', "author")] {
        if let Some(text) = document.meta.field(name) {
            out.push('*');
            out.push(letter);
            out.push_str(&percent_encode(&text.replace('*', "**")));
        }
    }
    out.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_undone_by_unpacking() {
        let mut values = [0u8; 81];
        assert_eq!(unpack(Span::line(&pack(&values), 1)).unwrap(), values);
        for i in (3..81).step_by(7) {
            values[i] = (i % 9) as u8 + 1;
        }
        assert_eq!(unpack(Span::line(&pack(&values), 1)).unwrap(), values);
    }

    #[test]
    fn asterisks_inside_a_title_are_doubled() {
        assert_eq!(pieces("*ta**b*ame"), ["", "ta*b", "ame"]);
    }
}
