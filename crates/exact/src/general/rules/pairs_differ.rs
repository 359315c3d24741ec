//! No two pairs of variables hold the same pair of digits.

use super::propagator::{Mask, Nothing};

/// Pairs of places in the propagator's list.
#[derive(Clone, Debug)]
pub(super) struct PairsDiffer {
    pub(super) pairs: Box<[(u16, u16)]>,
}

impl PairsDiffer {
    pub(super) fn filter(&self, local: &mut [Mask]) -> Result<(), Nothing> {
        for (i, &(a, b)) in self.pairs.iter().enumerate() {
            let (first, second) = (local[usize::from(a)], local[usize::from(b)]);
            if !first.is_power_of_two() || !second.is_power_of_two() {
                continue;
            }
            for (j, &(c, d)) in self.pairs.iter().enumerate() {
                if i == j {
                    continue;
                }
                let (c, d) = (usize::from(c), usize::from(d));
                if local[c] == first {
                    local[d] &= !second;
                }
                if local[d] == second {
                    local[c] &= !first;
                }
                if local[c] == 0 || local[d] == 0 {
                    return Err(Nothing);
                }
            }
        }
        Ok(())
    }
}
