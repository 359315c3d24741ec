//! The one way to stop: a [`Halt`] is borrowed downward by everything that may take long and asked
//! with `?` whether to go on.
//!
//! A halt knows a time limit, the clock that measures it, and a flag that a caller may raise; each
//! is optional, and a halt can stand under another one, so that a limit for one puzzle ends no
//! later than the limit of the whole run. Nothing here reads a clock of its own: the caller hands
//! one in, so that a search runs where there is none.
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use sudolab_grid::halt::{Halt, Stop};
//!
//! fn long_work(halt: &Halt<'_>) -> Result<u64, Stop> {
//!     let mut sum = 0;
//!     let mut pulse = halt.pulse();
//!     for i in 0..1_000_000 {
//!         pulse.beat(1)?; // looks at clock and flag now and then
//!         sum += i;
//!     }
//!     Ok(sum)
//! }
//!
//! assert!(long_work(&Halt::never()).is_ok());
//! let enough = AtomicBool::new(true);
//! assert_eq!(long_work(&Halt::never().cancelled_by(&enough)), Err(Stop::Cancelled));
//! # enough.store(false, Ordering::Relaxed);
//! ```
//!
//! Three levels of asking, from dear to cheap:
//!
//! | call | costs | for |
//! |---|---|---|
//! | [`Halt::check`] | a look at the clock | work whose pieces take a tenth of a millisecond or more |
//! | [`Pulse::beat`] | an addition and a comparison | loops of small pieces |
//! | a tick of a run | the same, and it counts | algorithms |

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tells the time, as what has passed since some moment of its own.
///
/// The system's clock lives in a crate of its own; tests hand in one they can turn.
pub trait Clock: Sync {
    /// Time on the wall.
    fn wall(&self) -> Duration;

    /// Time the calling thread has worked, where the system tells it.
    fn cpu(&self) -> Option<Duration> {
        None
    }
}

/// The limit that ended a piece of work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

impl std::error::Error for Stop {}

/// A limit on CPU time ends after so many times its length on the wall, however little the system
/// has let the work proceed.
pub const PATIENCE: u32 = 10;

/// A limit on time, as it was when it began.
#[derive(Clone, Copy, Debug)]
struct Limit {
    length: Duration,
    began: Duration,
    /// CPU time of the thread when the limit began, if the limit is about that.
    cpu_began: Option<Duration>,
}

/// Says when to stop. See the [module](self).
#[derive(Clone, Copy, Default)]
pub struct Halt<'a> {
    clock: Option<&'a dyn Clock>,
    limit: Option<Limit>,
    cancel: Option<&'a AtomicBool>,
    above: Option<&'a Halt<'a>>,
}

impl<'a> Halt<'a> {
    /// Never stops anything.
    pub const fn never() -> Halt<'static> {
        Halt { clock: None, limit: None, cancel: None, above: None }
    }

    /// Stops when this one does; limits of its own can be added.
    pub fn under(above: &'a Halt<'a>) -> Halt<'a> {
        Halt { clock: above.clock, above: Some(above), ..Halt::never() }
    }

    /// With a clock, without a limit: for measuring.
    pub fn timed_by(mut self, clock: &'a dyn Clock) -> Halt<'a> {
        self.clock = Some(clock);
        self
    }

    /// Stops soon after the flag is raised.
    pub fn cancelled_by(mut self, flag: &'a AtomicBool) -> Halt<'a> {
        self.cancel = Some(flag);
        self
    }

    /// Stops when so much time has passed on the wall from now on.
    pub fn within(mut self, length: Duration, clock: &'a dyn Clock) -> Halt<'a> {
        self.clock = Some(clock);
        self.limit = Some(Limit { length, began: clock.wall(), cpu_began: None });
        self
    }

    /// Stops when the calling thread, on which the work has to happen, has worked for so long from
    /// now on: what else the machine does then hardly changes how the work ends. [`PATIENCE`] times
    /// the length on the wall ends it too. Where the system has no clock of a thread, the limit is
    /// time on the wall.
    pub fn within_cpu(mut self, length: Duration, clock: &'a dyn Clock) -> Halt<'a> {
        self.clock = Some(clock);
        self.limit = Some(Limit { length, began: clock.wall(), cpu_began: clock.cpu() });
        self
    }

    /// The clock, if there is one.
    pub fn clock(&self) -> Option<&'a dyn Clock> {
        self.clock
    }

    /// Time on the wall by its clock; zero without one.
    pub fn now(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, Clock::wall)
    }

    /// Whether anything can stop the work at all.
    pub fn is_watching(&self) -> bool {
        self.limit.is_some() || self.cancel.is_some() || self.above.is_some_and(Halt::is_watching)
    }

    /// Whether a time limit is among what can stop it, so that looks should follow the clock.
    pub fn has_time_limit(&self) -> bool {
        self.limit.is_some() || self.above.is_some_and(Halt::has_time_limit)
    }

    /// Goes on, or says what stops it.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if let (Some(limit), Some(clock)) = (&self.limit, self.clock)
            && limit.is_spent(clock)
        {
            return Err(Stop::Time);
        }
        self.above.map_or(Ok(()), Halt::check)
    }

    /// For loops of small pieces: asks at the right moments only.
    pub fn pulse(&'a self) -> Pulse<'a> {
        Pulse::new(self)
    }
}

impl fmt::Debug for Halt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Halt")
            .field("limit", &self.limit)
            .field("cancel", &self.cancel)
            .field("above", &self.above)
            .finish_non_exhaustive()
    }
}

impl Limit {
    /// A thread's CPU time is never ahead of the wall, so the slower clock is asked only when the
    /// fast one says that it might be spent.
    fn is_spent(&self, clock: &dyn Clock) -> bool {
        let wall = clock.wall().saturating_sub(self.began);
        if wall < self.length {
            return false;
        }
        match self.cpu_began.and_then(|began| Some((began, clock.cpu()?))) {
            None => true,
            Some((began, now)) => {
                now.saturating_sub(began) >= self.length
                    || wall >= self.length.saturating_mul(PATIENCE)
            }
        }
    }
}

/// Between two looks at the clock about this much time passes, so that a limit is kept to well
/// within 50 ms and the looking costs nothing.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// Beats between two looks at the most, so that a loop whose pieces suddenly take longer notices.
const LONGEST_STRIDE: u64 = 1 << 40;

/// Beats between two looks at the most where only a flag is watched: there is no clock to tell how
/// long they take.
const LONGEST_BLIND_STRIDE: u64 = 1 << 16;

/// Is told of work in some unit of its own, and says whether to go on.
///
/// A [`Pulse`] is the plain one; a run with a limit on ticks is another. A search that divides its
/// work into rations hands a meter of its own further down: any closure of this form is one.
pub trait Meter {
    /// So much was done since the last call.
    fn spend(&mut self, ticks: u64) -> Result<(), Stop>;
}

impl<F: FnMut(u64) -> Result<(), Stop>> Meter for F {
    #[inline(always)]
    fn spend(&mut self, ticks: u64) -> Result<(), Stop> {
        self(ticks)
    }
}

impl Meter for Pulse<'_> {
    #[inline(always)]
    fn spend(&mut self, ticks: u64) -> Result<(), Stop> {
        self.beat(ticks)
    }
}

/// How many pieces of work may be done between two looks at a [`Halt`], learned from look to look.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    pieces: u64,
    looked: Duration,
}

impl Stride {
    /// One piece, for a start.
    pub fn new(halt: &Halt<'_>) -> Stride {
        Stride { pieces: 1, looked: halt.now() }
    }

    /// The pieces until the next look.
    pub fn pieces(&self) -> u64 {
        self.pieces
    }

    /// When the last look was taken.
    pub fn looked(&self) -> Duration {
        self.looked
    }

    /// A look was just taken: with a clock the stride comes to about two milliseconds, without one
    /// it grows to a fixed length.
    pub fn adapt(&mut self, halt: &Halt<'_>) {
        if halt.clock().is_none() {
            self.pieces = (self.pieces * 2).min(LONGEST_BLIND_STRIDE);
            return;
        }
        let now = halt.now();
        let since = now.saturating_sub(self.looked);
        if since < LOOK_EVERY / 2 {
            self.pieces = (self.pieces * 2).min(LONGEST_STRIDE);
        } else if since > LOOK_EVERY * 2 {
            self.pieces = (self.pieces / 4).max(1);
        }
        self.looked = now;
    }

    /// Time has passed in which nothing was done.
    pub fn forget_wait(&mut self, halt: &Halt<'_>) {
        self.looked = halt.now();
    }
}

/// Counts small pieces of work, and looks at its [`Halt`] about every two milliseconds.
#[derive(Clone, Debug)]
pub struct Pulse<'a> {
    halt: &'a Halt<'a>,
    beats: u64,
    next_look: u64,
    stride: Stride,
}

impl<'a> Pulse<'a> {
    /// A pulse that has not beaten yet.
    pub fn new(halt: &'a Halt<'a>) -> Pulse<'a> {
        let watched = halt.is_watching();
        let next_look = if watched { 1 } else { u64::MAX };
        let stride = Stride::new(if watched { halt } else { &const { Halt::never() } });
        Pulse { halt, beats: 0, next_look, stride }
    }

    /// Counts pieces of work, and leaves when it is time.
    #[inline(always)]
    pub fn beat(&mut self, pieces: u64) -> Result<(), Stop> {
        self.beats += pieces;
        if self.beats >= self.next_look { self.look() } else { Ok(()) }
    }

    /// Pieces so far.
    pub fn beats(&self) -> u64 {
        self.beats
    }

    /// Pieces that may be done before the next look.
    pub fn leash(&self) -> u64 {
        self.next_look.saturating_sub(self.beats).max(1)
    }

    /// The halt that is asked.
    pub fn halt(&self) -> &'a Halt<'a> {
        self.halt
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        self.halt.check()?;
        self.stride.adapt(self.halt);
        self.next_look = self.beats.saturating_add(self.stride.pieces());
        Ok(())
    }
}

/// A clock for tests: it stands still until it is turned, or moves on by a step at each look.
#[derive(Debug, Default)]
pub struct HandClock {
    wall: std::sync::atomic::AtomicU64,
    step: u64,
}

impl HandClock {
    /// A clock that stands still.
    pub fn new() -> HandClock {
        HandClock::default()
    }

    /// A clock that moves on by so much at each look.
    pub fn stepping(step: Duration) -> HandClock {
        HandClock { step: step.as_nanos() as u64, ..HandClock::default() }
    }

    /// Turns it on.
    pub fn turn(&self, by: Duration) {
        self.wall.fetch_add(by.as_nanos() as u64, Ordering::Relaxed);
    }
}

impl Clock for HandClock {
    fn wall(&self) -> Duration {
        Duration::from_nanos(self.wall.fetch_add(self.step, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both clocks turned by hand.
    struct TwoClocks {
        wall: HandClock,
        cpu: HandClock,
    }

    impl Clock for TwoClocks {
        fn wall(&self) -> Duration {
            self.wall.wall()
        }
        fn cpu(&self) -> Option<Duration> {
            Some(self.cpu.wall())
        }
    }

    #[test]
    fn a_halt_can_be_handed_to_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<Halt<'_>>();
    }

    #[test]
    fn a_limit_is_spent_when_its_time_has_passed_and_not_before() {
        let clock = HandClock::new();
        let halt = Halt::never().within(Duration::from_secs(2), &clock);
        assert_eq!(halt.check(), Ok(()));
        clock.turn(Duration::from_millis(1999));
        assert_eq!(halt.check(), Ok(()));
        clock.turn(Duration::from_millis(1));
        assert_eq!(halt.check(), Err(Stop::Time));
    }

    #[test]
    fn waiting_does_not_spend_a_limit_on_cpu_time_for_long() {
        let clock = TwoClocks { wall: HandClock::new(), cpu: HandClock::new() };
        let limit = Duration::from_secs(1);
        let halt = Halt::never().within_cpu(limit, &clock);
        clock.wall.turn(limit * (PATIENCE - 1));
        assert_eq!(halt.check(), Ok(()));
        clock.cpu.turn(limit);
        assert_eq!(halt.check(), Err(Stop::Time));
        let halt = Halt::never().within_cpu(limit, &clock);
        clock.wall.turn(limit * PATIENCE);
        assert_eq!(halt.check(), Err(Stop::Time));
    }

    #[test]
    fn the_limit_above_holds_below() {
        let clock = HandClock::new();
        let whole = Halt::never().within(Duration::from_secs(1), &clock);
        let one = Halt::under(&whole).within(Duration::from_secs(60), &clock);
        assert!(one.is_watching() && one.has_time_limit());
        clock.turn(Duration::from_secs(1));
        assert_eq!(one.check(), Err(Stop::Time));
        let raised = AtomicBool::new(true);
        let cancelled = Halt::never().cancelled_by(&raised);
        assert_eq!(Halt::under(&cancelled).check(), Err(Stop::Cancelled));
    }

    #[test]
    fn a_pulse_looks_about_every_two_milliseconds() {
        // Each beat takes 10 us by this clock; what `beat` itself looks does not turn it.
        let clock = HandClock::new();
        let halt = Halt::never().within(Duration::from_secs(1), &clock);
        let mut pulse = halt.pulse();
        let mut beats = 0;
        while pulse.beat(1).is_ok() {
            clock.turn(Duration::from_micros(10));
            beats += 1;
        }
        assert!((100_000..101_000).contains(&beats), "{beats} beats");
        // From quick pieces to slow ones: still noticed soon.
        let halt = Halt::never().within(Duration::from_secs(1), &clock);
        let mut pulse = halt.pulse();
        let mut late = 0;
        while pulse.beat(1).is_ok() {
            let slow = pulse.beats() > 50_000;
            clock.turn(Duration::from_micros(if slow { 1000 } else { 10 }));
            late += u64::from(slow);
        }
        assert!(late < 1000, "{late} slow pieces for half a second");
    }

    #[test]
    fn nothing_watched_is_never_looked_at() {
        let halt = Halt::never();
        let mut pulse = halt.pulse();
        assert_eq!(pulse.leash(), u64::MAX);
        assert_eq!(pulse.beat(1 << 50), Ok(()));
    }
}
