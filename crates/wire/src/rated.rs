//! The result of `rate`: what every profile says, the whole of it.

use crate::error::Refused;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use sudolab::{Halt, NotTold, UniquePuzzle};
use sudolab_logic::general::End;
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::hodoku::HodokuRating;
use sudolab_logic::rating::human::HumanRating;
use sudolab_logic::rating::qqwing::{QqwingLevel, QqwingRating};
use sudolab_logic::rating::se::SeRating;
use sudolab_logic::rating::word::Word;
use sudolab_logic::technique::Technique;

/// The difficulty of a puzzle, by each profile that was asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Rated {
    /// How many clues it has.
    pub clues: usize,
    /// The effort of a person's steps, for boards and rules that the classic profiles do not know.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub effort: Option<EffortRated>,
    /// The profile `hodoku-2.2`.
    #[serde(rename = "hodoku-2.2", skip_serializing_if = "Option::is_none", default)]
    pub hodoku: Option<HodokuRated>,
    /// The profile `human`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub human: Option<HumanRated>,
    /// The clues as a line.
    pub puzzle: String,
    /// The profile `qqwing`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub qqwing: Option<QqwingRated>,
    /// The profile `se-1.2.1`.
    #[serde(rename = "se-1.2.1", skip_serializing_if = "Option::is_none", default)]
    pub se: Option<SeRated>,
    /// The effort of the exact search that proved the solution unique.
    pub search: SearchRated,
    /// The profile `thesis`: what each of its algorithms needed, by id.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub thesis: Option<BTreeMap<String, Effort>>,
    /// One word from beginner to extreme, which follows from ER.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub word: Option<String>,
}

impl Rated {
    /// A puzzle that no profile was asked about yet; its solution was proved unique with so many
    /// guesses.
    pub fn new(puzzle: &sudolab::Puzzle, guesses: u64) -> Rated {
        Rated {
            clues: puzzle.n_clues(),
            effort: None,
            hodoku: None,
            human: None,
            puzzle: puzzle.to_string(),
            qqwing: None,
            se: None,
            search: SearchRated { guesses },
            thesis: None,
            word: None,
        }
    }

    /// Adds what a profile says; `uniqueness`: whether techniques may assume a unique solution.
    pub fn add(&mut self, rating: &sudolab::Rating, uniqueness: bool) {
        match rating {
            sudolab::Rating::Explainer { rating, used } => {
                self.word = Some(Word::of(rating.er).word().to_owned());
                self.se = Some(SeRated::new(rating, used, uniqueness));
            }
            sudolab::Rating::Hodoku { rating, used } => {
                self.hodoku = Some(HodokuRated::new(rating, used, uniqueness));
            }
            sudolab::Rating::Qqwing(rating) => self.qqwing = Some(rating.into()),
            sudolab::Rating::Human(rating) => self.human = Some(rating.into()),
            sudolab::Rating::Thesis(efforts) => {
                let one = |e: &sudolab_solvers::effort::Effort| (e.algorithm.to_owned(), e.into());
                self.thesis = Some(efforts.iter().map(one).collect());
            }
        }
    }
}

/// The effort of a person's steps on any board: our own measure, not one of the reference programs'.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EffortRated {
    /// The id of the dearest technique; empty when there was no step.
    pub hardest: String,
    /// Whether the steps reach the solution; the rest is a lower bound where they do not.
    pub solved: bool,
    /// Number of steps.
    pub steps: usize,
    /// How often each technique was used, by id.
    pub techniques: BTreeMap<String, u64>,
    /// The sum of the prices of all steps.
    pub total: u32,
}

impl EffortRated {
    /// Looks for the steps of a puzzle that is known to be proper.
    ///
    /// # Errors
    /// What stopped it.
    pub fn of(puzzle: &UniquePuzzle, halt: &Halt<'_>) -> Result<EffortRated, NotTold> {
        let mut steps = sudolab::explain_proper_anywhere(puzzle, halt)?;
        let mut techniques: BTreeMap<String, u64> = BTreeMap::new();
        for told in steps.by_ref() {
            *techniques.entry(told?.step.technique.id().to_owned()).or_default() += 1;
        }
        let effort = steps.effort();
        Ok(EffortRated {
            hardest: effort.hardest.map_or("", |technique| technique.id()).to_owned(),
            solved: steps.end() == Some(End::Solved),
            steps: effort.n_steps,
            techniques,
            total: effort.total,
        })
    }
}

/// A rating, or a record that cannot be rated and keeps its place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Rating {
    /// The rating.
    Rated(Box<Rated>),
    /// Why there is none.
    Refused(Refused),
}

impl From<Rated> for Rating {
    fn from(rated: Rated) -> Rating {
        Rating::Rated(Box::new(rated))
    }
}

impl Rating {
    /// A record that cannot be rated.
    pub fn refused(puzzle: impl Into<String>, problem: impl Into<String>) -> Rating {
        Rating::Refused(Refused { problem: problem.into(), puzzle: puzzle.into() })
    }
}

/// ER, EP and ED as Sudoku Explainer 1.2.1 gives them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeRated {
    /// The rating of the first step.
    pub ed: f64,
    /// The rating up to the first placement.
    pub ep: f64,
    /// The rating of the puzzle.
    pub er: f64,
    /// The id of the hardest technique; empty when there was no step.
    pub hardest: String,
    /// Number of steps.
    pub steps: usize,
    /// How often each technique was used, by id.
    pub techniques: BTreeMap<String, u64>,
    /// Whether techniques that assume a unique solution were allowed.
    pub uniqueness: bool,
}

/// Level and score as HoDoKu 2.2.0 gives them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HodokuRated {
    /// The id of the hardest technique; empty when there was no step.
    pub hardest: String,
    /// The level, from Easy to Extreme.
    pub level: String,
    /// The score.
    pub score: u32,
    /// Number of steps.
    pub steps: usize,
    /// How often each technique was used, by id.
    pub techniques: BTreeMap<String, u64>,
    /// Whether techniques that assume a unique solution were allowed.
    pub uniqueness: bool,
}

/// QQWing's grade and what it counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct QqwingRated {
    /// Locked candidates of a line that clear a box.
    pub box_line: u32,
    /// Hidden pairs.
    pub hidden_pairs: u32,
    /// Hidden singles.
    pub hidden_singles: u32,
    /// The grade, from simple to expert.
    pub level: String,
    /// Naked pairs, once for each house they cleared.
    pub naked_pairs: u32,
    /// Whether its logic does not suffice.
    pub needs_guess: bool,
    /// Locked candidates that leave a box along a line.
    pub pointing: u32,
    /// Naked singles.
    pub singles: u32,
}

/// What an algorithm needed for a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Effort {
    /// Branches of its search.
    pub guesses: u64,
    /// Its own units of work.
    pub ticks: u64,
    /// How it ended; anything but solved makes the counts a lower bound.
    pub verdict: crate::VerdictWord,
}

/// The effort of the exact search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SearchRated {
    /// Its branches.
    pub guesses: u64,
}

/// A rating as a number with one decimal.
pub(crate) fn number(rating: Tenths) -> f64 {
    f64::from(rating.0) / 10.0
}

/// How often each technique was used, by id.
pub fn technique_counts(used: &BTreeMap<Technique, u64>) -> BTreeMap<String, u64> {
    used.iter().map(|(technique, &n)| (technique.id().to_owned(), n)).collect()
}

fn id(technique: Option<Technique>) -> String {
    technique.map_or("", Technique::id).to_owned()
}

impl SeRated {
    /// A rating, with the techniques that led to it.
    pub fn new(rating: &SeRating, used: &BTreeMap<Technique, u64>, uniqueness: bool) -> SeRated {
        SeRated {
            ed: number(rating.ed),
            ep: number(rating.ep),
            er: number(rating.er),
            hardest: id(rating.hardest),
            steps: rating.n_steps,
            techniques: technique_counts(used),
            uniqueness,
        }
    }
}

impl HodokuRated {
    /// A rating, with the techniques that led to it.
    pub fn new(
        rating: &HodokuRating,
        used: &BTreeMap<Technique, u64>,
        uniqueness: bool,
    ) -> HodokuRated {
        HodokuRated {
            hardest: id(rating.hardest),
            level: rating.level.name().to_owned(),
            score: rating.score,
            steps: rating.n_steps,
            techniques: technique_counts(used),
            uniqueness,
        }
    }
}

/// The time people take.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HumanRated {
    /// The expected mean time of a dozen players, in seconds.
    pub expected_seconds: f64,
    /// Four of five such puzzles take at most this on average.
    pub high: f64,
    /// Four of five such puzzles take at least this on average.
    pub low: f64,
    /// The binary logarithm of the expected minutes.
    pub rating: f64,
    /// One word from beginner to extreme, by the expected time.
    pub word: String,
}

impl From<&HumanRating> for HumanRated {
    fn from(rating: &HumanRating) -> HumanRated {
        HumanRated {
            expected_seconds: tenths(rating.expected_seconds),
            high: tenths(rating.high),
            low: tenths(rating.low),
            rating: (rating.rating * 100.0).round() / 100.0,
            word: rating.word.word().to_owned(),
        }
    }
}

/// Rounded to tenths.
fn tenths(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

impl From<&QqwingRating> for QqwingRated {
    fn from(rating: &QqwingRating) -> QqwingRated {
        QqwingRated {
            box_line: rating.box_line,
            hidden_pairs: rating.hidden_pairs,
            hidden_singles: rating.hidden_singles,
            level: rating.level.word().to_owned(),
            naked_pairs: rating.naked_pairs,
            needs_guess: rating.level == QqwingLevel::Expert,
            pointing: rating.pointing,
            singles: rating.singles,
        }
    }
}

impl From<&sudolab_solvers::effort::Effort> for Effort {
    fn from(effort: &sudolab_solvers::effort::Effort) -> Effort {
        Effort { guesses: effort.guesses, ticks: effort.ticks, verdict: effort.verdict.into() }
    }
}
