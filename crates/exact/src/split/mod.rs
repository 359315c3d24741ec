//! One search over several threads, with the answer of one thread.
//!
//! Idea: a depth-first search walks the leaves of a tree in a fixed order, so any moment of it can
//! be cut: what is left falls into *parts* that follow one another in that order. Each part is
//! walked by one thread; put together in order, what the parts found is what one thread would have
//! found: the same solutions in the same order, the same number of them, the same ticks and
//! guesses up to the last solution asked for.
//!
//! ```text
//!   the stack of a walker       guess 1: 3 now, 5 and 8 left     cut::Largest   gives away
//!                               guess 2: 1 now, 4 left           the 5 and 8 of guess 1: most
//!                               guess 3: 7 now, 9 left           work, and last in the order
//!
//!                                                                cut::Next      gives away the 9
//!   order of the parts:  7 under 1 under 3 | 9 | 4 | 5, 8        of guess 3, then all the rest:
//!                                                                what one thread would do next
//! ```
//!
//! Where all solutions are wanted every part has to be walked, and the largest pieces are cut off
//! so that few cuts suffice. Where the first solution ends the search, pieces far away are likely to
//! be walked in vain; then pieces are cut off that come next in the order, though not too small
//! ones, and a thread without work takes the earliest piece there is. (This is the ordered skeleton
//! of Archibald, Maier, Stewart & Trinder, *Replicable parallel branch and bound search*, 2018, with
//! the pieces cut where the work turns out to be instead of at a fixed depth.)
//! As soon as the parts up to some place hold as many solutions as were asked for, everything
//! behind that place is given up.
//!
//! Work moves when someone lacks it: a walker looks every [`Tree::LEASH`] ticks whether pieces are
//! waiting, and cuts when there are none. A search that ends within the first leashes never leaves
//! the calling thread. Threads come from [`Hands`], at the start or in the middle: where many puzzles
//! are searched at once, those who find no other puzzle help with the last ones.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | the search on the calling thread, until others are free |
//! | `team.rs` | the threads (feature `threads`; without it the calling thread does all) |
//! | `hands.rs` | threads that are free to help |
//! | `parts.rs` | the parts in order: waiting, walked, finished |
//! | `tally.rs` | what was found, and how two tallies in a row make one |
#![forbid(unsafe_code)]

mod hands;
#[cfg(feature = "threads")]
mod parts;
mod tally;
#[cfg(feature = "threads")]
mod team;

pub use hands::Hands;
use sudolab_grid::halt::{Halt, Stop};
pub use tally::{Tally, Wanted};

/// A depth-first search in the middle of its work, to be walked on and to be cut.
pub trait Tree: Send + Sized {
    /// Ticks between two looks around: some tenths of a millisecond.
    const LEASH: u64;

    /// Walks on until the end, until the tally is full, or until it has `pause_at` ticks.
    fn walk(&mut self, pause_at: u64, tally: &mut Tally) -> Walked;

    /// Cuts off pieces that come later in the search order, and hands them over in that order;
    /// none when there is nothing worth it. `ticks` are those of the part so far.
    fn cut(&mut self, cut: Cut, ticks: u64) -> Vec<Self>;
}

/// Why a walk came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walked {
    /// There is more to walk.
    Paused,
    /// Everything has been walked, or the tally wants no more.
    Ended,
}

/// What to cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// The largest piece, which comes last.
    Largest,
    /// The next piece on which at least so many ticks may be expected, and all behind it.
    Next {
        /// The least number of ticks.
        grain: u64,
    },
}

/// A piece is worth handing over when it may last for so many leashes.
#[cfg(feature = "threads")]
const GRAIN_IN_LEASHES: u64 = 8;

/// Walks a tree with the calling thread and what `hands` are free now or later.
///
/// The halt is asked by every thread every few tenths of a millisecond; when it ends the search, the
/// tally holds what was found until then, in no reproducible amount. A panic in a walker stops the
/// others and is passed on to the caller when all have ended.
pub fn search<T: Tree>(
    root: T,
    hands: &Hands,
    wanted: Wanted,
    halt: &Halt<'_>,
) -> (Tally, Result<(), Stop>) {
    search_on(root, Tally::new(wanted), hands, wanted, halt)
}

/// The same for a search of which a part has been walked already.
#[cfg_attr(not(feature = "threads"), expect(unused_variables, reason = "nobody can help"))]
pub(crate) fn search_on<T: Tree>(
    mut root: T,
    mut tally: Tally,
    hands: &Hands,
    wanted: Wanted,
    halt: &Halt<'_>,
) -> (Tally, Result<(), Stop>) {
    while root.walk(tally.ticks() + T::LEASH, &mut tally) == Walked::Paused {
        if let Err(stop) = halt.check() {
            return (tally, Err(stop));
        }
        #[cfg(feature = "threads")]
        if hands.are_free() && !tally.is_full() && tally.ticks() >= T::LEASH * GRAIN_IN_LEASHES {
            return team::spread(root, tally, hands, wanted, halt);
        }
    }
    (tally, Ok(()))
}

#[cfg(all(test, feature = "threads"))]
mod tests;
