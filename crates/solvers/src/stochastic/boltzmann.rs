//! Boltzmann machine with one digit in each square, held at its critical temperature.
//!
//! Idea: every open square holds one of its candidates. A square is drawn anew with P(digit)
//! proportional to exp(-c / T), c being the peers that hold the digit now. At high temperature
//! the board is noise, at low temperature it freezes in a wrong order; in a narrow range between,
//! boards with a few conflicts turn over quickly, and one of them is the solution.
//! Source: the network of Berggren & Nilsson, *A study of Sudoku solving algorithms*, 2012, section
//! 2.3.3. Letting the inhibition between the digits of one square grow without bound leaves just one
//! of them active, and drawing them together instead of one by one is block Gibbs sampling
//! (Geman & Geman 1984).
//! Ours differs from the thesis: each peer counts once and each conflict costs the same, so that
//! solutions and nothing else have energy 0; singles are placed first, struck digits have no node;
//! the temperature stays where the thesis found its solutions instead of sinking through it
//! (`temperature.rs` locates it); sixteen chains run side by side (`heat_bath.rs`).
//!
//! Larger boards have more wrong orders than any chain can visit. There the machine *freezes*: it
//! counts how often each candidate occurs in all chains, places one of the most frequent (or strikes
//! it, if singles refute it), and goes on with the rest; when neither is possible, everything thaws. Before that,
//! candidates which singles refute are struck (`probing.rs`).
//!
//! Puzzles with rules beyond the houses go another way, where rules are costs (`ruled_heat_bath.rs`).
//!
//! Tried and dropped: counting conflicts by houses, so that peers in box and line count twice: one
//! counter less to read and two less to write, but three times the draws. Annealing, tempering and
//! drawing only conflicting squares: no better than the fixed temperature.
//! Figures: `docs/algorithms/boltzmann.md`.
//!
//! A tick is one square drawn in one chain.

use super::groups::{Geometry, conflicts};
use super::heat_bath::HeatBath;
use super::independent_groups;
use super::lanes::{ChainBytes, LANES};
use super::reduced::{Level, Reduced};
use super::ruled_heat_bath;
use crate::field::Field;
use crate::{
    Algorithm, Answer, Boards, Clash, Event, Family, Parallel, Parameter, ParameterKind, Promises,
    Run, SettingError, Settings, Solver, Stop,
};
use sudolab_grid::{Cell, Digit, Grid, Puzzle, Solution};

/// The algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "boltzmann",
    title: "Boltzmann machine, heat bath per square at the critical temperature",
    family: Family::Stochastic,
    as_published: false,
    source: "ours, after P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, 2012, section 2.3.3",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::AnyWithRules,
    },
    parameters: &[
        Parameter {
            name: "temperature",
            default: "0.34",
            kind: ParameterKind::Real { min: 0.02, max: 4.0 },
            help: "the temperature, held for the whole run; with rules rounds go down to half of it from twice as hot",
        },
        Parameter {
            name: "reduce",
            default: "auto",
            kind: ParameterKind::Choice(&["auto", "clues", "singles", "probing"]),
            help: "what is deduced first: clues struck from their peers, singles to the end, or also \
                   candidates that singles refute; auto is singles up to 9 digits, else probing",
        },
        Parameter {
            name: "freeze",
            default: "auto",
            kind: ParameterKind::Choice(&["auto", "yes", "no"]),
            help: "whether frequent digits are placed one by one; auto is above 9 digits",
        },
        Parameter {
            name: "freeze-sweeps",
            default: "20",
            kind: ParameterKind::Whole { min: 1, max: 250 },
            help: "sweeps over which frequencies are counted before each placement",
        },
        Parameter {
            name: "freeze-temperature",
            default: "0.4",
            kind: ParameterKind::Real { min: 0.02, max: 4.0 },
            help: "the temperature while frequencies are counted",
        },
        Parameter {
            name: "update",
            default: "chains",
            kind: ParameterKind::Choice(&["chains", "groups"]),
            help: "sixteen chains at once, or one chain whose squares are drawn in independent groups, \
                   which threads can share; groups never freeze; with rules there is one chain",
        },
    ],
    preset: &[],
    tick: "one square drawn in one chain",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Boltzmann::new(settings)?)),
    build_counter: None,
};

/// How a large board is frozen.
#[derive(Clone, Copy)]
struct Freezing {
    sweeps: u64,
    temperature: f64,
}

struct Boltzmann {
    temperature: f64,
    reduce: String,
    freeze: String,
    freezing: Freezing,
    in_groups: bool,
    /// Of the board last seen: puzzles of one board come in rows.
    geometry: Option<Geometry>,
}

impl Boltzmann {
    fn new(settings: &Settings) -> Result<Boltzmann, SettingError> {
        Ok(Boltzmann {
            temperature: settings.real("temperature"),
            reduce: settings.text("reduce").to_owned(),
            freeze: settings.text("freeze").to_owned(),
            freezing: Freezing {
                sweeps: settings.whole("freeze-sweeps"),
                temperature: settings.real("freeze-temperature"),
            },
            in_groups: settings.text("update") == "groups",
            geometry: None,
        })
    }
}

/// Boards with more digits than this are frozen square by square.
const LARGE: usize = 9;

impl Solver for Boltzmann {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let is_large = puzzle.board().size() > LARGE;
        let Some(mut reduced) = Reduced::new(puzzle, Level::named(&self.reduce)) else {
            return Ok(Answer::GaveUp);
        };
        run.offer(f64::INFINITY, reduced.grid.values());
        let probes = self.reduce == "probing" || (self.reduce == "auto" && is_large);
        if probes && !reduced.probe(run)? {
            return Ok(Answer::GaveUp);
        }
        run.show(reduced.grid.values());
        if puzzle.has_rules() {
            return ruled_heat_bath::solve(puzzle, &reduced, self.temperature, run);
        }
        if reduced.is_filled() {
            run.offer(0.0, reduced.grid.values());
            return Ok(Answer::Solved(reduced.grid));
        }
        if self.in_groups {
            run.tell(|| Event::Temperature(self.temperature));
            return independent_groups::solve(&reduced, self.temperature, run);
        }
        let board = puzzle.board();
        let geometry = self.geometry.take().filter(|g| g.is_of(board));
        let geometry = &*self.geometry.insert(geometry.unwrap_or_else(|| Geometry::new(board)));
        if self.freeze == "yes" || (self.freeze == "auto" && is_large) {
            run.tell(|| Event::Temperature(self.freezing.temperature));
            return self.freezing.solve(puzzle, &reduced, geometry, run);
        }
        run.tell(|| Event::Temperature(self.temperature));
        let mut chains = HeatBath::new(&reduced, geometry, self.temperature, run);
        show(&chains, &reduced, run);
        let mut watch = Watch::new();
        loop {
            run.spend(2 * chains.ticks())?;
            chains.sweep(run);
            let seen = chains.watched_sweep(run);
            if let Some(grid) = watch.look(seen, &chains, puzzle, &reduced, run) {
                return Ok(Answer::Solved(grid));
            }
        }
    }
}

impl Freezing {
    /// Places frequent digits one by one; begins anew after each contradiction.
    fn solve(
        self,
        puzzle: &Puzzle,
        reduced: &Reduced,
        geometry: &Geometry,
        run: &mut Run<'_>,
    ) -> Result<Answer, Stop> {
        let (mut trial, mut spare) = (reduced.clone(), reduced.clone());
        for number in 0u64.. {
            if number > 0 {
                run.tell(|| Event::Restart { number });
            }
            trial.copy_from(reduced);
            let mut chains = HeatBath::new(&trial, geometry, self.temperature, run);
            show(&chains, &trial, run);
            let mut watch = Watch::new();
            loop {
                let mut frequency = vec![ChainBytes::all(0); chains.groups().digits.len()];
                for _ in 0..self.sweeps {
                    run.spend(chains.ticks())?;
                    let seen = chains.watched_sweep(run);
                    if let Some(grid) = watch.look(seen, &chains, puzzle, &trial, run) {
                        return Ok(Answer::Solved(grid));
                    }
                    count(&chains, &mut frequency);
                }
                let (cell, digit) = likely(&chains, &frequency, run);
                run.guess();
                if trial.decide(cell, digit, &mut spare).is_none() {
                    run.tell(|| Event::Conflict(Clash::Cell(cell)));
                    break;
                }
                if trial.is_filled() {
                    run.offer(f64::from(conflicts(&trial.grid)), trial.grid.values());
                    if Solution::check(puzzle, trial.grid.clone()).is_ok() {
                        run.show(trial.grid.values());
                        return Ok(Answer::Solved(trial.grid));
                    }
                    break;
                }
                chains.shrink(&trial, geometry, run);
                show(&chains, &trial, run);
            }
        }
        Ok(Answer::GaveUp)
    }
}

/// Shows the board of the first chain to an observer.
fn show(chains: &HeatBath, reduced: &Reduced, run: &mut Run<'_>) {
    if run.is_observed() {
        run.show(chains.grid(reduced, 0).values());
    }
}

/// In how many of the chains each square holds each digit, as a share.
#[cold]
fn tell_shares(chains: &HeatBath, reduced: &Reduced, run: &mut Run<'_>) {
    let mut field = Field::of(&reduced.grid);
    let groups = chains.groups();
    for (square, &cell) in groups.cells.iter().enumerate() {
        let held = chains.value(square);
        for candidate in groups.of(square) {
            let digit = groups.digits[candidate];
            let n = (0..LANES).filter(|&lane| held.of(lane) == digit).count();
            field.set(cell, digit, n as f32 / LANES as f32);
        }
    }
    field.tell("share of chains", run);
}

/// Adds to each candidate's count in each chain whether its square holds it.
fn count(chains: &HeatBath, frequency: &mut [ChainBytes]) {
    let groups = chains.groups();
    for square in 0..groups.cells.len() {
        let value = chains.value(square);
        for candidate in groups.of(square) {
            let holds = value.equal(ChainBytes::all(groups.digits[candidate]));
            frequency[candidate] = frequency[candidate].minus(holds);
        }
    }
}

/// One of the most frequent candidates; a little noise lets near equals take turns.
fn likely(chains: &HeatBath, frequency: &[ChainBytes], run: &mut Run<'_>) -> (Cell, Digit) {
    let groups = chains.groups();
    let mut best = (0, 0, -1.0);
    for square in 0..groups.cells.len() {
        for candidate in groups.of(square) {
            let times: u32 = frequency[candidate].bytes().into_iter().map(u32::from).sum();
            let weight = f64::from(times) * (1.0 - 0.25 * run.random().unit());
            if weight > best.2 {
                best = (square, candidate, weight);
            }
        }
    }
    let digit = Digit::from_number(groups.digits[best.1]).expect("candidates are digits");
    (groups.cells[best.0], digit)
}

/// Keeps the fewest conflicts seen and offers boards that have less.
struct Watch {
    fewest: u8,
}

impl Watch {
    fn new() -> Watch {
        Watch { fewest: u8::MAX }
    }

    fn look(
        &mut self,
        seen: ChainBytes,
        chains: &HeatBath,
        puzzle: &Puzzle,
        reduced: &Reduced,
        run: &mut Run<'_>,
    ) -> Option<Grid> {
        run.tell(|| Event::Energy(f64::from(seen.of(0))));
        if run.is_due() {
            tell_shares(chains, reduced, run);
        }
        let (_, fewest) = seen.smallest();
        if fewest >= self.fewest {
            return None;
        }
        // A chain without conflicts is a solution; should its byte have overflowed, look again.
        self.fewest = fewest.max(1);
        for lane in (0..LANES).filter(|&lane| seen.of(lane) == fewest) {
            let grid = chains.grid(reduced, lane);
            run.offer(f64::from(conflicts(&grid)), grid.values());
            if fewest == 0 && Solution::check(puzzle, grid.clone()).is_ok() {
                run.show(grid.values());
                return Some(grid);
            }
        }
        None
    }
}
