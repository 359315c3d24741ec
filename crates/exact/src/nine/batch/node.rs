//! A search node at rest: the 729 candidates of one puzzle in twelve words.
//!
//! ```text
//! word 0..9    digit d: cells 0 to 63, one bit each
//! word 9..12   digits 3g, 3g+1, 3g+2: cells 64 to 80
//!
//!   bit 63          51 50       34 33       17 16        0
//!       |  13 unused  | digit 3g+2 | digit 3g+1 | digit 3g  |
//! ```
//!
//! 96 bytes, a line and a half of cache. The layout is what the transposition
//! wants: twelve square blocks of 64 bits.

use crate::nine::Clues;
use crate::simd::Vector;

/// Number of words in a node.
pub(super) const WORDS: usize = 12;

/// Cells of a digit that lie in the tail words.
pub(super) const TAIL: u32 = 17;

/// The candidates of one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node(pub(super) [u64; WORDS]);

/// Word and bit of a candidate.
#[inline(always)]
pub(super) fn place(digit: usize, cell: usize) -> (usize, u32) {
    if cell < 64 {
        (digit, cell as u32)
    } else {
        (9 + digit / 3, (digit % 3) as u32 * TAIL + cell as u32 - 64)
    }
}

impl Node {
    /// The node of a puzzle: a clue leaves one candidate in its cell, a blank all nine.
    #[inline(always)]
    pub(super) fn from_clues<V: Vector>(clues: &Clues) -> Self {
        let cells = &clues.0;
        let first: &[u8; 32] = cells[0..32].try_into().expect("32 bytes");
        let second: &[u8; 32] = cells[32..64].try_into().expect("32 bytes");
        // Padded by what is neither a digit nor a blank.
        let mut last = [u8::MAX; 32];
        last[..TAIL as usize].copy_from_slice(&cells[64..]);
        let mut masks = [[0u32; 3]; 10];
        for value in 0..10 {
            masks[value] = [
                V::bytes_equal(first, value as u8),
                V::bytes_equal(second, value as u8),
                V::bytes_equal(&last, value as u8),
            ];
        }
        // The compiler would otherwise take the masks apart into single bits and
        // assemble the words from those, at six times the cost.
        let masks = core::hint::black_box(masks);
        let mut words = [0; WORDS];
        for digit in 0..9 {
            let low = masks[0][0] | masks[digit + 1][0];
            let high = masks[0][1] | masks[digit + 1][1];
            let tail = masks[0][2] | masks[digit + 1][2];
            words[digit] = u64::from(low) | u64::from(high) << 32;
            words[9 + digit / 3] |= u64::from(tail) << (digit as u32 % 3 * TAIL);
        }
        Self(words)
    }

    /// The node of a puzzle given by candidates: bit d-1 of a mask is digit d.
    pub(super) fn from_candidates(candidates: &[u16; 81]) -> Self {
        let mut node = Self([0; WORDS]);
        for (cell, &mask) in candidates.iter().enumerate() {
            for digit in 0..9 {
                let (word, bit) = place(digit, cell);
                node.0[word] |= u64::from(mask >> digit & 1) << bit;
            }
        }
        node
    }

    /// Removes a candidate.
    #[inline(always)]
    pub(super) fn remove(&mut self, digit: usize, cell: usize) {
        let (word, bit) = place(digit, cell);
        self.0[word] &= !(1 << bit);
    }

    /// The digits of a node in which every cell has one candidate.
    #[inline(always)]
    pub(super) fn to_digits<V: Vector>(self) -> [u8; 81] {
        let mut low = [0u64; 4];
        let mut tail = [0u64; 4];
        for digit in 0..9 {
            let tail_bits = self.0[9 + digit / 3] >> (digit as u32 % 3 * TAIL);
            for plane in 0..4 {
                if (digit + 1) >> plane & 1 == 1 {
                    low[plane] |= self.0[digit];
                    tail[plane] |= tail_bits;
                }
            }
        }
        let mut first = [0; 32];
        let mut second = [0; 32];
        let mut last = [0; 32];
        for plane in 0..4 {
            let value = 1 << plane;
            V::add_where(&mut first, low[plane] as u32, value);
            V::add_where(&mut second, (low[plane] >> 32) as u32, value);
            V::add_where(&mut last, tail[plane] as u32, value);
        }
        let mut digits = [0; 81];
        digits[0..32].copy_from_slice(&first);
        digits[32..64].copy_from_slice(&second);
        digits[64..81].copy_from_slice(&last[..17]);
        digits
    }
}
