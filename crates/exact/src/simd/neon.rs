//! NEON: 128 lanes in one register. Every 64-bit Arm machine has it.

use super::{Isa, Kernel, Vector};
use core::arch::aarch64::*;

/// NEON is part of the 64-bit Arm baseline; there is nothing to prove.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon;

impl Isa for Neon {
    type Vector = NeonVector;

    #[inline]
    fn run<K: Kernel<NeonVector>>(self, kernel: K) -> K::Output {
        kernel.run()
    }
}

/// 128 lanes.
#[derive(Clone, Copy)]
pub(crate) struct NeonVector(uint64x2_t);

impl Vector for NeonVector {
    type Words = [u64; 2];
    const WORDS: usize = 2;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: NEON is in the baseline of this target.
        Self(unsafe { vdupq_n_u64(0) })
    }
    #[inline(always)]
    fn ones() -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { vdupq_n_u64(!0) })
    }
    #[inline(always)]
    fn from_words(words: &[u64; 2]) -> Self {
        // SAFETY: NEON as in `zero`; the load reads the 16 bytes of `words`.
        Self(unsafe { vld1q_u64(words.as_ptr()) })
    }
    #[inline(always)]
    fn to_words(self) -> [u64; 2] {
        let mut words = [0; 2];
        // SAFETY: NEON as in `zero`; the store fills the 16 bytes of `words`.
        unsafe { vst1q_u64(words.as_mut_ptr(), self.0) };
        words
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { vandq_u64(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { vorrq_u64(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { veorq_u64(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { vbicq_u64(self.0, other.0) })
    }
    #[inline(always)]
    fn shift_up<const BY: u32>(self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { vshlq_u64(self.0, vdupq_n_s64(BY as i64)) })
    }
    #[inline(always)]
    fn shift_down<const BY: u32>(self) -> Self {
        // SAFETY: as in `zero`; a negative count shifts down.
        Self(unsafe { vshlq_u64(self.0, vdupq_n_s64(-(BY as i64))) })
    }
}
