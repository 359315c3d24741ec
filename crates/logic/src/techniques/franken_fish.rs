//! Franken fish: fish in which boxes take part, plain or finned.
//!
//! The base houses are rows and boxes and the cover houses columns and boxes, or the
//! other way round, with at least one box among them. Base houses may overlap: a place
//! in two of them is a fin too, because it could serve both. Cover houses may overlap
//! as well: a place in two of them would use both up, so it loses the digit even when
//! it belongs to the base. At most five fins, all of which a losing place must see.
//!
//! Order: digits; rows as base, then columns; base houses, then cover houses, lines
//! before boxes.

use super::Flow;
use crate::board::{Cells, Digit, House};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

const MAX_FINS: usize = 5;

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
            let mut search =
                Search { digit, all, size, names, covers: &covers, base: Vec::new(), visit };
            search.choose_base(&bases, Cells::EMPTY, Cells::EMPTY)?;
        }
    }
    ControlFlow::Continue(())
}

struct Search<'a, V: ?Sized> {
    digit: Digit,
    all: Cells,
    size: usize,
    names: [Technique; 2],
    covers: &'a [(House, Cells)],
    base: Vec<House>,
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
            let gain =
                covers.iter().map(|(_, cells)| cells.intersection(once).len()).max().unwrap_or(0);
            let shape = Shape { base: once, twice, gain };
            return self.choose_cover(&covers, &shape, &mut Vec::new(), Cells::EMPTY, Cells::EMPTY);
        }
        for (index, &(house, cells)) in rest.iter().enumerate() {
            let twice = twice.union(once.intersection(cells));
            if twice.len() > MAX_FINS {
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
        let open = shape.base.without(once);
        if open.len() > MAX_FINS + missing * shape.gain {
            return ControlFlow::Continue(());
        }
        if missing == 0 {
            return self.hand_out(shape, cover, once, twice);
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
        if self.base.iter().chain(cover).all(|house| house.index() < 18) {
            return ControlFlow::Continue(());
        }
        let fins = shape.base.without(once).union(shape.twice);
        let losing = once.without(shape.base).union(twice).intersection(self.all);
        let seen = if fins.is_empty() { Cells::ALL } else { fins.common_peers() };
        let removed = losing.intersection(seen);
        if removed.is_empty() || fins.len() > MAX_FINS {
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
    /// The most places one cover house can cover.
    gain: usize,
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
