//! Unit propagation.
//!
//! A variable that becomes true makes its peers, the other members of its groups, false. A
//! variable that becomes false leaves its exactly-one groups: their counter goes down, its number
//! is taken out of their exclusive or, and a counter of one names the last member. Counters change
//! when an assignment is taken off the queue, all of them at once, so that undoing is the same
//! walk backwards. Learned pairs have lists of their own; longer clauses watch two literals.

use super::arena::ClauseRef;
use super::problem::Literal;
use super::search::Solver;
use super::theory::{Assigned, Finding, Theory};
use super::trail::Reason;

/// What cannot all be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// Both literals of a pair are false.
    Pair(Literal, Literal),
    /// All literals of a clause are false.
    Clause(ClauseRef),
    /// All variables of an exactly-one group are false.
    Group(u32),
    /// A constraint of the theory cannot be kept; all literals of this explanation are false.
    Explained(u32),
}

/// The members of an exactly-one group that are not yet false.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    pub(super) count: u32,
    pub(super) xor: u32,
}

/// A clause that waits for a literal to become false, and another of its literals: while that one
/// is true the clause need not be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: ClauseRef,
    pub(super) blocker: Literal,
}

impl<T: Theory> Solver<T> {
    /// Draws all conclusions from the assignments on the queue.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        loop {
            let conflict = self.propagate_units();
            if !T::ACTIVE || conflict.is_some() {
                return conflict;
            }
            let mut follows = std::mem::take(&mut self.follows);
            follows.clear();
            let finding = self.theory.propagate(Assigned(&self.trail), &mut follows);
            self.ticks += self.theory.take_ticks();
            if let Finding::Follows(constraint) = finding {
                for &literal in &follows {
                    self.trail.assign(literal, Reason::Theory(constraint));
                }
            }
            self.follows = follows;
            match finding {
                Finding::Rest => return None,
                Finding::Follows(_) => {}
                Finding::Conflict(constraint) => {
                    return Some(Conflict::Explained(self.explain(constraint, None)));
                }
            }
        }
    }

    pub(super) fn propagate_units(&mut self) -> Option<Conflict> {
        while self.trail.handled < self.trail.literals.len() {
            let literal = self.trail.literals[self.trail.handled];
            self.trail.handled += 1;
            self.ticks += 1;
            let conflict = if literal.is_positive() {
                self.propagate_peers(literal)
            } else {
                self.propagate_groups(literal)
            };
            if conflict.is_some() {
                return conflict;
            }
            if let Some(conflict) = self.propagate_pairs(literal) {
                return Some(conflict);
            }
            if let Some(conflict) = self.propagate_clauses(literal) {
                return Some(conflict);
            }
        }
        None
    }

    #[inline]
    fn propagate_peers(&mut self, literal: Literal) -> Option<Conflict> {
        for &peer in self.peers.get(literal.variable()) {
            let not_peer = Literal::negative(peer);
            match self.trail.value(not_peer) {
                0 => self.trail.assign(not_peer, Reason::Pair(!literal)),
                -1 => return Some(Conflict::Pair(not_peer, !literal)),
                _ => {}
            }
        }
        None
    }

    #[inline]
    fn propagate_groups(&mut self, literal: Literal) -> Option<Conflict> {
        let variable = literal.variable();
        let mut conflict = None;
        for &group in self.groups_of.get(variable) {
            let left = &mut self.left[group as usize];
            left.count -= 1;
            left.xor ^= variable as u32;
            if left.count == 1 {
                let last = Literal::positive(left.xor);
                match self.trail.value(last) {
                    0 => self.trail.assign(last, Reason::Group(group)),
                    -1 => conflict = Some(Conflict::Group(group)),
                    _ => {}
                }
            }
        }
        conflict
    }

    #[inline]
    fn propagate_pairs(&mut self, literal: Literal) -> Option<Conflict> {
        for &other in &self.pairs[literal.index()] {
            match self.trail.value(other) {
                0 => self.trail.assign(other, Reason::Pair(!literal)),
                -1 => return Some(Conflict::Pair(other, !literal)),
                _ => {}
            }
        }
        None
    }

    fn propagate_clauses(&mut self, literal: Literal) -> Option<Conflict> {
        let falsified = !literal;
        if self.watches[falsified.index()].is_empty() {
            return None;
        }
        let mut list = std::mem::take(&mut self.watches[falsified.index()]);
        self.ticks += list.len() as u64;
        let mut conflict = None;
        let (mut from, mut to) = (0, 0);
        while from < list.len() {
            let watch = list[from];
            from += 1;
            if self.trail.value(watch.blocker) > 0 {
                list[to] = watch;
                to += 1;
                continue;
            }
            let codes = self.arena.codes_mut(watch.clause);
            // The watched literals stand in the first two places; put the false one second.
            let first = codes[0] ^ codes[1] ^ falsified.code();
            let first_literal = Literal::from_code(first);
            let kept = Watch { clause: watch.clause, blocker: first_literal };
            let value = self.trail.value(first_literal);
            if value > 0 {
                list[to] = kept;
                to += 1;
                continue;
            }
            let replacement =
                codes[2..].iter().position(|&code| self.trail.value(Literal::from_code(code)) >= 0);
            if let Some(at) = replacement {
                let new = codes[at + 2];
                codes[at + 2] = falsified.code();
                codes[0] = first;
                codes[1] = new;
                self.watches[new as usize].push(kept);
                continue;
            }
            list[to] = kept;
            to += 1;
            if value < 0 {
                conflict = Some(Conflict::Clause(watch.clause));
                while from < list.len() {
                    list[to] = list[from];
                    to += 1;
                    from += 1;
                }
            } else {
                codes[0] = first;
                codes[1] = falsified.code();
                self.trail.assign(first_literal, Reason::Clause(watch.clause));
            }
        }
        list.truncate(to);
        self.watches[falsified.index()] = list;
        conflict
    }

    /// Takes back all assignments above a level.
    pub(super) fn backtrack(&mut self, level: u32) {
        if self.trail.depth() <= level {
            return;
        }
        let keep = self.trail.starts[level as usize] as usize;
        while self.trail.literals.len() > keep {
            let handled = self.trail.literals.len() <= self.trail.handled;
            let Some(literal) = self.trail.pop() else { break };
            let variable = literal.variable();
            if handled && !literal.is_positive() {
                for &group in self.groups_of.get(variable) {
                    let left = &mut self.left[group as usize];
                    left.count += 1;
                    left.xor ^= variable as u32;
                }
            }
            self.phases[variable] = literal.is_positive();
            self.order.insert(variable);
        }
        self.trail.handled = self.trail.handled.min(keep);
        self.trail.starts.truncate(level as usize);
        if T::ACTIVE {
            self.theory.undo(keep);
        }
    }
}
