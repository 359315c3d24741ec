//! Sets of candidates as nine planes of cells, one per digit.

use sudolab_grid::nine::{Candidate, Cell, Digit};

/// A candidate packed as `digit << 7 | cell`: both parts come out with one shift or
/// mask, and the number indexes tables of [`N_CODES`] entries.
pub(crate) type Code = u16;

/// One more than the largest code.
pub(crate) const N_CODES: usize = 9 << 7;

#[inline]
pub(crate) const fn code(cell: Cell, digit: Digit) -> Code {
    (digit.index() << 7 | cell.index()) as Code
}

#[inline]
pub(crate) const fn cell_of(code: Code) -> Cell {
    Cell::new((code & 127) as usize)
}

#[inline]
pub(crate) const fn digit_of(code: Code) -> Digit {
    Digit::from_index((code >> 7) as usize)
}

#[inline]
pub(crate) const fn candidate_of(code: Code) -> Candidate {
    Candidate::new(cell_of(code), digit_of(code))
}

/// A set of candidates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Planes(pub [u128; 9]);

impl Planes {
    pub(crate) const EMPTY: Self = Self([0; 9]);

    #[inline]
    pub(crate) fn contains(&self, code: Code) -> bool {
        self.0[(code >> 7) as usize] >> (code & 127) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, code: Code) {
        self.0[(code >> 7) as usize] |= 1 << (code & 127);
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, plane| any | plane) == 0
    }

    #[inline]
    pub(crate) fn unite(&mut self, other: &Self) {
        for (plane, more) in self.0.iter_mut().zip(&other.0) {
            *plane |= more;
        }
    }

    #[inline]
    pub(crate) fn intersect(&mut self, other: &Self) {
        for (plane, more) in self.0.iter_mut().zip(&other.0) {
            *plane &= more;
        }
    }

    /// The codes in the set, digit by digit.
    pub(crate) fn codes(&self) -> impl Iterator<Item = Code> + '_ {
        self.0.iter().enumerate().flat_map(|(digit, &plane)| {
            let mut rest = plane;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let cell = rest.trailing_zeros() as Code;
                rest &= rest - 1;
                Some((digit as Code) << 7 | cell)
            })
        })
    }

    /// The candidates in the set, cell by cell and digit by digit within a cell.
    pub(crate) fn candidates(&self) -> Vec<Candidate> {
        let mut list: Vec<Candidate> = self.codes().map(candidate_of).collect();
        list.sort_unstable();
        list
    }
}
