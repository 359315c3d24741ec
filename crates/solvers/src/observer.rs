//! Watching an algorithm think.

use sudolab_grid::{Cell, Digit, Grid};

/// Something that happened inside a run.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The search chose a cell to branch on and the digits it will try.
    Guess {
        /// The cell.
        cell: Cell,
        /// The digit tried now.
        digit: Digit,
        /// The depth of the search.
        depth: usize,
    },
    /// A cell was filled.
    Assign {
        /// The cell.
        cell: Cell,
        /// Its digit.
        digit: Digit,
    },
    /// A cell was emptied again.
    Retract {
        /// The cell.
        cell: Cell,
    },
    /// Two cells exchanged their digits.
    Swap {
        /// One cell.
        a: Cell,
        /// The other.
        b: Cell,
    },
    /// The temperature changed.
    Temperature(f64),
    /// The energy or cost of the current state.
    Energy(f64),
    /// A generation ended.
    Generation {
        /// Its number, from 1.
        number: u64,
        /// The best cost in it.
        best: f64,
    },
    /// The best cost so far improved.
    Improved {
        /// The new best cost.
        cost: f64,
        /// The board that has it.
        board: &'a [u8],
    },
    /// The algorithm began anew.
    Restart {
        /// How often it has done so.
        number: u64,
    },
    /// A line of an audit trail: what a rule or an evolved instruction did, in words.
    Note(&'a str),
    /// The run ended with this grid.
    Solved(&'a Grid),
}

/// Receives the events of a run.
pub trait Observer {
    /// Called for each event, in order.
    fn event(&mut self, event: &Event<'_>);
}

impl<F: FnMut(&Event<'_>)> Observer for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}
