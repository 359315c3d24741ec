//! Why a statistic cannot be given.

/// Why a statistic cannot be given for these numbers.
///
/// A study meets all of these in earnest (an algorithm that never finished, a set with one
/// puzzle), so they are answers to print, not accidents.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// The caller's halt stopped it.
    #[error("{0}")]
    Stopped(sudolab_grid::halt::Stop),
    /// There are fewer observations than the method needs.
    #[error("{what} needs at least {needed} observations, and there are {found}")]
    TooFew {
        /// The method that was asked for.
        what: &'static str,
        /// How many observations it needs.
        needed: usize,
        /// How many it was given.
        found: usize,
    },
    /// Two lists that belong together differ in length.
    #[error("{what} needs lists of equal length, and these have {left} and {right}")]
    Lengths {
        /// The method that was asked for.
        what: &'static str,
        /// Length of the first list.
        left: usize,
        /// Length of the second list.
        right: usize,
    },
    /// A number lies outside the method's range.
    #[error("{what} is {value}; it has to be {allowed}")]
    OutOfRange {
        /// The name of the number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What would be allowed.
        allowed: &'static str,
    },
    /// The numbers do not vary in the way the method lives on.
    #[error("{what} is not defined here: {why}")]
    Degenerate {
        /// The method that was asked for.
        what: &'static str,
        /// What is wrong with the numbers.
        why: &'static str,
    },
}

/// Refuses lists with fewer than `needed` entries.
pub(crate) fn at_least(needed: usize, found: usize, what: &'static str) -> Result<(), StatsError> {
    if found < needed { Err(StatsError::TooFew { what, needed, found }) } else { Ok(()) }
}

/// Refuses lists of different lengths.
pub(crate) fn equal_lengths(
    left: usize,
    right: usize,
    what: &'static str,
) -> Result<(), StatsError> {
    if left == right { Ok(()) } else { Err(StatsError::Lengths { what, left, right }) }
}

/// Refuses a list that holds something other than finite numbers.
pub(crate) fn all_finite(values: &[f64], what: &'static str) -> Result<(), StatsError> {
    match values.iter().find(|v| !v.is_finite()) {
        Some(&value) => Err(StatsError::OutOfRange { what, value, allowed: "a finite number" }),
        None => Ok(()),
    }
}

/// Refuses a list that holds "not a number"; infinities pass.
pub(crate) fn no_nan(values: &[f64], what: &'static str) -> Result<(), StatsError> {
    match values.iter().find(|v| v.is_nan()) {
        Some(&value) => Err(StatsError::OutOfRange { what, value, allowed: "a number" }),
        None => Ok(()),
    }
}

/// Refuses confidence levels outside the open unit interval.
pub(crate) fn level_in_range(level: f64) -> Result<(), StatsError> {
    if level > 0.0 && level < 1.0 {
        Ok(())
    } else {
        Err(StatsError::OutOfRange {
            what: "the confidence level",
            value: level,
            allowed: "between 0 and 1, such as 0.95",
        })
    }
}
