//! Rating: the Explainer ratings of the puzzles, for comparison with what algorithms find hard.
//!
//! Only classic puzzles with exactly one solution have a rating; the others get no row, and are
//! looked at again when the study goes on, which is quick.

use crate::plan::PuzzleSet;
use crate::runner::Finish;
use crate::store::seal::{insert, real, whole};
use crate::store::{Store, StoreError};
use rusqlite::Connection;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_grid::Puzzle;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_logic::rating::Unrated;
use sudolab_logic::rating::se::{Rater, SeProfile};

/// A puzzle's ratings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// The puzzle's number in the file.
    pub puzzle: u32,
    /// The hardest step.
    pub er: f64,
    /// The hardest step up to the first placement.
    pub ep: f64,
    /// The first step.
    pub ed: f64,
}

pub(super) fn run(
    sets: &[PuzzleSet],
    store: &mut Store,
    jobs: usize,
    halt: &Halt<'_>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Finish, StoreError> {
    let there: HashSet<u32> =
        store.query(|c| Ok(read(c)?.into_iter().map(|r| r.puzzle).collect()))?;
    let puzzles: Vec<(u32, &Puzzle)> = sets
        .iter()
        .flat_map(|s| &s.puzzles)
        .enumerate()
        .map(|(i, p)| (i as u32, p))
        .filter(|(i, p)| !there.contains(i) && p.board().is_classic())
        .collect();
    let total = puzzles.len() + there.len();
    let mut done = there.len();
    progress(done, total);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel::<Option<Rated>>(64);
    let written = std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, puzzles.len().max(1)) {
            let (sender, next, puzzles) = (sender.clone(), &next, &puzzles);
            scope.spawn(move || {
                let (mut exact, mut rater) = (ExactSolver::new(), Rater::new());
                while let Some(&(number, puzzle)) =
                    puzzles.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    if halt.check().is_err() {
                        return;
                    }
                    let Ok(rated) = rate(&mut exact, &mut rater, number, puzzle, halt) else {
                        return;
                    };
                    if sender.send(rated).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for rated in receiver {
            if let Some(rated) = rated {
                store.query(|connection| write(connection, &rated))?;
            }
            done += 1;
            progress(done, total);
        }
        Ok(())
    });
    written?;
    Ok(if done == total { Finish::Complete } else { Finish::Cancelled })
}

fn rate(
    exact: &mut ExactSolver,
    rater: &mut Rater,
    number: u32,
    puzzle: &Puzzle,
    halt: &Halt<'_>,
) -> Result<Option<Rated>, Stop> {
    let proved = UniquePuzzle::prove_within(exact, puzzle.clone(), halt)?;
    let Ok(proper) = proved else { return Ok(None) };
    let rating = match rater.rate_puzzle(&proper, &SeProfile::default(), halt) {
        Ok(rating) => rating,
        Err(Unrated::OtherBoard(_)) => return Ok(None),
        Err(Unrated::Stopped(stop)) => return Err(stop),
    };
    let value = |t: sudolab_logic::rating::Tenths| f64::from(t.0) / 10.0;
    let (er, ep, ed) = (value(rating.er), value(rating.ep), value(rating.ed));
    Ok(Some(Rated { puzzle: number, er, ep, ed }))
}

fn write(connection: &Connection, r: &Rated) -> rusqlite::Result<()> {
    let fields = [whole(r.puzzle), real(Some(r.er)), real(Some(r.ep)), real(Some(r.ed))];
    insert(connection, "ratings", &fields).map(drop)
}

pub(super) fn read(connection: &Connection) -> rusqlite::Result<Vec<Rated>> {
    let mut statement =
        connection.prepare("SELECT puzzle, er, ep, ed FROM ratings ORDER BY puzzle")?;
    let rows = statement.query_map([], |r| {
        Ok(Rated { puzzle: r.get(0)?, er: r.get(1)?, ep: r.get(2)?, ed: r.get(3)? })
    })?;
    rows.collect()
}
