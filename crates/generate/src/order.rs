//! Orders: what is wanted of a puzzle, and the workshop that tries to make it.

use crate::dig::{dig, minimize};
use crate::full_grid::random_grid;
use crate::orbit::ClueSymmetry;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use sudolab_exact::{ExactSolver, redundant_clues};
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, CellSet, Puzzle, Solution};
use sudolab_logic::position::Position;
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::se::{Rater, SeProfile, SeRating};
use sudolab_logic::technique::Technique;

/// What is wanted. The default asks for any proper 9x9 puzzle, dug until nothing can go.
#[derive(Clone, Debug)]
pub struct Order {
    /// The board.
    pub board: Arc<Board>,
    /// How many clues; `None`: as few as digging leaves.
    pub clues: Option<RangeInclusive<usize>>,
    /// No clue may be redundant.
    pub minimal: bool,
    /// The symmetry of the cells that hold clues.
    pub symmetry: ClueSymmetry,
    /// Only these cells may hold clues.
    pub pattern: Option<CellSet>,
    /// The Explainer rating.
    pub er: Option<RangeInclusive<Tenths>>,
    /// The hardest technique the puzzle needs.
    pub technique: Option<Technique>,
}

impl Default for Order {
    fn default() -> Order {
        Order {
            board: Board::classic(),
            clues: None,
            minimal: false,
            symmetry: ClueSymmetry::None,
            pattern: None,
            er: None,
            technique: None,
        }
    }
}

/// Why an order can be refused without trying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrderError {
    /// No puzzle has so few or so many clues.
    Clues {
        /// The fewest clues a proper puzzle of this board can have, as far as is known.
        fewest: usize,
        /// Its cells.
        cells: usize,
    },
    /// The range is empty.
    Empty,
    /// Ratings and techniques are defined for 9x9 only.
    Board,
    /// The pattern has too few cells for a proper puzzle.
    Pattern {
        /// Its cells.
        cells: usize,
        /// The fewest that can do.
        fewest: usize,
    },
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::Clues { fewest, cells } => {
                write!(f, "a proper puzzle of this board has {fewest} to {cells} clues")
            }
            OrderError::Empty => f.write_str("the range is empty; write the smaller number first"),
            OrderError::Board => {
                f.write_str("ratings and techniques are defined for 9x9 boards only")
            }
            OrderError::Pattern { cells, fewest } => {
                write!(
                    f,
                    "the pattern has {cells} cells; no proper puzzle has fewer than {fewest} clues"
                )
            }
        }
    }
}

impl std::error::Error for OrderError {}

impl Order {
    /// Refuses what is known to be impossible.
    pub fn check(&self) -> Result<(), OrderError> {
        let cells = self.board.n_cells();
        // 17 on the classic board (McGuire, Tugemann, Civario, 2012); elsewhere all digits but
        // one must be named.
        let fewest = if self.board.is_classic() { 17 } else { self.board.size() - 1 };
        if let Some(clues) = &self.clues {
            if clues.is_empty() {
                return Err(OrderError::Empty);
            }
            if *clues.end() < fewest || *clues.start() > cells {
                return Err(OrderError::Clues { fewest, cells });
            }
        }
        if self.er.as_ref().is_some_and(RangeInclusive::is_empty) {
            return Err(OrderError::Empty);
        }
        if (self.er.is_some() || self.technique.is_some()) && !self.board.is_classic() {
            return Err(OrderError::Board);
        }
        match &self.pattern {
            Some(pattern) if pattern.len() < fewest => {
                Err(OrderError::Pattern { cells: pattern.len(), fewest })
            }
            _ => Ok(()),
        }
    }
}

/// A puzzle that fulfils its order.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// The puzzle, proved proper.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Solution,
    /// Its clues.
    pub clues: usize,
    /// Its Explainer rating, where the order needed it.
    pub rating: Option<SeRating>,
}

/// Why an attempt came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rejected {
    /// No full grid was found for the board.
    NoGrid,
    /// The clues of the pattern leave several solutions.
    PatternOpen,
    /// Too many clues were left.
    TooManyClues,
    /// Too few clues were left.
    TooFewClues,
    /// A clue is redundant, but none can go without breaking the symmetry.
    NotMinimal,
    /// The rating lies outside.
    Rating,
    /// Another technique is the hardest.
    Technique,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rejected::NoGrid => "no full grid found",
            Rejected::PatternOpen => "pattern leaves several solutions",
            Rejected::TooManyClues => "too many clues",
            Rejected::TooFewClues => "too few clues",
            Rejected::NotMinimal => "not minimal under the symmetry",
            Rejected::Rating => "rating outside the range",
            Rejected::Technique => "another technique is the hardest",
        })
    }
}

/// Makes attempts; keep one for many.
pub struct Workshop {
    solver: ExactSolver,
    rater: Rater,
}

impl Default for Workshop {
    fn default() -> Workshop {
        Workshop::new()
    }
}

impl Workshop {
    /// A workshop with its tools.
    pub fn new() -> Workshop {
        Workshop { solver: ExactSolver::new(), rater: Rater::new() }
    }

    /// The attempt with this number under a seed.
    pub fn attempt(&mut self, order: &Order, seed: u64, number: u64) -> Result<Made, Rejected> {
        let mut random = Random::for_run(seed, "generate", &order.board.to_string(), number);
        let solution =
            random_grid(&mut self.solver, &order.board, &mut random).ok_or(Rejected::NoGrid)?;
        let mut start = solution.grid().clone();
        if let Some(pattern) = &order.pattern {
            for cell in order.board.cells().filter(|c| !pattern.contains(*c)) {
                start.clear(cell);
            }
            if self.solver.count(&Puzzle::new(start.clone()), 2).solutions != 1 {
                return Err(Rejected::PatternOpen);
            }
        }
        let floor = match &order.clues {
            Some(range) if !order.minimal => {
                let width = range.end() - range.start() + 1;
                range.start() + random.index(width)
            }
            _ => 0,
        };
        let orbits: Vec<Vec<Cell>> = order.symmetry.orbits(&order.board);
        let clues = dig(&mut self.solver, &start, &orbits, floor, &mut random);
        let n_clues = clues.n_filled();
        if let Some(range) = &order.clues {
            if n_clues > *range.end() {
                return Err(Rejected::TooManyClues);
            }
            if n_clues < *range.start() {
                return Err(Rejected::TooFewClues);
            }
        }
        let puzzle = Puzzle::new(clues);
        // Without symmetry digging ends at a minimal puzzle unless the floor stopped it.
        let may_spare = order.symmetry != ClueSymmetry::None || floor > 0;
        if order.minimal && may_spare && !redundant_clues(&mut self.solver, &puzzle).is_empty() {
            return Err(Rejected::NotMinimal);
        }
        let rating = self.rate(order, &puzzle)?;
        debug_assert_eq!(self.solver.count(&puzzle, 2).solutions, 1);
        Ok(Made { puzzle, solution, clues: n_clues, rating })
    }

    fn rate(&mut self, order: &Order, puzzle: &Puzzle) -> Result<Option<SeRating>, Rejected> {
        if order.er.is_none() && order.technique.is_none() {
            return Ok(None);
        }
        let position = Position::from_puzzle(puzzle).map_err(|_| Rejected::NoGrid)?;
        let rating = self.rater.rate(&position, &SeProfile::default());
        if order.er.as_ref().is_some_and(|range| !range.contains(&rating.er)) {
            return Err(Rejected::Rating);
        }
        if order.technique.is_some() && rating.hardest != order.technique {
            return Err(Rejected::Technique);
        }
        Ok(Some(rating))
    }

    /// A minimal puzzle made from a proper one.
    pub fn minimize(&mut self, puzzle: &Puzzle, random: &mut Random) -> Puzzle {
        minimize(&mut self.solver, puzzle, random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(order: &Order, n: usize) -> Vec<Made> {
        let mut workshop = Workshop::new();
        (0..).filter_map(|i| workshop.attempt(order, 1, i).ok()).take(n).collect()
    }

    #[test]
    fn what_leaves_the_workshop_is_proper_and_minimal_when_asked() {
        let mut solver = ExactSolver::new();
        for made in make(&Order { minimal: true, ..Order::default() }, 50) {
            assert_eq!(solver.count(&made.puzzle, 2).solutions, 1);
            assert!(redundant_clues(&mut solver, &made.puzzle).is_empty());
            assert_eq!(solver.solve(&made.puzzle), Some(made.solution));
        }
    }

    #[test]
    fn clue_range_and_symmetry_are_kept() {
        let order =
            Order { clues: Some(28..=32), symmetry: ClueSymmetry::Rot180, ..Order::default() };
        for made in make(&order, 20) {
            assert!((28..=32).contains(&made.clues));
            let filled: CellSet = made.puzzle.clues().filled().map(|(c, _)| c).collect();
            assert!(filled.iter().all(|c| filled.contains(Cell::new(80 - c.index()))));
        }
    }

    #[test]
    fn ratings_and_techniques_are_met() {
        let er = Some(Tenths(26)..=Tenths(34));
        for made in make(&Order { er, ..Order::default() }, 5) {
            let rating = made.rating.unwrap();
            assert!((Tenths(26)..=Tenths(34)).contains(&rating.er));
        }
        let technique = Some(Technique::NakedPair);
        for made in make(&Order { technique, ..Order::default() }, 3) {
            assert_eq!(made.rating.unwrap().hardest, technique);
        }
    }

    #[test]
    fn impossible_orders_are_refused_at_once() {
        let check = |order: Order| order.check();
        assert!(check(Order { clues: Some(10..=16), ..Order::default() }).is_err());
        assert!(check(Order { clues: Some(82..=90), ..Order::default() }).is_err());
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = Some(30..=20);
        assert!(check(Order { clues: reversed, ..Order::default() }).is_err());
        let pattern = Some(CellSet::first_n(16));
        assert!(check(Order { pattern, ..Order::default() }).is_err());
        let six = Order {
            board: Board::of_size(6).unwrap(),
            technique: Some(Technique::XWing),
            ..Order::default()
        };
        assert!(check(six).is_err());
        assert!(check(Order::default()).is_ok());
    }
}
