//! Forms without a limit: the work under a halt that never stops.

use sudolab_grid::halt::{Halt, Stop};

/// Work that nothing stops.
pub(crate) fn unstopped<T>(work: impl FnOnce(&Halt<'_>) -> Result<T, Stop>) -> T {
    work(&Halt::never()).unwrap_or_else(|stop| unreachable!("nothing is watched, yet {stop:?}"))
}
