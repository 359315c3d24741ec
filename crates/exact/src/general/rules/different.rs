//! No digit twice, as one way of an `Either`. Elsewhere the search itself strikes digits from peers.

use super::propagator::{Mask, Nothing};

/// No digit twice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Different;

impl Different {
    pub(super) fn filter(self, local: &mut [Mask]) -> Result<(), Nothing> {
        if local.len() > Mask::BITS as usize {
            return Err(Nothing);
        }
        let mut done: Mask = 0;
        loop {
            let before = done;
            for i in 0..local.len() {
                let here = local[i];
                if !here.is_power_of_two() || done >> i & 1 == 1 {
                    continue;
                }
                done |= 1 << i;
                for (other, set) in local.iter_mut().enumerate() {
                    if other != i {
                        *set &= !here;
                        if *set == 0 {
                            return Err(Nothing);
                        }
                    }
                }
            }
            if done == before {
                break;
            }
        }
        let union = local.iter().fold(0, |all, set| all | set);
        if (union.count_ones() as usize) < local.len() { Err(Nothing) } else { Ok(()) }
    }
}
