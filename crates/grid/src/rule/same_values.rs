//! Groups of cells that hold the same values, in any order.

use super::judge::{breach, values};
use super::marks::Colour;
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Groups of cells that hold the same values equally often, in any order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SameValues {
    groups: Box<[Box<[Cell]>]>,
}

impl SameValues {
    /// Groups of as many cells each.
    pub fn new(groups: Vec<Vec<Cell>>) -> Result<SameValues, RuleError> {
        SameValues::from_parts("same-values", Parts { lists: groups, ..Parts::default() })
    }

    /// The groups.
    pub fn groups(&self) -> impl Iterator<Item = &[Cell]> {
        self.groups.iter().map(|group| &**group)
    }
}

impl RuleKind for SameValues {
    const NAMES: &'static [&'static str] = &["same-values"];

    fn parts(&self) -> Parts {
        Parts { lists: self.groups().map(<[Cell]>::to_vec).collect(), ..Parts::default() }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<SameValues, RuleError> {
        parts.expect(name, 0, 0, parts.lists.len().max(2))?;
        let n = parts.lists[0].len();
        let alike = parts.lists.iter().all(|list| list.len() == n);
        if n == 0 || n > 255 || !alike {
            let what = "groups of as many cells each".to_owned();
            return Err(RuleError::Needs { kind: name, what });
        }
        Ok(SameValues { groups: parts.lists.into_iter().map(Vec::into_boxed_slice).collect() })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let mut told: Option<Vec<i64>> = None;
        for group in self.groups() {
            let Some(mut held) = values(grid, group) else { continue };
            held.sort_unstable();
            match &told {
                Some(other) if *other != held => {
                    return breach(group, "they do not hold what another group holds");
                }
                _ => told = Some(held),
            }
        }
        Ok(())
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let first = &self.groups[0];
        for group in self.groups().skip(1) {
            // What lies in both groups holds the same in both.
            let mut left: Vec<Cell> = first.to_vec();
            let mut right: Vec<Cell> = Vec::new();
            for &cell in group {
                match left.iter().position(|&other| other == cell) {
                    Some(place) => drop(left.swap_remove(place)),
                    None => right.push(cell),
                }
            }
            if let (&[a], &[b]) = (left.as_slice(), right.as_slice()) {
                lowering.demand(Demand::pair(a, b, lowering, |x, y| x == y));
                continue;
            }
            let n = left.len().min(255) as u8;
            for digit in board.digits().iter().filter(|_| n > 0) {
                let among = |cells: &[Cell], times| Demand::Among {
                    cells: cells.to_vec(),
                    multiset: vec![(digit, times, times)],
                };
                let way = |times| vec![among(&left, times), among(&right, times)];
                lowering.demand(Demand::Either((0..=n).map(way).collect()));
            }
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let shade = |group: &[Cell]| Mark::Shade { cells: group.to_vec(), colour: Colour::Yellow };
        self.groups().map(shade).collect()
    }
}
