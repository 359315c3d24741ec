//! Lines of boards that are several squares, and of squares with signs in their cells.
//!
//! A samurai is a line of 21x21 symbols, `#` where no cell is: five 9x9 squares of which the middle
//! one shares a box with each other. Squares that overlap in any other way (gattai) stand in one line
//! too, row by row with `/` between the rows; the squares follow from where cells are. In a 9x9 line,
//! `E` and `O` stand for an even and an odd digit.

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
    let corners = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
    let plan = plan_of((SIDE, SIDE), &corners);
    plan.board().expect("five overlapping squares make a board")
});

/// The plan of 9x9 squares whose first cells lie at these places.
fn plan_of((rows, columns): (usize, usize), corners: &[(usize, usize)]) -> Plan {
    let mut plan = Plan::new(rows, columns, 1..=9);
    corners.iter().for_each(|&(row, column)| plan.square(row, column, (3, 3)));
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    plan.holes = all.filter(|&place| !corners.iter().any(|&at| is_within(place, at))).collect();
    plan
}

/// Whether a place lies in the square that begins at another.
fn is_within((row, column): (usize, usize), (r, c): (usize, usize)) -> bool {
    (r..r + 9).contains(&row) && (c..c + 9).contains(&column)
}

/// The board of five overlapping squares.
pub fn samurai() -> Arc<Board> {
    SAMURAI.clone()
}

/// Whether a word is a line of one of these.
pub(crate) fn looks_like(word: &str) -> bool {
    is_samurai(word) || has_signs(word) || has_rows(word)
}

/// Whether a word is rows of several squares, with `/` between them.
fn has_rows(word: &str) -> bool {
    let known = |b: u8| matches!(b, b'0'..=b'9' | b'.' | b'#' | b'/');
    let n_rows = 1 + word.bytes().filter(|&b| b == b'/').count();
    n_rows >= 9 && word.len() > 9 * 10 && word.bytes().all(known)
}

/// The board of rows with `/` between them. Squares lie whole boxes apart; which there are follows from
/// the cells if each has a cell that lies in no other.
fn board_of_rows(word: Span<'_>) -> Result<Arc<Board>, FormatError> {
    let rows: Vec<&[u8]> = word.text.split('/').map(str::as_bytes).collect();
    let columns = rows[0].len();
    if let Some(row) = rows.iter().position(|row| row.len() != columns) {
        let at = rows[..row].iter().map(|row| row.len() + 1).sum();
        return Err(word
            .error(Code::WrongLength, at, format!("row {} has another length", row + 1))
            .found(format!("{} cells", rows[row].len()), format!("{columns} as in row 1"))
            .hint("write as many symbols in each row, '#' where no cell is"));
    }
    let is_cell = |row: usize, column: usize| rows[row][column] != b'#';
    let full = |&(row, column): &(usize, usize)| {
        (row..row + 9).all(|r| (column..column + 9).all(|c| is_cell(r, c)))
    };
    let places = |n: usize| (0..n.saturating_sub(8)).step_by(3);
    let at = places(rows.len()).flat_map(|row| places(columns).map(move |column| (row, column)));
    let corners: Vec<(usize, usize)> = at.filter(full).collect();
    for row in 0..rows.len() {
        for column in 0..columns {
            let covered = corners.iter().any(|&at| is_within((row, column), at));
            if is_cell(row, column) && !covered {
                return Err(word
                    .error(
                        Code::UnsupportedRules,
                        row * (columns + 1) + column,
                        format!("the cell r{}c{} is in no 9x9 square", row + 1, column + 1),
                    )
                    .hint("write '#' where no cell is; squares begin whole boxes apart"));
            }
        }
    }
    let own = |&at: &(usize, usize)| {
        let mut cells = (0..81).map(|i| (at.0 + i / 9, at.1 + i % 9));
        cells.any(|place| corners.iter().filter(|&&other| is_within(place, other)).count() == 1)
    };
    if let Some(&(row, column)) = corners.iter().find(|at| !own(at)) {
        return Err(word
            .error(
                Code::UnsupportedRules,
                row * (columns + 1) + column,
                "the cells do not tell which squares there are".to_owned(),
            )
            .found(
                format!("one at r{}c{} that lies in others", row + 1, column + 1),
                "squares with a cell of their own each",
            )
            .hint("give the board in our JSON, which names the houses"));
    }
    let board = plan_of((rows.len(), columns), &corners).board();
    board.map_err(|error| word.error(Code::UnsupportedRules, 0, error.to_string()))
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
    let rows = has_rows(word.text);
    let board = match rows {
        true => board_of_rows(word)?,
        false if is_samurai(word.text) => samurai(),
        false => Board::classic(),
    };
    let mut grid = Grid::empty(board.clone());
    let (mut even, mut odd): (Vec<Cell>, Vec<Cell>) = (Vec::new(), Vec::new());
    let across = board.columns() + usize::from(rows);
    for (i, symbol) in word.text.chars().enumerate() {
        let Some(cell) = board.cell_at(i / across, i % across) else { continue };
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
    fn squares_that_overlap_are_told_by_their_rows() {
        let row = |at: usize| -> String {
            let symbol = |column: usize| match (at < 9 && column < 9, at > 5 && column > 5) {
                (false, false) => '#',
                _ if (at, column) == (0, 0) => '7',
                _ => '.',
            };
            (0..15).map(symbol).collect()
        };
        let rows: Vec<String> = (0..15).map(row).collect();
        let word = rows.join("/");
        assert!(looks_like(&word));
        let document = read(Span::line(&word, 1)).unwrap().document;
        let board = document.board();
        assert_eq!((board.rows(), board.columns(), board.n_cells()), (15, 15, 81 + 81 - 9));
        // Two squares of 27 houses share one box.
        assert_eq!(board.houses().len(), 53);
        assert_eq!(document.givens().value(board.cell_at(0, 0).unwrap()), Some(7));
        let error = |word: &str| read(Span::line(word, 1)).unwrap_err().to_string();
        assert!(error(&word.replacen('#', ".", 1)).contains("the cell r1c10 is in no 9x9 square"));
        assert!(error(&word.replacen('#', "", 1)).contains("row 2 has another length"));
        let wide = vec![".".repeat(15); 9].join("/");
        assert!(error(&wide).contains("which squares there are"), "{}", error(&wide));
        assert!(!looks_like("1/2/3"));
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
