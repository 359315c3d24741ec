//! Franken fish: fish in which boxes take part, plain or finned.
//!
//! The base houses are rows and boxes and the cover houses columns and boxes, or the
//! other way round, with at least one box among them. Base houses may overlap: a place
//! in two of them is a fin too, because it could serve both. Cover houses may overlap
//! as well: a place in two of them would use both up, so it loses the digit even when
//! it belongs to the base. At most five fins, two of them places in two base houses; a
//! losing place must see them all.
//!
//! The same search with all houses as base and as cover finds mutant fish
//! ([`super::mutant_fish`]).
//!
//! Order: digits; rows as base, then columns; base houses, then cover houses, lines
//! before boxes.

use super::Flow;
use crate::board::{Cells, Digit, House, HouseKind};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// The most fins, as HoDoKu has it.
pub(super) const MAX_FINS: usize = 5;
/// How many of them may be places in two base houses.
pub(super) const MAX_ENDO_FINS: usize = 2;

/// Whether a fish goes under a simpler name than mutant: its base has rows (columns) and
/// boxes only, its cover columns (rows) and boxes.
pub(super) fn is_franken(base: &[House], cover: &[House]) -> bool {
    let lacks = |houses: &[House], kind| houses.iter().all(|house| house.kind() != kind);
    let (row, column) = (HouseKind::Row, HouseKind::Column);
    lacks(base, column) && lacks(cover, row) || lacks(base, row) && lacks(cover, column)
}

/// Hands out every Franken fish of this size, 2 to 4; nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let names = match size {
        2 => [Technique::FrankenXWing, Technique::FinnedFrankenXWing],
        3 => [Technique::FrankenSwordfish, Technique::FinnedFrankenSwordfish],
        4 => [Technique::FrankenJellyfish, Technique::FinnedFrankenJellyfish],
        _ => return ControlFlow::Continue(()),
    };
    for digit in Digit::all() {
        let all = position.cells_with(digit);
        for (base_lines, cover_lines) in [(0, 9), (9, 0)] {
            let houses = |lines: usize| -> Vec<(House, Cells)> {
                (lines..lines + 9)
                    .chain(18..27)
                    .map(House::new)
                    .map(|house| (house, position.cells_with_in(digit, house)))
                    .filter(|(_, cells)| !cells.is_empty())
                    .collect()
            };
            let (bases, covers) = (houses(base_lines), houses(cover_lines));
            let mut tries = usize::MAX;
            let mut search = Search {
                digit,
                all,
                size,
                names,
                mutant: false,
                most_fins: MAX_FINS,
                covers: &covers,
                base: Vec::new(),
                tries: &mut tries,
                visit,
            };
            search.choose_base(&bases, Cells::EMPTY, Cells::EMPTY)?;
        }
    }
    ControlFlow::Continue(())
}

/// Hands out every mutant fish of a size with so many fins at most, plain and finned
/// under these names, or breaks off after a number of tries.
pub(super) fn find_mutant(
    position: &Position,
    size: usize,
    names: [Technique; 2],
    most_fins: usize,
    mut tries: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    for digit in Digit::all() {
        let houses: Vec<(House, Cells)> = House::all()
            .map(|house| (house, position.cells_with_in(digit, house)))
            .filter(|(_, cells)| !cells.is_empty())
            .collect();
        let mut search = Search {
            digit,
            all: position.cells_with(digit),
            size,
            names,
            mutant: true,
            most_fins,
            covers: &houses,
            base: Vec::new(),
            tries: &mut tries,
            visit,
        };
        search.choose_base(&houses, Cells::EMPTY, Cells::EMPTY)?;
    }
    ControlFlow::Continue(())
}

struct Search<'a, V: ?Sized> {
    digit: Digit,
    all: Cells,
    size: usize,
    names: [Technique; 2],
    /// Whether mutant fish are asked for rather than Franken fish.
    mutant: bool,
    most_fins: usize,
    covers: &'a [(House, Cells)],
    base: Vec<House>,
    /// How many sets of cover houses may still be tried.
    tries: &'a mut usize,
    visit: &'a mut V,
}

impl<V: FnMut(Step) -> Flow + ?Sized> Search<'_, V> {
    /// Adds base houses; `twice` are the places in two of them.
    fn choose_base(&mut self, rest: &[(House, Cells)], once: Cells, twice: Cells) -> Flow {
        if self.base.len() == self.size {
            // Only covers that cover something, and never a base house itself.
            let covers: Vec<(House, Cells)> = self
                .covers
                .iter()
                .filter(|(house, cells)| {
                    !self.base.contains(house) && !cells.intersection(once).is_empty()
                })
                .copied()
                .collect();
            let shape = Shape { base: once, twice };
            return self.choose_cover(&covers, &shape, &mut Vec::new(), Cells::EMPTY, Cells::EMPTY);
        }
        for (index, &(house, cells)) in rest.iter().enumerate() {
            let twice = twice.union(once.intersection(cells));
            if twice.len() > MAX_ENDO_FINS.min(self.most_fins) {
                continue;
            }
            self.base.push(house);
            let flow = self.choose_base(&rest[index + 1..], once.union(cells), twice);
            self.base.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn choose_cover(
        &mut self,
        rest: &[(House, Cells)],
        shape: &Shape,
        cover: &mut Vec<House>,
        once: Cells,
        twice: Cells,
    ) -> Flow {
        let missing = self.size - cover.len();
        let open = shape.base.without(once).without(shape.twice);
        if missing == 0 {
            *self.tries = self.tries.saturating_sub(1);
            if *self.tries == 0 {
                return ControlFlow::Break(());
            }
            return self.hand_out(shape, cover, once, twice);
        }
        // What is left open becomes fins, so the best covers must bring it down.
        let mut best = [0; 4];
        for (_, cells) in rest {
            let mut gain = cells.intersection(open).len();
            for most in &mut best[..missing.min(4)] {
                if gain > *most {
                    std::mem::swap(&mut gain, most);
                }
            }
        }
        if open.len() + shape.twice.len() > self.most_fins + best.iter().sum::<usize>() {
            return ControlFlow::Continue(());
        }
        for (index, &(house, cells)) in rest.iter().enumerate() {
            cover.push(house);
            let flow = self.choose_cover(
                &rest[index + 1..],
                shape,
                cover,
                once.union(cells),
                twice.union(once.intersection(cells)),
            );
            cover.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn hand_out(&mut self, shape: &Shape, cover: &[House], once: Cells, twice: Cells) -> Flow {
        let asked_for = if self.mutant {
            !is_franken(&self.base, cover)
        } else {
            self.base.iter().chain(cover).any(|house| house.kind() == HouseKind::Box)
        };
        if !asked_for {
            return ControlFlow::Continue(());
        }
        let fins = shape.base.without(once).union(shape.twice);
        let losing = once.without(shape.base).union(twice).intersection(self.all);
        let seen = if fins.is_empty() { Cells::ALL } else { fins.common_peers() };
        let removed = losing.intersection(seen);
        if removed.is_empty() || fins.len() > self.most_fins {
            return ControlFlow::Continue(());
        }
        (self.visit)(Step {
            technique: self.names[usize::from(!fins.is_empty())],
            effect: Effect::remove_digit(removed, self.digit),
            reason: Reason::Fish {
                digit: self.digit,
                base: self.base.clone(),
                cover: cover.to_vec(),
                fins,
            },
        })
    }
}

/// The places of the chosen base houses.
struct Shape {
    base: Cells,
    twice: Cells,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn a_row_and_a_box_in_two_columns_clear_the_columns() {
        let row = board().only(1, House::row(0), &[14, 15]);
        let fish = row.clone().only(1, House::block(4), &[44, 45, 54, 55, 64, 65]);
        let found = told(&fish, |p, v| find(p, 2, v));
        let expected = "franken-x-wing r2c4<>1 r2c5<>1 r3c4<>1 r3c5<>1 r7c4<>1 r7c5<>1 \
                        r8c4<>1 r8c5<>1 r9c4<>1 r9c5<>1";
        assert!(found.contains(&expected.to_owned()), "{found:?}");
        assert!(!told(&row, |p, v| find(p, 2, v)).contains(&expected.to_owned()));
        assert!(told(&board(), |p, v| find(p, 3, v)).is_empty());
    }
}
