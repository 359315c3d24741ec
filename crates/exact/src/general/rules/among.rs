//! How often digits occur.
//!
//! A digit that is there as often as it may be leaves the other variables; one that has no more
//! places than it needs takes them all. When the open variables are no more than what is still
//! missing, they hold nothing else.

use super::propagator::{Mask, Nothing};

/// Least and largest numbers of times digits occur.
#[derive(Clone, Debug)]
pub(super) struct Among {
    /// How often each variable counts.
    pub(super) times: Box<[u16]>,
    /// Digit (one bit), least, largest; each digit once.
    pub(super) counts: Box<[(Mask, u16, u16)]>,
}

impl Among {
    pub(super) fn filter(&self, local: &mut [Mask]) -> Result<(), Nothing> {
        for &(digit, low, high) in &self.counts {
            let (mut fixed, mut possible) = (0, 0);
            for (&set, &times) in local.iter().zip(&self.times) {
                possible += if set & digit != 0 { times } else { 0 };
                fixed += if set == digit { times } else { 0 };
            }
            if fixed > high || possible < low {
                return Err(Nothing);
            }
            for (set, &times) in local.iter_mut().zip(&self.times) {
                if *set & digit == 0 || *set == digit {
                    continue;
                }
                let (may, must) = (fixed + times <= high, possible - times < low);
                match (may, must) {
                    (true, false) => {}
                    (true, true) => *set = digit,
                    (false, false) => *set &= !digit,
                    (false, true) => return Err(Nothing),
                }
            }
        }
        // What is missing now, and the variables it can still go to.
        let (mut missing, mut wanted) = (0, 0);
        for &(digit, low, _) in &self.counts {
            let fixed = self.total(local, |set| set == digit);
            if fixed < low {
                missing += low - fixed;
                wanted |= digit;
            }
        }
        let open = self.total(local, |set| !set.is_power_of_two());
        if missing > open {
            return Err(Nothing);
        }
        if missing > 0 && missing == open {
            for set in local.iter_mut().filter(|set| !set.is_power_of_two()) {
                *set &= wanted;
                if *set == 0 {
                    return Err(Nothing);
                }
            }
        }
        Ok(())
    }

    /// Why a digit of a place was struck, or why nothing goes (see `Propagator::why`).
    pub(super) fn why(
        &self,
        then: &[Mask],
        struck: Option<(usize, Mask)>,
        needed: &mut [Mask],
    ) -> bool {
        let (own, struck_digit) = struck.unwrap_or((usize::MAX, 0));
        let own_times = self.times.get(own).map_or(0, |&times| u32::from(times));
        for &(digit, low, high) in &self.counts {
            let (low, high) = (u32::from(low), u32::from(high));
            // Too many with it.
            let mut fixed = if digit == struck_digit { own_times } else { 0 };
            if struck.is_none() || digit == struck_digit {
                let holds = |at: &usize| *at != own && then[*at] == digit;
                let all = (0..then.len()).filter(holds).map(|at| u32::from(self.times[at]));
                if fixed + all.sum::<u32>() > high {
                    for at in (0..then.len()).filter(holds) {
                        if fixed > high {
                            break;
                        }
                        fixed += u32::from(self.times[at]);
                        needed[at] = digit;
                    }
                    return true;
                }
            }
            // Too few without it.
            if struck.is_none() || digit != struck_digit {
                let may = |at: &usize| *at != own && then[*at] & digit != 0;
                let possible: u32 =
                    (0..then.len()).filter(may).map(|at| u32::from(self.times[at])).sum();
                if possible < low {
                    let mut spare = low - 1 - possible;
                    for at in (0..then.len()).filter(|at| *at != own && then[*at] & digit == 0) {
                        if needed[at] & digit == 0 {
                            continue;
                        }
                        match u32::from(self.times[at]) <= spare {
                            true => spare -= u32::from(self.times[at]),
                            false => needed[at] &= !digit,
                        }
                    }
                    return true;
                }
            }
        }
        false
    }

    /// How much the variables count whose candidates are such.
    fn total(&self, local: &[Mask], such: impl Fn(Mask) -> bool) -> u16 {
        let counted = local.iter().zip(&self.times).filter(|(set, _)| such(**set));
        counted.map(|(_, &times)| times).sum()
    }
}
