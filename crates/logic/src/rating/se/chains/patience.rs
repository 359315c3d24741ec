//! Patience: a long search asks now and then whether it may go on.
//!
//! Nested chains can take seconds to find. Whoever waits for them may give up; every search and
//! the searches nested in it share one [`Patience`], so that all of them end soon after.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Says whether to stop.
type Ask = Box<dyn Fn() -> bool>;

/// Shared by a search and all that is nested in it.
#[derive(Clone, Default)]
pub(crate) struct Patience(Rc<Inner>);

#[derive(Default)]
struct Inner {
    ask: RefCell<Option<Ask>>,
    lost: Cell<bool>,
}

impl Patience {
    /// From now on the question is asked.
    pub(crate) fn begin(&self, ask: Ask) {
        *self.0.ask.borrow_mut() = Some(ask);
        self.0.lost.set(false);
    }

    /// No more questions; returns whether patience was lost.
    pub(crate) fn end(&self) -> bool {
        *self.0.ask.borrow_mut() = None;
        self.0.lost.replace(false)
    }

    /// Asks, once for each assumption that is followed. Once lost, patience stays lost.
    #[inline]
    pub(crate) fn is_lost(&self) -> bool {
        if !self.0.lost.get()
            && let Some(ask) = &*self.0.ask.borrow()
        {
            self.0.lost.set(ask());
        }
        self.0.lost.get()
    }
}
