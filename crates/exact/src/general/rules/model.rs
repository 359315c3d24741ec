//! What is searched: variables with candidates, groups in which nothing repeats, and propagators.

use super::propagator::{Mask, Propagator, PropagatorKind};
use crate::general::topology::Lists;

/// A board and its rules as flat tables. Clues come with each puzzle.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// The variables that are cells of the board; helpers come after them.
    pub(super) n_board: usize,
    /// What each variable may hold before any clue.
    pub(super) domains: Vec<Mask>,
    /// Groups in which nothing repeats, those with as many variables as digits first.
    pub(super) groups: Lists,
    pub(super) n_full: usize,
    /// The digits of each full group.
    pub(super) digits_of: Vec<Mask>,
    /// The full groups of each variable.
    pub(super) groups_of: Lists,
    /// The variables that differ from each variable.
    pub(super) peers: Lists,
    pub(super) propagators: Vec<Propagator>,
    /// Those of which asking again tells nothing new.
    pub(super) done_at_once: Vec<bool>,
    /// Those that are asked last.
    pub(super) dear: Vec<bool>,
    /// The propagators of each variable.
    pub(super) wakes: Vec<Box<[u32]>>,
}

impl Model {
    pub(super) fn n_variables(&self) -> usize {
        self.domains.len()
    }

    /// Whether its propagators are sums and nothing else.
    pub(super) fn has_sums_alone(&self) -> bool {
        let is_sum = |p: &Propagator| matches!(p.kind, PropagatorKind::Sum(_));
        self.propagators.iter().all(|p| is_sum(p) || matches!(p.kind, PropagatorKind::Pair(_)))
            && self.propagators.iter().any(is_sum)
    }
}
