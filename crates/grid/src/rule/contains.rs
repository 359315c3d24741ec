//! How often values occur among cells: quadruples, outside clues, exact contents, counts.

use super::judge::{breach, judge, listed};
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Digit, Grid};
use std::collections::BTreeMap;

/// Cells among which values occur so and so often.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Contains {
    cells: Box<[Cell]>,
    how: How,
    /// The numbers as written: values, or values and how often.
    numbers: Box<[i64]>,
}

/// How the numbers are meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// The values occur as often as they are named, or more; written where the cells meet.
    Quadruple,
    /// The same, written outside the grid.
    Outside,
    /// Each value occurs exactly as often as it is named; other values are free.
    Exactly,
    /// Pairs of a value and how often it occurs, which may be never.
    Counts,
}

const NAMES: [(&str, How); 4] = [
    ("quadruple", How::Quadruple),
    ("outside", How::Outside),
    ("exactly", How::Exactly),
    ("counts", How::Counts),
];

impl Contains {
    /// Cells and what occurs among them.
    pub fn new(cells: Vec<Cell>, how: How, numbers: Vec<i64>) -> Result<Contains, RuleError> {
        let name = NAMES.iter().find(|(_, known)| *known == how).map_or("counts", |(name, _)| name);
        Contains::from_parts(name, Parts { numbers, ..Parts::cells(&cells) })
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How its numbers are meant.
    pub fn how(&self) -> How {
        self.how
    }

    /// Its numbers.
    pub fn numbers(&self) -> &[i64] {
        &self.numbers
    }

    /// For each value how often it occurs at least and at most.
    fn bounds(&self) -> BTreeMap<i64, (usize, usize)> {
        let mut bounds: BTreeMap<i64, (usize, usize)> = BTreeMap::new();
        if self.how == How::Counts {
            for pair in self.numbers.chunks(2) {
                let times = usize::try_from(pair[1]).unwrap_or(0);
                bounds.insert(pair[0], (times, times));
            }
            return bounds;
        }
        for &value in &self.numbers {
            bounds.entry(value).or_default().0 += 1;
        }
        for (low, high) in bounds.values_mut() {
            *high = if self.how == How::Exactly { *low } else { self.cells.len() };
        }
        bounds
    }
}

impl RuleKind for Contains {
    const NAMES: &'static [&'static str] = &[NAMES[0].0, NAMES[1].0, NAMES[2].0, NAMES[3].0];

    fn name(&self) -> &'static str {
        NAMES.iter().find(|(_, how)| *how == self.how).map_or("counts", |(name, _)| name)
    }

    fn parts(&self) -> Parts {
        Parts { numbers: self.numbers.to_vec(), ..Parts::cells(&self.cells) }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Contains, RuleError> {
        parts.expect(name, 0, parts.numbers.len().max(1), 1)?;
        let how =
            NAMES.iter().find(|(known, _)| *known == name).map_or(How::Counts, |(_, how)| *how);
        let numbers = parts.numbers.clone();
        let paired = how == How::Counts;
        let times_are_good = numbers.chunks(2).all(|pair| matches!(pair, [_, 0..=255]));
        if paired && !times_are_good {
            let what = "pairs of a value and how often it occurs".to_owned();
            return Err(RuleError::Needs { kind: name, what });
        }
        let cells = Parts { numbers: Vec::new(), ..parts }.line(name, 1)?;
        if cells.len() > 255 {
            return Err(RuleError::Needs { kind: name, what: "at most 255 cells".to_owned() });
        }
        Ok(Contains { cells: cells.into(), how, numbers: numbers.into() })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        for &value in self.bounds().keys() {
            if grid.board().digit_of(value).is_none() && self.bounds()[&value].0 > 0 {
                return breach(&self.cells, format!("{value} is no value of the board"));
            }
        }
        judge(grid, &self.cells, |values| {
            for (value, (low, high)) in self.bounds() {
                let times = values.iter().filter(|&&held| held == value).count();
                if times < low || times > high {
                    let wanted = if low == high { low } else { low.max(1) };
                    return Err(format!("{value} occurs {times} times among them, not {wanted}"));
                }
            }
            Ok(())
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let mut multiset: Vec<(Digit, u8, u8)> = Vec::new();
        for (value, (low, high)) in self.bounds() {
            match board.digit_of(value) {
                Some(digit) => multiset.push((digit, low.min(255) as u8, high.min(255) as u8)),
                None if low > 0 => {
                    let (cell, digits) = (self.cells[0], crate::DigitSet::EMPTY);
                    lowering.demand(Demand::Allowed { cell, digits });
                }
                None => {}
            }
        }
        lowering.demand(Demand::Among { cells: self.cells.to_vec(), multiset });
    }

    fn marks(&self, board: &Board) -> Vec<Mark> {
        let (cells, text) = (self.cells.to_vec(), self.numbers.iter().map(i64::to_string));
        let text = text.collect::<Vec<_>>().join(" ");
        match self.how {
            How::Quadruple => vec![Mark::Corner { cells, text }],
            How::Outside => vec![Mark::Outside { line: cells, text }],
            How::Exactly if self.cells.len() == self.numbers.len() => {
                let names: Vec<String> = cells.iter().map(|&cell| board.name(cell)).collect();
                vec![Mark::Note(format!("{}: {}.", names.join(", "), listed(&self.numbers)))]
            }
            How::Exactly => vec![Mark::Cage { cells, label: Some(text) }],
            How::Counts => {
                let said = self.numbers.chunks(2).map(|pair| format!("{}{}", pair[1], pair[0]));
                vec![Mark::Cage { cells, label: Some(said.collect()) }]
            }
        }
    }
}
