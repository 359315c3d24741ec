//! Consecutive, skyscraper and margin Sudoku in the text of a table's `problem` column.
//!
//! Lines are ended by `/`; the first one tells rows and columns, a cell or clue that is blank is `-`.
//!
//! ```text
//! ConsecutiveSudoku   6 6 / givens, row by row / for each cell a number, row by row:
//!                     1 right, 2 below, 4 left, 8 above differ from it by 1, and no others do
//! SkyscraperSudoku    9 9 / above / below / left / right: how many are seen / givens
//! MarginSudoku        9 9 / above / below / left / right: the sum of the nearest three / givens
//! ```
//!
//! Consecutive ones have rows and columns only; the others have the usual boxes.

use super::Format;
use super::document::Document;
use super::error::{Code, FormatError};
use super::record::Record;
use super::span::Span;
use crate::rule::{Dot, Negative, Rule, RuleError, Signs, Skyscraper, Sum};
use crate::{Board, Cell, Digit, Grid};
use std::sync::Arc;

/// What the column `type` calls them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JankoKind {
    Consecutive,
    Skyscraper,
    Margin,
}

impl JankoKind {
    pub(crate) fn named(name: &str) -> Option<JankoKind> {
        match name.trim().to_ascii_lowercase().as_str() {
            "consecutivesudoku" => Some(JankoKind::Consecutive),
            "skyscrapersudoku" => Some(JankoKind::Skyscraper),
            "marginsudoku" => Some(JankoKind::Margin),
            _ => None,
        }
    }
}

/// Whether a text tells its rows and columns and ends its lines with `/`.
pub(crate) fn looks_like(text: &str) -> bool {
    let Some((size, _)) = text.trim().split_once('/') else { return false };
    let mut words = size.split_whitespace();
    let same = words.next().is_some_and(|n| n.parse::<usize>().is_ok() && words.next() == Some(n));
    same && words.next().is_none()
}

pub(crate) fn read(variant: JankoKind, text: Span<'_>) -> Result<Record, FormatError> {
    let text = text.trim();
    let lines: Vec<Vec<&str>> =
        text.text.split('/').map(|line| line.split_whitespace().collect()).collect();
    let n: usize = lines[0].first().and_then(|word| word.parse().ok()).unwrap_or(0);
    let board = match variant {
        JankoKind::Consecutive => Board::latin(n),
        JankoKind::Skyscraper | JankoKind::Margin => Board::of_size(n),
    };
    let board = board.map_err(|e| text.error(Code::WrongLength, 0, e.to_string()))?;
    let (n_lines, givens) = match variant {
        JankoKind::Consecutive => (1 + 2 * n, 1),
        JankoKind::Skyscraper | JankoKind::Margin => (5 + n, 5),
    };
    let short = lines.iter().skip(1).position(|line| line.len() != n);
    if lines.len() != n_lines || short.is_some() {
        let what = match short {
            Some(i) => format!("line {} has {} fields", i + 2, lines[i + 1].len()),
            None => format!("there are {} lines", lines.len()),
        };
        return Err(text
            .error(Code::WrongLength, 0, what)
            .found(format!("{} lines", lines.len()), format!("{n_lines} lines of {n} fields"))
            .hint("end each line with '/', and write '-' for what is blank"));
    }
    let number = |word: &str| -> Result<Option<i64>, FormatError> {
        match word {
            "-" | "." => Ok(None),
            _ => word.parse().map(Some).map_err(|_| {
                text.error(Code::BadCharacter, 0, format!("{word:?} is not a number"))
                    .hint("write a number, or '-' for what is blank")
            }),
        }
    };
    let mut grid = Grid::empty(board.clone());
    for (row, line) in lines[givens..givens + n].iter().enumerate() {
        for (column, word) in line.iter().enumerate() {
            if let Some(value) = number(word)? {
                let digit = board.digit_of(value).ok_or_else(|| {
                    text.error(Code::DigitOutOfRange, 0, format!("{value} is no digit here"))
                        .in_cell(board.name(board.cell(row, column)))
                        .hint(format!("use 1 to {n}"))
                })?;
                grid.set(board.cell(row, column), digit);
            }
        }
    }
    let mut numbers: Vec<Vec<Option<i64>>> = Vec::new();
    let clues = if givens == 1 { &lines[1 + n..] } else { &lines[1..5] };
    for line in clues {
        numbers.push(line.iter().map(|word| number(word)).collect::<Result<_, _>>()?);
    }
    let rules = match variant {
        JankoKind::Consecutive => consecutive(&board, &numbers),
        _ => outside(variant, &board, &numbers),
    };
    let document = rules.and_then(|rules| Document::new(grid).with_rules(rules));
    let document =
        document.map_err(|error| text.error(Code::UnsupportedRules, 0, error.to_string()))?;
    Ok(Record::new(Format::Tsv, document, text.line))
}

/// The solution of such a table: rows and columns, and then the rows.
pub(crate) fn solution(text: &str, board: &Arc<Board>) -> Option<Grid> {
    let (_, rows) = text.trim().split_once('/')?;
    let mut grid = Grid::empty(board.clone());
    let mut cells = board.cells();
    for word in rows.split(['/', ' ']).filter(|word| !word.is_empty()) {
        let digit: Digit = board.digit_of(word.parse().ok()?)?;
        grid.set(cells.next()?, digit);
    }
    cells.next().is_none().then_some(grid)
}

fn consecutive(board: &Board, numbers: &[Vec<Option<i64>>]) -> Result<Vec<Rule>, RuleError> {
    let mut marked: Vec<(Cell, Cell)> = Vec::new();
    for (a, b) in board.touching() {
        let told = |cell: Cell| numbers[board.row(cell)][board.column(cell)].unwrap_or(0);
        let (from, to) = if board.row(a) == board.row(b) { (1, 4) } else { (2, 8) };
        if told(a) & from != 0 || told(b) & to != 0 {
            marked.push((a, b));
        }
    }
    let dot = |&(a, b): &(Cell, Cell)| Dot::white(a, b, 1).map(Rule::Dot);
    let mut rules: Vec<Rule> = marked.iter().map(dot).collect::<Result<_, _>>()?;
    rules.push(Rule::Negative(Negative::new(Signs::White, &marked)));
    Ok(rules)
}

fn outside(
    variant: JankoKind,
    board: &Board,
    numbers: &[Vec<Option<i64>>],
) -> Result<Vec<Rule>, RuleError> {
    let n = board.size();
    let mut rules = Vec::new();
    for (side, clues) in numbers.iter().enumerate() {
        for (at, clue) in clues.iter().enumerate() {
            let Some(clue) = *clue else { continue };
            let cells = (0..n).map(|i| match side {
                0 => board.cell(i, at),
                1 => board.cell(n - 1 - i, at),
                2 => board.cell(at, i),
                _ => board.cell(at, n - 1 - i),
            });
            rules.push(match variant {
                JankoKind::Margin => {
                    let near = cells.take(3).map(|cell| (cell, 1)).collect();
                    Rule::Sum(Sum::new(near, clue)?)
                }
                _ => Rule::Skyscraper(Skyscraper::seen(cells.collect(), clue)?),
            });
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONSECUTIVE: &str = "3 3/1 - -/- - -/- - -/1 5 4/0 2 0/1 12 0";

    #[test]
    fn numbers_tell_which_neighbours_are_consecutive() {
        assert!(looks_like(CONSECUTIVE) && !looks_like("6 7/1") && !looks_like("53..7"));
        let record = read(JankoKind::Consecutive, Span::line(CONSECUTIVE, 1)).unwrap();
        let board = record.document.board();
        let rules: Vec<String> = record.document.rules().iter().map(|r| r.text(board)).collect();
        assert_eq!(rules[0], "white-dot 1 r1c1 r1c2");
        assert_eq!(rules.iter().filter(|rule| rule.starts_with("white-dot")).count(), 4);
        assert!(rules.last().unwrap().starts_with("negative-white"));
        let told = solution("3 3/1 2 3/2 3 1/3 1 2", board).unwrap();
        assert_eq!(told.values(), [1, 2, 3, 2, 3, 1, 3, 1, 2]);
        assert_eq!(solution("3 3/1 2 3/2 3 1/3 1", board), None);
    }

    #[test]
    fn clues_outside_look_along_their_lines() {
        let line = |n: &str| [n; 4].join(" ");
        let text = format!(
            "4 4/{}/{}/{}/{}/{}",
            line("2"),
            line("-"),
            line("-"),
            "1 - - -",
            [line("-"), line("-"), line("-"), line("-")].join("/")
        );
        let record = read(JankoKind::Skyscraper, Span::line(&text, 1)).unwrap();
        let board = record.document.board();
        let rules: Vec<String> = record.document.rules().iter().map(|r| r.text(board)).collect();
        assert_eq!(rules.len(), 5);
        assert_eq!(rules[0], "skyscraper 2 r1c1 r2c1 r3c1 r4c1");
        assert_eq!(rules[4], "skyscraper 1 r1c4 r1c3 r1c2 r1c1");
        let record = read(JankoKind::Margin, Span::line(&text, 1)).unwrap();
        assert_eq!(record.document.rules().len(), 5);
        let short = read(JankoKind::Margin, Span::line("4 4/1 2 3 4", 1)).unwrap_err();
        assert!(short.to_string().contains("lines"), "{short}");
    }
}
