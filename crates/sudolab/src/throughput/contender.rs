//! An algorithm that is measured, with one solver for each thread.

use super::{AnswerKind, NotMeasured, Throughput, ThroughputProgress};
use crate::Solving;
use std::sync::atomic::{AtomicUsize, Ordering};
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::BatchCount as Found;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;
use sudolab_lab::machine;
use sudolab_lab::pass::{self, Pass, Sum};
use sudolab_solvers::{Batch, Bulk, Task};

/// A pass lasts at least so long, in seconds.
const PASS: f64 = 0.2;
/// Puzzles that each thread of an algorithm whose idea is the batch gets together, at least:
/// with fewer, most of its lanes stand empty at the end.
const BATCH: usize = 8192;
/// One that takes a puzzle at a time warms up with so many.
const WARM: usize = 32;

/// What all contenders work on, and where.
pub struct Place<'a> {
    pub puzzles: &'a [Puzzle],
    pub cores: Option<&'a [u32]>,
    pub halt: &'a Halt<'a>,
}

impl Place<'_> {
    /// Holds the calling thread to its core, where the system allows it.
    fn hold(&self, thread: usize) {
        if let Some(&core) = self.cores.and_then(|cores| cores.get(thread)) {
            machine::pin(core);
        }
    }
}

/// An algorithm that is measured.
pub struct Contender<'a> {
    name: &'a str,
    task: &'a Task,
    tools: Tools,
    /// How often a pass goes through the set.
    laps: usize,
    sum: Sum,
    passes: Vec<Pass>,
}

enum Tools {
    /// One puzzle at a time.
    Single(Vec<Solving>),
    /// Many together: the set as often as it takes to make a batch.
    Together { batches: Vec<Box<dyn Batch>>, clues: Vec<Clues>, found: Vec<Found> },
}

impl<'a> Contender<'a> {
    /// Makes the solvers.
    pub fn new(
        name: &'a str,
        task: &'a Task,
        puzzles: &[Puzzle],
        threads: usize,
    ) -> Result<Contender<'a>, NotMeasured> {
        let tools = if matches!(task.algorithm().bulk, Some(Bulk::Own(_))) {
            let set: Option<Vec<Clues>> =
                puzzles.iter().map(|p| p.as_nine().map(|c| Clues(*c))).collect();
            let set = set.ok_or_else(|| NotMeasured::OnlyNine(name.to_owned()))?;
            let copies = (BATCH * threads).div_ceil(set.len());
            let clues: Vec<Clues> = set.iter().cycle().take(set.len() * copies).copied().collect();
            let found = vec![Found::NONE; clues.len()];
            let batches = (0..threads).filter_map(|_| task.build_batch()).collect();
            Tools::Together { batches, clues, found }
        } else {
            let refused = |error| NotMeasured::Refused { name: name.to_owned(), error };
            let solvers = (0..threads).map(|_| Solving::new(task.clone()).map_err(refused));
            Tools::Single(solvers.collect::<Result<_, _>>()?)
        };
        let (sum, passes) = (Sum::default(), Vec::new());
        Ok(Contender { name, task, tools, laps: 1, sum, passes })
    }

    /// One unmeasured pass, which also tells how often the others go through the set, and what
    /// comes of the puzzles. Of a set that takes long it is only a part that warms up.
    pub fn warm_up(&mut self, place: &Place<'_>) -> Result<(), NotMeasured> {
        let all = place.puzzles.len();
        let together = matches!(self.tools, Tools::Together { .. });
        let some = if together { all } else { all.min(WARM) };
        let part = Place { puzzles: &place.puzzles[..some], ..*place };
        let (pass, sum) = self.go(&part, 1, None)?;
        let once =
            if together { pass.wall } else { pass.wall / pass.puzzles.max(1) as f64 * all as f64 };
        self.laps = (PASS / once.max(1e-7)).ceil().clamp(1.0, 1e6) as usize;
        if together {
            self.sum = sum;
        }
        Ok(())
    }

    /// One measured pass.
    pub fn pass(
        &mut self,
        place: &Place<'_>,
        tell: &(dyn Fn(ThroughputProgress<'_>) + Sync),
    ) -> Result<(), NotMeasured> {
        tell(ThroughputProgress::Turn(self.name));
        let (pass, sum) = self.go(place, self.laps, Some(tell))?;
        if self.sum.puzzles == 0 {
            self.sum = sum;
        }
        self.passes.push(pass);
        Ok(())
    }

    fn go(
        &mut self,
        place: &Place<'_>,
        laps: usize,
        tell: Option<&(dyn Fn(ThroughputProgress<'_>) + Sync)>,
    ) -> Result<(Pass, Sum), NotMeasured> {
        let told = match &mut self.tools {
            Tools::Single(solvers) => one_by_one(self.name, solvers, place, laps, tell),
            Tools::Together { batches, clues, found } => {
                together(self.name, batches, clues, found, place, laps)
            }
        }?;
        place.halt.check().map_err(NotMeasured::Stopped)?;
        // Where puzzles are short, telling of each would take its part.
        if let Some(tell) = tell
            && (laps > 1 || matches!(self.tools, Tools::Together { .. }))
        {
            tell(ThroughputProgress::Puzzles(place.puzzles.len() as u64));
        }
        Ok(told)
    }

    /// What came out.
    pub fn measured(&self, threads: usize) -> Throughput {
        let (batch, proves) = match &self.tools {
            Tools::Single(_) => (1, self.task.algorithm().promises.proves_unique),
            Tools::Together { clues, .. } => (clues.len().div_ceil(threads), true),
        };
        Throughput {
            name: self.name.to_owned(),
            answer: if proves { AnswerKind::Proof } else { AnswerKind::First },
            batch,
            threads,
            passes: self.passes.len(),
            puzzles: self.sum.puzzles,
            solved: self.sum.solved,
            without_guess: self.sum.without_guess,
            guesses: self.sum.guesses,
            ticks: self.sum.ticks,
            rate: pass::rate(&self.passes),
            cpu_per_puzzle: pass::cpu_per_puzzle(&self.passes),
        }
    }
}

/// What a thread counted of the set, and how many puzzles it did over all laps.
type Share = Result<(Sum, usize), NotMeasured>;

fn one_by_one(
    name: &str,
    solvers: &mut [Solving],
    place: &Place<'_>,
    laps: usize,
    tell: Option<&(dyn Fn(ThroughputProgress<'_>) + Sync)>,
) -> Result<(Pass, Sum), NotMeasured> {
    let puzzles = place.puzzles;
    let next = AtomicUsize::new(0);
    let share = |thread: usize, solving: &mut Solving| -> Share {
        place.hold(thread);
        let (mut sum, mut done) = (Sum::default(), 0);
        while place.halt.check().is_ok() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= laps * puzzles.len() {
                break;
            }
            let report = solving
                .solve(&puzzles[number % puzzles.len()], place.halt)
                .map_err(|error| NotMeasured::Refused { name: name.to_owned(), error })?;
            done += 1;
            // What comes of a puzzle is counted the first time.
            if number < puzzles.len() {
                sum.add(report.guesses, report.ticks, report.solved.solution().is_some());
                if let Some(tell) = tell.filter(|_| laps == 1) {
                    tell(ThroughputProgress::Puzzles(1));
                }
            }
        }
        Ok((sum, done))
    };
    let panicked = |_| Err(NotMeasured::Panicked(name.to_owned()));
    let all = || {
        std::thread::scope(|scope| {
            let threads: Vec<_> = solvers
                .iter_mut()
                .enumerate()
                .map(|(thread, solving)| scope.spawn(move || share(thread, solving)))
                .collect();
            threads.into_iter().map(|t| t.join().unwrap_or_else(panicked)).collect::<Vec<_>>()
        })
    };
    let done = |shares: &Vec<Share>| shares.iter().flatten().map(|(_, done)| done).sum();
    let (pass, shares) = Pass::timed(all, done);
    let mut sum = Sum::default();
    for share in shares {
        sum.absorb(share?.0);
    }
    Ok((pass, sum))
}

fn together(
    name: &str,
    batches: &mut [Box<dyn Batch>],
    clues: &[Clues],
    found: &mut [Found],
    place: &Place<'_>,
    laps: usize,
) -> Result<(Pass, Sum), NotMeasured> {
    let share = clues.len().div_ceil(batches.len().max(1));
    let all = || {
        std::thread::scope(|scope| {
            let shares = clues.chunks(share).zip(found.chunks_mut(share));
            let threads: Vec<_> = batches
                .iter_mut()
                .zip(shares)
                .enumerate()
                .map(|(thread, (batch, (clues, found)))| {
                    scope.spawn(move || {
                        place.hold(thread);
                        (0..laps).try_for_each(|_| batch.count(clues, 2, found, place.halt))
                    })
                })
                .collect();
            // Everyone is waited for before anyone's end is told.
            let ends: Vec<Result<(), NotMeasured>> = threads
                .into_iter()
                .map(|thread| match thread.join() {
                    Ok(end) => end.map_err(NotMeasured::Stopped),
                    Err(_) => Err(NotMeasured::Panicked(name.to_owned())),
                })
                .collect();
            ends.into_iter().collect::<Result<(), NotMeasured>>()
        })
    };
    let (pass, ended) = Pass::timed(all, |_| laps * clues.len());
    ended?;
    let mut sum = Sum::default();
    let set = &found[..place.puzzles.len().min(found.len())];
    set.iter().for_each(|v| sum.add(v.guesses, v.guesses + 1, v.solutions > 0));
    Ok((pass, sum))
}
