//! A drawing as text: the board with the cells marked, by signs that need no colour, and a legend.
//!
//! A span of text bears its sign, so that a terminal may colour it.

use crate::drawing::{Drawing, Sign, cell_at};

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

/// The board of a drawing, and a line that says what its brackets mean.
pub fn board(drawing: &Drawing) -> Vec<Span> {
    let plain = |text: &str| Span { sign: None, clue: false, text: text.to_owned() };
    let mut spans = Vec::new();
    spans.push(plain("    1  2  3   4  5  6   7  8  9\n"));
    let clues: Vec<char> = drawing.clues.chars().collect();
    for (index, value) in drawing.values.chars().enumerate() {
        let (row, column) = (index / 9, index % 9);
        if column == 0 {
            if row % 3 == 0 && row > 0 {
                spans.push(plain("   ---------+---------+---------\n"));
            }
            spans.push(plain(&format!("{}  ", row + 1)));
        } else if column % 3 == 0 {
            spans.push(plain("|"));
        }
        let sign = sign_at(drawing, index);
        let [left, right] = brackets(sign);
        let placed = drawing.placements.iter().find(|mark| cell_at(&mark.cell) == Some(index));
        let digit = placed.map_or_else(|| value.to_string(), |mark| mark.digit.to_string());
        let clue = clues.get(index).is_some_and(|clue| clue.is_ascii_digit());
        spans.push(Span { sign, clue, text: format!("{left}{digit}{right}") });
        if column == 8 {
            spans.push(plain("\n"));
        }
    }
    let used = [Sign::Placed, Sign::Removed, Sign::Cell, Sign::Blocker, Sign::Wrong];
    let mut first = true;
    for sign in used {
        if !(0..81).any(|index| sign_at(drawing, index) == Some(sign)) {
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

/// The sign of a whole cell: what happens in it goes before what it is part of.
fn sign_at(drawing: &Drawing, index: usize) -> Option<Sign> {
    let marked = |marks: &[crate::step::CellDigit]| {
        marks.iter().any(|mark| cell_at(&mark.cell) == Some(index))
    };
    let named = |cells: &[String]| cells.iter().any(|cell| cell_at(cell) == Some(index));
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
    use crate::step::CellDigit;

    #[test]
    fn the_board_marks_what_is_placed_and_what_blocks() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let mut drawing = Drawing::clues(line, "a test").expect("a classic puzzle");
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
}
