//! Generation: each algorithm as the solver inside a generator.
//!
//! A full grid is drawn and its digits are taken away in random order; after each the algorithm is
//! asked whether the puzzle still has one solution, and the digit goes back if it says no, or does
//! not know. Grids and orders are the same for all algorithms, so that what differs is theirs.
//!
//! An algorithm that can visit every solution answers by counting to two. One that can only find a
//! solution answers yes when it finds the one the puzzle was made from, which proves nothing: it
//! may have missed another. What it made is therefore judged by the exact solver at the end, and
//! the share of proper puzzles is a result. Source of the question: Berggren & Nilsson, draft, 2012,
//! section 2.3.2.

use crate::plan::{Contestant, Generation, Plan};
use crate::runner::Finish;
use crate::runner::clock::Moment;
use crate::store::{Store, StoreError};
use rusqlite::{Connection, params};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use sudolab_exact::ExactSolver;
use sudolab_generate::random_grid;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, Grid, Puzzle, Solution};
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_solvers::{Budget, Counter, Solver, Task};

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
    cancel: &AtomicBool,
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
    let written = std::thread::scope(|scope| {
        for number in 0..jobs.clamp(1, pieces.len().max(1)) {
            let (sender, next, pieces) = (sender.clone(), &next, &pieces);
            let name = format!("{}-{number}", crate::runner::THREAD_NAME);
            let work = move || {
                let mut tools = Tools { exact: ExactSolver::new(), rater: Rater::new() };
                while let Some(&(algorithm, number)) =
                    pieces.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let contestant = &plan.contestants[algorithm as usize];
                    let made = tools.make(contestant, plan.seed, budget, number, cancel);
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

/// The algorithm, as one that decides.
enum Decider {
    Counts(Box<dyn Counter>),
    Solves(Box<dyn Solver>),
}

/// What it says of a puzzle.
#[derive(PartialEq)]
enum Says {
    One,
    Several,
    Nothing,
    Cancelled,
}

impl Tools {
    fn make(
        &mut self,
        contestant: &Contestant,
        seed: u64,
        budget: Budget,
        number: u32,
        cancel: &AtomicBool,
    ) -> Option<Generated> {
        let mut random = Random::for_run(seed, "generation", "", number.into());
        let board = Board::classic();
        let solution = random_grid(&mut self.exact, &board, &mut random)?;
        let mut cells: Vec<Cell> = board.cells().collect();
        random.shuffle(&mut cells);
        let task = contestant.task(seed, budget).expect("settings are checked with the plan");
        let mut decider = decider(&task);
        let mut clues = solution.grid().clone();
        let (mut decisions, mut undecided, mut cpu_seconds) = (0, 0, 0.0);
        for cell in cells {
            let digit = clues.get(cell);
            clues.clear(cell);
            let puzzle = Puzzle::new(clues.clone());
            let start = Moment::now();
            let says = ask(&mut decider, &task, &puzzle, &solution, cancel);
            cpu_seconds += start.elapsed().0;
            decisions += 1;
            match says {
                Says::One => continue,
                Says::Several => {}
                Says::Nothing => undecided += 1,
                Says::Cancelled => return None,
            }
            restore(&mut clues, cell, digit);
        }
        let puzzle = Puzzle::new(clues);
        let proper = self.exact.count(&puzzle, 2).solutions == 1;
        let position = Position::from_puzzle(&puzzle).ok().filter(|_| proper);
        let er = position.map(|p| self.rater.rate(&p, &SeProfile::default()).er);
        Some(Generated {
            algorithm: 0,
            number,
            line: puzzle.to_string(),
            clues: puzzle.n_clues() as u32,
            proper,
            er: er.map(|e| f64::from(e.0) / 10.0),
            decisions,
            undecided,
            cpu_seconds,
        })
    }
}

fn restore(clues: &mut Grid, cell: Cell, digit: Option<sudolab_grid::Digit>) {
    if let Some(digit) = digit {
        clues.set(cell, digit);
    }
}

fn decider(task: &Task) -> Option<Decider> {
    let counter = task.build_counter().ok().map(Decider::Counts);
    counter.or_else(|| task.build().ok().map(Decider::Solves))
}

/// What the algorithm says; a panic is no answer, and ends the use of that solver.
fn ask(
    decider: &mut Option<Decider>,
    task: &Task,
    puzzle: &Puzzle,
    solution: &Solution,
    cancel: &AtomicBool,
) -> Says {
    let Some(mut tool) = decider.take() else { return Says::Nothing };
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let says = match &mut tool {
            Decider::Counts(counter) => {
                match task.count_with(&mut **counter, puzzle, 2, 0, Some(cancel)) {
                    Ok(count) if count.solutions >= 2 => Says::Several,
                    Ok(count) if count.complete && count.solutions == 1 => Says::One,
                    _ => Says::Nothing,
                }
            }
            Decider::Solves(solver) => {
                match task.run(&mut **solver, puzzle, 0, None, Some(cancel)) {
                    Ok(outcome) => match outcome.solution {
                        Some(found) if found.grid() == solution.grid() => Says::One,
                        Some(_) => Says::Several,
                        None => Says::Nothing,
                    },
                    Err(_) => Says::Nothing,
                }
            }
        };
        (says, tool)
    }));
    if cancel.load(Ordering::Relaxed) {
        return Says::Cancelled;
    }
    match answer {
        Ok((says, tool)) => {
            *decider = Some(tool);
            says
        }
        Err(_) => Says::Nothing,
    }
}

fn write(connection: &Connection, g: &Generated) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO generated VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9)")?
        .execute(params![
            g.algorithm,
            g.number,
            g.line,
            g.clues,
            g.proper,
            g.er,
            g.decisions,
            g.undecided,
            g.cpu_seconds
        ])
        .map(drop)
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
