//! Learned clauses made shorter by propagation.
//!
//! The negations of a clause's literals are decided one after the other. When one of them follows from
//! those before, it goes; when another literal becomes true or nothing goes any more, the decisions that
//! brought it about are all that the clause needs (Piette, Hamadi & Saïs 2008; Luo, Li, Xiao, Manyà & Lü
//! 2017). Clauses of little glue are worth the work; each is tried once, the newest first, and the work
//! is kept to a share of the search's ticks.

use super::analyze::each_other;
use super::arena::ClauseRef;
use super::problem::Literal;
use super::propagate::Conflict;
use super::search::Solver;
use super::theory::Theory;
use super::trail::Reason;

/// Clauses of more glue are not tried.
const MOST_GLUE: u32 = 6;

/// One tick for this many ticks of the search.
const SHARE: u64 = 8;

impl<T: Theory> Solver<T> {
    /// Tries the clauses that have not been tried. All decisions are taken back.
    pub(super) fn vivify(&mut self) {
        self.backtrack(0);
        let began = self.ticks;
        let budget = (self.ticks - self.vivified_at) / SHARE;
        let phases = self.phases.clone();
        let mut waiting: Vec<ClauseRef> = self
            .arena
            .iter()
            .filter(|&clause| {
                !self.arena.is_kept(clause)
                    && !self.arena.is_doomed(clause)
                    && !self.arena.is_tried(clause)
                    && self.arena.glue(clause) <= MOST_GLUE
            })
            .collect();
        let mut literals = Vec::new();
        while let Some(clause) = waiting.pop() {
            if self.refuted || self.ticks - began > budget {
                break;
            }
            self.arena.set_tried(clause);
            literals.clear();
            literals.extend(self.arena.codes(clause).iter().map(|&code| Literal::from_code(code)));
            self.vivify_clause(clause, &mut literals);
        }
        self.phases = phases;
        self.vivified_at = self.ticks;
    }

    fn vivify_clause(&mut self, clause: ClauseRef, literals: &mut [Literal]) {
        if literals.iter().any(|&l| self.trail.value(l) > 0) {
            return;
        }
        // The most active first: they are the likelier to meet others.
        literals.sort_by(|a, b| self.order.compare(b.variable(), a.variable()));
        let n = literals.len();
        let mut needed = Vec::new();
        let mut done = false;
        for &literal in literals.iter() {
            match self.trail.value(literal) {
                0 => {}
                // It follows from the others that it is false.
                -1 => continue,
                _ => {
                    needed.push(literal);
                    self.decisions_behind(&[!literal], &mut needed);
                    done = true;
                    break;
                }
            }
            self.trail.decide(!literal);
            if let Some(conflict) = self.propagate_units() {
                let mut false_ones = Vec::new();
                self.falsified(conflict, &mut false_ones);
                self.decisions_behind(&false_ones, &mut needed);
                done = true;
                break;
            }
        }
        if !done {
            needed.extend(self.trail.starts.iter().map(|&at| !self.trail.literals[at as usize]));
        }
        self.backtrack(0);
        if needed.len() >= n {
            return;
        }
        let glue = self.arena.glue(clause).min(needed.len() as u32 - 1).max(1);
        self.arena.doom(clause);
        if let Some(log) = &mut self.log {
            log.push(needed.as_slice().into());
        }
        match needed.as_slice() {
            [] => self.refuted = true,
            &[only] => {
                self.hold(only);
                self.refuted |= self.propagate_units().is_some();
            }
            &[a, b] => self.add_pair(a, b),
            long => {
                let new = self.add_long(long, glue, false);
                self.arena.set_tried(new);
            }
        }
    }

    /// The literals that a conflict finds false.
    fn falsified(&self, conflict: Conflict, out: &mut Vec<Literal>) {
        match conflict {
            Conflict::Pair(a, b) => out.extend([a, b]),
            Conflict::Clause(clause) => {
                out.extend(self.arena.codes(clause).iter().map(|&code| Literal::from_code(code)));
            }
            Conflict::Group(group) => {
                let range = self.exactly.range(group as usize);
                out.extend(range.map(|at| Literal::positive(self.exactly.item(at))));
            }
            Conflict::Explained(_) => {}
        }
    }

    /// Adds the negations of the decisions from which it follows that these literals are false.
    fn decisions_behind(&mut self, literals: &[Literal], out: &mut Vec<Literal>) {
        let mut waiting: Vec<Literal> = literals.to_vec();
        let mut met: Vec<usize> = Vec::new();
        while let Some(literal) = waiting.pop() {
            let variable = literal.variable();
            if self.trail.level(variable) == 0 || !self.analysis.meet(variable) {
                continue;
            }
            met.push(variable);
            let reason = self.trail.reason(variable);
            if reason == Reason::None {
                out.push(literal);
            } else {
                each_other!(self, reason, variable, |l: Literal| waiting.push(l));
            }
        }
        met.into_iter().for_each(|variable| self.analysis.forget(variable));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::cdcl::{Decided, GroupKind, Problem};
    use sudolab_grid::random::Random;

    const N: u32 = 10;

    /// Two groups and random clauses; how many of 2^N assignments satisfy all of it, by looking.
    fn drawn(random: &mut Random) -> (Problem, Vec<Vec<Literal>>, usize) {
        let mut problem = Problem::new(N as usize);
        let groups = [0..3u32, 3..7];
        for group in groups.clone() {
            problem.add_group(GroupKind::ExactlyOne, group);
        }
        let mut literal = || {
            let variable = random.below(N);
            match random.below(2) {
                0 => Literal::positive(variable),
                _ => Literal::negative(variable),
            }
        };
        let mut clauses = Vec::new();
        while clauses.len() < 12 {
            let mut clause: Vec<Literal> = (0..5).map(|_| literal()).collect();
            clause.sort_unstable();
            clause.dedup_by_key(|l| l.variable());
            if clause.len() > 2 {
                clauses.push(clause);
            }
        }
        let keeps = |bits: u32| {
            let holds = |l: &Literal| (bits >> l.variable() & 1 == 1) == l.is_positive();
            groups.clone().into_iter().all(|g| g.filter(|v| bits >> v & 1 == 1).count() == 1)
                && clauses.iter().all(|clause| clause.iter().any(holds))
        };
        let count = (0..1u32 << N).filter(|&bits| keeps(bits)).count();
        (problem, clauses, count)
    }

    #[test]
    fn shorter_clauses_leave_every_model_and_no_other() {
        let mut random = Random::new(5);
        let (mut shorter, mut with_models) = (0, 0);
        for _ in 0..300 {
            let (problem, clauses, expected) = drawn(&mut random);
            let mut solver = Solver::new(problem, Vec::new());
            // Nothing limits the work.
            solver.ticks = 1 << 20;
            for clause in &clauses {
                if clause.iter().all(|&l| solver.trail.value(l) == 0) {
                    solver.add_long(clause, 2, false);
                }
            }
            let before: usize = solver.arena.iter().map(|c| solver.arena.len(c)).sum();
            solver.vivify();
            let kept = solver.arena.iter().filter(|&c| !solver.arena.is_doomed(c));
            let after: usize = kept.map(|c| solver.arena.len(c)).sum();
            shorter += usize::from(after < before);
            let mut count = 0;
            while solver.solve(&mut |_| Ok(())) == Ok(Decided::Model) {
                count += 1;
                solver.exclude_model();
            }
            assert_eq!(count, expected);
            with_models += usize::from(expected > 0);
        }
        assert!(shorter > 100 && with_models > 100, "{shorter} {with_models}");
    }
}
