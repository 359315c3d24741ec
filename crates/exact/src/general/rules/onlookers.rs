//! Who sees all of a clique: what each of its sets of digits has is none of theirs.
//!
//! They are added to the variables of the sum, behind its own, so that a strike in them is one of the sum's
//! and has its reasons; but they do not wake it, for they tell it nothing.

use super::compile::Compiler;
use super::propagator::{PropagatorKind, digits};

impl Compiler<'_> {
    /// Adds to each sum the variables that differ from all of a clique: what each of the clique's sets
    /// of digits has is none of theirs.
    pub(super) fn find_onlookers(&mut self) {
        let mut propagators = std::mem::take(&mut self.propagators);
        let (mut cells, mut seen): (Vec<u16>, Vec<u64>) = (Vec::new(), Vec::new());
        for propagator in &mut propagators {
            let PropagatorKind::Sum(sum) = &mut propagator.kind else { continue };
            if !sum.narrow {
                continue;
            }
            let is_alone = sum.cliques.len() == 1;
            cells.clear();
            cells.extend_from_slice(&propagator.cells);
            for clique in sum.cliques.iter_mut().filter(|clique| clique.subsets.is_some()) {
                let own = &propagator.cells[clique.from..clique.to];
                seen.clear();
                seen.extend_from_slice(&self.differs[usize::from(own[0])]);
                for &cell in &own[1..] {
                    let differs = &self.differs[usize::from(cell)];
                    seen.iter_mut().zip(differs).for_each(|(all, these)| *all &= these);
                }
                let n_seen = seen.iter().map(|bits| bits.count_ones() as usize).sum();
                let mut places = Vec::with_capacity(n_seen);
                for (at, &bits) in seen.iter().enumerate() {
                    for bit in digits(bits) {
                        let cell = (at * 64 + bit) as u16;
                        // Those of other cliques, and the onlookers of other cliques, are there already.
                        let known =
                            (!is_alone).then(|| cells.iter().position(|&c| c == cell)).flatten();
                        places.push(known.unwrap_or_else(|| {
                            cells.push(cell);
                            cells.len() - 1
                        }) as u16);
                    }
                }
                clique.onlookers = places.into();
            }
            if cells.len() > propagator.cells.len() {
                propagator.cells = cells.as_slice().into();
            }
        }
        self.propagators = propagators;
    }
}
