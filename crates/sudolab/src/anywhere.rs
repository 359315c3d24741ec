//! Explanations, hints and effort on boards of every kind, with every rule.
//!
//! The classic 9x9 puzzle has its own verbs ([`explain`](crate::explain), [`hint`](crate::hint),
//! [`rate`](crate::rate)), which know over a hundred techniques. These know fewer, and any board.

use crate::explain::Improper;
use std::fmt;
use sudolab_exact::{ExactSolver, NotUnique, UniquePuzzle};
use sudolab_grid::formats::Document;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{Cell, Digit, Puzzle};
use sudolab_logic::general::{Clash, Effort, End, Path, Position, Step, Words, words};

/// Whether the classic verbs know a puzzle: 9x9 with its usual boxes and no further rule.
pub fn is_classic(puzzle: &Puzzle) -> bool {
    puzzle.board().is_classic() && !puzzle.has_rules()
}

/// A step on any board, with the position it was found in.
#[derive(Clone, Debug)]
pub struct ToldAnywhere {
    /// Its number, from 1.
    pub number: usize,
    /// The position before it.
    pub position: Position,
    /// Technique, effect and reason.
    pub step: Step,
}

impl ToldAnywhere {
    /// The step in words.
    pub fn words(&self) -> Words {
        words(&self.position, &self.step)
    }
}

/// Why there is no explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotTold {
    /// The clues cannot stand together.
    Clash(Clash),
    /// It was stopped before it began.
    Stopped(Stop),
}

impl fmt::Display for NotTold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTold::Clash(clash) => clash.fmt(f),
            NotTold::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NotTold {}

impl From<Stop> for NotTold {
    fn from(stop: Stop) -> NotTold {
        NotTold::Stopped(stop)
    }
}

/// The solution of a puzzle on any board with any rules, step by step.
///
/// ```
/// use sudolab::formats::{ReadOptions, read_one};
/// use sudolab::{Halt, explain_anywhere};
///
/// let text = r#"{"puzzle": "1...............", "rules": ["thermometer r1c1 r1c2 r1c3 r1c4"]}"#;
/// let puzzle = read_one(text, &ReadOptions::default())?.document.puzzle()?;
/// let halt = Halt::never();
/// let first = explain_anywhere(&puzzle, &halt)?.next().expect("there is a step")?;
/// assert!(first.words().to_string().starts_with("“thermometer r1c1 r1c2 r1c3 r1c4” leaves"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the clues clash, or what stopped it.
pub fn explain_anywhere<'a>(
    puzzle: &Puzzle,
    halt: &'a Halt<'a>,
) -> Result<StepsAnywhere<'a>, NotTold> {
    let position = Position::new(puzzle).map_err(NotTold::Clash)?;
    let proved =
        ExactSolver::kept(|solver| UniquePuzzle::prove_within(solver, puzzle.clone(), halt))?;
    let improper = match proved {
        Ok(_) => None,
        Err(NotUnique::Multiple(_)) => Some(Improper::Several),
        Err(_) => Some(Improper::None),
    };
    Ok(StepsAnywhere { path: Path::new(position, halt), improper })
}

/// The same for a puzzle that is known to be proper: nothing is proved again.
///
/// # Errors
/// When the clues clash, which those of a proper puzzle do not.
pub fn explain_proper_anywhere<'a>(
    puzzle: &UniquePuzzle,
    halt: &'a Halt<'a>,
) -> Result<StepsAnywhere<'a>, NotTold> {
    let position = Position::new(puzzle.puzzle()).map_err(NotTold::Clash)?;
    Ok(StepsAnywhere { path: Path::new(position, halt), improper: None })
}

/// The steps of an explanation on any board, found one after the other.
pub struct StepsAnywhere<'a> {
    path: Path<'a>,
    improper: Option<Improper>,
}

impl StepsAnywhere<'_> {
    /// What has to be known of a puzzle that is not proper.
    pub fn improper(&self) -> Option<&Improper> {
        self.improper.as_ref()
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        self.path.position()
    }

    /// How it ended; nothing before the last step was asked for.
    pub fn end(&self) -> Option<End> {
        self.path.end()
    }

    /// What the steps so far cost.
    pub fn effort(&self) -> &Effort {
        self.path.effort()
    }
}

impl Iterator for StepsAnywhere<'_> {
    type Item = Result<ToldAnywhere, Stop>;

    /// The next step. A stop is told once, and is also the end.
    fn next(&mut self) -> Option<Result<ToldAnywhere, Stop>> {
        if self.path.end().is_some() {
            return None;
        }
        match (self.path.next(), self.path.end()) {
            (Some((position, step)), _) => {
                let number = self.path.effort().n_steps;
                Some(Ok(ToldAnywhere { number, position, step }))
            }
            (None, Some(End::Stopped(stop))) => Some(Err(stop)),
            (None, _) => None,
        }
    }
}

/// What there is to say to a player of any puzzle.
#[derive(Clone, Debug)]
pub enum HintedAnywhere {
    /// A step.
    Step(Box<ToldAnywhere>),
    /// Nothing is left to do.
    Solved,
    /// Something in the position has to go first, as a sentence.
    Wrong(String),
    /// No technique finds a step.
    Stuck,
}

/// The next step from a player's position on any board: digits that were placed count, and those
/// that differ from the solution are named.
///
/// # Errors
/// What stopped it.
pub fn hint_anywhere(
    document: &Document,
    halt: &Halt<'_>,
) -> Result<(HintedAnywhere, Option<Improper>), Stop> {
    let puzzle = document.to_puzzle();
    let played = document.to_puzzle_with_placed();
    let board = puzzle.board();
    let proved =
        ExactSolver::kept(|solver| UniquePuzzle::prove_within(solver, puzzle.clone(), halt))?;
    let improper = match &proved {
        Ok(proper) => {
            let differs = |&(cell, digit): &(Cell, Digit)| proper.solution().digit(cell) != digit;
            if let Some((cell, digit)) = played.clues().filled().find(differs) {
                let (name, value) = (board.name(cell), board.value(digit));
                let said = format!("{name} = {value} differs from the solution.");
                return Ok((HintedAnywhere::Wrong(said), None));
            }
            None
        }
        Err(NotUnique::Multiple(_)) => Some(Improper::Several),
        Err(_) => Some(Improper::None),
    };
    let position = match Position::new(&played) {
        Ok(position) => position,
        Err(clash) => return Ok((HintedAnywhere::Wrong(format!("{clash}.")), improper)),
    };
    let mut path = Path::new(position, halt);
    let hinted = match (path.next(), path.end()) {
        (Some((position, step)), _) => {
            HintedAnywhere::Step(Box::new(ToldAnywhere { number: 1, position, step }))
        }
        (None, Some(End::Stopped(stop))) => return Err(stop),
        (None, Some(End::Solved)) => HintedAnywhere::Solved,
        (None, Some(End::Broken(dead))) => {
            let clause = dead.clause(path.position().ground());
            HintedAnywhere::Wrong(format!("This position has no solution: {clause}."))
        }
        (None, _) => HintedAnywhere::Stuck,
    };
    Ok((hinted, improper))
}
