//! The variables that hold a digit hang together.
//!
//! From a variable that holds the digit one walks over those that may hold it. Where one does not
//! come, the digit does not stand; if it must stand there, nothing goes. Where it is known how many
//! variables hold the digit, the walk must come to that many, and a variable that is more steps
//! away from all that hold it than there are still to come does not hold it.

use super::propagator::{Mask, Nothing, Scratch, digits};

/// Which variables touch.
#[derive(Clone, Debug)]
pub(super) struct Connected {
    starts: Box<[u32]>,
    neighbours: Box<[u16]>,
    /// How many variables hold each digit, by index; 0 when nobody says.
    sizes: Box<[u16]>,
}

/// Not walked to.
const FAR: u16 = u16::MAX;

impl Connected {
    pub(super) fn new(n: usize, touching: &[(u16, u16)], sizes: Box<[u16]>) -> Connected {
        let mut of = vec![Vec::new(); n];
        for &(a, b) in touching {
            of[usize::from(a)].push(b);
            of[usize::from(b)].push(a);
        }
        let mut starts = vec![0];
        for list in &of {
            starts.push(starts[starts.len() - 1] + list.len() as u32);
        }
        let neighbours = of.into_iter().flatten().collect();
        Connected { starts: starts.into(), neighbours, sizes }
    }

    fn neighbours(&self, at: usize) -> &[u16] {
        &self.neighbours[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub(super) fn filter(&self, local: &mut [Mask], scratch: &mut Scratch) -> Result<(), Nothing> {
        let held = local.iter().filter(|set| set.is_power_of_two()).fold(0, |all, set| all | set);
        // What is struck of one digit must not matter to the next, so that each has its own reason.
        let mut now = std::mem::take(&mut scratch.copy);
        now.clear();
        now.extend_from_slice(local);
        let mut result = Ok(());
        for digit in digits(held) {
            result = self.filter_digit(digit, &now, local, scratch);
            if result.is_err() {
                break;
            }
        }
        scratch.copy = now;
        result
    }

    fn filter_digit(
        &self,
        digit: usize,
        now: &[Mask],
        local: &mut [Mask],
        scratch: &mut Scratch,
    ) -> Result<(), Nothing> {
        let bit = 1 << digit;
        let Some(first) = now.iter().position(|&set| set == bit) else { return Ok(()) };
        scratch.ticks += local.len() as u64 / 4;
        let Scratch { walk, steps, .. } = scratch;
        let met = self.walk(now, bit, [first].into_iter(), FAR, walk, steps);
        let size = self.size(digit);
        if met < size {
            return Err(Nothing);
        }
        strike_far(bit, local, steps)?;
        if size > 0 {
            let n_held = now.iter().filter(|&&set| set == bit).count();
            if n_held > size {
                return Err(Nothing);
            }
            let holding = (0..now.len()).filter(|&at| now[at] == bit);
            self.walk(now, bit, holding, (size - n_held) as u16, walk, steps);
            strike_far(bit, local, steps)?;
        }
        Ok(())
    }

    fn size(&self, digit: usize) -> usize {
        self.sizes.get(digit).map_or(0, |&size| usize::from(size))
    }

    /// Walks from some places over those that may hold a digit, at most so many steps far: leaves
    /// the number of steps to each place, and says how many places it came to.
    fn walk(
        &self,
        now: &[Mask],
        bit: Mask,
        from: impl Iterator<Item = usize>,
        furthest: u16,
        walk: &mut Vec<u16>,
        steps: &mut Vec<u16>,
    ) -> usize {
        steps.clear();
        steps.resize(now.len(), FAR);
        walk.clear();
        for at in from {
            steps[at] = 0;
            walk.push(at as u16);
        }
        let mut next = 0;
        while next < walk.len() {
            let at = usize::from(walk[next]);
            next += 1;
            if steps[at] == furthest {
                continue;
            }
            for &other in self.neighbours(at) {
                let place = usize::from(other);
                if now[place] & bit != 0 && steps[place] == FAR {
                    steps[place] = steps[at] + 1;
                    walk.push(other);
                }
            }
        }
        walk.len()
    }

    /// Why a digit was struck, or why nothing goes: leaves in `needed`, which begins with all there
    /// ever was, only what must be known. `false` when it is not found.
    pub(super) fn why(
        &self,
        then: &[Mask],
        struck: Option<(usize, Mask)>,
        needed: &mut [Mask],
        scratch: &mut Scratch,
    ) -> bool {
        scratch.ticks += then.len() as u64;
        if let Some((at, bit)) = struck {
            return self.why_not(then, at, bit, needed, scratch);
        }
        let held = then.iter().filter(|set| set.is_power_of_two()).fold(0, |all, set| all | set);
        for digit in digits(held) {
            let (bit, size) = (1 << digit, self.size(digit));
            let Some(first) = then.iter().position(|&set| set == bit) else { continue };
            let Scratch { walk, steps, .. } = scratch;
            if self.walk(then, bit, [first].into_iter(), FAR, walk, steps) < size {
                needed[first] = bit;
                self.close(steps, FAR, bit, needed);
                return true;
            }
            let holding = then.iter().filter(|&&set| set == bit).count();
            if size > 0 && holding > size {
                let some = (0..then.len()).filter(|&at| then[at] == bit).take(size + 1);
                some.for_each(|at| needed[at] = bit);
                return true;
            }
        }
        // A variable that lost all its digits.
        (0..then.len()).any(|at| {
            let lost =
                digits(then[at]).all(|digit| self.why_not(then, at, 1 << digit, needed, scratch));
            if lost {
                needed[at] &= then[at];
            }
            lost
        })
    }

    fn why_not(
        &self,
        then: &[Mask],
        at: usize,
        bit: Mask,
        needed: &mut [Mask],
        scratch: &mut Scratch,
    ) -> bool {
        let holds = |place: &usize| *place != at && then[*place] == bit;
        let Some(first) = (0..then.len()).find(holds) else { return false };
        let Scratch { walk, steps, .. } = scratch;
        self.walk(then, bit, [first].into_iter(), FAR, walk, steps);
        if steps[at] == FAR {
            // A wall around one of the two; the one with fewer stones.
            let around_first = self.wall(steps, FAR, bit, needed);
            self.walk(then, bit, [at].into_iter(), FAR, walk, steps);
            if self.wall(steps, FAR, bit, needed) > around_first {
                self.walk(then, bit, [first].into_iter(), FAR, walk, steps);
            }
            needed[first] = bit;
            self.close(steps, FAR, bit, needed);
            return true;
        }
        let size = self.size(bit.trailing_zeros() as usize);
        let n_held = (0..then.len()).filter(holds).count();
        if size == 0 {
            return false;
        }
        let furthest = size.saturating_sub(n_held) as u16;
        self.walk(then, bit, (0..then.len()).filter(holds), furthest, walk, steps);
        if steps[at] != FAR {
            return false;
        }
        (0..then.len()).filter(holds).for_each(|place| needed[place] = bit);
        self.close(steps, furthest, bit, needed);
        true
    }

    /// The places beside what was walked to that are needed to be without the digit.
    fn wall(&self, steps: &[u16], furthest: u16, bit: Mask, needed: &[Mask]) -> usize {
        let beside = |at: usize| {
            self.neighbours(at).iter().map(|&o| usize::from(o)).any(|other| steps[other] < furthest)
        };
        let outside = |&at: &usize| steps[at] == FAR && needed[at] & bit != 0 && beside(at);
        (0..steps.len()).filter(outside).count()
    }

    /// Notes that no step led on from what was walked to.
    fn close(&self, steps: &[u16], furthest: u16, bit: Mask, needed: &mut [Mask]) {
        for at in (0..steps.len()).filter(|&at| steps[at] < furthest) {
            for other in self.neighbours(at).iter().map(|&other| usize::from(other)) {
                if steps[other] == FAR {
                    needed[other] &= !bit;
                }
            }
        }
    }
}

/// Strikes a digit where no walk came.
fn strike_far(bit: Mask, local: &mut [Mask], steps: &[u16]) -> Result<(), Nothing> {
    for (set, &steps) in local.iter_mut().zip(steps) {
        if steps == FAR {
            *set &= !bit;
            if *set == 0 {
                return Err(Nothing);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six places in a row, of which the digit takes so many.
    fn row(size: u16) -> Connected {
        let touching: Vec<(u16, u16)> = (1..6).map(|i| (i - 1, i)).collect();
        Connected::new(6, &touching, [size, 0].into())
    }

    #[test]
    fn what_is_too_far_away_is_struck_and_the_reason_is_what_holds() {
        let mut local = [0b11, 0b11, 0b01, 0b11, 0b11, 0b11];
        let then = local;
        let mut scratch = Scratch::default();
        assert_eq!(row(2).filter(&mut local, &mut scratch), Ok(()));
        assert_eq!(local, [0b10, 0b11, 0b01, 0b11, 0b10, 0b10]);
        let mut needed = [0b11; 6];
        assert!(row(2).why(&then, Some((4, 0b01)), &mut needed, &mut scratch));
        assert_eq!(needed, [0b11, 0b11, 0b01, 0b11, 0b11, 0b11]);
    }

    #[test]
    fn a_wall_is_a_reason_and_a_narrow_room_is_none() {
        let mut scratch = Scratch::default();
        let then = [0b11, 0b01, 0b11, 0b10, 0b11, 0b11];
        let mut local = then;
        assert_eq!(row(0).filter(&mut local, &mut scratch), Ok(()));
        assert_eq!(local, [0b01, 0b01, 0b11, 0b10, 0b10, 0b10]);
        let mut needed = [0b11; 6];
        assert!(row(0).why(&then, Some((5, 0b01)), &mut needed, &mut scratch));
        assert_eq!(needed, [0b11, 0b01, 0b11, 0b10, 0b11, 0b11]);
        assert_eq!(row(4).filter(&mut local, &mut scratch), Err(Nothing));
        let mut needed = [0b11; 6];
        assert!(row(4).why(&local, None, &mut needed, &mut scratch));
        assert_eq!(needed, [0b01, 0b11, 0b11, 0b10, 0b11, 0b11]);
    }
}
