//! How a book is to look.

use crate::Paper;
use sudolab_grid::Alphabet;

/// The choices of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// The paper.
    pub paper: Paper,
    /// Puzzles on one page.
    pub per_page: PerPage,
    /// The title; empty for none.
    pub title: String,
    /// The number of the first puzzle.
    pub first_number: usize,
    /// Whether solutions follow at the back.
    pub solutions: bool,
    /// What stands in the empty cells.
    pub marks: Marks,
    /// The symbols of digits above nine.
    pub alphabet: Alphabet,
}

impl Style {
    /// The number of the puzzle at a place, from 0.
    pub(crate) fn number(&self, at: usize) -> usize {
        self.first_number.saturating_add(at)
    }
}

impl Default for Style {
    /// Two puzzles on a page of A4, with solutions, without marks.
    fn default() -> Style {
        Style {
            paper: Paper::A4,
            per_page: PerPage::Two,
            title: String::new(),
            first_number: 1,
            solutions: true,
            marks: Marks::None,
            alphabet: Alphabet::default(),
        }
    }
}

/// How many puzzles stand on one page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum PerPage {
    /// One.
    One,
    /// Two, one below the other.
    Two,
    /// Four in two rows.
    Four,
    /// Six in three rows.
    Six,
}

impl PerPage {
    /// The choice for a number of puzzles.
    pub fn new(puzzles: usize) -> Option<PerPage> {
        match puzzles {
            1 => Some(PerPage::One),
            2 => Some(PerPage::Two),
            4 => Some(PerPage::Four),
            6 => Some(PerPage::Six),
            _ => None,
        }
    }

    /// Columns and rows of puzzles on the page.
    pub fn columns_and_rows(self) -> (usize, usize) {
        match self {
            PerPage::One => (1, 1),
            PerPage::Two => (1, 2),
            PerPage::Four => (2, 2),
            PerPage::Six => (2, 3),
        }
    }
}

/// What stands in the empty cells of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Marks {
    /// Nothing, but for the candidates that are part of the puzzle.
    None,
    /// The digits that the clues leave open.
    Candidates,
    /// Every digit, pale: to be struck out or circled with a pencil.
    All,
}
