//! What rules ask, in the four forms that a certificate has for it: cells that differ, digits that a
//! cell may hold, sums, and candidates that are never true together.
//!
//! A demand on few cells is the list of what it forbids: two dots on a line or a thermometer are both a
//! table of digits, tried one after the other. Of tuples with the same beginning, none of which is
//! allowed, only the beginning is forbidden. What has too many tuples, or speaks of variables that are
//! no cells, is not written down, and the puzzle has no certificate.

use sudolab_grid::halt::{Halt, Pulse, Stop};
use sudolab_grid::rule::{Demand, Lowering};
use sudolab_grid::{Cell, Digit, DigitSet, Puzzle};

/// Tuples of one demand that are tried at the most: a cage of five cells of a 9x9 board has 15 120
/// with different digits.
const MOST_TUPLES: usize = 20_000;

/// Terms of a sum at the most; a weight counts as so many of them.
const MOST_TERMS: u64 = 64;

/// What the checker has room for in the sums of a puzzle: the square of the terms of each, times the
/// square of the size.
const MOST_ROOM: usize = 4_000_000;

/// Cells that are added up, and those that are subtracted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    /// The least and the largest sum allowed.
    pub(super) bounds: (i64, i64),
    /// Cells, each with 1 or -1.
    pub(super) terms: Vec<(Cell, i64)>,
}

/// Rules as certificates state them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stated {
    /// Cells no two of which hold the same digit.
    pub(super) different: Vec<Vec<Cell>>,
    /// Cells with the digits they may hold.
    pub(super) allowed: Vec<(Cell, DigitSet)>,
    /// Sums of more than two cells.
    pub(super) sums: Vec<Sum>,
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
        let mut room = 0;
        for demand in lowering.demands() {
            match demand {
                Demand::Different(cells) => stated.different.push(cells.clone()),
                Demand::Allowed { cell, digits } => {
                    open[cell.index()] &= *digits;
                    stated.allowed.push((*cell, *digits));
                }
                Demand::Sum { terms, low, high } if terms.len() > 2 => {
                    match sum(terms, *low, *high) {
                        Some(sum) => {
                            room += sum.terms.len().pow(2) * puzzle.board().size().pow(2);
                            stated.sums.push(sum);
                        }
                        None => others.push(demand),
                    }
                }
                other => others.push(other),
            }
        }
        if room > MOST_ROOM {
            return Ok(None);
        }
        for demand in others {
            match forbidden(puzzle, demand, &lowering, &open, &stated.different, halt) {
                Ok(mut never) => stated.never.append(&mut never),
                Err(Left::TooMuch) => return Ok(None),
                Err(Left::Stopped(stop)) => return Err(stop),
            }
        }
        Ok(Some(stated))
    }
}

/// Candidates that are never all true.
type Never = Vec<(Cell, Digit)>;

/// A sum without weights: a cell stands there as often as its weight says.
fn sum(terms: &[(Cell, i32)], low: i64, high: i64) -> Option<Sum> {
    let n_terms: u64 = terms.iter().map(|(_, weight)| u64::from(weight.unsigned_abs())).sum();
    if !(1..=MOST_TERMS).contains(&n_terms) {
        return None;
    }
    let times = |&(cell, weight): &(Cell, i32)| {
        let term = (cell, i64::from(weight.signum()));
        std::iter::repeat_n(term, weight.unsigned_abs() as usize)
    };
    // No sum of so few digits is greater.
    let bound = |of: i64| of.clamp(-i64::from(i16::MAX), i64::from(i16::MAX));
    let terms = terms.iter().flat_map(times).collect();
    Some(Sum { bounds: (bound(low), bound(high)), terms })
}

/// Why what a demand forbids is not written down.
enum Left {
    /// There is too much of it, or its kind is not known here.
    TooMuch,
    /// The halt said so.
    Stopped(Stop),
}

/// What a demand forbids.
fn forbidden(
    puzzle: &Puzzle,
    demand: &Demand,
    lowering: &Lowering,
    open: &[DigitSet],
    different: &[Vec<Cell>],
    halt: &Halt<'_>,
) -> Result<Vec<Never>, Left> {
    halt.check().map_err(Left::Stopped)?;
    let mut cells = Vec::new();
    cells_of(demand, &mut cells).ok_or(Left::TooMuch)?;
    // Few choices first: beginnings that are forbidden are then short.
    cells.sort_by_key(|cell| (open[cell.index()].len(), cell.index()));
    cells.dedup();
    let mut tuples = Tuples {
        demand,
        lowering,
        open,
        differ: differing(puzzle, different, &cells),
        held: vec![Digit::from_index(0).ok_or(Left::TooMuch)?; lowering.n_variables()],
        tried: 0,
        begun: Vec::new(),
        never: Vec::new(),
        cells,
        pulse: halt.pulse(),
    };
    tuples.begin_with(0)?;
    Ok(tuples.never)
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
    pulse: Pulse<'a>,
}

impl Tuples<'_> {
    /// Whether what has begun can go on to something allowed.
    fn begin_with(&mut self, depth: usize) -> Result<bool, Left> {
        self.pulse.beat(1).map_err(Left::Stopped)?;
        let Some(&cell) = self.cells.get(depth) else {
            self.tried += 1;
            let kept = self.demand.is_kept(&self.held, self.lowering);
            return if self.tried <= MOST_TUPLES { Ok(kept) } else { Err(Left::TooMuch) };
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
        Ok(any)
    }
}
