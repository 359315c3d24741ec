//! Unique rectangles and loops, types 1 to 4, as Sudoku Explainer 1.2.1 finds them.
//!
//! A loop of cells that all hold the digits *v* and *w*, visiting every house it
//! touches once in each of two alternating colours, could be filled in two ways if
//! no cell held anything else. In a puzzle with one solution some cell must escape:
//!
//! - type 1: one cell has more candidates, and takes one of those;
//! - type 2: all surplus candidates are one digit: what sees all of them loses it;
//! - type 3: two cells with surplus candidates count as one cell of a naked or
//!   hidden subset of a house they share;
//! - type 4: two such cells share a house with no other place for *v*: they lose *w*.
//!
//! The search walks from each cell with two candidates through cells that share a
//! house, never twice in a row through the same kind of house. Fidelity: the set of
//! surplus digits gathered on the way is not taken back between siblings, so that
//! some loops with three or more surplus cells are missed. This is a property of
//! version 1.2.1, which ratings depend on; [`Coverage::Complete`] does without it.
//!
//! Order: starting cells row by row, loops as met, and per loop type 1; or 2 or 3,
//! then 4.

use super::{Flow, subsets_of_nine};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{EXPLAINER, Family};
use crate::position::Position;
use crate::step::{Effect, Escape, Reason, Step, UniqueLoop};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House, HouseKind};

/// Unique Loop Type 1.
pub static UNIQUE_LOOP_1: Entry =
    Entry::new("unique-loop-1", "Unique Loop Type 1", Family::Uniqueness, EXPLAINER)
        .in_explainer("Unique Loop type 1")
        .found_by(scanned)
        .unlisted()
        .taught_by(&UNIQUE_LOOP_1_LESSON);

/// Unique Loop Type 2.
pub static UNIQUE_LOOP_2: Entry =
    Entry::new("unique-loop-2", "Unique Loop Type 2", Family::Uniqueness, EXPLAINER)
        .in_explainer("Unique Loop type 2")
        .found_by(scanned)
        .unlisted()
        .taught_by(&UNIQUE_LOOP_2_LESSON);

/// Unique Loop Type 3.
pub static UNIQUE_LOOP_3: Entry =
    Entry::new("unique-loop-3", "Unique Loop Type 3", Family::Uniqueness, EXPLAINER)
        .in_explainer("Unique Loop type 3")
        .found_by(scanned)
        .unlisted()
        .taught_by(&UNIQUE_LOOP_3_LESSON);

/// Unique Loop Type 4.
pub static UNIQUE_LOOP_4: Entry =
    Entry::new("unique-loop-4", "Unique Loop Type 4", Family::Uniqueness, EXPLAINER)
        .in_explainer("Unique Loop type 4")
        .found_by(scanned)
        .unlisted()
        .taught_by(&UNIQUE_LOOP_4_LESSON);

/// Which loops the search meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// The loops Sudoku Explainer 1.2.1 meets.
    Explainer121,
    /// Every loop.
    Complete,
}

const KINDS: [HouseKind; 3] = [HouseKind::Box, HouseKind::Row, HouseKind::Column];

/// Hands out every step from a unique rectangle or loop.
pub fn find(
    position: &Position,
    search: Coverage,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    for start in position.cells_of_size(2) {
        let mut digits = position.candidates(start).into_iter();
        let (Some(v), Some(w)) = (digits.next(), digits.next()) else {
            continue;
        };
        let usable = position.cells_with(v).intersection(position.cells_with(w));
        let core = core_of(usable);
        if !core.contains(start) || !is_hopeful(position, start, core, [v, w]) {
            continue;
        }
        let pair = [v, w];
        let mut walk =
            Walk { position, search, pair, usable, core, path: vec![start], visit: &mut *visit };
        walk.extend(2, Digits::EMPTY, None, [houses_of(start), 0])?;
    }
    ControlFlow::Continue(())
}

/// The cells that can be part of a valid loop: each needs a second one in its row, in
/// its column and in its box.
fn core_of(usable: Cells) -> Cells {
    let mut core = usable;
    loop {
        let next: Cells = core
            .into_iter()
            .filter(|cell| {
                let others = core.without(Cells::only(*cell));
                cell.houses().iter().all(|h| !others.intersection(h.cells()).is_empty())
            })
            .collect();
        if next == core || next.len() < 4 {
            return if next.len() < 4 { Cells::EMPTY } else { next };
        }
        core = next;
    }
}

/// Whether a loop through the start is possible at all. With more than two cells
/// beyond the pair all of these have the same third candidate, so a loop with only
/// one cell of two candidates, the start, is made of such cells alone.
fn is_hopeful(position: &Position, start: Cell, core: Cells, pair: [Digit; 2]) -> bool {
    let exact = core.intersection(position.cells_by_size()[2]);
    if exact.len() >= 2 {
        return true;
    }
    let three = core.intersection(position.cells_by_size()[3]);
    Digit::all().filter(|digit| !pair.contains(digit)).any(|digit| {
        let cells = exact.union(three.intersection(position.cells_with(digit)));
        cells.len() >= 4 && core_of(cells).contains(start)
    })
}

struct Walk<'a, V: ?Sized> {
    position: &'a Position,
    search: Coverage,
    pair: [Digit; 2],
    usable: Cells,
    core: Cells,
    path: Vec<Cell>,
    visit: &'a mut V,
}

impl<V: FnMut(Step) -> Flow + ?Sized> Walk<'_, V> {
    fn extend(
        &mut self,
        allowed: i32,
        surplus: Digits,
        last: Option<HouseKind>,
        seen: [u32; 2],
    ) -> Flow {
        // The houses seen by the cells of either colour; the next cell has this one.
        let colour = self.path.len() % 2;
        let cell = self.path[self.path.len() - 1];
        let pair: Digits = self.pair.into_iter().collect();
        let mut gathered = surplus;
        for kind in KINDS {
            if Some(kind) == last {
                continue;
            }
            for next in self.usable.intersection(cell.house(kind).cells()) {
                if next == self.path[0] && self.path.len() >= 4 {
                    if seen[0] == seen[1] {
                        self.close()?;
                    }
                } else if !self.path.contains(&next) {
                    let candidates = self.position.candidates(next);
                    if self.search == Coverage::Complete {
                        gathered = surplus;
                    }
                    gathered = gathered.union(candidates).without(pair);
                    let n = candidates.len();
                    // A cell outside the core leads to no loop, but leaves its mark above.
                    // So does one in a house that its colour has visited.
                    let houses = houses_of(next);
                    if self.core.contains(next)
                        && seen[colour] & houses == 0
                        && (n == 2 || gathered.len() == 1 || allowed > 0)
                    {
                        let mut seen = seen;
                        seen[colour] |= houses;
                        self.path.push(next);
                        self.extend(allowed - i32::from(n > 2), gathered, Some(kind), seen)?;
                        self.path.pop();
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The path has returned to its start, and each house it touches holds one cell of
    /// either colour: look what follows.
    fn close(&mut self) -> Flow {
        let pair: Digits = self.pair.into_iter().collect();
        let surplus: Vec<Cell> = self
            .path
            .iter()
            .copied()
            .filter(|&cell| self.position.candidates(cell).len() > 2)
            .collect();
        match surplus[..] {
            [] => ControlFlow::Continue(()),
            [cell] => {
                let effect = Effect::remove(pair.into_iter().map(|d| Candidate::new(cell, d)));
                self.hand_out(1, effect, Escape::OneCell { cell })
            }
            [first, second] => {
                let extra = self
                    .position
                    .candidates(first)
                    .union(self.position.candidates(second))
                    .without(pair);
                if let Some(digit) = extra.single() {
                    self.one_digit(&surplus, digit)?;
                } else {
                    self.subsets(first, second, extra)?;
                }
                self.locked(first, second)
            }
            [first, ..] => {
                let extra = self.position.candidates(first).without(pair).first();
                match extra {
                    Some(digit) => self.one_digit(&surplus, digit),
                    None => ControlFlow::Continue(()),
                }
            }
        }
    }

    fn one_digit(&mut self, surplus: &[Cell], digit: Digit) -> Flow {
        let cells: Cells = surplus.iter().copied().collect();
        let removed = self.position.cells_with(digit).intersection(cells.common_peers());
        let effect = Effect::remove_digit(removed.without(cells), digit);
        self.hand_out(2, effect, Escape::OneDigit { cells, digit })
    }

    /// Type 3. Naked: some cells of a shared house and the two as one hold as many
    /// digits as there are members. Hidden: some digits, the pair among them, have
    /// as many places when the two count as one.
    fn subsets(&mut self, first: Cell, second: Cell, extra: Digits) -> Flow {
        let both: Cells = [first, second].into_iter().collect();
        for degree in extra.len()..=7 {
            for kind in KINDS {
                let house = first.house(kind);
                if house != second.house(kind) {
                    continue;
                }
                let n_empty = house.cells().intersection(self.position.empty_cells()).len();
                if degree * 2 <= n_empty {
                    self.naked(house, [first, second], both, extra, degree)?;
                }
                if degree * 2 < n_empty {
                    self.hidden(house, [first, second], both, extra, degree)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn naked(
        &mut self,
        house: House,
        [first, second]: [Cell; 2],
        both: Cells,
        extra: Digits,
        degree: usize,
    ) -> Flow {
        let place_first = 1 << house.place(first);
        let place_second = 1 << house.place(second);
        let position = self.position;
        let shared = extra
            .intersection(position.candidates(first))
            .intersection(position.candidates(second));
        for places in subsets_of_nine(degree) {
            if places & place_first == 0 || places & place_second != 0 {
                continue;
            }
            let others = house.cells_at(places & !place_first);
            if others.into_iter().any(|cell| position.candidates(cell).len() < 2) {
                continue;
            }
            let of_others = others
                .into_iter()
                .fold(Digits::EMPTY, |union, cell| union.union(position.candidates(cell)));
            let digits = of_others.union(extra);
            if shared.union(of_others).len() != degree || digits.len() != degree {
                continue;
            }
            let rest = house.cells().without(others).without(both);
            let effect = Effect::remove(rest.into_iter().flat_map(|cell| {
                let lost = position.candidates(cell).intersection(digits);
                lost.into_iter().map(move |digit| Candidate::new(cell, digit))
            }));
            self.hand_out(3, effect, Escape::NakedSubset { cells: both, house, others, digits })?;
        }
        ControlFlow::Continue(())
    }

    fn hidden(
        &mut self,
        house: House,
        [first, second]: [Cell; 2],
        both: Cells,
        extra: Digits,
        degree: usize,
    ) -> Flow {
        let position = self.position;
        let pair: Digits = self.pair.into_iter().collect();
        let free: Vec<Digit> = Digits::ALL.without(pair).without(extra).into_iter().collect();
        if degree - 2 > free.len() {
            return ControlFlow::Continue(());
        }
        let not_second = !(1u16 << house.place(second));
        for chosen in subsets_of_nine(degree - 2).take_while(|&set| set < 1 << free.len()) {
            let digits = (0..free.len())
                .filter(|index| chosen >> index & 1 != 0)
                .fold(pair, |set, index| set.union(Digits::only(free[index])));
            let mut places = 0;
            let mut all_placed = true;
            for digit in digits {
                let here = position.places(house, digit) & not_second;
                all_placed &= here != 0;
                places |= here;
            }
            if !all_placed || places.count_ones() as usize != degree {
                continue;
            }
            let others = house.cells_at(places & !(1 << house.place(first)));
            let effect = Effect::remove(others.into_iter().flat_map(|cell| {
                let lost = position.candidates(cell).without(digits);
                lost.into_iter().map(move |digit| Candidate::new(cell, digit))
            }));
            self.hand_out(3, effect, Escape::HiddenSubset { cells: both, house, others, digits })?;
        }
        ControlFlow::Continue(())
    }

    /// Type 4. Of the houses the two cells share the last one with the digit locked
    /// counts; the first digit of the pair goes before the second.
    fn locked(&mut self, first: Cell, second: Cell) -> Flow {
        let both: Cells = [first, second].into_iter().collect();
        let [v, w] = self.pair;
        for (kept, lost) in [(v, w), (w, v)] {
            let house = KINDS.into_iter().rev().map(|kind| first.house(kind)).find(|house| {
                house.cells().contains(second)
                    && self.position.cells_with_in(kept, *house).is_subset(both)
            });
            if let Some(house) = house {
                let effect = Effect::remove_digit(both, lost);
                return self.hand_out(
                    4,
                    effect,
                    Escape::Locked { cells: both, house, digit: kept },
                );
            }
        }
        ControlFlow::Continue(())
    }

    fn hand_out(&mut self, kind: usize, effect: Effect, escape: Escape) -> Flow {
        use Technique::*;
        if effect.is_empty() {
            return ControlFlow::Continue(());
        }
        let technique = match (self.path.len(), kind) {
            (4, 1) => UniqueRectangle1,
            (4, 2) => UniqueRectangle2,
            (4, 3) => UniqueRectangle3,
            (4, _) => UniqueRectangle4,
            (_, 1) => UniqueLoop1,
            (_, 2) => UniqueLoop2,
            (_, 3) => UniqueLoop3,
            _ => UniqueLoop4,
        };
        let reason =
            Reason::UniqueLoop(UniqueLoop { cells: self.path.clone(), digits: self.pair, escape });
        (self.visit)(Step { technique, effect, reason })
    }
}

/// The three houses of a cell as bits.
fn houses_of(cell: Cell) -> u32 {
    cell.houses().iter().fold(0, |set, house| set | 1 << house.index())
}

/// As the scan says.
fn scanned(
    position: &Position,
    scan: Scan,
    _: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let search = match scan {
        Scan::Explainer => Coverage::Explainer121,
        Scan::Every | Scan::Hodoku => Coverage::Complete,
    };
    Ok(find(position, search, visit))
}

static UNIQUE_LOOP_1_LESSON: Lesson = Lesson {
    what: "A loop of six or more cells in which all but one hold the same two digits \
          only. That one loses both.",
    why: "A closed chain of cells, each sharing a house with the next, each house visited \
          by two of them, could be filled with two digits in two ways if they held nothing \
          else. A puzzle with one solution never comes to that. So the cell with more takes \
          another digit.",
    when: "As unique rectangle 1, on a longer way round: six cells over three boxes are \
          the usual case.",
    other_names: &[],
    example: "6.+8+5.+3.+2.+351.2+4+6.8+2.+9+8+6+15+3.48+73+1+2+95+6+5+16..9+28+392+3+\
              68+5.1.8+3+2.56...+7+6+5+1.83.2+19+423+7+8+6+5:\
              419 719 477 479 779",
};

static UNIQUE_LOOP_2_LESSON: Lesson = Lesson {
    what: "A loop of the same two digits in which two or more cells have one and the same \
          further digit. What sees all of these loses it.",
    why: "A closed chain of cells, each sharing a house with the next, each house visited \
          by two of them, could be filled with two digits in two ways if they held nothing \
          else. A puzzle with one solution never comes to that. So one of these cells takes \
          the further digit.",
    when: "When a loop is spoilt by the same digit everywhere.",
    other_names: &[],
    example: "2+8+5+1+6+7+3+9+46+7+95+3+4+2+8+11+4+398+27+6+5.2+6+7.1+84+3+4+1+83+26+5\
              +7+9..7+8+4.612.+6+4+2+7.+1.+88.1+6.3+42+7+7.+24+1+89.6:",
};

static UNIQUE_LOOP_3_LESSON: Lesson = Lesson {
    what: "A loop of the same two digits in which two cells of a house have further \
          digits; together they act as one cell of a subset.",
    why: "A closed chain of cells, each sharing a house with the next, each house visited \
          by two of them, could be filled with two digits in two ways if they held nothing \
          else. A puzzle with one solution never comes to that. So one of the two takes a \
          further digit, and with other cells of the house these make as many cells as digits.",
    when: "A loop with two neighbours that have more than the pair.",
    other_names: &[],
    example: "+3+7+52+9+6+14+8+2+418..+596+6+9+8+154+2+73.6..+4.8...+8351+2+9+6..5.+6+\
              89....1...+5.+8+282...+17..5+374+286+1+9:\
              741 348 749 461 469",
};

static UNIQUE_LOOP_4_LESSON: Lesson = Lesson {
    what: "A loop of the same two digits in which two neighbours have further digits, and \
          one of the two digits has no other place in their house. They lose the other.",
    why: "A closed chain of cells, each sharing a house with the next, each house visited \
          by two of them, could be filled with two digits in two ways if they held nothing \
          else. A puzzle with one solution never comes to that. One of the two takes the \
          locked digit; the other digit in the second cell would complete the loop.",
    when: "A loop with two neighbours that are a strong link for one of the digits.",
    other_names: &[],
    example: "+67+8....+3.+3+427.69.+8+91+58+2+3+64+7.+39+5..4265.+4....7...1....+952+\
              83+6+74..9+1+9+6+235+7+8+4+4+5+719+8.6.:\
              155 156",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid;

    #[test]
    fn three_bare_corners_take_both_digits_from_the_fourth() {
        laid::three_bare_corners(|p, v| find(p, Coverage::Complete, v));
    }

    #[test]
    fn one_surplus_digit_leaves_what_sees_both_its_places() {
        laid::one_surplus_digit(|p, v| find(p, Coverage::Complete, v));
    }
}
