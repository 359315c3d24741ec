//! Sixteen chains side by side, one in each lane of a vector.
//!
//! The time a chain at fixed temperature needs is close to exponentially distributed, so sixteen
//! independent chains are worth sixteen times one chain: the first to arrive counts. Side by side
//! they visit the same cells in the same order and differ in their noise alone, and everything
//! they do (count, compare, choose) is the same instruction on sixteen bytes, one that the oldest
//! 64-bit processors have. (Plain loops over byte arrays were tried first: the compiler found the
//! instructions for some of them and took others apart into pieces of 2, 4 and 8 bytes.)
//!
//! ```text
//!               chain  0   1   2   3  ...  15
//! holds[r4, digit 7]   1   0   2   1  ...   1     one ChainBytes
//! ```

use sudolab_grid::random::Random;
use wide::u8x16;

/// How many chains run side by side.
pub const LANES: usize = 16;

/// A byte for each chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainBytes(u8x16);

impl ChainBytes {
    /// The same byte in every lane.
    #[inline(always)]
    pub fn all(byte: u8) -> ChainBytes {
        ChainBytes(u8x16::splat(byte))
    }

    /// The bytes, chain by chain.
    #[inline(always)]
    pub fn bytes(self) -> [u8; LANES] {
        self.0.to_array()
    }

    /// The byte of one chain.
    #[inline(always)]
    pub fn of(self, lane: usize) -> u8 {
        self.bytes()[lane]
    }

    /// The bytes, to be changed one by one; not for inner loops.
    pub fn bytes_mut(&mut self) -> &mut [u8; LANES] {
        self.0.as_mut_array()
    }

    /// Sums, modulo 256.
    #[inline(always)]
    pub fn plus(self, other: ChainBytes) -> ChainBytes {
        ChainBytes(self.0 + other.0)
    }

    /// Differences, modulo 256.
    #[inline(always)]
    pub fn minus(self, other: ChainBytes) -> ChainBytes {
        ChainBytes(self.0 - other.0)
    }

    /// Sums that stop at 255.
    #[inline(always)]
    pub fn plus_capped(self, other: ChainBytes) -> ChainBytes {
        ChainBytes(self.0.saturating_add(other.0))
    }

    /// Differences that stop at 0.
    #[inline(always)]
    pub fn minus_floored(self, other: ChainBytes) -> ChainBytes {
        ChainBytes(self.0.saturating_sub(other.0))
    }

    /// The smaller of two.
    #[inline(always)]
    pub fn min(self, other: ChainBytes) -> ChainBytes {
        ChainBytes(self.0.min(other.0))
    }

    /// 255 where the bytes are equal, else 0.
    #[inline(always)]
    pub fn equal(self, other: ChainBytes) -> ChainBytes {
        ChainBytes(self.0.simd_eq(other.0))
    }

    /// The bits both have.
    #[inline(always)]
    pub fn and(self, other: ChainBytes) -> ChainBytes {
        ChainBytes(self.0 & other.0)
    }

    /// Where `self` is 255 the first, where it is 0 the second.
    #[inline(always)]
    pub fn choose(self, yes: ChainBytes, no: ChainBytes) -> ChainBytes {
        // One instruction less than and, and-not, or.
        ChainBytes(no.0 ^ (self.0 & (yes.0 ^ no.0)))
    }

    /// Whether any lane is 255, all others being 0.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0.any()
    }

    /// The bytes times a power of two, modulo 256. There is no such instruction for bytes, so they
    /// are doubled; the powers in use are few.
    #[inline(always)]
    pub fn shifted(self, bits: u32) -> ChainBytes {
        let twice = |x: u8x16| x + x;
        let x = self.0;
        ChainBytes(match bits {
            0 => x,
            1 => twice(x),
            2 => twice(twice(x)),
            3 => twice(twice(twice(x))),
            4 => twice(twice(twice(twice(x)))),
            _ => twice(twice(twice(twice(twice(x))))),
        })
    }

    /// The lane with the smallest byte, and that byte.
    pub fn smallest(self) -> (usize, u8) {
        let bytes = self.bytes();
        let lane = (0..LANES).min_by_key(|&lane| bytes[lane]).unwrap_or(0);
        (lane, bytes[lane])
    }
}

/// Rows of the noise table that a draw may start from.
const ROWS: usize = 256;
/// Rows beyond, so that a draw may take one for each digit of the largest board.
const SLACK: usize = 32;

/// A table of noise that is renewed while it is used.
///
/// A fresh draw from a logarithmic law for each chain and candidate would cost more than all the
/// rest of a step. Instead each step takes consecutive rows of the table from a place drawn at
/// random, and some rows are drawn anew in every sweep. Every byte is an honest draw from its law
/// and no two steps of a chain see the same rows at the same cells but by chance; what is given up
/// is that a rare byte serves several steps before it is replaced.
pub struct Noise {
    rows: Box<[ChainBytes; ROWS + SLACK]>,
    next: usize,
    bits: u64,
    left: u32,
}

impl Noise {
    /// A table filled from a law: a function of a uniform 16-bit number.
    pub fn new(random: &mut Random, law: impl Fn(u16) -> u8) -> Noise {
        let mut this =
            Noise { rows: Box::new([ChainBytes::all(0); ROWS + SLACK]), next: 0, bits: 0, left: 0 };
        this.renew(ROWS + SLACK, random, law);
        this
    }

    /// Draws the next `n` rows anew.
    pub fn renew(&mut self, n: usize, random: &mut Random, law: impl Fn(u16) -> u8) {
        for _ in 0..n {
            let row = self.rows[self.next].bytes_mut();
            for four in row.chunks_exact_mut(4) {
                let bits = random.bits();
                for (i, byte) in four.iter_mut().enumerate() {
                    *byte = law((bits >> (16 * i)) as u16);
                }
            }
            self.next = if self.next + 1 == ROWS + SLACK { 0 } else { self.next + 1 };
        }
    }

    /// The rows from a random place on: at least [`SLACK`] of them.
    #[inline(always)]
    pub fn rows(&mut self, random: &mut Random) -> &[ChainBytes; SLACK] {
        if self.left == 0 {
            self.bits = random.bits();
            self.left = 8;
        }
        let start = usize::from(self.bits as u8);
        self.bits >>= 8;
        self.left -= 1;
        self.rows[start..start + SLACK].try_into().expect("the slack covers the last start")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_work_each_for_itself() {
        let mut a = ChainBytes::all(0);
        a.bytes_mut().iter_mut().enumerate().for_each(|(i, byte)| *byte = i as u8 * 17);
        let b = ChainBytes::all(100);
        for i in 0..LANES {
            assert_eq!(a.plus(b).of(i), a.of(i).wrapping_add(100));
            assert_eq!(a.minus_floored(b).of(i), a.of(i).saturating_sub(100));
            let chosen = a.min(b).equal(a).choose(a, b).of(i);
            assert_eq!(chosen, a.of(i).min(100));
            assert_eq!(a.shifted(3).of(i), a.of(i) << 3);
        }
        assert_eq!(a.minus_floored(ChainBytes::all(9)).smallest(), (0, 0));
        assert_eq!(b.minus(a).of(7), 100u8.wrapping_sub(119));
    }

    #[test]
    fn the_noise_table_follows_its_law() {
        let mut random = Random::new(3);
        let law = |u: u16| u8::from(u < 6554);
        let mut noise = Noise::new(&mut random, law);
        let mut ones = 0u32;
        for _ in 0..4000 {
            noise.renew(4, &mut random, law);
            ones += noise.rows(&mut random)[7].bytes().into_iter().map(u32::from).sum::<u32>();
        }
        let share = f64::from(ones) / f64::from(4000 * LANES as u32);
        assert!((share - 0.1).abs() < 0.01, "{share}");
    }
}
