//! The text of Interactive Sudoku Solver, as far as it states givens and a shape:
//! `.Shape~6x6.~R1C1_5~R1C2_3`. Any other constraint is refused by name.
//!
//! Rows and columns above nine are letters there, `RaCg` for row 10 and column 16; digits are decimal.
//! Its boards go up to 16x16.

use super::Format;
use super::document::Document;
use super::error::{Code, FormatError, no_place_for};
use super::fpuzzles::refuse;
use super::line;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use super::sukaku;
use crate::{Board, Cell, Digit, DigitSet, Grid};

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
    let mut givens: Vec<Span<'_>> = Vec::new();
    let mut shape: Option<Span<'_>> = None;
    let mut rules: Vec<String> = Vec::new();
    for constraint in split(text.from(1), '.') {
        let constraint = constraint.trim();
        let mut parts = split(constraint, '~');
        let kind = parts.remove(0);
        match kind.text {
            "" => givens.extend(parts),
            "Shape" if parts.len() > 1 => rules.push("digits other than 1 to the size".to_owned()),
            "Shape" => shape = parts.first().copied(),
            other => rules.push(other.to_owned()),
        }
    }
    rules.dedup();
    refuse(&rules).map_err(|e| text.place(e))?;
    let size = match shape {
        None => 9,
        Some(shape) => size_of(shape.text).ok_or_else(|| {
            shape
                .error(Code::UnsupportedRules, 0, format!("{:?} is not a square shape", shape.text))
                .found(format!("{:?}", shape.text), "rows x columns, such as 9x9")
                .hint("only square grids are read")
        })?,
    };
    let board = options.board(size).map_err(|e| text.place(e))?;
    let mut grid = Grid::empty(board.clone());
    let mut sets = vec![board.digits(); board.n_cells()];
    let mut stated = false;
    for given in givens {
        let mut parts = given.text.split('_');
        let cell = parts.next().and_then(|name| cell_of_name(&board, name));
        let digits: Option<DigitSet> = parts
            .map(|d| d.parse().ok().and_then(|d: usize| board.digit(d)))
            .collect::<Option<Vec<Digit>>>()
            .map(|d| d.into_iter().collect());
        let (Some(cell), Some(digits)) = (cell, digits.filter(|d| !d.is_empty())) else {
            return Err(given
                .error(Code::BadCharacter, 0, format!("{:?} is not a given", given.text))
                .found(format!("{:?}", given.text), "cell and digit, such as R1C1_5")
                .hint("write cell and digit, such as R1C1_5"));
        };
        match digits.single() {
            Some(digit) => grid.set(cell, digit),
            None => {
                stated = true;
                sets[cell.index()] = digits;
            }
        }
    }
    let mut document = Document::new(grid);
    if stated {
        document = document.with_candidates(&sets);
    }
    Ok(Record::new(Format::Iss, document, text.line))
}

fn split<'a>(text: Span<'a>, separator: char) -> Vec<Span<'a>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for (i, _) in text.text.match_indices(separator).chain([(text.text.len(), "")]) {
        pieces.push(text.slice(from, i));
        from = (i + 1).min(text.text.len());
    }
    pieces
}

/// The cell of a name such as `R1C1` or `R1Cb`.
fn cell_of_name(board: &Board, name: &str) -> Option<Cell> {
    let (row, column) = name.strip_prefix('R')?.split_once('C')?;
    let side = |text: &str| -> Option<usize> {
        let mut chars = text.chars();
        let number = match (chars.next(), chars.next()) {
            (Some(c), None) => c.to_digit(36)? as usize,
            _ => text.parse().ok()?,
        };
        (1..=board.size()).contains(&number).then(|| number - 1)
    };
    Some(board.cell(side(row)?, side(column)?))
}

/// The name of a row or column counted from 0.
fn side_name(index: usize) -> char {
    char::from_digit(index as u32 + 1, 36).unwrap_or('?')
}

fn size_of(shape: &str) -> Option<usize> {
    let (rows, columns) = shape.split_once('x')?;
    let size: usize = rows.parse().ok()?;
    (columns.parse() == Ok(size)).then_some(size)
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let board = document.board();
    let size = board.size();
    if size > 16 {
        return Err(no_place_for(Format::Iss, board));
    }
    let empty = document.givens().n_filled() == 0;
    if size != 9 || empty {
        out.push_str(&format!(".Shape~{size}x{size}"));
    }
    if !empty {
        out.push('.');
    }
    for (cell, digit) in document.givens().filled() {
        let (row, column) = (side_name(board.row(cell)), side_name(board.column(cell)));
        out.push_str(&format!("~R{row}C{column}_{digit}"));
    }
    out.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
