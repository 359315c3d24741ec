//! The values of the options of `print`.

use clap::ValueEnum;

/// The kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FileKind {
    /// One file with all pages
    Pdf,
    /// One file for each page
    Svg,
}

/// What is told about difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Ratings {
    /// The Explainer rating (9x9 only)
    Er,
    /// HoDoKu's level, from easy to extreme (9x9 only)
    Level,
    /// The level or rating that the input tells
    Told,
    /// Nothing
    None,
}

/// What stands in empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PencilMarks {
    /// What the clues leave open
    Open,
    /// Every digit, pale
    All,
}
