//! Finned and sashimi X-Wing, swordfish and jellyfish: a fish with a few base places
//! outside the cover lines, the fins.
//!
//! Either a fin holds the digit or the fish is a plain one. So a place of a cover line
//! outside the base loses the digit when it sees every fin. The fish is *sashimi* when a
//! base line has fewer than two places left without its fins.
//!
//! Order: digits; rows as base, then columns; base lines, then cover lines, as sets of
//! places in ascending numerical order.

use super::Flow;
use crate::board::{Cells, Digit, House};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every finned or sashimi fish of this size, 2 to 4; nothing for others.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let (finned, sashimi) = match size {
        2 => (Technique::FinnedXWing, Technique::SashimiXWing),
        3 => (Technique::FinnedSwordfish, Technique::SashimiSwordfish),
        4 => (Technique::FinnedJellyfish, Technique::SashimiJellyfish),
        _ => return ControlFlow::Continue(()),
    };
    for digit in Digit::all() {
        let all = position.cells_with(digit);
        for (base_start, cover_start) in [(0, 9), (9, 0)] {
            let places: [u16; 9] =
                std::array::from_fn(|line| position.places(House::new(base_start + line), digit));
            let eligible =
                (0..9).filter(|&line| places[line] != 0).fold(0u16, |set, line| set | 1 << line);
            for lines in super::subsets_within(eligible, size) {
                let members = || (0..9).filter(move |line| lines >> line & 1 != 0);
                let crossings = members().fold(0, |set, line| set | places[line]);
                for covers in super::subsets_within(crossings, size) {
                    if crossings & !covers == 0 {
                        continue;
                    }
                    let mut fins = Cells::EMPTY;
                    for line in members() {
                        let house = House::new(base_start + line);
                        fins = fins.union(house.cells_at(places[line] & !covers));
                    }
                    let seen = fins.common_peers().intersection(all);
                    if seen.is_empty() {
                        continue;
                    }
                    let in_base = union(base_start, lines);
                    let in_cover = union(cover_start, covers);
                    let removed = seen.intersection(in_cover).without(in_base);
                    if removed.is_empty() {
                        continue;
                    }
                    let thin = members().any(|line| (places[line] & covers).count_ones() < 2);
                    visit(Step {
                        technique: if thin { sashimi } else { finned },
                        effect: Effect::remove_digit(removed, digit),
                        reason: Reason::Fish {
                            digit,
                            base: houses(base_start, lines).collect(),
                            cover: houses(cover_start, covers).collect(),
                            fins,
                        },
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn houses(start: usize, lines: u16) -> impl Iterator<Item = House> {
    (0..9).filter(move |line| lines >> line & 1 != 0).map(move |line| House::new(start + line))
}

fn union(start: usize, lines: u16) -> Cells {
    houses(start, lines).fold(Cells::EMPTY, |set, house| set.union(house.cells()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn a_fin_leaves_only_what_sees_it() {
        let base = board().only(1, House::row(4), &[52, 55]);
        let finned = base.clone().only(1, House::row(0), &[12, 13, 15]);
        let found = told(&finned, |p, v| find(p, 2, v));
        assert!(found.contains(&"finned-x-wing r2c2<>1 r3c2<>1".into()), "{found:?}");
        let sashimi = base.clone().only(1, House::row(0), &[13, 15]);
        let found = told(&sashimi, |p, v| find(p, 2, v));
        assert!(found.contains(&"sashimi-x-wing r2c2<>1 r3c2<>1".into()), "{found:?}");
        // Fins in two boxes have nothing in common.
        let far = base.only(1, House::row(0), &[12, 13, 15, 18]);
        assert!(told(&far, |p, v| find(p, 2, v)).is_empty());
    }
}
