//! Depth-first search without learning over a model; see the plain engine's `branching.rs`, of which
//! this is the form for rules.
//!
//! Guesses are made in cells of the board while one is open. Helpers come last: when every cell is
//! filled, some filling of them is looked for, and one is enough, because solutions are fillings of
//! the board.

use super::model::Model;
use super::propagator::Mask;
use super::spread::{Clash, Spread};
use crate::general::Effort;
use crate::general::branching::End;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Meter, Stop};

/// A guess: this variable holds this digit (one bit).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guess {
    pub(super) cell: u16,
    pub(super) digit: Mask,
}

/// A digit that is done with in a variable, under the first `depth` guesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Finished {
    pub(super) depth: usize,
    pub(super) guess: Guess,
}

/// Is given the candidates of each variable, one each.
pub(super) type Visit<'a> = dyn FnMut(&[Mask]) -> ControlFlow<()> + 'a;

/// The search and its memory.
#[derive(Clone, Debug)]
pub(super) struct Branching {
    pub(super) sets: Vec<Mask>,
    spread: Spread,
    /// The candidates before each open guess, laid end to end.
    saved: Vec<Mask>,
    pub(super) guesses: Vec<Guess>,
    pub(super) finished: Vec<Finished>,
    /// What each variable weighs: contradictions it took part in, and what it belongs to.
    pub(super) weights: Vec<u32>,
    n_guesses: u64,
    n_contradictions: u64,
    /// Contradictions since the last solution.
    in_vain: u64,
}

impl Branching {
    pub(super) fn new(model: &Model) -> Branching {
        Branching {
            sets: model.domains.clone(),
            spread: Spread::new(model),
            saved: Vec::new(),
            guesses: Vec::new(),
            finished: Vec::new(),
            weights: vec![0; model.n_variables()],
            n_guesses: 0,
            n_contradictions: 0,
            in_vain: 0,
        }
    }

    pub(super) fn effort(&self) -> Effort {
        Effort {
            ticks: self.spread.ticks(),
            guesses: self.n_guesses,
            contradictions: self.n_contradictions,
            learned: 0,
        }
    }

    /// Begins a puzzle whose candidates have been set; `false` when it is refuted at once.
    pub(super) fn begin(&mut self, model: &Model, meter: &mut dyn Meter) -> Result<bool, Stop> {
        self.saved.clear();
        self.guesses.clear();
        self.finished.clear();
        for (cell, weight) in self.weights.iter_mut().enumerate() {
            let heavy = model.wakes[cell].len() + model.groups_of.get(cell).len();
            *weight = 1 + heavy as u32;
        }
        (self.n_guesses, self.n_contradictions, self.in_vain) = (0, 0, 0);
        if self.sets.contains(&0) {
            return Ok(false);
        }
        self.spread.expect_all(model, &self.sets);
        match self.spread.propagate(model, &mut self.sets, meter) {
            Ok(()) => Ok(true),
            Err(Clash::Stopped(stop)) => Err(stop),
            Err(_) => Ok(false),
        }
    }

    /// Searches on from where the search stands; what the meter has stopped is not gone on with. Gives up after `patience` contradictions without a
    /// solution in between.
    pub(super) fn run(
        &mut self,
        model: &Model,
        patience: u64,
        meter: &mut dyn Meter,
        visit: &mut Visit<'_>,
    ) -> End {
        loop {
            match self.choose(model) {
                Some(cell) => {
                    if self.in_vain >= patience {
                        return End::Tired;
                    }
                    let digit = self.sets[cell] & self.sets[cell].wrapping_neg();
                    self.saved.extend_from_slice(&self.sets);
                    self.guesses.push(Guess { cell: cell as u16, digit });
                    self.n_guesses += 1;
                    match self.narrow(model, cell, digit, meter) {
                        Ok(true) => continue,
                        Ok(false) => self.in_vain += 1,
                        Err(stop) => return End::Stopped(stop),
                    }
                }
                None => {
                    self.in_vain = 0;
                    if visit(&self.sets).is_break() {
                        return End::Satisfied;
                    }
                    // Other fillings of the helpers are the same solution.
                    while self.guesses.last().is_some_and(|g| usize::from(g.cell) >= model.n_board)
                    {
                        self.guesses.pop();
                        let from = self.saved.len() - self.sets.len();
                        self.saved.truncate(from);
                    }
                }
            }
            // Back to the last guess: its digit is done with.
            loop {
                let Some(guess) = self.guesses.pop() else { return End::Exhausted };
                let depth = self.guesses.len();
                let from = self.saved.len() - self.sets.len();
                self.sets.copy_from_slice(&self.saved[from..]);
                self.saved.truncate(from);
                while self.finished.last().is_some_and(|f| f.depth > depth) {
                    self.finished.pop();
                }
                self.finished.push(Finished { depth, guess });
                match self.narrow(model, usize::from(guess.cell), !guess.digit, meter) {
                    Ok(true) => break,
                    Ok(false) => self.in_vain += 1,
                    Err(stop) => return End::Stopped(stop),
                }
            }
        }
    }

    /// The candidates under no guess at all.
    pub(super) fn root(&self) -> &[Mask] {
        if self.saved.is_empty() { &self.sets } else { &self.saved[..self.sets.len()] }
    }

    /// The number of variables that are open where the search stands.
    pub(super) fn n_open(&self) -> usize {
        self.sets.iter().filter(|set| !set.is_power_of_two()).count()
    }

    /// A variable keeps only these candidates; `false` when nothing is left somewhere.
    fn narrow(
        &mut self,
        model: &Model,
        cell: usize,
        to: Mask,
        meter: &mut dyn Meter,
    ) -> Result<bool, Stop> {
        let narrowed = self.spread.narrow(model, &mut self.sets, cell, to, meter);
        let Err(clash) = narrowed else { return Ok(true) };
        self.n_contradictions += 1;
        let weights = &mut self.weights;
        let mut add = |cells: &[u16]| cells.iter().for_each(|&c| weights[usize::from(c)] += 1);
        match clash {
            Clash::Cells(a, b) => add(&[a, b]),
            Clash::Group(group) => add(model.groups.get(usize::from(group))),
            Clash::Propagator(number) => add(model.propagators[number as usize].own()),
            Clash::Stopped(stop) => return Err(stop),
        }
        Ok(false)
    }

    /// The open variable with the fewest candidates for its weight, cells before helpers.
    fn choose(&self, model: &Model) -> Option<usize> {
        let (cells, helpers) = (0..model.n_board, model.n_board..self.sets.len());
        self.best_of(cells).or_else(|| self.best_of(helpers))
    }

    fn best_of(&self, range: std::ops::Range<usize>) -> Option<usize> {
        let mut best: Option<(u64, u64, usize)> = None;
        for cell in range {
            let here = self.sets[cell];
            if here.is_power_of_two() {
                continue;
            }
            let (count, weight) = (u64::from(here.count_ones()), u64::from(self.weights[cell]));
            // count / weight < best count / best weight, without a division.
            if best.is_none_or(|(c, w, _)| count * w < c * weight) {
                best = Some((count, weight, cell));
            }
        }
        best.map(|(_, _, cell)| cell)
    }
}
