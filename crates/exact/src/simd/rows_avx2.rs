//! [`Rows`] in one AVX2 register.

use std::arch::asm;
use std::arch::x86_64::*;

use super::rows::{Lanes, Rows, RowsKernel};

/// Proof that this machine has AVX2 and BMI2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The proof, if the machine has what it takes.
    pub(crate) fn detect() -> Option<Avx2> {
        let has = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }

    /// Runs the work in a function compiled for AVX2.
    #[inline(always)]
    pub(crate) fn run<K: RowsKernel>(self, kernel: K) -> K::Output {
        // SAFETY: `self` exists only if `detect` found the features that `enter` enables.
        unsafe { enter(kernel) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn enter<K: RowsKernel>(kernel: K) -> K::Output {
    kernel.run::<Register>()
}

/// Sixteen `u16` in a register. Private to this file and named only inside [`enter`], hence
/// only where AVX2 is known to exist; every `unsafe` below leans on that.
#[derive(Clone, Copy)]
struct Register(__m256i);

/// Shuffle control of two bytes for a lane of a half, `NONE` for zero.
const fn control(lanes: [u8; 16]) -> [u8; 32] {
    let mut bytes = [0x80; 32];
    let mut i = 0;
    while i < 16 {
        if lanes[i] != NONE {
            bytes[2 * i] = 2 * lanes[i];
            bytes[2 * i + 1] = 2 * lanes[i] + 1;
        }
        i += 1;
    }
    bytes
}

const NONE: u8 = 0xff;

macro_rules! lanes {
    ($low:expr, $high:expr) => {{
        const CONTROL: [u8; 32] = {
            let (low, high): ([u8; 8], [u8; 8]) = ($low, $high);
            let mut lanes = [0; 16];
            let mut i = 0;
            while i < 8 {
                lanes[i] = low[i];
                lanes[8 + i] = high[i];
                i += 1;
            }
            control(lanes)
        };
        static TABLE: [u8; 32] = CONTROL;
        &TABLE
    }};
}

/// `vpshufb`, and nothing else: shown the intrinsic with constant lanes, the compiler takes
/// two shuffles where one would do, on the ports that are busiest here.
#[inline]
#[target_feature(enable = "avx2")]
fn shuffle(x: __m256i, control: &'static [u8; 32]) -> __m256i {
    let result;
    // SAFETY: one AVX2 instruction that reads the 32 bytes of `control`.
    unsafe {
        asm!(
            "vpshufb {result}, {x}, ymmword ptr [{control}]",
            result = lateout(ymm_reg) result,
            x = in(ymm_reg) x,
            control = in(reg) control.as_ptr(),
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    result
}

/// Each half of a vector by its own control: `own` from `x`, `crossed` from its swapped halves.
#[inline(always)]
fn third(
    x: __m256i,
    swapped: __m256i,
    own: &'static [u8; 32],
    crossed: &'static [u8; 32],
) -> Register {
    // SAFETY: AVX2, see `Register`.
    Register(unsafe { _mm256_or_si256(shuffle(x, own), shuffle(swapped, crossed)) })
}

/// Nine bits of each 32, packed; packing takes from halves in turn, and the permutation brings
/// the quarters in order.
#[inline(always)]
fn pack_rows(x: __m256i, y: __m256i) -> Register {
    // SAFETY: AVX2, see `Register`.
    unsafe {
        let nine_bits = _mm256_set1_epi32(0x1ff);
        let packed =
            _mm256_packus_epi32(_mm256_and_si256(x, nine_bits), _mm256_and_si256(y, nine_bits));
        Register(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed))
    }
}

impl Rows for Register {
    #[inline(always)]
    fn splat(value: u16) -> Self {
        // SAFETY: AVX2, see `Register`.
        Register(unsafe { _mm256_set1_epi16(value as i16) })
    }

    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        // SAFETY: AVX2; `Lanes` is 32 bytes, aligned to 32.
        Register(unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, lanes: &mut Lanes) {
        // SAFETY: AVX2; `Lanes` is 32 bytes, aligned to 32.
        unsafe { _mm256_store_si256(lanes.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: AVX2, see `Register`.
        Register(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: AVX2, see `Register`.
        Register(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: AVX2, see `Register`.
        Register(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: AVX2, see `Register`.
        Register(unsafe { _mm256_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        // SAFETY: AVX2, see `Register`.
        Register(unsafe { _mm256_mullo_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn shift_up<const BY: i32>(self) -> Self {
        // SAFETY: AVX2, see `Register`.
        Register(unsafe { _mm256_slli_epi16::<BY>(self.0) })
    }

    #[inline(always)]
    fn shift_down<const BY: i32>(self) -> Self {
        // SAFETY: AVX2, see `Register`.
        Register(unsafe { _mm256_srli_epi16::<BY>(self.0) })
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        // SAFETY: AVX2, see `Register`.
        Register(unsafe { _mm256_cmpeq_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn all(self) -> bool {
        // SAFETY: AVX2, see `Register`.
        unsafe { _mm256_movemask_epi8(self.0) == -1 }
    }

    #[inline(always)]
    fn halves(x: Self, y: Self) -> (Self, Self) {
        // SAFETY: AVX2, see `Register`.
        unsafe {
            (Register(_mm256_unpacklo_epi64(x.0, y.0)), Register(_mm256_unpackhi_epi64(x.0, y.0)))
        }
    }

    #[inline(always)]
    fn quarters(x: Self, y: Self) -> (Self, Self) {
        // SAFETY: AVX2, see `Register`; the casts only rename bits.
        unsafe {
            let (x, y) = (_mm256_castsi256_ps(x.0), _mm256_castsi256_ps(y.0));
            (
                Register(_mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(x, y))),
                Register(_mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(x, y))),
            )
        }
    }

    #[inline(always)]
    fn eighths(x: Self, y: Self) -> (Self, Self) {
        // SAFETY: AVX2, see `Register`.
        unsafe {
            (
                Register(_mm256_blend_epi16::<0xaa>(x.0, _mm256_slli_epi32::<16>(y.0))),
                Register(_mm256_blend_epi16::<0xaa>(_mm256_srli_epi32::<16>(x.0), y.0)),
            )
        }
    }

    #[inline(always)]
    fn nine(x: [Self; 3]) -> Self {
        // Rows in the high half after blending:  r0 r2 r0 r2 r1 r2 r1 r0
        //                              of bands   0  0  2  2  0  1  2  1
        // which is all of bands 0 and 2 where *cells* wants them, and two rows of band 1; its
        // middle row comes separately.
        // SAFETY: AVX2, see `Register`.
        unsafe {
            let some = _mm256_blend_epi16::<0b0010_1010>(x[0].0, x[2].0);
            let most = _mm256_blend_epi16::<0b0101_0000>(some, x[1].0);
            let both = _mm256_permute2x128_si256::<0x11>(most, most);
            const N: u8 = NONE;
            let placed = shuffle(both, lanes!([0, 1, 2, 3, 4, 5, 6, 7], [7, 5, N, N, N, 5, N, N]));
            let middle = shuffle(x[1].0, lanes!([N; 8], [N, N, N, N, 5, N, N, N]));
            Register(_mm256_or_si256(placed, middle))
        }
    }

    #[inline(always)]
    fn spread(self) -> [Self; 6] {
        // SAFETY: AVX2, see `Register`.
        unsafe {
            let x = self.0;
            let swapped = _mm256_permute2x128_si256::<0x01>(x, x);
            const N: u8 = NONE;
            [
                Register(shuffle(x, lanes!([0; 8], [0; 8]))),
                Register(shuffle(x, lanes!([4; 8], [4; 8]))),
                Register(shuffle(x, lanes!([1; 8], [1; 8]))),
                third(
                    x,
                    swapped,
                    lanes!([2; 8], [N, N, N, N, N, 0, N, 0]),
                    lanes!([N; 8], [0, 0, 2, 2, 0, N, 2, N]),
                ),
                third(
                    x,
                    swapped,
                    lanes!([6; 8], [N, N, N, N, N, 4, N, 4]),
                    lanes!([N; 8], [4, 4, 6, 6, 4, N, 6, N]),
                ),
                third(
                    x,
                    swapped,
                    lanes!([3; 8], [N, N, N, N, N, 1, N, 1]),
                    lanes!([N; 8], [1, 1, 3, 3, 1, N, 3, N]),
                ),
            ]
        }
    }

    #[inline(always)]
    fn other_bands(a: Self, b: Self) -> ([Self; 2], [Self; 2]) {
        // SAFETY: AVX2, see `Register`.
        unsafe {
            let (a, b) = (a.0, b.0);
            let next = _mm256_permute2x128_si256::<0x21>(a, b); // bands 1, 2
            let after = _mm256_permute2x128_si256::<0x02>(a, b); // bands 2, 0
            // Lanes 0, 5 and 2 of the block of digit 9 are its bands 0, 1 and 2.
            let nine_next = shuffle(b, lanes!([0; 8], [5, 5, 0, 0, 5, 2, 0, 2]));
            let nine_after = shuffle(b, lanes!([0; 8], [2, 2, 5, 5, 2, 0, 5, 0]));
            let b_next = _mm256_blend_epi32::<0xf0>(a, nine_next); // band 0, digit 9
            let b_after = _mm256_blend_epi32::<0xf0>(next, nine_after); // band 1, digit 9
            ([Register(next), Register(b_next)], [Register(after), Register(b_after)])
        }
    }

    #[inline(always)]
    fn from_bands(first: &[u32; 8], second: &[u32; 8]) -> [Self; 3] {
        // SAFETY: AVX2, see `Register`; the loads are unaligned and 32 bytes long.
        unsafe {
            let first = _mm256_loadu_si256(first.as_ptr().cast());
            let second = _mm256_loadu_si256(second.as_ptr().cast());
            [
                pack_rows(first, second),
                pack_rows(_mm256_srli_epi32::<9>(first), _mm256_srli_epi32::<9>(second)),
                pack_rows(_mm256_srli_epi32::<18>(first), _mm256_srli_epi32::<18>(second)),
            ]
        }
    }

    #[inline(always)]
    fn lane_mask(self) -> u32 {
        // SAFETY: AVX2, see `Register`.
        unsafe { _mm256_movemask_epi8(self.0) as u32 }
    }

    #[inline(always)]
    fn bytes_equal(bytes: &[u8; 32], value: u8) -> u32 {
        // SAFETY: AVX2, see `Register`; the load is unaligned and 32 bytes long.
        unsafe {
            let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
            let equal = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(value as i8));
            _mm256_movemask_epi8(equal) as u32
        }
    }
}
