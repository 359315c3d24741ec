//! Tables of the sets of so many digits, with what they count.

use super::propagator::{Mask, digits};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A set of digits and the sum of what they count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Subset {
    pub(super) digits: Mask,
    pub(super) weight: u32,
}

/// Digits are looked up so many at a time.
const CHUNK: u32 = 5;
const CHOICES: Mask = 1 << CHUNK;

/// Which sets of a table have a digit, and which have a sum: a set of sets is a word, so that all of them
/// are looked through at once.
#[derive(Clone, Debug)]
pub(super) struct SetsByDigit {
    /// The sets that have some of the digits of a chunk, for each choice of them, chunk after chunk.
    any: Box<[u128]>,
    /// Each sum that some set has, ascending, and the sets that have it.
    sums: Box<[(u32, u128)]>,
    every: u128,
    digits: Mask,
}

impl SetsByDigit {
    /// Nothing where the sets are too many for a word.
    pub(super) fn of(sets: &[Subset]) -> Option<SetsByDigit> {
        if sets.len() > 128 {
            return None;
        }
        let all = sets.iter().fold(0, |all, set| all | set.digits);
        let mut has = [0; Mask::BITS as usize];
        let mut sums: BTreeMap<u32, u128> = BTreeMap::new();
        for (at, set) in sets.iter().enumerate() {
            digits(set.digits).for_each(|digit| has[digit] |= 1 << at);
            *sums.entry(set.weight).or_default() |= 1 << at;
        }
        let every = sums.values().fold(0, |every, sets| every | sets);
        let n_chunks = (Mask::BITS - all.leading_zeros()).div_ceil(CHUNK) as usize;
        let mut any = vec![0; n_chunks << CHUNK];
        for (at, sets) in any.iter_mut().enumerate() {
            let (chunk, of) = (at >> CHUNK, at as Mask & (CHOICES - 1));
            let first = chunk * CHUNK as usize;
            *sets = digits(of)
                .fold(0, |sets, digit| sets | has.get(first + digit).copied().unwrap_or(0));
        }
        Some(SetsByDigit { any: any.into(), sums: sums.into_iter().collect(), every, digits: all })
    }

    /// The sets that have a digit.
    #[inline]
    fn with(&self, digit: usize) -> u128 {
        let (chunk, bit) = (digit / CHUNK as usize, digit % CHUNK as usize);
        self.any[(chunk << CHUNK) + (1 << bit)]
    }

    /// The sets with some of these digits.
    #[inline]
    fn with_any(&self, of: Mask) -> u128 {
        let (mut sets, mut rest) = (0, of);
        for chunk in self.any.chunks_exact(CHOICES as usize) {
            sets |= chunk[(rest & (CHOICES - 1)) as usize];
            rest >>= CHUNK;
        }
        sets
    }

    /// The sets whose digits these variables can hold, as far as each variable by itself tells.
    #[inline]
    pub(super) fn passing(&self, local: &[Mask]) -> u128 {
        let (mut sets, mut union) = (self.every, 0);
        for &set in local {
            union |= set;
            if self.digits & !set != 0 {
                sets &= self.with_any(set);
            }
        }
        sets & !self.with_any(!union)
    }

    /// The sums that these sets have, as bits.
    #[inline]
    pub(super) fn sums_of(&self, sets: u128) -> u128 {
        let some = self.sums.iter().filter(|(_, those)| those & sets != 0);
        some.fold(0, |sums, &(sum, _)| sums | 1 << sum)
    }

    /// Those of these sets that have one of the sums.
    #[inline]
    pub(super) fn with_sums(&self, sets: u128, good: u128) -> u128 {
        let fitting = self.sums.iter().filter(|&&(sum, _)| good >> sum & 1 == 1);
        sets & fitting.fold(0, |all, (_, those)| all | those)
    }

    /// The digits that some of these sets have, and those that all have.
    #[inline]
    pub(super) fn digits_of(&self, sets: u128) -> (Mask, Mask) {
        let (mut some, mut all) = (0, 0);
        for digit in digits(self.digits) {
            let here = self.with(digit) & sets;
            some |= Mask::from(here != 0) << digit;
            all |= Mask::from(here == sets) << digit;
        }
        (some, all)
    }

    /// Those of these sets of two that two variables can hold, and what each variable then may be.
    #[inline]
    pub(super) fn of_two(&self, sets: u128, a: Mask, b: Mask) -> (u128, Mask, Mask) {
        let (mut held, mut first, mut second) = (0, 0, 0);
        for digit in digits(a & self.digits) {
            let here = sets & self.with(digit) & self.with_any(b & !(1 << digit));
            first |= Mask::from(here != 0) << digit;
            held |= here;
        }
        for digit in digits(b & self.digits) {
            let here = sets & self.with(digit) & self.with_any(a & !(1 << digit));
            second |= Mask::from(here != 0) << digit;
        }
        (held, first, second)
    }
}

/// Longer tables cost more than they tell.
const LONGEST: u64 = 1200;

/// What a table is made of: the digits, how many of them, and what each counts.
type Recipe = (Mask, usize, Arc<[u32]>);

/// The tables made so far.
#[derive(Debug, Default)]
pub(super) struct Tables {
    made: HashMap<Recipe, Option<Arc<[Subset]>>>,
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
