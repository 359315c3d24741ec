//! The heat bath of the Boltzmann machine where rules beyond the houses are costs.
//!
//! Every open square holds one of its candidates and is drawn anew with P(digit) proportional to
//! exp(-E / T), E being the peers that hold the digit now and what the rules lack with it
//! (`costs.rs`). A draw looks at the terms of its square alone.
//!
//! Ours differs from the chains without rules: costs are not whole numbers and terms are of any
//! kind, so one chain runs at a time, and the temperature goes down and up again instead of being
//! held: what is critical depends on the rules. Rounds end hot boards and frozen ones alike.

use super::costs::{self, CostTerm};
use super::reduced::Reduced;
use crate::{Answer, Event, Run, Stop};
use sudolab_grid::{Cell, Digit, Grid, Puzzle, Solution};

/// Where a round begins and ends, in multiples of the temperature that is set.
const HOT: f64 = 2.0;
const COLD: f64 = 0.5;

/// Sweeps over all squares in one round.
const SWEEPS: u32 = 400;

/// A filled board with what its rules cost.
struct Filling {
    grid: Grid,
    held: Vec<Digit>,
    open: Vec<Cell>,
    terms: Vec<CostTerm>,
    costs: Vec<f64>,
    of_cell: Vec<Vec<u32>>,
    /// For each digit of the square being drawn its energy, then its weight.
    weights: Vec<(Digit, f64)>,
    /// What the square's terms cost with each of these digits.
    after: Vec<f64>,
}

/// Draws until a filling has neither conflict nor cost.
pub(super) fn solve(
    puzzle: &Puzzle,
    reduced: &Reduced,
    temperature: f64,
    run: &mut Run<'_>,
) -> Result<Answer, Stop> {
    let Some(mut filling) = Filling::new(puzzle, reduced, run) else { return Ok(Answer::GaveUp) };
    let cooling = (COLD / HOT).powf(1.0 / f64::from(SWEEPS));
    loop {
        filling.scatter(reduced, run);
        let mut heat = HOT * temperature;
        for _ in 0..SWEEPS {
            if filling.offer(run) && Solution::check(puzzle, filling.grid.clone()).is_ok() {
                return Ok(Answer::Solved(filling.grid));
            }
            // Everything is placed, and a rule refuses it.
            if filling.open.is_empty() {
                return Ok(Answer::GaveUp);
            }
            run.tell(|| Event::Temperature(heat));
            for square in 0..filling.open.len() {
                run.tick()?;
                filling.draw(square, reduced, heat, run);
            }
            heat *= cooling;
        }
    }
}

impl Filling {
    /// Each open square with its first candidate; `None` when one has none.
    fn new(puzzle: &Puzzle, reduced: &Reduced, run: &mut Run<'_>) -> Option<Filling> {
        let board = puzzle.board();
        let terms = costs::of_rules(puzzle);
        let of_cell = costs::by_cell(&terms, puzzle);
        let mut grid = reduced.grid.clone();
        for &cell in &reduced.open {
            grid.set(cell, reduced.candidates[cell.index()].iter().next()?);
        }
        let held = board.cells().map(|cell| grid.get(cell)).collect::<Option<Vec<Digit>>>()?;
        run.show(grid.values());
        Some(Filling {
            grid,
            held,
            open: reduced.open.clone(),
            costs: vec![0.0; terms.len()],
            of_cell,
            weights: Vec::with_capacity(board.size()),
            after: vec![0.0; terms.len() * board.size()],
            terms,
        })
    }

    /// Any candidate in every open square.
    fn scatter(&mut self, reduced: &Reduced, run: &mut Run<'_>) {
        for i in 0..self.open.len() {
            let cell = self.open[i];
            let candidates = reduced.candidates[cell.index()];
            let at = run.random().index(candidates.len());
            if let Some(digit) = candidates.iter().nth(at) {
                self.hold(cell, digit);
            }
        }
        for (term, cost) in self.terms.iter().zip(&mut self.costs) {
            *cost = term.cost(&self.grid, &self.held);
        }
        run.show(self.grid.values());
    }

    fn hold(&mut self, cell: Cell, digit: Digit) {
        self.held[cell.index()] = digit;
        self.grid.set(cell, digit);
    }

    /// How many peers of a cell hold a digit.
    fn conflicts(&self, cell: Cell, digit: Digit) -> usize {
        let peers = self.grid.board().peer_list(cell);
        peers.iter().filter(|peer| self.held[peer.index()] == digit).count()
    }

    /// Offers what there is; whether nothing is wrong with it.
    fn offer(&self, run: &mut Run<'_>) -> bool {
        let of = |&cell: &Cell| self.conflicts(cell, self.held[cell.index()]);
        let conflicts: usize = self.open.iter().map(of).sum();
        let cost = conflicts as f64 / 2.0 + self.costs.iter().sum::<f64>();
        run.tell(|| Event::Energy(cost));
        run.offer(cost, self.grid.values());
        conflicts == 0 && self.costs.iter().all(|&cost| cost == 0.0)
    }

    /// Draws a square anew.
    fn draw(&mut self, square: usize, reduced: &Reduced, heat: f64, run: &mut Run<'_>) {
        let cell = self.open[square];
        let n_terms = self.of_cell[cell.index()].len();
        let before = self.held[cell.index()];
        let mut least = f64::INFINITY;
        let mut weights = std::mem::take(&mut self.weights);
        weights.clear();
        for digit in reduced.candidates[cell.index()].iter() {
            self.hold(cell, digit);
            let mut energy = self.conflicts(cell, digit) as f64;
            for i in 0..n_terms {
                let term = &self.terms[self.of_cell[cell.index()][i] as usize];
                let cost = term.cost(&self.grid, &self.held);
                self.after[weights.len() * n_terms + i] = cost;
                energy += cost;
            }
            least = least.min(energy);
            weights.push((digit, energy));
        }
        // Taken from the least, so that not all of them vanish when it is cold.
        let mut total = 0.0;
        for (_, weight) in &mut weights {
            *weight = ((least - *weight) / heat).exp();
            total += *weight;
        }
        let mut left = run.random().unit() * total;
        let mut drawn = 0;
        for (i, (_, weight)) in weights.iter().enumerate() {
            drawn = i;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        let digit = weights[drawn].0;
        self.hold(cell, digit);
        for i in 0..n_terms {
            let term = self.of_cell[cell.index()][i] as usize;
            self.costs[term] = self.after[drawn * n_terms + i];
        }
        self.weights = weights;
        if digit != before {
            run.tell(|| Event::Assign { cell, digit });
        }
    }
}
