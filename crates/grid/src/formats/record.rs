//! A document with where it came from.

use super::Format;
use super::document::Document;
use super::error::{FormatError, Note};
use super::span::Span;
use crate::Cell;

/// One puzzle of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What it says.
    pub document: Document,
    /// How it was written.
    pub format: Format,
    /// The line it begins on, from 1.
    pub line: usize,
    /// Its text. Of several records in one text, such as a list, the first has it; readers of a
    /// single record leave it empty.
    pub raw: String,
    /// What was accepted but should be known.
    pub notes: Vec<Note>,
    pub(crate) places: Places,
    pub(crate) file: Option<String>,
}

/// Where the cells of a record stand in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Places {
    /// Not known; only the line of the record.
    Unknown,
    /// One after another from this line and column.
    Run(usize, usize),
    /// One by one.
    Each(Box<[(usize, usize)]>),
}

impl Record {
    /// The file it was read from, when that has a name.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// A record that begins on this line.
    pub fn new(format: Format, document: Document, line: usize) -> Record {
        Record {
            document,
            format,
            line,
            raw: String::new(),
            notes: Vec::new(),
            places: Places::Unknown,
            file: None,
        }
    }

    /// With its cells one after another, a symbol each, from the start of a piece of a line.
    pub fn placed_in(mut self, span: Span<'_>) -> Record {
        self.places = Places::Run(span.line, span.column);
        self
    }

    /// With the line and column of each cell.
    pub fn with_places(mut self, places: Vec<(usize, usize)>) -> Record {
        self.places = Places::Each(places.into());
        self
    }

    pub(crate) fn noted(mut self, notes: Vec<Note>) -> Record {
        self.notes.extend(notes);
        self
    }

    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.notes.push(Note { code: None, line: self.line, text: text.into() });
    }

    /// The line and column, from 1, where the symbol of a cell stands, when it is known.
    pub fn place_of(&self, cell: Cell) -> Option<(usize, usize)> {
        match &self.places {
            Places::Unknown => None,
            Places::Run(line, column) => Some((*line, column + cell.index())),
            Places::Each(places) => places.get(cell.index()).copied(),
        }
    }

    /// What the record says that cannot be true (E05, E06), with its place in the file.
    pub fn content_errors(&self) -> Vec<FormatError> {
        let board = self.document.board();
        let placed = |error: FormatError| {
            let name = error.fault().cell.clone();
            let cell = board.cells().find(|&c| Some(board.name(c)) == name);
            let error = match cell.and_then(|c| self.place_of(c)) {
                Some((line, column)) => error.at(line, column),
                None => error.on_line(self.line),
            };
            match &self.file {
                Some(file) => error.in_file(file),
                None => error,
            }
        };
        self.document.content_errors().into_iter().map(placed).collect()
    }
}
