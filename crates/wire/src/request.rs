//! What is asked: a puzzle and the options of a verb, with the names the command's options have.
//!
//! A field that is left out has its default; a field that is not known is refused, so that a
//! misspelt option is never silently ignored.

use crate::error::{Error, elsewhere};
use crate::hint::Detail;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use sudolab_grid::Puzzle;
use sudolab_grid::formats::{Document, Format, ReadOptions, Record, read_one, read_plain};
use sudolab_grid::module::PLAIN;

/// A puzzle: text in any format that is read, or a puzzle object as `convert --to json` writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PuzzleInput {
    /// Text: a line, a grid, a link, the content of a file with one puzzle.
    Text(String),
    /// A puzzle object.
    Object(serde_json::Map<String, serde_json::Value>),
}

impl PuzzleInput {
    /// Reads it.
    ///
    /// # Errors
    /// When it is no puzzle: what is wrong, where, and what would help.
    pub fn document(&self) -> Result<Document, Error> {
        self.record().map(|record| record.document)
    }

    /// Reads it, with where and how it was written.
    ///
    /// # Errors
    /// As [`PuzzleInput::document`].
    pub fn record(&self) -> Result<Record, Error> {
        let read = match self {
            PuzzleInput::Text(text) if PLAIN => read_plain(text).ok_or_else(elsewhere)?,
            PuzzleInput::Object(_) if PLAIN => return Err(elsewhere()),
            PuzzleInput::Text(text) => read_one(text, &ReadOptions::default()),
            PuzzleInput::Object(object) => {
                read_one(&crate::line(object), &ReadOptions::from_format(Format::Json))
            }
        };
        read.map_err(|error| Error::from(&error).in_field("puzzle"))
    }

    /// Reads its clues and candidates.
    ///
    /// # Errors
    /// As [`PuzzleInput::document`].
    pub fn puzzle(&self) -> Result<Puzzle, Error> {
        self.document().map(|document| document.to_puzzle())
    }
}

impl From<&str> for PuzzleInput {
    fn from(text: &str) -> PuzzleInput {
        PuzzleInput::Text(text.to_owned())
    }
}

impl Default for PuzzleInput {
    fn default() -> PuzzleInput {
        PuzzleInput::Text(String::new())
    }
}

/// A limit on time, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Seconds(#[schemars(range(min = 0))] pub f64);

impl Seconds {
    /// As a duration.
    ///
    /// # Errors
    /// When it is negative or no number.
    pub fn duration(self) -> Result<Duration, Error> {
        Duration::try_from_secs_f64(self.0).map_err(|_| {
            Error::new(crate::ErrorCode::Usage, format!("{} is no length of time", self.0))
                .remedy("use seconds, such as 20 or 0.5")
                .in_field("time_limit")
        })
    }
}

/// Asks to solve a puzzle.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SolveRequest {
    /// The id of the algorithm; the fast exact solver when nothing is said.
    pub algorithm: Option<String>,
    /// Independent runs of a stochastic algorithm; the one with the fewest ticks counts.
    pub lanes: Option<u16>,
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The seed of everything random.
    pub seed: u64,
    /// Parameters of the algorithm by name.
    pub set: BTreeMap<String, String>,
    /// The longest time.
    pub time_limit: Option<Seconds>,
}

/// Asks whether a puzzle is proper.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckRequest {
    /// Whether to tell which clues can go.
    pub minimal: bool,
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The longest time.
    pub time_limit: Option<Seconds>,
}

/// Up to how many solutions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CountLimit {
    /// So many.
    UpTo(u64),
    /// All of them.
    Word(AllWord),
}

/// The word for no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AllWord {
    /// Count to the end.
    All,
}

impl Default for CountLimit {
    fn default() -> CountLimit {
        CountLimit::UpTo(2)
    }
}

impl CountLimit {
    /// As a number.
    pub fn number(self) -> u64 {
        match self {
            CountLimit::UpTo(limit) => limit,
            CountLimit::Word(AllWord::All) => u64::MAX,
        }
    }
}

/// Asks how many solutions a puzzle has.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CountRequest {
    /// Where to stop counting; 2 when nothing is said.
    pub limit: CountLimit,
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The longest time.
    pub time_limit: Option<Seconds>,
    /// Whether to tell for each cell the digits it holds in some solution.
    pub true_candidates: bool,
}

/// A rating profile by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub enum ProfileName {
    /// ER, EP and ED of Sudoku Explainer 1.2.1.
    #[serde(rename = "se-1.2.1")]
    Se,
    /// Level and score of HoDoKu 2.2.0.
    #[serde(rename = "hodoku-2.2")]
    Hodoku,
    /// The grade QQWing gives.
    #[serde(rename = "qqwing")]
    Qqwing,
    /// Guesses and ticks of the thesis' algorithms.
    #[serde(rename = "thesis")]
    Thesis,
    /// The time people take.
    #[serde(rename = "human")]
    Human,
}

/// Asks how hard a puzzle is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RateRequest {
    /// By which profiles; all of them when nothing is said.
    pub profiles: Vec<ProfileName>,
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The longest time.
    pub time_limit: Option<Seconds>,
    /// Whether techniques may assume that there is one solution.
    pub uniqueness: bool,
}

impl Default for RateRequest {
    fn default() -> RateRequest {
        RateRequest {
            profiles: Vec::new(),
            puzzle: PuzzleInput::default(),
            time_limit: None,
            uniqueness: true,
        }
    }
}

/// The order of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TechniqueOrder {
    /// As the rating counts them.
    Rating,
    /// Easiest to see first.
    Human,
}

impl From<TechniqueOrder> for sudolab_logic::hint::Order {
    fn from(order: TechniqueOrder) -> sudolab_logic::hint::Order {
        match order {
            TechniqueOrder::Rating => sudolab_logic::hint::Order::Rating,
            TechniqueOrder::Human => sudolab_logic::hint::Order::Human,
        }
    }
}

/// Asks for the solution step by step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExplainRequest {
    /// Whether each step tells what it points at, for a picture.
    pub drawing: bool,
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The order of techniques; as the rating counts when nothing is said.
    pub technique_order: TechniqueOrder,
    /// The longest time.
    pub time_limit: Option<Seconds>,
}

impl Default for ExplainRequest {
    fn default() -> ExplainRequest {
        ExplainRequest {
            drawing: false,
            puzzle: PuzzleInput::default(),
            technique_order: TechniqueOrder::Rating,
            time_limit: None,
        }
    }
}

/// Asks for the next step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HintRequest {
    /// How much to tell; everything when nothing is said.
    pub detail: Detail,
    /// Whether the step tells what it points at, for a picture; with the detail `full` only.
    pub drawing: bool,
    /// The position: placed digits and pencil marks count.
    pub puzzle: PuzzleInput,
    /// Only steps of this technique, by id, whatever else there is to find.
    pub technique: Option<String>,
    /// The order of techniques; easiest to see first when nothing is said.
    pub technique_order: TechniqueOrder,
    /// The longest time.
    pub time_limit: Option<Seconds>,
}

impl Default for HintRequest {
    fn default() -> HintRequest {
        HintRequest {
            detail: Detail::Full,
            drawing: false,
            puzzle: PuzzleInput::default(),
            technique: None,
            technique_order: TechniqueOrder::Human,
            time_limit: None,
        }
    }
}

/// Asks for puzzles to order. Ranges are written as the command's: `24..28`, `24..` or `24`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GenerateRequest {
    /// The algorithm that decides whether a puzzle is proper while it is made.
    pub algorithm: Option<String>,
    /// The shape of a box, such as `3x2`, or `none` for a Latin square.
    pub r#box: Option<String>,
    /// How many clues, as a range.
    pub clues: Option<String>,
    /// How many puzzles.
    pub count: u64,
    /// The effort of a person's steps, as a range: for puzzles that have no Explainer rating.
    pub effort: Option<String>,
    /// The Explainer rating, as a range.
    pub er: Option<String>,
    /// HoDoKu's level.
    pub level: Option<String>,
    /// How puzzles are made: `dig` or `fill`.
    pub method: Option<String>,
    /// Whether no clue may be redundant.
    pub minimal: bool,
    /// How many of the rules that can be spared stay, as a range.
    pub n_rules: Option<String>,
    /// Which cells hold clues: one symbol for each cell, `.` for a blank.
    pub pattern: Option<String>,
    /// The region of each cell of an irregular board, or `random`.
    pub regions: Option<String>,
    /// The seed of everything random.
    pub seed: u64,
    /// Parameters of the algorithm by name.
    pub set: BTreeMap<String, String>,
    /// The size of the board.
    pub size: Option<usize>,
    /// How many attempts to pass over, to go on where a run ended.
    pub skip: u64,
    /// The symmetry of the clue cells.
    pub symmetry: Option<String>,
    /// The hardest technique needed, by id.
    pub technique: Option<String>,
    /// The longest time for all of them.
    pub time_limit: Option<Seconds>,
    /// Rules beyond the houses, by the names of variants such as `killer`; `jigsaw` is short for
    /// random regions.
    pub variants: Vec<String>,
    /// Difficulty in one word, from beginner to extreme.
    pub word: Option<String>,
}

impl Default for GenerateRequest {
    fn default() -> GenerateRequest {
        GenerateRequest {
            algorithm: None,
            r#box: None,
            clues: None,
            count: 1,
            effort: None,
            er: None,
            level: None,
            method: None,
            minimal: false,
            n_rules: None,
            pattern: None,
            regions: None,
            seed: 0,
            set: BTreeMap::new(),
            size: None,
            skip: 0,
            symmetry: None,
            technique: None,
            time_limit: None,
            variants: Vec::new(),
            word: None,
        }
    }
}

/// How the frames of a trace come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FramesForm {
    /// In the answer, as base64.
    #[default]
    Base64,
    /// As they are, after a line with the rest of the answer.
    Bytes,
}

/// Asks for a run of an algorithm with its trace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TraceRequest {
    /// The id of the algorithm; the fast exact solver when nothing is said.
    pub algorithm: Option<String>,
    /// The most events; the run goes on without them.
    pub events: u64,
    /// How the frames come: in the answer as base64, or as bytes after it.
    pub frames: FramesForm,
    /// The first tick of the window.
    pub from: u64,
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// Ticks between two looks; with 1 everything is told.
    #[schemars(range(min = 1))]
    pub sample: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// Parameters of the algorithm by name.
    pub set: BTreeMap<String, String>,
    /// The most ticks of the run.
    pub tick_limit: Option<u64>,
    /// The longest time.
    pub time_limit: Option<Seconds>,
}

impl Default for TraceRequest {
    fn default() -> TraceRequest {
        TraceRequest {
            algorithm: None,
            events: 200_000,
            frames: FramesForm::default(),
            from: 0,
            puzzle: PuzzleInput::default(),
            sample: 1,
            seed: 0,
            set: BTreeMap::new(),
            tick_limit: Some(1_000_000),
            time_limit: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_request_with_a_puzzle_alone_has_the_defaults_of_the_command() {
        let request: CountRequest = read(&format!("{{\"puzzle\":\"{EASY}\"}}")).expect("a request");
        assert_eq!(request.limit.number(), 2);
        assert_eq!(request.puzzle.puzzle().expect("a puzzle").n_clues(), 30);
        let all: CountRequest = read("{\"limit\":\"all\"}").expect("a request");
        assert_eq!(all.limit.number(), u64::MAX);
    }

    #[test]
    fn a_misspelt_option_is_refused_with_its_place() {
        let error = read::<CheckRequest>("{\"minimall\":true}").expect_err("no such option");
        assert!(error.message.contains("minimall"), "{error}");
        assert_eq!(error.place.and_then(|place| place.line), Some(1));
    }

    #[test]
    fn a_puzzle_may_come_as_an_object_and_a_bad_one_names_its_place() {
        let object = format!("{{\"puzzle\":{{\"givens\":\"{EASY}\"}}}}");
        let request: SolveRequest = read(&object).expect("a request");
        assert_eq!(request.puzzle.puzzle().expect("a puzzle").n_clues(), 30);
        let bad = PuzzleInput::from(EASY.replace('7', "q").as_str());
        let error = bad.document().expect_err("q is no digit");
        let place = error.place.expect("a place");
        assert_eq!((place.field.as_deref(), place.line), (Some("puzzle"), Some(1)));
    }
}
