//! Houses: the groups of cells in which no digit repeats.

use crate::Cell;
use std::fmt;

/// What a house is on its board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box, or the irregular region that stands for one.
    Box,
    /// A further region: a diagonal, a window.
    Extra,
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
            HouseKind::Extra => "region",
        })
    }
}

/// A group of cells in which no digit repeats.
///
/// A house with as many cells as the board has digits holds each digit once;
/// a smaller one only forbids repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct House {
    kind: HouseKind,
    number: usize,
    cells: Box<[Cell]>,
}

impl House {
    pub(crate) fn new(kind: HouseKind, number: usize, cells: Vec<Cell>) -> House {
        House { kind, number, cells: cells.into() }
    }

    /// What it is on its board.
    pub fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Its number among its kind, from 1, as people count.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Its cells in ascending order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl fmt::Display for House {
    /// `row 3`, `box 7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)
    }
}
