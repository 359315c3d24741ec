//! What is the next step?

use crate::explain::{Improper, Told, standing};
use std::fmt;
use sudolab_exact::{ExactSolver, NotUnique, UniquePuzzle};
use sudolab_grid::Puzzle;
use sudolab_grid::formats::Document;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::nine;
use sudolab_logic::every_step::every_step_within;
use sudolab_logic::hint::{Order, next_within};
use sudolab_logic::position::{Breach, Position, PositionError};
use sudolab_logic::rating::se::Rater;
use sudolab_logic::start::{NotPlayed, Start, WrongEntry};
use sudolab_logic::technique::Technique;

/// What there is to say to a player.
#[derive(Clone, PartialEq, Debug)]
pub enum Hinted {
    /// A step.
    Step(Box<Told>),
    /// Nothing is left to do.
    Solved,
    /// Something in the position has to go first.
    Wrong(Wrong),
    /// There is no step: an answer, but not a step.
    Nothing(NoStep),
}

/// What is wrong with a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Wrong {
    /// Two equal digits share a house.
    Clash(PositionError),
    /// Something that the solution has not.
    Entry(WrongEntry),
    /// Clues with several solutions, of which none extends the position.
    Lost,
    /// The position shows that it has no solution.
    Broken(Breach),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Clash(error) => write!(f, "This position is already wrong: {error}."),
            Wrong::Entry(entry) => write!(f, "This position is already wrong: {entry}"),
            Wrong::Lost => {
                f.write_str("This position has no solution: a digit or a pencil mark is wrong.")
            }
            Wrong::Broken(breach) => write!(f, "This position has no solution: {breach}."),
        }
    }
}

/// Why there is no step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoStep {
    /// Several solutions, and nothing that they have in common is left to find.
    Open,
    /// No technique we know finds one.
    Stuck,
    /// No technique finds one without assuming that there is one solution.
    StuckWithoutUniqueness,
    /// There is none of those that were asked for.
    NotHere,
}

impl fmt::Display for NoStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoStep::Open => {
                "Every candidate left stands in some solution: nothing more follows from the clues."
            }
            NoStep::NotHere => "There is no step of what was asked for in this position.",
            NoStep::Stuck => "No technique we know finds a step here; you would have to guess.",
            NoStep::StuckWithoutUniqueness => {
                "No technique finds a step here without assuming that there is one solution."
            }
        })
    }
}

/// Why there is nothing to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotHinted {
    /// Hints are for the 9x9 board.
    Position(PositionError),
    /// It was stopped.
    Stopped(Stop),
}

impl fmt::Display for NotHinted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotHinted::Position(error) => error.fmt(f),
            NotHinted::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NotHinted {}

impl From<Stop> for NotHinted {
    fn from(stop: Stop) -> NotHinted {
        NotHinted::Stopped(stop)
    }
}

/// A hint, with what has to be known of a puzzle that is not proper.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// What there is to say.
    pub hinted: Hinted,
    /// Whether the clues have several solutions, or none.
    pub improper: Option<Improper>,
}

/// The next step from a position: placed digits and pencil marks of the document count. Where the
/// clues have several solutions, no technique is used that assumes a single one.
///
/// ```
/// use sudolab::formats::{ReadOptions, read_one};
/// use sudolab::{Halt, Hinted, Order, hint};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let document = read_one(line, &ReadOptions::default())?.document;
/// let advice = hint(&document, Order::Human, &Halt::never())?;
/// let Hinted::Step(step) = advice.hinted else { panic!("there is a step") };
/// assert_eq!(step.words().conclusion, "So r1c6 is 8.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board is not 9x9, or what stopped it.
pub fn hint(document: &Document, order: Order, halt: &Halt<'_>) -> Result<Advice, NotHinted> {
    hint_with(&mut Rater::new(), document, order, halt)
}

/// The same with a rater that is kept for many positions.
///
/// # Errors
/// When the board is not 9x9, or what stopped it.
pub fn hint_with(
    rater: &mut Rater,
    document: &Document,
    order: Order,
    halt: &Halt<'_>,
) -> Result<Advice, NotHinted> {
    let begun = start(document, halt)?;
    advise(rater, begun, order, halt)
}

/// The same where the puzzle is known to be proper, so that nothing is proved again: for a player
/// who asks many times. A document with other clues than the puzzle's gets its own proof.
///
/// ```
/// use sudolab::formats::{ReadOptions, read_one};
/// use sudolab::logic::rating::se::Rater;
/// use sudolab::{Halt, Hinted, Order, UniquePuzzle, hint_of};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let document = read_one(line, &ReadOptions::default())?.document;
/// let proper = UniquePuzzle::prove(document.to_puzzle())?;
/// let advice = hint_of(&mut Rater::new(), &proper, &document, Order::Human, &Halt::never())?;
/// let Hinted::Step(step) = advice.hinted else { panic!("there is a step") };
/// assert_eq!(step.words().conclusion, "So r1c6 is 8.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board is not 9x9, or what stopped it.
pub fn hint_of(
    rater: &mut Rater,
    puzzle: &UniquePuzzle,
    document: &Document,
    order: Order,
    halt: &Halt<'_>,
) -> Result<Advice, NotHinted> {
    let begun = start_of(puzzle, document, halt)?;
    advise(rater, begun, order, halt)
}

fn advise(
    rater: &mut Rater,
    begun: Result<Begun, Wrong>,
    order: Order,
    halt: &Halt<'_>,
) -> Result<Advice, NotHinted> {
    let (start, improper) = match begun {
        Ok(start) => start,
        Err(wrong) => return Ok(Advice { hinted: Hinted::Wrong(wrong), improper: None }),
    };
    let position = start.position();
    let hinted = match nothing_to_find(&start) {
        Some(said) => said,
        None => match next_within(rater, position, &start.profile(), order, halt)? {
            Some(hint) => {
                Hinted::Step(Box::new(Told { number: 1, position: position.clone(), hint }))
            }
            None => no_step(&start),
        },
    };
    Ok(Advice { hinted, improper })
}

/// Every step that a position offers, with what has to be known of a puzzle that is not proper.
#[derive(Clone, PartialEq, Debug)]
pub struct AllAdvice {
    /// The steps, in the order of the catalogue; numbered from 1.
    pub steps: Vec<Told>,
    /// What there is to say where there is no step.
    pub otherwise: Option<Hinted>,
    /// What ended the search before its end; the steps found before stand.
    pub stopped: Option<Stop>,
    /// Whether the clues have several solutions, or none.
    pub improper: Option<Improper>,
}

/// Every step from a position, not only the next: each technique of the catalogue that a person
/// would look through, two steps with the same effect once. Where there is none but chains, the one
/// that the rating would take.
///
/// ```
/// use sudolab::formats::{ReadOptions, read_one};
/// use sudolab::{Halt, all_hints};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let document = read_one(line, &ReadOptions::default())?.document;
/// let all = all_hints(&document, &Halt::never())?;
/// assert!(all.steps.iter().any(|step| step.words().conclusion == "So r1c6 is 8."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board is not 9x9, or what stopped it before the search began.
pub fn all_hints(document: &Document, halt: &Halt<'_>) -> Result<AllAdvice, NotHinted> {
    every(start(document, halt)?, &[], halt)
}

/// The same where the puzzle is known to be proper, so that nothing is proved again. A document
/// with other clues than the puzzle's gets its own proof.
///
/// ```
/// use sudolab::formats::{ReadOptions, read_one};
/// use sudolab::{Halt, UniquePuzzle, all_hints, all_hints_of};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let document = read_one(line, &ReadOptions::default())?.document;
/// let proper = UniquePuzzle::prove(document.to_puzzle())?;
/// let all = all_hints_of(&proper, &document, &Halt::never())?;
/// assert_eq!(all.steps, all_hints(&document, &Halt::never())?.steps);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board is not 9x9, or what stopped it before the search began.
pub fn all_hints_of(
    puzzle: &UniquePuzzle,
    document: &Document,
    halt: &Halt<'_>,
) -> Result<AllAdvice, NotHinted> {
    every(start_of(puzzle, document, halt)?, &[], halt)
}

/// Every step of the techniques that are asked for, also those that a person would not look through.
///
/// # Errors
/// When the board is not 9x9, or what stopped it before the search began.
pub fn all_hints_with(
    document: &Document,
    asked: &[Technique],
    halt: &Halt<'_>,
) -> Result<AllAdvice, NotHinted> {
    every(start(document, halt)?, asked, halt)
}

fn every(
    begun: Result<Begun, Wrong>,
    asked: &[Technique],
    halt: &Halt<'_>,
) -> Result<AllAdvice, NotHinted> {
    let mut all = AllAdvice { steps: Vec::new(), otherwise: None, stopped: None, improper: None };
    let start = match begun {
        Ok((start, improper)) => {
            all.improper = improper;
            start
        }
        Err(wrong) => {
            all.otherwise = Some(Hinted::Wrong(wrong));
            return Ok(all);
        }
    };
    let position = start.position();
    if let Some(said) = nothing_to_find(&start) {
        all.otherwise = Some(said);
        return Ok(all);
    }
    let steps = &mut all.steps;
    let searched = every_step_within(
        &mut Rater::new(),
        position,
        &start.profile(),
        asked,
        halt,
        &mut |hint| {
            steps.push(Told { number: steps.len() + 1, position: position.clone(), hint });
        },
    );
    all.stopped = searched.err();
    if all.steps.is_empty() && all.stopped.is_none() {
        all.otherwise = Some(match asked {
            [] => no_step(&start),
            _ => Hinted::Nothing(NoStep::NotHere),
        });
    }
    Ok(all)
}

/// What there is to say of a position in which no step has to be looked for.
fn nothing_to_find(start: &Start) -> Option<Hinted> {
    let position = start.position();
    if position.is_solved() {
        Some(Hinted::Solved)
    } else if let Some(breach) = position.breach() {
        Some(Hinted::Wrong(Wrong::Broken(breach)))
    } else if start.leaves_nothing(position) {
        Some(Hinted::Nothing(NoStep::Open))
    } else {
        None
    }
}

/// What there is to say where techniques found nothing.
fn no_step(start: &Start) -> Hinted {
    Hinted::Nothing(match start.assumes_one_solution() {
        true => NoStep::Stuck,
        false => NoStep::StuckWithoutUniqueness,
    })
}

type Begun = (Start, Option<Improper>);

/// The player's position, refused when two equal digits share a house.
fn position(document: &Document) -> Result<Result<Position, Wrong>, NotHinted> {
    let position = match Position::from_puzzle(&document.to_puzzle_with_placed()) {
        Ok(position) => position,
        Err(error @ PositionError::Conflict { .. }) => return Ok(Err(Wrong::Clash(error))),
        Err(other) => return Err(NotHinted::Position(other)),
    };
    let givens = document.givens().filled().filter_map(|(cell, _)| nine::Cell::try_from(cell).ok());
    Ok(Ok(position.with_givens(givens.collect())))
}

/// A position of a proper puzzle, refused when it is already wrong.
fn played(proper: &UniquePuzzle, position: Position) -> Result<Result<Begun, Wrong>, NotHinted> {
    match Start::played(proper, position) {
        Ok(start) => Ok(Ok((start, None))),
        Err(NotPlayed::Wrong(entry)) => Ok(Err(Wrong::Entry(entry))),
        Err(NotPlayed::Position(error)) => Err(NotHinted::Position(error)),
    }
}

/// The player's position in a puzzle that is known to be proper, if these are its clues.
fn start_of(
    puzzle: &UniquePuzzle,
    document: &Document,
    halt: &Halt<'_>,
) -> Result<Result<Begun, Wrong>, NotHinted> {
    if document.givens() != puzzle.puzzle().clues() {
        return start(document, halt);
    }
    match position(document)? {
        Ok(position) => played(puzzle, position),
        Err(wrong) => Ok(Err(wrong)),
    }
}

/// The player's position, with what is proved about its clues.
fn start(document: &Document, halt: &Halt<'_>) -> Result<Result<Begun, Wrong>, NotHinted> {
    let position = match position(document)? {
        Ok(position) => position,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let givens = Puzzle::new(document.givens().clone());
    let proved = ExactSolver::kept(|solver| UniquePuzzle::prove_within(solver, givens, halt))?;
    Ok(match proved {
        Ok(proper) => played(&proper, position)?,
        Err(NotUnique::Multiple(_)) => {
            let puzzle = document.to_puzzle_with_placed();
            let one = ExactSolver::kept(|solver| solver.count_within(&puzzle, 1, halt))?;
            match one.solutions {
                0 => Err(Wrong::Lost),
                _ => Ok((
                    Start::several(position, standing(&puzzle, halt)?),
                    Some(Improper::Several),
                )),
            }
        }
        Err(_) => Ok((Start::unproved(position), Some(Improper::None))),
    })
}
