//! Two variables and a table of what goes together: dots, steps, any relation.

use super::propagator::{Mask, Nothing, digits};

/// For each digit of one variable what the other may hold, both ways.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    forward: Box<[Mask]>,
    backward: Box<[Mask]>,
}

impl Pair {
    /// From the table of the first variable; `n_second` is the number of digits of the second.
    pub(super) fn new(forward: Vec<Mask>, n_second: usize) -> Pair {
        let mut backward = vec![0; n_second];
        for (first, &allowed) in forward.iter().enumerate() {
            for second in digits(allowed) {
                backward[second] |= 1 << first;
            }
        }
        Pair { forward: forward.into(), backward: backward.into() }
    }

    /// What the second may hold when the first holds a digit.
    pub(super) fn allowed(&self, first: usize) -> Mask {
        self.forward.get(first).copied().unwrap_or(0)
    }

    /// What the first may hold when the second holds a digit.
    pub(super) fn supports(&self, second: usize) -> Mask {
        self.backward.get(second).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn filter(&self, local: &mut [Mask]) -> Result<(), Nothing> {
        let allowed = digits(local[0]).fold(0, |set, digit| set | self.allowed(digit));
        local[1] &= allowed;
        let supported = digits(local[1]).fold(0, |set, digit| set | self.supports(digit));
        local[0] &= supported;
        if local[0] == 0 { Err(Nothing) } else { Ok(()) }
    }
}
