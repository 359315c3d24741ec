//! Where randomised methods take their numbers from.
//!
//! Bootstrap, permutation and parametric bootstrap draw from a source that the caller seeds,
//! so that a report is the same each time it is built. Any `FnMut() -> u64` is a source.

/// A source of uniform 64-bit words.
pub trait Uniform {
    /// The next word.
    fn word(&mut self) -> u64;

    /// A number below `n`, without bias (Lemire, *Fast random integer generation in an
    /// interval*, 2019): the high word of `n * word`, drawn again in the sliver that would
    /// favour some numbers. Gives 0 for `n = 0`.
    fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        let mut product = u128::from(self.word()) * u128::from(n);
        if (product as u64) < n {
            let sliver = n.wrapping_neg() % n.max(1);
            while (product as u64) < sliver {
                product = u128::from(self.word()) * u128::from(n);
            }
        }
        (product >> 64) as usize
    }

    /// A number in the open interval from 0 to 1, on the 2^-53 grid shifted by half a step so
    /// that its logarithm is always finite.
    fn unit(&mut self) -> f64 {
        ((self.word() >> 11) as f64 + 0.5) * (1.0 / (1u64 << 53) as f64)
    }
}

impl<F: FnMut() -> u64> Uniform for F {
    fn word(&mut self) -> u64 {
        self()
    }
}

/// One step of splitmix64: a well mixed word for each number (Steele, Lea, Flood 2014).
pub(crate) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A small seeded source, for tests and for callers without a generator of their own.
#[derive(Debug, Clone)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The source for a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl Uniform for SplitMix {
    fn word(&mut self) -> u64 {
        let word = mix(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_gives_the_published_words() {
        // First outputs of splitmix64 for the seed 1234567, as listed with Vigna's reference code.
        let mut source = SplitMix::new(1234567);
        assert_eq!(source.word(), 6457827717110365317);
        assert_eq!(source.word(), 3203168211198807973);
    }

    #[test]
    fn bounded_draws_cover_their_range_evenly() {
        let mut source = SplitMix::new(1);
        let mut counts = [0usize; 7];
        for _ in 0..70_000 {
            counts[source.below(7)] += 1;
        }
        assert!(
            counts.iter().all(|&c| (9_500..10_500).contains(&c)),
            "{counts:?}"
        );
        assert_eq!(source.below(0), 0);
        let (mut low, mut high) = (1.0f64, 0.0f64);
        for _ in 0..10_000 {
            let u = source.unit();
            low = low.min(u);
            high = high.max(u);
        }
        assert!(low > 0.0 && low < 0.001 && high < 1.0 && high > 0.999);
    }
}
