//! Cages: cells in which no digit repeats, often with their sum.

use super::judge::{all_differ, breach};
use super::parts::{Parts, check_cells};
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// Cells in which no digit repeats and, where it is given, whose values have this sum.
///
/// ```
/// use sudolab_grid::{Board, Cell, Grid, rule::{Cage, Rule}};
/// let cage = Rule::Cage(Cage::new(vec![Cell::new(0), Cell::new(1)], Some(3))?);
/// let board = Board::of_size(4)?;
/// assert!(cage.holds(&board.grid_from_line("12..............")?).is_ok());
/// assert!(cage.holds(&board.grid_from_line("13..............")?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cage {
    cells: Box<[Cell]>,
    sum: Option<u32>,
}

impl Cage {
    const NAME: &'static str = "cage";

    /// A cage of these cells.
    pub fn new(cells: Vec<Cell>, sum: Option<u32>) -> Result<Cage, RuleError> {
        check_cells(Cage::NAME, &cells, 1)?;
        Ok(Cage { cells: cells.into(), sum })
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The sum of its values, if it gives one.
    pub fn sum(&self) -> Option<u32> {
        self.sum
    }
}

impl RuleKind for Cage {
    const NAMES: &'static [&'static str] = &[Cage::NAME];

    fn parts(&self) -> Parts {
        let numbers = self.sum.iter().map(|&sum| i64::from(sum)).collect();
        Parts { numbers, ..Parts::cells(&self.cells) }
    }

    fn from_parts(_: &'static str, mut parts: Parts) -> Result<Cage, RuleError> {
        let sum = match parts.numbers.as_slice() {
            [] => None,
            &[sum] => Some(u32::try_from(sum).map_err(|_| RuleError::Word(sum.to_string()))?),
            _ => return parts.expect(Cage::NAME, 0, 1, 1).and(Cage::new(Vec::new(), None)),
        };
        parts.numbers.clear();
        Cage::new(parts.line(Cage::NAME, 1)?, sum)
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        all_differ(grid, &self.cells)?;
        let Some(sum) = self.sum.map(i64::from) else { return Ok(()) };
        let filled: Vec<i64> = self.cells.iter().filter_map(|&cell| grid.value(cell)).collect();
        let (total, blanks) = (filled.iter().sum::<i64>(), self.cells.len() - filled.len());
        // Every blank will add the first value or more.
        let least = total + blanks as i64 * grid.board().first_value();
        if least > sum || (blanks == 0 && total != sum) {
            let so_far = if blanks > 0 { " already" } else { "" };
            return breach(&self.cells, format!("they sum to {total}{so_far}, not to {sum}"));
        }
        Ok(())
    }

    fn lower(&self, _: &Board, lowering: &mut Lowering) {
        lowering.demand(Demand::Different(self.cells.to_vec()));
        if let Some(sum) = self.sum {
            let terms = self.cells.iter().map(|&cell| (cell, 1)).collect();
            lowering.demand(Demand::equation(terms, i64::from(sum)));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let label = self.sum.map(|sum| sum.to_string());
        vec![Mark::Cage { cells: self.cells.to_vec(), label }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sum: Option<u32>, line: &str, expected: Result<(), &str>) {
        let cage = Cage::new((0..3).map(Cell::new).collect(), sum).unwrap();
        let grid =
            Board::of_size(4).unwrap().grid_from_line(&format!("{line}............")).unwrap();
        let held = cage.holds(&grid).map_err(|breach| breach.what);
        assert_eq!(held, expected.map_err(str::to_owned), "{sum:?} {line}");
    }

    #[test]
    fn a_cage_counts_its_digits_and_forbids_repeats() {
        check(None, "123.", Ok(()));
        check(None, "1.1.", Err("they hold 1 twice"));
        check(Some(6), "123.", Ok(()));
        check(Some(6), "124.", Err("they sum to 7, not to 6"));
        check(Some(9), "123.", Err("they sum to 6, not to 9"));
        check(Some(6), "...4", Ok(()));
        check(Some(6), "1...", Ok(()));
        check(Some(6), "34..", Err("they sum to 7 already, not to 6"));
        check(Some(7), "34..", Err("they sum to 7 already, not to 7"));
    }
}
