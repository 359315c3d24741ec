//! How often each digit occurs, where that is one of few numbers.
//!
//! Of every digit it is known which numbers of times it may occur at all ("not at all or five
//! times"), how often it stands already, and in how many places it may still stand. All numbers
//! together are the number of variables, so one pass forward over the digits and one backward, over
//! sets of totals kept as bits, leave each digit the numbers that fit with the others. The largest
//! strikes the digit elsewhere, the least puts it where no other place is left.
//!
//! A digit cannot stand twice among variables that differ: *families* divide the variables into
//! such sets, and a digit occurs at most once in each.

use super::propagator::{Mask, Nothing, Scratch, digits};

/// The numbers of times digits may occur.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// Each digit (one bit) that may occur, and the numbers of times, as bits.
    pub(super) digits: Box<[(Mask, u64)]>,
    /// For each family the set each variable belongs to.
    pub(super) families: Box<[Box<[u8]>]>,
}

impl Tally {
    /// More variables or digits are left to counts of their own.
    pub(super) const MOST_VARIABLES: usize = 63;
    pub(super) const MOST_DIGITS: usize = 32;
    /// The most sets of a family.
    pub(super) const MOST_SETS: usize = 64;

    pub(super) fn filter(&self, local: &mut [Mask], scratch: &mut Scratch) -> Result<(), Nothing> {
        const MOST: usize = Tally::MOST_DIGITS;
        let n = self.digits.len();
        let mut numbers = [0u64; MOST];
        let mut before = [0u64; MOST + 1];
        before[0] = 1;
        scratch.ticks += (n * local.len() * (1 + self.families.len())) as u64 / 8;
        for (i, &(digit, allowed)) in self.digits.iter().enumerate() {
            let (mut fixed, mut most) = (0, 0);
            for &set in local.iter() {
                most += u32::from(set & digit != 0);
                fixed += u32::from(set == digit);
            }
            for family in &self.families {
                most = most.min(met(family, local, digit).count_ones());
            }
            if fixed > most {
                return Err(Nothing);
            }
            numbers[i] = allowed & (u64::MAX >> (63 - most)) & (u64::MAX << fixed);
            before[i + 1] = added(before[i], numbers[i]);
        }
        let all = local.len();
        if before[n] >> all & 1 == 0 {
            return Err(Nothing);
        }
        let mut after = 1u64 << all;
        for (i, &(digit, _)) in self.digits.iter().enumerate().rev() {
            let good = numbers[i] & differences(after, before[i]);
            if good == 0 {
                return Err(Nothing);
            }
            after = differences(after, good);
            self.settle(local, digit, good.trailing_zeros(), 63 - good.leading_zeros())?;
        }
        Ok(())
    }

    /// A digit occurs between so many and so many times.
    fn settle(
        &self,
        local: &mut [Mask],
        digit: Mask,
        least: u32,
        most: u32,
    ) -> Result<(), Nothing> {
        let (mut fixed, mut possible) = (0, 0);
        for &set in local.iter() {
            possible += u32::from(set & digit != 0);
            fixed += u32::from(set == digit);
        }
        if fixed > most || possible < least {
            return Err(Nothing);
        }
        if fixed == possible {
            return Ok(());
        }
        if fixed == most {
            for set in local.iter_mut().filter(|set| **set != digit) {
                *set &= !digit;
            }
        } else if possible == least {
            for set in local.iter_mut().filter(|set| **set & digit != 0) {
                *set = digit;
            }
        } else {
            for family in &self.families {
                let (mut once, mut twice) = (0u64, 0u64);
                for (&number, _) in family.iter().zip(&*local).filter(|(_, s)| **s & digit != 0) {
                    twice |= once & 1 << number;
                    once |= 1 << number;
                }
                if once.count_ones() < least {
                    return Err(Nothing);
                }
                let alone = once & !twice;
                if once.count_ones() == least && alone != 0 {
                    for (&number, set) in family.iter().zip(local.iter_mut()) {
                        if *set & digit != 0 && alone >> number & 1 == 1 {
                            *set = digit;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// The sets of a family in which a digit may stand.
fn met(family: &[u8], local: &[Mask], digit: Mask) -> u64 {
    let places = family.iter().zip(local).filter(|(_, set)| **set & digit != 0);
    places.fold(0, |met, (&number, _)| met | 1 << number)
}

/// The totals of one from each set.
fn added(a: u64, b: u64) -> u64 {
    digits(b).fold(0, |all, by| all | a << by)
}

/// What can be added to one of `b` to come to one of `a`.
fn differences(a: u64, b: u64) -> u64 {
    digits(b).fold(0, |all, by| all | a >> by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_decide_which_digits_occur() {
        // Five variables; 1, 2, 3 and 4 occur that often or not at all: 1 + 4 or 2 + 3.
        let none_or = |value: u32| (1 << (value - 1), 1 | 1u64 << value);
        let digits = [none_or(1), none_or(2), none_or(3), none_or(4)].into();
        let tally = Tally { digits, families: [].into() };
        let mut local = [0b0010, 0b1111, 0b1111, 0b1111, 0b1111];
        assert_eq!(tally.filter(&mut local, &mut Scratch::default()), Ok(()));
        // 2 is there, so 3 comes with it, and neither 1 nor 4.
        assert_eq!(local, [0b0010, 0b0110, 0b0110, 0b0110, 0b0110]);
        // With the variables in two sets of which each holds a digit once, 3 has no room.
        let sets: Box<[u8]> = [0, 0, 0, 1, 1].into();
        let tally = Tally { families: [sets].into(), ..tally };
        assert_eq!(tally.filter(&mut local, &mut Scratch::default()), Err(Nothing));
    }
}
