//! What a line cannot say about a puzzle: its boxes or regions, and its candidates.
//!
//! A line of symbols is read on the usual board of its size. Where a puzzle lies on another one, or states
//! candidates, tables get more columns, objects more keys (all of which our readers know), and what would
//! be a plain line becomes an object on a line.

use crate::input;
use serde_json::{Value, json};
use std::sync::Arc;
use sudolab_grid::formats::{Document, Format, WriteOptions};
use sudolab_grid::{Board, Grid, Layout, Puzzle};

/// What has to be told besides the clues.
pub struct Carried {
    size: usize,
    /// `box` or `regions`, and its text.
    shape: Option<(&'static str, String)>,
    board: Arc<Board>,
}

/// What has to be told of puzzles on a board.
pub fn carry(board: &Arc<Board>) -> Carried {
    let shape =
        input::line_loses(&Puzzle::new(Grid::empty(board.clone()))).then(|| match board.layout() {
            Layout::Boxes { rows, columns } => ("box", format!("{rows}x{columns}")),
            Layout::Latin => ("box", "none".to_owned()),
            Layout::Regions(map) => ("regions", map.iter().map(|&region| symbol(region)).collect()),
        });
    Carried { size: board.size(), shape, board: board.clone() }
}

impl Carried {
    /// Whether a plain line is not enough.
    pub fn needs_more(&self) -> bool {
        self.shape.is_some()
    }

    /// The columns that tables need more.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        let told = self.shape.is_some();
        ["box", "regions"].into_iter().filter(move |_| told)
    }

    /// Their fields.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let of = |name: &str| match &self.shape {
            Some((shape, text)) if *shape == name => text.as_str(),
            _ => "",
        };
        let told = self.shape.is_some();
        [of("box"), of("regions")].into_iter().filter(move |_| told)
    }

    /// Adds what has to be told to an object.
    pub fn describe(&self, object: &mut Value) {
        if self.shape.is_none() {
            return;
        }
        object["size"] = json!(self.size);
        match self.board.layout() {
            Layout::Boxes { rows, columns } => object["box"] = json!([rows, columns]),
            Layout::Latin => object["box"] = json!([1, self.size]),
            Layout::Regions(_) => {
                object["regions"] = json!(self.shape.as_ref().map(|(_, text)| text));
            }
        }
        let extra: Vec<Vec<String>> = self
            .board
            .extra_regions()
            .map(|house| house.cells().iter().map(|&cell| self.board.name(cell)).collect())
            .collect();
        if !extra.is_empty() {
            object["extra_regions"] = json!(extra);
        }
    }
}

/// A puzzle with all that belongs to it, as an object on one line.
pub fn object_line(puzzle: &Puzzle) -> Option<String> {
    let written = Format::Json.write(&Document::from(puzzle), &WriteOptions::default()).ok()?;
    Some(written.text)
}

/// The symbol of a region: 1 to 9, then A to P.
fn symbol(region: u8) -> char {
    char::from_digit(u32::from(region) + 1, 36).map_or('?', |c| c.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_boards_need_nothing_more_and_others_their_shape() {
        let usual = carry(&Board::classic());
        assert!(!usual.needs_more());
        assert_eq!(usual.columns().count(), 0);
        let tall = carry(&Board::boxes(3, 2).expect("a board"));
        assert_eq!(tall.fields().collect::<Vec<_>>(), ["3x2", ""]);
        let snake = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
        let jigsaw = carry(&Board::irregular(&snake).expect("a board"));
        assert_eq!(jigsaw.fields().collect::<Vec<_>>(), ["", "1112132233423444"]);
    }
}
