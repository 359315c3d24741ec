//! An easier puzzle asked for: more digits of its solution as clues.

use crate::answer::limited;
use crate::error::{Error, ErrorCode};
use crate::made::Remade;
use crate::request::{PuzzleInput, Seconds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::{Answer, ExactSolver, Halt};

/// Asks for a puzzle with more clues.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EaseRequest {
    /// How many clues it is to have.
    pub clues: u64,
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The seed of the choice.
    pub seed: u64,
    /// The longest time.
    pub time_limit: Option<Seconds>,
}

impl EaseRequest {
    /// Adds the clues.
    ///
    /// # Errors
    /// When the puzzle has not exactly one solution, has too many clues already or too few cells, or
    /// what stopped it.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Remade, Error> {
        let puzzle = self.puzzle.puzzle()?;
        let halt = limited(halt, self.time_limit)?;
        let refused = |code, text: &str| Error::new(code, text).in_field("puzzle");
        let answered = ExactSolver::kept(|solver| solver.answer_within(&puzzle, &halt))?;
        let proper = match answered.answer {
            Answer::Unique(proper) => proper,
            Answer::Unproved { stop, .. } => return Err(stop.into()),
            Answer::Several(_) => {
                return Err(refused(ErrorCode::Multiple, "it has more than one solution"));
            }
            Answer::None => return Err(refused(ErrorCode::None, "it has no solution")),
            Answer::Conflict(why) => return Err(refused(ErrorCode::Conflict, &why.to_string())),
        };
        let clues = usize::try_from(self.clues).unwrap_or(usize::MAX);
        let easier = sudolab::ease(&proper, clues, self.seed, 0)
            .map_err(|why| Error::new(ErrorCode::Usage, why.to_string()).in_field("clues"))?;
        Ok(Remade::new(easier.puzzle(), Some(&puzzle.to_string())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_clues_are_added_and_fewer_are_refused() {
        let asked = |clues: u64| {
            let body = format!("{{\"puzzle\":\"1.34........2..1\",\"clues\":{clues}}}");
            crate::read::<EaseRequest>(&body).expect("a request").answer(&Halt::never())
        };
        let easier = asked(8).unwrap();
        assert_eq!((easier.clues, easier.source.as_deref()), (8, Some("1.34........2..1")));
        for clues in [2, 17, u64::MAX] {
            let error = asked(clues).expect_err("it is refused");
            assert_eq!(error.place.and_then(|place| place.field).as_deref(), Some("clues"));
        }
    }
}
