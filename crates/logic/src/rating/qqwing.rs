//! QQWing 1.3.4: simple, easy, intermediate or expert.
//!
//! QQWing solves with a handful of rules, always taking the first that does something and
//! beginning again at the top of the list, and guesses when none does. Its grade is the hardest
//! kind of rule it needed: **expert** when it guessed, **intermediate** for a pair or a locked
//! candidate, **easy** for a hidden single, **simple** when naked singles were enough.
//!
//! The rules only ever remove candidates and each goes on applying while it applies, so the grade
//! depends on the list alone. How often each rule was counted depends on the traversal as well,
//! which is part of the definition:
//!
//! 1. naked single: cells in order;
//! 2. hidden single: boxes, then rows, then columns, in each the digits in order;
//! 3. naked pair: first cell, second cell, then the row, the column, the box they share, each of
//!    which is one use;
//! 4. pointing into rows, then into columns: digit, box;
//! 5. claiming by rows, then by columns: digit, line;
//! 6. hidden pair: rows, columns, boxes, in each the first digit, the second digit.
//!
//! Source: Stephen Ostermiller, QQWing, 1.3.4 (its `--stats`). QQWing guesses in random order, so
//! past the first guess its counts differ from run to run; here they end where it would guess.

use crate::position::Position;
use std::fmt;
use sudolab_grid::nine::{Cell, Cells, Digit, Digits, House};

/// The grade, easiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum QqwingLevel {
    /// Naked singles are enough.
    Simple,
    /// Naked and hidden singles are enough.
    Easy,
    /// Pairs or locked candidates are needed.
    Intermediate,
    /// The rules are not enough; QQWing guesses.
    Expert,
}

impl QqwingLevel {
    /// Every grade, easiest first.
    pub const ALL: [Self; 4] = [Self::Simple, Self::Easy, Self::Intermediate, Self::Expert];

    /// The word QQWing prints, in small letters.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Easy => "easy",
            Self::Intermediate => "intermediate",
            Self::Expert => "expert",
        }
    }
}

impl fmt::Display for QqwingLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The grade of a puzzle, and how often each kind of rule was used before the first guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QqwingRating {
    /// The grade.
    pub level: QqwingLevel,
    /// Naked singles.
    pub singles: u32,
    /// Hidden singles.
    pub hidden_singles: u32,
    /// Naked pairs, once for each house they cleared.
    pub naked_pairs: u32,
    /// Hidden pairs.
    pub hidden_pairs: u32,
    /// Locked candidates that leave a box along a line.
    pub pointing: u32,
    /// Locked candidates of a line that clear a box.
    pub box_line: u32,
}

/// Grades a position.
///
/// ```
/// use sudolab_logic::{position::Position, rating::qqwing};
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let rating = qqwing::rate(&Position::from_line(line).unwrap());
/// assert_eq!(rating.level.word(), "simple");
/// assert_eq!(rating.singles, 51);
/// ```
pub fn rate(position: &Position) -> QqwingRating {
    let mut position = position.clone();
    let mut rating = QqwingRating {
        level: QqwingLevel::Simple,
        singles: 0,
        hidden_singles: 0,
        naked_pairs: 0,
        hidden_pairs: 0,
        pointing: 0,
        box_line: 0,
    };
    while !position.is_solved() {
        let used = if naked_single(&mut position) {
            rating.singles += 1;
            QqwingLevel::Simple
        } else if hidden_single(&mut position) {
            rating.hidden_singles += 1;
            QqwingLevel::Easy
        } else if naked_pair(&mut position) {
            rating.naked_pairs += 1;
            QqwingLevel::Intermediate
        } else if pointing(&mut position) {
            rating.pointing += 1;
            QqwingLevel::Intermediate
        } else if claiming(&mut position) {
            rating.box_line += 1;
            QqwingLevel::Intermediate
        } else if hidden_pair(&mut position) {
            rating.hidden_pairs += 1;
            QqwingLevel::Intermediate
        } else {
            rating.level = QqwingLevel::Expert;
            break;
        };
        rating.level = rating.level.max(used);
    }
    rating
}

fn naked_single(position: &mut Position) -> bool {
    let cells = position.empty_cells().into_iter();
    let single = |cell: Cell| position.candidates(cell).single().map(|digit| (cell, digit));
    let Some((cell, digit)) = cells.into_iter().find_map(single) else { return false };
    position.place(cell, digit);
    true
}

fn hidden_single(position: &mut Position) -> bool {
    let houses = (18..27).chain(0..18).map(House::new);
    for house in houses {
        if let Some(digit) = position.hidden_singles(house).first() {
            let place = position.places(house, digit).trailing_zeros() as usize;
            position.place(house.cell(place), digit);
            return true;
        }
    }
    false
}

fn naked_pair(position: &mut Position) -> bool {
    let mut pairs = position.cells_of_size(2);
    while let Some(first) = pairs.first() {
        pairs = pairs.without_first();
        let digits = position.candidates(first);
        for second in pairs.intersection(first.peers()) {
            if position.candidates(second) != digits {
                continue;
            }
            let pair = Cells::only(first).union(Cells::only(second));
            for house in [
                House::row(first.row()),
                House::column(first.column()),
                House::block(first.block()),
            ] {
                if house.cells().contains(second)
                    && remove(position, house.cells().without(pair), digits)
                {
                    return true;
                }
            }
        }
    }
    false
}

fn pointing(position: &mut Position) -> bool {
    let lines: [fn(Cell) -> House; 2] =
        [|cell| House::row(cell.row()), |cell| House::column(cell.column())];
    lines.into_iter().any(|line_of| {
        digits_and_numbers().any(|(digit, number)| {
            let block = House::block(number);
            let places = position.cells_with(digit).intersection(block.cells());
            let Some(line) = places.first().map(line_of) else { return false };
            places.is_subset(line.cells())
                && remove(position, line.cells().without(block.cells()), Digits::only(digit))
        })
    })
}

fn claiming(position: &mut Position) -> bool {
    let lines: [fn(usize) -> House; 2] = [House::row, House::column];
    lines.into_iter().any(|line_at| {
        digits_and_numbers().any(|(digit, number)| {
            let line = line_at(number);
            let places = position.cells_with(digit).intersection(line.cells());
            let Some(block) = places.first().map(|cell| House::block(cell.block())) else {
                return false;
            };
            places.is_subset(block.cells())
                && remove(position, block.cells().without(line.cells()), Digits::only(digit))
        })
    })
}

fn hidden_pair(position: &mut Position) -> bool {
    for house in House::all() {
        for first in Digit::all() {
            let places = position.places(house, first);
            if places.count_ones() != 2 {
                continue;
            }
            for second in Digit::all().skip(first.index() + 1) {
                if position.places(house, second) != places {
                    continue;
                }
                let pair = Digits::only(first).union(Digits::only(second));
                if remove(position, house.cells_at(places), Digits::ALL.without(pair)) {
                    return true;
                }
            }
        }
    }
    false
}

fn digits_and_numbers() -> impl Iterator<Item = (Digit, usize)> {
    Digit::all().flat_map(|digit| (0..9).map(move |number| (digit, number)))
}

/// Removes these digits from these cells; whether anything went.
fn remove(position: &mut Position, cells: Cells, digits: Digits) -> bool {
    let mut changed = false;
    for cell in cells {
        for digit in position.candidates(cell).intersection(digits) {
            position.remove(cell, digit);
            changed = true;
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line, QQWing's grade and its counts: singles, hidden singles, naked pairs, hidden
    /// pairs, pointing, box/line.
    const RUN: [(&str, QqwingLevel, [u32; 6]); 1] = [(
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        QqwingLevel::Intermediate,
        [53, 11, 1, 0, 8, 0],
    )];

    #[test]
    fn grade_and_counts_are_those_qqwing_printed() {
        for (line, level, counts) in RUN {
            let rating = rate(&Position::from_line(line).expect("a puzzle line"));
            assert_eq!(rating.level, level, "{line}");
            let ours = [
                rating.singles,
                rating.hidden_singles,
                rating.naked_pairs,
                rating.hidden_pairs,
                rating.pointing,
                rating.box_line,
            ];
            assert_eq!(ours, counts, "{line}");
        }
    }

    #[test]
    fn a_board_with_too_few_clues_is_a_matter_of_guessing() {
        assert_eq!(rate(&Position::empty()).level, QqwingLevel::Expert);
    }

    #[test]
    fn a_solved_board_is_simple() {
        let line =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let rating = rate(&Position::from_line(line).expect("a full board"));
        assert_eq!((rating.level, rating.singles), (QqwingLevel::Simple, 0));
    }
}
