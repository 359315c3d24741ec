//! Marks: how rules look on paper, as data.
//!
//! A mark says what to draw and at which cells, never how large or in which file format; whoever
//! draws knows where cells are. What has no picture of its own is a note below the board.

use crate::Cell;

/// Something drawn for a rule.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Mark {
    /// A dashed outline around cells, with a small text in the corner of the first.
    Cage {
        /// The cells.
        cells: Vec<Cell>,
        /// The text, if any.
        label: Option<String>,
    },
    /// Cells in a light colour.
    Shade {
        /// The cells.
        cells: Vec<Cell>,
        /// The colour.
        colour: Colour,
    },
    /// A thick line through the middle of cells.
    Line {
        /// The cells in order.
        cells: Vec<Cell>,
        /// The colour.
        colour: Colour,
        /// What stands on its first cell.
        from: End,
        /// What stands on its last cell.
        to: End,
    },
    /// A round outline over one cell or several, as the bulb of an arrow.
    Pill(Vec<Cell>),
    /// A sign inside a cell, behind its digit.
    Sign {
        /// The cell.
        cell: Cell,
        /// The sign.
        sign: InnerSign,
    },
    /// A small disc on the edge between two cells.
    Dot {
        /// One cell.
        a: Cell,
        /// The other.
        b: Cell,
        /// Whether it is filled.
        filled: bool,
        /// What is written in it, if anything.
        text: Option<String>,
    },
    /// A letter on the edge between two cells.
    Between {
        /// One cell.
        a: Cell,
        /// The other.
        b: Cell,
        /// The letter.
        text: String,
    },
    /// The sign of less and greater between two cells, open towards the first.
    Greater {
        /// The larger.
        large: Cell,
        /// The smaller.
        small: Cell,
    },
    /// A circle with text where four cells meet.
    Corner {
        /// The cells around it.
        cells: Vec<Cell>,
        /// The text.
        text: String,
    },
    /// A text beyond the border, before the first cell of a line that begins there.
    Outside {
        /// The line it speaks of, beginning at the border.
        line: Vec<Cell>,
        /// The text.
        text: String,
    },
    /// A sentence below the board.
    Note(String),
}

/// What stands at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Nothing.
    Plain,
    /// A filled disc, as the bulb of a thermometer.
    Bulb,
    /// An open circle.
    Circle,
    /// An open diamond.
    Diamond,
    /// The head of an arrow.
    Arrow,
}

/// A sign inside a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InnerSign {
    /// A grey square: even.
    Square,
    /// A grey disc: odd.
    Disc,
    /// An open circle.
    Circle,
    /// Wedges towards the cell: smaller than what surrounds it.
    Low,
    /// Wedges away from it: larger than what surrounds it.
    High,
}

/// The colours people know the kinds of lines by. On paper without colours they are greys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Thermometers, arrows, palindromes.
    Grey,
    /// Whispers.
    Green,
    /// Renban.
    Purple,
    /// Region sums.
    Blue,
    /// Entropic lines.
    Orange,
    /// Modular lines.
    Teal,
    /// Nabner and other lines.
    Yellow,
    /// Zippers and clones.
    Lavender,
    /// Lockout, forbidden sums.
    Red,
}

/// A line of a colour with nothing at its ends.
pub(super) fn line(cells: &[Cell], colour: Colour) -> Mark {
    Mark::Line { cells: cells.to_vec(), colour, from: End::Plain, to: End::Plain }
}
