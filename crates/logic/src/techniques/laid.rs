//! For the tests of the finders: boards on which a pattern is laid out.
//!
//! A board begins with every candidate everywhere and loses some; what is laid out is all there
//! is to find. Every step a finder hands out is confirmed by its reason on the way.

use super::Flow;
use crate::check::check;
use crate::position::Position;
use crate::step::Step;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Cell, Digit, Digits, House};

/// A finder that is asked for every step.
pub(crate) type Find = fn(&Position, &mut dyn FnMut(Step) -> Flow) -> Flow;

/// The board with every candidate everywhere.
pub(crate) fn board() -> Position {
    Position::empty()
}

/// Cell by its name: `r2c5` is `cell(25)`.
pub(crate) fn cell(name: usize) -> Cell {
    Cell::at(name / 10 - 1, name % 10 - 1)
}

impl Position {
    /// The digit goes in the house to these cells only.
    pub(crate) fn only(mut self, number: u8, house: House, cells: &[usize]) -> Self {
        let digit = Digit::from_number(number).expect("1 to 9");
        for other in house.cells() {
            if !cells.iter().any(|&name| cell(name) == other) {
                self.remove(other, digit);
            }
        }
        self
    }

    /// The cell holds these digits only.
    pub(crate) fn marked(mut self, name: usize, numbers: &[u8]) -> Self {
        let keep: Digits = numbers.iter().filter_map(|&n| Digit::from_number(n)).collect();
        for digit in Digits::ALL.without(keep) {
            self.remove(cell(name), digit);
        }
        self
    }

    /// The player has put a digit there.
    pub(crate) fn placed(mut self, name: usize, number: u8) -> Self {
        self.place(cell(name), Digit::from_number(number).expect("1 to 9"));
        self
    }
}

/// Everything a finder hands out, as `x-wing r3c1<>5 r3c7<>5`.
pub(crate) fn told(position: &Position, find: Find) -> Vec<String> {
    let mut all = Vec::new();
    let _ = find(position, &mut |step| {
        assert_eq!(check(position, &step), Ok(()), "{step:?}");
        let mut text = step.technique.id().to_owned();
        for candidate in &step.effect.placements {
            text.push_str(&format!(" {}={}", candidate.cell, candidate.digit));
        }
        for candidate in &step.effect.eliminations {
            text.push_str(&format!(" {}<>{}", candidate.cell, candidate.digit));
        }
        all.push(text);
        ControlFlow::Continue(())
    });
    all
}
