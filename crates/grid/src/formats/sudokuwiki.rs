//! SudokuWiki's links: `bd=` and 81 digits, or `S9B` and two characters in base 36 for each cell:
//! 0 empty, 1-9 a given, 10-18 a placed digit, above that 18 and a mask of candidates.

use super::Format;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form, Framing};
use super::error::{Code, FormatError, unsupported};
use super::line;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use super::symbols::cell_name;
use crate::{Board, Digit, DigitSet, Grid};

/// SudokuWiki: link with digits or with its S9B string.
pub(crate) static FORMAT: Entry = Entry::new("sudokuwiki", "SudokuWiki link", Carries::GAME)
    .also(&["s9b"])
    .framed(Framing::Lines)
    .read_as(&[
        // It has no prefix of its own, so that much in a link may look like it.
        Form::Packed { rank: 2, recognise: looks_packed, read, in_links: false },
        Form::Link {
            site: "SudokuWiki",
            recognise: |link| link.leads_to("sudokuwiki.org"),
            read: |link, options| link.read_value("bd", |text| read(text, options)),
        },
    ])
    .written_by(write)
    .noted();

const LINK: &str = "https://www.sudokuwiki.org/sudoku.htm?bd=";

/// Whether a text has the head of a packed board: a letter, a size, a version, and fields.
pub(crate) fn looks_packed(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() > 20
        && text.is_ascii()
        && bytes[..3].eq_ignore_ascii_case(b"S9B")
        && bytes[3..].iter().all(u8::is_ascii_alphanumeric)
}

pub(crate) fn read(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let head: Vec<char> = text.text.chars().take(3).map(|c| c.to_ascii_uppercase()).collect();
    let is_packed = text.text.is_ascii()
        && matches!(head.as_slice(), [puzzle, size, version]
            if puzzle.is_ascii_alphabetic() && size.is_ascii_alphanumeric() && version.is_ascii_alphabetic())
        && text.text.len() > 81;
    if !is_packed {
        let mut record = line::read(text, options)?;
        record.format = Format::SudokuWiki;
        return Ok(record);
    }
    let rules = match head[0] {
        'S' => None,
        'X' => Some("diagonals"),
        'W' => Some("windows"),
        'J' => Some("irregular regions"),
        'L' => Some("killer cages"),
        _ => Some("an unknown kind of puzzle"),
    };
    if let Some(rules) = rules {
        return Err(text
            .place(unsupported(format!("the puzzle has rules beyond Sudoku: {rules}")).hint(
                "such puzzles are not read, so that they are not solved as something else",
            )));
    }
    if head[1] != '9' || head[2] != 'B' {
        return Err(text.place(
            unsupported(format!(
                "size {} version {} of SudokuWiki's string is not known",
                head[1], head[2]
            ))
            .hint("we read size 9 version B; copy the puzzle as text"),
        ));
    }
    packed(text.from(3))
}

fn packed(fields: Span<'_>) -> Result<Record, FormatError> {
    let length = fields.text.len();
    if length < 162 {
        return Err(fields
            .error(
                Code::Truncated,
                length,
                format!("only {} of 81 cells are packed in it", length / 2),
            )
            .found(format!("{length} characters"), "162 characters")
            .hint("the end is missing; copy the whole link"));
    }
    if length > 162 {
        return Err(fields
            .error(
                Code::WrongLength,
                162,
                format!("{} characters after the 81 cells", length - 162),
            )
            .found(format!("{length} characters"), "162 characters"));
    }
    let board = Board::classic();
    let (mut givens, mut placed) = (Grid::empty(board.clone()), Grid::empty(board.clone()));
    let mut notes = vec![DigitSet::EMPTY; 81];
    let mut places = Vec::with_capacity(81);
    for cell in board.cells() {
        let i = cell.index();
        places.push((fields.line, fields.column + 2 * i));
        let field = &fields.text[2 * i..2 * i + 2];
        let bad = || {
            fields
                .error(Code::DecodeFailed, 2 * i, format!("S9B: field {field:?} has no meaning"))
                .in_cell(cell_name(i, 9))
                .hint("copy the whole link again")
        };
        let value = u32::from_str_radix(field, 36).map_err(|_| bad())?;
        let digit = |v: u32| Digit::from_number(v as u8).ok_or_else(bad);
        match value {
            0 => {}
            1..=9 => givens.set(cell, digit(value)?),
            10..=18 => placed.set(cell, digit(value - 9)?),
            19..=529 => notes[i] = DigitSet::from_bits(u64::from(value) - 18),
            _ => return Err(bad()),
        }
    }
    let document = Document::new(givens).with_placed(&placed).with_notes(&notes);
    Ok(Record::new(Format::SudokuWiki, document, fields.line).with_places(places))
}

/// The packed string of a document.
pub(crate) fn pack(document: &Document) -> String {
    let notes = document.notes();
    let mut out = String::from("S9B");
    for cell in document.board().cells() {
        let value = |digit: Digit| u32::from(digit.value());
        let code = match (document.givens().get(cell), document.values().get(cell)) {
            (Some(given), _) => value(given),
            (None, Some(placed)) => value(placed) + 9,
            (None, None) => match notes.as_ref().map(|all| all[cell.index()]) {
                Some(set) if !set.is_empty() => 18 + set.bits() as u32,
                _ => 0,
            },
        };
        let symbol = |v: u32| char::from_digit(v, 36).expect("two figures in base 36");
        out.push(symbol(code / 36));
        out.push(symbol(code % 36));
    }
    out
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    out.push_str(LINK);
    if document.n_placed() > 0 || document.candidates().is_some() {
        out.push_str(&pack(document));
    } else {
        out.push_str(&line::zeros(document.givens()));
    }
    out.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_string_is_told() {
        let error =
            read(Span::line(&format!("S9B{}", "05".repeat(60)), 1), &ReadOptions::default());
        let error = error.unwrap_err();
        assert_eq!((error.code(), error.column()), (Code::Truncated, Some(124)));
    }
}
