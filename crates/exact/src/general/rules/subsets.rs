//! Tables of the sets of so many digits, with what they count.

use super::propagator::{Mask, digits};
use super::sets_by_digit::SetsByDigit;
use std::collections::HashMap;
use std::sync::Arc;

/// A set of digits and the sum of what they count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Subset {
    pub(super) digits: Mask,
    pub(super) weight: u32,
}

/// Longer tables cost more than they tell.
const LONGEST: u64 = 1200;

/// What a table is made of: the digits, how many of them, and what each counts.
type Recipe = (Mask, usize, Arc<[u32]>);

/// The tables made so far.
#[derive(Debug, Default)]
pub(super) struct Tables {
    made: HashMap<Recipe, Option<Arc<[Subset]>>>,
    /// Tables by their digits, by the place of the table.
    by_digit: HashMap<usize, Option<Arc<SetsByDigit>>>,
    /// By the place of the table, which stays as long as `made` holds it, and the shift.
    shifted: HashMap<(usize, u32), Arc<[Subset]>>,
}

impl Tables {
    /// The sets of `n` of these digits, in ascending order; `None` when they are too many.
    pub(super) fn get(
        &mut self,
        all: Mask,
        n: usize,
        weights: &Arc<[u32]>,
    ) -> Option<Arc<[Subset]>> {
        let made = self.made.entry((all, n, weights.clone()));
        made.or_insert_with(|| {
            (choices(u64::from(all.count_ones()), n as u64) <= LONGEST).then(|| {
                let mut sets = Vec::new();
                choose(&digits(all).collect::<Vec<_>>(), n, 0, &mut sets);
                let weight = |set| digits(set).map(|digit| weights[digit]).sum();
                sets.into_iter().map(|digits| Subset { digits, weight: weight(digits) }).collect()
            })
        })
        .clone()
    }

    /// A table by its digits, if its sets are few enough.
    pub(super) fn by_digit(&mut self, sets: &Arc<[Subset]>) -> Option<Arc<SetsByDigit>> {
        let made = self.by_digit.entry(sets.as_ptr() as usize);
        made.or_insert_with(|| SetsByDigit::of(sets).map(Arc::new)).clone()
    }

    /// A table in which every set counts so much less.
    pub(super) fn shifted(&mut self, sets: &Arc<[Subset]>, by: u32) -> Arc<[Subset]> {
        if by == 0 {
            return sets.clone();
        }
        let made = self.shifted.entry((sets.as_ptr() as usize, by));
        let less = |set: &Subset| Subset { weight: set.weight - by, ..*set };
        made.or_insert_with(|| sets.iter().map(less).collect()).clone()
    }
}

fn choose(from: &[usize], n: usize, chosen: Mask, sets: &mut Vec<Mask>) {
    if n == 0 {
        sets.push(chosen);
        return;
    }
    for (i, &digit) in from.iter().enumerate() {
        if from.len() - i >= n {
            choose(&from[i + 1..], n - 1, chosen | 1 << digit, sets);
        }
    }
}

/// How many sets of `k` of `n` things there are, or more than anyone wants.
fn choices(n: u64, k: u64) -> u64 {
    let k = k.min(n.saturating_sub(k));
    (0..k).fold(1u64, |all, i| all.saturating_mul(n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_each_set_once_with_its_sum() {
        let weights: Arc<[u32]> = (0..9).collect();
        let mut tables = Tables::default();
        let three = tables.get(0x1ff, 3, &weights).unwrap();
        assert_eq!(three.len(), 84);
        let sum_of_all: u32 = three.iter().map(|set| set.weight).sum();
        assert_eq!(sum_of_all, 84 * 12);
        assert!(three.iter().all(|set| set.digits.count_ones() == 3));
        assert!(tables.get(0x1ff, 10, &weights).unwrap().is_empty());
        let many: Arc<[u32]> = (0..25).collect();
        assert!(tables.get(0x1ff_ffff, 12, &many).is_none());
    }
}
