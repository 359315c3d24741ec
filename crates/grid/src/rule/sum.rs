//! Sums of cells: any weights, the diagonals of little killers, and groups with the same sum.

use super::judge::{breach, judge, values};
use super::marks::{self, Colour};
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Values with a sum; a value may count several times, or less than nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sum {
    terms: Box<[(Cell, i32)]>,
    total: i64,
    /// Whether it is written outside the grid, at the end of a diagonal.
    diagonal: bool,
}

impl Sum {
    const NAME: &'static str = "sum";
    const DIAGONAL: &'static str = "little-killer";

    /// Cells with weights and their sum.
    pub fn new(terms: Vec<(Cell, i32)>, total: i64) -> Result<Sum, RuleError> {
        match terms.is_empty() {
            true => Err(RuleError::TooFewCells { kind: Sum::NAME, needed: 1 }),
            false => Ok(Sum { terms: terms.into(), total, diagonal: false }),
        }
    }

    /// The cells of a diagonal, from the border on, and their sum.
    pub fn little_killer(cells: Vec<Cell>, total: i64) -> Result<Sum, RuleError> {
        Sum::from_parts(Sum::DIAGONAL, Parts::numbered(total, &cells))
    }

    /// Its cells and their weights.
    pub fn terms(&self) -> &[(Cell, i32)] {
        &self.terms
    }

    /// The sum.
    pub fn total(&self) -> i64 {
        self.total
    }

    /// Whether it is written at the end of a diagonal.
    pub fn is_diagonal(&self) -> bool {
        self.diagonal
    }

    fn cells(&self) -> Vec<Cell> {
        self.terms.iter().map(|(cell, _)| *cell).collect()
    }
}

impl RuleKind for Sum {
    const NAMES: &'static [&'static str] = &[Sum::NAME, Sum::DIAGONAL];

    fn name(&self) -> &'static str {
        if self.diagonal { Sum::DIAGONAL } else { Sum::NAME }
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::numbered(self.total, &self.cells());
        if self.terms.iter().any(|(_, weight)| *weight != 1) {
            parts.numbers.extend(self.terms.iter().map(|(_, weight)| i64::from(*weight)));
        }
        parts
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Sum, RuleError> {
        let cells = parts.lists.first().cloned().unwrap_or_default();
        let weighted = name == Sum::NAME && parts.numbers.len() > 1;
        parts.expect(name, 0, if weighted { 1 + cells.len() } else { 1 }, 1)?;
        let weight = |i: usize| match weighted {
            true => i32::try_from(parts.numbers[1 + i]).ok().filter(|w| w.abs() <= 1000),
            false => Some(1),
        };
        let terms: Option<Vec<(Cell, i32)>> =
            cells.iter().enumerate().map(|(i, &cell)| Some((cell, weight(i)?))).collect();
        let what = "weights between -1000 and 1000".to_owned();
        let terms = terms.ok_or(RuleError::Needs { kind: name, what })?;
        let sum = Sum::new(terms, parts.numbers[0])?;
        Ok(Sum { diagonal: name == Sum::DIAGONAL, ..sum })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge(grid, &self.cells(), |values| {
            let weights = self.terms.iter().map(|(_, weight)| i64::from(*weight));
            match values.iter().zip(weights).map(|(value, weight)| value * weight).sum::<i64>() {
                total if total == self.total => Ok(()),
                total => Err(format!("they sum to {total}, not to {}", self.total)),
            }
        })
    }

    fn lower(&self, _: &Board, lowering: &mut Lowering) {
        lowering.demand(Demand::equation(self.terms.to_vec(), self.total));
    }

    fn marks(&self, board: &Board) -> Vec<Mark> {
        let cells = self.cells();
        if self.diagonal {
            return vec![Mark::Outside { line: cells, text: self.total.to_string() }];
        }
        if self.terms.iter().all(|(_, weight)| *weight == 1) {
            let label = Some(self.total.to_string());
            let shade = Mark::Shade { cells: cells.clone(), colour: Colour::Lavender };
            return vec![shade, Mark::Cage { cells, label }];
        }
        let term = |&(cell, weight): &(Cell, i32)| format!("{weight}*{}", board.name(cell));
        let terms: Vec<String> = self.terms.iter().map(term).collect();
        vec![Mark::Note(format!("{} = {}", terms.join(" + "), self.total))]
    }
}

/// Groups of cells with the same sum, which nobody tells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EqualSums {
    groups: Box<[Box<[Cell]>]>,
    /// Whether the groups are pieces of one line, parted by the borders of boxes.
    line: bool,
}

impl EqualSums {
    const NAME: &'static str = "equal-sums";
    const LINE: &'static str = "region-sum";

    /// Groups with the same sum.
    pub fn new(groups: Vec<Vec<Cell>>) -> Result<EqualSums, RuleError> {
        EqualSums::from_parts(EqualSums::NAME, Parts { lists: groups, ..Parts::default() })
    }

    /// A line of which each piece inside a box or region has the same sum. A line within one region
    /// asks for nothing.
    pub fn region_line(line: &[Cell], board: &Board) -> Result<EqualSums, RuleError> {
        let mut pieces: Vec<Vec<Cell>> = Vec::new();
        for (i, &cell) in line.iter().enumerate() {
            let same = i > 0 && board.box_of(cell) == board.box_of(line[i - 1]);
            match pieces.last_mut() {
                Some(piece) if same => piece.push(cell),
                _ => pieces.push(vec![cell]),
            }
        }
        EqualSums::from_parts(EqualSums::LINE, Parts { lists: pieces, ..Parts::default() })
    }

    /// The groups.
    pub fn groups(&self) -> impl Iterator<Item = &[Cell]> {
        self.groups.iter().map(|group| &**group)
    }

    /// Whether the groups are pieces of one line.
    pub fn is_line(&self) -> bool {
        self.line
    }
}

impl RuleKind for EqualSums {
    const NAMES: &'static [&'static str] = &[EqualSums::NAME, EqualSums::LINE];

    fn name(&self) -> &'static str {
        if self.line { EqualSums::LINE } else { EqualSums::NAME }
    }

    fn parts(&self) -> Parts {
        Parts { lists: self.groups().map(<[Cell]>::to_vec).collect(), ..Parts::default() }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<EqualSums, RuleError> {
        parts.expect(name, 0, 0, parts.lists.len())?;
        if parts.lists.is_empty() || parts.lists.iter().any(Vec::is_empty) {
            return Err(RuleError::TooFewCells { kind: name, needed: 1 });
        }
        let groups = parts.lists.into_iter().map(Vec::into_boxed_slice).collect();
        Ok(EqualSums { groups, line: name == EqualSums::LINE })
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let mut told: Option<i64> = None;
        for group in self.groups() {
            let Some(total) = values(grid, group).map(|values| values.iter().sum::<i64>()) else {
                continue;
            };
            match told {
                Some(other) if other != total => {
                    return breach(group, format!("they sum to {total}, another group to {other}"));
                }
                _ => told = Some(total),
            }
        }
        Ok(())
    }

    fn lower(&self, _: &Board, lowering: &mut Lowering) {
        // The shortest group is the best one to compare the others with.
        let Some(shortest) = self.groups().min_by_key(|group| group.len()) else { return };
        for group in self.groups().filter(|group| *group != shortest) {
            if let (&[a], &[b]) = (shortest, group) {
                lowering.demand(Demand::pair(a, b, lowering, |x, y| x == y));
                continue;
            }
            let mut terms: Vec<(Cell, i32)> = group.iter().map(|&cell| (cell, 1)).collect();
            terms.extend(shortest.iter().map(|&cell| (cell, -1)));
            lowering.demand(Demand::equation(terms, 0));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        if self.line {
            return vec![marks::line(&self.groups.concat(), Colour::Blue)];
        }
        let shade =
            |group: &[Cell]| Mark::Cage { cells: group.to_vec(), label: Some("=".to_owned()) };
        self.groups().map(shade).collect()
    }
}
