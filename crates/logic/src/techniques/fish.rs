//! X-Wing, swordfish, jellyfish, squirmbag, whale, leviathan: in `n` parallel lines a digit lies only
//! in `n` crossing lines, which lose it everywhere else.
//!
//! A base line may miss some of the crossings, but has at least two candidates.
//!
//! Order: columns as base, then rows; sets of base lines in ascending numerical
//! order; digits ascending. HoDoKu goes through the digits, in each rows before columns, lets the
//! first line vary slowest and takes lines with one candidate too.

use super::{Flow, subsets_within};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{BOTH, DRAFT, Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Cells, Digits, House};

/// X-Wing.
pub static X_WING: Entry = Entry::new("x-wing", "X-Wing", Family::Fish, BOTH)
    .code("0300")
    .found_by(|p, scan, _, v| Ok(scanned(p, 2, scan, v)))
    .simple()
    .rule()
    .taught_by(&X_WING_LESSON);

/// Swordfish.
pub static SWORDFISH: Entry = Entry::new("swordfish", "Swordfish", Family::Fish, BOTH)
    .code("0301")
    .found_by(|p, scan, _, v| Ok(scanned(p, 3, scan, v)))
    .simple()
    .rule()
    .taught_by(&SWORDFISH_LESSON);

/// Jellyfish.
pub static JELLYFISH: Entry = Entry::new("jellyfish", "Jellyfish", Family::Fish, BOTH)
    .code("0302")
    .found_by(|p, scan, _, v| Ok(scanned(p, 4, scan, v)))
    .simple()
    .rule()
    .taught_by(&JELLYFISH_LESSON);

/// Squirmbag.
pub static SQUIRMBAG: Entry = Entry::new("squirmbag", "Squirmbag", Family::Fish, DRAFT)
    .code("0303")
    .found_by(|p, _, _, v| Ok(find(p, 5, v)))
    .rule()
    .taught_by(&SQUIRMBAG_LESSON);

/// Whale.
pub static WHALE: Entry = Entry::new("whale", "Whale", Family::Fish, HODOKU)
    .code("0304")
    .found_by(|p, _, _, v| Ok(find(p, 6, v)))
    .unlisted()
    .taught_by(&WHALE_LESSON);

/// Leviathan.
pub static LEVIATHAN: Entry = Entry::new("leviathan", "Leviathan", Family::Fish, HODOKU)
    .code("0305")
    .found_by(|p, _, _, v| Ok(find(p, 7, v)))
    .unlisted()
    .taught_by(&LEVIATHAN_LESSON);

/// Hands out every basic fish of this size, 2 to 7; nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    scanned(position, size, Scan::Explainer, visit)
}

fn scanned(
    position: &Position,
    size: usize,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let Some(technique) = Technique::basic_fish(size) else {
        return ControlFlow::Continue(());
    };
    let hodoku = scan == Scan::Hodoku;
    let least = if hodoku { 1 } else { 2 };
    let (rows, columns) = ((0, 9), (9, 0));
    // Few digits have enough lines, so the fish are found digit by digit and then put in order:
    // all of one direction, or all of one digit and direction, before the others.
    let mut found = Vec::new();
    let groups: &[Digits] = if hodoku { &EACH } else { &[Digits::ALL] };
    for &digits in groups {
        for (base_start, cover_start) in if hodoku { [rows, columns] } else { [columns, rows] } {
            for digit in digits {
                let places: [u16; 9] = std::array::from_fn(|line| {
                    position.places(House::new(base_start + line), digit)
                });
                let eligible = (0..9)
                    .filter(|&line| (least..=size as u32).contains(&places[line].count_ones()))
                    .fold(0u16, |set, line| set | 1 << line);
                for lines in subsets_within(eligible, size) {
                    let crossings = members(lines).fold(0, |set, line| set | places[line]);
                    if crossings.count_ones() as usize == size {
                        let key = if hodoku { !lines.reverse_bits() } else { lines };
                        found.push((key, digit, lines, crossings));
                    }
                }
            }
            found.sort_unstable();
            for (_, digit, lines, crossings) in found.drain(..) {
                let base = union(base_start, lines);
                let in_cover =
                    position.cells_with(digit).intersection(union(cover_start, crossings));
                let removed = in_cover.without(base);
                if removed.is_empty() {
                    continue;
                }
                visit(Step {
                    technique,
                    effect: Effect::remove_digit(removed, digit),
                    reason: Reason::Fish {
                        digit,
                        base: houses(base_start, lines).collect(),
                        cover: houses(cover_start, crossings).collect(),
                        fins: Cells::EMPTY,
                    },
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Each digit by itself.
const EACH: [Digits; 9] = {
    let mut each = [Digits::EMPTY; 9];
    let mut digit = 0;
    while digit < 9 {
        each[digit] = Digits::from_bits(1 << digit);
        digit += 1;
    }
    each
};

/// The members of a set of nine bits.
pub(super) fn members(set: u16) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let next = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (next < 9).then_some(next)
    })
}

/// These lines as houses, numbered from the first row or the first column on.
pub(super) fn houses(start: usize, lines: u16) -> impl Iterator<Item = House> {
    members(lines).map(move |line| House::new(start + line))
}

/// The cells of these lines.
pub(super) fn union(start: usize, lines: u16) -> Cells {
    houses(start, lines).fold(Cells::EMPTY, |set, house| set.union(house.cells()))
}

const WHEN_LARGE: &str = "Its counterpart across the lines that are left is a fish of two or three \
          lines, or a single, which everybody sees first; it completes the series.";

static X_WING_LESSON: Lesson = Lesson {
    what: "In two rows a digit stands in the same two columns only (or the other way \
          round). It goes from the rest of these columns.",
    why: "Each of the two rows needs the digit, no two in one column. So the two rows use \
          up the two columns, and these have no digit left for other rows.",
    when: "The smallest fish, and the first pattern of two houses most people learn. Mark \
          one digit on the whole board and look for two lines with two places each.",
    other_names: &[],
    example: "+9+6+2+147...+7+432..19+6+518+3+6+9+2+7+4.5.+8+3+2+9472+8+7+4+9...34+3+9\
              +7.68+2..2.+5.47.+9.9+56+7.+4.2.+7+492..5.:\
              178 196",
};

static SWORDFISH_LESSON: Lesson = Lesson {
    what: "In three rows a digit stands in three columns only (or the other way round). \
          It goes from the rest of these columns.",
    why: "Each of the three rows needs the digit, no two in one column. So the three rows \
          use up the three columns, and these have no digit left for other rows.",
    when: "For a digit with few places in three lines. Not every crossing has to be a \
          candidate: two in each row will do.",
    other_names: &[],
    example: common_position!("114 832 535 137 537"),
};

static JELLYFISH_LESSON: Lesson = Lesson {
    what: "In four rows a digit stands in four columns only (or the other way round). It \
          goes from the rest of these columns.",
    why: "Each of the four rows needs the digit, no two in one column. So the four rows \
          use up the four columns, and these have no digit left for other rows.",
    when: "Seldom. With fewer than eight lines open a smaller fish of the other direction \
          does the same.",
    other_names: &[],
    example: "+9+6+2+147...+7+432..19+6+518+3+6+9+2+7+4.5.+8+3+2+9472+8+7+4+9...34+3+9\
              +7.68+2..2.+5.47.+9.9+56+7.+4.2.+7+492..5.:\
              178 196",
};

static SQUIRMBAG_LESSON: Lesson = Lesson {
    what: "In five rows a digit stands in five columns only (or the other way round). It \
          goes from the rest of these columns.",
    why: "Each of the five rows needs the digit, no two in one column. So the five rows \
          use up the five columns, and these have no digit left for other rows.",
    when: "On the 9x9 board there is always a smaller fish of the other direction with \
          the same effect; it is kept because the draft names it.",
    other_names: &["Starfish"],
    example: ".+6+2+7+5.819...2..+6+4+3.8..6.57+2+6.+83....7.41+6.+7+3.8+2+73..5.9+6..\
              ..+36+2+8..2+6.7.+9348+3..4+2+7+6.:\
              126 431 934 146 164 171 571 971 573 973",
};

static WHALE_LESSON: Lesson = Lesson {
    what: "In six rows a digit has its places in six columns, or the other way \
          round: it goes from the other cells of those columns.",
    why: "Six rows need the digit six times, and no column takes it twice: the six \
          columns are filled by these rows.",
    when: WHEN_LARGE,
    other_names: &[],
    example: "5.62+71..4.7...............+7+7..6.54.1.384.2+6+75+6..+7...9...756....\
              ...1.+72..4+6+13+2+9758:945 248 951 262 263",
};

static LEVIATHAN_LESSON: Lesson = Lesson {
    what: "In seven rows a digit has its places in seven columns, or the other way \
          round: it goes from the other cells of those columns.",
    why: "Seven rows need the digit seven times, and no column takes it twice: the \
          seven columns are filled by these rows.",
    when: WHEN_LARGE,
    other_names: &[],
    example: "8..+1+3+5..7.+1.7.4..+5.+75.2.1..+74..1.+95...35.74+1.+58+1.4.+76...7.\
              5+13...+5.3+92.+7+11+3.+4+7.+5.9:912 213 613 218 921 228 931 636 938 3\
              39 839 844 646 249 471 279 879",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::first;
    use sudolab_grid::nine::{Cell, Digit};

    /// A board on which the digit 1 lies in the given rows only in the first `size` columns.
    fn row_fish(size: usize) -> Position {
        let mut position = Position::empty();
        for row in [0, 2, 4, 6, 8, 1, 5].into_iter().take(size) {
            for column in size..9 {
                position.remove(Cell::at(row, column), Digit::from_index(0));
            }
        }
        position
    }

    #[test]
    fn every_size_is_found_where_it_was_laid_and_nowhere_else() {
        for size in 2..=7 {
            let step = first(&row_fish(size), |p, v| find(p, size, v)).expect("the fish");
            assert_eq!(step.technique, Technique::basic_fish(size).expect("2 to 7"));
            assert_eq!(step.effect.eliminations.len(), size * (9 - size));
            // The complement of a fish of five lines is one of four, that of six one of three.
            for smaller in 2..size.min(9 - size) {
                assert_eq!(first(&row_fish(size), |p, v| find(p, smaller, v)), None);
            }
        }
    }
}
