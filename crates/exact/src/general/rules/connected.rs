//! The variables that hold a digit hang together.
//!
//! From a variable that holds the digit one walks over those that may hold it. Where one does not
//! come, the digit does not stand; if it must stand there, nothing goes.

use super::propagator::{Mask, Nothing, Scratch, digits};

/// Which variables touch.
#[derive(Clone, Debug)]
pub(super) struct Connected {
    starts: Box<[u32]>,
    neighbours: Box<[u16]>,
}

impl Connected {
    pub(super) fn new(n: usize, touching: &[(u16, u16)]) -> Connected {
        let mut of = vec![Vec::new(); n];
        for &(a, b) in touching {
            of[usize::from(a)].push(b);
            of[usize::from(b)].push(a);
        }
        let mut starts = vec![0];
        for list in &of {
            starts.push(starts[starts.len() - 1] + list.len() as u32);
        }
        Connected { starts: starts.into(), neighbours: of.into_iter().flatten().collect() }
    }

    pub(super) fn filter(&self, local: &mut [Mask], scratch: &mut Scratch) -> Result<(), Nothing> {
        let held = local.iter().filter(|set| set.is_power_of_two()).fold(0, |all, set| all | set);
        let Scratch { walk, reached, .. } = scratch;
        for digit in digits(held) {
            let bit = 1 << digit;
            let Some(first) = local.iter().position(|&set| set == bit) else { continue };
            reached.clear();
            reached.resize(local.len(), false);
            reached[first] = true;
            walk.clear();
            walk.push(first as u16);
            while let Some(at) = walk.pop() {
                let at = usize::from(at);
                let range = self.starts[at] as usize..self.starts[at + 1] as usize;
                for &next in &self.neighbours[range] {
                    let next = usize::from(next);
                    if local[next] & bit != 0 && !reached[next] {
                        reached[next] = true;
                        walk.push(next as u16);
                    }
                }
            }
            scratch.ticks += local.len() as u64 / 4;
            for (set, &reached) in local.iter_mut().zip(reached.iter()) {
                if !reached {
                    *set &= !bit;
                    if *set == 0 {
                        return Err(Nothing);
                    }
                }
            }
        }
        Ok(())
    }
}
