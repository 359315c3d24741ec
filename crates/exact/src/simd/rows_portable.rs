//! [`Rows`] in plain Rust.
//!
//! It states what every other instruction set has to do, and the compiler still makes vector
//! code of most of it.

use super::rows::{BAND_OF_NINE, Lanes, Rows};

/// Sixteen `u16` in an array.
#[derive(Clone, Copy)]
pub(crate) struct Portable([u16; 16]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u16, u16) -> u16) -> Self {
        Portable(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u16) -> u16) -> Self {
        Portable(self.0.map(f))
    }
}

impl Rows for Portable {
    #[inline(always)]
    fn splat(value: u16) -> Self {
        Portable([value; 16])
    }

    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        Portable(lanes.0)
    }

    #[inline(always)]
    fn store(self, lanes: &mut Lanes) {
        lanes.0 = self.0;
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |x, y| x & y)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |x, y| x | y)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |x, y| x & !y)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u16::wrapping_add)
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.zip(other, u16::wrapping_mul)
    }

    #[inline(always)]
    fn shift_up<const BY: i32>(self) -> Self {
        self.map(|x| x << BY)
    }

    #[inline(always)]
    fn shift_down<const BY: i32>(self) -> Self {
        self.map(|x| x >> BY)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        self.zip(other, |x, y| if x == y { 0xffff } else { 0 })
    }

    #[inline(always)]
    fn all(self) -> bool {
        self.0.iter().fold(0xffff, |all, &lane| all & lane) == 0xffff
    }

    #[inline(always)]
    fn halves(x: Self, y: Self) -> (Self, Self) {
        let pick = |from: usize| {
            // Lane i of a block: four lanes of x, then four of y.
            Portable(std::array::from_fn(|i| {
                let source = if i % 8 < 4 { x } else { y };
                source.0[i / 8 * 8 + from + i % 4]
            }))
        };
        (pick(0), pick(4))
    }

    #[inline(always)]
    fn quarters(x: Self, y: Self) -> (Self, Self) {
        let pick = |from: usize| {
            // Pairs 0 and 2 (or 1 and 3) of x, then those of y.
            Portable(std::array::from_fn(|i| {
                let source = if i % 8 < 4 { x } else { y };
                source.0[i / 8 * 8 + i % 4 / 2 * 4 + from + i % 2]
            }))
        };
        (pick(0), pick(2))
    }

    #[inline(always)]
    fn eighths(x: Self, y: Self) -> (Self, Self) {
        let pick = |from: usize| {
            Portable(std::array::from_fn(|i| {
                let source = if i % 2 == 0 { x } else { y };
                source.0[i / 2 * 2 + from]
            }))
        };
        (pick(0), pick(1))
    }

    #[inline(always)]
    fn nine(x: [Self; 3]) -> Self {
        let [r0, r1, r2] = x.map(|v| v.0);
        Portable([
            r0[8], r2[9], r0[10], r2[11], r1[12], r2[13], r1[14], r0[15], //
            r0[15], r2[13], 0, 0, r1[13], r2[13], 0, 0,
        ])
    }

    #[inline(always)]
    fn spread(self) -> [Self; 6] {
        // Lanes of *cells* by row of the band, then band.
        const LANES: [[usize; 3]; 3] = [[0, 8, 2], [4, 12, 6], [1, 9, 3]];
        std::array::from_fn(|v| {
            let lanes = LANES[v % 3];
            Portable(std::array::from_fn(|i| match (v / 3, i / 8) {
                (0, half) => self.0[lanes[half]],
                (_, 0) => self.0[lanes[2]],
                _ => self.0[lanes[BAND_OF_NINE[i - 8]]],
            }))
        })
    }

    #[inline(always)]
    fn other_bands(a: Self, b: Self) -> ([Self; 2], [Self; 2]) {
        // Where the block of digit 9 holds bands 0, 1 and 2.
        const NINE: [usize; 3] = [8, 13, 10];
        let pick = |by: usize| {
            let block = |band: usize, i: usize| match band % 3 {
                2 => b.0[i],
                band => a.0[8 * band + i],
            };
            [
                Portable(std::array::from_fn(|i| block(i / 8 + by, i % 8))),
                Portable(std::array::from_fn(|i| match i / 8 {
                    0 => block(2 + by, i),
                    _ => b.0[NINE[(BAND_OF_NINE[i - 8] + by) % 3]],
                })),
            ]
        };
        (pick(1), pick(2))
    }

    #[inline(always)]
    fn from_bands(first: &[u32; 8], second: &[u32; 8]) -> [Self; 3] {
        std::array::from_fn(|row| {
            Portable(std::array::from_fn(|i| {
                let band = if i < 8 { first[i] } else { second[i - 8] };
                (band >> (9 * row) & 0x1ff) as u16
            }))
        })
    }

    #[inline(always)]
    fn lane_mask(self) -> u32 {
        self.0.iter().rev().fold(0, |mask, &lane| mask << 2 | u32::from(lane & 3))
    }

    #[inline(always)]
    fn bytes_equal(bytes: &[u8; 32], value: u8) -> u32 {
        bytes.iter().rev().fold(0, |mask, &byte| mask << 1 | u32::from(byte == value))
    }
}
