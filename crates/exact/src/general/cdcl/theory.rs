//! Constraints that are neither groups nor clauses, such as sums.
//!
//! A theory looks at the assignments when unit propagation has come to rest, and says what follows
//! from them by one of its own constraints. Why it follows is asked only when a conflict makes it
//! matter (*lazy explanations*: O. Ohrimenko, P. J. Stuckey, M. Codish, *Propagation via lazy clause
//! generation*, 2009). The solver is compiled once for each theory; without one nothing is left of
//! this file.

use super::problem::Literal;
use super::trail::Trail;

/// What a theory has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// Nothing follows.
    Rest,
    /// Literals that were open hold, by this constraint.
    Follows(u32),
    /// This constraint cannot be kept.
    Conflict(u32),
}

/// The assignments, oldest first.
#[derive(Clone, Copy, Debug)]
pub struct Assigned<'a>(pub(super) &'a Trail);

impl Assigned<'_> {
    /// The literals that are true, oldest first.
    #[inline]
    pub fn literals(&self) -> &[Literal] {
        &self.0.literals
    }

    /// How many decisions stood when a variable was assigned.
    #[inline]
    pub fn level(&self, variable: usize) -> u32 {
        self.0.level(variable)
    }

    /// Whether a literal is true.
    #[inline]
    pub fn is_true(&self, literal: Literal) -> bool {
        self.0.value(literal) > 0
    }
}

/// Constraints beyond groups and clauses.
pub trait Theory: Clone {
    /// Whether there is anything to ask.
    const ACTIVE: bool = true;

    /// Looks at the assignments it has not seen yet and at what waits; leaves what follows in `out`.
    fn propagate(&mut self, assigned: Assigned<'_>, out: &mut Vec<Literal>) -> Finding;

    /// Only the first `n` assignments are left.
    fn undo(&mut self, n: usize);

    /// Why a literal follows by a constraint, or, without one, why the constraint cannot be kept:
    /// leaves in `out` false literals, assigned before that one, of which one would have to be true
    /// otherwise.
    fn explain(
        &mut self,
        constraint: u32,
        literal: Option<Literal>,
        assigned: Assigned<'_>,
        out: &mut Vec<Literal>,
    );

    /// Work since the last call.
    fn take_ticks(&mut self) -> u64;
}

/// No such constraints.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTheory;

impl Theory for NoTheory {
    const ACTIVE: bool = false;

    fn propagate(&mut self, _: Assigned<'_>, _: &mut Vec<Literal>) -> Finding {
        Finding::Rest
    }

    fn undo(&mut self, _: usize) {}

    fn explain(&mut self, _: u32, _: Option<Literal>, _: Assigned<'_>, _: &mut Vec<Literal>) {}

    fn take_ticks(&mut self) -> u64 {
        0
    }
}
