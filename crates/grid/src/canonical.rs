//! Canonical forms: one name for all isomorphs of a puzzle.
//!
//! The canonical form is the *min-lex* one: of all isomorphs the one whose cells, read row by row
//! with a blank as 0, come first in lexicographic order. Two puzzles are the same in other clothes
//! exactly when their canonical forms are equal.

mod exhaustive;
mod nine;

pub use nine::{Least, LeastForm};

use crate::halt::{Halt, Stop};
use crate::isomorph::Blocks;
use crate::{Cell, Grid, Isomorph, Puzzle};
use std::fmt;

/// The canonical form of a grid or puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    grid: Grid,
    automorphisms: u64,
    isomorph: Isomorph,
}

/// Why a canonical form is not offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CanonicalError {
    /// The board has too many isomorphs, irregular regions or extra regions.
    Board(String),
    /// The puzzle states candidates.
    StatedCandidates,
    /// The puzzle has rules beyond the houses; their kinds.
    Rules(String),
    /// What stopped the search for it.
    Stopped(Stop),
}

impl fmt::Display for CanonicalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CanonicalError::Board(board) => write!(
                f,
                "no canonical form is offered for a {board} board; it is for 9x9 and for boards \
                 with boxes up to 8x8, without extra regions"
            ),
            CanonicalError::StatedCandidates => f.write_str(
                "no canonical form is offered for a puzzle that states candidates; leave them out",
            ),
            CanonicalError::Rules(kinds) => write!(
                f,
                "no canonical form is offered for a puzzle with rules beyond the houses ({kinds})"
            ),
            CanonicalError::Stopped(stop) => write!(f, "the canonical form was not found: {stop}"),
        }
    }
}

impl std::error::Error for CanonicalError {}

/// Boards with more moves of cells than this are refused, the classic board excepted. 8x8 with
/// 2x4 boxes has 442 368.
const MOST_MOVES: u128 = 500_000;

impl Canonical {
    /// The canonical form of a puzzle.
    ///
    /// ```
    /// use sudolab_grid::{Canonical, Isomorph, Puzzle, random::Random};
    /// let puzzle: Puzzle =
    ///     "000000010400000000020000000000050407008000300001090000300400200050100000000806000".parse()?;
    /// let canonical = Canonical::of(&puzzle)?;
    /// assert_eq!(
    ///     canonical.grid().to_string(),
    ///     "........1.......2......3.......4.5....6...3....781.....1..2...4.3.....7.95.......",
    /// );
    /// let shuffled = Isomorph::random(puzzle.board(), &mut Random::new(1)).puzzle(&puzzle)?;
    /// assert_eq!(Canonical::of(&shuffled)?.grid(), canonical.grid());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> Result<Canonical, CanonicalError> {
        Canonical::of_within(puzzle, &Halt::never())
    }

    /// The canonical form of a puzzle, unless the halt ends the search first. Of a 9x9 puzzle it is
    /// found at once; on other boards up to half a million moves are tried.
    pub fn of_within(puzzle: &Puzzle, halt: &Halt<'_>) -> Result<Canonical, CanonicalError> {
        match puzzle.stated_candidates() {
            _ if puzzle.has_rules() => Err(CanonicalError::Rules(puzzle.rules().kinds())),
            Some(_) => Err(CanonicalError::StatedCandidates),
            None => Canonical::of_grid_within(puzzle.clues(), halt),
        }
    }

    /// The canonical form of a grid, filled or not.
    pub fn of_grid(grid: &Grid) -> Result<Canonical, CanonicalError> {
        Canonical::of_grid_within(grid, &Halt::never())
    }

    fn of_grid_within(grid: &Grid, halt: &Halt<'_>) -> Result<Canonical, CanonicalError> {
        halt.check().map_err(CanonicalError::Stopped)?;
        let board = grid.board();
        if board.is_classic() {
            let values = grid.values().try_into().expect("the classic board has 81 cells");
            let least = LeastForm::new().find(values);
            let cells = least.cells.iter().map(|&c| Cell::new(usize::from(c))).collect();
            return Ok(Canonical {
                grid: Grid::from_values(board.clone(), &least.values).expect("labels are digits"),
                automorphisms: least.automorphisms,
                isomorph: Isomorph::from_parts(board, &least.digits, cells),
            });
        }
        let shape = Blocks::of(board).map(|blocks| exhaustive::Shape {
            size: board.size(),
            rows: blocks.rows,
            columns: blocks.columns,
            transposes: blocks.transposes,
        });
        let shape = shape
            .filter(|shape| shape.n_moves() <= MOST_MOVES)
            .ok_or_else(|| CanonicalError::Board(board.to_string()))?;
        let found =
            exhaustive::least(grid.values(), shape, halt).map_err(CanonicalError::Stopped)?;
        let cells = found.cells.iter().map(|&c| Cell::new(c)).collect();
        Ok(Canonical {
            grid: Grid::from_values(board.clone(), &found.values).expect("labels are digits"),
            automorphisms: found.automorphisms,
            isomorph: Isomorph::from_parts(board, &found.digits, cells),
        })
    }

    /// The least isomorph.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The least isomorph as a puzzle.
    pub fn into_puzzle(self) -> Puzzle {
        Puzzle::new(self.grid)
    }

    /// How many isomorphs, the one that changes nothing among them, lead from the puzzle to
    /// itself. Renamings of digits that do not occur count: an empty 9x9 grid has
    /// 3 359 232 x 9! automorphisms.
    pub fn automorphisms(&self) -> u64 {
        self.automorphisms
    }

    /// An isomorph that leads from the puzzle to its canonical form.
    pub fn isomorph(&self) -> &Isomorph {
        &self.isomorph
    }
}

#[cfg(test)]
mod tests;
