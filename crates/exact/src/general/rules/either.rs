//! At least one of several conjunctions.
//!
//! Each way is tried on a copy of the candidates; a candidate that no way leaves goes (*constructive
//! disjunction*: P. Van Hentenryck, V. Saraswat, Y. Deville 1998). Nothing chooses between the ways,
//! so a filling that keeps two of them is still one filling.

use super::propagator::{Mask, Nothing, Propagator, Scratch};

/// Conjunctions, one of which holds. The variables of their propagators are places in this one's list.
#[derive(Clone, Debug)]
pub(super) struct Either {
    pub(super) ways: Box<[Box<[Propagator]>]>,
}

/// How often the propagators of a way are asked in turn.
const ROUNDS: usize = 3;

impl Either {
    pub(super) fn filter(&self, local: &mut [Mask], scratch: &mut Scratch) -> Result<(), Nothing> {
        let mut union = std::mem::take(&mut scratch.union);
        let mut copy = std::mem::take(&mut scratch.copy);
        let mut part = std::mem::take(&mut scratch.part);
        let mut inner = scratch.inner.take().unwrap_or_default();
        union.clear();
        union.resize(local.len(), 0);
        let mut goes = false;
        for way in &self.ways {
            copy.clear();
            copy.extend_from_slice(local);
            if try_way(way, &mut copy, &mut part, &mut inner).is_err() {
                continue;
            }
            goes = true;
            union.iter_mut().zip(&copy).for_each(|(all, set)| *all |= set);
            if union == local {
                break;
            }
        }
        if goes {
            local.copy_from_slice(&union);
        }
        scratch.ticks += std::mem::take(&mut inner.ticks);
        scratch.union = union;
        scratch.copy = copy;
        scratch.part = part;
        scratch.inner = Some(inner);
        if goes { Ok(()) } else { Err(Nothing) }
    }
}

fn try_way(
    way: &[Propagator],
    sets: &mut [Mask],
    part: &mut Vec<Mask>,
    scratch: &mut Scratch,
) -> Result<(), Nothing> {
    for _ in 0..ROUNDS {
        let mut changed = false;
        for propagator in way {
            part.clear();
            part.extend(propagator.cells.iter().map(|&cell| sets[usize::from(cell)]));
            propagator.filter(part, scratch)?;
            for (&cell, &set) in propagator.cells.iter().zip(part.iter()) {
                changed |= sets[usize::from(cell)] != set;
                sets[usize::from(cell)] = set;
            }
        }
        if !changed || way.len() < 2 {
            break;
        }
    }
    Ok(())
}
