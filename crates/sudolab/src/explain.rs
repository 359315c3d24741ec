//! How would a person solve it?

use std::fmt;
use sudolab_exact::{ExactSolver, NotUnique, UniquePuzzle};
use sudolab_grid::Puzzle;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::nine::Digits;
use sudolab_logic::catalogue::Catalogue;
use sudolab_logic::explain::{Explanation, explain as words};
use sudolab_logic::hint::{Hint, Order};
use sudolab_logic::path::{End, Path, Taken};
use sudolab_logic::position::{Position, PositionError};
use sudolab_logic::rating::se::{Rater, SeRating, SeStep};
use sudolab_logic::start::Start;

/// A step of an explanation, with the position it was found in.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Its number, from 1.
    pub number: usize,
    /// The position before it.
    pub position: Position,
    /// Technique, effect, reason and difficulty.
    pub hint: Hint,
}

impl Told {
    /// The step in words.
    pub fn words(&self) -> Explanation {
        words(&self.position, &self.hint.step)
    }

    /// The step in words, as a paragraph.
    pub fn text(&self) -> String {
        self.words().to_string()
    }
}

/// What has to be known of a puzzle that is not proper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Improper {
    /// It has several solutions: no technique is used that assumes one.
    Several,
    /// It has no solution.
    None,
}

/// Why there is no explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotExplained {
    /// The position is none that logic can begin with: another board, or clues that clash.
    Position(PositionError),
    /// It was stopped before it began.
    Stopped(Stop),
}

impl fmt::Display for NotExplained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotExplained::Position(error) => error.fmt(f),
            NotExplained::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NotExplained {}

impl From<Stop> for NotExplained {
    fn from(stop: Stop) -> NotExplained {
        NotExplained::Stopped(stop)
    }
}

/// The solution of a proper puzzle step by step.
///
/// ```
/// use sudolab::{Halt, Order, UniquePuzzle, explain};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let proper = UniquePuzzle::prove(line.parse()?)?;
/// let halt = Halt::never();
/// let mut steps = explain(&proper, Order::Human, &halt)?;
/// let first = steps.next().expect("there is much to do")?;
/// assert!(first.text().ends_with("So r1c6 is 8."));
/// assert_eq!(steps.count(), 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board is not 9x9.
pub fn explain<'a>(
    puzzle: &UniquePuzzle,
    order: Order,
    halt: &'a Halt<'a>,
) -> Result<Steps<'a>, NotExplained> {
    let start = Start::proper(puzzle).map_err(NotExplained::Position)?;
    Ok(Steps::new(start, Ok(puzzle.clone()), order, halt))
}

/// The same for any puzzle: one with several solutions is explained as far as logic goes that does
/// not assume a single one, one with none up to the contradiction, where logic finds it.
///
/// ```
/// use sudolab::{End, Halt, Order, explain_any};
///
/// let halt = Halt::never();
/// let mut steps = explain_any(&".".repeat(81).parse()?, Order::Human, &halt)?;
/// assert!(steps.improper().is_some());
/// assert!(steps.next().is_none());
/// assert_eq!(steps.end(), Some(End::Open));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board is not 9x9, when clues clash, or what stopped it.
pub fn explain_any<'a>(
    puzzle: &Puzzle,
    order: Order,
    halt: &'a Halt<'a>,
) -> Result<Steps<'a>, NotExplained> {
    let (start, proved) = start(puzzle, halt)?;
    Ok(Steps::new(start, proved, order, halt))
}

/// What was proved of a puzzle.
type ProperOrNot = Result<UniquePuzzle, Improper>;

/// Where logic begins with a puzzle that may not be proper.
fn start(puzzle: &Puzzle, halt: &Halt<'_>) -> Result<(Start, ProperOrNot), NotExplained> {
    let position = Position::from_puzzle(puzzle).map_err(NotExplained::Position)?;
    let proved =
        ExactSolver::kept(|solver| UniquePuzzle::prove_within(solver, puzzle.clone(), halt))?;
    Ok(match proved {
        Ok(proper) => (Start::proper(&proper).map_err(NotExplained::Position)?, Ok(proper)),
        Err(NotUnique::Multiple(_)) => {
            (Start::several(position, standing(puzzle, halt)?), Err(Improper::Several))
        }
        Err(_) => (Start::unproved(position), Err(Improper::None)),
    })
}

/// For each cell of a 9x9 puzzle the digits that stand in some solution.
pub(crate) fn standing(puzzle: &Puzzle, halt: &Halt<'_>) -> Result<[Digits; 81], Stop> {
    let sets = crate::true_candidates(puzzle, halt)?;
    // The board is classic: a position was made of the puzzle.
    let digits = |index: usize| sets.get(index).and_then(|&set| Digits::try_from(set).ok());
    Ok(std::array::from_fn(|index| digits(index).unwrap_or_default()))
}

/// The steps of an explanation, found one after the other.
pub struct Steps<'a> {
    path: Path<'a>,
    proved: ProperOrNot,
    order: Order,
    rating: SeRating,
    n_steps: usize,
}

impl<'a> Steps<'a> {
    fn new(start: Start, proved: ProperOrNot, order: Order, halt: &'a Halt<'a>) -> Steps<'a> {
        let path = Path::new(Rater::new(), start, order, halt);
        Steps { path, proved, order, rating: SeRating::START, n_steps: 0 }
    }

    /// The same by a catalogue of techniques, also of your own; where it finds nothing, by what
    /// the rating would take. Such steps give no rating.
    #[must_use]
    pub fn by(mut self, catalogue: &'a Catalogue) -> Steps<'a> {
        self.path = self.path.by(catalogue);
        self.order = Order::Human;
        self
    }

    /// What has to be known of a puzzle that is not proper.
    pub fn improper(&self) -> Option<&Improper> {
        self.proved.as_ref().err()
    }

    /// The puzzle where it was proved to be proper, so that nobody proves it again.
    pub fn proper(&self) -> Option<&UniquePuzzle> {
        self.proved.as_ref().ok()
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        self.path.position()
    }

    /// Steps so far.
    pub fn n_steps(&self) -> usize {
        self.n_steps
    }

    /// How it ended; nothing before the last step was taken.
    pub fn end(&self) -> Option<End> {
        self.path.end()
    }

    /// The rating of the puzzle, where it is solved in the order that the rating counts.
    pub fn rating(&self) -> Option<&SeRating> {
        let counts = self.order == Order::Rating && self.end() == Some(End::Solved);
        counts.then_some(&self.rating)
    }
}

impl Iterator for Steps<'_> {
    type Item = Result<Told, Stop>;

    /// The next step. A stop is told once, and is also the end.
    fn next(&mut self) -> Option<Result<Told, Stop>> {
        if self.path.end().is_some() {
            return None;
        }
        let Some(Taken { at, hint }) = self.path.next() else {
            return match self.path.end() {
                Some(End::Stopped(stop)) => Some(Err(stop)),
                _ => None,
            };
        };
        self.n_steps += 1;
        if let (Order::Rating, Some(difficulty)) = (self.order, hint.difficulty) {
            self.rating.add(&SeStep { step: hint.step.clone(), difficulty });
        }
        Some(Ok(Told { number: self.n_steps, position: at, hint }))
    }
}
