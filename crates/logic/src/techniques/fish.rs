//! X-Wing, swordfish, jellyfish, squirmbag: in `n` parallel lines a digit lies only
//! in `n` crossing lines, which lose it everywhere else.
//!
//! A base line may miss some of the crossings, but has at least two candidates.
//!
//! Order: columns as base, then rows; sets of base lines in ascending numerical
//! order; digits ascending.

use super::{Flow, subsets_within};
use crate::board::{Cells, Digit, House};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every basic fish of this size, 2 to 5; nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let Some(technique) = Technique::basic_fish(size) else {
        return ControlFlow::Continue(());
    };
    for (base_start, cover_start) in [(9, 0), (0, 9)] {
        // Which base lines can take part, by digit.
        let mut eligible = [0u16; 9];
        for digit in Digit::all() {
            for line in 0..9 {
                let places = position.places(House::new(base_start + line), digit);
                if (2..=size as u32).contains(&places.count_ones()) {
                    eligible[digit.index()] |= 1 << line;
                }
            }
        }
        // Few digits have enough lines, so the fish are found digit by digit and then
        // put in order.
        let mut found = Vec::new();
        for digit in Digit::all() {
            for lines in subsets_within(eligible[digit.index()], size) {
                let crossings =
                    (0..9).filter(|line| lines >> line & 1 != 0).fold(0, |set, line| {
                        set | position.places(House::new(base_start + line), digit)
                    });
                if crossings.count_ones() as usize == size {
                    found.push((lines, digit, crossings));
                }
            }
        }
        found.sort_unstable();
        for (lines, digit, crossings) in found {
            let (base, cover) = (houses_at(base_start, lines), houses_at(cover_start, crossings));
            let union = |houses: &[House]| {
                houses.iter().fold(Cells::EMPTY, |union, house| union.union(house.cells()))
            };
            let in_cover = position.cells_with(digit).intersection(union(&cover));
            let removed = in_cover.without(union(&base));
            if removed.is_empty() {
                continue;
            }
            visit(Step {
                technique,
                effect: Effect::remove_digit(removed, digit),
                reason: Reason::Fish { digit, base, cover, fins: Cells::EMPTY },
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn houses_at(start: usize, lines: u16) -> Vec<House> {
    (0..9).filter(|line| lines >> line & 1 != 0).map(|line| House::new(start + line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::techniques::first;

    /// A board on which the digit 1 lies in the given rows only in the first `size` columns.
    fn row_fish(size: usize) -> Position {
        let mut position = Position::empty();
        for row in [0, 2, 4, 6, 8].into_iter().take(size) {
            for column in size..9 {
                position.remove(Cell::at(row, column), Digit::new(0));
            }
        }
        position
    }

    #[test]
    fn every_size_is_found_where_it_was_laid_and_nowhere_else() {
        for size in 2..=5 {
            let step = first(&row_fish(size), |p, v| find(p, size, v)).expect("the fish");
            assert_eq!(step.technique, Technique::basic_fish(size).expect("2 to 5"));
            assert_eq!(step.effect.eliminations.len(), size * (9 - size));
            // The complement of a fish of five lines is one of four.
            for smaller in 2..size.min(9 - size) {
                assert_eq!(first(&row_fish(size), |p, v| find(p, smaller, v)), None);
            }
        }
    }
}
