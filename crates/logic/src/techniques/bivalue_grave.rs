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
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{BOTH, EXPLAINER, Family};
use crate::position::Position;
use crate::step::{BivalueGrave, Effect, Escape, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House, HouseKind};

/// Bivalue Universal Grave + 1.
pub static BUG_1: Entry =
    Entry::new("bug-1", "Bivalue Universal Grave + 1", Family::Uniqueness, BOTH)
        .in_explainer("BUG type 1")
        .code("0610")
        .found_by(|p, _, _, v| Ok(find(p, v)))
        .taught_by(&BUG_1_LESSON);

/// Bivalue Universal Grave Type 2.
pub static BUG_2: Entry =
    Entry::new("bug-2", "Bivalue Universal Grave Type 2", Family::Uniqueness, EXPLAINER)
        .in_explainer("BUG type 2")
        .found_by(|p, _, _, v| Ok(find(p, v)))
        .unlisted()
        .taught_by(&BUG_2_LESSON);

/// Bivalue Universal Grave Type 3.
pub static BUG_3: Entry =
    Entry::new("bug-3", "Bivalue Universal Grave Type 3", Family::Uniqueness, EXPLAINER)
        .in_explainer("BUG type 3")
        .found_by(|p, _, _, v| Ok(find(p, v)))
        .unlisted()
        .taught_by(&BUG_3_LESSON);

/// Bivalue Universal Grave Type 4.
pub static BUG_4: Entry =
    Entry::new("bug-4", "Bivalue Universal Grave Type 4", Family::Uniqueness, EXPLAINER)
        .in_explainer("BUG type 4")
        .found_by(|p, _, _, v| Ok(find(p, v)))
        .unlisted()
        .taught_by(&BUG_4_LESSON);

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

static BUG_1_LESSON: Lesson = Lesson {
    what: "Every open cell has two candidates but one, which has three. It takes the \
          digit that stands three times in its houses.",
    why: "If every open cell had two candidates and every digit two places in each house, \
          the digits could be exchanged all over the board: two solutions, or none. A puzzle \
          with one solution never comes to that. Without that digit the grave would be there; \
          so it is true.",
    when: "Near the end of a puzzle in which pairs are left everywhere. Count whether one \
          cell alone has three.",
    other_names: &["BUG+1"],
    example: "+6+3+1+794+85+2+2+57..+8+9.+4+48+9+2...761+45+923+6+8+7+9.+8.+47..+57.38\
              ..4.+98+9+6+5+12+74+3+5+74+38+6+291+31+2+4+7+95+68:",
};

static BUG_2_LESSON: Lesson = Lesson {
    what: "Several cells have a surplus candidate, all the same digit. What sees all of \
          them loses it.",
    why: "If every open cell had two candidates and every digit two places in each house, \
          the digits could be exchanged all over the board: two solutions, or none. A puzzle \
          with one solution never comes to that. So one of the surplus candidates is true, and \
          all are the same digit.",
    when: "When two or three cells stick out of a board full of pairs.",
    other_names: &["BUG Type 2"],
    example: "+2+5...9+6+4.76.2+5+4..9+4.+9.3+652.+5+3+6+47+198+29..+5+2+3+7+61+127+96\
              +8+3+5+4+695.4+7+2..8.+2+3+95.76+3+7.6.+2.+9+5:\
              114 123 197",
};

static BUG_3_LESSON: Lesson = Lesson {
    what: "Two cells of a house have surplus candidates; together they act as one cell of \
          a naked subset.",
    why: "If every open cell had two candidates and every digit two places in each house, \
          the digits could be exchanged all over the board: two solutions, or none. A puzzle \
          with one solution never comes to that. So one of the two takes a surplus digit, and \
          with other cells of the house these make as many cells as digits.",
    when: "When two cells of one house stick out of a board full of pairs, with different \
          digits.",
    other_names: &["BUG Type 3"],
    example: "..+7..5.2...+9.2.5+73+5+23.976+1.+7.+2+9...+5.+498+2+51+7+3+61.5.7.4+92+\
              971..6+2+853+5+6+7+8+2.4.+28+4+5+193+6+7:\
              612 414 814 415 622 424 824 345 846 364",
};

static BUG_4_LESSON: Lesson = Lesson {
    what: "Two cells of a house have surplus candidates and share a further digit that \
          has no other place in that house. They lose what is neither surplus nor that digit.",
    why: "If every open cell had two candidates and every digit two places in each house, \
          the digits could be exchanged all over the board: two solutions, or none. A puzzle \
          with one solution never comes to that. One of the two takes the locked digit and the \
          other has to take its surplus one.",
    when: "When two cells of one house stick out of a board full of pairs, and one digit \
          links them.",
    other_names: &["BUG Type 4"],
    example: "826+51+7+3+4+91+9+5.43.277+4+3+2.+9+1...+6+7..12.448+9.2+5+7+1..1+27.+4.\
              ..+9+7+14+3+6+582+25+4+1+7+89..+63+89+5+24+7+1:\
              639 865 369 669",
};
