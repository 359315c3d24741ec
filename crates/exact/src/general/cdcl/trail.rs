//! Assignments in the order they were made, with their levels and reasons.

use super::arena::ClauseRef;
use super::problem::Literal;

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, or holds from the start.
    None,
    /// This other literal of a pair is false.
    Pair(Literal),
    /// All other literals of a clause are false; it stands first or second in it.
    Clause(ClauseRef),
    /// All other variables of an exactly-one group are false.
    Group(u32),
    /// A constraint of the theory; nobody has asked why yet.
    Theory(u32),
    /// The same, with its explanation: all its literals are false.
    Explained(u32),
}

/// The current assignment.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// For each literal 1 when true, -1 when false, 0 when open.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    pub(super) literals: Vec<Literal>,
    /// Where each decision level begins.
    pub(super) starts: Vec<u32>,
    /// How many literals propagation has taken off the queue.
    pub(super) handled: usize,
}

impl Trail {
    pub(super) fn new(n_variables: usize) -> Trail {
        Trail {
            values: vec![0; 2 * n_variables],
            levels: vec![0; n_variables],
            reasons: vec![Reason::None; n_variables],
            literals: Vec::with_capacity(n_variables),
            starts: Vec::new(),
            handled: 0,
        }
    }

    /// 1 when true, -1 when false, 0 when open.
    #[inline]
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    #[inline]
    pub(super) fn is_open(&self, variable: usize) -> bool {
        self.values[2 * variable] == 0
    }

    #[inline]
    pub(super) fn level(&self, variable: usize) -> u32 {
        self.levels[variable]
    }

    #[inline]
    pub(super) fn reason(&self, variable: usize) -> Reason {
        self.reasons[variable]
    }

    pub(super) fn reasons_mut(&mut self) -> &mut [Reason] {
        &mut self.reasons
    }

    /// The number of open decisions.
    #[inline]
    pub(super) fn depth(&self) -> u32 {
        self.starts.len() as u32
    }

    #[inline]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        debug_assert_eq!(self.value(literal), 0);
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        let variable = literal.variable();
        self.levels[variable] = self.depth();
        self.reasons[variable] = reason;
        self.literals.push(literal);
    }

    /// Opens a level with a decision.
    #[inline]
    pub(super) fn decide(&mut self, literal: Literal) {
        self.starts.push(self.literals.len() as u32);
        self.assign(literal, Reason::None);
    }

    /// Takes the last assignment back. The caller trims `starts` and `handled`.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Literal> {
        let literal = self.literals.pop()?;
        self.values[literal.index()] = 0;
        self.values[(!literal).index()] = 0;
        Some(literal)
    }
}
