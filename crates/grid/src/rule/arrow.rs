//! Arrows: the digits along the shaft sum to the number in the bulb.
//!
//! A bulb of several cells is a pill: a number of as many digits, read from the first cell on. On a
//! double arrow the values between the two ends sum to those at the ends.

use super::judge::judge;
use super::marks::{Colour, End};
use super::parts::{Parts, check_cells};
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Digit, Grid};

/// Cells whose values sum to the number in others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    bulb: Box<[Cell]>,
    shaft: Box<[Cell]>,
    double: bool,
}

impl Arrow {
    const NAME: &'static str = "arrow";
    const DOUBLE: &'static str = "double-arrow";

    /// The values of the shaft sum to the number in the bulb, of one to four digits. A cell of the
    /// shaft may be passed twice.
    pub fn new(bulb: Vec<Cell>, shaft: Vec<Cell>) -> Result<Arrow, RuleError> {
        check_cells(Arrow::NAME, &bulb, 1)?;
        if shaft.is_empty() {
            return Err(RuleError::TooFewCells { kind: Arrow::NAME, needed: 2 });
        }
        if bulb.len() > 4 {
            let what = "a bulb of 1 to 4 cells".to_owned();
            return Err(RuleError::Needs { kind: Arrow::NAME, what });
        }
        Ok(Arrow { bulb: bulb.into(), shaft: shaft.into(), double: false })
    }

    /// The values between the ends of a line sum to those at its ends.
    pub fn double(line: Vec<Cell>) -> Result<Arrow, RuleError> {
        check_cells(Arrow::DOUBLE, &line, 3)?;
        let (first, last) = (line[0], line[line.len() - 1]);
        let shaft = line[1..line.len() - 1].into();
        Ok(Arrow { bulb: [first, last].into(), shaft, double: true })
    }

    /// The cells of the bulb, or the two ends.
    pub fn bulb(&self) -> &[Cell] {
        &self.bulb
    }

    /// The cells that are summed.
    pub fn shaft(&self) -> &[Cell] {
        &self.shaft
    }

    /// Whether it has a bulb at both ends.
    pub fn is_double(&self) -> bool {
        self.double
    }

    /// What each cell of the bulb counts.
    fn weights(&self) -> Vec<i64> {
        let n = self.bulb.len() as u32;
        (0..n).map(|i| if self.double { 1 } else { 10i64.pow(n - 1 - i) }).collect()
    }

    /// Whether a cell of the bulb, by its place, may hold a value: all but the first are one
    /// decimal digit.
    fn may_hold(&self, place: usize, value: i64) -> bool {
        self.double || place == 0 || (0..=9).contains(&value)
    }
}

impl RuleKind for Arrow {
    const NAMES: &'static [&'static str] = &[Arrow::NAME, Arrow::DOUBLE];

    fn name(&self) -> &'static str {
        if self.double { Arrow::DOUBLE } else { Arrow::NAME }
    }

    fn parts(&self) -> Parts {
        if self.double {
            let line = [&self.bulb[..1], &self.shaft, &self.bulb[1..]].concat();
            return Parts::cells(&line);
        }
        Parts { lists: vec![self.bulb.to_vec(), self.shaft.to_vec()], ..Parts::default() }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Arrow, RuleError> {
        if name == Arrow::DOUBLE {
            return Arrow::double(parts.line(name, 3)?);
        }
        parts.expect(name, 0, 0, 2)?;
        let mut lists = parts.lists.into_iter();
        let (bulb, shaft) = (lists.next().unwrap_or_default(), lists.next().unwrap_or_default());
        Arrow::new(bulb, shaft)
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let cells = [&self.bulb[..], &self.shaft].concat();
        judge(grid, &cells, |values| {
            let (bulb, shaft) = values.split_at(self.bulb.len());
            if let Some((_, value)) =
                bulb.iter().enumerate().find(|&(i, &value)| !self.may_hold(i, value))
            {
                return Err(format!("{value} is no single digit of the number in the bulb"));
            }
            let number: i64 = bulb.iter().zip(self.weights()).map(|(v, w)| v * w).sum();
            match shaft.iter().sum::<i64>() {
                total if total == number => Ok(()),
                total => Err(format!("the shaft sums to {total}, the bulb says {number}")),
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let mut terms: Vec<(Cell, i32)> = self.shaft.iter().map(|&cell| (cell, 1)).collect();
        for (place, (&cell, weight)) in self.bulb.iter().zip(self.weights()).enumerate() {
            terms.push((cell, -weight as i32));
            let good = |digit: &Digit| self.may_hold(place, board.value(*digit));
            let digits = board.digits().iter().filter(good).collect();
            if digits != board.digits() {
                lowering.demand(Demand::Allowed { cell, digits });
            }
        }
        lowering.demand(Demand::equation(terms, 0));
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let near = *self.bulb.last().unwrap_or(&self.shaft[0]);
        let (colour, from) = (Colour::Grey, End::Plain);
        if self.double {
            let cells = [&self.bulb[..1], &self.shaft, &self.bulb[1..]].concat();
            return vec![Mark::Line { cells, colour, from: End::Circle, to: End::Circle }];
        }
        let cells = [&[near], &self.shaft[..]].concat();
        vec![Mark::Line { cells, colour, from, to: End::Arrow }, Mark::Pill(self.bulb.to_vec())]
    }
}
