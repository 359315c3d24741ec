//! A guess in the middle of its work.
//!
//! As in the thesis' appendix, the digits of the cell are tried one after another, each in the
//! position that the rules had left; what a refuted digit teaches is not put to the rules. (To
//! remove the refuted digit and deduce again walks another tree on a few puzzles.)

use sudolab_grid::nine::{Cell, Digit, Digits};
use sudolab_logic::position::Position;

/// A cell guessed in, with the digits not yet tried there.
#[derive(Clone)]
pub(super) struct Branch {
    position: Position,
    cell: Cell,
    rest: Digits,
    /// Ticks when the guess was made.
    pub(super) since: u64,
}

impl Branch {
    /// The guess that a position calls for: its first cell with fewest candidates. `None` when no
    /// cell is left.
    pub(super) fn at(position: Position, since: u64) -> Option<Branch> {
        let cells = position.empty_cells().into_iter();
        let cell = cells.min_by_key(|&c| position.candidates(c).len())?;
        Some(Branch { rest: position.candidates(cell), cell, position, since })
    }

    /// The digits not yet tried, if this is the guess in a cell.
    pub(super) fn rest_in(&self, cell: Cell) -> Digits {
        if self.cell == cell { self.rest } else { Digits::EMPTY }
    }

    /// The next digit, placed in the position the rules had left.
    fn next(&mut self) -> Option<(Cell, Digit, Position)> {
        let digit = self.rest.first()?;
        self.rest = Digits::from_bits(self.rest.bits() & (self.rest.bits() - 1));
        let mut position = self.position.clone();
        position.place(self.cell, digit);
        Some((self.cell, digit, position))
    }
}

/// The next digit of the last branch that has one; branches that are tried to their end go.
pub(super) fn next_of(stack: &mut Vec<Branch>) -> Option<(Cell, Digit, Position)> {
    loop {
        let top = stack.last_mut()?;
        let next = top.next();
        if top.rest.is_empty() {
            stack.pop();
        }
        if next.is_some() {
            return next;
        }
    }
}
