//! AVX2: 256 lanes in one register.

use super::{Isa, Kernel, Vector};
use core::arch::x86_64::*;

/// Proof that this machine executes AVX2 and the small bit instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, if the machine has these instructions.
    pub(crate) fn detect() -> Option<Self> {
        let present = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        present.then_some(Self(()))
    }
}

impl Isa for Avx2 {
    type Vector = Avx2Vector;

    #[inline]
    fn run<K: Kernel<Avx2Vector>>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn inner<K: Kernel<Avx2Vector>>(kernel: K) -> K::Output {
            kernel.run()
        }
        // SAFETY: `self` exists only after `detect` found all these features.
        unsafe { inner(kernel) }
    }
}

/// 256 lanes. Made by kernels under `Avx2`, and by the engine that holds the token.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Vector(__m256i);

impl Vector for Avx2Vector {
    type Words = [u64; 4];
    const WORDS: usize = 4;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: only reached with an `Avx2` token, which proves AVX2 is there.
        Self(unsafe { _mm256_setzero_si256() })
    }
    #[inline(always)]
    fn ones() -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm256_set1_epi64x(-1) })
    }
    #[inline(always)]
    fn from_words(words: &[u64; 4]) -> Self {
        // SAFETY: AVX2 as in `zero`; the unaligned load reads the 32 bytes of `words`.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn to_words(self) -> [u64; 4] {
        let mut words = [0; 4];
        // SAFETY: AVX2 as in `zero`; the unaligned store fills the 32 bytes of `words`.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
    #[inline(always)]
    fn shift_up<const BY: u32>(self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(BY as i32)) })
    }
    #[inline(always)]
    fn shift_down<const BY: u32>(self) -> Self {
        // SAFETY: as in `zero`.
        Self(unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(BY as i32)) })
    }
    #[inline(always)]
    fn bytes_equal(bytes: &[u8; 32], value: u8) -> u32 {
        // SAFETY: AVX2 as in `zero`; the unaligned load reads the 32 bytes of `bytes`.
        unsafe {
            let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(value as i8))) as u32
        }
    }
    #[inline(always)]
    fn add_where(bytes: &mut [u8; 32], mask: u32, value: u8) {
        // SAFETY: AVX2 as in `zero`; the unaligned load and store touch the 32 bytes of `bytes`.
        unsafe {
            let spread = _mm256_setr_epi64x(
                0,
                0x0101_0101_0101_0101,
                0x0202_0202_0202_0202,
                0x0303_0303_0303_0303,
            );
            let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            let copies = _mm256_shuffle_epi8(_mm256_set1_epi32(mask as i32), spread);
            let set = _mm256_cmpeq_epi8(_mm256_and_si256(copies, bit), bit);
            let added = _mm256_and_si256(set, _mm256_set1_epi8(value as i8));
            let old = _mm256_loadu_si256(bytes.as_ptr().cast());
            _mm256_storeu_si256(bytes.as_mut_ptr().cast(), _mm256_add_epi8(old, added));
        }
    }
}
