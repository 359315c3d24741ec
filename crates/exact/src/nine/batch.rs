//! Many puzzles at once, one per bit of a vector.

mod branch;
mod choose;
mod ledger;
mod node;
mod search;
mod sweep;
mod transpose;

use crate::nine::Clues;
use crate::simd::Isa;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx2::Avx2;
use crate::simd::portable::Portable;
use node::Node;
use search::{Drive, Search};

pub static SWEEPS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
pub static ROUNDS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

/// What the engine found out about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Number of solutions, counted up to the limit.
    pub solutions: u64,
    /// Number of guesses made until the count was complete.
    pub guesses: u64,
    /// The solution that comes first in the order of the search; zeros if there is none.
    pub solution: [u8; 81],
}

impl Verdict {
    /// The verdict on a puzzle without solutions that needed no guess.
    pub const NONE: Self = Self { solutions: 0, guesses: 0, solution: [0; 81] };
}

/// Solves batches of 9x9 puzzles.
pub struct BatchEngine(Machine);

enum Machine {
    #[cfg(target_arch = "x86_64")]
    Avx2(Search<Avx2>),
    Portable(Search<Portable>),
}

impl Default for BatchEngine {
    fn default() -> Self {
        Self::new()
    }
}

impl BatchEngine {
    /// An engine with the best instructions this machine has.
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(token) = Avx2::detect() {
            return Self(Machine::Avx2(Search::new(token)));
        }
        Self::portable()
    }

    /// An engine without special instructions.
    pub fn portable() -> Self {
        Self(Machine::Portable(Search::new(Portable)))
    }

    /// Searches every puzzle for up to `limit` solutions; verdict k is on puzzle k.
    ///
    /// # Panics
    /// If `out` and `puzzles` differ in length.
    pub fn run(&mut self, puzzles: &[Clues], limit: u64, out: &mut [Verdict]) {
        self.drive(puzzles, limit, out);
    }

    /// The same for puzzles given by candidates: bit d-1 of a mask allows digit d.
    ///
    /// # Panics
    /// If `out` and `puzzles` differ in length.
    pub fn run_candidates(&mut self, puzzles: &[[u16; 81]], limit: u64, out: &mut [Verdict]) {
        self.drive(puzzles, limit, out);
    }

    fn drive<P: Start>(&mut self, puzzles: &[P], limit: u64, out: &mut [Verdict]) {
        assert_eq!(puzzles.len(), out.len(), "one verdict for each puzzle");
        out.fill(Verdict::NONE);
        if limit == 0 {
            return;
        }
        match &mut self.0 {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(search) => search.isa.run(Drive { search, puzzles, limit, out }),
            Machine::Portable(search) => search.isa.run(Drive { search, puzzles, limit, out }),
        }
    }
}

/// A puzzle as the engine takes it.
trait Start {
    fn node<V: crate::simd::Vector>(&self) -> Node;
}

impl Start for Clues {
    #[inline(always)]
    fn node<V: crate::simd::Vector>(&self) -> Node {
        Node::from_clues::<V>(self)
    }
}

impl Start for [u16; 81] {
    #[inline(always)]
    fn node<V: crate::simd::Vector>(&self) -> Node {
        Node::from_candidates(self)
    }
}
