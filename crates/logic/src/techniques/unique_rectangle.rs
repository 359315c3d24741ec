//! Unique rectangles: uniqueness tests 1 to 6 and the hidden rectangle, as HoDoKu
//! defines them.
//!
//! Four cells in two rows, two columns and two boxes must not hold two digits alone, or
//! the digits could be swapped and the puzzle had two solutions. A cell of the rectangle
//! may lack one of the digits, as long as no placed digit forbids it there; at least one
//! cell holds the two digits and nothing else.
//!
//! Order: that cell row by row; its neighbour in the box; the opposite side.

use super::{Flow, growing_sets, subsets_within};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{BOTH, Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Escape, Reason, Step, UniqueLoop};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House, HouseKind};

/// Uniqueness Test 1.
pub static UNIQUE_RECTANGLE_1: Entry =
    Entry::new("unique-rectangle-1", "Uniqueness Test 1", Family::Uniqueness, BOTH)
        .in_explainer("Unique Rectangle type 1")
        .code("0600")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .taught_by(&UNIQUE_RECTANGLE_1_LESSON);

/// Uniqueness Test 2.
pub static UNIQUE_RECTANGLE_2: Entry =
    Entry::new("unique-rectangle-2", "Uniqueness Test 2", Family::Uniqueness, BOTH)
        .in_explainer("Unique Rectangle type 2")
        .code("0601")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .taught_by(&UNIQUE_RECTANGLE_2_LESSON);

/// Uniqueness Test 3.
pub static UNIQUE_RECTANGLE_3: Entry =
    Entry::new("unique-rectangle-3", "Uniqueness Test 3", Family::Uniqueness, BOTH)
        .in_explainer("Unique Rectangle type 3")
        .code("0602")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .taught_by(&UNIQUE_RECTANGLE_3_LESSON);

/// Uniqueness Test 4.
pub static UNIQUE_RECTANGLE_4: Entry =
    Entry::new("unique-rectangle-4", "Uniqueness Test 4", Family::Uniqueness, BOTH)
        .in_explainer("Unique Rectangle type 4")
        .code("0603")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .taught_by(&UNIQUE_RECTANGLE_4_LESSON);

/// Uniqueness Test 5.
pub static UNIQUE_RECTANGLE_5: Entry =
    Entry::new("unique-rectangle-5", "Uniqueness Test 5", Family::Uniqueness, HODOKU)
        .code("0604")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .taught_by(&UNIQUE_RECTANGLE_5_LESSON);

/// Uniqueness Test 6.
pub static UNIQUE_RECTANGLE_6: Entry =
    Entry::new("unique-rectangle-6", "Uniqueness Test 6", Family::Uniqueness, HODOKU)
        .code("0605")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .taught_by(&UNIQUE_RECTANGLE_6_LESSON);

/// Hidden Rectangle.
pub static HIDDEN_RECTANGLE: Entry =
    Entry::new("hidden-rectangle", "Hidden Rectangle", Family::Uniqueness, HODOKU)
        .code("0606")
        .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
        .taught_by(&HIDDEN_RECTANGLE_LESSON);

/// Hands out every uniqueness test and hidden rectangle.
pub fn find(
    position: &Position,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let mut known = Known { scan, keys: Vec::new() };
    for first in position.cells_of_size(2) {
        let digits = position.candidates(first);
        let fits = fitting(position, digits);
        for cells in rectangles(first) {
            let set: Cells = cells.into_iter().collect();
            if set.is_subset(fits) && known.is_new(cells, digits) {
                Rectangle::new(position, cells, set, digits).tests(scan, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The empty cells in which no placed digit forbids one of these.
fn fitting(position: &Position, digits: Digits) -> Cells {
    let empty = position.empty_cells();
    let forbids = |cell: &Cell| position.value(*cell).is_some_and(|digit| digits.contains(digit));
    let placed = Cells::ALL.without(empty).into_iter().filter(forbids);
    placed.fold(empty, |fits, cell| fits.without(cell.peers()))
}

/// The rectangles with a corner: for each neighbour in box and line, in the order of the box, the six
/// ways to complete it. The corner, the neighbour, across from the neighbour, across from the corner.
pub(super) fn rectangles(first: Cell) -> impl Iterator<Item = [Cell; 4]> {
    let block = first.houses()[2];
    (0..9).map(move |place| block.cell(place)).flat_map(move |second| {
        let in_row = first.row() == second.row();
        let beside = second != first && (in_row || first.column() == second.column());
        (0..if beside { 9 } else { 0 }).filter_map(move |line| {
            let across = |near: Cell| {
                if in_row { Cell::at(line, near.column()) } else { Cell::at(near.row(), line) }
            };
            let apart = across(first).block() != first.block();
            apart.then(|| [first, second, across(second), across(first)])
        })
    })
}

/// The rectangles seen so far.
///
/// HoDoKu knows four hundred of them by their cells (not by their digits: seen from another cell with
/// other digits a rectangle is skipped), and its key for the cells, ((a·10+b)·10+c)·10+d of the
/// ascending cell numbers, is not unique, so now and then one is skipped for another.
pub(super) struct Known {
    pub scan: Scan,
    pub keys: Vec<(u128, Digits)>,
}

impl Known {
    pub(super) fn is_new(&mut self, mut cells: [Cell; 4], digits: Digits) -> bool {
        let hodoku = self.scan == Scan::Hodoku;
        let key = if hodoku {
            cells.sort_unstable();
            (cells.iter().fold(0, |key, cell| key * 10 + cell.index() as u128), Digits::EMPTY)
        } else {
            (cells.into_iter().collect::<Cells>().bits(), digits)
        };
        let new = !self.keys.contains(&key);
        if new && !(hodoku && self.keys.len() >= 400) {
            self.keys.push(key);
        }
        new
    }
}

struct Rectangle<'a> {
    position: &'a Position,
    cells: [Cell; 4],
    set: Cells,
    digits: Digits,
    /// The cells with surplus candidates, and these.
    holders: Cells,
    surplus: Digits,
}

impl<'a> Rectangle<'a> {
    fn new(position: &'a Position, cells: [Cell; 4], set: Cells, digits: Digits) -> Self {
        let extra = |cell: Cell| position.candidates(cell).without(digits);
        let holders: Cells = cells.into_iter().filter(|&cell| !extra(cell).is_empty()).collect();
        let surplus = holders.into_iter().fold(Digits::EMPTY, |set, cell| set.union(extra(cell)));
        Self { position, cells, set, digits, holders, surplus }
    }

    fn hand_out(
        &self,
        technique: Technique,
        effect: Effect,
        escape: Escape,
        visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
    ) -> Flow {
        let mut two = self.digits.into_iter();
        let (Some(v), Some(w)) = (two.next(), two.next()) else {
            return ControlFlow::Continue(());
        };
        if effect.is_empty() {
            return ControlFlow::Continue(());
        }
        let reason =
            Reason::UniqueLoop(UniqueLoop { cells: self.cells.to_vec(), digits: [v, w], escape });
        visit(Step { technique, effect, reason })
    }

    fn tests(&self, scan: Scan, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
        let position = self.position;
        let holders = self.holders;
        if let (Some(cell), 1) = (holders.first(), holders.len()) {
            let lost = position.candidates(cell).intersection(self.digits);
            let effect = Effect::remove(lost.into_iter().map(|d| Candidate::new(cell, d)));
            return self.hand_out(
                Technique::UniqueRectangle1,
                effect,
                Escape::OneCell { cell },
                visit,
            );
        }
        let in_line = holders.common_houses().any(|house| house.kind() != HouseKind::Box);
        if let (Some(digit), 2 | 3) = (self.surplus.single(), holders.len()) {
            let technique = if holders.len() == 2 && in_line {
                Technique::UniqueRectangle2
            } else {
                Technique::UniqueRectangle5
            };
            let removed =
                position.cells_with(digit).intersection(holders.common_peers()).without(self.set);
            let escape = Escape::OneDigit { cells: holders, digit };
            self.hand_out(technique, Effect::remove_digit(removed, digit), escape, visit)?;
        }
        if holders.len() == 2 {
            for house in holders.common_houses() {
                self.subsets(house, scan, visit)?;
            }
            if in_line {
                self.locked(visit)?;
            } else {
                self.crossed(visit)?;
            }
        }
        self.hidden(scan, visit)
    }

    /// Type 3: the two cells as one member of a naked subset.
    fn subsets(
        &self,
        house: House,
        scan: Scan,
        visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
    ) -> Flow {
        let position = self.position;
        let pool: Cells = house
            .cells()
            .intersection(position.empty_cells())
            .without(self.set)
            .into_iter()
            .filter(|&cell| position.candidates(cell).intersection(self.digits).is_empty())
            .collect();
        let judge = &mut |others: Cells, digits: Digits| {
            if digits.len() != others.len() + 1 {
                return ControlFlow::Continue(());
            }
            let members = others.union(self.holders);
            let of_both = |set: Cells, shared: House| set.union(shared.cells());
            let mut rest = members.common_houses().fold(Cells::EMPTY, of_both).without(members);
            if scan == Scan::Hodoku {
                // In a box, cells of one line are left to the line, which must lose something.
                let in_line = members.common_houses().any(|shared| shared.kind() != HouseKind::Box);
                let own = position.candidates_in(house.cells().without(members));
                if house.kind() == HouseKind::Box && in_line || own.intersection(digits).is_empty()
                {
                    rest = Cells::EMPTY;
                }
            }
            let effect = Effect::remove(position.among(rest, digits));
            let escape = Escape::NakedSubset { cells: self.holders, house, others, digits };
            self.hand_out(Technique::UniqueRectangle3, effect, escape, visit)
        };
        if scan == Scan::Hodoku {
            return growing_sets(position, pool, Cells::EMPTY, self.surplus, judge);
        }
        let pool = pool.into_iter().fold(0, |set, cell| set | 1 << house.place(cell));
        for size in 1..=6 {
            for places in subsets_within(pool, size) {
                let others = house.cells_at(places);
                judge(others, self.surplus.union(position.candidates_in(others)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Type 4: one digit is locked in the two cells, which lose the other.
    fn locked(&self, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
        let position = self.position;
        for digit in self.digits {
            let everywhere = self
                .holders
                .common_houses()
                .all(|house| position.cells_with_in(digit, house).is_subset(self.holders));
            let Some(house) = self.holders.common_houses().next().filter(|_| everywhere) else {
                continue;
            };
            for other in self.digits.without(Digits::only(digit)) {
                let removed = position.cells_with(other).intersection(self.holders);
                let escape = Escape::Locked { cells: self.holders, house, digit };
                let effect = Effect::remove_digit(removed, other);
                self.hand_out(Technique::UniqueRectangle4, effect, escape, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn confined(&self, digit: Digit, cell: Cell) -> bool {
        [House::row(cell.row()), House::column(cell.column())]
            .into_iter()
            .all(|house| self.position.cells_with_in(digit, house).is_subset(self.set))
    }

    /// Type 6: the digit goes nowhere else in the four lines.
    fn crossed(&self, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
        for digit in self.digits {
            if self.holders.into_iter().all(|cell| self.confined(digit, cell)) {
                let removed = self.position.cells_with(digit).intersection(self.holders);
                let escape = Escape::Crossed { cells: self.holders, digit };
                let effect = Effect::remove_digit(removed, digit);
                self.hand_out(Technique::UniqueRectangle6, effect, escape, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Hidden rectangle: from a corner without surplus to the opposite one.
    fn hidden(&self, scan: Scan, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
        let mut corners = [0, 1, 2, 3];
        if scan == Scan::Hodoku {
            corners.sort_unstable_by_key(|&index| self.cells[index]);
        }
        for index in corners {
            let (corner, cell) = (self.cells[index], self.cells[(index + 2) % 4]);
            let beside: Cells =
                [self.cells[(index + 1) % 4], self.cells[(index + 3) % 4]].into_iter().collect();
            if self.holders.contains(corner) || !beside.is_subset(self.holders) {
                continue;
            }
            for digit in self.digits {
                if !self.confined(digit, cell) {
                    continue;
                }
                for other in self.digits.without(Digits::only(digit)) {
                    if self.position.has(cell, other) {
                        let effect = Effect::remove_digit(Cells::only(cell), other);
                        let escape = Escape::HiddenCorner { cell, digit };
                        self.hand_out(Technique::HiddenRectangle, effect, escape, visit)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

static UNIQUE_RECTANGLE_1_LESSON: Lesson = Lesson {
    what: "Four cells in two rows, two columns and two boxes; three of them hold the same \
          two digits only. The fourth loses both.",
    why: "Four cells in two rows, two columns and two boxes that hold only two digits \
          could be filled in two ways, each right wherever the other is. A puzzle with one \
          solution never comes to that. With one of the two digits in the fourth cell the \
          deadly rectangle would be there, so it takes another.",
    when: "The type to look for first: three equal pairs at the corners of a rectangle.",
    other_names: &["Uniqueness Test 1", "UR Type 1"],
    example: "..9...2.+15...+2+9+3.7+27.+48.+59+6.+24...1+7..+1.2.4+6+5.+95..1.+43+2.3\
              ..+5.+92+4+18+59+42+76+34+9+27+36+8+15:\
              611 614 623 341 644 844 846 753 863",
};

static UNIQUE_RECTANGLE_2_LESSON: Lesson = Lesson {
    what: "Two corners of the rectangle, in one line, have one and the same further \
          digit. What sees both loses it.",
    why: "Four cells in two rows, two columns and two boxes that hold only two digits \
          could be filled in two ways, each right wherever the other is. A puzzle with one \
          solution never comes to that. One of the two must take the further digit, or the \
          rectangle would be deadly.",
    when: "Two equal pairs facing two equal triples.",
    other_names: &["Uniqueness Test 2", "UR Type 2"],
    example: ".7+1.3.+94.4.3+9..6..+62+98+7+45+31..6.4+8+71.2+4+51+9+7+3+86..+7..34...\
              64+7+821.37.+23..+8.+4..8+45.2..:\
              514 229 949 961 962 264 568 269 991",
};

static UNIQUE_RECTANGLE_3_LESSON: Lesson = Lesson {
    what: "Two corners have further digits; taken together they act as one cell of a \
          naked subset.",
    why: "Four cells in two rows, two columns and two boxes that hold only two digits \
          could be filled in two ways, each right wherever the other is. A puzzle with one \
          solution never comes to that. One of the two takes a further digit. With some cells \
          of a house they share that makes as many cells as digits.",
    when: "Two equal pairs facing corners with two different further digits.",
    other_names: &["Uniqueness Test 3", "UR Type 3"],
    example: "6+3+8+94+1+75+27+4+5...391+2+195+73...+1+5+32+6+7+489+9+741+3+85+2+68+2+\
              6+4..+13+7587...+9..+49+2......3+6+1...2..:",
};

static UNIQUE_RECTANGLE_4_LESSON: Lesson = Lesson {
    what: "Two corners have further digits, and one of the two digits of the rectangle \
          has no other place in a house they share. They lose the other one.",
    why: "Four cells in two rows, two columns and two boxes that hold only two digits \
          could be filled in two ways, each right wherever the other is. A puzzle with one \
          solution never comes to that. One of the two corners takes the locked digit. The \
          other digit in the second corner would complete the deadly rectangle.",
    when: "Two equal pairs facing two cells that are a strong link for one of the digits.",
    other_names: &["Uniqueness Test 4", "UR Type 4"],
    example: "2.5+8769.3+8.+6..3.+5.7+39+1+54+2+6+8+3+5+2...8..4+9+8.+3.+57.671+5+89..\
              +21+8.3.+56..+9...1+8..55.+3...+184:\
              448 975 482 284 784 294 694",
};

static UNIQUE_RECTANGLE_5_LESSON: Lesson = Lesson {
    what: "Two or three corners, not in one line, have the same further digit. What sees \
          all of them loses it.",
    why: "Four cells in two rows, two columns and two boxes that hold only two digits \
          could be filled in two ways, each right wherever the other is. A puzzle with one \
          solution never comes to that. One of them must take the further digit, or the \
          rectangle would be deadly.",
    when: "As type 2, but with the corners across or three of them.",
    other_names: &["Uniqueness Test 5", "UR Type 5"],
    example: ".4+8.+9+7.1...92.54+8+7+572+41+836+9+45...+9.7.9+2+67.3.+418.+7.2+4+9.6+\
              2+9+48+71+6..7+8.9.6+1+24....4+2+7+9+8:\
              392",
};

static UNIQUE_RECTANGLE_6_LESSON: Lesson = Lesson {
    what: "Two opposite corners have further digits, and one digit of the rectangle \
          stands nowhere else in its rows and columns. These corners lose it.",
    why: "Four cells in two rows, two columns and two boxes that hold only two digits \
          could be filled in two ways, each right wherever the other is. A puzzle with one \
          solution never comes to that. The digit stands at two opposite corners. At those \
          with further digits it would push the second digit to the others, and the rectangle \
          would be deadly.",
    when: "A rectangle with an X-Wing of one of its digits.",
    other_names: &["Uniqueness Test 6", "UR Type 6"],
    example: "6.+2+4..+7..+47+8...+2..+5.3..+24.81+6+489+5+372+3+85+6+27+91+4+9+2+731+\
              4+5+8+6+8395+46+1+27+74+62+3+185+92+5+1...+6+4+3:\
              916",
};

static HIDDEN_RECTANGLE_LESSON: Lesson = Lesson {
    what: "In row and column of one corner a digit of the rectangle has no place outside \
          it, and the opposite corner holds the two digits only. The corner loses the other \
          digit.",
    why: "Four cells in two rows, two columns and two boxes that hold only two digits \
          could be filled in two ways, each right wherever the other is. A puzzle with one \
          solution never comes to that. With the other digit in the corner, the first would go \
          to its two neighbours and the second to the opposite corner: the deadly rectangle.",
    when: "When few corners are pairs, but links of one digit run along two sides.",
    other_names: &["Hidden Unique Rectangle"],
    example: "6....+4.8..+7..8+694...4..9.65.+4.8+9+21+36+31+2+657+49+8..6+431+2+57.3.\
              1+6+85+24258+74+3+619+4+619+2587+3:",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid;

    #[test]
    fn three_bare_corners_take_both_digits_from_the_fourth() {
        laid::three_bare_corners(|p, v| find(p, Scan::Explainer, v));
    }

    #[test]
    fn one_surplus_digit_leaves_what_sees_both_its_places() {
        laid::one_surplus_digit(|p, v| find(p, Scan::Explainer, v));
    }
}
