//! Palindromes and clones: cells that hold the same as others.

use super::judge::judge_pairs;
use super::marks::{self, Colour};
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Cells that hold the same digits as others, one by one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mirror {
    /// A line that reads the same from both ends.
    Palindrome(Box<[Cell]>),
    /// Groups of cells that hold the same digits in the same order.
    Clone(Box<[Box<[Cell]>]>),
}

impl Mirror {
    /// A line that reads the same from both ends.
    pub fn palindrome(cells: Vec<Cell>) -> Result<Mirror, RuleError> {
        Mirror::from_parts("palindrome", Parts::cells(&cells))
    }

    /// Groups of cells that hold the same digits in the same order.
    pub fn clones(groups: Vec<Vec<Cell>>) -> Result<Mirror, RuleError> {
        Mirror::from_parts("clone", Parts { lists: groups, ..Parts::default() })
    }

    fn pairs(&self) -> Vec<(Cell, Cell)> {
        match self {
            Mirror::Palindrome(cells) => {
                let half = cells.len() / 2;
                cells[..half].iter().copied().zip(cells.iter().rev().copied()).collect()
            }
            Mirror::Clone(groups) => {
                let others = groups[1..].iter();
                let zip = |group: &[Cell]| -> Vec<(Cell, Cell)> {
                    groups[0].iter().copied().zip(group.iter().copied()).collect()
                };
                others.flat_map(|group| zip(group)).collect()
            }
        }
    }
}

impl RuleKind for Mirror {
    const NAMES: &'static [&'static str] = &["palindrome", "clone"];

    fn name(&self) -> &'static str {
        match self {
            Mirror::Palindrome(_) => "palindrome",
            Mirror::Clone(_) => "clone",
        }
    }

    fn parts(&self) -> Parts {
        match self {
            Mirror::Palindrome(cells) => Parts::cells(cells),
            Mirror::Clone(groups) => {
                let lists = groups.iter().map(|group| group.to_vec()).collect();
                Parts { lists, ..Parts::default() }
            }
        }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Mirror, RuleError> {
        if name == "palindrome" {
            parts.expect(name, 0, 0, 1)?;
            let cells = parts.lists.into_iter().next().unwrap_or_default();
            return match cells.len() {
                0 | 1 => Err(RuleError::TooFewCells { kind: name, needed: 2 }),
                _ => Ok(Mirror::Palindrome(cells.into())),
            };
        }
        parts.expect(name, 0, 0, parts.lists.len().max(2))?;
        let n = parts.lists[0].len();
        if n == 0 || parts.lists.iter().any(|list| list.len() != n) {
            let what = "groups of as many cells each".to_owned();
            return Err(RuleError::Needs { kind: name, what });
        }
        Ok(Mirror::Clone(parts.lists.into_iter().map(Vec::into_boxed_slice).collect()))
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge_pairs(grid, self.pairs(), |a, b| match a == b {
            true => Ok(()),
            false => Err(format!("they hold {a} and {b}, not the same")),
        })
    }

    fn lower(&self, _: &Board, lowering: &mut Lowering) {
        for (a, b) in self.pairs() {
            lowering.demand(Demand::pair(a, b, lowering, |x, y| x == y));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        match self {
            Mirror::Palindrome(cells) => vec![marks::line(cells, Colour::Grey)],
            Mirror::Clone(groups) => {
                let shade = |group: &[Cell]| Mark::Shade {
                    cells: group.to_vec(),
                    colour: Colour::Lavender,
                };
                groups.iter().map(|group| shade(group)).collect()
            }
        }
    }
}
