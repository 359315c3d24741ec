//! Puzzles made to order for a plan.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use sudolab_exact::ExactSolver;
use sudolab_generate::{
    ClueSymmetry, Order, OrderError, Rejected, Variant, Workshop, random_jigsaw,
};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Layout, Puzzle};
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
    /// The board.
    pub board: RecipeBoard,
    /// Rules beyond the houses.
    pub variants: Vec<Variant>,
    /// How many of the rules that can be spared.
    pub n_rules: Option<RangeInclusive<usize>>,
    /// The effort of a person's steps.
    pub effort: Option<RangeInclusive<u32>>,
    /// The symmetry of the clue cells.
    pub symmetry: ClueSymmetry,
}

/// What puzzles are made on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecipeBoard {
    /// This board.
    Board(Arc<Board>),
    /// An irregular board of this size, whose regions are drawn by the seed.
    RandomRegions(usize),
}

impl RecipeBoard {
    /// The size of the largest board whose regions are drawn: beyond that few maps have a grid.
    pub(super) const LARGEST_DRAWN: usize = 12;

    /// The board under a seed: the one that `sudolab generate --regions random` draws by it.
    fn board(&self, seed: u64, halt: &Halt<'_>) -> Result<Arc<Board>, Stop> {
        match *self {
            RecipeBoard::Board(ref board) => Ok(board.clone()),
            RecipeBoard::RandomRegions(size) => {
                let mut random = Random::for_run(seed, "regions", "", size as u64);
                random_jigsaw(&mut ExactSolver::new(), size, &mut random, halt)
            }
        }
    }

    fn size(&self) -> usize {
        match self {
            RecipeBoard::Board(board) => board.size(),
            RecipeBoard::RandomRegions(size) => *size,
        }
    }
}

/// Attempts made for each puzzle wanted before a recipe is given up.
const PATIENCE: u64 = 20_000;

/// What came of a recipe.
pub(super) enum Yield {
    /// All that was asked for.
    All(Vec<Puzzle>),
    /// So many, when patience ran out.
    Only(usize),
    /// No puzzle can be made like this on the board that was drawn.
    Refused(OrderError),
}

impl Recipe {
    /// The same as the workshop takes it, on a board.
    fn order_on(&self, board: Arc<Board>) -> Order {
        Order {
            board,
            variants: self.variants.clone(),
            n_rules: self.n_rules.clone(),
            effort: self.effort.clone(),
            clues: self.clues.clone(),
            er: self.er.clone(),
            minimal: self.minimal,
            symmetry: self.symmetry,
            ..Order::default()
        }
    }

    /// Refuses what can be refused before a board is drawn.
    pub(super) fn check(&self) -> Result<(), OrderError> {
        match &self.board {
            RecipeBoard::Board(board) => self.order_on(board.clone()).check(),
            RecipeBoard::RandomRegions(_) => Ok(()),
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
        let order = self.order_on(self.board.board(seed, halt)?);
        if let Err(refused) = order.check() {
            return Ok(Yield::Refused(refused));
        }
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
        let size = self.board.size();
        match &self.board {
            RecipeBoard::Board(board) if board.is_classic() => {}
            RecipeBoard::Board(board) if Board::of_size(size).as_ref() == Ok(board) => {
                write!(f, " {size}x{size}")?;
            }
            RecipeBoard::Board(board) => match board.layout() {
                Layout::Boxes { rows, columns } => {
                    write!(f, " {size}x{size} with boxes of {rows}x{columns}")?;
                }
                Layout::Latin => write!(f, " {size}x{size} Latin")?,
                _ => write!(f, " {size}x{size} jigsaw")?,
            },
            RecipeBoard::RandomRegions(_) => write!(f, " {size}x{size} jigsaw")?,
        }
        if !self.variants.is_empty() {
            let names: Vec<&str> = self.variants.iter().map(|variant| variant.name()).collect();
            write!(f, " {}", names.join(" and "))?;
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
        if let Some(rules) = &self.n_rules {
            write!(f, ", {} to {} rules", rules.start(), rules.end())?;
        }
        if let Some(effort) = &self.effort {
            write!(f, ", effort {} to {}", effort.start(), effort.end())?;
        }
        if let Some(er) = &self.er {
            write!(f, ", ER {} to {}", er.start(), er.end())?;
        }
        Ok(())
    }
}
