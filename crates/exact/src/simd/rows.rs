//! Sixteen rows at a time: the vector that the single-puzzle engine is written over.
//!
//! A lane is a `u16` with nine bits: where one digit may stand in one row of nine cells. A
//! puzzle is 81 such lanes, and six vectors hold it:
//!
//! ```text
//!             lanes 0..8                lanes 8..16
//!  x[r]       band 0, digits 1..=8      band 1, digits 1..=8       r = 0, 1, 2: row of the band
//!  x[3 + r]   band 2, digits 1..=8      digit 9, bands 0 0 2 2 0 1 2 1
//! ```
//!
//! The rows of a band stand in different vectors, so combining them needs no shuffle. Digit 9
//! fills the space that eight digits leave; five of its lanes are copies of the other three,
//! and every rule treats copies alike.
//!
//! What depends on this arrangement is a method here, named by what it means, so that another
//! instruction set may answer it in its own way: neighbouring bands, sums over digits, and the
//! way back from cells to digits. The cells of the grid, one bit each, are nine lanes of a
//! vector called *cells*:
//!
//! ```text
//!  lane    0     1     2     3     4     5     6     7     8     9     10..12  12    13..16
//!  row    b0r0  b0r2  b2r0  b2r2  b0r1   -    b2r1   -    b1r0  b1r2    -     b1r1    -
//! ```
//!
//! Lanes marked `-` hold something without meaning.

use super::rows_portable::Portable;

/// The band of each lane of the block of digit 9.
pub(crate) const BAND_OF_NINE: [usize; 8] = [0, 0, 2, 2, 0, 1, 2, 1];

/// The lane of a *cells* vector that holds row `[3 * band + row of the band]`.
pub(crate) const CELLS_LANE: [usize; 9] = [0, 4, 1, 8, 12, 9, 2, 6, 3];

/// Sixteen lanes of `u16`. Methods are inlined into the function that [`Isa::run`] enters.
pub(crate) trait Rows: Copy {
    fn splat(value: u16) -> Self;
    fn load(lanes: &Lanes) -> Self;
    fn store(self, lanes: &mut Lanes);
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn minus(self, other: Self) -> Self;
    /// Lane by lane, wrapping.
    fn add(self, other: Self) -> Self;
    /// Lane by lane, the low half of the product.
    fn times(self, other: Self) -> Self;
    fn shift_up<const BY: i32>(self) -> Self;
    fn shift_down<const BY: i32>(self) -> Self;
    /// All ones in the lanes that are equal.
    fn equal(self, other: Self) -> Self;
    /// Whether every bit of every lane is set; the lanes are results of [`Rows::equal`].
    fn all(self) -> bool;

    /// Bits 2i and 2i + 1 for lane i, if it is set; the lanes are results of [`Rows::equal`].
    fn lane_mask(self) -> u32;

    /// Eight lanes become four: two vectors which together hold all lanes of `x` and `y`, such
    /// that lane by lane both come from the same block of eight.
    fn halves(x: Self, y: Self) -> (Self, Self);
    /// Four become two, of the results of [`Rows::halves`].
    fn quarters(x: Self, y: Self) -> (Self, Self);
    /// Two become one, of the results of [`Rows::quarters`]; these are lanes of *cells*.
    fn eighths(x: Self, y: Self) -> (Self, Self);
    /// The lanes of digit 9 as *cells*, from the three vectors `x[3..6]`.
    fn nine(x: [Self; 3]) -> Self;
    /// From *cells* to all digits: each lane of the six vectors gets the lane of its row.
    fn spread(self) -> [Self; 6];

    /// For a pair of vectors laid out as `x[0]` and `x[3]`: in place of each lane, the lane of
    /// the same digit in the next band (first pair) and in the one after it (second pair).
    fn other_bands(a: Self, b: Self) -> ([Self; 2], [Self; 2]);

    /// Three vectors of rows from masks of 27 cells: the first eight lanes from `first`.
    fn from_bands(first: &[u32; 8], second: &[u32; 8]) -> [Self; 3];
    /// For each of 32 bytes, whether it equals `value`; byte k becomes bit k.
    fn bytes_equal(bytes: &[u8; 32], value: u8) -> u32;
}

/// A vector in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Lanes(pub(crate) [u16; 16]);

/// Work that is the same for all instruction sets.
pub(crate) trait RowsKernel {
    /// What the work returns.
    type Output;
    /// Does the work. Implementations are `#[inline(always)]`.
    fn run<V: Rows>(self) -> Self::Output;
}

/// The instruction set in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Isa {
    /// Plain Rust; whatever the compiler makes of it.
    Portable,
    /// x86-64 with AVX2. Only made after detection.
    #[cfg(target_arch = "x86_64")]
    Avx2(super::rows_avx2::Avx2),
}

impl Isa {
    /// The best one this machine has.
    pub(crate) fn detect() -> Isa {
        #[cfg(target_arch = "x86_64")]
        if let Some(token) = super::rows_avx2::Avx2::detect() {
            return Isa::Avx2(token);
        }
        Isa::Portable
    }

    /// Runs the work with its instructions.
    #[inline(always)]
    pub(crate) fn run<K: RowsKernel>(self, kernel: K) -> K::Output {
        match self {
            Isa::Portable => kernel.run::<Portable>(),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(token) => token.run(kernel),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes that are all different, so that a misplaced one shows.
    fn numbered(from: u16) -> Lanes {
        Lanes(std::array::from_fn(|i| from + i as u16))
    }

    struct Everything;

    impl RowsKernel for Everything {
        type Output = Vec<Lanes>;

        fn run<V: Rows>(self) -> Vec<Lanes> {
            let x: Vec<V> = (0..6).map(|i| V::load(&numbered(100 * i + 1))).collect();
            let mut results = vec![
                V::splat(7),
                x[0].and(x[1]),
                x[0].or(x[1]),
                x[0].minus(x[1]),
                x[0].add(x[5]),
                x[3].times(x[4]),
                x[1].shift_up::<2>(),
                x[1].shift_down::<3>(),
                x[0].equal(x[0].and(V::splat(0xfffe))),
                V::nine([x[3], x[4], x[5]]),
            ];
            for (a, b) in [V::halves(x[0], x[3]), V::quarters(x[1], x[4]), V::eighths(x[2], x[5])] {
                results.extend([a, b]);
            }
            results.extend(x[0].spread());
            let (next, after) = V::other_bands(x[0], x[3]);
            results.extend(next);
            results.extend(after);
            let bands =
                |k: u32| std::array::from_fn(|i| (0x5a3_1972 * (i as u32 + k)) & 0x7ff_ffff);
            results.extend(V::from_bands(&bands(1), &bands(9)));
            let mut lanes: Vec<Lanes> = results
                .into_iter()
                .map(|v| {
                    let mut lanes = Lanes([0; 16]);
                    v.store(&mut lanes);
                    lanes
                })
                .collect();
            let bytes = std::array::from_fn(|i| (i % 5) as u8);
            let mask = V::bytes_equal(&bytes, 3);
            let (ones, zero) = (V::splat(0xffff), V::splat(0));
            let one_lane = x[0].equal(V::splat(9));
            let mut word = [0; 16];
            word[4] = one_lane.lane_mask() as u16;
            word[5] = (one_lane.lane_mask() >> 16) as u16;
            word[0] = mask as u16;
            word[1] = (mask >> 16) as u16;
            word[2] =
                u16::from(ones.all()) + 2 * u16::from(zero.all()) + 4 * u16::from(one_lane.all());
            lanes.push(Lanes(word));
            lanes
        }
    }

    #[test]
    fn every_instruction_set_does_what_the_portable_one_does() {
        let expected = Isa::Portable.run(Everything);
        let found = Isa::detect().run(Everything);
        for (i, (expected, found)) in expected.iter().zip(&found).enumerate() {
            assert_eq!(expected, found, "operation {i}");
        }
        assert_eq!(expected.last().map(|l| (l.0[2], l.0[5])), Some((1, 3)));
    }

    struct FoldAndSpread;

    impl RowsKernel for FoldAndSpread {
        type Output = ();

        /// Folding numbered rows gives the right row in each lane, and spreading brings it back.
        fn run<V: Rows>(self) {
            let at = |vector: usize, lane: usize| {
                let band = match (vector / 3, lane / 8) {
                    (0, half) => half,
                    (_, 0) => 2,
                    _ => BAND_OF_NINE[lane - 8],
                };
                (3 * band + vector % 3 + 1) as u16
            };
            let layout: [Lanes; 6] =
                std::array::from_fn(|v| Lanes(std::array::from_fn(|lane| at(v, lane))));
            let x: [V; 6] = std::array::from_fn(|i| V::load(&layout[i]));
            let h: [(V, V); 3] = std::array::from_fn(|r| V::halves(x[r], x[r + 3]));
            let q1 = V::quarters(h[0].0, h[1].0);
            let q2 = V::quarters(h[2].0, h[2].0);
            let cells = V::eighths(q1.0, q2.0);
            for folded in [cells.0, cells.1, V::nine([x[3], x[4], x[5]])] {
                let mut lanes = Lanes([0; 16]);
                folded.store(&mut lanes);
                for (row, lane) in CELLS_LANE.into_iter().enumerate() {
                    assert_eq!(lanes.0[lane], row as u16 + 1);
                }
                for (spread, expected) in folded.spread().into_iter().zip(layout) {
                    let mut lanes = Lanes([0; 16]);
                    spread.store(&mut lanes);
                    assert_eq!(lanes, expected);
                }
            }
        }
    }

    #[test]
    fn folding_and_spreading_keep_rows_in_place() {
        Isa::Portable.run(FoldAndSpread);
        Isa::detect().run(FoldAndSpread);
    }
}
