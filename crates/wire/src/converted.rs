//! A puzzle written in another format.

use crate::error::{Error, ErrorCode};
use crate::request::PuzzleInput;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab_grid::formats::{Format, WriteOptions};

/// Asks for a puzzle in another format.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ConvertRequest {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// How a grid is drawn: ascii, unicode or compact.
    pub style: Option<String>,
    /// The format to write.
    pub to: String,
    /// Whether notes are written where the format has a simple and a full form.
    pub with_notes: bool,
}

impl Default for ConvertRequest {
    fn default() -> ConvertRequest {
        ConvertRequest {
            puzzle: PuzzleInput::default(),
            style: None,
            to: Format::Line.name().to_owned(),
            with_notes: false,
        }
    }
}

/// A puzzle in another format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Converted {
    /// The usual extension of its files.
    pub extension: Option<String>,
    /// The format.
    pub format: String,
    /// What the format has no place for, as sentences.
    pub losses: Vec<String>,
    /// The text.
    pub text: String,
}

/// A format that puzzles are read from and perhaps written in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FormatEntry {
    /// The usual extension of its files.
    pub extension: Option<String>,
    /// Whether a file holds many puzzles.
    pub many: bool,
    /// The name it is called by everywhere.
    pub name: String,
    /// What it is, in a few words.
    pub title: String,
    /// Whether it can be written.
    pub writable: bool,
}

impl From<Format> for FormatEntry {
    fn from(format: Format) -> FormatEntry {
        let can = format.carries();
        FormatEntry {
            extension: format.extensions().first().map(|&e| e.to_owned()),
            many: can.many,
            name: format.name().to_owned(),
            title: format.title().to_owned(),
            writable: can.writable,
        }
    }
}

impl ConvertRequest {
    /// Writes the puzzle.
    ///
    /// # Errors
    /// When the format is not known or has no place for the board.
    pub fn answer(&self) -> Result<Converted, Error> {
        let usage = |text: String| Error::new(ErrorCode::Usage, text);
        let to: Format = self.to.parse().map_err(|e: String| usage(e).in_field("to"))?;
        if !to.carries().writable {
            return Err(usage(format!("{} can only be read", to.name()))
                .remedy("choose another format to write")
                .in_field("to"));
        }
        let style = self.style.as_deref().map(str::parse).transpose();
        let options = WriteOptions {
            style: style.map_err(|e: String| usage(e).in_field("style"))?.unwrap_or_default(),
            with_notes: self.with_notes,
            ..WriteOptions::default()
        };
        let written = to
            .write(&self.puzzle.document()?, &options)
            .map_err(|e| Error { code: ErrorCode::Board, ..Error::from(&e) }.in_field("to"))?;
        Ok(Converted {
            extension: to.extensions().first().map(|&e| e.to_owned()),
            format: to.name().to_owned(),
            losses: written.losses.iter().map(|loss| loss.to_string()).collect(),
            text: written.text,
        })
    }
}
