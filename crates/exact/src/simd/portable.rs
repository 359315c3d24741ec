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

/// Words in a vector: as many as a browser's vectors hold, where twice as many would only make twice
/// the code to load; one suffices for Miri, which takes each step in slow motion.
const WORDS: usize = if cfg!(miri) {
    1
} else if cfg!(target_arch = "wasm32") {
    2
} else {
    4
};

/// 256 lanes in four words, 128 in two.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct PortableVector([u64; WORDS]);

impl PortableVector {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for k in 0..WORDS {
            words[k] = f(words[k], other.0[k]);
        }
        Self(words)
    }
}

impl Vector for PortableVector {
    type Words = [u64; WORDS];
    const WORDS: usize = WORDS;

    #[inline(always)]
    fn zero() -> Self {
        Self([0; WORDS])
    }
    #[inline(always)]
    fn ones() -> Self {
        Self([!0; WORDS])
    }
    #[inline(always)]
    fn from_words(words: &[u64; WORDS]) -> Self {
        Self(*words)
    }
    #[inline(always)]
    fn to_words(self) -> [u64; WORDS] {
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
