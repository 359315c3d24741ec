//! Traces: what an observer hears while an algorithm runs, recorded and read back.
//!
//! | module | idea |
//! |---|---|
//! | [`frame`] | one event as plain data, and what a player has to know: [`Frame`], [`View`] |
//! | [`recorder`] | an observer that samples, keeps to a window and hands frames to a [`Scribe`] |
//! | [`bytes`] | the frames as bytes: [`FrameWriter`], [`FrameReader`] |
//! | [`columns`] | the events by kind as arrays: [`Columns`] |
//!
//! The form of the bytes is described in `docs/traces.md`. Nothing here reads a clock, and reading
//! takes no memory that the bytes do not pay for, whatever they are.
//!
//! ```
//! use sudolab_solvers::{registry, Halt, Task};
//! use sudolab_trace::{record, FrameReader, Watching};
//!
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let task = Task::new(registry::find("backtrack-thesis")?);
//! let (recorded, outcome) = record(&task, &puzzle, Watching::default(), &Halt::never())?;
//! let mut reader = FrameReader::new(&recorded.bytes)?;
//! while reader.next_frame()?.is_some() {}
//! assert_eq!(Some(&reader.view().board[..]), outcome.solution.as_ref().map(|s| s.grid().values()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod bytes;
pub mod columns;
pub mod frame;
pub mod recorder;

pub use bytes::{FrameReader, FrameWriter, Keyframe, TraceError};
pub use columns::Columns;
pub use frame::{Frame, ProgramFrame, Scaled, View};
pub use recorder::{Recorder, Scribe, Tally, Watching};

use sudolab_grid::Puzzle;
use sudolab_solvers::{Event, Halt, Observer, Outcome, Task, TaskError};

/// A trace in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    /// Header and frames.
    pub bytes: Vec<u8>,
    /// Where its keyframes are.
    pub keyframes: Vec<Keyframe>,
    /// What was written.
    pub tally: Tally,
}

/// Runs a task on a puzzle and records it in memory.
///
/// # Errors
/// When the task cannot be carried out.
pub fn record(
    task: &Task,
    puzzle: &Puzzle,
    watching: Watching,
    halt: &Halt<'_>,
) -> Result<(Recorded, Outcome), TaskError> {
    record_heard(task, puzzle, watching, halt, &mut |_| {})
}

/// The same, while somebody hears the ticks go by: at each event, and whenever the algorithm asks
/// whether a look is wanted.
///
/// # Errors
/// When the task cannot be carried out.
pub fn record_heard(
    task: &Task,
    puzzle: &Puzzle,
    watching: Watching,
    halt: &Halt<'_>,
    heard: &mut dyn FnMut(u64),
) -> Result<(Recorded, Outcome), TaskError> {
    let writer = FrameWriter::new(Vec::new(), puzzle.board());
    let recorder = Recorder::new(puzzle, watching, writer);
    let mut watched = Overheard { recorder, heard };
    let outcome = task.run(&mut *task.build()?, puzzle, 0, Some(&mut watched), halt)?;
    let (writer, tally) = watched.recorder.finish(&outcome);
    // Writing to memory does not fail.
    let (bytes, keyframes, _) = writer.into_parts();
    Ok((Recorded { bytes, keyframes, tally }, outcome))
}

/// A recorder whose ticks are heard.
struct Overheard<'a, S> {
    recorder: Recorder<S>,
    heard: &'a mut dyn FnMut(u64),
}

impl<S: Scribe> Observer for Overheard<'_, S> {
    fn event(&mut self, tick: u64, event: &Event<'_>) {
        (self.heard)(tick);
        self.recorder.event(tick, event);
    }

    fn due(&mut self, tick: u64) -> bool {
        (self.heard)(tick);
        self.recorder.due(tick)
    }
}

/// Runs a task on a puzzle while a scribe writes down what it tells; the scribe, what it was given
/// to write, and what the run came to.
///
/// # Errors
/// When the task cannot be carried out.
pub fn record_with<S: Scribe>(
    task: &Task,
    puzzle: &Puzzle,
    watching: Watching,
    scribe: S,
    halt: &Halt<'_>,
) -> Result<(S, Tally, Outcome), TaskError> {
    let mut recorder = Recorder::new(puzzle, watching, scribe);
    let outcome = task.run(&mut *task.build()?, puzzle, 0, Some(&mut recorder), halt)?;
    let (scribe, tally) = recorder.finish(&outcome);
    Ok((scribe, tally, outcome))
}
