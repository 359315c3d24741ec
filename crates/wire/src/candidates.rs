//! The digits that stand in some solution.

use crate::answer::limited;
use crate::error::Error;
use crate::request::{PuzzleInput, Seconds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::Halt;

/// Asks which digits each cell holds in some solution.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CandidatesRequest {
    /// The puzzle; placed digits count as well.
    pub puzzle: PuzzleInput,
    /// The longest time.
    pub time_limit: Option<Seconds>,
}

/// The true candidates of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TrueCandidates {
    /// The digits of each cell that stand in some solution.
    pub candidates: Vec<Vec<u16>>,
    /// The clues as a line.
    pub puzzle: String,
}

impl CandidatesRequest {
    /// Finds them.
    ///
    /// # Errors
    /// When the request cannot be meant, or what stopped it.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<TrueCandidates, Error> {
        let puzzle = self.puzzle.document()?.to_puzzle_with_placed();
        let halt = limited(halt, self.time_limit)?;
        let sets = sudolab::true_candidates(&puzzle, &halt)?;
        let digits = |set: &sudolab::DigitSet| set.iter().map(|d| u16::from(d.value())).collect();
        Ok(TrueCandidates {
            candidates: sets.iter().map(digits).collect(),
            puzzle: puzzle.to_string(),
        })
    }
}
