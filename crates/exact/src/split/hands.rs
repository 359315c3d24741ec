//! Threads without work of their own, which searches may borrow.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads are free to help. Searches that share one `Hands` never use more threads
/// together than were put in; what a search borrows it gives back at its end.
#[derive(Debug, Default)]
pub struct Hands {
    free: AtomicUsize,
}

impl Hands {
    /// So many free threads, besides those that search already.
    pub fn new(free: usize) -> Hands {
        Hands { free: AtomicUsize::new(free) }
    }

    /// For searches of `threads` threads in all, of which the calling one is the first.
    pub fn beside_the_first(threads: usize) -> Hands {
        Hands::new(threads.saturating_sub(1))
    }

    /// So many threads have nothing to do any more. A search under way takes them on at its next
    /// look around.
    pub fn add(&self, free: usize) {
        self.free.fetch_add(free, Ordering::Relaxed);
    }

    /// Whether a thread is free at the moment.
    #[inline]
    pub fn are_free(&self) -> bool {
        self.free.load(Ordering::Relaxed) > 0
    }

    /// Borrows a thread, if one is free; [`Hands::add`] gives it back.
    #[inline]
    pub fn take(&self) -> bool {
        let less = |free: usize| free.checked_sub(1);
        self.are_free()
            && self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    /// Borrows all that are free and says how many.
    pub fn take_all(&self) -> usize {
        self.free.swap(0, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_are_borrowed_than_are_free() {
        let hands = Hands::beside_the_first(3);
        assert!(hands.take() && hands.take() && !hands.take());
        hands.add(1);
        assert!(hands.are_free());
        assert_eq!(hands.take_all(), 1);
        assert!(!hands.are_free());
    }
}
