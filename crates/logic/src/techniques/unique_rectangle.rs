//! Unique rectangles: uniqueness tests 1 to 6 and the hidden rectangle, as HoDoKu
//! defines them.
//!
//! Four cells in two rows, two columns and two boxes must not hold two digits alone, or
//! the digits could be swapped and the puzzle had two solutions. A cell of the rectangle
//! may lack one of the digits, as long as no placed digit forbids it there; at least one
//! cell holds the two digits and nothing else.
//!
//! Order: that cell row by row; its neighbour in the box; the opposite side.

use super::Flow;
use crate::board::{Candidate, Cell, Cells, Digit, Digits, House, HouseKind};
use crate::position::Position;
use crate::step::{Effect, Escape, Reason, Step, UniqueLoop};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every uniqueness test and hidden rectangle.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let mut known: Vec<(Cells, Digits)> = Vec::new();
    for first in position.cells_of_size(2) {
        let digits = position.candidates(first);
        let fits = |cell: Cell| {
            position.empty_cells().contains(cell)
                && cell
                    .peers()
                    .into_iter()
                    .all(|peer| position.value(peer).is_none_or(|value| !digits.contains(value)))
        };
        for second in position.empty_cells().intersection(first.peers()) {
            let in_row = first.row() == second.row();
            if second.block() != first.block()
                || !(in_row || first.column() == second.column())
                || !fits(second)
            {
                continue;
            }
            for offset in 0..9 {
                let across = |near: Cell| {
                    if in_row {
                        Cell::at(offset, near.column())
                    } else {
                        Cell::at(near.row(), offset)
                    }
                };
                let (third, fourth) = (across(second), across(first));
                if third.block() == second.block() || !fits(third) || !fits(fourth) {
                    continue;
                }
                let cells = [first, second, third, fourth];
                let set: Cells = cells.into_iter().collect();
                if known.contains(&(set, digits)) {
                    continue;
                }
                known.push((set, digits));
                Rectangle::new(position, cells, set, digits).tests(visit)?;
            }
        }
    }
    ControlFlow::Continue(())
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

    fn tests(&self, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
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
                self.subsets(house, visit)?;
            }
            if in_line {
                self.locked(visit)?;
            } else {
                self.crossed(visit)?;
            }
        }
        self.hidden(visit)
    }

    /// Type 3: the two cells as one member of a naked subset.
    fn subsets(&self, house: House, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
        let position = self.position;
        let pool = house
            .cells()
            .intersection(position.empty_cells())
            .without(self.set)
            .into_iter()
            .filter(|&cell| position.candidates(cell).intersection(self.digits).is_empty())
            .fold(0, |set, cell| set | 1 << house.place(cell));
        for size in 1..=6 {
            for places in super::subsets_within(pool, size) {
                let others = house.cells_at(places);
                let digits = others
                    .into_iter()
                    .fold(self.surplus, |set, cell| set.union(position.candidates(cell)));
                if digits.len() != size + 1 {
                    continue;
                }
                let members = others.union(self.holders);
                let rest = members
                    .common_houses()
                    .fold(Cells::EMPTY, |set, shared| set.union(shared.cells()))
                    .without(members);
                let effect = Effect::remove(rest.into_iter().flat_map(|cell| {
                    let lost = position.candidates(cell).intersection(digits);
                    lost.into_iter().map(move |digit| Candidate::new(cell, digit))
                }));
                let escape = Escape::NakedSubset { cells: self.holders, house, others, digits };
                self.hand_out(Technique::UniqueRectangle3, effect, escape, visit)?;
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
    fn hidden(&self, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
        for index in 0..4 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn three_bare_corners_take_both_digits_from_the_fourth() {
        let three = board().marked(11, &[1, 2]).marked(14, &[1, 2]).marked(21, &[1, 2]);
        let found = told(&three.clone().marked(24, &[1, 2, 3, 4]), |p, v| find(p, v));
        assert!(found.contains(&"unique-rectangle-1 r2c4<>1 r2c4<>2".into()), "{found:?}");
        // In one box, or with two different surplus digits, nothing follows.
        let two = board().marked(11, &[1, 2]).marked(21, &[1, 2]);
        let loose = two.clone().marked(14, &[1, 2, 3, 5]).marked(24, &[1, 2, 4, 6]);
        assert!(told(&loose, |p, v| find(p, v)).is_empty());
        let boxed = two.marked(12, &[1, 2]).marked(22, &[1, 2, 3]);
        assert!(told(&boxed, |p, v| find(p, v)).is_empty());
    }

    #[test]
    fn one_surplus_digit_leaves_what_sees_both_its_places() {
        let rectangle = board()
            .marked(11, &[1, 2])
            .marked(21, &[1, 2])
            .marked(14, &[1, 2, 3])
            .marked(24, &[1, 2, 3]);
        let found = told(&rectangle, |p, v| find(p, v));
        let expected = "unique-rectangle-2 r1c5<>3 r1c6<>3 r2c5<>3 r2c6<>3 r3c4<>3 r3c5<>3 \
                        r3c6<>3 r4c4<>3 r5c4<>3 r6c4<>3 r7c4<>3 r8c4<>3 r9c4<>3";
        assert!(found.contains(&expected.to_owned()), "{found:?}");
    }
}
