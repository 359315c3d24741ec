//! AVX-512: 512 lanes in one register.
//!
//! Twice the lanes of AVX2 for the same number of instructions; the compiler also
//! joins pairs of bitwise operations into ternary ones. The candidates then take 46 KiB.

use super::avx2::Avx2Vector;
use super::{Isa, Kernel, Vector};
use core::arch::x86_64::*;

/// Proof that this machine executes the AVX-512 foundation and what AVX2 needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The token, if the machine has these instructions.
    pub(crate) fn detect() -> Option<Self> {
        let present = is_x86_feature_detected!("avx512f") && super::avx2::Avx2::detect().is_some();
        present.then_some(Self(()))
    }
}

impl Isa for Avx512 {
    type Vector = Avx512Vector;

    #[inline]
    fn run<K: Kernel<Avx512Vector>>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx512f,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn inner<K: Kernel<Avx512Vector>>(kernel: K) -> K::Output {
            kernel.run()
        }
        // SAFETY: `self` exists only after `detect` found all these features.
        unsafe { inner(kernel) }
    }
}

/// 512 lanes. Made by kernels under `Avx512`, and by the engine that holds the token.
#[derive(Clone, Copy)]
pub(crate) struct Avx512Vector(__m512i);

impl Vector for Avx512Vector {
    type Words = [u64; 8];
    const WORDS: usize = 8;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: only reached with an `Avx512` token, which proves AVX-512 is there.
        Self(unsafe { _mm512_setzero_si512() })
    }
    #[inline(always)]
    fn ones() -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm512_set1_epi64(-1) })
    }
    #[inline(always)]
    fn from_words(words: &[u64; 8]) -> Self {
        // SAFETY: AVX-512 as in `zero`; the unaligned load reads the 64 bytes of `words`.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn to_words(self) -> [u64; 8] {
        let mut words = [0; 8];
        // SAFETY: AVX-512 as in `zero`; the unaligned store fills the 64 bytes of `words`.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
    #[inline(always)]
    fn shift_up<const BY: u32>(self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm512_sll_epi64(self.0, _mm_cvtsi32_si128(BY as i32)) })
    }
    #[inline(always)]
    fn shift_down<const BY: u32>(self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(BY as i32)) })
    }
    #[inline(always)]
    fn bytes_equal(bytes: &[u8; 32], value: u8) -> u32 {
        Avx2Vector::bytes_equal(bytes, value)
    }
    #[inline(always)]
    fn add_where(bytes: &mut [u8; 32], mask: u32, value: u8) {
        Avx2Vector::add_where(bytes, mask, value);
    }
}
