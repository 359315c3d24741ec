//! Lanes as an array of words: safe, for every machine, and what Miri runs.
//!
//! Four words, so that compilers turn each operation into one or two vector
//! instructions where they can.

use super::{Isa, Kernel, Vector};

/// No special instructions; there is nothing to prove.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Isa for Portable {
    type Vector = PortableVector;

    #[inline]
    fn run<K: Kernel<PortableVector>>(self, kernel: K) -> K::Output {
        kernel.run()
    }
}

/// 256 lanes in four words.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct PortableVector([u64; 4]);

impl PortableVector {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let (a, b) = (self.0, other.0);
        Self([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }
}

impl Vector for PortableVector {
    type Words = [u64; 4];
    const WORDS: usize = 4;

    #[inline(always)]
    fn zero() -> Self {
        Self([0; 4])
    }
    #[inline(always)]
    fn ones() -> Self {
        Self([!0; 4])
    }
    #[inline(always)]
    fn from_words(words: &[u64; 4]) -> Self {
        Self(*words)
    }
    #[inline(always)]
    fn to_words(self) -> [u64; 4] {
        self.0
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn shift_up<const BY: u32>(self) -> Self {
        Self(self.0.map(|word| word << BY))
    }
    #[inline(always)]
    fn shift_down<const BY: u32>(self) -> Self {
        Self(self.0.map(|word| word >> BY))
    }
}
