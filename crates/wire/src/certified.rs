//! A certificate asked for: the solutions of a puzzle with a proof that there are no others.

use crate::answer::limited;
use crate::error::{Error, ErrorCode};
use crate::request::{PuzzleInput, Seconds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::Halt;
use sudolab::exact::{NotCertified, certify};

/// The most solutions that one certificate lists: all of them are held until it is written.
const MOST_SOLUTIONS: u32 = 10_000;

/// Asks for a certificate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CertifyRequest {
    /// The most solutions that are listed; with more of them nothing is proved.
    #[schemars(range(min = 1, max = 10_000))]
    pub limit: u32,
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The longest time.
    pub time_limit: Option<Seconds>,
}

impl Default for CertifyRequest {
    fn default() -> CertifyRequest {
        CertifyRequest { limit: 2, puzzle: PuzzleInput::default(), time_limit: None }
    }
}

/// A certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Certified {
    /// Its text, which `sudolab-witness` reads.
    pub certificate: String,
    /// Whether it proves that there are no solutions but those it lists.
    pub exact: bool,
    /// The clues as a line.
    pub puzzle: String,
    /// How many solutions it lists.
    pub solutions: u64,
}

impl CertifyRequest {
    /// Finds the solutions and the proof.
    ///
    /// # Errors
    /// When the request cannot be meant, what certificates have no room for, or what stopped it.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Certified, Error> {
        if !(1..=MOST_SOLUTIONS).contains(&self.limit) {
            let text = format!("a certificate does not list up to {} solutions", self.limit);
            let remedy = format!("ask for 1 to {MOST_SOLUTIONS}");
            return Err(Error::new(ErrorCode::Usage, text).remedy(remedy).in_field("limit"));
        }
        let puzzle = self.puzzle.puzzle()?;
        let halt = limited(halt, self.time_limit)?;
        let certificate =
            certify(&puzzle, self.limit as usize, &halt).map_err(|why| match why {
                NotCertified::Stopped(stop) => stop.into(),
                NotCertified::Rules(_) | NotCertified::Board(_) => {
                    Error::new(ErrorCode::Board, why.to_string()).in_field("puzzle")
                }
            })?;
        Ok(Certified {
            exact: certificate.proof.is_some(),
            puzzle: puzzle.to_string(),
            solutions: certificate.solutions.len() as u64,
            certificate: certificate.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certified(body: &str) -> Result<Certified, Error> {
        crate::read::<CertifyRequest>(body)?.answer(&Halt::never())
    }

    #[test]
    fn one_solution_is_proved_and_the_first_of_many_are_listed() {
        let one = certified("{\"puzzle\":\"1.34........2..1\"}").unwrap();
        assert!(one.exact && one.solutions == 1, "{one:?}");
        assert!(one.certificate.contains("claim exactly 1"), "{}", one.certificate);
        let many = certified("{\"puzzle\":\"1...............\",\"limit\":3}").unwrap();
        assert!(!many.exact && many.certificate.contains("claim at-least 3"), "{many:?}");
    }

    #[test]
    fn what_has_no_room_in_a_certificate_is_refused() {
        for (body, field) in [
            ("{\"puzzle\":\"1...............\",\"limit\":0}", "limit"),
            ("{\"puzzle\":\"1...............\",\"limit\":10001}", "limit"),
        ] {
            let error = certified(body).expect_err("it is refused");
            assert_eq!(error.place.and_then(|place| place.field).as_deref(), Some(field));
        }
    }
}
