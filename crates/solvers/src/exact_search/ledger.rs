//! Who keeps count while a search is walked: the run itself, or the tally of a part of it.
//!
//! The search is written once; this is what differs between one thread and several.

use crate::{Event, Run, Stop};
use std::ops::ControlFlow;
use sudolab_exact::split::Tally;
use sudolab_grid::Grid;

/// Counts, limits and listeners of a search.
pub(super) trait Ledger {
    /// Why a walk is broken off in the middle.
    type Pause;

    /// Before each unit of work.
    fn tick(&mut self) -> Result<(), Self::Pause>;
    /// Ticks so far.
    fn ticks(&self) -> u64;
    /// A branch.
    fn guess(&mut self);
    /// A board with so many blanks.
    fn offer(&mut self, n_blank: usize, board: &[u8]);
    /// A solution; breaks when there are enough.
    fn found(&mut self, grid: &Grid) -> ControlFlow<()>;
    /// Something an observer might want to hear.
    fn tell<'e>(&mut self, event: impl FnOnce() -> Event<'e>);
}

/// One thread: the run keeps count, and each solution is handed over.
pub(super) struct Alone<'l, 'r> {
    pub run: &'l mut Run<'r>,
    pub found: &'l mut dyn FnMut(&Grid) -> ControlFlow<()>,
}

impl Ledger for Alone<'_, '_> {
    type Pause = Stop;

    #[inline(always)]
    fn tick(&mut self) -> Result<(), Stop> {
        self.run.tick()
    }

    #[inline(always)]
    fn ticks(&self) -> u64 {
        self.run.ticks()
    }

    #[inline(always)]
    fn guess(&mut self) {
        self.run.guess();
    }

    #[inline(always)]
    fn offer(&mut self, n_blank: usize, board: &[u8]) {
        self.run.offer(n_blank as f64, board);
    }

    #[inline(always)]
    fn found(&mut self, grid: &Grid) -> ControlFlow<()> {
        (self.found)(grid)
    }

    #[inline(always)]
    fn tell<'e>(&mut self, event: impl FnOnce() -> Event<'e>) {
        self.run.tell(event);
    }
}

/// A part of a search that several threads share.
pub(super) struct Part<'t> {
    pub tally: &'t mut Tally,
    pub pause_at: u64,
}

/// It is time to look around.
pub(super) struct Pause;

impl Ledger for Part<'_> {
    type Pause = Pause;

    #[inline(always)]
    fn tick(&mut self) -> Result<(), Pause> {
        if self.tally.ticks() >= self.pause_at {
            return Err(Pause);
        }
        self.tally.spend(1);
        Ok(())
    }

    #[inline(always)]
    fn ticks(&self) -> u64 {
        self.tally.ticks()
    }

    #[inline(always)]
    fn guess(&mut self) {
        self.tally.add_guesses(1);
    }

    #[inline(always)]
    fn offer(&mut self, n_blank: usize, board: &[u8]) {
        self.tally.offer(n_blank as u64, board);
    }

    #[inline(always)]
    fn found(&mut self, grid: &Grid) -> ControlFlow<()> {
        match self.tally.found(|| grid.values().into()) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    #[inline(always)]
    fn tell<'e>(&mut self, _event: impl FnOnce() -> Event<'e>) {}
}
