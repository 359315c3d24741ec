//! Lines of boards that are several squares, and of squares with signs in their cells.
//!
//! A samurai is a line of 21x21 symbols, `#` where no cell is: five 9x9 squares of which the middle
//! one shares a box with each other. In a 9x9 line, `E` and `O` stand for an even and an odd digit.

use super::Format;
use super::document::Document;
use super::error::{Code, FormatError};
use super::record::Record;
use super::span::Span;
use crate::rule::{OneOf, Rule, Values};
use crate::{Board, Cell, Digit, Grid, Plan};
use std::sync::{Arc, LazyLock};

const SIDE: usize = 21;

static SAMURAI: LazyLock<Arc<Board>> = LazyLock::new(|| {
    let mut plan = Plan::new(SIDE, SIDE, 1..=9);
    let corners = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
    corners.iter().for_each(|&(row, column)| plan.square(row, column, (3, 3)));
    let covered = |row: usize, column: usize| {
        let within =
            |&(r, c): &(usize, usize)| (r..r + 9).contains(&row) && (c..c + 9).contains(&column);
        corners.iter().any(within)
    };
    let all = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
    plan.holes = all.filter(|&(row, column)| !covered(row, column)).collect();
    plan.board().expect("five overlapping squares make a board")
});

/// The board of five overlapping squares.
pub fn samurai() -> Arc<Board> {
    SAMURAI.clone()
}

/// Whether a word is a line of one of these.
pub(crate) fn looks_like(word: &str) -> bool {
    is_samurai(word) || has_signs(word)
}

fn is_samurai(word: &str) -> bool {
    let hole = |i: usize| SAMURAI.cell_at(i / SIDE, i % SIDE).is_none();
    word.len() == SIDE * SIDE && word.bytes().enumerate().all(|(i, b)| (b == b'#') == hole(i))
}

fn has_signs(word: &str) -> bool {
    let known = |b: u8| matches!(b, b'0'..=b'9' | b'.' | b'E' | b'O');
    word.len() == 81 && word.bytes().all(known) && word.bytes().any(|b| matches!(b, b'E' | b'O'))
}

pub(crate) fn read(word: Span<'_>) -> Result<Record, FormatError> {
    let board = if is_samurai(word.text) { samurai() } else { Board::classic() };
    let mut grid = Grid::empty(board.clone());
    let (mut even, mut odd): (Vec<Cell>, Vec<Cell>) = (Vec::new(), Vec::new());
    for (i, symbol) in word.text.chars().enumerate() {
        let Some(cell) = board.cell_at(i / board.columns(), i % board.columns()) else { continue };
        match symbol {
            '.' | '0' => {}
            'E' => even.push(cell),
            'O' => odd.push(cell),
            symbol => {
                let digit = symbol.to_digit(10).and_then(|n| Digit::from_number(n as u8));
                let digit = digit.ok_or_else(|| {
                    word.error(Code::BadCharacter, i, format!("{symbol:?} is not a digit"))
                        .in_cell(board.name(cell))
                        .found(format!("{symbol:?}"), "1-9, or '.' for a blank")
                        .hint("use 1-9, '.' for a blank and '#' where no cell is")
                })?;
                grid.set(cell, digit);
            }
        }
    }
    let signs = [(even, Values::Even), (odd, Values::Odd)].into_iter();
    let signs = signs.filter(|(cells, _)| !cells.is_empty());
    let rules: Result<Vec<Rule>, _> =
        signs.map(|(cells, values)| OneOf::new(cells, values).map(Rule::OneOf)).collect();
    let document = rules.and_then(|rules| Document::new(grid).with_rules(rules));
    let document =
        document.map_err(|error| word.error(Code::UnsupportedRules, 0, error.to_string()))?;
    Ok(Record::new(Format::Line, document, word.line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_for_even_and_odd_are_rules() {
        let line = format!("1EO{}", ".".repeat(78));
        assert!(looks_like(&line));
        let document = read(Span::line(&line, 1)).unwrap().document;
        let texts: Vec<String> =
            document.rules().iter().map(|rule| rule.text(document.board())).collect();
        assert_eq!(texts, ["even r1c2", "odd r1c3"]);
        assert!(!looks_like(&".".repeat(81)));
    }

    #[test]
    fn a_samurai_reads_back_what_it_writes() {
        let mut grid = Grid::empty(samurai());
        grid.set(samurai().cell(20, 20), Digit::from_number(7).unwrap());
        let line = grid.to_string();
        assert!(looks_like(&line));
        assert_eq!(read(Span::line(&line, 1)).unwrap().document.givens(), &grid);
    }
}
