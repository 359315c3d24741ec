//! A study in pieces that can be carried out anywhere.
//!
//! A [`Piece`] is everything that is missing of one puzzle: all algorithms, all repeats. Whoever
//! carries it out compares them on one machine, in one sitting, and the thesis' protocol decides
//! there when it has seen enough. [`pieces`] reads from the store what is missing, [`run_pieces`]
//! needs nothing but the plan and the puzzles, and [`Store::absorb_once`] takes the rows.
//!
//! Everything a run draws comes from (seed, algorithm, puzzle, repeat), so that rows do not depend on
//! who made them; only times do.

use super::timed::Bench;
use super::{Earlier, Progress, enough, missing};
use crate::machine;
use crate::plan::Plan;
use crate::store::{Measured, Row, Store, StoreError};
use std::collections::HashMap;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;
use sudolab_solvers::{Budget, Task};

/// What is missing of one puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// The puzzle's number in the study, from 0.
    pub puzzle: u32,
    /// The runs, in the order in which they are to be made.
    pub runs: Vec<Wanted>,
}

/// Runs of one algorithm from a repeat on: one of them, or in the thesis' protocol as many as it
/// takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    /// The algorithm's number in the plan, from 0.
    pub algorithm: u32,
    /// The first repeat.
    pub repeat: u32,
    /// Earlier runs that the protocol counts: whether each solved, and its time.
    pub earlier: Vec<(bool, f64)>,
}

/// What is missing of a study, puzzle by puzzle in random order, and how far the study is.
///
/// # Errors
/// When the store cannot be read.
pub fn pieces(
    plan: &Plan,
    n_puzzles: usize,
    store: &Store,
) -> Result<(Vec<Piece>, Progress), StoreError> {
    let mut progress = Progress::default();
    let (runs, earlier) = missing(plan, n_puzzles, store, &mut progress)?;
    let mut places: HashMap<u32, usize> = HashMap::new();
    let mut all: Vec<Piece> = Vec::new();
    for run in runs {
        let place = *places.entry(run.puzzle).or_insert_with(|| {
            all.push(Piece { puzzle: run.puzzle, runs: Vec::new() });
            all.len() - 1
        });
        let earlier = known(&earlier, run.puzzle, run.algorithm);
        all[place].runs.push(Wanted { algorithm: run.algorithm, repeat: run.repeat, earlier });
    }
    Ok((all, progress))
}

fn known(earlier: &Earlier, puzzle: u32, algorithm: u32) -> Vec<(bool, f64)> {
    let known = earlier.get(&(puzzle, algorithm));
    known.map_or_else(Vec::new, |(solved, times)| {
        solved.iter().copied().zip(times.iter().copied()).collect()
    })
}

/// Carries pieces out on the calling thread, held to a core where one is named, and gives their
/// rows; `None` when the halt stopped it.
pub fn run_pieces(
    plan: &Plan,
    pieces: &[(Piece, Puzzle)],
    core: Option<u32>,
    halt: &Halt<'_>,
) -> Option<Vec<Row>> {
    // Settings were checked when the plan was read.
    let tasks: Vec<(Task, Budget)> = plan
        .contestants
        .iter()
        .map(|c| (plan.protocol.budget(c), c))
        .filter_map(|(budget, c)| Some((c.task(plan.seed, budget).ok()?, budget)))
        .collect();
    let mut benches: Vec<Bench<'_>> =
        tasks.iter().map(|(task, budget)| Bench::new(task, *budget, halt)).collect();
    let core = core.filter(|&core| machine::pin(core));
    let mut rows = Vec::new();
    for (piece, puzzle) in pieces {
        for wanted in &piece.runs {
            let bench = benches.get_mut(wanted.algorithm as usize)?;
            let (mut solved, mut times): (Vec<bool>, Vec<f64>) =
                wanted.earlier.iter().copied().unzip();
            let mut repeat = wanted.repeat;
            loop {
                if halt.check().is_err() {
                    return None;
                }
                let (place, began) = (rows.len() as u64, machine::now());
                let mut row = bench.run(puzzle, repeat)?;
                (row.puzzle, row.algorithm) = (piece.puzzle, wanted.algorithm);
                row.measured =
                    Measured { place, piece: u64::from(piece.puzzle), began, core, ..row.measured };
                solved.push(row.ended.is_solved());
                times.push(row.cpu_seconds);
                rows.push(row);
                if enough(plan, wanted.algorithm, &solved, &times).is_some() {
                    break;
                }
                repeat += 1;
            }
        }
    }
    Some(rows)
}
