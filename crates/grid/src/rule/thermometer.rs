//! Thermometers: digits that rise along a line, from the bulb to the tip.

use super::judge::{breach, judge_pairs, steps};
use super::marks::{Colour, End};
use super::parts::{Parts, check_cells};
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// A line of cells, from the bulb on, along which each digit is larger than the one before; on a
/// slow one it may also be the same.
///
/// ```
/// use sudolab_grid::{Board, Cell, rule::{Rule, Thermometer}};
/// let line = Rule::Thermometer(Thermometer::new([0, 1, 5].map(Cell::new).to_vec())?);
/// let board = Board::of_size(4)?;
/// assert!(line.holds(&board.grid_from_line("12...3..........")?).is_ok());
/// assert!(line.holds(&board.grid_from_line("21...3..........")?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermometer {
    cells: Box<[Cell]>,
    slow: bool,
}

impl Thermometer {
    const NAME: &'static str = "thermometer";
    const SLOW: &'static str = "slow-thermometer";

    /// A thermometer along these cells.
    pub fn new(cells: Vec<Cell>) -> Result<Thermometer, RuleError> {
        check_cells(Thermometer::NAME, &cells, 2)?;
        Ok(Thermometer { cells: cells.into(), slow: false })
    }

    /// A thermometer along which digits may stay the same.
    pub fn slow(cells: Vec<Cell>) -> Result<Thermometer, RuleError> {
        check_cells(Thermometer::SLOW, &cells, 2)?;
        Ok(Thermometer { cells: cells.into(), slow: true })
    }

    /// Its cells, from the bulb on.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether digits may stay the same.
    pub fn is_slow(&self) -> bool {
        self.slow
    }
}

impl RuleKind for Thermometer {
    const NAMES: &'static [&'static str] = &[Thermometer::NAME, Thermometer::SLOW];

    fn name(&self) -> &'static str {
        if self.slow { Thermometer::SLOW } else { Thermometer::NAME }
    }

    fn parts(&self) -> Parts {
        Parts::cells(&self.cells)
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Thermometer, RuleError> {
        let cells = parts.line(name, 2)?;
        if name == Thermometer::SLOW { Thermometer::slow(cells) } else { Thermometer::new(cells) }
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        if self.slow {
            return judge_pairs(grid, steps(&self.cells), |low, high| match low <= high {
                true => Ok(()),
                false => Err(format!("{high} is below the {low} before it")),
            });
        }
        let held = |(place, &cell): (usize, &Cell)| Some((place, cell, grid.value(cell)?));
        let mut filled = self.cells.iter().enumerate().filter_map(held);
        let Some(mut last) = filled.next() else { return Ok(()) };
        for next in filled {
            let ((from, below, low), (to, above, high)) = (last, next);
            // Each step, over blanks as well, adds 1 or more.
            if high < low + (to - from) as i64 {
                let what = match to - from {
                    1 => format!("{high} does not exceed the {low} before it"),
                    steps => format!("{high} is not {steps} steps above the {low} before it"),
                };
                return breach(&[below, above], what);
            }
            last = next;
        }
        Ok(())
    }

    fn lower(&self, _: &Board, lowering: &mut Lowering) {
        for (a, b) in steps(&self.cells) {
            let rises = |low, high| if self.slow { low <= high } else { low < high };
            lowering.demand(Demand::pair(a, b, lowering, rises));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let (from, to) = (End::Bulb, End::Plain);
        vec![Mark::Line { cells: self.cells.to_vec(), colour: Colour::Grey, from, to }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Result<(), &str>) {
        let thermometer = Thermometer::new((0..4).map(Cell::new).collect()).unwrap();
        let grid =
            Board::of_size(4).unwrap().grid_from_line(&format!("{line}............")).unwrap();
        let held = thermometer.holds(&grid).map_err(|breach| breach.what);
        assert_eq!(held, expected.map_err(str::to_owned), "{line}");
    }

    #[test]
    fn digits_rise_from_the_bulb_to_the_tip() {
        check("1234", Ok(()));
        check("....", Ok(()));
        check("1..4", Ok(()));
        check("2.34", Err("3 is not 2 steps above the 2 before it"));
        check("12.2", Err("2 is not 2 steps above the 2 before it"));
        check("22..", Err("2 does not exceed the 2 before it"));
    }
}
