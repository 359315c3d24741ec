//! Which puzzles may be printed: those that are proper, with the rating that was asked for.

use super::choices::Ratings;
use crate::args::Common;
use crate::exit::Exit;
use crate::input::Entry;
use crate::record_time::RecordTime;
use sudolab::formats::Meta;
use sudolab::sheets;
use sudolab::{ExactSolver, Halt, NotRated, Profile, Raters, Rating, Stop, UniquePuzzle};

/// What became of a record: an entry to print, something to tell, or both.
pub struct Proved {
    /// What is printed.
    pub entry: Option<sheets::Printable>,
    /// What is told, and how grave it is.
    pub problem: Option<(String, Exit)>,
    /// What the user may want to know.
    pub notes: Vec<String>,
}

/// Proves puzzles and rates them.
pub struct Proof {
    solver: ExactSolver,
    raters: Raters,
    ratings: Ratings,
    times: RecordTime,
}

impl Proof {
    /// For puzzles with these ratings.
    pub fn new(ratings: Ratings, common: &Common) -> Proof {
        let times = RecordTime::of(common);
        Proof { solver: ExactSolver::new(), raters: Raters::new().counts(false), ratings, times }
    }

    /// Looks at one record.
    pub fn entry(&mut self, entry: &Entry) -> Proved {
        Proved { notes: entry.notes(), ..self.proved(entry) }
    }

    fn proved(&mut self, entry: &Entry) -> Proved {
        let place = entry.place();
        let refused = |why: String, status| {
            let problem = Some((why, status));
            Proved { entry: None, problem, notes: Vec::new() }
        };
        let (puzzle, meta) = match (entry, entry.puzzle()) {
            (Entry::Bad { error, .. }, _) => return refused(error.to_string(), Exit::SomeFailed),
            (Entry::Failed(failure), _) => return refused(failure.to_string(), failure.exit()),
            (Entry::Record(record), Some(puzzle)) => (puzzle, record.document.meta.clone()),
            (_, Some(puzzle)) => (puzzle, Meta::default()),
            (_, None) => return Proved { entry: None, problem: None, notes: Vec::new() },
        };
        let text = puzzle.to_string();
        let halt = self.times.begin();
        let proper = match UniquePuzzle::prove_within(&mut self.solver, puzzle, &halt) {
            Ok(Ok(proper)) => proper,
            Ok(Err(why)) => {
                return refused(format!("{place}: {text}: not printed: {why}"), Exit::SomeFailed);
            }
            Err(Stop::Cancelled) => {
                let why = "interrupted before it was proved";
                return refused(format!("{place}: {text}: not printed: {why}"), Exit::Interrupted);
            }
            Err(_) => {
                let why = "not proved within the time limit; allow more with --time-limit";
                return refused(format!("{place}: {text}: not printed: {why}"), Exit::Limit);
            }
        };
        let mut problem = None;
        let rating = match self.ratings {
            Ratings::None => None,
            Ratings::Told => meta.level.clone().or_else(|| meta.rating.clone()),
            Ratings::Er | Ratings::Level => match self.rated(&proper, &halt) {
                Ok(rating) => rating,
                Err(why) => {
                    let text = format!("{place}: {text}: printed without rating: {why}");
                    problem = Some((text, Exit::Limit));
                    None
                }
            },
        };
        let entry = sheets::Printable { puzzle: proper, name: meta.title, rating };
        Proved { entry: Some(entry), problem, notes: Vec::new() }
    }

    /// The rating; none on boards for which it is not defined.
    fn rated(
        &mut self,
        proper: &UniquePuzzle,
        halt: &Halt<'_>,
    ) -> Result<Option<String>, NotRated> {
        let profile = match self.ratings {
            Ratings::Level => Profile::Hodoku,
            _ => Profile::Explainer,
        };
        match self.raters.rate(proper, profile, halt) {
            Ok(Rating::Hodoku { rating, .. }) => Ok(Some(rating.level.name().to_owned())),
            Ok(Rating::Explainer { rating, .. }) => Ok(Some(format!("ER {}", rating.er))),
            Ok(_) | Err(NotRated::Board) => Ok(None),
            Err(why) => Err(why),
        }
    }
}
