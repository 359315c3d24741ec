//! From the depth-first search to clause learning.
//!
//! Variables are the candidates left in open cells under no guess; groups are the open cells and,
//! for each house, the places of each digit. What the depth-first search has finished becomes
//! clauses: under the guesses above it, a finished digit is excluded. House weights become first
//! activities, so that the learning search begins where the trouble was.

use super::branching::{Branching, End, value};
use super::cdcl::{Decided, GroupKind, Listener, Literal, Problem, Solver, Theory};
use super::topology::{SetWord, Topology};
use super::{Effort, Visit};
use crate::watch::{Moment, Watch};
use sudolab_grid::halt::Meter;

/// A learning search over what the depth-first search left.
#[derive(Clone)]
pub(super) struct Handover {
    pub(super) solver: Solver,
    /// The cell and the digit's bit of each variable.
    candidates: Vec<(u16, SetWord)>,
    /// The candidates of each cell under no guess; a scratch copy for solutions.
    root: Vec<SetWord>,
}

impl Handover {
    pub(super) fn new(topology: &Topology, branching: &Branching) -> Handover {
        let root = branching.root(topology).to_vec();
        let mut candidates = Vec::new();
        // The first variable of each cell; its others follow in order of digits.
        let mut first = vec![u32::MAX; topology.n_cells];
        for (cell, &set) in root.iter().enumerate() {
            if set.is_power_of_two() {
                continue;
            }
            first[cell] = candidates.len() as u32;
            let mut rest = set;
            while rest != 0 {
                let digit = rest & rest.wrapping_neg();
                rest &= rest - 1;
                candidates.push((cell as u16, digit));
            }
        }
        let variable =
            |cell: usize, digit: SetWord| first[cell] + (root[cell] & (digit - 1)).count_ones();
        let mut problem = Problem::new(candidates.len());
        for (cell, &set) in root.iter().enumerate() {
            if !set.is_power_of_two() {
                problem
                    .add_group(GroupKind::ExactlyOne, first[cell]..first[cell] + set.count_ones());
            }
        }
        let mut places = vec![Vec::new(); topology.size];
        for house in 0..topology.n_houses() {
            for &cell in topology.house(house) {
                let cell = usize::from(cell);
                if root[cell].is_power_of_two() {
                    continue;
                }
                let mut rest = root[cell];
                let mut next = first[cell];
                while rest != 0 {
                    places[rest.trailing_zeros() as usize].push(next);
                    next += 1;
                    rest &= rest - 1;
                }
            }
            let kind = match house < topology.n_full {
                true => GroupKind::ExactlyOne,
                false => GroupKind::AtMostOne,
            };
            for variables in &mut places {
                if variables.len() > 1 {
                    problem.add_group(kind, variables.iter().copied());
                }
                variables.clear();
            }
        }
        let activities = candidates
            .iter()
            .map(|&(cell, _)| {
                let cell = usize::from(cell);
                f64::from(branching.weight_of[cell]) / f64::from(root[cell].count_ones())
            })
            .collect();
        let mut solver = Solver::new(problem, activities);
        let mut clause = Vec::new();
        for finished in &branching.finished {
            if finished.depth == 0 {
                // Already gone from the candidates.
                continue;
            }
            clause.clear();
            for guess in &branching.guesses[..finished.depth] {
                clause.push(Literal::negative(variable(usize::from(guess.cell), guess.digit)));
            }
            let cell = usize::from(finished.cell);
            clause.push(Literal::negative(variable(cell, finished.digit)));
            solver.add_clause(&clause);
        }
        Handover { solver, candidates, root }
    }

    /// Only solutions in which a cell holds one of these.
    pub(super) fn restrict(&mut self, cell: u16, digits: SetWord) {
        for (variable, &(at, digit)) in self.candidates.iter().enumerate() {
            if at == cell && digit & digits == 0 {
                self.solver.add_clause(&[Literal::negative(variable as u32)]);
            }
        }
    }

    pub(super) fn effort(&self) -> Effort {
        Effort {
            ticks: self.solver.ticks(),
            guesses: self.solver.decisions(),
            contradictions: self.solver.conflicts(),
            learned: self.solver.conflicts(),
        }
    }

    /// Searches on; the watcher's ticks count from those that were spent before this search.
    pub(super) fn run<W: Watch>(
        &mut self,
        meter: &mut dyn Meter,
        visit: &mut Visit<'_>,
        before: u64,
        watch: &mut W,
    ) -> End {
        let mut solution = self.root.clone();
        loop {
            let mut ear = Ear { watch, candidates: &self.candidates, root: &self.root, before };
            match self.solver.search(meter, &mut ear) {
                Err(stop) => return End::Stopped(stop),
                Ok(Decided::Exhausted) => return End::Exhausted,
                Ok(Decided::Model) => {
                    for (variable, &(cell, digit)) in self.candidates.iter().enumerate() {
                        if self.solver.is_true(variable as u32) {
                            solution[usize::from(cell)] = digit;
                        }
                    }
                    if visit(&solution, self.effort()).is_break() {
                        return End::Satisfied;
                    }
                    self.solver.exclude_model();
                }
            }
        }
    }
}

/// Hears of variables and tells of cells and digits.
struct Ear<'a, W> {
    watch: &'a mut W,
    candidates: &'a [(u16, SetWord)],
    root: &'a [SetWord],
    before: u64,
}

impl<W: Watch> Listener for Ear<'_, W> {
    const IS_LISTENING: bool = W::IS_WATCHING;

    fn settled<T: Theory>(&mut self, solver: &Solver<T>) {
        let mut values: Vec<u8> = self.root.iter().map(|&set| value(set)).collect();
        for (variable, &(cell, digit)) in self.candidates.iter().enumerate() {
            if solver.is_true(variable as u32) {
                values[usize::from(cell)] = value(digit);
            }
        }
        self.watch.see(self.before + solver.ticks(), Moment::Position(&values));
    }

    fn conflict<T: Theory>(&mut self, solver: &Solver<T>) {
        self.watch.see(self.before + solver.ticks(), Moment::Conflict { house: None });
    }

    fn learned<T: Theory>(&mut self, solver: &Solver<T>, size: usize, level: usize) {
        self.watch.see(self.before + solver.ticks(), Moment::Learn { size, level });
    }

    fn decided<T: Theory>(&mut self, solver: &Solver<T>, literal: Literal, level: usize) {
        let (cell, digit) = self.candidates[literal.variable()];
        let (cell, digit, holds) = (usize::from(cell), value(digit), literal.is_positive());
        let moment = Moment::Decide { cell, digit, holds, level };
        self.watch.see(self.before + solver.ticks(), moment);
    }

    fn restarted<T: Theory>(&mut self, solver: &Solver<T>) {
        self.watch.see(self.before + solver.ticks(), Moment::Restart);
    }
}
