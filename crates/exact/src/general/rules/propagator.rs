//! A propagator: some variables, and what goes together in them.
//!
//! A propagator sees the candidates of its own variables only, as a short list of words, and strikes
//! what cannot be. It knows nothing of the search around it and keeps nothing from call to call. So
//! the same object serves the depth-first search, the learner, and the learner's question why: a
//! candidate was rightly struck when the propagator, asked again with that candidate alone in its
//! variable, says that nothing goes (`theory.rs`).
//!
//! Two things are promised by each: it strikes nothing that some filling needs, and it decides every
//! full filling.

use super::among::Among;
use super::connected::Connected;
use super::different::Different;
use super::either::Either;
use super::line::Layered;
use super::order::Order;
use super::pair::Pair;
use super::pairs_differ::PairsDiffer;
use super::sum::Sum;
use super::tally::Tally;

/// Candidates of a variable: bit `i` for the digit with index `i`.
pub(super) type Mask = u64;

/// Nothing goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Nothing;

/// What goes together in some variables.
#[derive(Clone, Debug)]
pub(super) struct Propagator {
    /// Its variables, each once; last the onlookers, in which it strikes and which tell it nothing.
    pub(super) cells: Box<[u16]>,
    /// How many of them are no onlookers.
    pub(super) n_own: usize,
    pub(super) kind: PropagatorKind,
}

/// The kinds of propagators.
#[derive(Clone, Debug)]
pub(super) enum PropagatorKind {
    /// One variable holds one of these.
    Allowed(Mask),
    Pair(Pair),
    Different(Different),
    Sum(Sum),
    Line(Layered),
    Among(Among),
    Tally(Tally),
    Order(Order),
    Either(Either),
    PairsDiffer(PairsDiffer),
    Connected(Connected),
}

/// Memory of the filters.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Digit sets of a sum that go, clique after clique.
    pub(super) passing: Vec<u32>,
    /// States of an automaton that a word can be in.
    pub(super) reached: Vec<bool>,
    pub(super) useful: Vec<bool>,
    /// What some way of an `Either` leaves, and what the way at hand leaves.
    pub(super) union: Vec<Mask>,
    pub(super) copy: Vec<Mask>,
    pub(super) part: Vec<Mask>,
    /// A walk over touching cells.
    pub(super) walk: Vec<u16>,
    pub(super) steps: Vec<u16>,
    /// States that must not be reached, or not lead to the end.
    pub(super) barred: Vec<bool>,
    /// Memory of filters within filters.
    pub(super) inner: Option<Box<Scratch>>,
    pub(super) ticks: u64,
}

impl Propagator {
    /// A propagator without onlookers.
    pub(super) fn new(cells: impl Into<Box<[u16]>>, kind: PropagatorKind) -> Propagator {
        let cells = cells.into();
        Propagator { n_own: cells.len(), cells, kind }
    }

    /// The variables that it watches.
    pub(super) fn own(&self) -> &[u16] {
        &self.cells[..self.n_own]
    }

    /// Strikes candidates, one word for each variable.
    #[inline]
    pub(super) fn filter(&self, local: &mut [Mask], scratch: &mut Scratch) -> Result<(), Nothing> {
        scratch.ticks += local.len() as u64;
        match &self.kind {
            PropagatorKind::Allowed(mask) => {
                local[0] &= mask;
                if local[0] == 0 { Err(Nothing) } else { Ok(()) }
            }
            PropagatorKind::Pair(pair) => pair.filter(local),
            PropagatorKind::Different(different) => different.filter(local),
            PropagatorKind::Sum(sum) => sum.filter(local, scratch),
            PropagatorKind::Line(line) => line.filter(local, scratch),
            PropagatorKind::Among(among) => among.filter(local),
            PropagatorKind::Tally(tally) => tally.filter(local, scratch),
            PropagatorKind::Order(order) => order.filter(local, scratch),
            PropagatorKind::Either(either) => either.filter(local, scratch),
            PropagatorKind::PairsDiffer(pairs) => pairs.filter(local),
            PropagatorKind::Connected(connected) => connected.filter(local, scratch),
        }
    }

    /// Why a digit of a place was struck, or why nothing goes, where that is seen without asking
    /// again. `then` is how the variables stood at that time, and `needed` begins as how they stood
    /// at first; it is left with what must be known. `false` leaves the question open.
    pub(super) fn why(
        &self,
        then: &[Mask],
        struck: Option<(usize, Mask)>,
        needed: &mut [Mask],
        scratch: &mut Scratch,
    ) -> bool {
        match &self.kind {
            PropagatorKind::Among(among) => among.why(then, struck, needed),
            PropagatorKind::Connected(connected) => connected.why(then, struck, needed, scratch),
            PropagatorKind::Line(line) => line.why(then, struck, needed, scratch),
            _ => false,
        }
    }

    /// Whether asking it again after what it has struck itself tells nothing new.
    pub(super) fn is_done_at_once(&self) -> bool {
        match &self.kind {
            PropagatorKind::Allowed(_) | PropagatorKind::Pair(_) | PropagatorKind::Different(_) => {
                true
            }
            PropagatorKind::Line(line) => line.is_done_at_once(),
            PropagatorKind::Sum(sum) => sum.is_done_at_once(),
            PropagatorKind::Among(_)
            | PropagatorKind::Tally(_)
            | PropagatorKind::Order(_)
            | PropagatorKind::Either(_)
            | PropagatorKind::PairsDiffer(_)
            | PropagatorKind::Connected(_) => false,
        }
    }

    /// Whether it is dear: cheap ones go first.
    pub(super) fn is_dear(&self) -> bool {
        !matches!(
            self.kind,
            PropagatorKind::Pair(_)
                | PropagatorKind::Allowed(_)
                | PropagatorKind::Different(_)
                | PropagatorKind::Among(_)
        )
    }
}

/// The digits of a set, by index.
pub(super) fn digits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let digit = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(digit)
    })
}
