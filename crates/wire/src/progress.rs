//! How far long work is: told on the way, where whoever asks wants to hear it.
//!
//! A door that can speak before the answer is there writes lines of JSON: `{"progress": …}` as often
//! as there is something to tell, then `{"answer": …}` or `{"error": …}`. An answer with bytes says in
//! its line how many follow it: `{"answer": …, "bytes": 1024}`.

use crate::line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use sudolab::{Clock, Halt};

/// The media type of a line of JSON with bytes after it.
pub const LINE_AND_BYTES: &str = "application/vnd.sudolab.line-and-bytes";

/// How far a piece of work is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// How much is done; left out where only time can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<u64>,
    /// What is counted, such as `ticks`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Seconds since it was begun.
    pub seconds: f64,
    /// How much there is to do at the most, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
}

impl Progress {
    /// As a line that says what it is.
    pub fn line(&self) -> String {
        format!("{{\"progress\":{}}}", line(self))
    }
}

/// Between two tellings about this much time passes.
const EVERY: Duration = Duration::from_millis(100);
/// The clock is asked at least so often.
const LONGEST_STRIDE: u32 = 4096;

/// Tells how far something is, seldom enough to cost nothing: pieces may take nanoseconds or seconds.
pub(crate) struct Teller<'a> {
    tell: &'a mut dyn FnMut(String),
    clock: Option<&'a dyn Clock>,
    unit: &'static str,
    total: Option<u64>,
    began: Duration,
    told: Duration,
    looked: Duration,
    stride: u32,
    left: u32,
}

impl<'a> Teller<'a> {
    /// Tells of these units, by the clock of a halt; without one nothing is told.
    pub(crate) fn new(
        unit: &'static str,
        total: Option<u64>,
        halt: &Halt<'a>,
        tell: &'a mut dyn FnMut(String),
    ) -> Teller<'a> {
        let clock = halt.clock();
        let now = clock.map_or(Duration::ZERO, Clock::wall);
        let (began, told, looked) = (now, now, now);
        Teller { tell, clock, unit, total, began, told, looked, stride: 1, left: 0 }
    }

    /// So much is done.
    pub(crate) fn at(&mut self, done: u64) {
        if self.left > 0 {
            self.left -= 1;
            return;
        }
        let Some(clock) = self.clock else { return };
        let now = clock.wall();
        // Pieces that are quickly done are looked at more seldom, those that take long each time.
        self.stride = match now.saturating_sub(self.looked) < EVERY / 50 {
            true => (self.stride * 2).min(LONGEST_STRIDE),
            false => (self.stride / 2).max(1),
        };
        self.left = self.stride - 1;
        self.looked = now;
        if now.saturating_sub(self.told) < EVERY {
            return;
        }
        self.told = now;
        let progress = Progress {
            done: Some(done),
            of: Some(self.unit.to_owned()),
            seconds: now.saturating_sub(self.began).as_secs_f64(),
            total: self.total,
        };
        (self.tell)(progress.line());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab::grid::halt::HandClock;

    #[test]
    fn it_is_told_every_tenth_of_a_second_however_long_the_pieces_take() {
        for (piece, pieces) in [(1, 4_000_000_u64), (1000, 4000), (500_000, 8)] {
            let clock = HandClock::default();
            let halt = Halt::never().timed_by(&clock);
            let mut told = Vec::new();
            let mut tell = |text: String| told.push(text);
            let mut teller = Teller::new("pieces", Some(pieces), &halt, &mut tell);
            for done in 1..=pieces {
                clock.turn(Duration::from_micros(piece));
                teller.at(done);
            }
            let most = (piece * pieces / 100_000).min(pieces);
            assert!((most / 3..=most).contains(&(told.len() as u64)), "{piece}: {}", told.len());
            assert!(told[0].starts_with("{\"progress\":{\"done\":"), "{}", told[0]);
        }
    }

    #[test]
    fn without_a_clock_nothing_is_told() {
        let mut tell = |text: String| panic!("{text}");
        Teller::new("pieces", None, &Halt::never(), &mut tell).at(1);
    }
}
