//! Words of an automaton along a line, as layers of states.
//!
//! ```text
//! layer 0    layer 1    layer 2 … layer n
//! start  ──▶ state  ──▶ state     accepting
//!     digits of     digits of
//!     place 0       place 1
//! ```
//!
//! Only states that lie on some accepted word are kept, layer by layer, with the digits of each arc
//! together. A filter walks forward over the arcs some candidate still allows, then backward over
//! those that also lead to the end; a candidate on none of them goes (G. Pesant, *A regular language
//! membership constraint for finite sequences of variables*, 2004).

use super::propagator::{Mask, Nothing, Scratch};
use std::collections::HashMap;
use sudolab_grid::rule::Automaton;

/// A line unrolled.
#[derive(Clone, Debug)]
pub(super) struct Layered {
    /// The variable of each place, by its number in the propagator.
    places: Box<[u16]>,
    /// Where the arcs of each place begin, and where the last ones end.
    starts: Box<[u32]>,
    arcs: Box<[Arc]>,
    n_states: u32,
    /// The states a word may begin in, and those it may end in.
    first: Box<[u32]>,
    last: std::ops::Range<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Arc {
    from: u32,
    to: u32,
    digits: Mask,
}

/// So many arcs times places make a line long.
const LONG: usize = 3000;

impl Layered {
    /// The layers of an automaton over variables with these candidates.
    pub(super) fn new(places: Vec<u16>, candidates: &[Mask], automaton: &Automaton) -> Layered {
        let n = places.len();
        // Forward: which states each layer has, and the arcs between them.
        let mut layers: Vec<Vec<u16>> = Vec::with_capacity(n + 1);
        let mut first: Vec<u16> = automaton.start().to_vec();
        first.sort_unstable();
        first.dedup();
        layers.push(first);
        for &place in &places {
            let allowed = candidates[usize::from(place)];
            let from = layers.last().map_or(&[][..], Vec::as_slice);
            let mut next: Vec<u16> = from
                .iter()
                .flat_map(|&state| automaton.arcs(state))
                .filter(|(set, _)| set.bits() & allowed != 0)
                .map(|&(_, to)| to)
                .collect();
            next.sort_unstable();
            next.dedup();
            layers.push(next);
        }
        // Backward: those that lead to the end.
        layers[n].retain(|&state| automaton.is_accepting(state));
        let mut raw: Vec<Vec<(u16, u16, Mask)>> = vec![Vec::new(); n];
        for layer in (0..n).rev() {
            let allowed = candidates[usize::from(places[layer])];
            let (before, after) = layers.split_at_mut(layer + 1);
            let next = &after[0];
            before[layer].retain(|&state| {
                let mut joined: HashMap<u16, Mask> = HashMap::new();
                for &(set, to) in automaton.arcs(state) {
                    let digits = set.bits() & allowed;
                    if digits != 0 && next.binary_search(&to).is_ok() {
                        *joined.entry(to).or_default() |= digits;
                    }
                }
                let mut out: Vec<(u16, u16, Mask)> =
                    joined.into_iter().map(|(to, digits)| (state, to, digits)).collect();
                out.sort_unstable();
                raw[layer].extend_from_slice(&out);
                !out.is_empty()
            });
        }
        let mut offsets = vec![0u32];
        for layer in &layers {
            offsets.push(offsets[offsets.len() - 1] + layer.len() as u32);
        }
        let number = |layer: usize, state: u16| {
            let at = layers[layer].binary_search(&state).unwrap_or(0);
            offsets[layer] + at as u32
        };
        let mut starts = vec![0];
        let mut arcs = Vec::new();
        for (layer, raw) in raw.iter().enumerate() {
            arcs.extend(raw.iter().map(|&(from, to, digits)| Arc {
                from: number(layer, from),
                to: number(layer + 1, to),
                digits,
            }));
            starts.push(arcs.len() as u32);
        }
        Layered {
            places: places.into(),
            starts: starts.into(),
            arcs: arcs.into(),
            n_states: offsets[n + 1],
            first: (offsets[0]..offsets[1]).collect(),
            last: offsets[n]..offsets[n + 1],
        }
    }

    /// Whether every variable has one place, so that one walk each way strikes all there is.
    pub(super) fn is_done_at_once(&self) -> bool {
        let repeats = |(i, place)| self.places[..i].contains(place);
        !self.places.iter().enumerate().any(repeats)
    }

    /// Why a digit of a place was struck, or why nothing goes (see `Propagator::why`). The states on
    /// the way of the digit are barred from one side or the other; going outwards from there, what
    /// leads to a barred state is barred as well, or lacks the digits to do so (G. Gange, P. J.
    /// Stuckey, R. Szymanek, *MDD propagators with explanation*, 2011). Short lines are not asked:
    /// asking them again gives shorter reasons.
    pub(super) fn why(
        &self,
        then: &[Mask],
        struck: Option<(usize, Mask)>,
        needed: &mut [Mask],
        scratch: &mut Scratch,
    ) -> bool {
        let n = self.places.len();
        if self.arcs.len() * n < LONG || !self.is_done_at_once() {
            return false;
        }
        let layer_of = |own: usize| self.places.iter().position(|&p| usize::from(p) == own);
        let cut = match struck {
            None => n,
            Some((own, _)) => match layer_of(own) {
                Some(layer) => layer,
                None => return false,
            },
        };
        let Scratch { reached, useful, barred, .. } = scratch;
        for list in [&mut *reached, &mut *useful, &mut *barred] {
            list.clear();
            list.resize(self.n_states as usize, false);
        }
        let arcs =
            |layer: usize| &self.arcs[self.starts[layer] as usize..self.starts[layer + 1] as usize];
        let set = |layer: usize| then[usize::from(self.places[layer])];
        self.first.iter().for_each(|&state| reached[state as usize] = true);
        for layer in 0..cut {
            for arc in arcs(layer) {
                if reached[arc.from as usize] && arc.digits & set(layer) != 0 {
                    reached[arc.to as usize] = true;
                }
            }
        }
        scratch.ticks += self.arcs.len() as u64 / 2;
        match struck {
            None => {
                for state in self.last.clone() {
                    if reached[state as usize] {
                        return false;
                    }
                    barred[state as usize] = true;
                }
            }
            Some((_, digit)) => {
                self.last.clone().for_each(|state| useful[state as usize] = true);
                for layer in (cut + 1..n).rev() {
                    for arc in arcs(layer) {
                        if useful[arc.to as usize] && arc.digits & set(layer) != 0 {
                            useful[arc.from as usize] = true;
                        }
                    }
                }
                for arc in arcs(cut).iter().filter(|arc| arc.digits & digit != 0) {
                    match (reached[arc.from as usize], useful[arc.to as usize]) {
                        (false, _) => barred[arc.from as usize] = true,
                        (true, false) => barred[arc.to as usize] = true,
                        (true, true) => return false,
                    }
                }
            }
        }
        for layer in (0..cut).rev() {
            let needed = &mut needed[usize::from(self.places[layer])];
            let mut lacked = 0;
            for arc in arcs(layer).iter().filter(|arc| arc.digits & *needed != 0) {
                if barred[arc.to as usize] && reached[arc.from as usize] {
                    lacked |= arc.digits;
                }
            }
            *needed &= !lacked;
            for arc in arcs(layer).iter().filter(|arc| arc.digits & *needed != 0) {
                if barred[arc.to as usize] {
                    barred[arc.from as usize] = true;
                }
            }
        }
        for layer in cut + 1..n {
            let needed = &mut needed[usize::from(self.places[layer])];
            let mut lacked = 0;
            for arc in arcs(layer).iter().filter(|arc| arc.digits & *needed != 0) {
                if barred[arc.from as usize] && useful[arc.to as usize] {
                    lacked |= arc.digits;
                }
            }
            *needed &= !lacked;
            for arc in arcs(layer).iter().filter(|arc| arc.digits & *needed != 0) {
                if barred[arc.from as usize] {
                    barred[arc.to as usize] = true;
                }
            }
        }
        true
    }

    pub(super) fn filter(&self, local: &mut [Mask], scratch: &mut Scratch) -> Result<(), Nothing> {
        let Scratch { reached, useful, .. } = scratch;
        reached.clear();
        reached.resize(self.n_states as usize, false);
        useful.clear();
        useful.resize(self.n_states as usize, false);
        for &state in &self.first {
            reached[state as usize] = true;
        }
        for (layer, &place) in self.places.iter().enumerate() {
            let set = local[usize::from(place)];
            let arcs = &self.arcs[self.starts[layer] as usize..self.starts[layer + 1] as usize];
            for arc in arcs {
                if reached[arc.from as usize] && arc.digits & set != 0 {
                    reached[arc.to as usize] = true;
                }
            }
        }
        scratch.ticks += self.arcs.len() as u64 / 4;
        let mut ends = false;
        for state in self.last.clone() {
            let good = reached[state as usize];
            useful[state as usize] = good;
            ends |= good;
        }
        if !ends {
            return Err(Nothing);
        }
        for (layer, &place) in self.places.iter().enumerate().rev() {
            let set = local[usize::from(place)];
            let arcs = &self.arcs[self.starts[layer] as usize..self.starts[layer + 1] as usize];
            let mut supported = 0;
            for arc in arcs {
                if useful[arc.to as usize] && reached[arc.from as usize] && arc.digits & set != 0 {
                    useful[arc.from as usize] = true;
                    supported |= arc.digits;
                }
            }
            let left = set & supported;
            if left == 0 {
                return Err(Nothing);
            }
            local[usize::from(place)] = left;
        }
        Ok(())
    }
}
