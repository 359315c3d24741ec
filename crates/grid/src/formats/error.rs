//! What goes wrong when text is read, said the same way by every reader.
//!
//! An error names its code, the place (file, line, column, cell) as far as it is known, what was
//! found, what would have been right, and what to do about it:
//!
//! ```text
//! top.txt: line 3, column 12 (r2c3): 'x' is not a digit; use 1-9, or '.', '0', '_' for a blank [E02]
//! ```

use super::Format;
use super::losses::has_usual_boxes;
use crate::Board;
use std::fmt;
use std::io;

/// The kinds of error, numbered as in `docs/formats.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Code {
    /// E01: the number of cells fits no board.
    WrongLength,
    /// E02: a character is neither a digit nor a blank.
    BadCharacter,
    /// E03: more than one blank symbol in one record.
    MixedBlanks,
    /// E04: a digit larger than the board, or a zero where zero is no digit.
    DigitOutOfRange,
    /// E05: two equal digits in one house. The document still loads.
    Conflict,
    /// E06: a digit that the stated candidates exclude, or a cell without candidates. The
    /// document still loads.
    CandidateConflict,
    /// E07: the input ended inside a record.
    Truncated,
    /// E08: no reader accepted the text.
    UnknownFormat,
    /// E09: a packing layer (base64, LZ, zlib, JSON, XML) could not be undone.
    DecodeFailed,
    /// E10: rules that we do not read, or a board that the format cannot hold.
    UnsupportedRules,
    /// E11: larger than the limits allow.
    TooLarge,
    /// E12: not UTF-8 text.
    NotUtf8,
}

impl Code {
    /// Every code, in order.
    pub const ALL: [Code; 12] = [
        Code::WrongLength,
        Code::BadCharacter,
        Code::MixedBlanks,
        Code::DigitOutOfRange,
        Code::Conflict,
        Code::CandidateConflict,
        Code::Truncated,
        Code::UnknownFormat,
        Code::DecodeFailed,
        Code::UnsupportedRules,
        Code::TooLarge,
        Code::NotUtf8,
    ];

    /// Its number, 1 to 12.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// A few words: `wrong length`.
    pub fn title(self) -> &'static str {
        match self {
            Code::WrongLength => "wrong length",
            Code::BadCharacter => "bad character",
            Code::MixedBlanks => "mixed blanks",
            Code::DigitOutOfRange => "digit out of range",
            Code::Conflict => "conflict",
            Code::CandidateConflict => "candidate conflict",
            Code::Truncated => "truncated",
            Code::UnknownFormat => "unknown format",
            Code::DecodeFailed => "decode failed",
            Code::UnsupportedRules => "unsupported rules",
            Code::TooLarge => "too large",
            Code::NotUtf8 => "not UTF-8",
        }
    }

    /// Whether the text itself is fine and only what it says is wrong, so that it still loads.
    pub fn is_content(self) -> bool {
        matches!(self, Code::Conflict | Code::CandidateConflict)
    }
}

impl fmt::Display for Code {
    /// `E02`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "E{:02}", self.number())
    }
}

/// One thing wrong with a text, with its place and its remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    fault: Box<Fault>,
}

/// The parts of a [`FormatError`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind of error it is.
    pub code: Code,
    /// The file or other source, when it has a name.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column, from 1, in characters.
    pub column: Option<usize>,
    /// The name of the cell, `r2c3`.
    pub cell: Option<String>,
    /// What is wrong, as a clause: `'x' is not a digit`.
    pub message: String,
    /// What stood there, when it is a thing that can be quoted.
    pub found: Option<String>,
    /// What should have stood there.
    pub expected: Option<String>,
    /// What to do: `use 1-9, or '.', '0', '_' for a blank`.
    pub hint: Option<String>,
    /// The text of the record, where the reader had it.
    pub raw: Option<String>,
}

impl FormatError {
    /// An error without a place yet.
    pub fn new(code: Code, message: impl Into<String>) -> FormatError {
        let fault = Fault {
            code,
            file: None,
            line: None,
            column: None,
            cell: None,
            message: message.into(),
            found: None,
            expected: None,
            hint: None,
            raw: None,
        };
        FormatError { fault: Box::new(fault) }
    }

    /// Its parts.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// What kind of error it is.
    pub fn code(&self) -> Code {
        self.fault.code
    }

    /// The line, from 1.
    pub fn line(&self) -> Option<usize> {
        self.fault.line
    }

    /// The column, from 1, in characters.
    pub fn column(&self) -> Option<usize> {
        self.fault.column
    }

    /// The same error in a named file.
    pub fn in_file(mut self, file: impl Into<String>) -> FormatError {
        self.fault.file = Some(file.into());
        self
    }

    /// The same error at a line and column, both from 1.
    pub fn at(mut self, line: usize, column: usize) -> FormatError {
        self.fault.line = Some(line);
        self.fault.column = Some(column);
        self
    }

    /// The same error somewhere on a line.
    pub fn on_line(mut self, line: usize) -> FormatError {
        self.fault.line = Some(line);
        self
    }

    /// The same error in a cell.
    pub fn in_cell(mut self, cell: impl Into<String>) -> FormatError {
        self.fault.cell = Some(cell.into());
        self
    }

    /// The same error, saying what was found and what was expected.
    pub fn found(mut self, found: impl Into<String>, expected: impl Into<String>) -> FormatError {
        self.fault.found = Some(found.into());
        self.fault.expected = Some(expected.into());
        self
    }

    /// The same error with a remedy.
    pub fn hint(mut self, hint: impl Into<String>) -> FormatError {
        self.fault.hint = Some(hint.into());
        self
    }

    /// Gives it the text of the record, unless it has one.
    pub(crate) fn with_raw(mut self, raw: &str) -> FormatError {
        if !raw.is_empty() {
            self.fault.raw.get_or_insert_with(|| raw.to_owned());
        }
        self
    }

    /// Moves an error of a text that begins at this line and column to its place there.
    pub(crate) fn moved(mut self, line: usize, column: usize) -> FormatError {
        let first = self.fault.line.is_none_or(|l| l == 1);
        self.fault.line = Some(self.fault.line.unwrap_or(1) + line - 1);
        if first {
            self.fault.column = Some(self.fault.column.unwrap_or(1) + column - 1);
        }
        self
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = &*self.fault;
        if let Some(file) = &fault.file {
            write!(f, "{file}: ")?;
        }
        match (fault.line, fault.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}")?,
            (Some(line), None) => write!(f, "line {line}")?,
            _ => {}
        }
        match (&fault.cell, fault.line) {
            (Some(cell), Some(_)) => write!(f, " ({cell}): ")?,
            (Some(cell), None) => write!(f, "{cell}: ")?,
            (None, Some(_)) => f.write_str(": ")?,
            (None, None) => {}
        }
        f.write_str(&fault.message)?;
        if let Some(hint) = &fault.hint {
            write!(f, "; {hint}")?;
        }
        write!(f, " [{}]", fault.code)
    }
}

impl std::error::Error for FormatError {}

/// Why a stream of records did not give one: bad text, or a source that could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// A bad record. The stream goes on after it.
    Format(FormatError),
    /// The source failed. Nothing comes after this.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Format(error) => error.fmt(f),
            ReadError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Format(error) => Some(error),
            ReadError::Io(error) => Some(error),
        }
    }
}

impl From<FormatError> for ReadError {
    fn from(error: FormatError) -> ReadError {
        ReadError::Format(error)
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}

/// Something a reader accepted but wants to be known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The code it would have as an error, when `--strict` would make it one.
    pub code: Option<Code>,
    /// The line it is about, from 1.
    pub line: usize,
    /// What happened.
    pub text: String,
}

impl fmt::Display for Note {
    /// `note: line 3: ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "note: line {}: {}", self.line, self.text)?;
        self.code.map_or(Ok(()), |code| write!(f, " [{code}]"))
    }
}

/// The refusal of a layer such as base64 or JSON.
pub(crate) fn undecodable(layer: &str, why: impl fmt::Display) -> FormatError {
    FormatError::new(Code::DecodeFailed, format!("{layer}: {why}"))
}

/// The refusal of a board or rules that a format or we cannot hold.
pub(crate) fn unsupported(what: impl Into<String>) -> FormatError {
    FormatError::new(Code::UnsupportedRules, what)
}

/// The refusal to write a board that a format has no place for.
pub(crate) fn no_place_for(format: Format, board: &Board) -> FormatError {
    let remedy = match (has_usual_boxes(board), board.is_plain()) {
        (true, _) => "choose line, grid or json",
        (false, true) => "choose json",
        (false, false) => "choose json or iss",
    };
    unsupported(format!("{format} cannot store a board of {board}")).hint(remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_reads_like_a_good_compiler_message() {
        let error = FormatError::new(Code::BadCharacter, "'x' is not a digit")
            .in_file("top.txt")
            .at(3, 12)
            .in_cell("r2c3")
            .hint("use 1-9, or '.', '0', '_' for a blank");
        assert_eq!(
            error.to_string(),
            "top.txt: line 3, column 12 (r2c3): 'x' is not a digit; \
             use 1-9, or '.', '0', '_' for a blank [E02]"
        );
        let bare = FormatError::new(Code::TooLarge, "too long").in_cell("r1c1");
        assert_eq!(bare.to_string(), "r1c1: too long [E11]");
    }

    #[test]
    fn codes_are_numbered_from_one_without_gaps() {
        for (i, code) in Code::ALL.into_iter().enumerate() {
            assert_eq!(code.to_string(), format!("E{:02}", i + 1));
        }
        let content: Vec<Code> = Code::ALL.into_iter().filter(|c| c.is_content()).collect();
        assert_eq!(content, [Code::Conflict, Code::CandidateConflict]);
    }
}
