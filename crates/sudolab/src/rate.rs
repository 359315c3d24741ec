//! How hard is it?

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use sudolab_exact::UniquePuzzle;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::module::PLAIN;
use sudolab_logic::position::{Position, PositionError};
use sudolab_logic::rating::hodoku::{self, HodokuProfile, HodokuRating};
use sudolab_logic::rating::human::{self, HumanRating};
use sudolab_logic::rating::qqwing::{self, QqwingRating};
use sudolab_logic::rating::se::{self, SeProfile, SeRating};
use sudolab_logic::rating::word::Word;
use sudolab_logic::technique::Technique;
use sudolab_solvers::effort::{Effort, EffortRater, THESIS};

/// A way to rate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// ER, EP and ED of Sudoku Explainer 1.2.1.
    Explainer,
    /// Level and score of HoDoKu 2.2.0.
    Hodoku,
    /// The grade QQWing gives.
    Qqwing,
    /// Guesses and ticks of the thesis' algorithms.
    Thesis,
    /// The time people take, with an interval.
    Human,
}

impl Profile {
    /// Every profile with the name it is called by.
    pub const ALL: [(&'static str, Profile); 5] = [
        ("se-1.2.1", Profile::Explainer),
        ("hodoku-2.2", Profile::Hodoku),
        ("qqwing", Profile::Qqwing),
        ("thesis", Profile::Thesis),
        ("human", Profile::Human),
    ];
}

/// How often each technique was used.
pub type Used = BTreeMap<Technique, u64>;

/// What a profile says about a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub enum Rating {
    /// By Sudoku Explainer.
    Explainer {
        /// The numbers.
        rating: SeRating,
        /// The techniques on the way.
        used: Used,
    },
    /// By HoDoKu.
    Hodoku {
        /// Level and score.
        rating: HodokuRating,
        /// The techniques on the way.
        used: Used,
    },
    /// By QQWing.
    Qqwing(QqwingRating),
    /// By the thesis' algorithms.
    Thesis(Vec<Effort>),
    /// By the time people take.
    Human(HumanRating),
}

impl fmt::Display for Rating {
    /// In a few words: `ER 2.6, easy`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rating::Explainer { rating, .. } => {
                write!(f, "ER {}, {}", rating.er, Word::of(rating.er))
            }
            Rating::Hodoku { rating, .. } => {
                write!(f, "HoDoKu {}, score {}", rating.level, rating.score)
            }
            Rating::Qqwing(rating) => write!(f, "qqwing {}", rating.level),
            Rating::Thesis(efforts) => {
                let told = |e: &Effort| format!("{} {} guesses", e.algorithm, e.guesses);
                f.write_str(&efforts.iter().map(told).collect::<Vec<_>>().join(", "))
            }
            Rating::Human(rating) => rating.fmt(f),
        }
    }
}

/// Why there is no rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRated {
    /// Ratings are defined for the 9x9 board only.
    Board,
    /// The position is none that logic can begin with.
    Position(PositionError),
    /// It was stopped.
    Stopped(Stop),
}

impl fmt::Display for NotRated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRated::Board => f.write_str("ratings are defined for the 9x9 board only"),
            NotRated::Position(error) => error.fmt(f),
            NotRated::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NotRated {}

impl From<Stop> for NotRated {
    fn from(stop: Stop) -> NotRated {
        NotRated::Stopped(stop)
    }
}

/// Rates a proper puzzle.
///
/// ```
/// use sudolab::{Halt, Profile, Rating, UniquePuzzle, rate};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let proper = UniquePuzzle::prove(line.parse()?)?;
/// let rating = rate(&proper, Profile::Explainer, &Halt::never())?;
/// assert_eq!(rating.to_string(), "ER 1.2, beginner");
/// let Rating::Hodoku { rating, .. } = rate(&proper, Profile::Hodoku, &Halt::never())? else {
///     panic!("each profile gives its own kind of rating")
/// };
/// assert_eq!(rating.score, 204);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board is not 9x9, or what stopped it.
pub fn rate(puzzle: &UniquePuzzle, profile: Profile, halt: &Halt<'_>) -> Result<Rating, NotRated> {
    Raters::new().rate(puzzle, profile, halt)
}

/// Rates puzzles one after the other; keep one for many. Each rater is made when it is first asked.
#[derive(Default)]
pub struct Raters {
    without_uniqueness: bool,
    without_counts: bool,
    explainer: Option<se::Rater>,
    hodoku: Option<hodoku::Rater>,
    thesis: Option<EffortRater>,
    /// The last puzzle with its position: often several profiles rate the same one.
    last: Option<(Puzzle, Position)>,
}

impl Raters {
    /// Raters that use every technique of their profiles.
    pub fn new() -> Raters {
        Raters::default()
    }

    /// Whether techniques may assume that there is one solution.
    pub fn uniqueness(mut self, allowed: bool) -> Raters {
        self.without_uniqueness = !allowed;
        self
    }

    /// Whether the techniques on the way are counted; without it is a little faster.
    pub fn counts(mut self, wanted: bool) -> Raters {
        self.without_counts = !wanted;
        self
    }

    /// Rates a proper puzzle.
    ///
    /// # Errors
    /// When the board is not 9x9, or what stopped it.
    pub fn rate(
        &mut self,
        puzzle: &UniquePuzzle,
        profile: Profile,
        halt: &Halt<'_>,
    ) -> Result<Rating, NotRated> {
        self.rate_heard(puzzle, profile, halt, &mut |_| {})
    }

    /// The same, while somebody hears each technique that is used on the way: those of Explainer and
    /// HoDoKu, unless nothing is counted.
    ///
    /// # Errors
    /// When the board is not 9x9, or what stopped it.
    pub fn rate_heard(
        &mut self,
        puzzle: &UniquePuzzle,
        profile: Profile,
        halt: &Halt<'_>,
        heard: &mut dyn FnMut(Technique),
    ) -> Result<Rating, NotRated> {
        let puzzle = puzzle.puzzle();
        if !puzzle.board().is_classic() || (PLAIN && profile != Profile::Explainer) {
            return Err(NotRated::Board);
        }
        let profile = if PLAIN { Profile::Explainer } else { profile };
        let known = self.last.take().filter(|(last, _)| last == puzzle);
        let (_, position) = self.last.insert(match known {
            Some(known) => known,
            None => {
                let position = Position::from_puzzle(puzzle).map_err(NotRated::Position)?;
                (puzzle.clone(), position)
            }
        });
        let position = &*position;
        let uniqueness = !self.without_uniqueness;
        let counting = !self.without_counts;
        let mut used = Used::new();
        let mut note = |technique: Technique| {
            *used.entry(technique).or_default() += 1;
            heard(technique);
            ControlFlow::Continue(())
        };
        Ok(match profile {
            Profile::Explainer => {
                let rater = self.explainer.get_or_insert_with(se::Rater::new);
                let profile = SeProfile { uniqueness };
                let rating = match counting {
                    true => rater
                        .rate_within(position, &profile, halt, |_, s| note(s.step.technique))?,
                    false => rater.rate_unseen(position, &profile, halt)?,
                };
                Rating::Explainer { rating, used }
            }
            Profile::Hodoku => {
                let rater = self.hodoku.get_or_insert_with(hodoku::Rater::new);
                let profile = HodokuProfile { uniqueness };
                let rating = match counting {
                    true => rater.rate_naming(position, &profile, halt, note)?,
                    false => rater.rate_unseen(position, &profile, halt)?,
                };
                Rating::Hodoku { rating, used }
            }
            Profile::Qqwing => Rating::Qqwing(qqwing::rate(position)),
            Profile::Human => Rating::Human(human::rate(position, halt)?),
            Profile::Thesis => {
                let rater = self.thesis.get_or_insert_with(|| EffortRater::new(&THESIS));
                let efforts = rater.rate_within(puzzle, halt);
                // The board is classic, which the algorithms of the thesis take.
                Rating::Thesis(efforts.unwrap_or_default())
            }
        })
    }
}
