//! When to start anew.
//!
//! The first conflicts follow Luby's sequence (Luby, Sinclair & Zuckerman 1993), which suits the
//! short proofs of most puzzles. Long searches then alternate between *focused* turns, which
//! restart as soon as the recent glue is worse than the average (Audemard & Simon 2012), and
//! *stable* turns, which restart rarely and steer towards the largest assignment without conflict
//! seen so far (Oh 2015; Biere 2019). Turns are measured in ticks and grow.

/// Which turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Luby's sequence, from the start.
    Opening,
    /// Many restarts, by glue.
    Focused,
    /// Few restarts.
    Stable,
}

const OPENING_CONFLICTS: u64 = 1000;
const OPENING_UNIT: u64 = 64;
const STABLE_UNIT: u64 = 1024;
const FOCUSED_PAUSE: u64 = 2;
const FOCUSED_MARGIN: f64 = 1.1;
const FIRST_TURN_TICKS: u64 = 2_000_000;

/// The restart policy.
#[derive(Clone, Debug)]
pub(super) struct Restarts {
    pub(super) mode: Mode,
    conflicts: u64,
    /// Conflicts since the last restart.
    since: u64,
    luby: Luby,
    fast_glue: Average,
    slow_glue: Average,
    turn: u64,
    turn_ends: u64,
}

impl Restarts {
    pub(super) fn new() -> Restarts {
        Restarts {
            mode: Mode::Opening,
            conflicts: 0,
            since: 0,
            luby: Luby::new(),
            fast_glue: Average::new(0.03),
            slow_glue: Average::new(1e-5),
            turn: 0,
            turn_ends: 0,
        }
    }

    pub(super) fn on_conflict(&mut self, glue: u32) {
        self.conflicts += 1;
        self.since += 1;
        self.fast_glue.add(f64::from(glue));
        self.slow_glue.add(f64::from(glue));
    }

    /// Whether to restart now.
    pub(super) fn is_due(&self) -> bool {
        match self.mode {
            Mode::Opening => self.since >= self.luby.value * OPENING_UNIT,
            Mode::Stable => self.since >= self.luby.value * STABLE_UNIT,
            Mode::Focused => {
                self.since >= FOCUSED_PAUSE
                    && self.fast_glue.value() > FOCUSED_MARGIN * self.slow_glue.value()
            }
        }
    }

    /// Notes a restart; `true` when a new turn begins with it.
    pub(super) fn restarted(&mut self, ticks: u64) -> bool {
        self.since = 0;
        if self.mode != Mode::Focused {
            self.luby.advance();
        }
        let ends = match self.mode {
            Mode::Opening => self.conflicts >= OPENING_CONFLICTS,
            _ => ticks >= self.turn_ends,
        };
        if ends {
            self.mode = match self.mode {
                Mode::Stable => Mode::Focused,
                Mode::Opening | Mode::Focused => Mode::Stable,
            };
            if self.mode == Mode::Stable {
                self.turn += 1;
                self.luby = Luby::new();
            }
            self.turn_ends = ticks + FIRST_TURN_TICKS * self.turn * self.turn;
        }
        ends
    }
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, by Knuth's reluctant doubling.
#[derive(Clone, Debug)]
struct Luby {
    index: u64,
    value: u64,
}

impl Luby {
    fn new() -> Luby {
        Luby { index: 1, value: 1 }
    }

    fn advance(&mut self) {
        if self.index & self.index.wrapping_neg() == self.value {
            self.index += 1;
            self.value = 1;
        } else {
            self.value *= 2;
        }
    }
}

/// An exponential moving average that starts without bias (Kingma & Ba 2015, section 3).
#[derive(Clone, Debug)]
struct Average {
    rate: f64,
    biased: f64,
    /// What the start still weighs.
    bias: f64,
}

impl Average {
    fn new(rate: f64) -> Average {
        Average { rate, biased: 0.0, bias: 1.0 }
    }

    fn add(&mut self, value: f64) {
        self.biased += self.rate * (value - self.biased);
        self.bias *= 1.0 - self.rate;
    }

    fn value(&self) -> f64 {
        if self.bias >= 1.0 { 0.0 } else { self.biased / (1.0 - self.bias) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lubys_sequence_begins_as_published() {
        let mut luby = Luby::new();
        let mut first = Vec::new();
        for _ in 0..15 {
            first.push(luby.value);
            luby.advance();
        }
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn an_average_of_equal_values_is_that_value_from_the_start() {
        let mut average = Average::new(1e-5);
        average.add(7.0);
        assert!((average.value() - 7.0).abs() < 1e-9);
    }
}
