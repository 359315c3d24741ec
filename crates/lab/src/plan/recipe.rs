//! Puzzles made to order for a plan.

use std::fmt;
use std::ops::RangeInclusive;
use sudolab_generate::{ClueSymmetry, Order, Rejected, Workshop};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{Board, Puzzle};
use sudolab_logic::rating::Tenths;

/// What `generate = { ... }` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// How many puzzles.
    pub count: usize,
    /// How many clues.
    pub clues: Option<RangeInclusive<usize>>,
    /// The Explainer rating.
    pub er: Option<RangeInclusive<Tenths>>,
    /// No clue may be redundant.
    pub minimal: bool,
    /// The size of the board.
    pub size: usize,
    /// The symmetry of the clue cells.
    pub symmetry: ClueSymmetry,
}

/// Attempts made for each puzzle wanted before a recipe is given up.
const PATIENCE: u64 = 20_000;

/// What came of a recipe.
pub(super) enum Yield {
    /// All that was asked for.
    All(Vec<Puzzle>),
    /// So many, when patience ran out.
    Only(usize),
}

impl Recipe {
    /// The same as the workshop takes it.
    pub(super) fn order(&self) -> Order {
        Order {
            board: Board::of_size(self.size).expect("the size was checked by the reader"),
            clues: self.clues.clone(),
            er: self.er.clone(),
            minimal: self.minimal,
            symmetry: self.symmetry,
            ..Order::default()
        }
    }

    /// The puzzles under a seed that `fits` accepts. The number in front of a puzzle is that of its
    /// attempt: `sudolab generate` with the same seed makes the same puzzles.
    ///
    /// # Errors
    /// What stopped it.
    pub(super) fn make(
        &self,
        seed: u64,
        halt: &Halt<'_>,
        mut fits: impl FnMut(&Puzzle) -> Result<bool, Stop>,
    ) -> Result<Yield, Stop> {
        let order = self.order();
        let mut workshop = Workshop::new();
        let mut puzzles = Vec::with_capacity(self.count.min(1 << 16));
        for number in 0.. {
            if puzzles.len() == self.count {
                break;
            }
            if number >= PATIENCE * (puzzles.len() as u64 + 1) {
                return Ok(Yield::Only(puzzles.len()));
            }
            match workshop.attempt_within(&order, seed, number, halt) {
                Ok(made) if fits(made.puzzle.puzzle())? => puzzles.push(made.puzzle.into_puzzle()),
                Err(Rejected::Stopped(stop)) => return Err(stop),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(Yield::All(puzzles))
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("generated")?;
        if self.size != 9 {
            write!(f, " {0}x{0}", self.size)?;
        }
        if self.minimal {
            f.write_str(" minimal")?;
        }
        if self.symmetry != ClueSymmetry::None {
            write!(f, " {}", self.symmetry)?;
        }
        match &self.clues {
            Some(clues) if clues.start() == clues.end() => write!(f, ", {} clues", clues.start())?,
            Some(clues) => write!(f, ", {} to {} clues", clues.start(), clues.end())?,
            None => {}
        }
        if let Some(er) = &self.er {
            write!(f, ", ER {} to {}", er.start(), er.end())?;
        }
        Ok(())
    }
}
