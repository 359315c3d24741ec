//! Which learned clauses to forget.
//!
//! Three tiers: clauses of glue up to 2 stay; those up to 6 stay while they are of use; of the
//! others, unless used since the last round, the worse half goes.

use super::problem::Literal;
use super::search::Solver;
use super::theory::Theory;
use super::trail::Reason;

/// Rounds of forgetting come after this many conflicts, each a little later than the one before.
pub(super) const FIRST_ROUND: u64 = 2000;
pub(super) const ROUND_GROWS: u64 = 300;

const CORE_GLUE: u32 = 2;

impl<T: Theory> Solver<T> {
    /// One round of forgetting.
    pub(super) fn forget(&mut self) {
        let mut locked = Vec::new();
        for literal in &self.trail.literals {
            if let Reason::Clause(clause) = self.trail.reason(literal.variable())
                && self.trail.level(literal.variable()) > 0
            {
                locked.push(clause);
            }
        }
        locked.sort_unstable();
        let all: Vec<u32> = self.arena.iter().collect();
        let mut idle = Vec::new();
        for &clause in &all {
            if locked.binary_search(&clause).is_ok() {
                continue;
            }
            if self.holds_from_the_start(clause) {
                self.arena.doom(clause);
                continue;
            }
            let glue = self.arena.glue(clause);
            if self.arena.is_kept(clause) || glue <= CORE_GLUE {
                continue;
            }
            match self.arena.used(clause) {
                0 => idle.push((glue, self.arena.len(clause), clause)),
                rounds => self.arena.set_used(clause, rounds - 1),
            }
        }
        idle.sort_unstable();
        for &(_, _, clause) in &idle[idle.len() / 2..] {
            self.arena.doom(clause);
        }
        self.move_clauses_together();
    }

    fn holds_from_the_start(&self, clause: u32) -> bool {
        self.arena.codes(clause).iter().any(|&code| {
            let literal = Literal::from_code(code);
            self.trail.value(literal) > 0 && self.trail.level(literal.variable()) == 0
        })
    }

    fn move_clauses_together(&mut self) {
        let moved = self.arena.compact();
        for list in &mut self.watches {
            list.retain_mut(|watch| match moved.place(watch.clause) {
                Some(new) => {
                    watch.clause = new;
                    true
                }
                None => false,
            });
        }
        for i in 0..self.trail.literals.len() {
            let variable = self.trail.literals[i].variable();
            let reason = &mut self.trail.reasons_mut()[variable];
            if let Reason::Clause(clause) = reason {
                *reason = match moved.place(*clause) {
                    Some(new) => Reason::Clause(new),
                    // Only at the root, where nobody asks for reasons.
                    None => Reason::None,
                };
            }
        }
    }
}
