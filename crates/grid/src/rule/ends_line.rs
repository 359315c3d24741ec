//! Lines whose ends bind what lies between: between lines and lockout lines.

use super::judge::judge;
use super::marks::{Colour, End};
use super::parts::Parts;
use super::{Automaton, Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// A line whose inner values lie between those at its ends, or outside of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EndsLine {
    cells: Box<[Cell]>,
    /// The least difference of the ends of a lockout line.
    lockout: Option<i64>,
}

impl EndsLine {
    /// Inner values lie strictly between those at the ends.
    pub fn between(cells: Vec<Cell>) -> Result<EndsLine, RuleError> {
        EndsLine::from_parts("between", Parts::cells(&cells))
    }

    /// The ends differ by so much at least, and inner values are neither between nor equal to them.
    pub fn lockout(cells: Vec<Cell>, least: i64) -> Result<EndsLine, RuleError> {
        EndsLine::from_parts("lockout", Parts::numbered(least, &cells))
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The least difference of the ends, if it is a lockout line.
    pub fn least_difference(&self) -> Option<i64> {
        self.lockout
    }

    fn keeps(&self, low: i64, high: i64, inner: i64) -> bool {
        match self.lockout {
            None => low < inner && inner < high,
            Some(_) => inner < low || inner > high,
        }
    }
}

impl RuleKind for EndsLine {
    const NAMES: &'static [&'static str] = &["between", "lockout"];

    fn name(&self) -> &'static str {
        if self.lockout.is_some() { "lockout" } else { "between" }
    }

    fn parts(&self) -> Parts {
        match self.lockout {
            None => Parts::cells(&self.cells),
            Some(least) => Parts::numbered(least, &self.cells),
        }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<EndsLine, RuleError> {
        let (lockout, cells) = match name == "lockout" {
            true => parts.numbered_line(name, 2).map(|(least, cells)| (Some(least), cells))?,
            false => (None, parts.line(name, 2)?),
        };
        Ok(EndsLine { cells: cells.into(), lockout })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge(grid, &self.cells, |values| {
            let (first, last) = (values[0], values[values.len() - 1]);
            let (low, high) = (first.min(last), first.max(last));
            if let Some(least) = self.lockout.filter(|least| high - low < *least) {
                return Err(format!("the ends {first} and {last} differ by less than {least}"));
            }
            let inner = &values[1..values.len() - 1];
            match inner.iter().find(|&&value| !self.keeps(low, high, value)) {
                None => Ok(()),
                Some(value) if self.lockout.is_some() => {
                    Err(format!("{value} is not outside of {low} to {high}"))
                }
                Some(value) => Err(format!("{value} is not between {low} and {high}")),
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let (first, last) = (self.cells[0], self.cells[self.cells.len() - 1]);
        let inner = &self.cells[1..self.cells.len() - 1];
        if let Some(least) = self.lockout {
            let apart = |x, y| (board.value(x) - board.value(y)).abs() >= least;
            lowering.demand(Demand::pair(first, last, lowering, apart));
        }
        // The ends are read first, then each inner cell against them.
        let automaton = Automaton::explore(
            (None, None),
            board.digits(),
            |&(low, high): &(Option<i64>, Option<i64>), digit| {
                let value = board.value(digit);
                match (low, high) {
                    (None, _) => Some((Some(value), None)),
                    (Some(one), None) => Some((Some(one.min(value)), Some(one.max(value)))),
                    (Some(low), Some(high)) if self.keeps(low, high, value) => {
                        Some((Some(low), Some(high)))
                    }
                    _ => None,
                }
            },
            |(_, high)| high.is_some(),
        );
        let automaton = automaton.expect("there are at most as many states as pairs of values");
        if !inner.is_empty() {
            let cells = [&[first, last], inner].concat();
            lowering.demand(Demand::Line { cells, automaton });
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let (colour, end) = match self.lockout {
            None => (Colour::Grey, End::Circle),
            Some(_) => (Colour::Red, End::Diamond),
        };
        vec![Mark::Line { cells: self.cells.to_vec(), colour, from: end, to: end }]
    }
}
