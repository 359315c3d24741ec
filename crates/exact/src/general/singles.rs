//! Naked and hidden singles over any houses, one machine word of candidates for each cell.
//!
//! A cell with one candidate strikes it from its houses. In a house with as many cells as digits,
//! a digit with one place goes there; all digits are looked at together: with `once` the digits
//! seen in at least one cell and `twice` those seen in two, `once & !twice` are the hidden singles.
//! Smaller houses only forbid repetition.

use super::topology::{SetWord, Topology};

/// The house in which a contradiction showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction {
    pub(super) house: usize,
}

/// Work lists of the propagation. The candidates themselves belong to the search, which copies
/// them at each branch.
#[derive(Clone, Debug)]
pub(super) struct Singles {
    /// Cells that have come down to one candidate and have not yet struck it from their houses.
    fixed: Vec<u16>,
    /// Full houses some cell of which has changed.
    changed: Vec<u16>,
    is_changed: Vec<bool>,
    /// Struck candidates and scanned houses: the unit of work.
    pub(super) ticks: u64,
}

impl Singles {
    pub(super) fn new(topology: &Topology) -> Singles {
        Singles {
            fixed: Vec::new(),
            changed: Vec::new(),
            is_changed: vec![false; topology.n_houses()],
            ticks: 0,
        }
    }

    /// Everything is to be looked at: the start of a puzzle.
    pub(super) fn expect_all(&mut self, topology: &Topology, candidates: &[SetWord]) {
        self.clear();
        let fixed = (0..candidates.len()).filter(|&c| candidates[c].is_power_of_two());
        self.fixed.extend(fixed.map(|c| c as u16));
        for house in 0..topology.n_full {
            self.is_changed[house] = true;
            self.changed.push(house as u16);
        }
    }

    /// A cell keeps only these candidates; what follows comes with [`Singles::propagate`].
    pub(super) fn restrict(
        &mut self,
        topology: &Topology,
        candidates: &mut [SetWord],
        cell: usize,
        to: SetWord,
    ) -> Result<(), Contradiction> {
        let before = candidates[cell];
        let after = before & to;
        if after == before {
            return Ok(());
        }
        candidates[cell] = after;
        if after == 0 {
            return Err(Contradiction { house: usize::from(topology.houses_of(cell)[0]) });
        }
        if after.is_power_of_two() {
            self.fixed.push(cell as u16);
        }
        self.mark(topology, cell);
        Ok(())
    }

    #[inline]
    fn mark(&mut self, topology: &Topology, cell: usize) {
        for &house in topology.houses_of(cell) {
            if usize::from(house) < topology.n_full && !self.is_changed[usize::from(house)] {
                self.is_changed[usize::from(house)] = true;
                self.changed.push(house);
            }
        }
    }

    /// Draws all conclusions.
    pub(super) fn propagate(
        &mut self,
        topology: &Topology,
        candidates: &mut [SetWord],
    ) -> Result<(), Contradiction> {
        let result = self.run(topology, candidates);
        if result.is_err() {
            self.clear();
        }
        result
    }

    fn run(
        &mut self,
        topology: &Topology,
        candidates: &mut [SetWord],
    ) -> Result<(), Contradiction> {
        loop {
            while let Some(cell) = self.fixed.pop() {
                self.strike(topology, candidates, usize::from(cell))?;
            }
            let Some(house) = self.changed.pop() else { return Ok(()) };
            self.is_changed[usize::from(house)] = false;
            self.find_hidden(topology, candidates, usize::from(house))?;
        }
    }

    #[inline]
    fn strike(
        &mut self,
        topology: &Topology,
        candidates: &mut [SetWord],
        cell: usize,
    ) -> Result<(), Contradiction> {
        let digit = candidates[cell];
        for &house in topology.houses_of(cell) {
            for &peer in topology.house(usize::from(house)) {
                let peer = usize::from(peer);
                let before = candidates[peer];
                if before & digit == 0 || peer == cell {
                    continue;
                }
                self.ticks += 1;
                let after = before & !digit;
                candidates[peer] = after;
                if after == 0 {
                    return Err(Contradiction { house: usize::from(house) });
                }
                if after.is_power_of_two() {
                    self.fixed.push(peer as u16);
                }
                self.mark(topology, peer);
            }
        }
        Ok(())
    }

    #[inline]
    fn find_hidden(
        &mut self,
        topology: &Topology,
        candidates: &mut [SetWord],
        house: usize,
    ) -> Result<(), Contradiction> {
        self.ticks += 1;
        let (mut once, mut twice) = (0, 0);
        for &cell in topology.house(house) {
            let here = candidates[usize::from(cell)];
            twice |= once & here;
            once |= here;
        }
        if once != topology.all {
            return Err(Contradiction { house });
        }
        let hidden = once & !twice;
        if hidden == 0 {
            return Ok(());
        }
        for &cell in topology.house(house) {
            let cell = usize::from(cell);
            let here = candidates[cell];
            let only = here & hidden;
            if only == 0 || here == only && only.is_power_of_two() {
                continue;
            }
            if !only.is_power_of_two() {
                return Err(Contradiction { house });
            }
            candidates[cell] = only;
            self.fixed.push(cell as u16);
            self.mark(topology, cell);
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.fixed.clear();
        for house in self.changed.drain(..) {
            self.is_changed[usize::from(house)] = false;
        }
    }
}
