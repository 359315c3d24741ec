//! An observer that samples, keeps to a window, and hands frames to whoever writes them down.

use crate::frame::{Frame, View};
use sudolab_grid::Puzzle;
use sudolab_solvers::{Event, Observer, Outcome};

/// How closely and where one looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watching {
    /// Ticks between two looks; with 1 everything is written.
    pub sample: u64,
    /// The first tick of the window.
    pub from: u64,
    /// The most events that are written.
    pub events: u64,
    /// The most bytes: nothing but the end is written once there are as many. An event more or less
    /// is not looked at, and scribes that count no bytes are not limited.
    pub bytes: u64,
}

impl Default for Watching {
    /// Everything.
    fn default() -> Watching {
        Watching { sample: 1, from: 0, events: u64::MAX, bytes: u64::MAX }
    }
}

/// Writes frames down, in whatever form.
pub trait Scribe {
    /// The window begins at a tick, with this view.
    fn begin(&mut self, tick: u64, view: &View);
    /// An event happened; the view is what it is after it.
    fn write(&mut self, tick: u64, frame: &Frame, view: &View);
    /// The bytes written so far, where they are counted.
    fn written(&self) -> u64 {
        0
    }
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Events written.
    pub events: u64,
    /// Whether every event of the window is among them, as far as the sample asks for it.
    pub complete: bool,
}

/// Kinds of events that are thinned out, each for itself.
const KINDS: usize = 16;

/// Records a run.
pub struct Recorder<S> {
    watching: Watching,
    scribe: S,
    view: View,
    has_begun: bool,
    /// The board has changed since it was written last.
    is_stale: bool,
    /// The last event was a restart, whose board is always written.
    restarted: bool,
    last_tick: u64,
    /// When each kind was written last, and when it is due again.
    due: [Due; KINDS],
    /// The same for looks that algorithms ask for.
    looks: Due,
    tally: Tally,
}

/// When something is wanted again.
#[derive(Clone, Copy, Default)]
struct Due {
    last: Option<u64>,
    next: u64,
}

impl Due {
    /// Whether it is wanted at a tick. All that happens at a due tick belongs together.
    fn now(&mut self, tick: u64, sample: u64) -> bool {
        if self.last == Some(tick) {
            return true;
        }
        let is_due = tick >= self.next;
        if is_due {
            *self = Due { last: Some(tick), next: tick.saturating_add(sample) };
        }
        is_due
    }
}

impl<S: Scribe> Recorder<S> {
    /// A recorder for a run on a puzzle.
    pub fn new(puzzle: &Puzzle, watching: Watching, scribe: S) -> Recorder<S> {
        Recorder {
            watching,
            scribe,
            view: View::new(puzzle.clues().values().to_vec()),
            has_begun: false,
            is_stale: false,
            restarted: false,
            last_tick: 0,
            due: [Due::default(); KINDS],
            looks: Due::default(),
            tally: Tally { events: 0, complete: true },
        }
    }

    /// Ends the trace; the scribe and what it was given to write.
    pub fn finish(mut self, outcome: &Outcome) -> (S, Tally) {
        let tick = outcome.ticks.max(self.last_tick);
        if !self.has_begun {
            self.scribe.begin(tick, &self.view);
        }
        if self.is_stale {
            self.write_board(tick);
        }
        // The end is written however full the trace is.
        self.tally.events += 1;
        self.scribe.write(tick, &Frame::end(outcome), &self.view);
        (self.scribe, self.tally)
    }

    /// The scribe of a run that came to nothing.
    pub fn abandon(self) -> S {
        self.scribe
    }

    fn is_full(&self) -> bool {
        self.tally.events >= self.watching.events || self.scribe.written() >= self.watching.bytes
    }

    fn write(&mut self, tick: u64, event: &Event<'_>) {
        if self.is_full() {
            self.tally.complete = false;
        } else if let Some(frame) = Frame::of(event) {
            self.tally.events += 1;
            self.scribe.write(tick, &frame, &self.view);
        }
    }

    fn write_board(&mut self, tick: u64) {
        self.is_stale = false;
        if self.is_full() {
            self.tally.complete = false;
        } else {
            self.tally.events += 1;
            self.scribe.write(tick, &Frame::State(self.view.board.clone()), &self.view);
        }
    }

    /// Writes what a sample asks for.
    fn thin_out(&mut self, tick: u64, event: &Event<'_>) {
        let sample = self.watching.sample;
        let slot = match event {
            Event::State { .. } if tick == 0 || self.restarted => {
                self.is_stale = false;
                return self.write(tick, event);
            }
            Event::State { .. }
            | Event::Guess { .. }
            | Event::Assign { .. }
            | Event::Retract { .. }
            | Event::Swap { .. } => {
                self.is_stale = true;
                if self.due[0].now(tick, sample) {
                    self.write_board(tick);
                    if matches!(event, Event::Guess { .. }) {
                        self.write(tick, event);
                    }
                }
                return;
            }
            Event::Restart { .. } | Event::Improved { .. } | Event::Note(_) | Event::Solved(_) => {
                return self.write(tick, event);
            }
            Event::Conflict(_) => 1,
            Event::Decide { .. } => 2,
            Event::Learn { .. } => 3,
            Event::Step(_) => 4,
            Event::Temperature(_) => 5,
            Event::Energy(_) => 6,
            Event::Moves { .. } => 7,
            Event::Field { .. } => 8,
            Event::Generation { .. } => 9,
            Event::Population { .. } => 10,
            Event::Program(_) => 11,
            _ => 12,
        };
        if self.due[slot].now(tick, sample) {
            self.write(tick, event);
        }
    }
}

impl<S: Scribe> Observer for Recorder<S> {
    fn event(&mut self, tick: u64, event: &Event<'_>) {
        self.last_tick = tick;
        if tick < self.watching.from {
            return self.view.hear(event);
        }
        if !self.has_begun {
            self.has_begun = true;
            self.scribe.begin(tick, &self.view);
        }
        self.view.hear(event);
        if self.watching.sample <= 1 {
            self.write(tick, event);
        } else {
            self.thin_out(tick, event);
        }
        self.restarted = matches!(event, Event::Restart { .. });
    }

    fn due(&mut self, tick: u64) -> bool {
        tick >= self.watching.from
            && !self.is_full()
            && (self.watching.sample <= 1 || self.looks.now(tick, self.watching.sample))
    }
}
