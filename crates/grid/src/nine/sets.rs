//! Sets of digits and of cells, one machine word each.

use super::{Cell, Digit, House};
use std::fmt;

/// A set of members with numbers below a bound, one bit for each.
macro_rules! packed_set {
    ($(#[$doc:meta])* $set:ident($bits:ty) of $member:ident, $n:literal; $iter:ident: $order:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $set($bits);

        impl $set {
            /// None.
            pub const EMPTY: Self = Self(0);
            /// All there are.
            pub const ALL: Self = Self((1 << $n) - 1);

            /// The set with these bits, bit 0 for the first member; bits above the last are dropped.
            #[inline]
            pub const fn from_bits(bits: $bits) -> Self {
                Self(bits & Self::ALL.0)
            }

            /// The bits of the set.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// The set of this one member.
            #[inline]
            pub const fn only(member: $member) -> Self {
                Self(1 << member.0)
            }

            /// Number of members.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether the set has no member.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether it is in the set.
            #[inline]
            pub const fn contains(self, member: $member) -> bool {
                self.0 >> member.0 & 1 != 0
            }

            /// The first member.
            #[inline]
            pub const fn first(self) -> Option<$member> {
                if self.0 == 0 { None } else { Some($member(self.0.trailing_zeros() as u8)) }
            }

            /// Adds a member.
            #[inline]
            pub const fn insert(&mut self, member: $member) {
                self.0 |= 1 << member.0;
            }

            /// Takes a member away.
            #[inline]
            pub const fn remove(&mut self, member: $member) {
                self.0 &= !(1 << member.0);
            }

            /// What is in either set.
            #[inline]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// What is in both sets.
            #[inline]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// What is in this set and not in the other.
            #[inline]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl IntoIterator for $set {
            type Item = $member;
            type IntoIter = $iter;

            #[inline]
            fn into_iter(self) -> $iter {
                $iter(self.0)
            }
        }

        impl FromIterator<$member> for $set {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> Self {
                let mut set = Self::EMPTY;
                for member in members {
                    set.insert(member);
                }
                set
            }
        }

        impl fmt::Debug for $set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        #[doc = concat!("The members of a set, ", $order, ".")]
        #[derive(Clone, Debug)]
        pub struct $iter($bits);

        impl Iterator for $iter {
            type Item = $member;

            #[inline]
            fn next(&mut self) -> Option<$member> {
                if self.0 == 0 {
                    return None;
                }
                let member = $member(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(member)
            }
        }
    };
}

packed_set! {
    /// A set of digits.
    Digits(u16) of Digit, 9; DigitsIter: "ascending"
}

packed_set! {
    /// A set of cells.
    Cells(u128) of Cell, 81; CellsIter: "row by row"
}

impl Digits {
    /// The digit, when there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Digit> {
        if self.0 != 0 && self.0 & (self.0 - 1) == 0 { self.first() } else { None }
    }
}

impl Cells {
    /// The bits of the set in two words: the first 64 cells, the last 17.
    #[inline]
    pub const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// The bits of the set band by band: 27 cells in each word.
    #[inline]
    pub const fn bands(self) -> [u32; 3] {
        const BAND: u128 = (1 << 27) - 1;
        [(self.0 & BAND) as u32, (self.0 >> 27 & BAND) as u32, (self.0 >> 54 & BAND) as u32]
    }

    /// Whether every cell of this set is in the other.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set without its first cell.
    #[inline]
    pub const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The cells seen by every cell of this set; all cells for the empty set.
    #[inline]
    pub fn common_peers(self) -> Self {
        self.into_iter().fold(Self::ALL, |seen, cell| seen.intersection(cell.peers()))
    }

    /// The houses that hold every cell of this set.
    pub fn common_houses(self) -> impl Iterator<Item = House> {
        House::all().filter(move |house| self.is_subset(house.cells()))
    }
}
