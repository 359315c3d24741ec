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

/// A finder of deadly rectangles sees three corners with two digits and a fourth with more, and
/// nothing where the corners lie in one box or have different surplus digits.
pub(crate) fn three_bare_corners(find: Find) {
    let two = board().marked(11, &[1, 2]).marked(21, &[1, 2]);
    let three = two.clone().marked(14, &[1, 2]).marked(24, &[1, 2, 3, 4]);
    let found = told(&three, find);
    assert!(found.contains(&"unique-rectangle-1 r2c4<>1 r2c4<>2".into()), "{found:?}");
    let loose = two.clone().marked(14, &[1, 2, 3, 5]).marked(24, &[1, 2, 4, 6]);
    assert!(told(&loose, find).is_empty());
    let boxed = two.marked(12, &[1, 2]).marked(22, &[1, 2, 3]);
    assert!(told(&boxed, find).is_empty());
}

/// A finder of deadly rectangles sees two corners with the same surplus digit.
pub(crate) fn one_surplus_digit(find: Find) {
    let two = board().marked(11, &[1, 2]).marked(21, &[1, 2]);
    let found = told(&two.marked(14, &[1, 2, 3]).marked(24, &[1, 2, 3]), find);
    let expected = "unique-rectangle-2 r1c5<>3 r1c6<>3 r2c5<>3 r2c6<>3 r3c4<>3 r3c5<>3 \
                    r3c6<>3 r4c4<>3 r5c4<>3 r6c4<>3 r7c4<>3 r8c4<>3 r9c4<>3";
    assert!(found.contains(&expected.to_owned()), "{found:?}");
}
