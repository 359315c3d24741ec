//! A drawing as text: the board with the cells marked, by signs that need no colour, and a legend.
//!
//! A span of text bears its sign, so that a terminal may colour it.

use crate::drawing::{Drawing, Sign, same_box};
use crate::step::CellDigit;
use sudolab_grid::{Board, Cell};

/// A piece of a board in text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// What it says, where it says something.
    pub sign: Option<Sign>,
    /// Whether it is a clue.
    pub clue: bool,
    /// The text.
    pub text: String,
}

/// The brackets around a cell.
fn brackets(sign: Option<Sign>) -> [char; 2] {
    match sign {
        Some(Sign::Placed) => ['[', ']'],
        Some(Sign::Removed) => ['<', '>'],
        Some(Sign::Blocker) => ['*', '*'],
        Some(Sign::Wrong) => ['!', '!'],
        Some(_) => ['(', ')'],
        None => [' ', ' '],
    }
}

/// The board of a drawing, of any form, and a line that says what its brackets mean.
pub fn board(drawing: &Drawing) -> Vec<Span> {
    let plain = |text: &str| Span { sign: None, clue: false, text: text.to_owned() };
    let board = drawing.board.clone().unwrap_or_else(Board::classic);
    let (rows, columns) = (board.rows(), board.columns());
    let text_of = |cell: Cell, symbol: char| {
        let told = drawing.candidates.get(cell.index()).filter(|told| !told.is_empty());
        match symbol {
            '.' => ".".to_owned(),
            _ => told.cloned().unwrap_or_else(|| symbol.to_string()),
        }
    };
    let texts: Vec<String> = board
        .cells()
        .zip(drawing.values.chars())
        .map(|(cell, symbol)| {
            let here = |mark: &&CellDigit| board.cell_named(&mark.cell) == Some(cell);
            let placed = drawing.placements.iter().find(here);
            placed.map_or_else(|| text_of(cell, symbol), |mark| mark.digit.to_string())
        })
        .collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    let at = |row: usize, column: usize| board.cell_at(row, column);
    let between = |a: Option<Cell>, b: Option<Cell>| match (a, b) {
        (Some(a), Some(b)) => !same_box(&board, a, b),
        (None, None) => false,
        _ => true,
    };
    // A column or a row in which some box ends gets room for a line.
    let ends = |row: usize, column: usize| between(at(row, column - 1), at(row, column));
    let beneath = |row: usize, column: usize| between(at(row - 1, column), at(row, column));
    let split: Vec<bool> =
        (0..columns).map(|c| c > 0 && (0..rows).any(|row| ends(row, c))).collect();
    let label = rows.to_string().len() + 2;
    let mut spans = vec![plain(&" ".repeat(label))];
    for column in 0..columns {
        let gap = if split[column] { " " } else { "" };
        spans.push(plain(&format!("{gap} {:>width$} ", column + 1)));
    }
    trim(&mut spans);
    let clues: Vec<char> = drawing.clues.chars().collect();
    for row in 0..rows {
        if row > 0 && (0..columns).any(|column| beneath(row, column)) {
            let mut line = " ".repeat(label);
            for column in 0..columns {
                let dash = if beneath(row, column) { "-" } else { " " };
                if split[column] {
                    let left = beneath(row, column - 1);
                    let here = beneath(row, column) || left || ends(row, column);
                    line.push(if here || ends(row - 1, column) { '+' } else { ' ' });
                }
                line.push_str(&dash.repeat(width + 2));
            }
            spans.push(plain(line.trim_end()));
            spans.push(plain("\n"));
        }
        spans.push(plain(&format!("{:<label$}", row + 1)));
        for column in 0..columns {
            if split[column] {
                spans.push(plain(if ends(row, column) { "|" } else { " " }));
            }
            let Some(cell) = at(row, column) else {
                spans.push(plain(&" ".repeat(width + 2)));
                continue;
            };
            let sign = sign_at(drawing, &board, cell);
            let [left, right] = brackets(sign);
            let text = texts.get(cell.index()).map_or("", String::as_str);
            let clue = clues.get(cell.index()).is_some_and(|clue| *clue != '.');
            spans.push(Span { sign, clue, text: format!("{left}{text:>width$}{right}") });
        }
        spans.push(plain("\n"));
    }
    let used = [Sign::Placed, Sign::Removed, Sign::Cell, Sign::Blocker, Sign::Wrong];
    let mut first = true;
    for sign in used {
        if !board.cells().any(|cell| sign_at(drawing, &board, cell) == Some(sign)) {
            continue;
        }
        let words = match sign {
            Sign::Removed => "loses candidates",
            Sign::Blocker => "blocks",
            Sign::Cell => "holds the pattern",
            other => other.words(),
        };
        let [left, right] = brackets(Some(sign));
        spans.push(plain(if std::mem::take(&mut first) { "   " } else { "  " }));
        spans.push(Span { sign: Some(sign), clue: false, text: format!("{left} {right}") });
        spans.push(plain(&format!(" {words}")));
    }
    if !first {
        spans.push(plain("\n"));
    }
    spans
}

/// Ends a line whose last span is plain.
fn trim(spans: &mut [Span]) {
    if let Some(last) = spans.last_mut() {
        last.text = format!("{}\n", last.text.trim_end());
    }
}

/// The sign of a whole cell: what happens in it goes before what it is part of.
fn sign_at(drawing: &Drawing, board: &Board, cell: Cell) -> Option<Sign> {
    let is = |name: &str| board.cell_named(name) == Some(cell);
    let marked = |marks: &[CellDigit]| marks.iter().any(|mark| is(&mark.cell));
    let named = |cells: &[String]| cells.iter().any(|cell| is(cell));
    match () {
        () if named(&drawing.wrong) => Some(Sign::Wrong),
        () if marked(&drawing.placements) => Some(Sign::Placed),
        () if marked(&drawing.eliminations) => Some(Sign::Removed),
        () if marked(&drawing.blockers) => Some(Sign::Blocker),
        () if named(&drawing.cells) => Some(Sign::Cell),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_marks_what_is_placed_and_what_blocks() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let mut drawing = Drawing::clues(&line.parse().expect("a puzzle"), "a test");
        drawing.placements.push(CellDigit { cell: "r1c6".into(), digit: 8 });
        drawing.blockers.push(CellDigit { cell: "r5c4".into(), digit: 8 });
        let spans = board(&drawing);
        let text: String = spans.iter().map(|span| span.text.as_str()).collect();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "1   5  3  . | .  7 [8]| .  .  . ");
        assert!(lines[6].contains("*8*"), "{text}");
        assert_eq!(lines[12], "   [ ] is placed  * * blocks");
        assert_eq!(spans.iter().filter(|span| span.clue).count(), 30);
    }

    #[test]
    fn a_board_of_another_form_has_lines_where_its_boxes_end() {
        let text = |line: &str| {
            let board = board(&Drawing::clues(&line.parse().expect("a puzzle"), "a test"));
            board.iter().map(|span| span.text.clone()).collect::<String>()
        };
        let four = "    1  2   3  4\n1   1  . | .  4 \n2   .  . | .  . \n   ------+------\n\
                    3   .  . | .  . \n4   .  . | .  1 \n";
        assert_eq!(text("1..4...........1"), four);
        let sixteen = Board::of_size(16).expect("a board");
        let mut grid = sudolab_grid::Grid::empty(sixteen.clone());
        let ten = sixteen.digit_of(10).expect("a digit");
        grid.set(sixteen.cell_at(0, 0).expect("a cell"), ten);
        let drawing = Drawing::clues(&sudolab_grid::Puzzle::new(grid), "a test");
        let said: String = board(&drawing).iter().map(|span| span.text.clone()).collect();
        assert!(said.lines().nth(1).expect("a row").starts_with("1    10   . "), "{said}");
        let snake = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
        let snake = Board::irregular(&snake).expect("a board");
        let grid = snake.grid_from_line("1...............").expect("a line");
        let drawing = Drawing::clues(&sudolab_grid::Puzzle::new(grid), "a test");
        let said: String = board(&drawing).iter().map(|span| span.text.clone()).collect();
        assert_eq!(
            said.lines().skip(1).take(3).collect::<Vec<_>>(),
            ["1   1   .   . | . ", "      +---+---+", "2   . | . | .   . "],
            "{said}"
        );
    }
}
