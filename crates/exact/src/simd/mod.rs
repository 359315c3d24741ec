//! The SIMD room: the only place with `unsafe`.
//!
//! The search is written once over [`Vector`], a handful of bitwise operations.
//! Each instruction set is a thin file that implements it; the batch engine picks one
//! at run time, in one place. A token such as `Avx2` can only be had from
//! detection, so holding one proves that its instructions may be executed.
//!
//! Code becomes fast only when it is inlined into a function compiled for the
//! instruction set. That function is [`Isa::run`]: everything a [`Kernel`] does
//! is inlined below it, so one run-time choice pays for a whole batch.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;
pub(crate) mod rows;
#[cfg(target_arch = "x86_64")]
mod rows_avx2;
mod rows_portable;

/// A bundle of 64-bit words worked on together, mostly bit by bit.
pub(crate) trait Vector: Copy {
    /// The same bits as plain words, the lowest first.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]> + Default;

    /// How many words a vector holds.
    const WORDS: usize;

    fn zero() -> Self;
    fn ones() -> Self;
    fn from_words(words: &Self::Words) -> Self;
    fn to_words(self) -> Self::Words;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn minus(self, other: Self) -> Self;

    /// Shifts each word towards its high bits.
    fn shift_up<const BY: u32>(self) -> Self;
    /// Shifts each word towards its low bits.
    fn shift_down<const BY: u32>(self) -> Self;

    /// For each of 32 bytes, whether it equals `value`; byte k becomes bit k.
    #[inline(always)]
    fn bytes_equal(bytes: &[u8; 32], value: u8) -> u32 {
        let mut mask = 0;
        for k in 0..32 {
            mask |= u32::from(bytes[k] == value) << k;
        }
        mask
    }

    /// Adds `value` to byte k of `bytes` wherever bit k of `mask` is set.
    #[inline(always)]
    fn add_where(bytes: &mut [u8; 32], mask: u32, value: u8) {
        for k in 0..32 {
            bytes[k] += value * (mask >> k & 1) as u8;
        }
    }
}

/// An instruction set: a token that proves it is there, and its vectors.
pub(crate) trait Isa: Copy {
    /// The widest useful vector.
    type Vector: Vector;

    /// Runs a kernel compiled for this instruction set.
    fn run<K: Kernel<Self::Vector>>(self, kernel: K) -> K::Output;
}

/// Work that is the same for all instruction sets.
pub(crate) trait Kernel<V: Vector> {
    /// What the work returns.
    type Output;

    /// Does the work. Implementations and all they call on vectors are
    /// `#[inline(always)]`, closures and `array::from_fn` kept out: a function left
    /// out of line would be compiled for the plain machine, ten times slower.
    fn run(self) -> Self::Output;
}
