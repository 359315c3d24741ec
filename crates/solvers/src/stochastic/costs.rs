//! What rules beyond the houses cost an algorithm that may break them.
//!
//! The cost of a board is a sum of terms, each about a few cells. What a rule lacks is read from its
//! demands: a sum costs one and a share of how far it is off, distinct cells what they repeat, a
//! pair, a line or an alternative one. A rule that needs variables beside the board is judged as a
//! whole and costs one.
//!
//! Tried and dropped: rules that are only kept or broken, with which a killer gives no direction to go.

use std::rc::Rc;
use sudolab_grid::rule::{Demand, Lowering, Rule};
use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle};

/// What a sum costs more for each unit it is off.
const PER_UNIT: f64 = 0.15;

/// Something that costs.
pub(super) enum CostTerm {
    /// Digits that are repeated.
    Different(Box<[Cell]>),
    /// A weighted sum that is off.
    Sum { terms: Box<[(Cell, i32)]>, low: i64, high: i64 },
    /// A digit in a cell that may not hold it, at the given price.
    Allowed(Cell, DigitSet, f64),
    /// Two digits that do not go together.
    Pair(Cell, Cell, Box<[DigitSet]>),
    /// Anything else that is asked of cells of the board.
    Other(Demand, Rc<Lowering>),
    /// A rule that needs variables of its own.
    Whole(Rule),
}

impl CostTerm {
    pub(super) fn cost(&self, grid: &Grid, held: &[Digit]) -> f64 {
        let digit = |cell: Cell| held[cell.index()];
        match self {
            CostTerm::Different(cells) => {
                let distinct: DigitSet = cells.iter().map(|&cell| digit(cell)).collect();
                (cells.len() - distinct.len()) as f64
            }
            CostTerm::Sum { terms, low, high } => {
                let board = grid.board();
                let value =
                    |&(cell, weight): &(Cell, i32)| i64::from(weight) * board.value(digit(cell));
                let sum: i64 = terms.iter().map(value).sum();
                match (low - sum).max(sum - high) {
                    off if off > 0 => 1.0 + PER_UNIT * (off - 1) as f64,
                    _ => 0.0,
                }
            }
            CostTerm::Allowed(cell, digits, price) => match digits.contains(digit(*cell)) {
                true => 0.0,
                false => *price,
            },
            CostTerm::Pair(a, b, table) => {
                let goes = table.get(digit(*a).index()).is_some_and(|set| set.contains(digit(*b)));
                f64::from(u8::from(!goes))
            }
            CostTerm::Other(demand, lowering) => {
                f64::from(u8::from(!demand.is_kept(held, lowering)))
            }
            CostTerm::Whole(rule) => f64::from(u8::from(rule.holds(grid).is_err())),
        }
    }

    /// The cells on which the cost depends; `None` where that may be all of them.
    pub(super) fn cells(&self) -> Option<Vec<Cell>> {
        match self {
            CostTerm::Different(cells) => Some(cells.to_vec()),
            CostTerm::Sum { terms, .. } => Some(terms.iter().map(|&(cell, _)| cell).collect()),
            CostTerm::Allowed(cell, ..) => Some(vec![*cell]),
            CostTerm::Pair(a, b, _) => Some(vec![*a, *b]),
            CostTerm::Other(Demand::Line { cells, .. } | Demand::Among { cells, .. }, _) => {
                Some(cells.clone())
            }
            CostTerm::Other(..) | CostTerm::Whole(_) => None,
        }
    }
}

/// What the demands of a rule cost.
fn terms_of(rule: &Rule, puzzle: &Puzzle) -> Vec<CostTerm> {
    let mut lowering = Lowering::new(puzzle.board());
    rule.lower(puzzle.board(), &mut lowering);
    if !lowering.helpers().is_empty() {
        return vec![CostTerm::Whole(rule.clone())];
    }
    let lowering = Rc::new(lowering);
    let term = |demand: &Demand| match demand.clone() {
        Demand::Different(cells) => CostTerm::Different(cells.into()),
        Demand::Sum { terms, low, high } => CostTerm::Sum { terms: terms.into(), low, high },
        Demand::Allowed { cell, digits } => CostTerm::Allowed(cell, digits, 1.0),
        Demand::Pair { a, b, table } => CostTerm::Pair(a, b, table.into()),
        other => CostTerm::Other(other, lowering.clone()),
    };
    lowering.demands().iter().map(term).collect()
}

/// The terms of all rules of a puzzle.
pub(super) fn of_rules(puzzle: &Puzzle) -> Vec<CostTerm> {
    puzzle.rules().iter().flat_map(|rule| terms_of(rule, puzzle)).collect()
}

/// For each cell of the board the numbers of the terms that its digit matters to.
pub(super) fn by_cell(terms: &[CostTerm], puzzle: &Puzzle) -> Vec<Vec<u32>> {
    let board = puzzle.board();
    let mut of_cell: Vec<Vec<u32>> = vec![Vec::new(); board.n_cells()];
    for (number, term) in terms.iter().enumerate() {
        let cells = term.cells().unwrap_or_else(|| board.cells().collect());
        cells.iter().for_each(|cell| of_cell[cell.index()].push(number as u32));
    }
    of_cell
}
