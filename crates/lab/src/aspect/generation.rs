//! Generation: each algorithm as the solver inside a generator.
//!
//! A full grid is drawn and its digits are taken away in random order; after each the algorithm is
//! asked whether the puzzle still has one solution, and the digit goes back if it says no, or does
//! not know. Grids and orders are the same for all algorithms, so that what differs is theirs. It is asked as in
//! `generate --algorithm` (`sudolab_generate::Decider`), with a limit of time instead of ticks.
//!
//! An algorithm that can visit every solution answers by counting to two. One that can only find a
//! solution answers yes when it finds one, twice the same if it depends on chance, which proves nothing: it
//! may have missed another. What it made is therefore judged by the exact solver at the end, and
//! the share of proper puzzles is a result. Source of the question: Berggren & Nilsson, draft, 2012,
//! section 2.3.2.

use crate::machine;
use crate::plan::{Contestant, Generation, Plan};
use crate::runner::Finish;
use crate::runner::clock::Moment;
use crate::store::seal::{insert, real, text, whole};
use crate::store::{Store, StoreError};
use rusqlite::Connection;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use sudolab_clock::SYSTEM;
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_generate::{Decider, Left, dig_by, random_grid};
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, Puzzle};
use sudolab_logic::rating::Unrated;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_solvers::Budget;

/// A puzzle that an algorithm made.
#[derive(Clone, PartialEq, Debug)]
pub struct Generated {
    /// The algorithm's number in the file.
    pub algorithm: u32,
    /// The number of the attempt; the same number begins with the same full grid.
    pub number: u32,
    /// The puzzle on one line.
    pub line: String,
    /// Its clues.
    pub clues: u32,
    /// Whether it has exactly one solution.
    pub proper: bool,
    /// The Explainer rating of a proper puzzle.
    pub er: Option<f64>,
    /// How often the algorithm was asked.
    pub decisions: u32,
    /// How often it did not know.
    pub undecided: u32,
    /// What its answers took together.
    pub cpu_seconds: f64,
}

pub(super) fn run(
    plan: &Plan,
    wanted: &Generation,
    store: &mut Store,
    jobs: usize,
    halt: &Halt<'_>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Finish, StoreError> {
    let there = store.query(|connection| {
        let mut statement = connection.prepare("SELECT algorithm, number FROM generated")?;
        let rows = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?;
        rows.collect::<rusqlite::Result<HashSet<(u32, u32)>>>()
    })?;
    let fits = |c: &Contestant| c.algorithm.promises.boards.include(&Board::classic());
    let mut pieces = Vec::new();
    for (algorithm, _) in plan.contestants.iter().enumerate().filter(|(_, c)| fits(c)) {
        pieces.extend((0..wanted.count).map(|number| (algorithm as u32, number)));
    }
    let total = pieces.len();
    pieces.retain(|piece| !there.contains(piece));
    Random::for_run(plan.seed, "generation order", "", 0).shuffle(&mut pieces);
    let mut done = total - pieces.len();
    progress(done, total);
    let next = AtomicUsize::new(0);
    let budget = Budget { ticks: None, time: Some(wanted.time_limit) };
    let (sender, receiver) = mpsc::sync_channel::<Generated>(64);
    let jobs = jobs.clamp(1, pieces.len().max(1));
    // Held to a physical core each, as the runs are.
    let cores = machine::cores_for(jobs);
    let written = std::thread::scope(|scope| {
        for number in 0..jobs {
            let core = cores.as_ref().map(|cores| cores[number]);
            let (sender, next, pieces) = (sender.clone(), &next, &pieces);
            let name = format!("{}-{number}", crate::runner::THREAD_NAME);
            let work = move || {
                let _ = core.filter(|&core| machine::pin(core));
                let mut tools = Tools { exact: ExactSolver::new(), rater: Rater::new() };
                while let Some(&(algorithm, number)) =
                    pieces.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let contestant = &plan.contestants[algorithm as usize];
                    let made = tools.make(contestant, plan.seed, budget, number, halt);
                    let Some(made) = made else { return };
                    if sender.send(Generated { algorithm, ..made }).is_err() {
                        return;
                    }
                }
            };
            let spawned = std::thread::Builder::new().name(name).spawn_scoped(scope, work);
            spawned.map_err(|error| StoreError::Io {
                doing: "start",
                file: "a thread".into(),
                error,
            })?;
        }
        drop(sender);
        for made in receiver {
            store.query(|connection| write(connection, &made))?;
            done += 1;
            progress(done, total);
        }
        Ok(())
    });
    written?;
    Ok(if done == total { Finish::Complete } else { Finish::Cancelled })
}

/// What a thread keeps.
struct Tools {
    exact: ExactSolver,
    rater: Rater,
}

impl Tools {
    fn make(
        &mut self,
        contestant: &Contestant,
        seed: u64,
        budget: Budget,
        number: u32,
        halt: &Halt<'_>,
    ) -> Option<Generated> {
        let mut random = Random::for_run(seed, "generation", "", number.into());
        let board = Board::classic();
        let solution = random_grid(&mut self.exact, &board, &mut random)?;
        let mut cells: Vec<Cell> = board.cells().collect();
        random.shuffle(&mut cells);
        let task = contestant.task(seed, budget).expect("settings are checked with the plan");
        let ask = |task| Decider::new(task).expect("settings are checked with the plan");
        let halt = Halt::under(halt).timed_by(&SYSTEM);
        // Asked once and not measured, so that no answer pays for tables built on first use and cold
        // caches; another decider, since answers may depend on how many were given.
        let whole = Puzzle::new(solution.grid().clone());
        let _ = ask(task.clone()).look(&whole, &halt);
        let mut decider = ask(task);
        let mut cpu_seconds = 0.0;
        let dug = dig_by(solution.grid(), &cells, |puzzle| {
            let start = Moment::now();
            let finding = decider.look(puzzle, &halt);
            cpu_seconds += start.elapsed().0;
            finding
        });
        let Left { clues, questions, undecided } = dug.ok()?;
        let puzzle = Puzzle::new(clues);
        let (proper, er) = match UniquePuzzle::prove_within(&mut self.exact, puzzle.clone(), &halt)
        {
            Err(_) => return None,
            Ok(Err(_)) => (false, None),
            Ok(Ok(proper)) => match self.rater.rate_puzzle(&proper, &SeProfile::default(), &halt) {
                Ok(rating) => (true, Some(rating.er)),
                Err(Unrated::OtherBoard(_)) => (true, None),
                Err(Unrated::Stopped(_)) => return None,
            },
        };
        Some(Generated {
            algorithm: 0,
            number,
            line: puzzle.to_string(),
            clues: puzzle.n_clues() as u32,
            proper,
            er: er.map(|e| f64::from(e.0) / 10.0),
            decisions: questions as u32,
            undecided: undecided as u32,
            cpu_seconds,
        })
    }
}

fn write(connection: &Connection, g: &Generated) -> rusqlite::Result<()> {
    let fields = [
        whole(g.algorithm),
        whole(g.number),
        text(&g.line),
        whole(g.clues),
        whole(g.proper),
        real(g.er),
        whole(g.decisions),
        whole(g.undecided),
        real(Some(g.cpu_seconds)),
    ];
    insert(connection, "generated", &fields).map(drop)
}

pub(super) fn read(connection: &Connection) -> rusqlite::Result<Vec<Generated>> {
    let mut statement = connection.prepare(
        "SELECT algorithm, number, line, clues, proper, er, decisions, undecided, cpu_seconds
         FROM generated ORDER BY algorithm, number",
    )?;
    let rows = statement.query_map([], |r| {
        Ok(Generated {
            algorithm: r.get(0)?,
            number: r.get(1)?,
            line: r.get(2)?,
            clues: r.get(3)?,
            proper: r.get(4)?,
            er: r.get(5)?,
            decisions: r.get(6)?,
            undecided: r.get(7)?,
            cpu_seconds: r.get(8)?,
        })
    })?;
    rows.collect()
}
