//! Carries a plan out.
//!
//! The runs stand in one list in random order (by the plan's seed), so that a change of the
//! machine's speed in the course of an hour hits all algorithms alike; in the thesis' protocol the
//! puzzles do, with all algorithms on each. Each thread is held to a
//! physical core of its own where the system allows it and there are enough of them. It takes the
//! next run, measures it alone (`batches`) and hands the row to the writer, which commits whatever has
//! come in: at once for slow runs, in batches of `BATCH` for fast ones, since waking the writer
//! costs more than a short run.
//!
//! Everything a run draws comes from (seed, algorithm, puzzle, repeat), never from the order of
//! execution: rows do not depend on the number of threads, nor on how often a study was broken
//! off. What is in the store already is left out of the list; that is all there is to resuming.
//! Only times, and runs that a time limit ended, belong to the machine; the limit counts CPU time,
//! so that other work on the machine does not decide which runs those are.

mod batches;
pub(crate) mod clock;
pub mod pieces;
mod stopping;
mod timed;

pub use clock::process_cpu_seconds;
pub use stopping::{Class, Spread, is_narrow};

use crate::machine;
use crate::plan::{Contestant, Plan, PuzzleSet, Repeats};
use crate::store::{Measured, Row, Store, StoreError};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::{Duration, Instant};
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_solvers::{Budget, Task};
use timed::Bench;

/// For so long a thread keeps rows of short runs before it hands them over.
const BATCH: Duration = Duration::from_millis(10);

/// The prefix of the names of the threads that runs happen on.
pub const THREAD_NAME: &str = "sudolab-run";

/// How far a study is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Pieces of work in all: runs, or pairs of puzzle and algorithm in the thesis' protocol.
    pub total: usize,
    /// How many of them are done, those of earlier sessions included.
    pub done: usize,
    /// Runs that solved.
    pub solved: usize,
    /// Runs that did not.
    pub unsolved: usize,
    /// Pairs of puzzle and algorithm whose mean remained uncertain.
    pub unstable: usize,
    /// Runs with a false claim or a panic.
    pub faults: usize,
}

/// How a study ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// Everything is done.
    Complete,
    /// It was stopped; everything that had ended is in the store.
    Cancelled,
}

/// A piece of work: runs of one algorithm on one puzzle, from a repeat on.
#[derive(Clone, Copy, Debug)]
struct Piece {
    puzzle: u32,
    algorithm: u32,
    repeat: u32,
}

/// What a thread reports.
enum Message {
    /// A run ended.
    Row(Row),
    /// A piece of work is done; whether its mean remained uncertain.
    Done { unstable: bool },
}

/// Runs what is missing of a study.
pub fn run(
    plan: &Plan,
    sets: &[PuzzleSet],
    store: &mut Store,
    jobs: usize,
    halt: &Halt<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Finish, StoreError> {
    let puzzles: Vec<&Puzzle> = sets.iter().flat_map(|s| &s.puzzles).collect();
    let task = |c: &Contestant, budget| {
        c.task(plan.seed, budget).expect("settings are checked when a plan is read")
    };
    let tasks: Vec<(Task, Budget)> = plan
        .contestants
        .iter()
        .map(|c| (c, plan.protocol.budget(c)))
        .map(|(c, budget)| (task(c, budget), budget))
        .collect();
    let mut state = Progress::default();
    let (pieces, earlier) = missing(plan, puzzles.len(), store, &mut state)?;
    progress(&state);

    // A store that cannot be written to ends the study as a cancellation does.
    let broken = AtomicBool::new(false);
    let (next, begun) = (AtomicUsize::new(0), AtomicU64::new(0));
    let jobs = jobs.clamp(1, pieces.len().max(1));
    let cores = machine::cores_for(jobs);
    let (sender, receiver) = mpsc::sync_channel::<Vec<Message>>(64);
    let written =
        std::thread::scope(|scope| {
            for number in 0..jobs {
                let worker = Worker {
                    plan,
                    puzzles: &puzzles,
                    benches: tasks.iter().map(|(t, budget)| Bench::new(t, *budget, halt)).collect(),
                    pieces: &pieces,
                    earlier: &earlier,
                    next: &next,
                    begun: &begun,
                    core: cores.as_ref().map(|cores| cores[number]),
                    stolen: None,
                    halt,
                    broken: &broken,
                    sender: sender.clone(),
                    pending: Vec::new(),
                    sent: Instant::now(),
                };
                let thread = std::thread::Builder::new().name(format!("{THREAD_NAME}-{number}"));
                thread.spawn_scoped(scope, move || worker.work()).map_err(|error| {
                    StoreError::Io { doing: "start", file: "a thread".into(), error }
                })?;
            }
            drop(sender);
            let written = write_all(&receiver, store, &mut state, progress);
            if written.is_err() {
                broken.store(true, Ordering::Relaxed);
            }
            // Threads that wait for room in the channel have to notice that nobody reads any more.
            drop(receiver);
            written
        });
    written?;
    Ok(if state.done == state.total { Finish::Complete } else { Finish::Cancelled })
}

fn write_all(
    receiver: &Receiver<Vec<Message>>,
    store: &mut Store,
    state: &mut Progress,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(), StoreError> {
    let mut rows = Vec::new();
    while let Ok(first) = receiver.recv() {
        let waiting = std::iter::once(first).chain(receiver.try_iter().take(64));
        for message in waiting.flatten() {
            match message {
                Message::Row(row) => rows.push(row),
                Message::Done { unstable } => {
                    state.done += 1;
                    state.unstable += usize::from(unstable);
                }
            }
        }
        if !rows.is_empty() {
            store.write(&rows)?;
            rows.iter().for_each(|row| state.count(row));
            rows.clear();
        }
        progress(state);
    }
    Ok(())
}

impl Progress {
    fn count(&mut self, row: &Row) {
        self.faults += usize::from(row.ended.is_fault());
        if row.ended.is_solved() {
            self.solved += 1;
        } else {
            self.unsolved += 1;
        }
    }
}

/// Earlier runs of pieces that are not done yet: whether each solved, and its time.
type Earlier = HashMap<(u32, u32), (Vec<bool>, Vec<f64>)>;

/// The pieces that are not done, in random order, and what is known of them.
fn missing(
    plan: &Plan,
    n_puzzles: usize,
    store: &Store,
    state: &mut Progress,
) -> Result<(Vec<Piece>, Earlier), StoreError> {
    let n_algorithms = plan.contestants.len();
    let mut earlier = Earlier::new();
    let mut pieces = Vec::new();
    match plan.protocol.repeats {
        Repeats::Fixed { runs } => {
            let place = |puzzle: u32, algorithm: u32, repeat: u32| {
                (puzzle as usize * n_algorithms + algorithm as usize) * runs as usize
                    + repeat as usize
            };
            let mut done = vec![false; n_puzzles * n_algorithms * runs as usize];
            store.each_run(|row| {
                if let Some(there) = done.get_mut(place(row.puzzle, row.algorithm, row.repeat)) {
                    *there = true;
                }
                state.count(&row);
            })?;
            state.total = done.len();
            for puzzle in 0..n_puzzles as u32 {
                for algorithm in 0..n_algorithms as u32 {
                    for repeat in 0..runs {
                        if !done[place(puzzle, algorithm, repeat)] {
                            pieces.push(Piece { puzzle, algorithm, repeat });
                        }
                    }
                }
            }
        }
        Repeats::Thesis { .. } => {
            store.each_run(|row| {
                let (solved, times) = earlier.entry((row.puzzle, row.algorithm)).or_default();
                solved.push(row.ended.is_solved());
                times.push(row.cpu_seconds);
                state.count(&row);
            })?;
            state.total = n_puzzles * n_algorithms;
            for puzzle in 0..n_puzzles as u32 {
                for algorithm in 0..n_algorithms as u32 {
                    let known = earlier.get(&(puzzle, algorithm));
                    let repeat = known.map_or(0, |(solved, _)| solved.len() as u32);
                    let class =
                        known.and_then(|(solved, times)| enough(plan, algorithm, solved, times));
                    match class {
                        None => pieces.push(Piece { puzzle, algorithm, repeat }),
                        Some(class) => {
                            state.unstable += usize::from(class == Class::Unstable);
                            earlier.remove(&(puzzle, algorithm));
                        }
                    }
                }
            }
        }
    }
    state.done = state.total - pieces.len();
    Random::for_run(plan.seed, "order", "", 0).shuffle(&mut pieces);
    if matches!(plan.protocol.repeats, Repeats::Thesis { .. }) {
        together(&mut pieces, n_puzzles);
    }
    Ok((pieces, earlier))
}

/// Brings the pieces of one puzzle together: the puzzles in random order, and the algorithms on each.
/// A study of the thesis' protocol may take days; broken off, it has puzzles with all algorithms on
/// them, not one algorithm here and another there.
fn together(pieces: &mut [Piece], n_puzzles: usize) {
    let mut first = vec![usize::MAX; n_puzzles];
    for (place, piece) in pieces.iter().enumerate() {
        let first = &mut first[piece.puzzle as usize];
        *first = place.min(*first);
    }
    pieces.sort_by_key(|piece| first[piece.puzzle as usize]);
}

/// The class of a piece when it needs no more runs.
pub(crate) fn enough(plan: &Plan, algorithm: u32, solved: &[bool], times: &[f64]) -> Option<Class> {
    match plan.protocol.repeats {
        Repeats::Fixed { .. } => Some(Class::Solved),
        Repeats::Thesis { least, most, spread, bound, bound_stochastic, patience } => {
            let uses_seed = plan.contestants[algorithm as usize].algorithm.promises.uses_seed;
            let bound = if uses_seed { bound_stochastic } else { bound };
            let patience = patience.unwrap_or(f64::INFINITY);
            stopping::class(solved, times, (least, most), (spread, bound), patience)
        }
    }
}

/// What one thread needs.
struct Worker<'a> {
    plan: &'a Plan,
    puzzles: &'a [&'a Puzzle],
    benches: Vec<Bench<'a>>,
    pieces: &'a [Piece],
    earlier: &'a Earlier,
    next: &'a AtomicUsize,
    /// Runs that have begun in this session, on all threads.
    begun: &'a AtomicU64,
    /// The core the thread is held to.
    core: Option<u32>,
    /// When the thread last asked how much of its core was stolen, and how much it was.
    stolen: Option<(Instant, f64)>,
    halt: &'a Halt<'a>,
    /// Raised when rows can no longer be written.
    broken: &'a AtomicBool,
    sender: SyncSender<Vec<Message>>,
    pending: Vec<Message>,
    sent: Instant,
}

impl Worker<'_> {
    fn work(mut self) {
        self.core = self.core.filter(|&core| machine::pin(core));
        self.steal();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&piece) = self.pieces.get(number) else { break };
            // A piece that is not finished, or whose row nobody takes, ends the thread.
            if self.piece(piece, number as u64).is_none() {
                break;
            }
        }
        let _ = self.hand_over();
    }

    /// Keeps a message, and hands all over when some time has passed; `None` when nobody takes
    /// them.
    fn report(&mut self, message: Message) -> Option<()> {
        self.pending.push(message);
        if self.sent.elapsed() >= BATCH { self.hand_over() } else { Some(()) }
    }

    fn hand_over(&mut self) -> Option<()> {
        self.sent = Instant::now();
        if self.pending.is_empty() {
            return Some(());
        }
        self.sender.send(std::mem::take(&mut self.pending)).ok()
    }

    /// Seconds stolen from the core since the last look. The system counts hundredths of a second,
    /// so it is not asked after every short run.
    fn steal(&mut self) -> Option<f64> {
        let core = self.core?;
        if self.stolen.is_some_and(|(looked, _)| looked.elapsed() < BATCH) {
            return None;
        }
        let now = machine::steal_seconds(core)?;
        let before = self.stolen.replace((Instant::now(), now));
        before.map(|(_, before)| (now - before).max(0.0))
    }

    fn piece(&mut self, piece: Piece, number: u64) -> Option<()> {
        let puzzle = self.puzzles[piece.puzzle as usize];
        let earlier = self.earlier.get(&(piece.puzzle, piece.algorithm)).cloned();
        let (mut solved, mut times) = earlier.unwrap_or_default();
        let mut repeat = piece.repeat;
        loop {
            if self.broken.load(Ordering::Relaxed) || self.halt.check().is_err() {
                return None;
            }
            let place = self.begun.fetch_add(1, Ordering::Relaxed);
            let began = machine::now();
            let mut row = self.benches[piece.algorithm as usize].run(puzzle, repeat)?;
            (row.puzzle, row.algorithm) = (piece.puzzle, piece.algorithm);
            let steal = self.steal();
            row.measured =
                Measured { place, piece: number, began, core: self.core, steal, ..row.measured };
            solved.push(row.ended.is_solved());
            times.push(row.cpu_seconds);
            self.report(Message::Row(row))?;
            if let Some(class) = enough(self.plan, piece.algorithm, &solved, &times) {
                let unstable = class == Class::Unstable;
                return self.report(Message::Done { unstable });
            }
            repeat += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_of_a_puzzle_stand_together_in_random_order() {
        let piece = |puzzle, algorithm| Piece { puzzle, algorithm, repeat: 0 };
        let mut pieces: Vec<Piece> =
            (0..40).flat_map(|puzzle| (0..3).map(move |a| piece(puzzle, a))).collect();
        Random::new(5).shuffle(&mut pieces);
        let shuffled: Vec<u32> = pieces.iter().map(|p| p.puzzle).collect();
        together(&mut pieces, 40);
        let order: Vec<u32> = pieces.chunks(3).map(|of| of[0].puzzle).collect();
        assert!(pieces.chunks(3).all(|of| of.iter().all(|p| p.puzzle == of[0].puzzle)));
        assert!(!order.is_sorted() && order[0] == shuffled[0]);
        let firsts = || pieces.chunks(3).map(|of| of[0].algorithm);
        assert!(firsts().any(|a| a == 0) && firsts().any(|a| a == 2), "algorithms take turns");
    }
}
