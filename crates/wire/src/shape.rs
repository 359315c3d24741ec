//! What a line cannot say about a puzzle: its boxes or regions, and its candidates.
//!
//! A line of symbols is read on the usual board of its size. Where a puzzle lies on another one,
//! objects get more fields and tables more columns, all of which our readers know; where it states
//! candidates, or has rules, only a document of its own carries it.

use std::sync::Arc;
use sudolab_grid::formats::{Document, Format, WriteOptions};
use sudolab_grid::{Alphabet, Board, Grid, Layout, Puzzle};

/// The sizes of boards whose puzzles are known by the length of their line alone.
const SIZES_OF_LINES: [usize; 8] = [4, 6, 8, 9, 10, 12, 16, 25];

/// Whether a puzzle written as a line would be refused or read as another one: its size or boxes
/// are not the usual ones, or it states candidates.
pub fn line_loses(puzzle: &Puzzle) -> bool {
    if !SIZES_OF_LINES.contains(&puzzle.board().size()) {
        return true;
    }
    let document = Document::from(puzzle);
    Format::Line
        .losses(&document, &WriteOptions::default())
        .map_or(true, |losses| !losses.is_empty())
}

/// A puzzle with all that belongs to it, as an object on one line with the line's end.
pub fn document_line(puzzle: &Puzzle) -> Option<String> {
    let written = Format::Json.write(&Document::from(puzzle), &WriteOptions::default()).ok()?;
    Some(written.text)
}

/// What has to be told of a board besides the clues; nothing for the usual ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The size of the board.
    pub size: Option<usize>,
    /// Rows and columns of a box; one row for a board without boxes.
    pub boxes: Option<[usize; 2]>,
    /// The region of each cell, as a symbol.
    pub regions: Option<String>,
    /// The cells of each extra region.
    pub extra_regions: Option<Vec<Vec<String>>>,
    /// The boxes as options and tables write them.
    box_word: Option<String>,
}

impl Shape {
    /// What has to be told of puzzles on a board.
    pub fn of(board: &Arc<Board>) -> Shape {
        if !line_loses(&Puzzle::new(Grid::empty(board.clone()))) {
            return Shape::default();
        }
        let mut shape = Shape { size: Some(board.size()), ..Shape::default() };
        match board.layout() {
            Layout::Boxes { rows, columns } => {
                shape.boxes = Some([usize::from(*rows), usize::from(*columns)]);
                shape.box_word = Some(format!("{rows}x{columns}"));
            }
            // Such a board is told by the rules format alone.
            Layout::Free => {}
            Layout::Latin => {
                shape.boxes = Some([1, board.size()]);
                shape.box_word = Some("none".to_owned());
            }
            Layout::Regions(map) => {
                shape.regions = Some(map.iter().map(|&region| symbol(region)).collect());
            }
        }
        let names = |cells: &[sudolab_grid::Cell]| cells.iter().map(|&c| board.name(c)).collect();
        let extra: Vec<Vec<String>> =
            board.extra_regions().map(|house| names(house.cells())).collect();
        shape.extra_regions = Some(extra).filter(|extra| !extra.is_empty());
        shape
    }

    /// Whether a plain line is not enough.
    pub fn needs_more(&self) -> bool {
        self.size.is_some()
    }

    /// The columns that tables need more.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> + use<> {
        let told = self.needs_more();
        ["box", "regions"].into_iter().filter(move |_| told)
    }

    /// Their fields.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let told = self.needs_more();
        [self.box_word.as_deref().unwrap_or(""), self.regions.as_deref().unwrap_or("")]
            .into_iter()
            .filter(move |_| told)
    }
}

/// The symbol of a region, as digits are written.
fn symbol(region: u8) -> char {
    Alphabet::Numbers.symbol(region + 1).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_boards_need_nothing_more_and_others_their_shape() {
        let usual = Shape::of(&Board::classic());
        assert!(!usual.needs_more());
        assert_eq!(usual.columns().count(), 0);
        let tall = Shape::of(&Board::boxes(3, 2).expect("a board"));
        assert_eq!(tall.fields().collect::<Vec<_>>(), ["3x2", ""]);
        let snake = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
        let jigsaw = Shape::of(&Board::irregular(&snake).expect("a board"));
        assert_eq!(jigsaw.fields().collect::<Vec<_>>(), ["", "1112132233423444"]);
    }
}
