//! Where logic begins: a position, and what is known about its solutions.
//!
//! Which techniques may be used depends on what was proved. Of a proper puzzle there is one
//! solution, so that techniques may assume it, and a player's entries can be held against it. Of
//! any other puzzle nothing of the kind may be assumed; there one starts by another door and gets
//! fewer techniques.
//!
//! ```
//! use sudolab_exact::UniquePuzzle;
//! use sudolab_logic::start::Start;
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let proper = UniquePuzzle::prove(line.parse()?)?;
//! assert!(Start::proper(&proper)?.assumes_one_solution());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::position::{Position, PositionError};
use crate::rating::se::SeProfile;
use std::fmt;
use sudolab_exact::UniquePuzzle;
use sudolab_grid::nine::{Cell, Digit, Digits};

/// A position to reason from.
#[derive(Clone, Debug)]
pub struct Start {
    position: Position,
    known: Known,
}

/// What is known about the solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Known {
    /// There is one, this.
    One(Box<[Digit; 81]>),
    /// There are several; these digits stand in some of them.
    Several(Box<[Digits; 81]>),
    /// Nothing, or that there is none.
    Nothing,
}

/// What a player wrote that is not so in the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrongEntry {
    /// A digit that belongs elsewhere.
    Digit {
        /// The cell.
        cell: Cell,
        /// The digit in it.
        digit: Digit,
    },
    /// Pencil marks without the digit of the cell.
    Marks {
        /// The cell.
        cell: Cell,
    },
}

impl fmt::Display for WrongEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongEntry::Digit { cell, digit } => {
                write!(f, "{cell} = {digit} differs from the solution. Clear it and look again.")
            }
            WrongEntry::Marks { cell } => write!(
                f,
                "the pencil marks of {cell} lack its digit. Put the marks of that cell back and look again."
            ),
        }
    }
}

impl std::error::Error for WrongEntry {}

impl Start {
    /// A proper puzzle before its first step.
    ///
    /// # Errors
    /// When it is not on the classic board.
    pub fn proper(puzzle: &UniquePuzzle) -> Result<Start, PositionError> {
        let position = Position::of_proper(puzzle)?;
        Ok(Start { position, known: Known::One(solution_of(puzzle)?) })
    }

    /// A player's position of a proper puzzle: its clues, what was placed, and the pencil marks.
    ///
    /// # Errors
    /// The first entry that contradicts the solution, digits before marks.
    pub fn played(puzzle: &UniquePuzzle, position: Position) -> Result<Start, NotPlayed> {
        let solution = solution_of(puzzle).map_err(NotPlayed::Position)?;
        for cell in Cell::all() {
            if let Some(digit) = position.value(cell)
                && solution[cell.index()] != digit
            {
                return Err(NotPlayed::Wrong(WrongEntry::Digit { cell, digit }));
            }
        }
        for cell in position.empty_cells() {
            if !position.has(cell, solution[cell.index()]) {
                return Err(NotPlayed::Wrong(WrongEntry::Marks { cell }));
            }
        }
        Ok(Start { position, known: Known::One(solution) })
    }

    /// A position of a puzzle with several solutions. `standing` holds for each cell the digits
    /// that stand in some solution: what [`sudolab_exact::true_candidates`] tells.
    pub fn several(position: Position, standing: [Digits; 81]) -> Start {
        Start { position, known: Known::Several(Box::new(standing)) }
    }

    /// A position of which nothing is known, or that it has no solution.
    pub fn unproved(position: Position) -> Start {
        Start { position, known: Known::Nothing }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The digit that a cell holds in the solution, where there is one solution.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        match &self.known {
            Known::One(solution) => Some(solution[cell.index()]),
            _ => None,
        }
    }

    /// Whether techniques may be used that assume a single solution.
    pub fn assumes_one_solution(&self) -> bool {
        matches!(self.known, Known::One(_))
    }

    /// The settings of the Explainer profile that fit.
    pub fn profile(&self) -> SeProfile {
        SeProfile { uniqueness: self.assumes_one_solution() }
    }

    /// Whether a position reached from here leaves nothing to find: each candidate left stands in
    /// some of several solutions, and none stands alone.
    pub fn leaves_nothing(&self, position: &Position) -> bool {
        let Known::Several(standing) = &self.known else { return false };
        position.empty_cells().into_iter().all(|cell| {
            let left = position.candidates(cell);
            left.len() > 1 && left.without(standing[cell.index()]).is_empty()
        })
    }
}

/// Why there is no start from a player's position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotPlayed {
    /// The puzzle is not on the classic board.
    Position(PositionError),
    /// An entry contradicts the solution.
    Wrong(WrongEntry),
}

impl fmt::Display for NotPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPlayed::Position(error) => error.fmt(f),
            NotPlayed::Wrong(entry) => write!(f, "This position is already wrong: {entry}"),
        }
    }
}

impl std::error::Error for NotPlayed {}

fn solution_of(puzzle: &UniquePuzzle) -> Result<Box<[Digit; 81]>, PositionError> {
    if !puzzle.puzzle().board().is_classic() {
        return Err(PositionError::OtherBoard);
    }
    let digit = |cell: Cell| Digit::try_from(puzzle.solution().digit(cell.into()));
    let mut solution = Box::new([Digit::from_index(0); 81]);
    for cell in Cell::all() {
        solution[cell.index()] = digit(cell).map_err(|_| PositionError::OtherBoard)?;
    }
    Ok(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn proper() -> UniquePuzzle {
        UniquePuzzle::prove(LINE.parse().expect("a line")).expect("a proper puzzle")
    }

    #[test]
    fn a_proper_puzzle_knows_its_digits_and_others_assume_nothing() {
        let start = Start::proper(&proper()).expect("a classic puzzle");
        assert_eq!(start.digit(Cell::at(0, 2)), Digit::from_number(4));
        assert!(start.profile().uniqueness);
        let other = Start::unproved(start.position().clone());
        assert_eq!(other.digit(Cell::at(0, 2)), None);
        assert!(!other.profile().uniqueness);
    }

    #[test]
    fn wrong_digits_and_missing_marks_are_named() {
        let right = Position::from_line(LINE).expect("a line");
        assert!(Start::played(&proper(), right.clone()).is_ok());
        let (cell, four) = (Cell::at(0, 2), Digit::from_number(4).expect("a digit"));
        let mut wrong = right.clone();
        wrong.place(cell, Digit::from_number(1).expect("a digit"));
        let told = Start::played(&proper(), wrong).expect_err("a wrong digit").to_string();
        assert_eq!(
            told,
            "This position is already wrong: r1c3 = 1 differs from the solution. Clear it and look \
             again."
        );
        let mut bare = right;
        bare.remove(cell, four);
        let told = Start::played(&proper(), bare).expect_err("missing marks");
        assert_eq!(told, NotPlayed::Wrong(WrongEntry::Marks { cell }));
    }

    #[test]
    fn several_solutions_leave_nothing_when_all_that_is_left_stands_in_some() {
        let position = Position::empty();
        let start = Start::several(position.clone(), [Digits::ALL; 81]);
        assert!(start.leaves_nothing(&position));
        let mut fewer = [Digits::ALL; 81];
        fewer[7] = Digits::only(Digit::from_index(0));
        assert!(!Start::several(position.clone(), fewer).leaves_nothing(&position));
        assert!(!Start::unproved(position.clone()).leaves_nothing(&position));
    }
}
