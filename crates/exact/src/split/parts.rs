//! The parts of a search in their order: waiting, walked, finished.
//!
//! Finished neighbours melt into one, so the list is never longer than about twice the number of
//! pieces that are walked or wait, and looking through it costs nothing.

use super::tally::{Tally, Wanted};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The parts in search order.
pub(super) struct Parts<T> {
    list: Vec<Part<T>>,
    next_id: u64,
}

struct Part<T> {
    id: u64,
    state: State<T>,
}

enum State<T> {
    /// Nobody walks it yet.
    Waiting {
        tree: T,
        tally: Tally,
    },
    /// Someone does; so many solutions are known to be in it.
    Walked {
        solutions: u64,
        given_up: Arc<AtomicBool>,
    },
    Finished(Tally),
}

/// A part that a thread has taken on.
pub(super) struct Taken<T> {
    pub(super) id: u64,
    pub(super) tree: T,
    pub(super) tally: Tally,
    /// Raised when the part is no longer needed.
    pub(super) given_up: Arc<AtomicBool>,
}

impl<T> Parts<T> {
    pub(super) fn new(tree: T, tally: Tally) -> Parts<T> {
        Parts { list: vec![Part { id: 0, state: State::Waiting { tree, tally } }], next_id: 1 }
    }

    pub(super) fn n_waiting(&self) -> usize {
        self.list.iter().filter(|p| matches!(p.state, State::Waiting { .. })).count()
    }

    pub(super) fn n_walked(&self) -> usize {
        self.list.iter().filter(|p| matches!(p.state, State::Walked { .. })).count()
    }

    /// The first part that waits.
    pub(super) fn take_first(&mut self) -> Option<Taken<T>> {
        let part = self.list.iter_mut().find(|p| matches!(p.state, State::Waiting { .. }))?;
        let given_up = Arc::new(AtomicBool::new(false));
        let walked = State::Walked { solutions: 0, given_up: given_up.clone() };
        match std::mem::replace(&mut part.state, walked) {
            State::Waiting { tree, tally } => Some(Taken { id: part.id, tree, tally, given_up }),
            State::Walked { .. } | State::Finished(_) => None,
        }
    }

    /// Pieces cut off a part, in order. A part that has been given up has nothing to add.
    pub(super) fn insert_after(&mut self, id: u64, pieces: Vec<T>, wanted: Wanted) {
        let Some(at) = self.place(id) else { return };
        if matches!(&self.list[at].state, State::Walked { given_up, .. } if given_up.load(Ordering::Relaxed))
        {
            return;
        }
        for (i, tree) in pieces.into_iter().enumerate() {
            let state = State::Waiting { tree, tally: Tally::new(wanted) };
            self.list.insert(at + 1 + i, Part { id: self.next_id, state });
            self.next_id += 1;
        }
    }

    /// A part is known to hold so many solutions; all parts behind the place where there are
    /// enough are given up, and so is what is left of the part that has the last of them.
    pub(super) fn note(&mut self, id: u64, found: u64, limit: u64) {
        if let Some(at) = self.place(id)
            && let State::Walked { solutions, .. } = &mut self.list[at].state
        {
            *solutions = found;
        }
        let mut sum = 0;
        let mut enough = None;
        for (at, part) in self.list.iter().enumerate() {
            sum += match &part.state {
                State::Waiting { tally, .. } => tally.solutions(),
                State::Walked { solutions, .. } => *solutions,
                State::Finished(tally) => tally.solutions(),
            };
            if sum >= limit {
                enough = Some(at);
                break;
            }
        }
        let Some(enough) = enough else { return };
        for part in &self.list[enough..] {
            if let State::Walked { given_up, .. } = &part.state {
                given_up.store(true, Ordering::Relaxed);
            }
        }
        let mut at = 0;
        self.list.retain(|part| {
            at += 1;
            at - 1 <= enough || matches!(part.state, State::Walked { .. })
        });
    }

    /// A part has been walked, or given up.
    pub(super) fn finish(&mut self, id: u64, tally: Tally) {
        let Some(at) = self.place(id) else { return };
        self.list[at].state = State::Finished(tally);
        self.melt(at);
        if at > 0 {
            self.melt(at - 1);
        }
    }

    /// Makes one of two finished neighbours.
    fn melt(&mut self, at: usize) {
        if let Some(next) = self.list.get(at + 1)
            && matches!(next.state, State::Finished(_))
            && let State::Finished(_) = &self.list[at].state
            && let State::Finished(later) = self.list.remove(at + 1).state
            && let State::Finished(earlier) = &mut self.list[at].state
        {
            earlier.append(later);
        }
    }

    fn place(&self, id: u64) -> Option<usize> {
        self.list.iter().position(|p| p.id == id)
    }

    /// Everything that was found, in order.
    pub(super) fn into_tally(self, wanted: Wanted) -> Tally {
        let mut all = Tally::new(wanted);
        for part in self.list {
            match part.state {
                State::Finished(tally) | State::Waiting { tally, .. } => all.append(tally),
                State::Walked { .. } => {}
            }
        }
        all
    }
}
