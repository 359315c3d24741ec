//! Simple Sudoku: a boxed grid, an empty line, then the history: `I405` sets cell 40 to 5,
//! `E02001` removes candidate 1 from cell 2. Cells count from 0.

use super::Format;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Frame, Framing};
use super::error::{Code, FormatError};
use super::options::WriteOptions;
use super::record::Record;
use super::span::Span;
use crate::{Cell, Digit, DigitSet, Grid};

/// Simple Sudoku: any drawing, and its history.
pub(crate) static FORMAT: Entry = Entry::new("ss", "Simple Sudoku file", Carries::GAME)
    .extensions(&["ss"])
    .framed(Framing::Blocks)
    .named(Some(Framing::Whole))
    .written_by(write)
    .frame(Frame { between: "\n", fills_file: true, ..Frame::NONE })
    .noted();

/// Whether a line is a record of the history: a letter and digits.
pub(crate) fn is_history(line: &str) -> bool {
    let line = line.trim();
    let mut chars = line.chars();
    chars.next().is_some_and(|c| c.is_ascii_uppercase())
        && line.len() >= 4
        && chars.all(|c| c.is_ascii_digit())
}

/// Applies the history to a grid that was read.
pub(crate) fn apply(mut record: Record, history: &[Span<'_>]) -> Result<Record, FormatError> {
    let board = record.document.board().clone();
    if board.size() != 9 {
        return Err(history[0].error(Code::WrongLength, 0, ".ss holds 9x9 puzzles only"));
    }
    let givens = record.document.givens().clone();
    let mut values = givens.clone();
    let mut sets: Vec<DigitSet> = Document::new(givens.clone()).shown_candidates();
    let mut removed = false;
    record.format = Format::SimpleSudoku;
    for &line in history {
        let line = line.trim();
        let number =
            |from: usize, to: usize| line.text.get(from..to).and_then(|t| t.parse::<usize>().ok());
        let bad = |what: &str, hint: &str| {
            Err(line.error(Code::BadCharacter, 0, format!("{:?} {what}", line.text)).hint(hint))
        };
        match (line.text.as_bytes().first(), line.text.len()) {
            (Some(b'I'), 4) => match (number(1, 3), number(3, 4).and_then(|d| board.digit(d))) {
                (Some(cell @ 0..=80), Some(digit)) => {
                    values.set(Cell::new(cell), digit);
                    sets[cell] = DigitSet::only(digit);
                    board.peer_list(Cell::new(cell)).iter().for_each(|p| {
                        if values.get(*p).is_none() {
                            sets[p.index()].remove(digit);
                        }
                    });
                }
                _ => return bad("names no cell and digit", "write I, cell 00-80, digit 1-9"),
            },
            (Some(b'E'), 6) => match (number(1, 3), number(3, 6).and_then(|d| board.digit(d))) {
                (Some(cell @ 0..=80), Some(digit)) => {
                    removed = true;
                    sets[cell].remove(digit);
                }
                _ => return bad("names no candidate", "write E, cell 00-80, digit 001-009"),
            },
            (Some(b'I' | b'E'), _) => {
                return bad("has the wrong length", "write I405 or E02001");
            }
            _ => record.note(format!("line {}: record {:?} skipped", line.line, line.text)),
        }
    }
    let mut document = Document::new(givens).with_placed(&values);
    if removed {
        document = document.with_candidates(&sets).as_notes();
    }
    document.meta = record.document.meta.clone();
    record.document = document;
    Ok(record)
}

/// A file that names only the format must still have a grid.
pub(crate) fn split<'a, 'b>(block: &'b [Span<'a>]) -> (&'b [Span<'a>], &'b [Span<'a>]) {
    let start = block.iter().position(|line| is_history(line.text)).unwrap_or(block.len());
    block.split_at(start)
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    draw(document.givens(), out);
    let board = document.board();
    let mut history = String::new();
    for (cell, digit) in document.values().filled() {
        if document.givens().get(cell).is_none() {
            history.push_str(&format!("I{:02}{digit}\n", cell.index()));
        }
    }
    if let Some(sets) = document.candidates() {
        let open = Document::new(document.values().clone()).shown_candidates();
        for cell in board.cells().filter(|&c| document.values().get(c).is_none()) {
            for digit in (open[cell.index()] - sets[cell.index()]).iter() {
                history.push_str(&format!("E{:02}{:03}\n", cell.index(), Digit::value(digit)));
            }
        }
    }
    if !history.is_empty() {
        out.push('\n');
        out.push_str(&history);
    }
    Ok(())
}

fn draw(grid: &Grid, out: &mut String) {
    out.push_str("*-----------*\n");
    for (r, row) in grid.values().chunks(9).enumerate() {
        if r > 0 && r % 3 == 0 {
            out.push_str("|---+---+---|\n");
        }
        for (c, &value) in row.iter().enumerate() {
            if c % 3 == 0 {
                out.push('|');
            }
            out.push(if value == 0 { '.' } else { char::from(b'0' + value) });
        }
        out.push_str("|\n");
    }
    out.push_str("*-----------*\n");
}
