//! Sum lines, such as ten-lines: pieces that each have the same given sum.

use super::judge::judge;
use super::marks::{self, Colour};
use super::parts::Parts;
use super::{Automaton, Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// A line that can be cut into pieces of which each has a given sum; a loop may be cut anywhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SumLine {
    cells: Box<[Cell]>,
    total: i64,
    ring: bool,
}

impl SumLine {
    /// A line whose pieces have this sum.
    pub fn new(cells: Vec<Cell>, total: i64) -> Result<SumLine, RuleError> {
        SumLine::from_parts("sum-line", Parts::numbered(total, &cells))
    }

    /// A line that ends where it begins.
    pub fn ring(cells: Vec<Cell>, total: i64) -> Result<SumLine, RuleError> {
        SumLine::from_parts("sum-ring", Parts::numbered(total, &cells))
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The sum of each piece.
    pub fn total(&self) -> i64 {
        self.total
    }

    /// Whether it ends where it begins.
    pub fn is_ring(&self) -> bool {
        self.ring
    }

    /// Whether values can be cut into pieces of the sum.
    fn can_be_cut(&self, values: impl Iterator<Item = i64>) -> bool {
        // The sums the open piece may have: a piece that is full may end or, with zeros and
        // values below, go on.
        let mut open: Vec<i64> = vec![0];
        let mut ended = false;
        for value in values {
            let mut next: Vec<i64> = open.iter().map(|sum| sum + value).collect();
            ended = next.contains(&self.total);
            if ended {
                next.push(0);
            }
            next.sort_unstable();
            next.dedup();
            open = next;
        }
        ended
    }

    /// The automaton of pieces, of which the first has this sum already and the last must have the
    /// same missing.
    fn pieces(&self, board: &Board, carried: i64) -> Option<Automaton> {
        // No value is below 0, so sums above the total are lost.
        let kept = |sum: &i64| *sum <= self.total;
        Automaton::explore(
            (vec![carried], carried == 0),
            board.digits(),
            |(open, _): &(Vec<i64>, bool), digit| {
                let value = board.value(digit);
                let mut next: Vec<i64> =
                    open.iter().map(|sum| sum + value).filter(|sum| kept(sum)).collect();
                let ends = next.contains(&self.total);
                let good = if carried == 0 { ends } else { next.contains(&carried) };
                if ends {
                    next.push(0);
                }
                next.sort_unstable();
                next.dedup();
                (!next.is_empty()).then_some((next, good))
            },
            |(_, good)| *good,
        )
    }
}

impl RuleKind for SumLine {
    const NAMES: &'static [&'static str] = &["sum-line", "sum-ring"];

    fn name(&self) -> &'static str {
        if self.ring { "sum-ring" } else { "sum-line" }
    }

    fn parts(&self) -> Parts {
        Parts::numbered(self.total, &self.cells)
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<SumLine, RuleError> {
        let (total, cells) = parts.numbered_line(name, 1)?;
        let most = if name == "sum-ring" { 100 } else { 1000 };
        if !(1..=most).contains(&total) {
            let what = format!("a sum from 1 to {most}");
            return Err(RuleError::Needs { kind: name, what });
        }
        Ok(SumLine { cells: cells.into(), total, ring: name == "sum-ring" })
    }

    fn fits(&self, board: &Board) -> Result<(), RuleError> {
        match board.first_value() < 0 {
            true => Err(RuleError::Board { kind: self.name(), why: "values below 0" }),
            false => Ok(()),
        }
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge(grid, &self.cells, |values| {
            let n = values.len();
            let cuts = if self.ring { n } else { 1 };
            let good = (0..cuts).any(|cut| self.can_be_cut((0..n).map(|i| values[(cut + i) % n])));
            match good {
                true => Ok(()),
                false => Err(format!("they cannot be cut into pieces that sum to {}", self.total)),
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let cells = self.cells.to_vec();
        let carried = if self.ring { self.total } else { 1 };
        let ways: Option<Vec<Automaton>> =
            (0..carried).map(|carried| self.pieces(board, carried)).collect();
        let automaton = ways.and_then(|ways| Automaton::any_of(&ways));
        let automaton = automaton.expect("the sum is bounded and no value is below 0");
        lowering.demand(Demand::Line { cells, automaton });
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let mut cells = self.cells.to_vec();
        if self.ring {
            cells.push(self.cells[0]);
        }
        vec![marks::line(&cells, Colour::Grey)]
    }
}
