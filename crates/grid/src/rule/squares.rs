//! Whole-board rules on small squares and columns: entropy, residues, flatmates.

use super::groups_line::Groups;
use super::judge::{breach, judge, values};
use super::parts::Parts;
use super::{Automaton, Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Digit, Grid};

/// What every small square or column of the board does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Squares {
    /// Every 2x2 square holds a low, a middle and a high value.
    Entropy,
    /// Every 2x2 square holds a value of each rest after division by three.
    Modular,
    /// Every middle value has the least directly above it or the largest directly below it.
    Flatmates,
}

impl Squares {
    fn groups(&self) -> Groups {
        if *self == Squares::Entropy { Groups::Thirds } else { Groups::Modulo(3) }
    }
}

/// The squares of two rows and two columns.
fn squares(board: &Board) -> impl Iterator<Item = Vec<Cell>> + '_ {
    let corners = (1..board.rows()).flat_map(|row| (1..board.columns()).map(move |c| (row, c)));
    corners.filter_map(|(row, column)| {
        let places = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
        places.into_iter().map(|(row, column)| board.cell_at(row, column)).collect()
    })
}

/// The three values flatmates speak of: the middle one, the least, the largest.
fn flatmates(board: &Board) -> Option<[Digit; 3]> {
    let n = board.size();
    let digit = Digit::from_index;
    Some([digit(n.div_ceil(2) - 1)?, digit(0)?, digit(n - 1)?])
}

impl RuleKind for Squares {
    const NAMES: &'static [&'static str] = &["entropy-squares", "modular-squares", "flatmates"];

    fn name(&self) -> &'static str {
        match self {
            Squares::Entropy => "entropy-squares",
            Squares::Modular => "modular-squares",
            Squares::Flatmates => "flatmates",
        }
    }

    fn parts(&self) -> Parts {
        Parts::default()
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Squares, RuleError> {
        parts.expect(name, 0, 0, 0)?;
        Ok(match name {
            "entropy-squares" => Squares::Entropy,
            "modular-squares" => Squares::Modular,
            _ => Squares::Flatmates,
        })
    }

    fn is_about_places(&self) -> bool {
        true
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let board = grid.board();
        if *self != Squares::Flatmates {
            let groups = self.groups();
            return squares(board).try_for_each(|cells| {
                judge(grid, &cells, |held| {
                    let met =
                        |group: i64| held.iter().any(|&value| groups.of(value, board) == group);
                    match (0..3).all(met) {
                        true => Ok(()),
                        false => Err("a group of values is missing in the square".to_owned()),
                    }
                })
            });
        }
        let Some([middle, least, largest]) = flatmates(board) else { return Ok(()) };
        for cell in board.cells().filter(|&cell| grid.get(cell) == Some(middle)) {
            let Some((row, column)) = board.place(cell) else { continue };
            let above = row.checked_sub(1).and_then(|row| board.cell_at(row, column));
            let below = board.cell_at(row + 1, column);
            let near: Vec<Cell> = above.into_iter().chain(below).collect();
            let has =
                |place: Option<Cell>, digit| place.is_some_and(|c| grid.get(c) == Some(digit));
            let full = values(grid, &near).is_some();
            if full && !has(above, least) && !has(below, largest) {
                let value = board.value(middle);
                return breach(&[cell], format!("its {value} has no flatmate"));
            }
        }
        Ok(())
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        if *self != Squares::Flatmates {
            let groups = self.groups();
            let automaton = Automaton::explore(
                0u8,
                board.digits(),
                |seen, digit| Some(seen | 1 << groups.of(board.value(digit), board)),
                |seen| *seen == 0b111,
            );
            let automaton = automaton.expect("there are eight sets of three groups");
            for cells in squares(board) {
                lowering.demand(Demand::Line { cells, automaton: automaton.clone() });
            }
            return;
        }
        let Some([middle, least, largest]) = flatmates(board) else { return };
        // Whether the digit above was the least, and whether the next has to be the largest.
        let automaton = Automaton::explore(
            (false, false),
            board.digits(),
            |&(good, owed), digit| {
                let lost = owed && digit != largest;
                let owes = digit == middle && !good;
                (!lost).then_some((digit == least, owes))
            },
            |&(_, owed)| !owed,
        );
        let automaton = automaton.expect("there are four states");
        for column in 0..board.columns() {
            let mut run: Vec<Cell> = Vec::new();
            for row in 0..=board.rows() {
                match board.cell_at(row, column) {
                    Some(cell) => run.push(cell),
                    None if run.is_empty() => {}
                    None => {
                        let cells = std::mem::take(&mut run);
                        lowering.demand(Demand::Line { cells, automaton: automaton.clone() });
                    }
                }
            }
        }
    }

    fn marks(&self, board: &Board) -> Vec<Mark> {
        let what = match (self, flatmates(board)) {
            (Squares::Entropy, _) => {
                "Every 2x2 square holds a low, a middle and a high digit.".to_owned()
            }
            (Squares::Modular, _) => {
                "Every 2x2 square holds a digit of each rest after division by 3.".to_owned()
            }
            (Squares::Flatmates, Some(digits)) => {
                let [middle, least, largest] = digits.map(|digit| board.value(digit));
                format!(
                    "Every {middle} has a {least} directly above it or a {largest} directly below it."
                )
            }
            (Squares::Flatmates, None) => String::new(),
        };
        vec![Mark::Note(what)]
    }
}
