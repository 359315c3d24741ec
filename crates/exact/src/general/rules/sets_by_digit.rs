//! Sets of digits, laid out so that all of a table are looked through at once.
//!
//! A set of sets is a word with a bit for each. For each digit it is known which sets have it, so the sets
//! that some variables can hold come of a few words, however many there are.

use super::propagator::{Mask, digits};
use super::subsets::Subset;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Digits are looked up so many at a time.
const CHUNK: u32 = 5;
const CHOICES: Mask = 1 << CHUNK;

/// Which sets of a table have a digit, and which have a sum.
#[derive(Clone, Debug)]
pub(super) struct SetsByDigit {
    /// The sets that have some of the digits of a chunk, for each choice of them, chunk after chunk.
    any: Box<[u128]>,
    /// Each sum that some set has, ascending, and the sets that have it.
    sums: Box<[(u32, u128)]>,
    digits: Mask,
}

impl SetsByDigit {
    /// Nothing where the sets are too many for a word.
    pub(super) fn of(sets: &[Subset]) -> Option<SetsByDigit> {
        if sets.len() > 128 {
            return None;
        }
        let mut has = [0u128; Mask::BITS as usize];
        let mut sums: Vec<(u32, u128)> = Vec::new();
        let mut all = 0;
        for (at, set) in sets.iter().enumerate() {
            digits(set.digits).for_each(|digit| has[digit] |= 1 << at);
            all |= set.digits;
            match sums.binary_search_by_key(&set.weight, |&(sum, _)| sum) {
                Ok(known) => sums[known].1 |= 1 << at,
                Err(place) => sums.insert(place, (set.weight, 1 << at)),
            }
        }
        let n_chunks = (Mask::BITS - all.leading_zeros()).div_ceil(CHUNK) as usize;
        let mut any = vec![0; n_chunks << CHUNK];
        for (at, chunk) in any.chunks_exact_mut(CHOICES as usize).enumerate() {
            let first = at * CHUNK as usize;
            // Each choice is a smaller one with its lowest digit more.
            for of in 1..CHOICES as usize {
                let digit = first + of.trailing_zeros() as usize;
                chunk[of] = chunk[of & (of - 1)] | has.get(digit).copied().unwrap_or(0);
            }
        }
        Some(SetsByDigit { any: any.into(), sums: sums.into(), digits: all })
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
}

/// The sets of a table whose sums lie between two bounds.
#[derive(Clone, Debug)]
pub(super) struct SetsWithin {
    table: Arc<SetsByDigit>,
    every: u128,
    /// The digits that some of them have.
    digits: Mask,
    /// The stretch of the table's sums.
    sums: (usize, usize),
    /// What counts nothing.
    shift: u32,
}

impl SetsWithin {
    /// The sets with such a sum, once every sum is `shift` less.
    pub(super) fn new(
        table: Arc<SetsByDigit>,
        wanted: RangeInclusive<i64>,
        shift: u32,
    ) -> SetsWithin {
        let counts = |sum: u32| i64::from(sum) - i64::from(shift);
        let from = table.sums.partition_point(|&(sum, _)| counts(sum) < *wanted.start());
        let to = table.sums.partition_point(|&(sum, _)| counts(sum) <= *wanted.end()).max(from);
        let every = table.sums[from..to].iter().fold(0, |every, (_, sets)| every | sets);
        let held = digits(table.digits).filter(|&digit| table.with(digit) & every != 0);
        let digits = held.fold(0, |all, digit| all | 1 << digit);
        SetsWithin { every, digits, sums: (from, to), shift, table }
    }

    fn sums(&self) -> &[(u32, u128)] {
        &self.table.sums[self.sums.0..self.sums.1]
    }

    /// The sets whose digits these variables can hold, as far as each variable by itself tells.
    #[inline]
    pub(super) fn passing(&self, local: &[Mask]) -> u128 {
        let (mut sets, mut union) = (self.every, 0);
        for &set in local {
            union |= set;
            if self.digits & !set != 0 {
                sets &= self.table.with_any(set);
            }
        }
        match self.digits & !union {
            0 => sets,
            gone => sets & !self.table.with_any(gone),
        }
    }

    /// The sums that these sets have, as bits.
    #[inline]
    pub(super) fn sums_of(&self, sets: u128) -> u128 {
        let some = self.sums().iter().filter(|(_, those)| those & sets != 0);
        some.fold(0, |sums, &(sum, _)| sums | 1 << (sum - self.shift))
    }

    /// Those of these sets that have one of the sums.
    #[inline]
    pub(super) fn with_sums(&self, sets: u128, good: u128) -> u128 {
        let fitting = self.sums().iter().filter(|&&(sum, _)| good >> (sum - self.shift) & 1 == 1);
        sets & fitting.fold(0, |all, (_, those)| all | those)
    }

    /// The digits that some of these sets have, and those that all have.
    #[inline]
    pub(super) fn digits_of(&self, sets: u128) -> (Mask, Mask) {
        let (mut some, mut all) = (0, 0);
        for digit in digits(self.digits) {
            let here = self.table.with(digit) & sets;
            some |= Mask::from(here != 0) << digit;
            all |= Mask::from(here == sets) << digit;
        }
        (some, all)
    }

    /// Those of these sets of two that two variables can hold, and what each variable then may be.
    #[inline]
    pub(super) fn of_two(&self, sets: u128, a: Mask, b: Mask) -> (u128, Mask, Mask) {
        let table = &self.table;
        let (mut held, mut first, mut second) = (0, 0, 0);
        for digit in digits(a & self.digits) {
            let here = sets & table.with(digit) & table.with_any(b & !(1 << digit));
            first |= Mask::from(here != 0) << digit;
            held |= here;
        }
        for digit in digits(b & self.digits) {
            let here = sets & table.with(digit) & table.with_any(a & !(1 << digit));
            second |= Mask::from(here != 0) << digit;
        }
        (held, first, second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threes() -> Vec<Subset> {
        let sets = (0u64..1 << 9).filter(|set| set.count_ones() == 3);
        sets.map(|set| Subset { digits: set, weight: digits(set).sum::<usize>() as u32 }).collect()
    }

    #[test]
    fn sets_are_found_as_by_looking_at_each() {
        let all = threes();
        let table = Arc::new(SetsByDigit::of(&all).expect("84 sets"));
        let within = SetsWithin::new(table, 4..=9, 3);
        let sums = |set: &&Subset| (7..=12).contains(&set.weight);
        for local in [[0x1ff, 0x1ff, 0x1ff], [0b1, 0b110, 0x1f0], [0b11, 0b11, 0b1100], [8, 8, 8]] {
            let union = local[0] | local[1] | local[2];
            let fits = |set: &&Subset| {
                set.digits & !union == 0 && local.iter().all(|l| l & set.digits != 0)
            };
            let naive: Vec<&Subset> = all.iter().filter(sums).filter(fits).collect();
            let passing = within.passing(&local);
            assert_eq!(passing.count_ones() as usize, naive.len(), "{local:?}");
            let told = naive.iter().fold(0u128, |sums, set| sums | 1 << (set.weight - 3));
            assert_eq!(within.sums_of(passing), told);
            let some = naive.iter().fold(0, |some, set| some | set.digits);
            assert_eq!(within.digits_of(passing).0, some);
            if let Some(sum) = naive.first().map(|set| set.weight) {
                let of_sum = naive.iter().filter(|set| set.weight == sum).count();
                let with = within.with_sums(passing, 1 << (sum - 3));
                assert_eq!(with.count_ones() as usize, of_sum);
            }
        }
    }

    #[test]
    fn more_sets_than_a_word_has_bits_are_refused() {
        let many: Vec<Subset> = (0..129).map(|digits| Subset { digits, weight: 0 }).collect();
        assert!(SetsByDigit::of(&many).is_none() && SetsByDigit::of(&many[1..]).is_some());
    }
}
