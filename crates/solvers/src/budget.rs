//! Limits of a run.

use std::fmt;
use std::time::Duration;

/// How much a run may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// At most so many ticks.
    pub ticks: Option<u64>,
    /// At most so long.
    pub time: Option<Duration>,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Budget = Budget { ticks: None, time: None };

    /// A limit on ticks, which reproduces anywhere.
    pub fn ticks(ticks: u64) -> Budget {
        Budget { ticks: Some(ticks), time: None }
    }

    /// A limit on time.
    pub fn time(time: Duration) -> Budget {
        Budget { ticks: None, time: Some(time) }
    }
}

/// The limit that ended a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The ticks are spent.
    Ticks,
    /// The time is spent.
    Time,
    /// The caller cancelled.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Ticks => "the tick limit is reached",
            Stop::Time => "the time limit is reached",
            Stop::Cancelled => "cancelled",
        })
    }
}
