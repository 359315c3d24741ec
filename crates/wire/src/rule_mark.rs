//! How rules look on a board, as data: what to draw at which cells, never how large.
//!
//! The same marks are drawn on paper and on the page, so that a rule looks alike on both.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab_grid::Cell;
use sudolab_grid::rule::{Colour, End, InnerSign, Mark};

/// Something drawn for a rule. Cells are numbers from 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RuleMark {
    /// A dashed outline around cells, with a small text in the corner of the first.
    Cage {
        /// The cells.
        cells: Vec<usize>,
        /// The text, if any.
        label: Option<String>,
    },
    /// Cells in a light colour.
    Shade {
        /// The cells.
        cells: Vec<usize>,
        /// The colour.
        colour: LineColour,
    },
    /// A thick line through the middle of cells.
    Line {
        /// The cells in order.
        cells: Vec<usize>,
        /// The colour.
        colour: LineColour,
        /// What stands on its first cell.
        from: LineEnd,
        /// What stands on its last cell.
        to: LineEnd,
    },
    /// A round outline over one cell or several, as the bulb of an arrow.
    Pill {
        /// The cells.
        cells: Vec<usize>,
    },
    /// A sign inside a cell, behind its digit.
    Sign {
        /// The cell.
        cell: usize,
        /// The sign.
        sign: CellSign,
    },
    /// A small disc on the edge between two cells.
    Dot {
        /// One cell.
        a: usize,
        /// The other.
        b: usize,
        /// Whether it is filled.
        filled: bool,
        /// What is written in it, if anything.
        text: Option<String>,
    },
    /// A letter on the edge between two cells.
    Between {
        /// One cell.
        a: usize,
        /// The other.
        b: usize,
        /// The letter.
        text: String,
    },
    /// The sign of less and greater between two cells, open towards the first.
    Greater {
        /// The larger.
        large: usize,
        /// The smaller.
        small: usize,
    },
    /// A circle with text where four cells meet.
    Corner {
        /// The cells around it.
        cells: Vec<usize>,
        /// The text.
        text: String,
    },
    /// A text beyond the border, before the first cell of a line that begins there.
    Outside {
        /// The line it speaks of, beginning at the border.
        cells: Vec<usize>,
        /// The text.
        text: String,
    },
    /// A sentence beside the board.
    Note {
        /// The sentence.
        text: String,
    },
}

/// The colours people know the kinds of lines by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LineColour {
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

/// What stands at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LineEnd {
    /// Nothing.
    Plain,
    /// A filled disc.
    Bulb,
    /// An open circle.
    Circle,
    /// An open diamond.
    Diamond,
    /// The head of an arrow.
    Arrow,
}

/// A sign inside a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CellSign {
    /// A square: even.
    Square,
    /// A disc: odd.
    Disc,
    /// An open circle.
    Circle,
    /// Wedges towards the cell: smaller than what surrounds it.
    Low,
    /// Wedges away from it: larger than what surrounds it.
    High,
}

impl RuleMark {
    /// A mark of a rule; nothing for one that is not known here.
    pub fn of(mark: Mark) -> Option<RuleMark> {
        let all = |cells: Vec<Cell>| cells.into_iter().map(Cell::index).collect();
        Some(match mark {
            Mark::Cage { cells, label } => RuleMark::Cage { cells: all(cells), label },
            Mark::Shade { cells, colour } => {
                RuleMark::Shade { cells: all(cells), colour: colour.into() }
            }
            Mark::Line { cells, colour, from, to } => RuleMark::Line {
                cells: all(cells),
                colour: colour.into(),
                from: from.into(),
                to: to.into(),
            },
            Mark::Pill(cells) => RuleMark::Pill { cells: all(cells) },
            Mark::Sign { cell, sign } => RuleMark::Sign { cell: cell.index(), sign: sign.into() },
            Mark::Dot { a, b, filled, text } => {
                RuleMark::Dot { a: a.index(), b: b.index(), filled, text }
            }
            Mark::Between { a, b, text } => RuleMark::Between { a: a.index(), b: b.index(), text },
            Mark::Greater { large, small } => {
                RuleMark::Greater { large: large.index(), small: small.index() }
            }
            Mark::Corner { cells, text } => RuleMark::Corner { cells: all(cells), text },
            Mark::Outside { line, text } => RuleMark::Outside { cells: all(line), text },
            Mark::Note(text) => RuleMark::Note { text },
            _ => return None,
        })
    }
}

impl From<Colour> for LineColour {
    fn from(colour: Colour) -> LineColour {
        match colour {
            Colour::Grey => LineColour::Grey,
            Colour::Green => LineColour::Green,
            Colour::Purple => LineColour::Purple,
            Colour::Blue => LineColour::Blue,
            Colour::Orange => LineColour::Orange,
            Colour::Teal => LineColour::Teal,
            Colour::Yellow => LineColour::Yellow,
            Colour::Lavender => LineColour::Lavender,
            Colour::Red => LineColour::Red,
        }
    }
}

impl From<End> for LineEnd {
    fn from(end: End) -> LineEnd {
        match end {
            End::Plain => LineEnd::Plain,
            End::Bulb => LineEnd::Bulb,
            End::Circle => LineEnd::Circle,
            End::Diamond => LineEnd::Diamond,
            End::Arrow => LineEnd::Arrow,
        }
    }
}

impl From<InnerSign> for CellSign {
    fn from(sign: InnerSign) -> CellSign {
        match sign {
            InnerSign::Square => CellSign::Square,
            InnerSign::Disc => CellSign::Disc,
            InnerSign::Circle => CellSign::Circle,
            InnerSign::Low => CellSign::Low,
            InnerSign::High => CellSign::High,
        }
    }
}
