//! Several threads on one search: who walks which part, and when a part is cut.

use super::parts::{Parts, Taken};
use super::{Cut, GRAIN_IN_LEASHES, Hands, Tally, Tree, Walked, Wanted};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Scope;
use sudolab_grid::halt::{Halt, Stop};

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

/// Walks a tree with the calling thread and all hands that are free.
pub(super) fn spread<T: Tree>(
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
        taken: Taken<T>,
        scope: &'scope Scope<'scope, '_>,
        halt: &'scope Halt<'scope>,
    ) {
        let Taken { id, mut tree, mut tally, given_up } = taken;
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
