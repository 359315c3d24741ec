//! Writing many documents into one text.

use super::document::Document;
use super::error::FormatError;
use super::format::Format;
use super::losses::Losses;
use super::options::WriteOptions;
use std::fmt;
use std::io::{self, Write};

/// Writes documents one after another, with the head, the separators and the foot of the format.
pub struct Writer<W: Write> {
    format: Format,
    out: W,
    options: WriteOptions,
    losses: Losses,
    text: String,
    begun: bool,
}

/// Why a document was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The format has no place for it. The writer can go on with others.
    Format(FormatError),
    /// The output failed.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Format(error) => error.fmt(f),
            WriteError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<FormatError> for WriteError {
    fn from(error: FormatError) -> WriteError {
        WriteError::Format(error)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Io(error)
    }
}

impl<W: Write> Writer<W> {
    /// A writer of a format.
    pub fn new(format: Format, out: W, options: WriteOptions) -> Writer<W> {
        let (losses, text) = (Losses::default(), String::new());
        Writer { format, out, options, losses, text, begun: false }
    }

    /// Writes a document. What the format cannot carry is dropped and counted, or refused when the
    /// options are strict.
    pub fn write(&mut self, document: &Document) -> Result<(), WriteError> {
        self.text.clear();
        let start = self.start();
        self.text.push_str(&start);
        self.format.write_record(document, &self.options, &mut self.text, &mut self.losses)?;
        self.out.write_all(self.text.as_bytes())?;
        self.begun = true;
        self.options.index += 1;
        Ok(())
    }

    fn start(&self) -> String {
        let frame = &self.format.entry().frame;
        if self.begun { frame.between.to_owned() } else { (frame.head)(&self.options) }
    }

    /// Counts a record that stands in the input but is not written, for the column `index`.
    pub fn skip(&mut self) {
        self.options.index += 1;
    }

    /// Hands on what was written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// What was dropped so far.
    pub fn losses(&self) -> &Losses {
        &self.losses
    }

    /// Writes the foot and gives back the output and what was dropped.
    pub fn finish(mut self) -> io::Result<(W, Losses)> {
        if !self.begun {
            let head = self.start();
            self.out.write_all(head.as_bytes())?;
        }
        self.out.write_all(self.format.entry().frame.foot.as_bytes())?;
        self.out.flush()?;
        Ok((self.out, self.losses))
    }
}
