//! Depth-first search without learning: singles, and a guess where they end.
//!
//! The cell is chosen by *dom/wdeg* (Boussemart, Hemery, Lecoutre & Sais, *Boosting systematic
//! search by weighting constraints*, 2004): fewest candidates divided by the weights of its
//! houses, where a house gains weight each time it shows a contradiction. A guess splits in two:
//! the cell holds the digit, or it does not.
//!
//! The search can be interrupted and says exactly what it has finished: for each open guess the
//! digits already refuted below it. The learning search takes these over as clauses and goes on
//! in the rest, so that no solution is found twice and none is lost.

use super::cubes::Decision;
use super::singles::{Contradiction, Singles};
use super::topology::{SetWord, Topology};
use super::{Effort, Visit};
use crate::watch::{Moment, Watch};
use sudolab_grid::halt::{Meter, Stop};

/// A digit that is done with in a cell, under the first `depth` guesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Finished {
    pub(super) depth: usize,
    pub(super) cell: u16,
    pub(super) digit: SetWord,
}

/// A guess: this cell holds this digit (one bit).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guess {
    pub(super) cell: u16,
    pub(super) digit: SetWord,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Every solution has been visited.
    Exhausted,
    /// The visitor wanted no more.
    Satisfied,
    /// Too many contradictions since the last solution.
    Tired,
    /// The meter said stop; another call goes on.
    Stopped(Stop),
}

/// The search and its memory, reused from puzzle to puzzle.
#[derive(Clone, Debug)]
pub(super) struct Branching {
    pub(super) candidates: Vec<SetWord>,
    singles: Singles,
    /// The candidates before each open guess, laid end to end.
    saved: Vec<SetWord>,
    pub(super) guesses: Vec<Guess>,
    pub(super) finished: Vec<Finished>,
    /// The weight of each house.
    pub(super) weights: Vec<u32>,
    /// The sum of the weights of each cell's houses.
    pub(super) weight_of: Vec<u32>,
    pub(super) n_guesses: u64,
    pub(super) n_contradictions: u64,
    /// Contradictions since the last solution.
    in_vain: u64,
}

impl Branching {
    pub(super) fn new(topology: &Topology) -> Branching {
        Branching {
            candidates: vec![0; topology.n_cells],
            singles: Singles::new(topology),
            saved: Vec::new(),
            guesses: Vec::new(),
            finished: Vec::new(),
            weights: vec![1; topology.n_houses()],
            weight_of: vec![0; topology.n_cells],
            n_guesses: 0,
            n_contradictions: 0,
            in_vain: 0,
        }
    }

    /// A new search from a position singles have nothing to add to, with these house weights.
    pub(super) fn at(&self, candidates: &[SetWord]) -> Branching {
        let mut new = Branching { saved: Vec::new(), ..self.clone() };
        new.candidates.copy_from_slice(candidates);
        new.guesses.clear();
        new.finished.clear();
        (new.n_guesses, new.n_contradictions, new.in_vain, new.singles.ticks) = (0, 0, 0, 0);
        new
    }

    /// The cases that are left: where the search stands, and the other side of each open guess.
    pub(super) fn open_cases(&self, topology: &Topology) -> Vec<(Vec<SetWord>, Vec<Decision>)> {
        let mut scratch = self.clone();
        let mut cases = vec![(self.candidates.clone(), Vec::new())];
        for (at, guess) in self.guesses.iter().enumerate().rev() {
            let before = &self.saved[at * topology.n_cells..][..topology.n_cells];
            scratch.candidates.copy_from_slice(before);
            if scratch.narrow(topology, usize::from(guess.cell), !guess.digit).is_ok() {
                cases.push((scratch.candidates.clone(), Vec::new()));
            }
        }
        cases
    }

    pub(super) fn ticks(&self) -> u64 {
        self.singles.ticks
    }

    pub(super) fn effort(&self) -> Effort {
        Effort {
            ticks: self.singles.ticks,
            guesses: self.n_guesses,
            contradictions: self.n_contradictions,
            learned: 0,
        }
    }

    /// Begins a puzzle whose candidates have been set; `false` when singles already refute it.
    pub(super) fn begin(&mut self, topology: &Topology) -> bool {
        self.saved.clear();
        self.guesses.clear();
        self.finished.clear();
        self.weights.fill(1);
        for cell in 0..topology.n_cells {
            self.weight_of[cell] = topology.houses_of(cell).len() as u32;
        }
        self.n_guesses = 0;
        self.n_contradictions = 0;
        self.in_vain = 0;
        self.singles.ticks = 0;
        if self.candidates.contains(&0) {
            return false;
        }
        self.singles.expect_all(topology, &self.candidates);
        self.singles.propagate(topology, &mut self.candidates).is_ok()
    }

    /// Searches on from where the search stands, which is a state singles have nothing to add to, or where
    /// the meter stopped it.
    /// Gives up after `patience` contradictions without a solution in between.
    pub(super) fn run<W: Watch>(
        &mut self,
        topology: &Topology,
        patience: u64,
        meter: &mut dyn Meter,
        visit: &mut Visit<'_>,
        watch: &mut W,
    ) -> End {
        let mut told = self.singles.ticks;
        self.show(watch);
        loop {
            if self.singles.ticks - told >= super::TELL_EVERY {
                let spent = self.singles.ticks - told;
                told = self.singles.ticks;
                if let Err(stop) = meter.spend(spent) {
                    return End::Stopped(stop);
                }
            }
            match self.choose(topology) {
                Some(cell) => {
                    if self.in_vain >= patience {
                        return End::Tired;
                    }
                    let digit = self.candidates[cell] & self.candidates[cell].wrapping_neg();
                    self.saved.extend_from_slice(&self.candidates);
                    self.guesses.push(Guess { cell: cell as u16, digit });
                    self.n_guesses += 1;
                    if W::IS_WATCHING {
                        let rest = self.candidates[cell] & !digit;
                        let (depth, digit) = (self.guesses.len(), value(digit));
                        watch.see(self.ticks(), Moment::Guess { cell, digit, rest, depth });
                    }
                    match self.narrow(topology, cell, digit) {
                        Ok(()) => {
                            self.show(watch);
                            continue;
                        }
                        Err(contradiction) => self.show_dead(topology, contradiction, watch),
                    }
                    self.in_vain += 1;
                }
                None => {
                    self.in_vain = 0;
                    if visit(&self.candidates, self.effort()).is_break() {
                        return End::Satisfied;
                    }
                }
            }
            // Back to the last guess: its digit is done with.
            loop {
                let Some(guess) = self.guesses.pop() else { return End::Exhausted };
                let depth = self.guesses.len();
                let from = self.saved.len() - topology.n_cells;
                self.candidates.copy_from_slice(&self.saved[from..]);
                self.saved.truncate(from);
                while self.finished.last().is_some_and(|f| f.depth > depth) {
                    self.finished.pop();
                }
                self.finished.push(Finished { depth, cell: guess.cell, digit: guess.digit });
                match self.narrow(topology, usize::from(guess.cell), !guess.digit) {
                    Ok(()) => {
                        self.show(watch);
                        break;
                    }
                    Err(contradiction) => self.show_dead(topology, contradiction, watch),
                }
                self.in_vain += 1;
            }
        }
    }

    /// Shows the cells that can hold one digit only.
    #[inline(always)]
    fn show<W: Watch>(&self, watch: &mut W) {
        if W::IS_WATCHING {
            let values: Vec<u8> = self.candidates.iter().map(|&set| value(set)).collect();
            watch.see(self.ticks(), Moment::Position(&values));
        }
    }

    #[inline(always)]
    fn show_dead<W: Watch>(&self, topology: &Topology, dead: Contradiction, watch: &mut W) {
        if W::IS_WATCHING {
            let house = Some(topology.place(dead.house));
            watch.see(self.ticks(), Moment::Conflict { house });
        }
    }

    /// The candidates under no guess at all.
    pub(super) fn root(&self, topology: &Topology) -> &[SetWord] {
        if self.saved.is_empty() { &self.candidates } else { &self.saved[..topology.n_cells] }
    }

    pub(super) fn narrow(
        &mut self,
        topology: &Topology,
        cell: usize,
        to: SetWord,
    ) -> Result<(), Contradiction> {
        let done = self
            .singles
            .restrict(topology, &mut self.candidates, cell, to)
            .and_then(|()| self.singles.propagate(topology, &mut self.candidates));
        if let Err(contradiction) = done {
            self.n_contradictions += 1;
            self.weights[contradiction.house] += 1;
            for &cell in topology.house(contradiction.house) {
                self.weight_of[usize::from(cell)] += 1;
            }
        }
        done
    }

    /// The open cell with the fewest candidates for its weight.
    pub(super) fn choose(&self, topology: &Topology) -> Option<usize> {
        let mut best: Option<(u64, u64, usize)> = None;
        for cell in 0..topology.n_cells {
            let here = self.candidates[cell];
            if here.is_power_of_two() {
                continue;
            }
            let (count, weight) = (u64::from(here.count_ones()), u64::from(self.weight_of[cell]));
            // count / weight < best count / best weight, without a division.
            if best.is_none_or(|(c, w, _)| count * w < c * weight) {
                best = Some((count, weight, cell));
            }
        }
        best.map(|(_, _, cell)| cell)
    }
}

/// The digit of a set with one member, 0 of another.
pub(super) fn value(set: SetWord) -> u8 {
    if set.is_power_of_two() { set.trailing_zeros() as u8 + 1 } else { 0 }
}
