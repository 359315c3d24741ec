//! Whether a demand may still be kept, each variable taken by itself.
//!
//! A plain reading of candidates that errs on one side only: what is refused here no filling keeps.
//! With one digit in every variable the answer is exact.

use sudolab_grid::rule::{Automaton, Demand, Lowering};
use sudolab_grid::{Cell, Digit, DigitSet};

/// Whether some filling of these candidates may keep the demand.
pub(super) fn may_be_kept(
    demand: &Demand,
    of: &dyn Fn(Cell) -> DigitSet,
    lowering: &Lowering,
) -> bool {
    match demand {
        Demand::Different(cells) => {
            let (mut used, mut all) = (DigitSet::EMPTY, DigitSet::EMPTY);
            let fresh = cells.iter().map(|&cell| of(cell)).all(|set| {
                all |= set;
                match set.single() {
                    Some(digit) if used.contains(digit) => false,
                    Some(digit) => {
                        used.insert(digit);
                        true
                    }
                    None => !set.is_empty(),
                }
            });
            fresh && all.len() >= cells.len()
        }
        Demand::Allowed { cell, digits } => !(of(*cell) & *digits).is_empty(),
        Demand::Pair { a, b, table } => {
            let second = of(*b);
            of(*a).iter().any(|digit| {
                let allowed = table.get(digit.index()).copied().unwrap_or_default();
                match a == b {
                    true => allowed.contains(digit),
                    false => !(allowed & second).is_empty(),
                }
            })
        }
        Demand::Sum { terms, low, high } => {
            let (mut least, mut most) = (0, 0);
            for &(cell, weight) in terms {
                let worth = |digit| i64::from(weight) * lowering.value(cell, digit);
                let set = of(cell);
                least += set.iter().map(worth).min().unwrap_or(0);
                most += set.iter().map(worth).max().unwrap_or(0);
            }
            least <= *high && most >= *low
        }
        Demand::Line { cells, automaton } => is_readable(cells, automaton, of),
        Demand::Among { cells, multiset } => multiset.iter().all(|&(digit, low, high)| {
            let sets = cells.iter().map(|&cell| of(cell));
            let certain = sets.clone().filter(|set| set.single() == Some(digit)).count();
            let possible = sets.filter(|set| set.contains(digit)).count();
            certain <= usize::from(high) && possible >= usize::from(low)
        }),
        Demand::Either(ways) => {
            ways.iter().any(|way| way.iter().all(|demand| may_be_kept(demand, of, lowering)))
        }
        demand => {
            let cells = super::ground::variables(demand);
            let held: Option<Vec<Digit>> = cells.iter().map(|&cell| of(cell).single()).collect();
            let Some(held) = held else { return true };
            let first = Digit::from_index(0).expect("there is a first digit");
            let mut all = vec![first; lowering.n_variables()];
            for (cell, digit) in cells.into_iter().zip(held) {
                all[cell.index()] = digit;
            }
            demand.is_kept(&all, lowering)
        }
    }
}

/// Whether some word of these candidates is accepted.
fn is_readable(cells: &[Cell], automaton: &Automaton, of: &dyn Fn(Cell) -> DigitSet) -> bool {
    let mut now = vec![false; automaton.n_states()];
    automaton.start().iter().for_each(|&state| now[usize::from(state)] = true);
    for &cell in cells {
        let set = of(cell);
        let mut next = vec![false; now.len()];
        for state in (0..now.len()).filter(|&state| now[state]) {
            for &(digits, to) in automaton.arcs(state as u16) {
                if !(digits & set).is_empty() {
                    next[usize::from(to)] = true;
                }
            }
        }
        now = next;
    }
    (0..now.len()).any(|state| now[state] && automaton.is_accepting(state as u16))
}
