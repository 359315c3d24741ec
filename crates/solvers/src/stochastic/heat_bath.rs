//! Sixteen heat baths side by side: every open square holds one digit, drawn anew in its turn.
//!
//! P(digit) is proportional to exp(-c / T), c being the peers that hold the digit. To draw from this
//! law in all chains at once, every candidate gets a key, c + T ln(e), with e drawn from the
//! exponential law, and the smallest key wins: this is the race of exponential clocks, and it
//! gives exactly the probabilities above. Keys are bytes, `2^shift` of them for each conflict, so
//! the noise is rounded (at the default temperature to a tenth of T) and conflicts beyond the
//! first few count as equal.
//!
//! A board is solved when no square disturbs another. If in a whole sweep every digit was drawn
//! with c = 0, no two squares can disturb each other at its end: the one drawn later would have
//! seen the other. So a watched sweep tells which chains are done at almost no cost.

use super::groups::{Geometry, Groups};
use super::lanes::{ChainBytes, LANES, Noise};
use super::reduced::Reduced;
use crate::{Event, Run};
use std::sync::LazyLock;
use sudolab_grid::{Digit, Grid};

/// Rows of noise drawn anew in each sweep.
const RENEWED: usize = 4;

/// ln(e) for the quantiles of the exponential law.
static LOG_EXPONENTIAL: LazyLock<Vec<f32>> = LazyLock::new(|| {
    (0..1u32 << 16).map(|u| (-((f64::from(u) + 0.5) / 65536.0).ln()).ln() as f32).collect()
});

/// How noise becomes a byte.
#[derive(Clone, Copy)]
struct Law {
    scale: f32,
    offset: f32,
}

impl Law {
    #[inline(always)]
    fn byte(self, u: u16) -> u8 {
        (LOG_EXPONENTIAL[usize::from(u)] * self.scale + self.offset) as u8
    }
}

/// The chains on one reduced puzzle.
pub struct HeatBath {
    groups: Groups,
    /// How many cells hold a digit in a group.
    counters: Vec<ChainBytes>,
    /// The digit value of each square.
    value: Vec<ChainBytes>,
    noise: Noise,
    law: Law,
    /// A conflict weighs `1 << shift` in a key.
    shift: u32,
}

impl HeatBath {
    /// Chains at a temperature, each begun at random.
    pub fn new(
        reduced: &Reduced,
        geometry: &Geometry,
        temperature: f64,
        run: &mut Run<'_>,
    ) -> HeatBath {
        let groups = Groups::new(reduced, geometry);
        // The finest keys whose noise still leaves room for a few conflicts.
        let mut shift = 5;
        while shift > 0 && temperature * f64::from(1u32 << shift) > 16.0 {
            shift -= 1;
        }
        let scale = (temperature * f64::from(1u32 << shift)) as f32;
        // ln(e) is nowhere below -11.8.
        let law = Law { scale, offset: 11.8 * scale + 0.5 };
        let mut this = HeatBath {
            counters: vec![ChainBytes::all(0); groups.n_counters],
            value: vec![ChainBytes::all(0); groups.cells.len()],
            noise: Noise::new(run.random(), |u| law.byte(u)),
            law,
            shift,
            groups,
        };
        for square in 0..this.value.len() {
            for lane in 0..LANES {
                let of = this.groups.of(square);
                let candidate = of.start + run.random().index(of.len());
                this.put(square, lane, candidate);
            }
        }
        this
    }

    /// Goes on with a puzzle in which more is placed: squares keep their digits where they can.
    pub fn shrink(&mut self, reduced: &Reduced, geometry: &Geometry, run: &mut Run<'_>) {
        let old_cells = std::mem::take(&mut self.groups.cells);
        let old_value = std::mem::take(&mut self.value);
        self.groups = Groups::new(reduced, geometry);
        self.counters.clear();
        self.counters.resize(self.groups.n_counters, ChainBytes::all(0));
        self.value = vec![ChainBytes::all(0); self.groups.cells.len()];
        for square in 0..self.value.len() {
            let before = old_cells.binary_search(&self.groups.cells[square]).ok();
            for lane in 0..LANES {
                let of = self.groups.of(square);
                let kept = before.map_or(0, |s| old_value[s].of(lane));
                let same = of.clone().find(|&c| self.groups.digits[c] == kept);
                let other = of.start + run.random().index(of.len());
                self.put(square, lane, same.unwrap_or(other));
            }
        }
    }

    fn put(&mut self, square: usize, lane: usize, candidate: usize) {
        self.value[square].bytes_mut()[lane] = self.groups.digits[candidate];
        for &w in self.groups.writes_of(candidate) {
            let n = &mut self.counters[usize::from(w)].bytes_mut()[lane];
            *n = n.wrapping_add(1);
        }
    }

    /// Ticks of one sweep: squares times chains.
    pub fn ticks(&self) -> u64 {
        (self.value.len() * LANES) as u64
    }

    /// Candidates and counters.
    pub fn groups(&self) -> &Groups {
        &self.groups
    }

    /// What a square holds in each chain.
    pub fn value(&self, square: usize) -> ChainBytes {
        self.value[square]
    }

    /// The board of one chain.
    pub fn grid(&self, reduced: &Reduced, lane: usize) -> Grid {
        self.groups.fill(&reduced.grid, |square| self.value[square].of(lane))
    }

    /// Draws every square of every chain once.
    pub fn sweep(&mut self, run: &mut Run<'_>) {
        self.dispatch::<false>(run);
    }

    /// The same, and tells for each chain the conflicts of the digits as they were drawn, at most
    /// 255: 0 exactly when the chain now holds a solution and no later square was moved for it.
    pub fn watched_sweep(&mut self, run: &mut Run<'_>) -> ChainBytes {
        self.dispatch::<true>(run)
    }

    fn dispatch<const WATCH: bool>(&mut self, run: &mut Run<'_>) -> ChainBytes {
        let law = self.law;
        self.noise.renew(RENEWED, run.random(), |u| law.byte(u));
        // Reads and writes of a candidate on boards with 3x3, 4x4 and 5x5 boxes; others take the
        // general path.
        match (self.groups.n_reads, self.groups.n_writes) {
            (3, 5) => self.draw_all::<3, 5, WATCH>(run),
            (3, 7) => self.draw_all::<3, 7, WATCH>(run),
            (3, 9) => self.draw_all::<3, 9, WATCH>(run),
            _ => self.draw_all::<0, 0, WATCH>(run),
        }
    }

    fn draw_all<const R: usize, const W: usize, const WATCH: bool>(
        &mut self,
        run: &mut Run<'_>,
    ) -> ChainBytes {
        let HeatBath { groups, counters, value, noise, shift, .. } = self;
        let r = if R == 0 { groups.n_reads } else { R };
        let w = if W == 0 { groups.n_writes } else { W };
        let cap = ChainBytes::all(255 >> *shift);
        let counters = &mut counters[..];
        let mut seen = ChainBytes::all(0);
        for (square, value) in value.iter_mut().enumerate() {
            let of = groups.of(square);
            let old = *value;
            let rows = noise.rows(run.random());
            let digits = &groups.digits[of.clone()];
            let reads = groups.reads[of.start * r..of.end * r].chunks_exact(r);
            let (mut least, mut new, mut conflicts) =
                (ChainBytes::all(255), old, ChainBytes::all(0));
            for ((&digit, reads), noise) in digits.iter().zip(reads).zip(rows) {
                let digit = ChainBytes::all(digit);
                // The first group counts the square itself; equal() is -1 where it holds.
                let mut n = counters[usize::from(reads[0])].plus(old.equal(digit));
                for &read in &reads[1..r] {
                    n = n.plus(counters[usize::from(read)]);
                }
                let key = n.min(cap).shifted(*shift).plus_capped(*noise);
                least = least.min(key);
                let wins = least.equal(key);
                new = wins.choose(digit, new);
                if WATCH {
                    conflicts = wins.choose(n, conflicts);
                }
            }
            if WATCH {
                seen = seen.plus_capped(conflicts);
            }
            *value = new;
            let writes = groups.writes[of.start * w..of.end * w].chunks_exact(w);
            for (&digit, writes) in digits.iter().zip(writes) {
                let digit = ChainBytes::all(digit);
                let change = old.equal(digit).minus(new.equal(digit));
                for &write in &writes[..w] {
                    let n = &mut counters[usize::from(write)];
                    *n = n.plus(change);
                }
            }
            if run.is_observed() && old.of(0) != new.of(0) {
                let cell = groups.cells[square];
                let digit = Digit::from_number(new.of(0)).expect("squares hold digits");
                run.tell(|| Event::Assign { cell, digit });
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::super::reduced::Level;
    use super::*;
    use crate::Halt;
    use sudolab_grid::random::Random;
    use sudolab_grid::{Board, Puzzle};

    #[test]
    fn digits_are_drawn_with_the_probabilities_of_the_heat_bath() {
        // Two open cells of a 2x2 Latin square, whose diagonal may hold anything: pairs of equal
        // digits have weight exp(-1 / T), and the chain visits states by weight.
        let board = Board::latin(2).unwrap();
        let geometry = Geometry::new(&board);
        let puzzle = Puzzle::new(Grid::empty(board));
        let reduced = Reduced::new(&puzzle, Level::Singles).unwrap();
        let temperature = 0.8;
        let halt = Halt::never();
        let mut run = Run::new(&halt, None, Random::new(9));
        let mut chains = HeatBath::new(&reduced, &geometry, temperature, &mut run);
        let weight = |c: u32| (-f64::from(c) / temperature).exp();
        // The four cells form a ring of four pairs.
        let states: Vec<(u32, u32)> = (0..16u32)
            .map(|s| (s, (0..4).map(|i| 1 - ((s >> i ^ s >> ((i + 1) % 4)) & 1)).sum()))
            .collect();
        let total: f64 = states.iter().map(|&(_, c)| weight(c)).sum();
        let ring = [0, 1, 3, 2];
        let mut visits = [0u32; 16];
        let sweeps = 20_000;
        for _ in 0..sweeps {
            chains.sweep(&mut run);
            for lane in 0..LANES {
                let bit = |i: usize| u32::from(chains.value(ring[i]).of(lane) - 1) << i;
                visits[(0..4).map(bit).sum::<u32>() as usize] += 1;
            }
        }
        for (state, conflicts) in states {
            let expected = weight(conflicts) / total;
            let found = f64::from(visits[state as usize]) / f64::from(sweeps * LANES as u32);
            assert!((found - expected).abs() < 0.02, "{state:04b}: {found} {expected}");
        }
    }
}
