//! What went wrong: what, where, and what would help.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use sudolab_grid::formats::FormatError;

/// The kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The text is no puzzle, or no request.
    Syntax,
    /// An option or its value is not known, or options contradict each other.
    Usage,
    /// The clues break a rule.
    Conflict,
    /// The puzzle has no solution.
    None,
    /// The puzzle has more than one solution where one is needed.
    Multiple,
    /// What was asked for is not defined for this board, or this algorithm does not work on it.
    Board,
    /// The time was up.
    TimeLimit,
    /// The ticks were spent.
    TickLimit,
    /// The caller cancelled.
    Cancelled,
    /// An algorithm claimed something false; please report this.
    Wrong,
    /// Who asks may not.
    Refused,
    /// There is nothing of that name.
    NotFound,
    /// The address takes another method.
    Method,
    /// The body is of another kind.
    MediaType,
    /// There is too much of it.
    TooLarge,
    /// Too much is being worked on.
    Busy,
}

/// Where in the input something is wrong, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Where {
    /// The cell, such as `r2c3`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cell: Option<String>,
    /// The column, from 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub column: Option<usize>,
    /// The field of the request.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub field: Option<String>,
    /// The file or other source, when it has a name.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<String>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<usize>,
}

/// An error as every door tells it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Error {
    /// What kind of error it is.
    pub code: ErrorCode,
    /// What is wrong, as a sentence for people.
    pub message: String,
    /// What would help.
    pub remedy: Option<String>,
    /// Where it is.
    #[serde(rename = "where")]
    pub place: Option<Where>,
}

impl Error {
    /// An error without place or remedy yet.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Error {
        Error { code, message: message.into(), remedy: None, place: None }
    }

    /// The same error with what would help.
    pub fn remedy(mut self, remedy: impl Into<String>) -> Error {
        self.remedy = Some(remedy.into());
        self
    }

    /// The same error in a field of the request.
    pub fn in_field(mut self, field: &str) -> Error {
        self.place.get_or_insert_default().field = Some(field.to_owned());
        self
    }

    pub(crate) fn of_json(error: &serde_json::Error) -> Error {
        let place =
            Where { line: Some(error.line()), column: Some(error.column()), ..Where::default() };
        Error {
            code: ErrorCode::Syntax,
            message: error.to_string(),
            remedy: Some("send an object with the fields that the schema names".to_owned()),
            place: Some(place).filter(|place| place.line != Some(0)),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.remedy {
            Some(remedy) => write!(f, "; {remedy}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

impl From<&FormatError> for Error {
    fn from(error: &FormatError) -> Error {
        let fault = error.fault();
        let place = Where {
            cell: fault.cell.clone(),
            column: fault.column,
            field: None,
            file: fault.file.clone(),
            line: fault.line,
        };
        Error {
            code: ErrorCode::Syntax,
            message: fault.message.clone(),
            remedy: fault.hint.clone(),
            place: Some(place).filter(|place| *place != Where::default()),
        }
    }
}

/// A record of a batch that gives no result: it keeps its place in the stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// Why, in words.
    pub problem: String,
    /// The record as it was read, shortened.
    pub puzzle: String,
}

/// What a module of the page says to what it leaves out; whoever asked asks the whole laboratory then.
pub(crate) fn elsewhere() -> Error {
    Error::new(ErrorCode::NotFound, "this is not known here")
}
