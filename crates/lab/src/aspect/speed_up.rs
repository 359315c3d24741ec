//! Speed-up: the same work with more threads.
//!
//! Many puzzles at once is the form that every algorithm has: the puzzles of the list are handed
//! out to threads, each with a solver of its own. The list holds puzzles that the algorithm solved
//! in the study, so that no time limit blurs the ratio, and is gone through as often as one thread
//! needs for [`LONG_ENOUGH`]. Measurements are made one after the other, nothing beside them.

use crate::plan::{Plan, PuzzleSet, SpeedUp};
use crate::runner::Finish;
use crate::runner::clock::Moment;
use crate::store::{Store, StoreError};
use rusqlite::{Connection, params};
use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;
use sudolab_grid::Puzzle;
use sudolab_solvers::{Budget, Task};

/// Seconds of work of a single thread that make a measurement.
const LONG_ENOUGH: f64 = 0.05;
/// Seconds that a single thread may need in all for the list of an algorithm.
const AT_MOST: f64 = 1.0;

/// How work is spread over threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Many puzzles at once.
    Puzzles,
}

impl Form {
    const ALL: [Form; 1] = [Form::Puzzles];

    /// The word in the file.
    pub fn word(self) -> &'static str {
        match self {
            Form::Puzzles => "puzzles",
        }
    }

    fn from_word(word: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|f| f.word() == word)
    }
}

/// One measurement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// The algorithm's number in the file.
    pub algorithm: u32,
    /// How the work was spread.
    pub form: Form,
    /// Threads.
    pub threads: u16,
    /// The number of the repeat.
    pub repeat: u32,
    /// Puzzles solved, repetitions included.
    pub puzzles: u32,
    /// Wall time of all.
    pub wall_seconds: f64,
    /// CPU time of all threads.
    pub cpu_seconds: f64,
}

pub(super) fn run(
    plan: &Plan,
    wanted: &SpeedUp,
    sets: &[PuzzleSet],
    store: &mut Store,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Finish, StoreError> {
    let there: HashSet<(u32, Form, u16, u32)> = store.query(|c| {
        Ok(read(c)?.into_iter().map(|s| (s.algorithm, s.form, s.threads, s.repeat)).collect())
    })?;
    let all: Vec<&Puzzle> = sets.iter().flat_map(|s| &s.puzzles).collect();
    let lists = lists(store, wanted.puzzles)?;
    let mut pieces = Vec::new();
    for repeat in 0..wanted.runs {
        for &algorithm in lists.keys() {
            let by_threads = wanted.threads.iter().map(|&t| (algorithm, Form::Puzzles, t, repeat));
            pieces.extend(by_threads);
        }
    }
    let total = pieces.len();
    pieces.retain(|piece| !there.contains(piece));
    let mut done = total - pieces.len();
    progress(done, total);
    for (algorithm, form, threads, repeat) in pieces {
        let (list, passes) = &lists[&algorithm];
        let puzzles: Vec<&Puzzle> = list.iter().map(|&p| all[p as usize]).collect();
        let contestant = &plan.contestants[algorithm as usize];
        // Ample, but not endless: these puzzles were solved within the limit before.
        let budget = Budget { ticks: None, time: Some(2 * plan.protocol.time_limit) };
        let task = contestant.task(plan.seed, budget).expect("settings are checked with the plan");
        let measured = measure(&task, &puzzles, *passes, threads, cancel);
        let Some((wall_seconds, cpu_seconds)) = measured else { return Ok(Finish::Cancelled) };
        let n = (puzzles.len() * passes) as u32;
        let speed =
            Speed { algorithm, form, threads, repeat, puzzles: n, wall_seconds, cpu_seconds };
        store.query(|connection| write(connection, &speed))?;
        done += 1;
        progress(done, total);
    }
    Ok(Finish::Complete)
}

/// For each algorithm the puzzles it works on, and how often it goes through them.
type Lists = BTreeMap<u32, (Vec<u32>, usize)>;

fn lists(store: &Store, most: usize) -> Result<Lists, StoreError> {
    let mut lists: BTreeMap<u32, (Vec<u32>, f64)> = BTreeMap::new();
    store.each_run(|row| {
        if row.repeat > 0 || !row.ended.is_solved() {
            return;
        }
        let (list, seconds) = lists.entry(row.algorithm).or_default();
        let fits = list.is_empty() || *seconds + row.cpu_seconds <= AT_MOST;
        if list.len() < most && fits {
            list.push(row.puzzle);
            *seconds += row.cpu_seconds;
        }
    })?;
    let passes = |seconds: f64| (LONG_ENOUGH / seconds.max(1e-6)).ceil().max(1.0) as usize;
    Ok(lists.into_iter().map(|(a, (list, seconds))| (a, (list, passes(seconds)))).collect())
}

/// Wall and CPU time of solving every puzzle so many times; `None` when it was cancelled.
fn measure(
    task: &Task,
    puzzles: &[&Puzzle],
    passes: usize,
    threads: u16,
    cancel: &AtomicBool,
) -> Option<(f64, f64)> {
    let next = AtomicUsize::new(0);
    let n = puzzles.len() * passes;
    let work = || -> f64 {
        let start = Moment::now();
        // A panic ends this thread's share; the others go on, and the row stays comparable in
        // kind only. Solving showed the panic already, as a row of its own.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let Ok(mut solver) = task.build() else { return };
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= n || cancel.load(Ordering::Relaxed) {
                    return;
                }
                let _ = task.run(&mut *solver, puzzles[i % puzzles.len()], 0, None, Some(cancel));
            }
        }));
        start.elapsed().0
    };
    let start = Instant::now();
    let cpu: f64 = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().filter_map(|h| h.join().ok()).sum()
    });
    (!cancel.load(Ordering::Relaxed)).then(|| (start.elapsed().as_secs_f64(), cpu))
}

fn write(connection: &Connection, s: &Speed) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO speeds VALUES (?1,?2,?3,?4,?5,?6,?7)")?
        .execute(params![
            s.algorithm,
            s.form.word(),
            s.threads,
            s.repeat,
            s.puzzles,
            s.wall_seconds,
            s.cpu_seconds
        ])
        .map(drop)
}

pub(super) fn read(connection: &Connection) -> rusqlite::Result<Vec<Speed>> {
    let mut statement = connection.prepare(
        "SELECT algorithm, form, threads, repeat, puzzles, wall_seconds, cpu_seconds FROM speeds
         ORDER BY algorithm, form, threads, repeat",
    )?;
    let rows = statement.query_map([], |r| {
        let form = Form::from_word(r.get_ref(1)?.as_str()?);
        Ok(Speed {
            algorithm: r.get(0)?,
            form: form.ok_or(rusqlite::Error::InvalidQuery)?,
            threads: r.get(2)?,
            repeat: r.get(3)?,
            puzzles: r.get(4)?,
            wall_seconds: r.get(5)?,
            cpu_seconds: r.get(6)?,
        })
    })?;
    rows.collect()
}
