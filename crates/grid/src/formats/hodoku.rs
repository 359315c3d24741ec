//! Lines of HoDoKu's library: a position and, for a test of a technique, what it must do.
//!
//! ```text
//! :<technique>:<digits>:<cells>:<deleted>:<eliminations>:<placements>:<extra>
//! ```
//! `cells` has `+d` for a digit that was placed; `deleted` lists candidates missing from the basic
//! ones as digit, row, column. A plain state is `:0000:x:cells:deleted::` with six colons.

use super::Format;
use super::carries::{Carries, Tells};
use super::document::Document;
use super::entry::{Entry, Form, Framing};
use super::error::{Code, FormatError};
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use super::symbols::{cell_name, is_blank, wrong_length};
use crate::{Board, Cell, Digit, Grid};

/// A line of HoDoKu's library.
pub(crate) static FORMAT: Entry = Entry::new(
    "hodoku",
    "HoDoKu library line",
    Carries { many: true, meta: Tells::Fields(&FIELDS), ..Carries::GAME },
)
.framed(Framing::Lines)
.read_as(&[Form::Line { rank: 1, recognise: looks_like, read }])
.written_by(write);

/// The fields that a line tells beyond the position.
pub(crate) const FIELDS: [&str; 5] = ["technique", "digits", "eliminations", "placements", "chain"];

/// Whether a line begins with a colon and four digits and has the colons of this format.
pub(crate) fn looks_like(line: &str) -> bool {
    let code = line.strip_prefix(':').and_then(|rest| rest.split(':').next()).unwrap_or_default();
    code.len() >= 4
        && code.bytes().take(4).all(|b| b.is_ascii_digit())
        && (6..=7).contains(&line.matches(':').count())
}

pub(crate) fn read(line: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let line = line.trim();
    let fields: Vec<Span<'_>> = line.pieces(':').collect();
    let ([before, technique, digits, cells, deleted, eliminations, placements]
    | [before, technique, digits, cells, deleted, eliminations, placements, _]) = fields.as_slice()
    else {
        let n = fields.len() - 1;
        return Err(line
            .error(Code::Truncated, line.text.chars().count(), format!("{n} colons found"))
            .found(format!("{n} colons"), "6 or 7 colons")
            .hint("write :technique:digits:cells:deleted:eliminations:placements:extra"));
    };
    if !before.text.is_empty() {
        return Err(before.error(Code::BadCharacter, 0, "the line does not begin with a colon"));
    }
    let board = Board::classic();
    let (givens, values, places) = position(*cells)?;
    let mut document = Document::new(givens).with_placed(&values);
    let gone = candidates(*deleted, &board)?;
    candidates(*eliminations, &board)?;
    candidates(*placements, &board)?;
    if !gone.is_empty() {
        let mut sets = document.shown_candidates();
        gone.iter().for_each(|&(cell, digit)| sets[cell.index()].remove(digit));
        document = document.with_candidates(&sets);
    }
    let told = [technique, digits, eliminations, placements];
    for (name, field) in FIELDS.into_iter().zip(told.into_iter().chain(fields.get(7))) {
        let text = field.text.trim();
        let nothing = text.is_empty()
            || (name == "technique" && text == "0000")
            || (name == "digits" && text == "x");
        if !nothing {
            document.meta.extra.set(name, text);
        }
    }
    let _ = options;
    Ok(Record::new(Format::Hodoku, document, line.line).with_places(places))
}

type LaidOut = (Grid, Grid, Vec<(usize, usize)>);

fn position(cells: Span<'_>) -> Result<LaidOut, FormatError> {
    let board = Board::classic();
    let (mut givens, mut values) = (Grid::empty(board.clone()), Grid::empty(board));
    let mut places = Vec::with_capacity(81);
    let mut placed = false;
    let count = cells.text.chars().filter(|&c| c != '+').count();
    if count != 81 {
        return Err(wrong_length(cells, count));
    }
    for (i, c) in cells.text.chars().enumerate() {
        let cell = places.len();
        if c == '+' {
            placed = true;
            continue;
        }
        places.push((cells.line, cells.column + i));
        let digit = c.to_digit(10).and_then(|d| Digit::from_number(d as u8));
        match digit {
            Some(digit) => {
                values.set(Cell::new(cell), digit);
                if !placed {
                    givens.set(Cell::new(cell), digit);
                }
            }
            None if is_blank(c) => {}
            None => {
                return Err(cells
                    .error(Code::BadCharacter, i, format!("{c:?} is not a digit"))
                    .in_cell(cell_name(cell, 9))
                    .found(
                        format!("{c:?}"),
                        "1-9, '.' or '0' for a blank, '+' before a placed digit",
                    )
                    .hint("use 1-9, '.' or '0' for a blank, '+' before a placed digit"));
            }
        }
        placed = false;
    }
    Ok((givens, values, places))
}

/// Groups of digit, row, column.
fn candidates(field: Span<'_>, board: &Board) -> Result<Vec<(Cell, Digit)>, FormatError> {
    let candidate = |word: Span<'_>| {
        let digits: Vec<usize> =
            word.text.chars().filter_map(|c| c.to_digit(10)).map(|d| d as usize).collect();
        let found = match digits.as_slice() {
            [d, r @ 1..=9, c @ 1..=9] if word.text.len() == 3 => {
                board.digit(*d).map(|digit| (board.cell(r - 1, c - 1), digit))
            }
            _ => None,
        };
        found.ok_or_else(|| {
            word.error(Code::BadCharacter, 0, format!("{:?} is not a candidate", word.text))
                .found(format!("{:?}", word.text), "digit, row and column, such as 313")
                .hint("write digit, row and column as three digits, such as 313 for a 3 in r1c3")
        })
    };
    field.words().map(candidate).collect()
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let board = document.board();
    let told =
        |name: &str| document.meta.extra.get(name).and_then(|v| v.plain()).unwrap_or_default();
    let or = |text: String, usual: &str| if text.is_empty() { usual.to_owned() } else { text };
    let mut cells = String::new();
    for cell in board.cells() {
        match (document.givens().get(cell), document.values().get(cell)) {
            (Some(digit), _) => cells.push_str(&digit.to_string()),
            (None, Some(digit)) => cells.push_str(&format!("+{digit}")),
            (None, None) => cells.push('.'),
        }
    }
    let mut deleted: Vec<String> = Vec::new();
    if let Some(sets) = document.candidates() {
        let basic = Document::new(document.values().clone()).shown_candidates();
        for cell in board.cells().filter(|&c| document.values().get(c).is_none()) {
            for digit in (basic[cell.index()] - sets[cell.index()]).iter() {
                deleted.push(format!("{digit}{}{}", board.row(cell) + 1, board.column(cell) + 1));
            }
        }
    }
    let technique = or(told("technique"), "0000");
    let digits = or(told("digits"), "x");
    out.push_str(&format!(
        ":{technique}:{digits}:{cells}:{}:{}:{}",
        deleted.join(" "),
        told("eliminations"),
        told("placements")
    ));
    // A plain state has six colons; a step has a seventh before what is extra.
    if technique != "0000" || !told("chain").is_empty() || digits != "x" {
        out.push_str(&format!(":{}", told("chain")));
    }
    out.push('\n');
    Ok(())
}
