//! Boltzmann machine of binary units with the energy of the exact cover.
//!
//! Idea: a unit for each candidate (cell, digit), on or off. Every cell demands one unit that is
//! on among its candidates, every house one for each digit; the energy is the sum over these
//! demands of (n - 1)^2, n the units on. A solution has energy 0 and nothing else has. Turning
//! unit i on changes the energy by 2 S - 4, S being the other units on summed over its four
//! demands, so the rule of the machine is p(on) = 1 / (1 + exp((2 S - 4) / T)).
//! Source: this is the rule of Berggren & Nilsson, *A study of Sudoku solving algorithms*, 2012,
//! section 2.3.3 (Ackley, Hinton & Sejnowski 1985), with weights w_ij = -2 for each demand that two
//! units share, w_ii = 0 and bias 4, in place of theirs.
//! Ours differs from the thesis: the digits of one square inhibit each other, a unit does not
//! inhibit itself, every conflict costs, so that only solutions are stable; singles are placed
//! first; the temperature is held at its critical value instead of sinking through it; sixteen
//! networks run side by side (`lanes.rs`), each unit a byte.
//! Tried and dropped: see `docs/algorithms/boltzmann-binary.md`.
//!
//! The logistic draw is exact: "on if 2 S - 4 < T x" with x from the logistic law is decided by
//! the whole number ceil(T x), and such numbers are what the noise table holds.
//! A tick is one unit drawn in one network.

use super::cover::Cover;
use super::lanes::{ChainBytes, LANES, Noise};
use super::reduced::{Level, Reduced};
use crate::field::Field;
use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
    SettingError, Settings, Solver, Stop,
};
use sudolab_grid::{Grid, Puzzle, Solution};

/// The algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "boltzmann-binary",
    title: "Boltzmann machine of binary units with exact-cover energy",
    family: Family::Stochastic,
    as_published: false,
    source: "ours, after P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, 2012, section 2.3.3",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[
        Parameter {
            name: "temperature",
            default: "0.58",
            kind: ParameterKind::Real { min: 0.05, max: 4.0 },
            help: "the temperature, held for the whole run",
        },
        Parameter {
            name: "reduce",
            default: "singles",
            kind: ParameterKind::Choice(&["clues", "singles"]),
            help: "what is deduced first: clues struck from their peers, or singles to the end",
        },
    ],
    preset: &[],
    tick: "one unit drawn in one network",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Binary::new(settings)?)),
    build_counter: None,
};

struct Binary {
    temperature: f64,
    level: Level,
}

impl Binary {
    fn new(settings: &Settings) -> Result<Binary, SettingError> {
        Ok(Binary {
            temperature: settings.real("temperature"),
            level: Level::named(settings.text("reduce")),
        })
    }
}

impl Solver for Binary {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let Some(reduced) = Reduced::new(puzzle, self.level) else { return Ok(Answer::GaveUp) };
        run.show(reduced.grid.values());
        run.offer(reduced.open.len() as f64, reduced.grid.values());
        if reduced.is_filled() {
            return Ok(Answer::Solved(reduced.grid));
        }
        run.tell(|| Event::Temperature(self.temperature));
        let mut networks = Networks::new(&reduced, self.temperature, run);
        match networks.cover.stride {
            3 => networks.run::<3>(puzzle, &reduced, run),
            4 => networks.run::<4>(puzzle, &reduced, run),
            _ => networks.run::<0>(puzzle, &reduced, run),
        }
    }
}

/// Rows of noise drawn anew in each sweep.
const RENEWED: usize = 8;
/// Added to both sides of the comparison, so that they stay positive.
const LIFT: u8 = 64;

struct Networks {
    cover: Cover,
    /// How many units are on in each demand.
    met: Vec<ChainBytes>,
    /// Whether each unit is on: 1 or 0.
    on: Vec<ChainBytes>,
    noise: Noise,
    /// For each number of 16 bits whose top bits are used: the threshold.
    law: Vec<u8>,
}

impl Networks {
    fn new(reduced: &Reduced, temperature: f64, run: &mut Run<'_>) -> Networks {
        let cover = Cover::new(reduced);
        let mut met = vec![ChainBytes::all(0); cover.n_demands];
        let mut on = vec![ChainBytes::all(0); cover.digits.len()];
        for square in 0..cover.cells.len() {
            let of = cover.of(square);
            for lane in 0..LANES {
                let unit = of.start + run.random().index(of.len());
                on[unit].bytes_mut()[lane] = 1;
                for &d in &cover.demands[unit * cover.stride..(unit + 1) * cover.stride] {
                    let n = &mut met[usize::from(d)].bytes_mut()[lane];
                    *n = n.saturating_add(1);
                }
            }
        }
        let law = logistic_law(temperature);
        let noise = Noise::new(run.random(), |u| law[usize::from(u)]);
        Networks { cover, met, on, noise, law }
    }

    fn run<const K: usize>(
        &mut self,
        puzzle: &Puzzle,
        reduced: &Reduced,
        run: &mut Run<'_>,
    ) -> Result<Answer, Stop> {
        let ticks = (self.on.len() * LANES) as u64;
        loop {
            run.spend(ticks)?;
            self.noise.renew(RENEWED, run.random(), |u| self.law[usize::from(u)]);
            self.sweep::<K>(run);
            let unmet = self.cover.unmet(&self.met);
            run.tell(|| Event::Energy(f64::from(unmet.of(0))));
            if run.is_due() {
                self.tell(reduced, run);
            }
            let (lane, cost) = unmet.smallest();
            if f64::from(cost) < run.best_cost() {
                let grid = self.grid(reduced, lane);
                run.offer(f64::from(cost), grid.values());
                if cost == 0 && Solution::check(puzzle, grid.clone()).is_ok() {
                    run.show(grid.values());
                    return Ok(Answer::Solved(grid));
                }
            }
        }
    }

    /// Draws every unit of every network once.
    #[inline]
    fn sweep<const K: usize>(&mut self, run: &mut Run<'_>) {
        let k = if K == 0 { self.cover.stride } else { K };
        let own = ChainBytes::all(k as u8);
        let met = &mut self.met[..];
        for square in 0..self.cover.cells.len() {
            let of = self.cover.of(square);
            let rows = self.noise.rows(run.random());
            let demands = &self.cover.demands[of.start * k..of.end * k];
            let musts = &self.cover.musts[of.clone()];
            let units = self.on[of.clone()].iter_mut();
            for (((on, demands), &must), noise) in
                units.zip(demands.chunks_exact(k)).zip(musts).zip(rows)
            {
                let mut others = met[usize::from(demands[0])];
                for &d in &demands[1..k] {
                    others = others.plus(met[usize::from(d)]);
                }
                let was = ChainBytes::all(0).minus(*on);
                let others = others.minus(was.and(own));
                let twice = others.plus_capped(others).plus_capped(ChainBytes::all(LIFT - must));
                // 1 where `twice` is below the noise.
                let now = noise.minus_floored(twice).min(ChainBytes::all(1));
                let change = now.minus(*on);
                *on = now;
                for &d in &demands[..k] {
                    let n = &mut met[usize::from(d)];
                    *n = n.plus(change);
                }
            }
        }
    }

    /// The board of one network: the first digit that is on in each square.
    fn grid(&self, reduced: &Reduced, lane: usize) -> Grid {
        self.cover.fill(&reduced.grid, |square| {
            let active = self.cover.of(square).find(|&unit| self.on[unit].of(lane) == 1);
            active.map_or(0, |unit| self.cover.digits[unit])
        })
    }

    /// Tells the board of the first network and in how many networks each unit is on.
    #[cold]
    fn tell(&self, reduced: &Reduced, run: &mut Run<'_>) {
        run.show(self.grid(reduced, 0).values());
        let mut field = Field::of(&reduced.grid);
        for (square, &cell) in self.cover.cells.iter().enumerate() {
            for unit in self.cover.of(square) {
                let n = (0..LANES).filter(|&lane| self.on[unit].of(lane) == 1).count();
                field.set(cell, self.cover.digits[unit], n as f32 / LANES as f32);
            }
        }
        field.tell("share of networks", run);
    }
}

/// `LIFT + ceil(T x)` for the quantiles x of the logistic law.
fn logistic_law(temperature: f64) -> Vec<u8> {
    let quantile = |u: u32| {
        let p = (f64::from(u) + 0.5) / 65536.0;
        (p / (1.0 - p)).ln()
    };
    // The law is a staircase with few steps, so each step is found once instead of 65536 logs.
    let mut law = vec![0; 1 << 16];
    let mut u = 0;
    while u < 1 << 16 {
        let step = (temperature * quantile(u)).ceil();
        let last = 65536.0 / (1.0 + (-step / temperature).exp());
        let mut end = (last - 0.5).floor().clamp(f64::from(u), 65535.0) as u32;
        while end < 65535 && (temperature * quantile(end + 1)).ceil() <= step {
            end += 1;
        }
        while end > u && (temperature * quantile(end)).ceil() > step {
            end -= 1;
        }
        law[u as usize..=end as usize].fill((f64::from(LIFT) + step).clamp(0.0, 255.0) as u8);
        u = end + 1;
    }
    law
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_law_gives_the_probabilities_of_the_machine() {
        for temperature in [0.2, 0.58, 1.0, 3.0] {
            let law = logistic_law(temperature);
            for energy in -6i32..=8 {
                let below =
                    law.iter().filter(|&&x| energy < i32::from(x) - i32::from(LIFT)).count();
                let expected = 1.0 / (1.0 + (f64::from(energy) / temperature).exp());
                let found = below as f64 / 65536.0;
                assert!(
                    (found - expected).abs() < 2e-5,
                    "{temperature} {energy}: {found} {expected}"
                );
            }
        }
    }
}
