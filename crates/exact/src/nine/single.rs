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

use std::ops::ControlFlow;

use super::Clues;
use crate::simd::rows::Isa;
pub use search::Filled;
use search::{Frames, Search};
pub use walk::Walk;

/// What a search begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The clues; every other cell is open.
    Clues(Clues),
    /// The candidates of each cell: bit `digit - 1`.
    Candidates([u16; 81]),
}

impl From<Clues> for Start {
    fn from(clues: Clues) -> Start {
        Start::Clues(clues)
    }
}

/// How many solutions were found, and by how many guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
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
    pub fn count(&mut self, start: &Start, limit: u64) -> Count {
        let mut solutions = 0;
        if limit == 0 {
            return Count { solutions, guesses: 0 };
        }
        let guesses = self.isa.run(Search {
            start,
            frames: &mut self.frames,
            poll: never,
            found: |_: &Filled| {
                solutions += 1;
                if solutions < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        });
        Count { solutions, guesses }
    }

    /// The first solution, if there is any: digits 1 to 9 in reading order.
    pub fn solve(&mut self, start: &Start) -> Option<[u8; 81]> {
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
        start: &Start,
        mut found: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> u64 {
        self.isa.run(Search {
            start,
            frames: &mut self.frames,
            poll: never,
            found: |filled: &Filled| found(&filled.grid()),
        })
    }

    /// The search before its first step, for [`split::search`](crate::split::search): the same
    /// solutions in the same order with any number of threads.
    pub fn walk(&self, start: &Start) -> Walk {
        Walk::new(self.isa, start)
    }

    /// The same with a poll that is told every few hundred guesses how many went by, and says
    /// whether to go on.
    pub fn for_each_solution_until(
        &mut self,
        start: &Start,
        poll: impl FnMut(u64) -> ControlFlow<()>,
        mut found: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> u64 {
        self.for_each_filled_until(start, poll, |filled| found(&filled.grid()))
    }

    /// The same, with solutions that are written out only when asked: for counting.
    pub fn for_each_filled_until(
        &mut self,
        start: &Start,
        poll: impl FnMut(u64) -> ControlFlow<()>,
        found: impl FnMut(&Filled) -> ControlFlow<()>,
    ) -> u64 {
        self.isa.run(Search { start, frames: &mut self.frames, poll, found })
    }
}

fn never(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn start() -> Start {
        Start::Clues(Clues(LINE.map(|b| if b == b'.' { 0 } else { b - b'0' })))
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
    fn a_poll_that_breaks_ends_the_search() {
        // The empty board has more solutions than anyone can wait for.
        let mut engine = SingleEngine::new();
        let mut polls = 0;
        let mut found = 0u64;
        engine.for_each_solution_until(
            &Start::Clues(Clues([0; 81])),
            |_| {
                polls += 1;
                if polls < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
            |_| {
                found += 1;
                ControlFlow::Continue(())
            },
        );
        assert_eq!(polls, 5);
        assert!(found > 0);
    }
}
