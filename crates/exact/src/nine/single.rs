//! One puzzle at a time: the digits of a single 9x9 puzzle in vector lanes.
//!
//! Idea: a lane is one digit in one row, sixteen lanes make a vector, and the whole puzzle is
//! six vectors (see `simd::rows` for the arrangement). A sweep applies all rules to all digits
//! at once without a single branch; the state of a search node is 192 bytes.
//!
//! | file | idea |
//! |---|---|
//! | `rules` | the sweep: singles, and the exact interplay of boxes with rows and columns |
//! | `start` | from clues or candidates to the first position |
//! | `choice` | where to guess |
//! | `search` | depth first, with a stack of positions |
//! | `walk` | the same search, cut into parts for several threads |
//! | `watched` | the same search for someone who looks on |
//!
//! Source: the rules are those known from JCZSolve (Zhou Yundong and others, the players'
//! forum, 2012) and tdoku (T. Dillon, 2019: the possible arrangements of a digit within a band
//! are permutations). Ours differs in the layout: JCZSolve goes through 27 words with tables,
//! tdoku keeps nine boxes and six bands in vectors and passes messages between them. Here all
//! 81 rows of all digits move together, so there are no messages, queues or tables, and nearly
//! no branch that a processor could mispredict. Because the digits stand side by side, what is
//! costly elsewhere, counting the candidates of all cells, is a few folds.
//!
//! There is one engine for easy and hard puzzles; nothing has to be routed.
//!
//! Tried and dropped, times against the peers in the same run (`sudolab-bench`):
//! - two positions of one search swept together, operation by operation, to hide latency: no
//!   gain on the hardest sets, and twice the time on puzzles with many solutions, where the
//!   second position is wasted. A sweep is bound by the number of operations, not by waiting.
//! - `vpmullw` instead of the shifts that the compiler makes of small products: no difference.
//! - keeping the masks of single lanes from one sweep to the next: the compiler packs and
//!   unpacks them; what is kept now is the row without its first bit.
//! - closures and iterator adapters in the sweep: they are compiled without the instruction set
//!   of the function around them, which made everything 13 times slower. Hence the plain loops.

mod choice;
mod rules;
mod search;
mod start;
mod walk;
mod watched;

use std::ops::ControlFlow;
use sudolab_grid::halt::{Meter, Stop};

use super::Clues;
use crate::simd::rows::Isa;
use crate::watch::{Moment, Watch};
pub use search::Filled;
use search::{Frames, SingleSearch};
pub use walk::Walk;
use watched::Watched;

/// What a search begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The clues; every other cell is open.
    Clues(Clues),
    /// The candidates of each cell: bit `digit - 1`.
    Candidates([u16; 81]),
}

impl From<Clues> for Opening {
    fn from(clues: Clues) -> Opening {
        Opening::Clues(clues)
    }
}

/// How many solutions were found, and by how many guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleCount {
    /// Solutions, at most the limit that was asked for.
    pub solutions: u64,
    /// How often the search had to guess.
    pub guesses: u64,
}

/// The engine for one puzzle at a time. Make one and keep it: it holds the memory of a search.
#[derive(Debug)]
pub struct SingleEngine {
    isa: Isa,
    frames: Frames,
}

impl Default for SingleEngine {
    fn default() -> SingleEngine {
        SingleEngine::new()
    }
}

impl SingleEngine {
    /// An engine with the best instructions this machine has.
    pub fn new() -> SingleEngine {
        SingleEngine { isa: Isa::detect(), frames: Frames::new() }
    }

    /// An engine in plain Rust; slower, with the same results.
    pub fn portable() -> SingleEngine {
        SingleEngine { isa: Isa::Portable, frames: Frames::new() }
    }

    /// Counts solutions up to a limit: 1 asks whether there is one, 2 whether it is the only one.
    pub fn count(&mut self, start: &Opening, limit: u64) -> SingleCount {
        let mut solutions = 0;
        if limit == 0 {
            return SingleCount { solutions, guesses: 0 };
        }
        let (guesses, _) = self.search(start, &mut never, &mut |_| {
            solutions += 1;
            if solutions < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        SingleCount { solutions, guesses }
    }

    /// The first solution, if there is any: digits 1 to 9 in reading order.
    pub fn solve(&mut self, start: &Opening) -> Option<[u8; 81]> {
        let mut solution = None;
        self.for_each_solution(start, |grid| {
            solution = Some(*grid);
            ControlFlow::Break(())
        });
        solution
    }

    /// Calls `found` with each solution until it breaks; returns the number of guesses.
    ///
    /// The order is always the same for the same start.
    pub fn for_each_solution(
        &mut self,
        start: &Opening,
        mut found: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> u64 {
        let (guesses, _) = self.search(start, &mut never, &mut |filled| found(&filled.grid()));
        guesses
    }

    /// The search before its first step, for [`split::search`](crate::split::search): the same
    /// solutions in the same order with any number of threads.
    pub fn walk(&self, start: &Opening) -> Walk {
        Walk::new(self.isa, start)
    }

    /// Calls `found` with each solution, which is written out only when asked, until it breaks or
    /// the meter stops the search; gives the number of guesses and what stopped it. The meter is
    /// told every few hundred guesses how many went by.
    pub fn for_each_filled_within(
        &mut self,
        start: &Opening,
        mut meter: impl Meter,
        mut found: impl FnMut(&Filled) -> ControlFlow<()>,
    ) -> (u64, Result<(), Stop>) {
        self.search(start, &mut |ticks| meter.spend(ticks), &mut found)
    }

    /// The same for someone who looks on: each position and each guess is told. Guesses and
    /// solutions together are the ticks.
    pub fn for_each_filled_watched(
        &mut self,
        start: &Opening,
        mut meter: impl Meter,
        watch: &mut impl Watch,
        mut found: impl FnMut(&Filled) -> ControlFlow<()>,
    ) -> (u64, Result<(), Stop>) {
        let mut see = |ticks: u64, moment: Moment<'_>| watch.see(ticks, moment);
        self.search_watched(start, &mut |ticks| meter.spend(ticks), &mut see, &mut found)
    }

    #[inline(never)]
    fn search_watched(
        &mut self,
        start: &Opening,
        meter: &mut dyn FnMut(u64) -> Result<(), Stop>,
        see: &mut dyn FnMut(u64, Moment<'_>),
        found: &mut dyn FnMut(&Filled) -> ControlFlow<()>,
    ) -> (u64, Result<(), Stop>) {
        self.isa.run(Watched { start, frames: &mut self.frames, meter, found, see })
    }

    /// The search. It is compiled once for each instruction set and not for each caller, which is
    /// some 30 kB every time. Who listens is called for a solution, and the meter every few hundred
    /// guesses; nothing in between is a call. A proof of uniqueness takes up to 2 % more instructions,
    /// going through a million solutions from 1 % fewer to 3 % more (callgrind).
    #[inline(never)]
    fn search(
        &mut self,
        start: &Opening,
        meter: &mut dyn FnMut(u64) -> Result<(), Stop>,
        found: &mut dyn FnMut(&Filled) -> ControlFlow<()>,
    ) -> (u64, Result<(), Stop>) {
        self.isa.run(SingleSearch { start, frames: &mut self.frames, meter, found })
    }
}

fn never(_: u64) -> Result<(), Stop> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn start() -> Opening {
        Opening::Clues(Clues(LINE.map(|b| if b == b'.' { 0 } else { b - b'0' })))
    }

    /// Small enough for Miri.
    #[test]
    fn the_portable_engine_solves_and_proves_one_solution() {
        let mut engine = SingleEngine::portable();
        assert_eq!(engine.count(&start(), 2).solutions, 1);
        let solution = engine.solve(&start());
        assert_eq!(solution.map(|s| s[..9].to_vec()), Some(vec![5, 3, 4, 6, 7, 8, 9, 1, 2]));
    }

    #[test]
    fn a_meter_that_stops_ends_the_search() {
        // The empty board has more solutions than anyone can wait for.
        let mut engine = SingleEngine::new();
        let mut told = 0;
        let mut found = 0u64;
        let (guesses, ended) = engine.for_each_filled_within(
            &Opening::Clues(Clues([0; 81])),
            |ticks| {
                told += ticks;
                if told < 1280 { Ok(()) } else { Err(Stop::Ticks) }
            },
            |_| {
                found += 1;
                ControlFlow::Continue(())
            },
        );
        assert_eq!((guesses, told, ended), (1280, 1280, Err(Stop::Ticks)));
        assert!(found > 0);
    }
}
