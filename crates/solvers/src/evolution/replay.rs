//! Replays an audit trail with nothing but a grid and sets of candidates, and believes no step.
//!
//! This is the second opinion on the evolved sequences: it shares no line with the fast marks
//! the sequences are evaluated on, reads the printed text, derives each step's effect from its
//! rule and refuses the first step that does not follow.

use super::trail::{AuditEffect, AuditRule, AuditStep, StepSyntax};
use std::fmt;
use std::sync::Arc;
use sudolab_grid::rule::Demand;
use sudolab_grid::{Board, Cell, Digit, DigitSet, Grid, House, HouseKind, Puzzle, Solution};

/// Why a trail does not prove its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrailError {
    /// The clues conflict, or there are rules that speak of more than pairs of cells.
    Puzzle,
    /// A line is not the next numbered line.
    Number {
        /// The line, from 1.
        line: usize,
    },
    /// A line is no step.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What could not be read.
        error: StepSyntax,
    },
    /// A step does not follow from what stands before it.
    Unfounded {
        /// The line, from 1.
        line: usize,
        /// What fails.
        why: &'static str,
    },
    /// The trail ends before the board is full.
    Unfinished {
        /// Blank cells left.
        blanks: usize,
    },
    /// The board is full but not a solution.
    NoSolution,
}

impl fmt::Display for TrailError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrailError::Puzzle => {
                f.write_str("its clues conflict, or its rules speak of more than pairs of cells")
            }
            TrailError::Number { line } => {
                write!(f, "line {line} does not begin with '{line}. '; number the steps from 1")
            }
            TrailError::Syntax { line, error } => write!(f, "line {line}: {error}"),
            TrailError::Unfounded { line, why } => write!(f, "line {line} does not follow: {why}"),
            TrailError::Unfinished { blanks } => {
                write!(f, "the trail ends with {blanks} blank cells; append the missing steps")
            }
            TrailError::NoSolution => f.write_str("the filled board is not a solution"),
        }
    }
}

impl std::error::Error for TrailError {}

/// Follows a trail from the puzzle to its solution.
///
/// ```
/// use sudolab_solvers::{evolution::replay, registry, Budget, Halt, Task};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let task = Task::new(registry::find("gauge")?).budget(Budget::ticks(1_000_000));
/// let outcome = task.solve(&puzzle, &Halt::never())?;
/// assert_eq!(replay(&puzzle, &outcome.trail).ok(), outcome.solution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay<S: AsRef<str>>(puzzle: &Puzzle, trail: &[S]) -> Result<Solution, TrailError> {
    audit(puzzle, trail).map(|audit| audit.solution)
}

/// A trail that was followed: its steps as data, each of which was found to follow, and the solution
/// they lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audit {
    /// The steps in their order; the first is number 1.
    pub steps: Vec<AuditStep>,
    /// Where they lead.
    pub solution: Solution,
}

/// Follows a trail from the puzzle to its solution and gives back its steps as data, for pictures
/// and lists.
pub fn audit<S: AsRef<str>>(puzzle: &Puzzle, trail: &[S]) -> Result<Audit, TrailError> {
    let mut steps = Vec::with_capacity(trail.len());
    if !puzzle.conflicts().is_empty() {
        return Err(TrailError::Puzzle);
    }
    let board = puzzle.board();
    let links = links_of(puzzle).ok_or(TrailError::Puzzle)?;
    let mut position =
        Replayed { grid: puzzle.clues().clone(), open: puzzle.open_candidates(), links };
    for (cell, digit) in puzzle.clues().filled() {
        position.follow_links(cell, digit);
    }
    for (i, text) in trail.iter().enumerate() {
        let line = i + 1;
        let text = text.as_ref().strip_prefix(&format!("{line}. "));
        let text = text.ok_or(TrailError::Number { line })?;
        let step =
            AuditStep::read(text, board).map_err(|error| TrailError::Syntax { line, error })?;
        position.follow(&step).map_err(|why| TrailError::Unfounded { line, why })?;
        steps.push(step);
    }
    let blanks = position.grid.blanks().count();
    if blanks > 0 {
        return Err(TrailError::Unfinished { blanks });
    }
    let solution = Solution::check(puzzle, position.grid).map_err(|_| TrailError::NoSolution)?;
    Ok(Audit { steps, solution })
}

/// For each cell the cells bound to it by a pair of digits, and what they may hold beside each digit.
pub(super) type Links = Arc<[Vec<(Cell, Vec<DigitSet>)>]>;

/// The pairs that a puzzle's rules speak of; `None` when they speak of anything else.
pub(super) fn links_of(puzzle: &Puzzle) -> Option<Links> {
    let mut links: Vec<Vec<(Cell, Vec<DigitSet>)>> = vec![Vec::new(); puzzle.board().n_cells()];
    if !puzzle.has_rules() {
        return Some(links.into());
    }
    let lowering = puzzle.lower();
    if !lowering.helpers().is_empty() {
        return None;
    }
    for demand in lowering.demands() {
        let Demand::Pair { a, b, table } = demand else { return None };
        let digits = puzzle.board().digits();
        let row = |digit: Digit| table.get(digit.index()).copied().unwrap_or_default();
        let back = |digit: Digit| -> DigitSet {
            digits.iter().filter(|&other| row(other).contains(digit)).collect()
        };
        links[a.index()].push((*b, digits.iter().map(row).collect()));
        links[b.index()].push((*a, digits.iter().map(back).collect()));
    }
    Some(links.into())
}

#[derive(Clone)]
struct Replayed {
    grid: Grid,
    open: Vec<DigitSet>,
    links: Links,
}

impl Replayed {
    fn follow(&mut self, step: &AuditStep) -> Result<(), &'static str> {
        let place = matches!(
            step.rule,
            AuditRule::SliceDice
                | AuditRule::RowFill
                | AuditRule::ColFill
                | AuditRule::RaisingNumbers
                | AuditRule::LastRemaining
        );
        if place {
            let [AuditEffect::Placed(cell, digit)] = step.effects[..] else {
                return Err("it must fill exactly one cell");
            };
            self.check_placement(step, cell, digit)?;
            self.place(cell, digit);
            return Ok(());
        }
        let losable = self.losable(step)?;
        for effect in &step.effects {
            let AuditEffect::Lost(cell, digits) = *effect else {
                return Err("it can fill no cell");
            };
            if !(digits - losable(cell)).is_empty() {
                return Err("a cell loses what the rule does not take from it");
            }
            if !(digits - self.open_in(cell)).is_empty() {
                return Err("a cell loses what it could not hold anyway");
            }
        }
        drop(losable);
        for effect in &step.effects {
            if let AuditEffect::Lost(cell, digits) = *effect {
                self.open[cell.index()] = self.open[cell.index()] - digits;
            }
        }
        Ok(())
    }

    fn check_placement(
        &self,
        step: &AuditStep,
        cell: Cell,
        digit: Digit,
    ) -> Result<(), &'static str> {
        let house = self.house(step)?;
        let kind = match step.rule {
            AuditRule::RowFill => Some(HouseKind::Row),
            AuditRule::ColFill => Some(HouseKind::Column),
            AuditRule::SliceDice => Some(HouseKind::Box),
            AuditRule::RaisingNumbers if self.board().is_classic() => Some(HouseKind::Box),
            _ => None,
        };
        if kind.is_some_and(|kind| kind != house.kind()) {
            return Err("the rule does not work on that kind of house");
        }
        if !house.cells().contains(&cell) {
            return Err("the cell does not lie in the house");
        }
        if !self.open_in(cell).contains(digit) {
            return Err("the cell cannot hold the digit");
        }
        if step.rule != AuditRule::LastRemaining && step.digits != DigitSet::only(digit) {
            return Err("the digit placed is not the digit looked for");
        }
        if step.rule != AuditRule::RaisingNumbers && !self.holds_every_digit(house) {
            return Err("a digit need not be in such a house");
        }
        let founded = match step.rule {
            AuditRule::LastRemaining => {
                house.cells().iter().filter(|&&c| self.is_blank(c)).count() == 1
            }
            AuditRule::RaisingNumbers => self.open_in(cell) == DigitSet::only(digit),
            _ => house.cells().iter().all(|&c| c == cell || !self.open_in(c).contains(digit)),
        };
        if founded { Ok(()) } else { Err("another place or digit is possible") }
    }

    /// What each cell may lose by the rule of a step.
    fn losable(
        &self,
        step: &AuditStep,
    ) -> Result<Box<dyn Fn(Cell) -> DigitSet + 'static>, &'static str> {
        let board = self.board().clone();
        let digits = step.digits;
        match step.rule {
            AuditRule::Pointing | AuditRule::Claiming => {
                let house = self.house(step)?.clone();
                let digit = digits.single().ok_or("the rule looks at one digit")?;
                if (house.kind() == HouseKind::Box) != (step.rule == AuditRule::Pointing) {
                    return Err("the rule does not work on that kind of house");
                }
                if !self.holds_every_digit(&house) {
                    return Err("a digit need not be in such a house");
                }
                let places = self.places(&house, digit);
                let crossing = board.houses().iter().find(|h| {
                    (h.kind() == HouseKind::Box) != (house.kind() == HouseKind::Box)
                        && !places.is_empty()
                        && places.iter().all(|c| h.cells().contains(c))
                });
                let crossing = crossing.ok_or("the places do not lie in one crossing house")?;
                let crossing = crossing.clone();
                Ok(Box::new(move |cell| {
                    let hit = crossing.cells().contains(&cell) && !house.cells().contains(&cell);
                    if hit { digits } else { DigitSet::EMPTY }
                }))
            }
            AuditRule::NakedSet => {
                let house = self.house(step)?.clone();
                let inside = |c: &Cell| self.is_blank(*c) && (self.open_in(*c) - digits).is_empty();
                let set: Vec<Cell> = house.cells().iter().copied().filter(inside).collect();
                if set.len() != digits.len() {
                    return Err("there are not as many cells confined to the digits as digits");
                }
                Ok(Box::new(move |cell| {
                    let hit = house.cells().contains(&cell) && !set.contains(&cell);
                    if hit { digits } else { DigitSet::EMPTY }
                }))
            }
            AuditRule::HiddenSet => {
                let house = self.house(step)?;
                if !self.holds_every_digit(house) {
                    return Err("a digit need not be in such a house");
                }
                let touched = |c: &Cell| !(self.open_in(*c) & digits).is_empty();
                let set: Vec<Cell> = house.cells().iter().copied().filter(touched).collect();
                let placed: DigitSet =
                    house.cells().iter().filter_map(|&c| self.grid.get(c)).collect();
                if set.len() != digits.len() || !(placed & digits).is_empty() {
                    return Err("the digits do not fit into just as many cells");
                }
                Ok(Box::new(move |cell| {
                    if set.contains(&cell) { board.digits() - digits } else { DigitSet::EMPTY }
                }))
            }
            AuditRule::Fish => {
                let digit = digits.single().ok_or("the rule looks at one digit")?;
                let base: Vec<House> =
                    step.houses.iter().map(|&h| board.houses()[h].clone()).collect();
                let kind = base.first().map(House::kind);
                let crossing = match kind {
                    Some(HouseKind::Row) => HouseKind::Column,
                    Some(HouseKind::Column) => HouseKind::Row,
                    _ => return Err("a fish needs rows or columns"),
                };
                if !base.iter().all(|house| self.holds_every_digit(house)) {
                    return Err("a digit need not be in such a house");
                }
                let mut distinct = step.houses.clone();
                distinct.dedup();
                if distinct.len() != base.len() || base.iter().any(|h| Some(h.kind()) != kind) {
                    return Err("the lines of a fish are different and of one kind");
                }
                let places: Vec<Vec<Cell>> = base.iter().map(|h| self.places(h, digit)).collect();
                if places.iter().any(Vec::is_empty) {
                    return Err("a line of the fish has no place for the digit");
                }
                let covers = |h: &&House| {
                    h.kind() == crossing && places.iter().flatten().any(|c| h.cells().contains(c))
                };
                let cover: Vec<House> = board.houses().iter().filter(covers).cloned().collect();
                if cover.len() > base.len() {
                    return Err("the places of the digit need more crossing lines than lines");
                }
                Ok(Box::new(move |cell| {
                    let within = |all: &[House]| all.iter().any(|h| h.cells().contains(&cell));
                    if within(&cover) && !within(&base) { digits } else { DigitSet::EMPTY }
                }))
            }
            AuditRule::Trial => {
                let cell = step.cell.ok_or("a trial names a cell")?;
                let digit = digits.single().ok_or("the rule looks at one digit")?;
                if !self.open_in(cell).contains(digit) {
                    return Err("the cell cannot hold the digit anyway");
                }
                let mut trial = self.clone();
                trial.place(cell, digit);
                if !trial.singles_contradict() {
                    return Err("the trial does not end in a contradiction");
                }
                Ok(Box::new(move |at| if at == cell { digits } else { DigitSet::EMPTY }))
            }
            _ => Err("the rule fills a cell"),
        }
    }

    /// Fills singles until nothing is left to fill; tells whether a cell or a digit was left
    /// without a place.
    fn singles_contradict(&mut self) -> bool {
        let board = self.board().clone();
        loop {
            let mut next = None;
            for cell in board.cells().filter(|&c| self.is_blank(c)) {
                match self.open_in(cell).single() {
                    _ if self.open_in(cell).is_empty() => return true,
                    Some(digit) => next = Some((cell, digit)),
                    None => {}
                }
            }
            for house in board.houses().iter().filter(|house| self.holds_every_digit(house)) {
                let placed: DigitSet =
                    house.cells().iter().filter_map(|&c| self.grid.get(c)).collect();
                for digit in (board.digits() - placed).iter() {
                    match self.places(house, digit)[..] {
                        [] => return true,
                        [cell] => next = Some((cell, digit)),
                        _ => {}
                    }
                }
            }
            match next {
                Some((cell, digit)) => self.place(cell, digit),
                None => return false,
            }
        }
    }

    fn house(&self, step: &AuditStep) -> Result<&House, &'static str> {
        match step.houses[..] {
            [house] => Ok(&self.grid.board().houses()[house]),
            _ => Err("the rule looks at one house"),
        }
    }

    fn places(&self, house: &House, digit: Digit) -> Vec<Cell> {
        house.cells().iter().copied().filter(|&c| self.open_in(c).contains(digit)).collect()
    }

    fn is_blank(&self, cell: Cell) -> bool {
        self.grid.get(cell).is_none()
    }

    /// The candidates of a blank cell; a filled one has none.
    fn open_in(&self, cell: Cell) -> DigitSet {
        if self.is_blank(cell) { self.open[cell.index()] } else { DigitSet::EMPTY }
    }

    fn place(&mut self, cell: Cell, digit: Digit) {
        self.grid.set(cell, digit);
        for &peer in self.board().clone().peer_list(cell) {
            self.open[peer.index()].remove(digit);
        }
        self.follow_links(cell, digit);
    }

    /// What a digit in a cell leaves to the cells bound to it.
    fn follow_links(&mut self, cell: Cell, digit: Digit) {
        for (other, table) in &self.links.clone()[cell.index()] {
            if self.grid.get(*other).is_none() {
                self.open[other.index()] &= table[digit.index()];
            }
        }
    }

    fn board(&self) -> &Arc<Board> {
        self.grid.board()
    }

    /// Whether a house has as many cells as there are digits, so that each of them is in it.
    fn holds_every_digit(&self, house: &House) -> bool {
        house.cells().len() == self.board().size()
    }
}
