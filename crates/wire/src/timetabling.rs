//! A timetable asked for.

use crate::answer::limited;
use crate::error::{Error, ErrorCode};
use crate::request::{Seconds, SolveRequest};
use crate::timetabled::TimetableDone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use sudolab::{Halt, Timetable};

/// Asks for a timetable to be completed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TimetableRequest {
    /// The id of the algorithm; the fast exact solver when nothing is said.
    pub algorithm: Option<String>,
    /// The seed of everything random.
    pub seed: u64,
    /// Parameters of the algorithm by name.
    pub set: BTreeMap<String, String>,
    /// Slots, rooms, courses and what is demanded, as `docs/timetable.md` says.
    pub text: String,
    /// The longest time.
    pub time_limit: Option<Seconds>,
}

impl TimetableRequest {
    /// Completes it. A text that is no timetable is an answer, as everywhere.
    ///
    /// # Errors
    /// When there is no such algorithm, or it does not take such demands.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<TimetableDone, Error> {
        let solve = SolveRequest {
            algorithm: self.algorithm.clone(),
            seed: self.seed,
            set: self.set.clone(),
            ..SolveRequest::default()
        };
        let task = solve.task()?;
        let id = task.algorithm().id;
        let halt = limited(halt, self.time_limit)?;
        let table = match Timetable::read(&self.text) {
            Ok(table) => table,
            Err(error) => return Ok(TimetableDone::syntax(id, error.to_string())),
        };
        let done = sudolab::timetable(&table, task, &halt)
            .map_err(|error| Error::new(ErrorCode::Board, error.to_string()).in_field("text"))?;
        Ok(TimetableDone::new(&table, id, &done))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timetabled::TimetableStatus;

    #[test]
    fn a_table_is_completed_and_a_text_that_is_none_is_told() {
        let asked = |text: &str| {
            let request = TimetableRequest { text: text.to_owned(), ..TimetableRequest::default() };
            request.answer(&Halt::never()).expect("an answer")
        };
        let done = asked("slot,Hall,Lab\nMon,Algebra,\nTue,,\ncourses: Algebra, Drama");
        assert_eq!((done.status, done.unique), (TimetableStatus::Complete, Some(true)));
        let wrong = asked("nothing of the kind");
        assert_eq!(wrong.status, TimetableStatus::Syntax);
        assert!(wrong.problem.is_some());
    }
}
