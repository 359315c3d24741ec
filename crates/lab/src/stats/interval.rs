//! Intervals and directions, the words shared by estimates and tests.

/// A closed interval, as a confidence interval; an end may be infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// An interval from its two ends.
    pub const fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// Distance between the ends.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Whether `value` lies in it, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval with `f`, an increasing function, applied to both ends.
    pub fn map(&self, f: impl Fn(f64) -> f64) -> Self {
        Self { low: f(self.low), high: f(self.high) }
    }
}

/// What a test looks for beside "no difference".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Alternative {
    /// A difference in either direction.
    #[default]
    TwoSided,
    /// The first is smaller.
    Less,
    /// The first is greater.
    Greater,
}
