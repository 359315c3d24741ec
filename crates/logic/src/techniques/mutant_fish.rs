//! Mutant fish: any rows, columns and boxes as base, any as cover.
//!
//! Up to four houses all bases and covers are gone through, as for Franken fish
//! ([`super::franken_fish`]). For five and six the search goes from the place that is to lose the digit. Suppose the digit is there:
//! then its peers do not hold it. If now some `n` houses, none of which holds the place,
//! keep all their places inside `n - 1` others and share none, the digit is short of
//! houses, so the supposition was wrong. These `n` houses are the base, the `n - 1`
//! others and a house of the place itself are the cover, and the base places that went
//! with the supposition are fins unless covered. That finds every fish whose fins the
//! place sees, and needs no search over bases: for a set of `n - 1` covers the base
//! houses can be read off.
//!
//! A fish is mutant when it is neither a plain nor a Franken fish: base or cover has both
//! rows and columns, or both have rows (columns). Others go under simpler names and are
//! left out. At most five fins, as for Franken fish.
//!
//! Order: digits; places (from five houses on); base and cover houses, rows, columns,
//! boxes. Large fish swarm on an open board: after a set number of tries the search gives
//! up.

use super::Flow;
use super::franken_fish::{self, MAX_ENDO_FINS, MAX_FINS, is_franken};
use crate::board::{Cell, Cells, Digit, House};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Number of cover and base houses tried before the search gives up: some 100 ms.
const MOST_TRIES: usize = 2_500_000;

/// Number of covers tried before the search through all bases gives up.
const MOST_COVERS: usize = 20_000_000;

/// The number of base houses of a mutant fish.
pub fn size(technique: Technique) -> Option<usize> {
    use Technique as T;
    Some(match technique {
        T::MutantXWing | T::FinnedMutantXWing => 2,
        T::MutantSwordfish | T::FinnedMutantSwordfish => 3,
        T::MutantJellyfish | T::FinnedMutantJellyfish => 4,
        T::MutantSquirmbag | T::FinnedMutantSquirmbag => 5,
        T::MutantWhale | T::FinnedMutantWhale => 6,
        _ => return None,
    })
}

/// Hands out mutant fish of this size, 2 to 6, plain ones only or finned ones too; nothing
/// for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    finned: bool,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    use Technique as T;
    let names = match size {
        2 => [T::MutantXWing, T::FinnedMutantXWing],
        3 => [T::MutantSwordfish, T::FinnedMutantSwordfish],
        4 => [T::MutantJellyfish, T::FinnedMutantJellyfish],
        5 => [T::MutantSquirmbag, T::FinnedMutantSquirmbag],
        6 => [T::MutantWhale, T::FinnedMutantWhale],
        _ => return ControlFlow::Continue(()),
    };
    if size <= 4 {
        let most_fins = if finned { MAX_FINS } else { 0 };
        return franken_fish::find_mutant(position, size, names, most_fins, MOST_COVERS, visit);
    }
    let mut tries = 0;
    for digit in Digit::all() {
        let all = position.cells_with(digit);
        for target in all {
            let left = all.without(target.peers()).without(Cells::only(target));
            let houses: Vec<(House, Cells)> = House::all()
                .filter(|house| !house.cells().contains(target))
                .map(|house| (house, left.intersection(house.cells())))
                .filter(|(house, _)| !position.cells_with_in(digit, *house).is_empty())
                .collect();
            let houses = &houses;
            let tries = &mut tries;
            let mut search = Search { position, digit, target, size, names, houses, tries, visit };
            search.choose(0, &mut Vec::new(), Cells::EMPTY)?;
        }
    }
    ControlFlow::Continue(())
}

struct Search<'a, V: ?Sized> {
    position: &'a Position,
    digit: Digit,
    target: Cell,
    size: usize,
    names: [Technique; 2],
    /// Houses without the target, with the places left in them.
    houses: &'a [(House, Cells)],
    tries: &'a mut usize,
    visit: &'a mut V,
}

impl<V: FnMut(Step) -> Flow + ?Sized> Search<'_, V> {
    /// Adds cover houses up to one less than the size.
    fn choose(&mut self, from: usize, cover: &mut Vec<usize>, covered: Cells) -> Flow {
        if cover.len() + 1 == self.size {
            return self.read_base(cover, covered);
        }
        for index in from..self.houses.len() {
            let cells = self.houses[index].1;
            // A cover that covers nothing new makes a larger fish of a smaller one.
            if cells.without(covered).is_empty() {
                continue;
            }
            self.count()?;
            cover.push(index);
            let flow = self.choose(index + 1, cover, covered.union(cells));
            cover.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Counts a try; breaks off when there were too many.
    fn count(&mut self) -> Flow {
        *self.tries += 1;
        if *self.tries > MOST_TRIES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn read_base(&mut self, cover: &[usize], covered: Cells) -> Flow {
        let inside: Vec<(House, Cells)> = self
            .houses
            .iter()
            .enumerate()
            .filter(|(index, (_, cells))| !cover.contains(index) && cells.is_subset(covered))
            .map(|(_, &house)| house)
            .collect();
        if inside.len() < self.size {
            return ControlFlow::Continue(());
        }
        let mut base = Vec::with_capacity(self.size);
        self.choose_base(&inside, &mut base, Cells::EMPTY, cover)
    }

    /// Picks houses without common places.
    fn choose_base(
        &mut self,
        inside: &[(House, Cells)],
        base: &mut Vec<House>,
        taken: Cells,
        cover: &[usize],
    ) -> Flow {
        if base.len() == self.size {
            return self.hand_out(base, cover);
        }
        for (index, &(house, cells)) in inside.iter().enumerate() {
            if inside.len() - index + base.len() < self.size {
                break;
            }
            if cells.intersection(taken).is_empty() {
                self.count()?;
                base.push(house);
                let flow = self.choose_base(&inside[index + 1..], base, taken.union(cells), cover);
                base.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    fn hand_out(&mut self, base: &[House], cover: &[usize]) -> Flow {
        let all = self.position.cells_with(self.digit);
        let cells_of = |houses: &[House]| {
            houses.iter().fold(Cells::EMPTY, |set, house| set.union(house.cells()))
        };
        let in_base = all.intersection(cells_of(base));
        let twice = base.iter().enumerate().fold(Cells::EMPTY, |twice, (index, house)| {
            twice.union(house.cells().intersection(cells_of(&base[..index])))
        });
        let endo_fins = twice.intersection(all);
        if endo_fins.len() > MAX_ENDO_FINS {
            return ControlFlow::Continue(());
        }
        for last in self.target.houses() {
            let mut houses: Vec<House> = cover.iter().map(|&c| self.houses[c].0).collect();
            houses.push(last);
            let in_cover = cells_of(&houses);
            let fins = in_base.without(in_cover).union(endo_fins);
            if is_franken(base, &houses) || fins.len() > MAX_FINS {
                continue;
            }
            // Everything the fish removes, the target among it.
            let covered_twice =
                houses.iter().enumerate().fold(Cells::EMPTY, |twice, (i, house)| {
                    twice.union(house.cells().intersection(cells_of(&houses[..i])))
                });
            let losing = in_cover.without(in_base).union(covered_twice).intersection(all);
            let seen = if fins.is_empty() { Cells::ALL } else { fins.common_peers() };
            (self.visit)(Step {
                technique: self.names[usize::from(!fins.is_empty())],
                effect: Effect::remove_digit(losing.intersection(seen), self.digit),
                reason: Reason::Fish {
                    digit: self.digit,
                    base: base.to_vec(),
                    cover: houses,
                    fins,
                },
            })?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::regression::Case;

    const JELLYFISH: &str = ":0362:4:....27.3+9+3.164+9+2...9+2..+5..+6+13.9...28+9.8..+26+1..+25..13+9...+9+2.8.5+3.....39622.+3.+9...1:447 772 781 782 792 892:417::";

    #[test]
    fn a_finned_mutant_jellyfish_is_found_and_confirmed() {
        let case = Case::read(JELLYFISH).expect("a good line").expect("no comment");
        let mut found = false;
        let _ = find(&case.position, 4, true, &mut |step| {
            assert_eq!(check(&case.position, &step), Ok(()));
            found |= step.effect.eliminations == case.eliminations;
            ControlFlow::Continue(())
        });
        assert!(found);
    }

    #[test]
    fn the_first_position_of_a_puzzle_of_singles_has_no_small_mutant_fish() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let mut position = Position::from_line(line).expect("a puzzle");
        while let Some((_, single, _)) = position.first_hidden_single() {
            position.place(single.cell, single.digit);
        }
        let first = super::super::first(&position, |p, visit| find(p, 2, true, visit));
        assert_eq!(first, None);
    }
}
