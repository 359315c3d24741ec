//! Watching a search: what it deduces, guesses, refutes and learns.
//!
//! The searches of the general engine are written once, over a [`Watch`]; with [`Unwatched`]
//! nothing of it is left in the compiled search. The 9x9 engine has a form of its own for being
//! watched (`nine::single::watched`), so that the fast one stays as it is.

/// Something that happened in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Moment<'a> {
    /// What follows from the guesses so far: the digit of each cell, 0 where it is open.
    Position(&'a [u8]),
    /// A cell is tried with a digit.
    Guess {
        /// The cell, row by row from 0.
        cell: usize,
        /// The digit, from 1.
        digit: u8,
        /// The other digits it may hold: bit `d - 1` for digit `d`.
        rest: u64,
        /// How many guesses are open, this one included.
        depth: usize,
    },
    /// The guesses contradict each other.
    Conflict {
        /// The house in which it shows, by its place on the board, if one is known.
        house: Option<usize>,
    },
    /// A learning search decides about a candidate.
    Decide {
        /// The cell, row by row from 0.
        cell: usize,
        /// The digit, from 1.
        digit: u8,
        /// Whether the cell is to hold it.
        holds: bool,
        /// How many decisions are open, this one included.
        level: usize,
    },
    /// A clause is learned from a conflict.
    Learn {
        /// Its literals.
        size: usize,
        /// How many decisions stay open.
        level: usize,
    },
    /// All decisions are taken back, and the search goes on with what it has learned.
    Restart,
}

/// Is told what a search does, with the engine's ticks until then.
pub trait Watch {
    /// Whether anyone looks; what only a watcher needs is not computed without one.
    const IS_WATCHING: bool;

    /// Something happened.
    fn see(&mut self, ticks: u64, moment: Moment<'_>);
}

/// Nobody looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    const IS_WATCHING: bool = false;

    #[inline(always)]
    fn see(&mut self, _: u64, _: Moment<'_>) {}
}

impl<F: FnMut(u64, Moment<'_>)> Watch for F {
    const IS_WATCHING: bool = true;

    fn see(&mut self, ticks: u64, moment: Moment<'_>) {
        self(ticks, moment);
    }
}
