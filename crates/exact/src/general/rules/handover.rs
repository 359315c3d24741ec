//! From the depth-first search to clause learning, with rules; see the plain engine's `handover.rs`.
//!
//! Tables of two variables become clauses: what does not go together is a pair, and a digit with few
//! supports on the other side implies that one of them stands. Everything else is the theory.

use super::branching::{Branching, Visit};
use super::model::Model;
use super::propagator::{Mask, PropagatorKind, digits};
use super::theory::{Candidates, Rules};
use crate::general::Effort;
use crate::general::branching::End;
use crate::general::cdcl::{Decided, GroupKind, Literal, Problem, Solver};
use std::sync::Arc;
use sudolab_grid::halt::Meter;

/// A learning search over what the depth-first search left.
#[derive(Clone, Debug)]
pub(super) struct Handover {
    solver: Solver<Rules>,
    candidates: Arc<Candidates>,
    n_board: usize,
    has_helpers: bool,
}

/// Supports beyond this number are not worth a clause.
const MOST_SUPPORTS: u32 = 6;

impl Handover {
    pub(super) fn new(model: &Arc<Model>, branching: &Branching) -> Handover {
        let candidates = Candidates::new(branching.root());
        let root = candidates.root.clone();
        let mut problem = Problem::new(candidates.of.len());
        let n_variables = root.len();
        for (cell, &set) in root.iter().enumerate() {
            if candidates.is_open(cell) {
                let first = candidates.first[cell];
                problem.add_group(GroupKind::ExactlyOne, first..first + set.count_ones());
            }
        }
        for group in 0..model.groups.len() {
            let cells = model.groups.get(group);
            let kind = match group < model.n_full {
                true => GroupKind::ExactlyOne,
                false => GroupKind::AtMostOne,
            };
            let all = cells.iter().fold(0, |set, &cell| set | root[usize::from(cell)]);
            for digit in digits(all) {
                let holds = |&&cell: &&u16| {
                    let cell = usize::from(cell);
                    candidates.is_open(cell) && root[cell] >> digit & 1 == 1
                };
                let places: Vec<u32> = cells
                    .iter()
                    .filter(holds)
                    .map(|&cell| candidates.variable(usize::from(cell), digit))
                    .collect();
                if places.len() > 1 {
                    problem.add_group(kind, places.into_iter());
                }
            }
        }
        let activity = |&(cell, _): &(u16, u8)| {
            let cell = usize::from(cell);
            f64::from(branching.weights[cell]) / f64::from(root[cell].count_ones())
        };
        let activities = candidates.of.iter().map(activity).collect();
        let rules = Rules::new(model, candidates);
        let candidates = rules.candidates.clone();
        let mut solver = Solver::with_theory(problem, activities, rules);
        for propagator in &model.propagators {
            if let PropagatorKind::Pair(pair) = &propagator.kind {
                let (a, b) = (usize::from(propagator.cells[0]), usize::from(propagator.cells[1]));
                if candidates.is_open(a) && candidates.is_open(b) {
                    add_table(&mut solver, &candidates, (a, b), |digit| pair.allowed(digit), true);
                    add_table(
                        &mut solver,
                        &candidates,
                        (b, a),
                        |digit| pair.supports(digit),
                        false,
                    );
                }
            }
        }
        let mut clause = Vec::new();
        for finished in &branching.finished {
            if finished.depth == 0 {
                // Already gone from the candidates.
                continue;
            }
            clause.clear();
            let guesses = &branching.guesses[..finished.depth];
            for guess in guesses.iter().chain([&finished.guess]) {
                let digit = guess.digit.trailing_zeros() as usize;
                let variable = candidates.variable(usize::from(guess.cell), digit);
                clause.push(Literal::negative(variable));
            }
            solver.add_clause(&clause);
        }
        let has_helpers = n_variables > model.n_board;
        Handover { solver, candidates, n_board: model.n_board, has_helpers }
    }

    pub(super) fn effort(&self) -> Effort {
        Effort {
            ticks: self.solver.ticks(),
            guesses: self.solver.decisions(),
            contradictions: self.solver.conflicts(),
            learned: self.solver.conflicts(),
        }
    }

    pub(super) fn run(&mut self, meter: &mut dyn Meter, visit: &mut Visit<'_>) -> End {
        let mut solution = self.candidates.root.clone();
        loop {
            match self.solver.solve(meter) {
                Err(stop) => return End::Stopped(stop),
                Ok(Decided::Exhausted) => return End::Exhausted,
                Ok(Decided::Model) => {
                    let mut held = Vec::new();
                    for (variable, &(cell, digit)) in self.candidates.of.iter().enumerate() {
                        if self.solver.is_true(variable as u32) {
                            solution[usize::from(cell)] = 1 << digit;
                            if usize::from(cell) < self.n_board {
                                held.push(Literal::negative(variable as u32));
                            }
                        }
                    }
                    if visit(&solution).is_break() {
                        return End::Satisfied;
                    }
                    match self.has_helpers {
                        // Other fillings of the helpers are the same solution.
                        true => self.solver.add_clause(&held),
                        false => self.solver.exclude_model(),
                    }
                }
            }
        }
    }
}

/// What does not go together, and few supports, as clauses.
fn add_table(
    solver: &mut Solver<Rules>,
    candidates: &Candidates,
    (a, b): (usize, usize),
    allowed: impl Fn(usize) -> Mask,
    with_pairs: bool,
) {
    let literal = |cell, digit| Literal::positive(candidates.variable(cell, digit));
    for digit in digits(candidates.root[a]) {
        let supports = allowed(digit) & candidates.root[b];
        let not = !literal(a, digit);
        let n_against = (candidates.root[b] & !supports).count_ones();
        if with_pairs {
            for other in digits(candidates.root[b] & !supports) {
                solver.add_clause(&[not, !literal(b, other)]);
            }
        }
        if n_against > 1 && supports.count_ones() <= MOST_SUPPORTS {
            let mut clause = vec![not];
            clause.extend(digits(supports).map(|other| literal(b, other)));
            solver.add_clause(&clause);
        }
    }
}
