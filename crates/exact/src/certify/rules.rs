//! What rules ask, in the three forms that a certificate has for it: cells that differ, digits that a
//! cell may hold, and candidates that are never true together.
//!
//! A demand on few cells is the list of what it forbids: two dots on a line, a cage of a few cells
//! or a thermometer are all a table of digits, tried one after the other. Of tuples with the same
//! beginning, none of which is allowed, only the beginning is forbidden. What has too many tuples,
//! or speaks of variables that are no cells, is not written down, and the puzzle has no certificate.

use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::rule::{Demand, Lowering};
use sudolab_grid::{Cell, Digit, DigitSet, Puzzle};

/// Tuples of one demand that are tried at the most: a cage of five cells of a 9x9 board has 15 120
/// with different digits.
const MOST_TUPLES: usize = 20_000;

/// Rules as certificates state them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stated {
    /// Cells no two of which hold the same digit.
    pub(super) different: Vec<Vec<Cell>>,
    /// Cells with the digits they may hold.
    pub(super) allowed: Vec<(Cell, DigitSet)>,
    /// Candidates that are not all true.
    pub(super) never: Vec<Never>,
}

impl Stated {
    /// The rules of a puzzle; nothing when one of them cannot be stated so.
    pub(super) fn of(puzzle: &Puzzle, halt: &Halt<'_>) -> Result<Option<Stated>, Stop> {
        let mut stated = Stated::default();
        if !puzzle.has_rules() {
            return Ok(Some(stated));
        }
        let lowering = puzzle.lower();
        if !lowering.helpers().is_empty() {
            return Ok(None);
        }
        let mut open = puzzle.open_candidates();
        let mut others = Vec::new();
        for demand in lowering.demands() {
            match demand {
                Demand::Different(cells) => stated.different.push(cells.clone()),
                Demand::Allowed { cell, digits } => {
                    open[cell.index()] &= *digits;
                    stated.allowed.push((*cell, *digits));
                }
                other => others.push(other),
            }
        }
        for demand in others {
            halt.check()?;
            match forbidden(puzzle, demand, &lowering, &open, &stated.different) {
                Some(mut never) => stated.never.append(&mut never),
                None => return Ok(None),
            }
        }
        Ok(Some(stated))
    }
}

/// Candidates that are never all true.
type Never = Vec<(Cell, Digit)>;

/// What a demand forbids; nothing when that is too much, or its kind is not known here.
fn forbidden(
    puzzle: &Puzzle,
    demand: &Demand,
    lowering: &Lowering,
    open: &[DigitSet],
    different: &[Vec<Cell>],
) -> Option<Vec<Never>> {
    let mut cells = Vec::new();
    cells_of(demand, &mut cells)?;
    // Few choices first: beginnings that are forbidden are then short.
    cells.sort_by_key(|cell| (open[cell.index()].len(), cell.index()));
    cells.dedup();
    let mut tuples = Tuples {
        demand,
        lowering,
        open,
        differ: differing(puzzle, different, &cells),
        held: vec![Digit::from_index(0)?; lowering.n_variables()],
        tried: 0,
        begun: Vec::new(),
        never: Vec::new(),
        cells,
    };
    tuples.begin_with(0)?;
    Some(tuples.never)
}

/// The cells a demand speaks of; nothing when it is of a kind not known here.
fn cells_of(demand: &Demand, cells: &mut Vec<Cell>) -> Option<()> {
    match demand {
        Demand::Different(all) => cells.extend(all),
        Demand::Allowed { cell, .. } => cells.push(*cell),
        Demand::Pair { a, b, .. } => cells.extend([a, b]),
        Demand::Sum { terms, .. } => cells.extend(terms.iter().map(|(cell, _)| cell)),
        Demand::Line { cells: all, .. }
        | Demand::Among { cells: all, .. }
        | Demand::Connected { cells: all, .. } => cells.extend(all),
        Demand::Either(ways) => {
            ways.iter().flatten().try_for_each(|demand| cells_of(demand, cells))?;
        }
        Demand::PairsDiffer(pairs) => cells.extend(pairs.iter().flat_map(|(a, b)| [a, b])),
        _ => return None,
    }
    Some(())
}

/// For each cell the places of those before it that differ from it by the houses or a rule.
fn differing(puzzle: &Puzzle, rules: &[Vec<Cell>], cells: &[Cell]) -> Vec<Vec<usize>> {
    let board = puzzle.board();
    let apart = |a: Cell, b: Cell| {
        board.houses().iter().any(|house| house.cells().contains(&a) && house.cells().contains(&b))
            || rules.iter().any(|group| group.contains(&a) && group.contains(&b))
    };
    let before = |i: usize| (0..i).filter(|&j| apart(cells[j], cells[i])).collect();
    (0..cells.len()).map(before).collect()
}

/// The tuples of one demand, tried one after the other.
struct Tuples<'a> {
    demand: &'a Demand,
    lowering: &'a Lowering,
    open: &'a [DigitSet],
    cells: Vec<Cell>,
    differ: Vec<Vec<usize>>,
    held: Vec<Digit>,
    tried: usize,
    begun: Never,
    never: Vec<Never>,
}

impl Tuples<'_> {
    /// Whether what has begun can go on to something allowed; nothing when there is too much.
    fn begin_with(&mut self, depth: usize) -> Option<bool> {
        let Some(&cell) = self.cells.get(depth) else {
            self.tried += 1;
            let kept = self.demand.is_kept(&self.held, self.lowering);
            return (self.tried <= MOST_TUPLES).then_some(kept);
        };
        let first = self.never.len();
        let mut any = false;
        for digit in self.open[cell.index()].iter() {
            // What the houses forbid need not be forbidden once more.
            if self.differ[depth].iter().any(|&place| self.begun[place].1 == digit) {
                continue;
            }
            self.held[cell.index()] = digit;
            self.begun.push((cell, digit));
            if self.begin_with(depth + 1)? {
                any = true;
            } else {
                self.never.push(self.begun.clone());
            }
            self.begun.pop();
        }
        if !any && depth > 0 {
            self.never.truncate(first);
        }
        Some(any)
    }
}
