//! Limits of a run.

use std::time::Duration;

/// How much a run may spend. A limit on time is measured by the clock of the
/// [`Halt`](sudolab_grid::halt::Halt) that the run borrows.
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
