//! Locked candidates: where box and line cross.
//!
//! *Pointing*: in a box all candidates of a digit lie in one line, so the rest of
//! the line loses it. *Claiming*: in a line all of them lie in one box, so the rest
//! of the box loses it.
//!
//! Order: box with column, box with row, column with box, row with box; base house
//! ascending, cover house ascending, digit ascending.

use super::Flow;
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{BOTH, Family};
use crate::position::{Marks, Position};
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Digit, Digits, House, HouseKind};

/// Locked Candidates Type 1 (Pointing).
pub static POINTING: Entry =
    Entry::new("pointing", "Locked Candidates Type 1 (Pointing)", Family::Sets, BOTH)
        .in_explainer("Pointing")
        .code("0100")
        .found_by(|p, _, _, v| Ok(find_pointing(p, v)))
        .simple()
        .rule()
        .taught_by(&POINTING_LESSON);

/// Locked Candidates Type 2 (Claiming).
pub static CLAIMING: Entry =
    Entry::new("claiming", "Locked Candidates Type 2 (Claiming)", Family::Sets, BOTH)
        .in_explainer("Claiming")
        .code("0101")
        .found_by(|p, _, _, v| Ok(find_claiming(p, v)))
        .simple()
        .rule()
        .taught_by(&CLAIMING_LESSON);

/// Hands out every pointing, then every claiming.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    find_pointing(position, visit)?;
    find_claiming(position, visit)
}

/// Hands out every pointing.
pub fn find_pointing(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, HouseKind::Box, HouseKind::Column, visit)?;
    scan(position, HouseKind::Box, HouseKind::Row, visit)
}

/// Hands out every claiming.
pub fn find_claiming(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, HouseKind::Column, HouseKind::Box, visit)?;
    scan(position, HouseKind::Row, HouseKind::Box, visit)
}

/// The nine houses of a kind.
pub(crate) fn houses_of(kind: HouseKind) -> impl Iterator<Item = House> {
    let start = match kind {
        HouseKind::Row => 0,
        HouseKind::Column => 9,
        HouseKind::Box => 18,
    };
    (start..start + 9).map(House::new)
}

fn scan(
    position: &Position,
    base_kind: HouseKind,
    cover_kind: HouseKind,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let technique =
        if base_kind == HouseKind::Box { Technique::Pointing } else { Technique::Claiming };
    for_each_confined(position, base_kind, cover_kind, |base, cover, digit| {
        let removed = position.cells_with_in(digit, cover).without(base.cells());
        if removed.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(Step {
            technique,
            effect: Effect::remove_digit(removed, digit),
            reason: Reason::Locked { digit, base, cover, single_in: None },
        })
    })
}

/// Calls `each` for every digit with two or more places in a base house that all lie
/// in one cover house: base ascending, cover ascending, digit ascending.
///
/// The places of a digit are nine bits; a table tells for all nine-bit sets in which
/// third of the house they lie, if in one. The thirds of a row or column are the
/// boxes it crosses, those of a box its rows or its columns.
pub(crate) fn for_each_confined(
    position: &Marks,
    base_kind: HouseKind,
    cover_kind: HouseKind,
    mut each: impl FnMut(House, House, Digit) -> Flow,
) -> Flow {
    let table = if cover_kind == HouseKind::Column { &BY_STRIDE } else { &BY_RUN };
    for base in houses_of(base_kind) {
        let mut confined = [0u16; 4];
        for (digit, &places) in position.places_by_digit(base).iter().enumerate() {
            confined[table[places as usize & 511] as usize] |= 1 << digit;
        }
        for (third, &digits) in confined[..3].iter().enumerate() {
            for digit in Digits::from_bits(digits) {
                each(base, cover_of(base, cover_kind, third), digit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cover house of the given kind through a third of a base house.
fn cover_of(base: House, cover_kind: HouseKind, third: usize) -> House {
    let number = base.number();
    match (base.kind(), cover_kind) {
        (HouseKind::Box, HouseKind::Column) => House::column(number % 3 * 3 + third),
        (HouseKind::Box, _) => House::row(number / 3 * 3 + third),
        (HouseKind::Column, _) => House::block(third * 3 + number / 3),
        (HouseKind::Row, _) => House::block(number / 3 * 3 + third),
    }
}

/// For each set of places the third it lies in, 3 for none: thirds of three places
/// side by side, and thirds of every third place.
static BY_RUN: [u8; 512] = third_table([0b000_000_111, 0b000_111_000, 0b111_000_000]);
static BY_STRIDE: [u8; 512] = third_table([0b001_001_001, 0b010_010_010, 0b100_100_100]);

const fn third_table(thirds: [usize; 3]) -> [u8; 512] {
    let mut table = [3; 512];
    let mut set = 0usize;
    while set < 512 {
        let mut third = 0;
        while third < 3 {
            if set.count_ones() > 1 && set & !thirds[third] == 0 {
                table[set] = third as u8;
            }
            third += 1;
        }
        set += 1;
    }
    table
}

static POINTING_LESSON: Lesson = Lesson {
    what: "All places of a digit in a box lie in one row or column. The rest of that line \
          loses the digit.",
    why: "The box must have the digit, and wherever it goes in the box, it stands in that \
          line. A line holds a digit once.",
    when: "The first elimination to look for when singles run out: a box with two or \
          three places for a digit side by side.",
    other_names: &[
        "Pointing Pair",
        "Pointing Triple",
        "Intersection Removal",
        "Box-Line Interaction",
    ],
    example: common_position!(""),
};

static CLAIMING_LESSON: Lesson = Lesson {
    what: "All places of a digit in a line lie in one box. The rest of that box loses the \
          digit.",
    why: "The line must have the digit, and wherever it goes in the line, it stands in \
          that box. A box holds a digit once.",
    when: "As often as pointing, but harder to see, for one looks along a whole line and \
          then into a box.",
    other_names: &["Box-Line Reduction", "Intersection Removal"],
    example: "5.62+71..4.7........+1......+7+7..6.54.1+1384+92+6+75+6+4+5+7+1..9+2..75\
              6.....+5.1.+72..4+6+13+2+9758:",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::first;
    use sudolab_grid::nine::Cell;

    #[test]
    fn a_digit_confined_to_one_line_of_a_box_leaves_the_rest_of_the_line() {
        let mut position = Position::empty();
        let five = Digit::from_index(4);
        for index in [9, 10, 11, 18, 19, 20] {
            position.remove(Cell::new(index), five);
        }
        let step = first(&position, |p, v| find(p, v)).expect("a pointing");
        assert_eq!(step.technique, Technique::Pointing);
        assert_eq!(step.effect.eliminations.len(), 6);
        assert_eq!(first(&Position::empty(), |p, v| find(p, v)), None);
    }
}
