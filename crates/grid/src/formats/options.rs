//! How to read and how to write.

use super::Format;
use super::entry::Entry;
use super::error::{Code, FormatError};
use crate::{Alphabet, Board, BoardError};
use std::str::FromStr;
use std::sync::Arc;

/// How to read text; the default finds everything out by itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// The format, when it is known (`--from`).
    pub from: Option<Format>,
    /// The name of the file, for messages and for its extension.
    pub file: Option<String>,
    /// The symbols of digits (`--alphabet`).
    pub alphabet: Option<Alphabet>,
    /// The shape of the boxes (`--box`).
    pub box_shape: Option<BoxShape>,
    /// The board whose regions the puzzles have (`--regions`), where they do not tell their own;
    /// see [`board_of_regions`](super::board_of_regions).
    pub regions: Option<Arc<Board>>,
    /// Rules that every puzzle has besides its own (`--rules`), as texts; see
    /// [`rule_lines`](super::rule_lines).
    pub rules: Vec<String>,
    /// The symbol of a blank cell (`--blank`); the other blank symbols are then bad characters.
    pub blank: Option<char>,
    /// How much to forgive.
    pub manner: Manner,
    /// Keep candidates that a pencilmark grid marks for removal (`-5`) as `meta.extra.marked`.
    pub keep_marked: bool,
    /// How large things may be.
    pub limits: Limits,
    /// Formats of your own, which are recognised before those of the list.
    pub own: &'static [&'static Entry],
}

/// How much a reader forgives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Manner {
    /// Doubtful input is an error: mixed blanks, unknown blank symbols.
    Strict,
    /// Doubtful input is read with a note.
    #[default]
    Usual,
    /// A pencilmark cell without candidates may hold any digit, and what was not understood is left
    /// out with a note, although it may be a rule.
    Lenient,
}

/// The shape of the boxes of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoxShape {
    /// So many rows and columns.
    Boxes {
        /// Rows of one box.
        rows: u8,
        /// Columns of one box.
        columns: u8,
    },
    /// No boxes: a Latin square.
    None,
}

impl FromStr for BoxShape {
    type Err = String;

    /// `3x2` is three rows and two columns; `none` is a Latin square.
    fn from_str(text: &str) -> Result<BoxShape, String> {
        let text = text.trim().to_ascii_lowercase();
        if text == "none" || text == "latin" {
            return Ok(BoxShape::None);
        }
        let shape = text.split_once(['x', '*']).and_then(|(rows, columns)| {
            Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
        });
        match shape {
            Some((1, _) | (_, 1)) => Ok(BoxShape::None),
            Some((rows @ 1.., columns @ 1..)) => Ok(BoxShape::Boxes { rows, columns }),
            _ => {
                Err(format!("{text:?} is not a box shape; use rows x columns such as 3x2, or none"))
            }
        }
    }
}

impl BoxShape {
    /// The board of a size with such boxes.
    pub fn board(self, size: usize) -> Result<Arc<Board>, FormatError> {
        let misfit =
            |error: BoardError| FormatError::new(Code::UnsupportedRules, error.to_string());
        match self {
            BoxShape::None => Board::latin(size).map_err(misfit),
            BoxShape::Boxes { rows, columns }
                if usize::from(rows) * usize::from(columns) != size =>
            {
                Err(FormatError::new(
                    Code::UnsupportedRules,
                    format!("boxes of {rows}x{columns} do not fit a board of size {size}"),
                )
                .hint("rows times columns must be the size"))
            }
            // The classic board is shared by all.
            BoxShape::Boxes { rows: 3, columns: 3 } => Ok(Board::classic()),
            BoxShape::Boxes { rows, columns } => Board::boxes(rows, columns).map_err(misfit),
        }
    }
}

/// Limits against hostile input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of one line.
    pub line: usize,
    /// Bytes of a record that spans lines, and of an unpacked text.
    pub payload: usize,
    /// How many times larger than its packed form a text may become.
    pub expansion: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { line: 1 << 20, payload: 8 << 20, expansion: 200 }
    }
}

impl Limits {
    /// The largest text that a packed one of this length may become.
    pub fn unpacked(&self, packed: usize) -> usize {
        packed.saturating_mul(self.expansion).min(self.payload)
    }
}

impl ReadOptions {
    /// The options with a format.
    pub fn from_format(format: Format) -> ReadOptions {
        ReadOptions { from: Some(format), ..ReadOptions::default() }
    }

    /// The board of a size, with the boxes asked for or the usual ones.
    pub fn board(&self, size: usize) -> Result<Arc<Board>, FormatError> {
        match (&self.regions, self.box_shape) {
            (Some(board), _) if board.size() == size => Ok(board.clone()),
            (Some(board), _) => Err(FormatError::new(
                Code::UnsupportedRules,
                format!(
                    "the regions are those of a {0}x{0} board, the puzzle is {size}x{size}",
                    board.size()
                ),
            )
            .hint("give --regions a map with one symbol for each cell of the puzzle")),
            (None, Some(shape)) => shape.board(size),
            (None, None) if self.is_latin_by_name() => BoxShape::None.board(size),
            (None, None) => Board::of_size(size)
                .map_err(|error| FormatError::new(Code::WrongLength, error.to_string())),
        }
    }
}

impl ReadOptions {
    /// Whether nothing but the name of the file tells the boards, and it speaks of Latin squares.
    pub(crate) fn is_latin_by_name(&self) -> bool {
        let name = || {
            let path = self.file.as_deref()?;
            let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
            Some(name.to_ascii_lowercase())
        };
        let speaks = |name: String| ["latin", "quasigroup"].iter().any(|word| name.contains(word));
        self.box_shape.is_none() && self.regions.is_none() && name().is_some_and(speaks)
    }

    /// Whether a plain 9x9 line lies on the classic board.
    pub(crate) fn is_classic(&self) -> bool {
        let boxes = matches!(self.box_shape, None | Some(BoxShape::Boxes { rows: 3, columns: 3 }));
        boxes && self.regions.is_none() && self.rules.is_empty() && !self.is_latin_by_name()
    }
}

/// How to write.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WriteOptions {
    /// The symbols of digits above nine.
    pub alphabet: Alphabet,
    /// The symbol of a blank cell, where the format leaves a choice.
    pub blank: Option<char>,
    /// How a grid is drawn.
    pub style: GridStyle,
    /// Write notes where the format has a simple and a full form (OpenSudoku).
    pub with_notes: bool,
    /// Refuse to write what the format cannot hold, instead of dropping it.
    pub strict: bool,
    /// The columns of a table; the usual ones when empty, everything when it is `all`.
    pub columns: Vec<String>,
    /// How many records stand before this one; a [`Writer`](super::Writer) counts by itself.
    pub index: usize,
}

/// How a grid is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GridStyle {
    /// `| 5 3 . | . 7 . |` with borders of `+` and `-`.
    #[default]
    Ascii,
    /// The same with box-drawing characters.
    Unicode,
    /// One line for each row, no decoration.
    Compact,
}

impl FromStr for GridStyle {
    type Err = String;

    fn from_str(text: &str) -> Result<GridStyle, String> {
        match text {
            "ascii" => Ok(GridStyle::Ascii),
            "unicode" => Ok(GridStyle::Unicode),
            "compact" => Ok(GridStyle::Compact),
            _ => Err(format!("{text:?} is not a grid style; use ascii, unicode or compact")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_shape_is_rows_by_columns() {
        assert_eq!("3x2".parse(), Ok(BoxShape::Boxes { rows: 3, columns: 2 }));
        assert_eq!("none".parse(), Ok(BoxShape::None));
        assert_eq!("1x7".parse(), Ok(BoxShape::None));
        assert!("3".parse::<BoxShape>().is_err());
        assert!("0x9".parse::<BoxShape>().is_err());
        let shape: BoxShape = "3x2".parse().unwrap();
        assert_eq!(shape.board(6).unwrap().to_string(), "6x6 with 3x2 boxes");
        assert_eq!(shape.board(9).unwrap_err().code(), Code::UnsupportedRules);
    }
}
