//! The text of Interactive Sudoku Solver: `.Shape~6x6.~R1C1_5~R1C2_3.Cage~10~R1C3~R1C4`.
//!
//! What it asks of the board is read by `shape`, what it asks beyond by `rules`; a constraint that
//! is not known is unread by name.
//!
//! Rows and columns above nine are letters there, `RaCg` for row 10 and column 16; digits are decimal.
//! Its boards go up to 16x16.

mod arguments;
mod nfa;
mod rules;
mod shape;
mod tree;
mod write;

pub(crate) use write::write;

use super::Format;
use super::carries::{Carries, Sizes};
use super::document::Document;
use super::entry::{Entry, Form, Framing};
use super::error::{Code, FormatError};
use super::killer;
use super::line;
use super::no_rules::NoRules;
use super::options::ReadOptions;
use super::record::Record;
use super::span::Span;
use super::sukaku;
use super::unread::Unread;
use crate::rule::Rule;
use crate::{Board, Cell, DigitSet, Grid};
use std::sync::Arc;

/// The text of Interactive Sudoku Solver.
pub(crate) static FORMAT: Entry = Entry::new(
    "iss",
    "Interactive Sudoku Solver text",
    Carries { rules: true, sizes: Sizes::Any, ..Carries::GIVENS },
)
.framed(Framing::Lines)
.read_as(&[
    Form::Line { rank: 2, recognise: |text| looks_like(text) || killer::is_arrows(text), read },
    Form::Link {
        site: "Interactive Sudoku Solver",
        recognise: |link| link.path().text.contains("Interactive-Sudoku-Solver"),
        read: |link, options| link.read_value("q", |text| read(text, options)),
    },
])
.written_by(write);

/// Whether a line is a string of constraints: a dot, then `~` or a name.
pub(crate) fn looks_like(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('.') else { return false };
    let rest = rest.trim_start_matches('.');
    let name = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    rest.starts_with('~')
        || (rest.starts_with(|c: char| c.is_ascii_uppercase())
            && (text.contains('~')
                || (name >= 3 && rest.contains(|c: char| c.is_ascii_lowercase()))))
}

pub(crate) fn read(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let text = text.trim();
    if killer::looks_like(text.text) {
        return killer::read(text);
    }
    if !text.text.starts_with('.')
        || line::looks_like_line(text.text)
        || sukaku::looks_like(text.text)
    {
        let record = if sukaku::looks_like(text.text) {
            sukaku::read(text, options)
        } else {
            line::read(text, options)
        };
        return record.map(|mut record| {
            record.format = Format::Iss;
            record
        });
    }
    let nodes = tree::parse(text)?;
    let shape = shape::read(&nodes, text, options)?;
    let mut unread: Vec<Unread> =
        shape.refused.iter().map(|name| Unread::rule(name.clone()).within(text)).collect();
    let refused = |node: &tree::Node<'_>, refusal: NoRules| match refusal {
        NoRules::Unknown => Ok(Unread::rule(node.name.to_owned()).within(text)),
        NoRules::Wrong(why) => {
            let name = if node.name.is_empty() { "a given" } else { node.name };
            Err(node
                .span
                .error(Code::UnsupportedRules, 0, format!("{name}: {why}"))
                .hint("correct or remove it"))
        }
    };
    let ties = nodes.iter().rfind(|node| node.name == "FullRankTies");
    let shared_ranks = ties.is_some_and(|node| node.argument(0) == Some("any"));
    let mut reader =
        rules::Reader { shape: &shape, shared_ranks, dots: Vec::new(), sums: Vec::new() };
    for (strict, names) in [("StrictKropki", ["WhiteDot", "BlackDot"]), ("StrictXV", ["X", "V"])] {
        let Some(node) = nodes.iter().find(|node| node.name == strict) else { continue };
        match reader.marked(&nodes, &names) {
            Ok(pairs) if strict == "StrictXV" => reader.sums = pairs,
            Ok(pairs) => reader.dots = pairs,
            Err(refusal) => unread.push(refused(node, refusal)?),
        }
    }
    let mut rules: Vec<Rule> = Vec::new();
    for node in nodes.iter().filter(|node| !node.name.is_empty()) {
        match reader.read(node) {
            Ok(more) => rules.extend(more),
            Err(refusal) => unread.push(refused(node, refusal)?),
        }
    }
    unread.dedup();
    let document = givens(&nodes, &shape.board)?
        .with_rules(rules)
        .map_err(|error| text.error(Code::UnsupportedRules, 0, error.to_string()))?;
    Ok(Record::new(Format::Iss, document, text.line).with_unread(unread))
}

/// The givens; a cell named twice may hold what both allow.
fn givens(nodes: &[tree::Node<'_>], board: &Arc<Board>) -> Result<Document, FormatError> {
    let mut sets = vec![board.digits(); board.n_cells()];
    for node in nodes.iter().filter(|node| node.name.is_empty()) {
        for given in node.arguments.iter().filter(|given| !given.is_empty()) {
            let mut parts = given.split('_');
            let cell = parts.next().and_then(|name| cell_of_name(board, name));
            let digits: Option<DigitSet> =
                parts.map(|value| board.digit_of(value.parse().ok()?)).collect();
            let (Some(cell), Some(digits)) = (cell, digits.filter(|d| !d.is_empty())) else {
                return Err(node
                    .span
                    .error(Code::BadCharacter, 0, format!("{given:?} is not a given"))
                    .found(format!("{given:?}"), "cell and digit, such as R1C1_5")
                    .hint("write cell and digit, such as R1C1_5"));
            };
            sets[cell.index()] = sets[cell.index()] & digits;
        }
    }
    let mut grid = Grid::empty(board.clone());
    for cell in board.cells() {
        if let Some(digit) = sets[cell.index()].single().filter(|_| board.size() > 1) {
            grid.set(cell, digit);
        }
    }
    let stated = |cell: Cell| {
        let set = sets[cell.index()];
        set != board.digits() && set.len() != 1
    };
    let document = Document::new(grid);
    Ok(if board.cells().any(stated) { document.with_candidates(&sets) } else { document })
}

/// The cell of a name such as `R1C1`, `R1Cb` or `VA1`.
fn cell_of_name(board: &Board, name: &str) -> Option<Cell> {
    let place = || {
        // A letter may be a row, so four symbols are taken by their places.
        let (row, column) = match name.as_bytes() {
            [b'R' | b'r', _, b'C' | b'c', _] if name.is_ascii() => (&name[1..2], &name[3..4]),
            _ => name.strip_prefix('R')?.split_once('C')?,
        };
        board.cell_at(side_number(row)?, side_number(column)?)
    };
    place().or_else(|| board.cell_named(name).filter(|&cell| board.place(cell).is_none()))
}

/// A row or column counted from 0: one symbol, letters after nine, or a number.
fn side_number(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    let number = match (chars.next(), chars.next()) {
        (Some(c), None) => c.to_digit(36)? as usize,
        _ => text.parse().ok()?,
    };
    number.checked_sub(1)
}

/// The name of a row or column counted from 0.
fn side_name(index: usize) -> char {
    char::from_digit(index as u32 + 1, 36).unwrap_or('?')
}

fn name_of_cell(board: &Board, cell: Cell) -> String {
    match board.place(cell) {
        Some((row, column)) => format!("R{}C{}", side_name(row), side_name(column)),
        // Variables have a V before their names; regions are cells of their own kind.
        None => match board.name(cell).to_ascii_uppercase() {
            name if name.starts_with('V') || name.starts_with("CC") => name,
            name => format!("V{name}"),
        },
    }
}

/// The value of a symbol of base64 in the flavour for addresses.
fn base64_value(symbol: char) -> Option<usize> {
    const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    SYMBOLS.find(symbol)
}

/// A text with `%41` for A; what is no such escape stays.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let code = rest.get(at + 1..at + 3).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(b'%'));
        rest = &rest[at + if code.is_some() { 3 } else { 1 }..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Digit;
    use crate::formats::options::WriteOptions;

    #[test]
    fn cells_above_nine_have_letters_and_blanks_between_constraints_are_allowed() {
        let text = ".Shape~16x16 .~R1C4_5~R1C7_10~RaCg_16";
        assert!(looks_like(text));
        let record = read(Span::line(text, 1), &ReadOptions::default()).unwrap();
        let board = record.document.board().clone();
        assert_eq!(board.size(), 16);
        let digit = |r, c| record.document.givens().get(board.cell(r, c)).map(Digit::value);
        assert_eq!((digit(0, 3), digit(0, 6), digit(9, 15)), (Some(5), Some(10), Some(16)));
        let mut out = String::new();
        write(&record.document, &WriteOptions::default(), &mut out).unwrap();
        assert_eq!(out, ".Shape~16x16.~R1C4_5~R1C7_10~RaCg_16\n");
    }

    #[test]
    fn lines_of_cells_are_no_constraints() {
        assert!(!looks_like(&".".repeat(81)));
        assert!(!looks_like("..ABC..........."));
        assert!(looks_like(".AntiKnight"));
        assert!(looks_like(".V~R2C3~R2C4"));
    }
}
