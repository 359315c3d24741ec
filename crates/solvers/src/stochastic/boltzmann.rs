//! Boltzmann machine with one digit per square, at its critical temperature.

use super::groups::{Groups, conflicts};
use super::lanes::{LANES, Lanes, Noise};
use super::reduced::{Level, Reduced};
use crate::{
    Algorithm, Answer, Boards, Event, Family, Kind, Parameter, Promises, Run, SettingError,
    Settings, Solver, Stop,
};
use std::sync::LazyLock;
use sudolab_grid::{Digit, Puzzle, Solution};

/// The algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "boltzmann",
    title: "Boltzmann machine, heat bath per square at the critical temperature",
    family: Family::Stochastic,
    as_published: false,
    source: "ours, after P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, 2012, section 2.3.3",
    promises: Promises { proves_impossible: false, uses_seed: true, boards: Boards::Any },
    parameters: &[
        Parameter {
            name: "temperature",
            default: "0.33",
            kind: Kind::Real { min: 0.02, max: 4.0 },
            help: "the temperature, held for the whole run",
        },
        Parameter {
            name: "reduce",
            default: "singles",
            kind: Kind::Choice(&["clues", "singles", "probing"]),
            help: "what is deduced first: clues struck from their peers, singles to the end, or also candidates that singles refute",
        },
    ],
    preset: &[],
    tick: "one square drawn in one chain",
    build: |settings| Ok(Box::new(Boltzmann::new(settings)?)),
    build_counter: None,
};

struct Boltzmann {
    temperature: f64,
    level: Level,
    probing: bool,
}

impl Boltzmann {
    fn new(settings: &Settings) -> Result<Boltzmann, SettingError> {
        Ok(Boltzmann {
            temperature: settings.real("temperature"),
            level: Level::named(settings.text("reduce")),
            probing: settings.text("reduce") == "probing",
        })
    }
}

impl Solver for Boltzmann {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let Some(mut reduced) = Reduced::new(puzzle, self.level) else { return Ok(Answer::GaveUp) };
        if self.probing && !reduced.probe(run)? {
            return Ok(Answer::GaveUp);
        }
        if reduced.is_filled() {
            return Ok(Answer::Solved(reduced.grid));
        }
        let mut chains = Chains::new(&reduced, self.temperature, run);
        run.tell(|| Event::Temperature(self.temperature));
        match (chains.groups.n_reads, chains.groups.n_writes) {
            (3, 5) => chains.run::<3, 5>(puzzle, &reduced, run),
            (3, 7) => chains.run::<3, 7>(puzzle, &reduced, run),
            _ => chains.run::<0, 0>(puzzle, &reduced, run),
        }
    }
}

static LOG_EXPONENTIAL: LazyLock<Vec<f32>> = LazyLock::new(|| {
    (0..1u32 << 16).map(|u| (-((f64::from(u) + 0.5) / 65536.0).ln()).ln() as f32).collect()
});

struct Chains {
    groups: Groups,
    counters: Vec<Lanes>,
    value: Vec<Lanes>,
    noise: Noise,
    scale: f32,
    offset: f32,
    shift: u32,
}

impl Chains {
    fn new(reduced: &Reduced, temperature: f64, run: &mut Run<'_>) -> Chains {
        let groups = Groups::new(reduced);
        let mut counters = vec![Lanes::all(0); groups.n_counters];
        let mut value = vec![Lanes::all(0); groups.cells.len()];
        for square in 0..groups.cells.len() {
            let of = groups.of(square);
            for lane in 0..LANES {
                let candidate = of.start + run.random().index(of.len());
                value[square].0[lane] = groups.digits[candidate];
                for &w in groups.writes_of(candidate) {
                    let n = &mut counters[usize::from(w)].0[lane];
                    *n = n.wrapping_add(1);
                }
            }
        }
        let mut shift = 5;
        while shift > 0 && temperature * f64::from(1u32 << shift) > 16.0 {
            shift -= 1;
        }
        let scale = (temperature * f64::from(1u32 << shift)) as f32;
        let offset = 11.8 * scale + 0.5;
        let law = &*LOG_EXPONENTIAL;
        let noise = Noise::new(run.random(), |u| (law[usize::from(u)] * scale + offset) as u8);
        Chains { groups, counters, value, noise, scale, offset, shift }
    }

    fn run<const R: usize, const W: usize>(
        &mut self,
        puzzle: &Puzzle,
        reduced: &Reduced,
        run: &mut Run<'_>,
    ) -> Result<Answer, Stop> {
        let law = &*LOG_EXPONENTIAL;
        let ticks = (self.groups.cells.len() * LANES) as u64;
        let mut best = u32::MAX;
        let (scale, offset) = (self.scale, self.offset);
        loop {
            run.spend(2 * ticks)?;
            self.noise.renew(8, run.random(), |u| (law[usize::from(u)] * scale + offset) as u8);
            self.sweep::<R, W, false>(run);
            let disturbed = self.sweep::<R, W, true>(run);
            let (lane, seen) = disturbed.smallest();
            if u32::from(seen) < best {
                let grid = self.groups.fill(&reduced.grid, |s| self.value[s].0[lane]);
                let cost = conflicts(&grid);
                best = u32::from(seen);
                run.offer(f64::from(cost), grid.values());
                if cost == 0 && Solution::check(puzzle, grid.clone()).is_ok() {
                    return Ok(Answer::Solved(grid));
                }
            }
        }
    }

    fn sweep<const R: usize, const W: usize, const WATCH: bool>(
        &mut self,
        run: &mut Run<'_>,
    ) -> Lanes {
        let r = if R == 0 { self.groups.n_reads } else { R };
        let w = if W == 0 { self.groups.n_writes } else { W };
        let cap = Lanes::all(255 >> self.shift);
        let counters = &mut self.counters[..];
        let mut disturbed = Lanes::all(0);
        for square in 0..self.groups.cells.len() {
            let of = self.groups.of(square);
            let old = self.value[square];
            let rows = self.noise.rows(run.random());
            let mut best = Lanes::all(255);
            let mut new = old;
            let mut disturbing = Lanes::all(0);
            let digits = &self.groups.digits[of.clone()];
            let reads = &self.groups.reads[of.start * r..of.end * r];
            for ((&digit, reads), noise) in digits.iter().zip(reads.chunks_exact(r)).zip(rows) {
                let digit = Lanes::all(digit);
                let mut n = counters[usize::from(reads[0])].plus(old.equal(digit));
                for &read in &reads[1..r] {
                    n = n.plus(counters[usize::from(read)]);
                }
                let key = n.min(cap).shifted(self.shift).plus_capped(*noise);
                best = best.min(key);
                let taken = best.equal(key);
                new = taken.choose(digit, new);
                if WATCH {
                    disturbing = taken.choose(n, disturbing);
                }
            }
            if WATCH {
                disturbed = disturbed.plus_capped(disturbing);
            }
            self.value[square] = new;
            let writes = &self.groups.writes[of.start * w..of.end * w];
            for (&digit, writes) in digits.iter().zip(writes.chunks_exact(w)) {
                let digit = Lanes::all(digit);
                let change = old.equal(digit).minus(new.equal(digit));
                for &write in &writes[..w] {
                    let n = &mut counters[usize::from(write)];
                    *n = n.plus(change);
                }
            }
            if run.is_observed() && old.0[0] != new.0[0] {
                let cell = self.groups.cells[square];
                if let Some(digit) = Digit::new(new.0[0]) {
                    run.tell(|| Event::Assign { cell, digit });
                }
            }
        }
        disturbed
    }
}
