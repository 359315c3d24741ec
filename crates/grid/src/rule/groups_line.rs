//! Entropic and modular lines: cells near one another come from different groups of values.

use super::judge::judge_pairs;
use super::marks::{self, Colour};
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// A line on which any few cells in a row come from different groups of values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GroupsLine {
    cells: Box<[Cell]>,
    groups: Groups,
}

/// How values are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Groups {
    /// Low, middle and high thirds.
    Thirds,
    /// By the rest after division; 2 is a parity line.
    Modulo(i64),
}

impl Groups {
    /// How many groups there are.
    pub fn count(self) -> i64 {
        match self {
            Groups::Thirds => 3,
            Groups::Modulo(number) => number,
        }
    }

    /// The group of a value.
    pub(super) fn of(self, value: i64, board: &Board) -> i64 {
        match self {
            Groups::Thirds => (value - board.first_value()) * 3 / board.size() as i64,
            Groups::Modulo(number) => value.rem_euclid(number.max(1)),
        }
    }
}

impl GroupsLine {
    /// A line on which as many cells in a row as there are groups come from different ones.
    pub fn new(cells: Vec<Cell>, groups: Groups) -> Result<GroupsLine, RuleError> {
        let kind = if groups == Groups::Thirds { "entropic" } else { "modular" };
        if cells.len() < 2 {
            return Err(RuleError::TooFewCells { kind, needed: 2 });
        }
        if !(2..=64).contains(&groups.count()) {
            let what = "a number from 2 to 64".to_owned();
            return Err(RuleError::Needs { kind, what });
        }
        Ok(GroupsLine { cells: cells.into(), groups })
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How values are grouped.
    pub fn groups(&self) -> Groups {
        self.groups
    }

    fn pairs(&self) -> Vec<(Cell, Cell)> {
        let near = self.groups.count() as usize;
        let later = |(i, &a): (usize, &Cell)| {
            let window = &self.cells[i + 1..self.cells.len().min(i + near)];
            window.iter().map(move |&b| (a, b)).collect::<Vec<_>>()
        };
        self.cells.iter().enumerate().flat_map(later).collect()
    }
}

impl RuleKind for GroupsLine {
    const NAMES: &'static [&'static str] = &["entropic", "modular"];

    fn name(&self) -> &'static str {
        if self.groups == Groups::Thirds { "entropic" } else { "modular" }
    }

    fn parts(&self) -> Parts {
        match self.groups {
            Groups::Thirds => Parts::cells(&self.cells),
            Groups::Modulo(number) => Parts::numbered(number, &self.cells),
        }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<GroupsLine, RuleError> {
        let modular = name == "modular";
        parts.expect(name, 0, usize::from(modular), 1)?;
        let groups = parts.numbers.first().map_or(Groups::Thirds, |&n| Groups::Modulo(n));
        GroupsLine::new(parts.lists.into_iter().next().unwrap_or_default(), groups)
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let board = grid.board();
        judge_pairs(grid, self.pairs(), |a, b| {
            match self.groups.of(a, board) == self.groups.of(b, board) {
                true => Err(format!("{a} and {b} are near one another and of the same group")),
                false => Ok(()),
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        for (a, b) in self.pairs() {
            let group = |digit| self.groups.of(board.value(digit), board);
            lowering.demand(Demand::pair(a, b, lowering, |x, y| group(x) != group(y)));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let colour = if self.groups == Groups::Thirds { Colour::Orange } else { Colour::Teal };
        vec![marks::line(&self.cells, colour)]
    }
}
