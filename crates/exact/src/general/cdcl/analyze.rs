//! From a conflict to a learned clause.
//!
//! The clause is resolved backwards along the trail until one literal of the conflict's level is
//! left (the first unique implication point), then made smaller: literals implied by the others
//! are dropped (Sörensson & Biere 2009), and two or more candidates that one true candidate struck
//! are replaced by that one, which is a resolution with pairs every group gives for nothing.

use super::problem::Literal;
use super::propagate::Conflict;
use super::search::Solver;
use super::theory::{Assigned, Theory};
use super::trail::Reason;

/// What is known about a variable during an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Visited {
    #[default]
    Unknown,
    /// In the clause, or resolved away from it.
    Seen,
    /// Implied by the clause.
    Implied,
    /// Found not to be implied.
    Free,
}

/// Memory of the analysis.
#[derive(Clone, Debug, Default)]
pub(super) struct Analysis {
    /// The learned clause, the literal to be asserted first.
    pub(super) clause: Vec<Literal>,
    marks: Vec<Visited>,
    marked: Vec<u32>,
    /// When each level was last counted.
    stamps: Vec<u32>,
    stamp: u32,
    /// How many literals of the clause each variable has struck.
    struck_by: Vec<u32>,
}

/// Implication chains longer than this are not followed.
const DEEPEST: u32 = 200;

impl Analysis {
    pub(super) fn new(n_variables: usize) -> Analysis {
        Analysis {
            marks: vec![Visited::Unknown; n_variables],
            stamps: vec![0; n_variables + 1],
            struck_by: vec![0; n_variables],
            ..Analysis::default()
        }
    }

    /// Marks a variable; `false` when it is marked already.
    pub(super) fn meet(&mut self, variable: usize) -> bool {
        let mark = &mut self.marks[variable];
        std::mem::replace(mark, Visited::Seen) != Visited::Seen
    }

    /// Takes the mark back.
    pub(super) fn forget(&mut self, variable: usize) {
        self.marks[variable] = Visited::Unknown;
    }
}

/// Calls `$visit` with every literal of a reason but `$but`; all of them are false.
macro_rules! each_other {
    ($solver:expr, $reason:expr, $but:expr, $visit:expr) => {
        match $reason {
            Reason::None | Reason::Theory(_) => {}
            Reason::Explained(explanation) => {
                for at in $solver.explained.range(explanation as usize) {
                    let literal = Literal::from_code($solver.explained.item(at));
                    $visit(literal);
                }
            }
            Reason::Pair(other) => $visit(other),
            Reason::Clause(clause) => {
                for i in 0..$solver.arena.len(clause) {
                    let literal = $solver.arena.literal(clause, i);
                    if literal.variable() != $but {
                        $visit(literal);
                    }
                }
            }
            Reason::Group(group) => {
                for at in $solver.exactly.range(group as usize) {
                    let variable = $solver.exactly.item(at);
                    if variable as usize != $but {
                        $visit(Literal::positive(variable));
                    }
                }
            }
        }
    };
}

pub(super) use each_other;

impl<T: Theory> Solver<T> {
    /// Learns from a conflict: leaves the clause in `analysis.clause` and returns the level to
    /// go back to and the clause's glue.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> (u32, u32) {
        self.analysis.clause.clear();
        self.analysis.clause.push(Literal::positive(0));
        let mut open = 0;
        match conflict {
            Conflict::Pair(a, b) => {
                self.see(a, &mut open);
                self.see(b, &mut open);
            }
            Conflict::Clause(clause) => {
                self.use_clause(clause);
                for i in 0..self.arena.len(clause) {
                    self.see(self.arena.literal(clause, i), &mut open);
                }
            }
            Conflict::Group(group) => {
                for at in self.exactly.range(group as usize) {
                    self.see(Literal::positive(self.exactly.item(at)), &mut open);
                }
            }
            Conflict::Explained(explanation) => {
                for at in self.explained.range(explanation as usize) {
                    self.see(Literal::from_code(self.explained.item(at)), &mut open);
                }
            }
        }
        let mut at = self.trail.literals.len();
        let asserted = loop {
            at -= 1;
            let literal = self.trail.literals[at];
            let variable = literal.variable();
            if self.analysis.marks[variable] != Visited::Seen {
                continue;
            }
            open -= 1;
            if open == 0 {
                break !literal;
            }
            let reason = self.explained_reason(variable);
            if let Reason::Clause(clause) = reason {
                self.use_clause(clause);
            }
            each_other!(self, reason, variable, |l: Literal| self.see(l, &mut open));
        };
        self.analysis.clause[0] = asserted;
        self.minimise();
        self.merge_struck();
        let glue = self.glue_of_learned();
        let mut level = 0;
        let mut second = 1;
        for (i, literal) in self.analysis.clause.iter().enumerate().skip(1) {
            if self.trail.level(literal.variable()) > level {
                level = self.trail.level(literal.variable());
                second = i;
            }
        }
        if second > 1 {
            self.analysis.clause.swap(1, second);
        }
        for variable in self.analysis.marked.drain(..) {
            self.analysis.marks[variable as usize] = Visited::Unknown;
        }
        (level, glue)
    }

    /// Why a variable has its value; a theory that has not said it yet is asked.
    #[inline]
    fn explained_reason(&mut self, variable: usize) -> Reason {
        let reason = self.trail.reason(variable);
        if !T::ACTIVE {
            return reason;
        }
        let Reason::Theory(constraint) = reason else { return reason };
        let positive = Literal::positive(variable as u32);
        let literal = if self.trail.value(positive) > 0 { positive } else { !positive };
        let explanation = self.explain(constraint, Some(literal));
        let reason = match self.explained.get(explanation as usize) {
            // A pair can be merged with others.
            &[only] => Reason::Pair(Literal::from_code(only)),
            _ => Reason::Explained(explanation),
        };
        self.trail.reasons_mut()[variable] = reason;
        reason
    }

    /// Asks the theory for an explanation and keeps it until the next restart.
    pub(super) fn explain(&mut self, constraint: u32, literal: Option<Literal>) -> u32 {
        let mut literals = std::mem::take(&mut self.explanation);
        literals.clear();
        self.theory.explain(constraint, literal, Assigned(&self.trail), &mut literals);
        self.ticks += self.theory.take_ticks();
        self.explained.push(literals.iter().map(|literal| literal.code()));
        self.explanation = literals;
        self.explained.len() as u32 - 1
    }

    /// The latest level of an explanation's literals.
    pub(super) fn level_of_explanation(&self, explanation: u32) -> u32 {
        let codes = self.explained.get(explanation as usize).iter();
        codes.map(|&code| self.trail.level(Literal::from_code(code).variable())).max().unwrap_or(0)
    }

    /// A false literal that takes part in the conflict.
    #[inline]
    fn see(&mut self, literal: Literal, open: &mut u32) {
        let variable = literal.variable();
        let level = self.trail.level(variable);
        if level == 0 || self.analysis.marks[variable] == Visited::Seen {
            return;
        }
        self.analysis.marks[variable] = Visited::Seen;
        self.analysis.marked.push(variable as u32);
        self.order.bump(variable);
        if level == self.trail.depth() {
            *open += 1;
        } else {
            self.analysis.clause.push(literal);
        }
    }

    /// A learned clause took part in a conflict: spare it, and see whether its glue has fallen.
    fn use_clause(&mut self, clause: u32) {
        if self.arena.is_kept(clause) {
            return;
        }
        let mut glue = self.arena.glue(clause);
        if glue > 2 {
            self.analysis.stamp += 1;
            let mut now = 0;
            for &code in self.arena.codes(clause) {
                let level = self.trail.level(Literal::from_code(code).variable()) as usize;
                if self.analysis.stamps[level] != self.analysis.stamp {
                    self.analysis.stamps[level] = self.analysis.stamp;
                    now += 1;
                }
            }
            if now < glue {
                glue = now;
                self.arena.set_glue(clause, glue);
            }
        }
        self.arena.set_used(clause, if glue <= 6 { 2 } else { 1 });
    }

    fn minimise(&mut self) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let mut to = 1;
        for i in 1..clause.len() {
            let variable = clause[i].variable();
            let reason = self.explained_reason(variable);
            if reason == Reason::None || !self.follows(reason, variable, 0) {
                clause[to] = clause[i];
                to += 1;
            }
        }
        clause.truncate(to);
        self.analysis.clause = clause;
    }

    /// Whether all other literals of a reason are in the clause or implied by it.
    fn follows(&mut self, reason: Reason, but: usize, depth: u32) -> bool {
        match reason {
            Reason::None | Reason::Theory(_) => false,
            Reason::Explained(explanation) => {
                self.explained.range(explanation as usize).all(|at| {
                    let literal = Literal::from_code(self.explained.item(at));
                    self.is_implied(literal, depth)
                })
            }
            Reason::Pair(other) => self.is_implied(other, depth),
            Reason::Clause(clause) => (0..self.arena.len(clause)).all(|i| {
                let literal = self.arena.literal(clause, i);
                literal.variable() == but || self.is_implied(literal, depth)
            }),
            Reason::Group(group) => self.exactly.range(group as usize).all(|at| {
                let variable = self.exactly.item(at);
                variable as usize == but || self.is_implied(Literal::positive(variable), depth)
            }),
        }
    }

    fn is_implied(&mut self, literal: Literal, depth: u32) -> bool {
        let variable = literal.variable();
        if self.trail.level(variable) == 0 {
            return true;
        }
        match self.analysis.marks[variable] {
            // Literals of the conflict's level were resolved away; they are not in the clause.
            Visited::Seen => return self.trail.level(variable) != self.trail.depth(),
            Visited::Implied => return true,
            Visited::Free => return false,
            Visited::Unknown => {}
        }
        let reason = self.explained_reason(variable);
        let implied =
            depth < DEEPEST && reason != Reason::None && self.follows(reason, variable, depth + 1);
        self.analysis.marks[variable] = if implied { Visited::Implied } else { Visited::Free };
        self.analysis.marked.push(variable as u32);
        implied
    }

    /// Replaces literals that follow from one and the same literal by pairs by that literal.
    fn merge_struck(&mut self) {
        if self.analysis.clause.len() < 3 {
            return;
        }
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let mut shared = false;
        for &literal in &clause[1..] {
            if let Reason::Pair(other) = self.trail.reason(literal.variable()) {
                let count = &mut self.analysis.struck_by[other.variable()];
                *count += 1;
                shared |= *count > 1;
            }
        }
        let mut to = 1;
        for i in 1..clause.len() {
            let mut literal = clause[i];
            if let Reason::Pair(other) = self.trail.reason(literal.variable()) {
                match std::mem::take(&mut self.analysis.struck_by[other.variable()]) {
                    // An earlier one has been replaced already.
                    0 if shared => continue,
                    0 | 1 => {}
                    _ => literal = other,
                }
            }
            clause[to] = literal;
            to += 1;
        }
        clause.truncate(to);
        self.analysis.clause = clause;
    }

    fn glue_of_learned(&mut self) -> u32 {
        self.analysis.stamp += 1;
        let mut glue = 0;
        for literal in &self.analysis.clause {
            let level = self.trail.level(literal.variable()) as usize;
            if self.analysis.stamps[level] != self.analysis.stamp {
                self.analysis.stamps[level] = self.analysis.stamp;
                glue += 1;
            }
        }
        glue
    }
}
