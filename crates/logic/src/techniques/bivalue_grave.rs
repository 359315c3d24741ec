//! Bivalue universal grave, types 1 to 4, as Sudoku Explainer 1.2.1 finds them.
//!
//! When every empty cell has two candidates and every digit has two places (or none)
//! in every house, the puzzle has two solutions or none. So when surplus candidates
//! in a few cells are all that stands between the position and such a grave, one of
//! the surplus candidates is true:
//!
//! - type 1: all surplus candidates lie in one cell, which loses the others;
//! - type 2: they are all one digit: what sees all their cells loses it;
//! - type 3: their cells count as one cell of a naked subset of a house they share;
//! - type 4: two cells of a house share a digit that is not surplus: it is locked
//!   there, and both lose what is neither surplus nor that digit.
//!
//! A surplus cell is recognised in a house in which the digit has neither none nor
//! two places and only one of its cells has three or more candidates.

use super::{Flow, subsets_of_nine};
use crate::board::{Candidate, Cell, Cells, Digit, Digits, House, HouseKind};
use crate::position::Position;
use crate::step::{BivalueGrave, Effect, Escape, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

const KINDS: [HouseKind; 3] = [HouseKind::Box, HouseKind::Row, HouseKind::Column];

/// Hands out the steps that avoid a grave, if the position is near one.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    // A grave has two candidates per cell; more than a few beyond that is no near miss,
    // but the exact test below decides.
    let Some(grave) = Grave::recognise(position) else {
        return ControlFlow::Continue(());
    };
    if grave.cells.len() == 1 {
        return grave.one_cell(position, visit);
    }
    if grave.all.len() == 1 {
        grave.one_digit(position, visit)?;
        if grave.cells.len() == 2 {
            grave.locked(position, visit)?;
        }
        return ControlFlow::Continue(());
    }
    if grave.common.is_empty() {
        return ControlFlow::Continue(());
    }
    if grave.cells.len() == 2 {
        grave.locked(position, visit)?;
    }
    grave.subsets(position, visit)
}

struct Grave {
    /// The surplus cells in the order they were recognised, with their surplus digits.
    cells: Vec<(Cell, Digits)>,
    /// All surplus digits.
    all: Digits,
    /// Cells seen by all surplus cells, in the order of the peers of the first.
    common: Vec<Cell>,
}

impl Grave {
    fn recognise(position: &Position) -> Option<Self> {
        let mut grave = Self { cells: Vec::new(), all: Digits::EMPTY, common: Vec::new() };
        for house in (18..27).chain(0..18).map(House::new) {
            for digit in Digit::all() {
                let places = position.places(house, digit);
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let mut crowded = house
                    .cells_at(places)
                    .into_iter()
                    .filter(|&cell| position.candidates(cell).len() >= 3);
                let cell = crowded.next()?;
                if crowded.next().is_none() && !grave.note(cell, digit) {
                    return None;
                }
            }
        }
        if grave.cells.is_empty() {
            return None;
        }
        let mut rest = position.clone();
        for &(cell, digits) in &grave.cells {
            for digit in digits {
                rest.remove(cell, digit);
            }
        }
        let two_each = rest.empty_cells().into_iter().all(|cell| rest.candidates(cell).len() == 2)
            && House::all().all(|house| {
                Digit::all().all(|digit| matches!(rest.places(house, digit).count_ones(), 0 | 2))
            });
        two_each.then_some(grave)
    }

    /// Notes a surplus candidate; false when no type can apply any more.
    fn note(&mut self, cell: Cell, digit: Digit) -> bool {
        match self.cells.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, digits)) => digits.insert(digit),
            None => {
                if self.cells.is_empty() {
                    self.common = cell.peers_in_order().to_vec();
                } else {
                    self.common.retain(|&other| cell.sees(other));
                }
                self.cells.push((cell, Digits::only(digit)));
                let known = &self.cells;
                self.common.retain(|&other| known.iter().all(|(cell, _)| *cell != other));
            }
        }
        self.all.insert(digit);
        !(self.cells.len() > 1 && self.all.len() > 1 && self.common.is_empty())
    }

    fn set(&self) -> Cells {
        self.cells.iter().map(|&(cell, _)| cell).collect()
    }

    fn step(&self, technique: Technique, effect: Effect, escape: Escape) -> Step {
        let reason = Reason::BivalueGrave(BivalueGrave { surplus: self.cells.clone(), escape });
        Step { technique, effect, reason }
    }

    fn one_cell(
        &self,
        position: &Position,
        visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
    ) -> Flow {
        let (cell, surplus) = self.cells[0];
        let lost = position.candidates(cell).without(surplus);
        let effect = Effect::remove(lost.into_iter().map(|digit| Candidate::new(cell, digit)));
        visit(self.step(Technique::Bug1, effect, Escape::OneCell { cell }))
    }

    fn one_digit(
        &self,
        position: &Position,
        visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
    ) -> Flow {
        let Some(digit) = self.all.first() else {
            return ControlFlow::Continue(());
        };
        let common: Cells = self.common.iter().copied().collect();
        let effect = Effect::remove_digit(position.cells_with(digit).intersection(common), digit);
        if effect.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(self.step(Technique::Bug2, effect, Escape::OneDigit { cells: self.set(), digit }))
    }

    fn shared_houses(&self) -> impl Iterator<Item = House> + '_ {
        let first = self.cells[0].0;
        KINDS
            .into_iter()
            .map(move |kind| first.house(kind))
            .filter(|house| self.set().is_subset(house.cells()))
    }

    fn subsets(
        &self,
        position: &Position,
        visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
    ) -> Flow {
        for house in self.shared_houses() {
            let members: Vec<Cell> =
                self.common.iter().copied().filter(|&c| house.cells().contains(c)).collect();
            for degree in 2..=6 {
                if members.len() < degree {
                    continue;
                }
                let sets = subsets_of_nine(degree - 1).take_while(|&s| s < 1 << members.len());
                for chosen in sets {
                    let others: Cells = (0..members.len())
                        .filter(|index| chosen >> index & 1 != 0)
                        .map(|index| members[index])
                        .collect();
                    if others.into_iter().any(|cell| position.candidates(cell).len() < 2) {
                        continue;
                    }
                    let of_others = others
                        .into_iter()
                        .fold(Digits::EMPTY, |set, cell| set.union(position.candidates(cell)));
                    let digits = of_others.union(self.all);
                    if of_others.len() != degree || digits.len() != degree {
                        continue;
                    }
                    let rest: Cells = members.iter().copied().collect();
                    let effect =
                        Effect::remove(rest.without(others).into_iter().flat_map(|cell| {
                            let lost = position.candidates(cell).intersection(digits);
                            lost.into_iter().map(move |digit| Candidate::new(cell, digit))
                        }));
                    if effect.is_empty() {
                        continue;
                    }
                    let escape = Escape::NakedSubset { cells: self.set(), house, others, digits };
                    visit(self.step(Technique::Bug3, effect, escape))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn locked(&self, position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
        let [(first, _), (second, _)] = self.cells[..] else {
            return ControlFlow::Continue(());
        };
        let common = position.candidates(first).intersection(position.candidates(second));
        let Some(digit) = common.without(self.all).single() else {
            return ControlFlow::Continue(());
        };
        for house in self.shared_houses() {
            let effect = Effect::remove(self.cells.iter().flat_map(|&(cell, surplus)| {
                let mut lost = position.candidates(cell).without(surplus);
                lost.remove(digit);
                lost.into_iter().map(move |digit| Candidate::new(cell, digit))
            }));
            if effect.is_empty() {
                continue;
            }
            let escape = Escape::Locked { cells: self.set(), house, digit };
            visit(self.step(Technique::Bug4, effect, escape))?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::se::{Rater, SeProfile};
    use crate::techniques::laid::{along, told};

    /// Puzzles on whose way Sudoku Explainer meets a grave of type 1 and one of type 2.
    const PUZZLES: [&str; 2] = [
        "329.5.....4.3....26...9........47.38....1..........7.4.9...2.73....69.1..64......",
        ".6...5...27......93...647......7..3....5...1...46....8...2.39.........6..23.5....",
    ];

    #[test]
    fn a_grave_shows_near_the_end_and_nowhere_before() {
        for (line, kind) in PUZZLES.into_iter().zip(["bug-1", "bug-2"]) {
            let [found, silent] = along(line, |p, v| find(p, v));
            assert!(found > 0 && silent > 30, "{found} {silent} {line}");
            let start = Position::from_line(line).expect("a puzzle line");
            let mut kinds = Vec::new();
            Rater::new().rate_with(&start, &SeProfile::default(), |at, _| {
                kinds.extend(told(at, |p, v| find(p, v)));
                ControlFlow::Continue(())
            });
            assert!(kinds.iter().any(|step| step.starts_with(kind)), "{kinds:?}");
        }
        assert!(told(&Position::empty(), |p, v| find(p, v)).is_empty());
    }
}
