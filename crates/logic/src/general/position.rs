//! Digits and pencil marks on any board.

use super::ground::Ground;
use super::step::{Dead, Effect};
use std::fmt;
use std::sync::Arc;
use sudolab_grid::{Board, Cell, Digit, DigitSet, Grid, Puzzle};

/// Two digits that cannot stand together, or one that cannot stand where it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// What is wrong, as a sentence without its full stop.
    pub what: String,
    /// The cells that show it.
    pub cells: Vec<Cell>,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Clash {}

/// A board in the middle of being solved.
#[derive(Clone, Debug)]
pub struct Position {
    ground: Arc<Ground>,
    held: Vec<Option<Digit>>,
    /// What each variable may hold; one digit where one is placed.
    marks: Vec<DigitSet>,
}

impl Position {
    /// The position of a puzzle: its clues, struck from every cell that sees them.
    ///
    /// # Errors
    /// When clues clash.
    pub fn new(puzzle: &Puzzle) -> Result<Position, Clash> {
        let ground = Arc::new(Ground::new(puzzle));
        let board = puzzle.board();
        if let Some(conflict) = puzzle.conflicts().first() {
            return Err(Clash { what: conflict.describe(board), cells: conflict.cells.clone() });
        }
        if let Err((rule, breach)) = puzzle.rules().hold(puzzle.clues()) {
            let what = format!("the clues break {}: {}", rule.text(board), breach.what);
            return Err(Clash { what, cells: breach.cells });
        }
        let marks = ground.domains().to_vec();
        let mut position = Position { held: vec![None; marks.len()], marks, ground };
        for (cell, digit) in puzzle.clues().filled() {
            if !position.place(cell, digit) {
                let (name, value) = (board.name(cell), board.value(digit));
                let what = format!("{name} cannot be {value}, as its clue says");
                return Err(Clash { what, cells: vec![cell] });
            }
        }
        Ok(position)
    }

    /// What stays the same.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.ground.board()
    }

    /// The digit placed in a cell.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.held[cell.index()]
    }

    /// The candidates of a cell; its digit, once placed.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.marks[cell.index()]
    }

    /// The candidates of every variable: the cells, then the helpers of rules.
    pub(super) fn marks(&self) -> &[DigitSet] {
        &self.marks
    }

    /// The cells without a digit, ascending.
    pub fn open(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board().cells().filter(|cell| self.held[cell.index()].is_none())
    }

    /// Whether every cell has its digit.
    pub fn is_solved(&self) -> bool {
        self.open().next().is_none()
    }

    /// The open cells of a group that may hold a digit.
    pub fn places(&self, group: usize, digit: Digit) -> Vec<Cell> {
        let cells = self.ground.groups()[group].cells.iter().copied();
        cells
            .filter(|&c| self.held[c.index()].is_none() && self.candidates(c).contains(digit))
            .collect()
    }

    /// Whether a digit is placed in a group.
    pub fn has(&self, group: usize, digit: Digit) -> bool {
        self.ground.groups()[group].cells.iter().any(|&cell| self.digit(cell) == Some(digit))
    }

    /// The digits placed so far.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.ground.puzzle().board().clone());
        for cell in self.board().cells() {
            if let Some(digit) = self.digit(cell) {
                grid.set(cell, digit);
            }
        }
        grid
    }

    /// What shows that nothing can come of the position: a cell without candidates, a digit without
    /// a place, a rule that the digits break.
    pub fn dead(&self) -> Option<Dead> {
        if let Some(cell) = self.board().cells().find(|cell| self.candidates(*cell).is_empty()) {
            return Some(Dead::Cell(cell));
        }
        for (number, group) in self.ground.groups().iter().enumerate().filter(|(_, g)| g.is_full) {
            let all = group.cells.iter().fold(DigitSet::EMPTY, |all, &c| all | self.candidates(c));
            if let Some(digit) = (self.board().digits() - all).first() {
                return Some(Dead::Digit { group: number, digit });
            }
        }
        if self.is_solved() && self.ground.puzzle().has_rules() {
            let grid = self.grid();
            let rules = self.ground.puzzle().rules();
            return rules.iter().position(|rule| rule.holds(&grid).is_err()).map(Dead::Rule);
        }
        None
    }

    /// Places a digit and strikes it from every cell that sees it; whether it could stand there.
    pub(super) fn place(&mut self, cell: Cell, digit: Digit) -> bool {
        if !self.marks[cell.index()].contains(digit) {
            return false;
        }
        self.held[cell.index()] = Some(digit);
        self.marks[cell.index()] = DigitSet::only(digit);
        let ground = self.ground.clone();
        for &other in ground.seen_by(cell) {
            self.marks[other.index()].remove(digit);
        }
        true
    }

    /// Takes candidates away from a cell; what a player has struck, or a step.
    pub fn strike(&mut self, cell: Cell, digit: Digit) {
        self.marks[cell.index()].remove(digit);
    }

    /// Does what a step says.
    pub fn apply(&mut self, effect: &Effect) {
        for &(cell, digit) in &effect.eliminations {
            self.strike(cell, digit);
        }
        for &(cell, digit) in &effect.placements {
            self.place(cell, digit);
        }
    }
}
