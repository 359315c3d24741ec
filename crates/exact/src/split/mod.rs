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
//! | `mod.rs` | the threads |
//! | `hands.rs` | threads that are free to help |
//! | `parts.rs` | the parts in order: waiting, walked, finished |
//! | `tally.rs` | what was found, and how two tallies in a row make one |
#![forbid(unsafe_code)]

mod hands;
mod parts;
mod tally;

pub use hands::Hands;
use parts::Parts;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Scope;
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
        if hands.are_free() && !tally.is_full() && tally.ticks() >= T::LEASH * GRAIN_IN_LEASHES {
            return spread(root, tally, hands, wanted, halt);
        }
    }
    (tally, Ok(()))
}

/// What the threads share.
struct Team<'a, T> {
    hands: &'a Hands,
    parts: Mutex<Parts<T>>,
    changed: Condvar,
    /// Pieces that wait for a walker; a copy of what `parts` knows, to be read without its lock.
    waiting: AtomicUsize,
    stopped: AtomicBool,
    /// What the halt said, if it ended the search.
    reason: OnceLock<Stop>,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    wanted: Wanted,
}

fn spread<T: Tree>(
    root: T,
    tally: Tally,
    hands: &Hands,
    wanted: Wanted,
    halt: &Halt<'_>,
) -> (Tally, Result<(), Stop>) {
    let team = Team {
        hands,
        parts: Mutex::new(Parts::new(root, tally)),
        changed: Condvar::new(),
        waiting: AtomicUsize::new(1),
        stopped: AtomicBool::new(false),
        reason: OnceLock::new(),
        panic: Mutex::new(None),
        wanted,
    };
    std::thread::scope(|scope| team.work(scope, halt));
    if let Some(panic) = locked(&team.panic).take() {
        std::panic::resume_unwind(panic);
    }
    let reason = team.reason.into_inner();
    let parts = team.parts.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut tally = parts.into_tally(wanted);
    tally.cut_at_limit();
    (tally, reason.map_or(Ok(()), Err))
}

/// A lock whose holder never panics while it holds it: walkers run outside.
fn locked<X>(mutex: &Mutex<X>) -> MutexGuard<'_, X> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Tree> Team<'_, T> {
    /// Walks pieces until none is left.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, halt: &'scope Halt<'scope>) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.walk_pieces(scope, halt))) {
            *locked(&self.panic) = Some(panic);
            self.end();
        }
    }

    fn end(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        // Those who wait look at the flag under the lock.
        drop(locked(&self.parts));
        self.changed.notify_all();
    }

    /// Takes on the threads that are free.
    fn call_hands<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        halt: &'scope Halt<'scope>,
    ) {
        while self.hands.take() {
            scope.spawn(move || {
                self.work(scope, halt);
                self.hands.add(1);
            });
        }
    }

    fn walk_pieces<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        halt: &'scope Halt<'scope>,
    ) {
        loop {
            let mut parts = locked(&self.parts);
            let taken = loop {
                if self.stopped.load(Ordering::Relaxed) {
                    return;
                }
                match parts.take_first() {
                    Some(taken) => break taken,
                    None if parts.n_walked() == 0 => {
                        drop(parts);
                        self.changed.notify_all();
                        return;
                    }
                    None => {
                        parts = self.changed.wait(parts).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            self.waiting.store(parts.n_waiting(), Ordering::Relaxed);
            drop(parts);
            self.walk_one(taken, scope, halt);
        }
    }

    fn walk_one<'scope>(
        &'scope self,
        taken: parts::Taken<T>,
        scope: &'scope Scope<'scope, '_>,
        halt: &'scope Halt<'scope>,
    ) {
        let parts::Taken { id, mut tree, mut tally, given_up } = taken;
        let cut = match self.wanted.limit {
            u64::MAX => Cut::Largest,
            _ => Cut::Next { grain: T::LEASH * GRAIN_IN_LEASHES },
        };
        let mut told = tally.solutions();
        loop {
            let walked = tree.walk(tally.ticks() + T::LEASH, &mut tally);
            if walked == Walked::Ended || given_up.load(Ordering::Relaxed) {
                break;
            }
            if let Err(stop) = halt.check() {
                // The first thread to notice says why.
                let _ = self.reason.set(stop);
                self.end();
                break;
            }
            if self.stopped.load(Ordering::Relaxed) {
                break;
            }
            if self.wanted.limit < u64::MAX && tally.solutions() > told {
                told = tally.solutions();
                self.note(&mut locked(&self.parts), id, told);
            }
            self.call_hands(scope, halt);
            if self.waiting.load(Ordering::Relaxed) == 0 {
                let pieces = tree.cut(cut, tally.ticks());
                if !pieces.is_empty() {
                    let mut parts = locked(&self.parts);
                    parts.insert_after(id, pieces, self.wanted);
                    self.waiting.store(parts.n_waiting(), Ordering::Relaxed);
                    drop(parts);
                    self.changed.notify_all();
                }
            }
        }
        let mut parts = locked(&self.parts);
        self.note(&mut parts, id, tally.solutions());
        parts.finish(id, tally);
        let over = parts.n_walked() == 0 && parts.n_waiting() == 0;
        drop(parts);
        if over {
            self.changed.notify_all();
        }
    }

    /// A part has found so many solutions: what lies behind the last one wanted is given up.
    fn note(&self, parts: &mut Parts<T>, id: u64, solutions: u64) {
        if self.wanted.limit < u64::MAX {
            parts.note(id, solutions, self.wanted.limit);
            self.waiting.store(parts.n_waiting(), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests;
