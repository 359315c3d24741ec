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
        Demand::Order { line, others, before, ties, .. } => {
            let (mut first, mut last) = (0, 0);
            for other in others {
                let (less, equal, more) = comparisons(other, line, of);
                let may_tie = equal && *ties;
                if !(less || may_tie || more) {
                    return false;
                }
                first += usize::from(less && !may_tie && !more);
                last += usize::from(!less && !may_tie && more);
            }
            let possible = first..=others.len() - last;
            before.is_none_or(|before| possible.contains(&usize::from(before)))
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

/// Whether a word may come before another, be equal to it, or come after it.
fn comparisons(word: &[Cell], other: &[Cell], of: &dyn Fn(Cell) -> DigitSet) -> (bool, bool, bool) {
    let (mut less, mut more) = (false, false);
    for (&a, &b) in word.iter().zip(other).filter(|(a, b)| a != b) {
        let (ours, theirs) = (of(a), of(b));
        less |= ours.first() < theirs.iter().last();
        more |= ours.iter().last() > theirs.first();
        if (ours & theirs).is_empty() {
            return (less, false, more);
        }
    }
    (less, true, more)
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

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::Board;
    use sudolab_grid::random::Random;

    #[test]
    fn an_order_that_some_filling_keeps_is_never_refused_and_full_words_are_judged_exactly() {
        let board = Board::of_size(4).unwrap();
        let lowering = Lowering::new(&board);
        let mut random = Random::new(5);
        let (mut refused, mut kept) = (0, 0);
        for round in 0..3000 {
            let mut word =
                || -> Vec<Cell> { (0..2).map(|_| Cell::new(random.below(6) as usize)).collect() };
            let (line, others) = (word(), vec![word(), word(), word()]);
            let before = (random.below(5) < 4).then(|| random.below(4) as u16);
            let ties = before.is_some() && random.below(2) == 0;
            let demand = Demand::Order { line, others, before, ties, alike: None };
            let sets: Vec<DigitSet> = (0..6)
                .map(|_| match round % 3 {
                    0 => DigitSet::from_bits(1 << random.below(4)),
                    _ => DigitSet::from_bits(1 + u64::from(random.below(15))),
                })
                .collect();
            let may = may_be_kept(&demand, &|cell| sets[cell.index()], &lowering);
            let mut fillings = vec![Vec::new()];
            for set in &sets {
                let longer = |filling: &Vec<Digit>| {
                    let filling = filling.clone();
                    set.iter().map(move |digit| [filling.clone(), vec![digit]].concat())
                };
                fillings = fillings.iter().flat_map(longer).collect();
            }
            let some = fillings.into_iter().any(|mut filling| {
                filling.resize(lowering.n_variables(), filling[0]);
                demand.is_kept(&filling, &lowering)
            });
            assert!(may || !some, "{demand:?} {sets:?}");
            if round % 3 == 0 {
                assert_eq!(may, some, "{demand:?} {sets:?}");
            }
            refused += u32::from(!may);
            kept += u32::from(some);
        }
        assert!(refused > 300 && kept > 300, "{refused} {kept}");
    }
}
