//! Weighted sums between two bounds.
//!
//! The variables are divided into *cliques*: those that must all differ and count alike. A clique can
//! only take sums of that many different digits, so its possible sums come from the sets of digits
//! that fit its candidates (`subsets.rs`). Sums are kept as sets of bits; one pass forward over the
//! cliques and one backward say which sums each clique can contribute, and each clique strikes what
//! belongs to none of its sets with such a sum. With one variable for each clique this is exact.
//!
//! ```text
//! sums of cliques before  +  this clique  +  sums of cliques after   in  low … high
//!        bit s                  bit t                  bit u
//! ```
//!
//! What is beyond the upper bound matters to nobody, so a long sum fits as well when its bounds are
//! near its least sum; one whose bounds are near its largest is turned round first. Sums that do
//! not fit either way are treated by their bounds alone.

use super::propagator::{Mask, Nothing, Scratch, digits};
use super::sets_by_digit::SetsWithin;
use super::subsets::Subset;
use std::sync::Arc;

/// A weighted sum. Weights are shifted so that the least candidate of each clique counts 0.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) cliques: Box<[Clique]>,
    /// The bounds after the shift.
    pub(super) low: i64,
    pub(super) high: i64,
    /// Whether all sums up to the upper bound fit into a set of bits.
    pub(super) narrow: bool,
}

/// Variables that differ and count alike: a stretch of the propagator's list.
#[derive(Clone, Debug)]
pub(super) struct Clique {
    pub(super) from: usize,
    pub(super) to: usize,
    /// What each digit counts.
    pub(super) weights: Arc<[u32]>,
    /// How the digits of one variable become a set of sums.
    pub(super) ladder: Rungs,
    /// The digits, those that count least first.
    pub(super) order: Arc<[u8]>,
    /// The sets of as many digits as there are variables that some sum within the bounds needs;
    /// `None` when they are too many.
    pub(super) subsets: Option<Arc<[Subset]>>,
    /// The same by their digits, where they are few enough.
    pub(super) by_digit: Option<SetsWithin>,
    /// The places in the propagator's list of the variables that differ from all of its own.
    pub(super) onlookers: Box<[u16]>,
}

/// What the digits of a clique count, where that is a plain step from each to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rungs {
    /// One more for each digit, from this digit on.
    Up(u32),
    /// One less for each digit, down to this digit.
    Down(u32),
    /// Neither.
    Uneven,
}

impl Rungs {
    /// What digits with these weights make of a set of digits.
    pub(super) fn of(all: Mask, weights: &[u32]) -> Rungs {
        if all == 0 {
            return Rungs::Uneven;
        }
        let (first, last) = (all.trailing_zeros(), Mask::BITS - 1 - all.leading_zeros());
        if digits(all).all(|digit| weights[digit] == digit as u32 - first) {
            return Rungs::Up(first);
        }
        match digits(all).all(|digit| weights[digit] == last - digit as u32) {
            true => Rungs::Down(last),
            false => Rungs::Uneven,
        }
    }
}

/// A set of sums.
type Sums = u128;

impl Sum {
    /// More cliques are treated by their bounds alone.
    pub(super) const MOST_CLIQUES: usize = 24;

    /// Whether one walk each way strikes all there is.
    pub(super) fn is_done_at_once(&self) -> bool {
        self.narrow && self.cliques.iter().all(|clique| clique.n() == 1)
    }

    pub(super) fn filter(&self, local: &mut [Mask], scratch: &mut Scratch) -> Result<(), Nothing> {
        if self.narrow { self.filter_sets(local, scratch) } else { self.filter_bounds(local) }
    }

    fn filter_sets(&self, local: &mut [Mask], scratch: &mut Scratch) -> Result<(), Nothing> {
        const MOST: usize = Sum::MOST_CLIQUES;
        let n = self.cliques.len();
        let mut own = [0 as Sums; MOST];
        let mut fitting = [0u128; MOST];
        let mut before = [0 as Sums; MOST + 1];
        let mut marks = [0u32; MOST + 1];
        scratch.passing.clear();
        before[0] = 1;
        for (i, clique) in self.cliques.iter().enumerate() {
            let variables = &local[clique.from..clique.to];
            own[i] = match &clique.by_digit {
                Some(sets) => {
                    fitting[i] = sets.passing(variables);
                    sets.sums_of(fitting[i])
                }
                None => clique.sums(variables, &mut scratch.passing),
            };
            marks[i + 1] = scratch.passing.len() as u32;
            if own[i] == 0 {
                return Err(Nothing);
            }
            before[i + 1] = added(before[i], own[i]);
        }
        scratch.ticks += scratch.passing.len() as u64 / 8;
        let mut after = between(self.low, self.high);
        if before[n] & after == 0 {
            return Err(Nothing);
        }
        for (i, clique) in self.cliques.iter().enumerate().rev() {
            let good = own[i] & differences(after, before[i]);
            let passing = &scratch.passing[marks[i] as usize..marks[i + 1] as usize];
            if good != own[i] || !clique.is_told_by_sums() {
                let variables = &mut local[clique.from..clique.to];
                let sure = match &clique.by_digit {
                    Some(sets) => strike_sets(variables, sets, sets.with_sums(fitting[i], good))?,
                    None => clique.strike(variables, good, passing)?,
                };
                if sure != 0 {
                    for &place in &clique.onlookers {
                        let set = &mut local[usize::from(place)];
                        *set &= !sure;
                        if *set == 0 {
                            return Err(Nothing);
                        }
                    }
                }
            }
            if i > 0 {
                after = differences(after, good);
            }
        }
        Ok(())
    }

    fn filter_bounds(&self, local: &mut [Mask]) -> Result<(), Nothing> {
        let (mut least, mut most) = (0, 0);
        for clique in &self.cliques {
            let (low, high) = clique.extent(&local[clique.from..clique.to])?;
            least += low;
            most += high;
        }
        if least > self.high || most < self.low {
            return Err(Nothing);
        }
        if most <= self.high && least >= self.low {
            return Ok(());
        }
        for clique in &self.cliques {
            let (low, high) = clique.extent(&local[clique.from..clique.to])?;
            let good = (self.low - (most - high), self.high - (least - low));
            clique.strike_beyond(&mut local[clique.from..clique.to], good)?;
        }
        Ok(())
    }
}

impl Clique {
    fn n(&self) -> usize {
        self.to - self.from
    }

    /// Whether nothing can be struck while all its sums are good: each candidate has one of them.
    #[inline]
    fn is_told_by_sums(&self) -> bool {
        self.n() == 1 && self.ladder != Rungs::Uneven
    }

    /// The sums it can take, as far as they fit; which of its sets of digits go is added to
    /// `passing`.
    #[inline]
    fn sums(&self, local: &[Mask], passing: &mut Vec<u32>) -> Sums {
        if let &[only] = local {
            return match self.ladder {
                Rungs::Up(first) => Sums::from(only >> first),
                Rungs::Down(last) => Sums::from((only << (Mask::BITS - 1 - last)).reverse_bits()),
                Rungs::Uneven => {
                    let fitting = digits(only).filter(|&digit| self.weights[digit] < Sums::BITS);
                    fitting.fold(0, |sums, digit| sums | 1 << self.weights[digit])
                }
            };
        }
        let Some(subsets) = &self.subsets else {
            return match self.extent(local) {
                Ok((low, high)) => between(low, high),
                Err(Nothing) => 0,
            };
        };
        let (mut union, mut fixed) = (0, 0);
        for &set in local {
            union |= set;
            fixed |= if set.is_power_of_two() { set } else { 0 };
        }
        let mut sums = 0;
        for (at, subset) in subsets.iter().enumerate() {
            if subset.digits & !union == 0
                && fixed & !subset.digits == 0
                && local.iter().all(|set| set & subset.digits != 0)
            {
                sums |= 1 << subset.weight;
                passing.push(at as u32);
            }
        }
        sums
    }

    /// Strikes what belongs to none of the good sums. Returns the digits that stand here whatever comes.
    #[inline]
    fn strike(&self, local: &mut [Mask], good: Sums, passing: &[u32]) -> Result<Mask, Nothing> {
        if good == 0 {
            return Err(Nothing);
        }
        if let [only] = local {
            match self.ladder {
                // A variable has no more than 64 candidates.
                Rungs::Up(first) => *only &= (good as Mask) << first,
                Rungs::Down(last) => {
                    *only &= (good as Mask).reverse_bits() >> (Mask::BITS - 1 - last);
                }
                Rungs::Uneven => {
                    for digit in digits(*only) {
                        let weight = self.weights[digit];
                        if weight >= Sums::BITS || good >> weight & 1 == 0 {
                            *only &= !(1 << digit);
                        }
                    }
                }
            }
            return if *only == 0 { Err(Nothing) } else { Ok(0) };
        }
        let Some(subsets) = &self.subsets else {
            let low = i64::from(good.trailing_zeros());
            let high = i64::from(Sums::BITS - 1 - good.leading_zeros());
            return self.strike_beyond(local, (low, high)).map(|()| 0);
        };
        let (mut some, mut all) = (0, Mask::MAX);
        if let &mut [a, b] = local {
            // Two variables: exactly.
            let (mut first, mut second) = (0, 0);
            for &at in passing {
                let subset = &subsets[at as usize];
                if good >> subset.weight & 1 == 1 {
                    let one = subset.digits & subset.digits.wrapping_neg();
                    let other = subset.digits & !one;
                    let (straight, turned) =
                        (a & one != 0 && b & other != 0, a & other != 0 && b & one != 0);
                    if straight {
                        first |= one;
                        second |= other;
                    }
                    if turned {
                        first |= other;
                        second |= one;
                    }
                    if straight || turned {
                        all &= subset.digits;
                    }
                }
            }
            local[0] &= first;
            local[1] &= second;
            return if local[0] == 0 || local[1] == 0 { Err(Nothing) } else { Ok(all) };
        }
        for &at in passing {
            let subset = &subsets[at as usize];
            if good >> subset.weight & 1 == 1 {
                some |= subset.digits;
                all &= subset.digits;
            }
        }
        strike_digits(local, some, all)
    }

    /// Bounds of its sum: no variable counts less than its least candidate, and the digits differ.
    fn extent(&self, local: &[Mask]) -> Result<(i64, i64), Nothing> {
        let (mut low, mut high, mut union) = (0, 0, 0);
        for &set in local {
            if set == 0 {
                return Err(Nothing);
            }
            let (least, most) = self.range(set);
            low += least;
            high += most;
            union |= set;
        }
        let n = self.n();
        if n > 1 {
            if (union.count_ones() as usize) < n {
                return Err(Nothing);
            }
            let weight = |&digit: &u8| i64::from(self.weights[usize::from(digit)]);
            let here = |digit: &&u8| union >> **digit & 1 == 1;
            low = low.max(self.order.iter().filter(here).take(n).map(weight).sum());
            high = high.min(self.order.iter().rev().filter(here).take(n).map(weight).sum());
        }
        Ok((low, high))
    }

    /// The least and the largest a candidate counts.
    fn range(&self, set: Mask) -> (i64, i64) {
        let weights = digits(set).map(|digit| i64::from(self.weights[digit]));
        weights.fold((i64::MAX, 0), |(low, high), w| (low.min(w), high.max(w)))
    }

    /// Strikes what brings the clique beyond these sums.
    fn strike_beyond(&self, local: &mut [Mask], (low, high): (i64, i64)) -> Result<(), Nothing> {
        let (mut least, mut most) = (0, 0);
        for &set in local.iter() {
            let (l, m) = self.range(set);
            least += l;
            most += m;
        }
        for set in local.iter_mut() {
            let (l, m) = self.range(*set);
            for digit in digits(*set) {
                let weight = i64::from(self.weights[digit]);
                if least - l + weight > high || most - m + weight < low {
                    *set &= !(1 << digit);
                }
            }
            if *set == 0 {
                return Err(Nothing);
            }
        }
        Ok(())
    }
}

/// Strikes what belongs to none of these sets of digits. Returns the digits that all of them have.
#[inline]
fn strike_sets(local: &mut [Mask], by_digit: &SetsWithin, sets: u128) -> Result<Mask, Nothing> {
    if sets == 0 {
        return Err(Nothing);
    }
    if let &mut [a, b] = local {
        // Two variables: exactly.
        let (held, first, second) = by_digit.of_two(sets, a, b);
        if held == 0 {
            return Err(Nothing);
        }
        (local[0], local[1]) = (first, second);
        return Ok(by_digit.digits_of(held).1);
    }
    let (some, all) = by_digit.digits_of(sets);
    strike_digits(local, some, all)
}

/// Strikes what is none of `some`; a digit of `all` that only one variable can hold stands there. Returns
/// `all`.
#[inline]
fn strike_digits(local: &mut [Mask], some: Mask, all: Mask) -> Result<Mask, Nothing> {
    if some == 0 {
        return Err(Nothing);
    }
    let (mut once, mut twice) = (0, 0);
    for set in local.iter_mut() {
        *set &= some;
        if *set == 0 {
            return Err(Nothing);
        }
        twice |= once & *set;
        once |= *set;
    }
    if all & !once != 0 {
        return Err(Nothing);
    }
    let hidden = all & once & !twice;
    if hidden != 0 {
        for set in local.iter_mut() {
            let only = *set & hidden;
            if only != 0 {
                if !only.is_power_of_two() {
                    return Err(Nothing);
                }
                *set = only;
            }
        }
    }
    Ok(all)
}

/// The sums of one from each set.
#[inline]
fn added(a: Sums, b: Sums) -> Sums {
    let (mut few, many) = if a.count_ones() < b.count_ones() { (a, b) } else { (b, a) };
    let mut sums = 0;
    while few != 0 {
        sums |= many << few.trailing_zeros();
        few &= few - 1;
    }
    sums
}

/// What can be added to one of `b` to come to one of `a`.
#[inline]
fn differences(a: Sums, mut b: Sums) -> Sums {
    let mut sums = 0;
    while b != 0 {
        sums |= a >> b.trailing_zeros();
        b &= b - 1;
    }
    sums
}

/// The sums from `low` to `high`.
#[inline]
fn between(low: i64, high: i64) -> Sums {
    let (low, high) = (low.max(0), high.min(i64::from(Sums::BITS) - 1));
    if low > high {
        return 0;
    }
    (Sums::MAX >> (i64::from(Sums::BITS) - 1 - high)) & (Sums::MAX << low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_sums_add_and_subtract() {
        assert_eq!(added(0b101, 0b11), 0b1111);
        assert_eq!(added(1, 0), 0);
        assert_eq!(differences(0b1000, 0b110), 0b110);
        assert_eq!(between(1, 3), 0b1110);
        assert_eq!(between(-5, 0), 1);
        assert_eq!(between(4, 3), 0);
        assert_eq!(between(200, 300), 0);
        assert_eq!(between(0, 500), Sums::MAX);
    }
}
