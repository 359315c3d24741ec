//! Speed-up: the same work with more threads.
//!
//! Many puzzles at once is the form that every algorithm has: the puzzles of a list are handed out
//! to threads, each with a solver of its own. The other form is the algorithm's own, where it has
//! one ([`Algorithm::parallel`](sudolab_solvers::Algorithm::parallel)): one puzzle after the other,
//! each by all threads; its list holds the puzzles that took longest. Where runs go side by side,
//! a single thread runs as many of them as several do, so that the work is the same.
//!
//! What the machine itself allows is measured beside them: every thread goes through the whole list
//! on its own and shares nothing. Cores that slow one another down (one clock, one cache, two threads
//! of one core, neighbours on the host) show there, and no program can do better.
//!
//! Lists hold puzzles that the algorithm solved in the study, so that no time limit blurs the
//! ratio, and are gone through as often as one thread needs for [`LONG_ENOUGH`]. Measurements are
//! made one after the other, nothing beside them.

use crate::plan::{Plan, PuzzleSet, SpeedUp};
use crate::runner::clock::process_cpu_seconds;
use crate::runner::{Finish, THREAD_NAME};
use crate::store::seal::{insert, real, text, whole};
use crate::store::{Store, StoreError};
use rusqlite::Connection;
use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use sudolab_clock::SYSTEM;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_solvers::{Algorithm, Budget, Parallel, Task};

/// Seconds of work of a single thread that make a measurement.
const LONG_ENOUGH: f64 = 0.05;
/// Seconds that a single thread may need in all for the list of an algorithm.
const AT_MOST: f64 = 0.5;
/// A search shorter than this is not worth cutting into parts.
const WORTH_SPLITTING: f64 = 1e-3;
/// Puzzles that are split.
const N_SPLIT: usize = 5;
/// Runs side by side.
const LANES: usize = 4;

/// How work is spread over threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Threading {
    /// Many puzzles at once.
    Puzzles,
    /// One search at a time, cut into parts.
    Tree,
    /// One puzzle at a time, by independent runs.
    SideBySide,
    /// The whole list in every thread, nothing shared: what the machine allows.
    Ceiling,
}

impl Threading {
    const ALL: [Threading; 4] =
        [Threading::Puzzles, Threading::Tree, Threading::SideBySide, Threading::Ceiling];

    /// The word in the file.
    pub fn word(self) -> &'static str {
        match self {
            Threading::Puzzles => "puzzles",
            Threading::Tree => "tree",
            Threading::SideBySide => "side-by-side",
            Threading::Ceiling => "ceiling",
        }
    }

    /// The algorithm's own form.
    fn own(algorithm: &Algorithm) -> Option<Threading> {
        match algorithm.parallel? {
            Parallel::SideBySide => Some(Threading::SideBySide),
            // Trees and cubes: what is left of one search is shared out.
            _ => Some(Threading::Tree),
        }
    }

    fn from_word(word: &str) -> Option<Threading> {
        Threading::ALL.into_iter().find(|f| f.word() == word)
    }
}

/// One measurement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// The algorithm's number in the file.
    pub algorithm: u32,
    /// How the work was spread.
    pub form: Threading,
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
    halt: &Halt<'_>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Finish, StoreError> {
    let there: HashSet<(u32, Threading, u16, u32)> = store.query(|c| {
        Ok(read(c)?.into_iter().map(|s| (s.algorithm, s.form, s.threads, s.repeat)).collect())
    })?;
    let all: Vec<&Puzzle> = sets.iter().flat_map(|s| &s.puzzles).collect();
    let lists = lists(plan, store, wanted.puzzles)?;
    let mut pieces = Vec::new();
    for repeat in 0..wanted.runs {
        for &(algorithm, form) in lists.keys() {
            pieces.extend(wanted.threads.iter().map(|&t| (algorithm, form, t, repeat)));
        }
    }
    let total = pieces.len();
    pieces.retain(|piece| !there.contains(piece));
    // In random order, so that a change of the machine's speed hits all alike.
    Random::for_run(plan.seed, "speed-up order", "", 0).shuffle(&mut pieces);
    let mut done = total - pieces.len();
    progress(done, total);
    for (algorithm, form, threads, repeat) in pieces {
        let (list, passes) = &lists[&(algorithm, form)];
        let puzzles: Vec<&Puzzle> = list.iter().map(|&p| all[p as usize]).collect();
        let contestant = &plan.contestants[algorithm as usize];
        // Ample, but not endless: these puzzles were solved within the limit before.
        let limit = plan.protocol.budget(contestant).time;
        let budget = Budget { ticks: None, time: limit.map(|time| time.saturating_mul(2)) };
        let task = contestant.task(plan.seed, budget).expect("settings are checked with the plan");
        let measured = match form {
            Threading::Puzzles => measure(&task, &puzzles, *passes, threads, Share::Dealt, halt),
            Threading::Ceiling => measure(&task, &puzzles, *passes, threads, Share::Whole, halt),
            Threading::Tree => {
                let task = task.threads(threads.into());
                measure(&task, &puzzles, *passes, 1, Share::Dealt, halt)
            }
            Threading::SideBySide => {
                let task = task.threads(threads.into()).lanes(LANES);
                measure(&task, &puzzles, *passes, 1, Share::Dealt, halt)
            }
        };
        let Some((wall_seconds, cpu_seconds)) = measured else { return Ok(Finish::Cancelled) };
        let copies = if form == Threading::Ceiling { usize::from(threads) } else { 1 };
        let n = (puzzles.len() * passes * copies) as u32;
        let speed =
            Speed { algorithm, form, threads, repeat, puzzles: n, wall_seconds, cpu_seconds };
        store.query(|connection| write(connection, &speed))?;
        done += 1;
        progress(done, total);
    }
    Ok(Finish::Complete)
}

/// For each algorithm and form the puzzles it works on, and how often it goes through them.
type Lists = BTreeMap<(u32, Threading), (Vec<u32>, usize)>;

fn lists(plan: &Plan, store: &Store, most: usize) -> Result<Lists, StoreError> {
    let mut solved: BTreeMap<u32, Vec<(u32, f64)>> = BTreeMap::new();
    store.each_run(|row| {
        if row.repeat == 0 && row.ended.is_solved() {
            solved.entry(row.algorithm).or_default().push((row.puzzle, row.cpu_seconds));
        }
    })?;
    let mut lists = Lists::new();
    for (algorithm, mut runs) in solved {
        let puzzles = list(&runs, most);
        lists.insert((algorithm, Threading::Ceiling), puzzles.clone());
        lists.insert((algorithm, Threading::Puzzles), puzzles);
        runs.retain(|&(_, seconds)| seconds >= WORTH_SPLITTING);
        runs.sort_by(|x, y| y.1.total_cmp(&x.1).then(x.0.cmp(&y.0)));
        let own = Threading::own(plan.contestants[algorithm as usize].algorithm);
        if let (Some(form), false) = (own, runs.is_empty()) {
            lists.insert((algorithm, form), list(&runs, N_SPLIT));
        }
    }
    Ok(lists)
}

/// The first puzzles that together do not take too long, one at least, and the passes over them.
fn list(runs: &[(u32, f64)], most: usize) -> (Vec<u32>, usize) {
    let (mut list, mut total) = (Vec::new(), 0.0);
    for &(puzzle, seconds) in runs {
        if list.len() < most && (list.is_empty() || total + seconds <= AT_MOST) {
            list.push(puzzle);
            total += seconds;
        }
    }
    (list, (LONG_ENOUGH / total.max(1e-6)).ceil().max(1.0) as usize)
}

/// What each of several threads gets of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    /// The next puzzle that nobody has taken.
    Dealt,
    /// All of it.
    Whole,
}

/// Wall and CPU time of solving every puzzle so many times; `None` when it was cancelled.
fn measure(
    task: &Task,
    puzzles: &[&Puzzle],
    passes: usize,
    threads: u16,
    share: Share,
    halt: &Halt<'_>,
) -> Option<(f64, f64)> {
    let halt = Halt::under(halt).timed_by(&SYSTEM);
    let dealt = AtomicUsize::new(0);
    let n = puzzles.len() * passes;
    let work = || {
        let own = AtomicUsize::new(0);
        let next = if share == Share::Dealt { &dealt } else { &own };
        // A panic ends this thread's share; the others go on, and the row stays comparable in
        // kind only. Solving showed the panic already, as a row of its own.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let Ok(mut solver) = task.build() else { return };
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= n || halt.check().is_err() {
                    return;
                }
                let _ = task.run(&mut *solver, puzzles[i % puzzles.len()], 0, None, &halt);
            }
        }));
    };
    let (start, cpu) = (Instant::now(), process_cpu_seconds());
    std::thread::scope(|scope| {
        for number in 0..threads {
            // A thread that cannot be started leaves its share to the others.
            let name = format!("{THREAD_NAME}-{number}");
            let _ = std::thread::Builder::new().name(name).spawn_scoped(scope, work);
        }
    });
    let (wall, cpu) = (start.elapsed().as_secs_f64(), process_cpu_seconds() - cpu);
    (halt.check().is_ok()).then_some((wall, if cpu.is_nan() { wall } else { cpu }))
}

fn write(connection: &Connection, s: &Speed) -> rusqlite::Result<()> {
    let fields = [
        whole(s.algorithm),
        text(s.form.word()),
        whole(s.threads),
        whole(s.repeat),
        whole(s.puzzles),
        real(Some(s.wall_seconds)),
        real(Some(s.cpu_seconds)),
    ];
    insert(connection, "speeds", &fields).map(drop)
}

pub(super) fn read(connection: &Connection) -> rusqlite::Result<Vec<Speed>> {
    let mut statement = connection.prepare(
        "SELECT algorithm, form, threads, repeat, puzzles, wall_seconds, cpu_seconds FROM speeds
         ORDER BY algorithm, form, threads, repeat",
    )?;
    let rows = statement.query_map([], |r| {
        let form = Threading::from_word(r.get_ref(1)?.as_str()?);
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
