//! Requests and results in the form that travels: what the command prints as JSON, what the server
//! and the page exchange, what Python hands out.
//!
//! The rooms beneath give enums that say what was proved; this one alone knows how they look
//! outside. Every type here is plain data: it is written and read by `serde`, it has a JSON Schema
//! ([`schema`]), and its fields and words are kept as `docs/wire.md` promises for one [`VERSION`].
//!
//! ```
//! use sudolab_wire::{LimitClock, Solved, SolveStatus, line, read};
//!
//! let solved = Solved {
//!     clock: LimitClock::Wall,
//!     guesses: 0,
//!     puzzle: "1...............".to_owned(),
//!     seconds: 0.5,
//!     solution: None,
//!     status: SolveStatus::TimeLimit,
//!     ticks: 17,
//! };
//! let text = line(&solved);
//! assert!(text.contains("\"status\":\"time-limit\""));
//! assert_eq!(read::<Solved>(&text)?, solved);
//! # Ok::<(), sudolab_wire::Error>(())
//! ```
//!
//! Fields stand in the order of the alphabet, so that the same result always gives the same bytes.
#![forbid(unsafe_code)]
// An error carries its whole answer, and is made once for a request.
#![allow(clippy::result_large_err)]

mod algorithm;
mod answer;
mod anywhere;
mod candidates;
mod certified;
mod checked;
mod clock;
mod commission;
mod converted;
mod counted;
mod drawing;
mod eased;
mod error;
mod hint;
mod left_out;
pub mod lesson;
mod made;
mod measured;
mod outcome;
pub mod page;
mod parsed;
pub mod picture;
#[cfg(feature = "print")]
mod printed;
mod progress;
mod puzzle_file;
mod rated;
pub mod request;
mod rule_mark;
mod schema;
pub mod shape;
mod solved;
mod step;
mod technique;
pub mod terminal;
mod timetabled;
mod timetabling;
pub mod trace;
pub mod trail;
mod transforming;
pub mod verb;

pub use algorithm::{AlgorithmEntry, Authorship, ParameterEntry};
pub use anywhere::{ending_words_anywhere, hint_sentence};
pub use candidates::{CandidatesRequest, TrueCandidates};
pub use certified::{Certified, CertifyRequest};
pub use checked::{CheckStatus, Checked};
pub use clock::LimitClock;
pub use converted::{ConvertRequest, Converted, FormatEntry};
pub use counted::{Counted, Counting, digits_of_cells};
pub use drawing::{Drawing, Link, Sign};
pub use eased::EaseRequest;
pub use error::{Error, ErrorCode, Refused, Where};
pub use hint::{Detail, Hint, Hinted, hint_warning};
pub use left_out::{LEFT_OUT, line_without};
pub use made::{Made, Remade, Transformed, Transforming};
pub use measured::Measured;
pub use outcome::{BestBoard, Outcome, VerdictWord};
pub use parsed::{
    BreachEntry, HouseEntry, ParseRequest, Parsed, RecordEntry, RecordsRequest, RuleEntry,
};
#[cfg(feature = "print")]
pub use printed::{Pages, PencilMarks, PrintRatings, PrintRequest};
pub use progress::{LINE_AND_BYTES, Progress};
pub use puzzle_file::{BoardForm, PuzzleFile};
pub use rated::{
    Effort, EffortRated, HodokuRated, HumanRated, QqwingRated, Rated, Rating, SeRated, SearchRated,
    technique_counts,
};
pub use rule_mark::{CellSign, LineColour, LineEnd, RuleMark};
pub use schema::{Schema, schema};
pub use solved::{SolutionOfMany, SolveStatus, Solved};
pub use step::{CellDigit, Explanation, Step, Subject, ending_words, explain_warning, stop_words};
pub use technique::{LibraryLine, TechniqueEntry};
pub use timetabled::{TimetableDone, TimetableStatus, TimetableStep};
pub use timetabling::TimetableRequest;
pub use trace::{TraceLine, Traced};
pub use trail::TrailStep;
pub use transforming::{Mirror, TransformRequest, Turn};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of the wire form. Within one version fields and words are only added, never renamed,
/// removed or given another meaning; `docs/wire.md` says more.
pub const VERSION: u32 = 1;

/// A value as JSON on one line, without the line's end.
///
/// Every type of this room can be written, so there is nothing that could fail; a value of another
/// type that cannot be written as JSON gives an empty line.
pub fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Reads a value from JSON.
///
/// # Errors
/// With the place where the text is not what the type asks for.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::of_json(&error))
}

/// For a field of which `null` says something else than its absence.
pub(crate) fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}
