//! Whole-board rules on pairs of cells: chess jumps, consecutive neighbours, distances.

use super::judge::judge_pairs;
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// What pairs of cells all over the board do not do.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Jump {
    /// Cells so many rows and columns apart, in either way, hold different digits: 1 and 2 are a
    /// knight's move, 1 and 1 the diagonal step of a king.
    Apart(u8, u8),
    /// The values of touching cells do not differ by this number.
    Nonconsecutive(i64),
    /// Two cells with the same value are not that many steps along rows and columns apart.
    Taxicab,
}

impl Jump {
    const APART: &'static str = "jump";
    const NONCONSECUTIVE: &'static str = "nonconsecutive";
    const TAXICAB: &'static str = "taxicab";

    /// The pairs it speaks of, each once, and how far they are apart.
    fn pairs(&self, board: &Board) -> Vec<(Cell, Cell, i64)> {
        let far = |a: Cell, b: Cell| {
            let ((row, column), (to_row, to_column)) = (board.place(a)?, board.place(b)?);
            Some((row.abs_diff(to_row), column.abs_diff(to_column)))
        };
        let mut pairs = Vec::new();
        for a in board.cells() {
            for b in board.cells().skip(a.index() + 1) {
                let Some((down, right)) = far(a, b) else { continue };
                let fits = match *self {
                    Jump::Apart(x, y) => {
                        let (x, y) = (usize::from(x), usize::from(y));
                        (down, right) == (x, y) || (down, right) == (y, x)
                    }
                    Jump::Nonconsecutive(_) => down + right == 1,
                    Jump::Taxicab => true,
                };
                if fits {
                    pairs.push((a, b, (down + right) as i64));
                }
            }
        }
        pairs
    }

    fn fits(&self, a: i64, b: i64, far: i64) -> bool {
        match *self {
            Jump::Apart(..) => a != b,
            Jump::Nonconsecutive(step) => (a - b).abs() != step,
            Jump::Taxicab => a != b || a != far,
        }
    }
}

impl RuleKind for Jump {
    const NAMES: &'static [&'static str] = &[Jump::APART, Jump::NONCONSECUTIVE, Jump::TAXICAB];

    fn name(&self) -> &'static str {
        match self {
            Jump::Apart(..) => Jump::APART,
            Jump::Nonconsecutive(_) => Jump::NONCONSECUTIVE,
            Jump::Taxicab => Jump::TAXICAB,
        }
    }

    fn parts(&self) -> Parts {
        let numbers = match *self {
            Jump::Apart(x, y) => vec![x.into(), y.into()],
            Jump::Nonconsecutive(step) => vec![step],
            Jump::Taxicab => Vec::new(),
        };
        Parts { numbers, ..Parts::default() }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Jump, RuleError> {
        let n = Jump::NAMES.iter().position(|known| *known == name).map_or(0, |i| 2 - i);
        parts.expect(name, 0, n, 0)?;
        match (name, parts.numbers.as_slice()) {
            (Jump::APART, &[x, y]) => match (u8::try_from(x), u8::try_from(y)) {
                (Ok(x), Ok(y)) if (x, y) != (0, 0) => Ok(Jump::Apart(x, y)),
                _ => {
                    let what = "2 numbers of rows and columns, not both 0".to_owned();
                    Err(RuleError::Needs { kind: name, what })
                }
            },
            (Jump::NONCONSECUTIVE, &[step]) => Ok(Jump::Nonconsecutive(step)),
            _ => Ok(Jump::Taxicab),
        }
    }

    fn is_about_places(&self) -> bool {
        true
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        for (a, b, far) in self.pairs(grid.board()) {
            judge_pairs(grid, [(a, b)], |x, y| match (self.fits(x, y, far), self) {
                (true, _) => Ok(()),
                (false, Jump::Nonconsecutive(step)) => {
                    Err(format!("{x} and {y} touch and differ by {step}"))
                }
                (false, Jump::Taxicab) => Err(format!("they hold {x} and are {far} steps apart")),
                (false, Jump::Apart(..)) => Err(format!("they hold {x}, one jump apart")),
            })?;
        }
        Ok(())
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        for (a, b, far) in self.pairs(board) {
            match self {
                Jump::Apart(..) => lowering.demand(Demand::Different(vec![a, b])),
                _ => {
                    let fits = |x, y| self.fits(board.value(x), board.value(y), far);
                    let free =
                        board.digits().iter().all(|x| board.digits().iter().all(|y| fits(x, y)));
                    if !free {
                        lowering.demand(Demand::pair(a, b, lowering, fits));
                    }
                }
            }
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let what = match *self {
            Jump::Apart(1, 2) | Jump::Apart(2, 1) => {
                "Cells a knight's move apart hold different digits.".to_owned()
            }
            Jump::Apart(1, 1) => "Cells that touch at a corner hold different digits.".to_owned(),
            Jump::Apart(x, y) => {
                format!("Cells {x} and {y} steps apart, either way, hold different digits.")
            }
            Jump::Nonconsecutive(1) => "Touching cells are not consecutive.".to_owned(),
            Jump::Nonconsecutive(step) => format!("Touching cells do not differ by {step}."),
            Jump::Taxicab => "Equal digits are never as many steps apart as they say.".to_owned(),
        };
        vec![Mark::Note(what)]
    }
}
