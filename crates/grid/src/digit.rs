//! Digits and sets of digits.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

/// A digit, `1` up to the size of its board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The digit written as this number, if it is one of 1 to 64.
    pub const fn from_number(number: u8) -> Option<Digit> {
        match NonZeroU8::new(number) {
            Some(v) if number <= 64 => Some(Digit(v)),
            _ => None,
        }
    }

    /// Its value, from 1.
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    /// Its place when digits are counted from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The digit at a place counted from 0.
    pub const fn from_index(index: usize) -> Option<Digit> {
        if index < 64 { Digit::from_number(index as u8 + 1) } else { None }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

/// A set of digits: bit `d - 1` stands for digit `d`.
///
/// ```
/// use sudolab_grid::{Digit, DigitSet};
/// let odd: DigitSet = [1, 3, 5].into_iter().filter_map(Digit::from_number).collect();
/// assert_eq!(odd.len(), 3);
/// assert_eq!((DigitSet::all(5) - odd).to_string(), "24");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DigitSet(u64);

impl DigitSet {
    /// No digit.
    pub const EMPTY: DigitSet = DigitSet(0);

    /// The digits 1 to `size`.
    pub const fn all(size: u8) -> DigitSet {
        if size >= 64 { DigitSet(u64::MAX) } else { DigitSet((1 << size) - 1) }
    }

    /// One digit.
    pub const fn only(digit: Digit) -> DigitSet {
        DigitSet(1 << digit.index())
    }

    /// The set whose bit `d - 1` tells whether digit `d` is in it.
    pub const fn from_bits(bits: u64) -> DigitSet {
        DigitSet(bits)
    }

    /// Bit `d - 1` tells whether digit `d` is in the set.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many digits.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the digit is in it.
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Puts a digit in.
    pub fn insert(&mut self, digit: Digit) {
        self.0 |= 1 << digit.index();
    }

    /// Takes a digit out.
    pub fn remove(&mut self, digit: Digit) {
        self.0 &= !(1 << digit.index());
    }

    /// The only digit, if there is just one.
    pub const fn single(self) -> Option<Digit> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// The smallest digit.
    pub const fn first(self) -> Option<Digit> {
        if self.0 == 0 { None } else { Digit::from_index(self.0.trailing_zeros() as usize) }
    }

    /// The digits in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Digit> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let digit = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(digit)
        })
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        let mut set = DigitSet::EMPTY;
        digits.into_iter().for_each(|d| set.insert(d));
        set
    }
}

impl BitAnd for DigitSet {
    type Output = DigitSet;
    fn bitand(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & other.0)
    }
}

impl BitOr for DigitSet {
    type Output = DigitSet;
    fn bitor(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 | other.0)
    }
}

impl Sub for DigitSet {
    type Output = DigitSet;
    fn sub(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & !other.0)
    }
}

impl Not for DigitSet {
    type Output = DigitSet;
    fn not(self) -> DigitSet {
        DigitSet(!self.0)
    }
}

impl BitAndAssign for DigitSet {
    fn bitand_assign(&mut self, other: DigitSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for DigitSet {
    fn bitor_assign(&mut self, other: DigitSet) {
        self.0 |= other.0;
    }
}

impl fmt::Display for DigitSet {
    /// The digits without separators where each is one character, else with blanks between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = self.0 >> 9 != 0;
        for (i, digit) in self.iter().enumerate() {
            if wide && i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_and_sixty_five_are_no_digits() {
        assert_eq!(Digit::from_number(0), None);
        assert_eq!(Digit::from_number(65), None);
        assert_eq!(Digit::from_number(64).map(Digit::value), Some(64));
    }

    #[test]
    fn a_set_lists_its_digits_in_order() {
        let set = DigitSet::from_bits(0b1_0000_0101);
        assert_eq!(set.iter().map(Digit::value).collect::<Vec<_>>(), [1, 3, 9]);
        assert_eq!(set.to_string(), "139");
        assert_eq!(DigitSet::all(64).len(), 64);
        assert_eq!(DigitSet::only(Digit::from_number(7).unwrap()).single(), Digit::from_number(7));
        assert_eq!(set.single(), None);
    }
}
