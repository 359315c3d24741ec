//! A study carried out in pieces, as other machines would, has the rows of a local one.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;
use sudolab_lab::machine::Machine;
use sudolab_lab::plan::{Plan, PuzzleSet};
use sudolab_lab::runner::pieces::{Piece, pieces, run_pieces};
use sudolab_lab::runner::{self, Finish};
use sudolab_lab::store::{self, Row, Store};

const FIXED: &str = r#"
name = "in pieces"
seed = 5
algorithms = ["dlx", "annealing"]
[[puzzles]]
builtin = "royle17-400"
take = 4
[protocol]
runs = 2
time_limit = "10m"
tick_limit = 3000
"#;

fn plan(text: &str) -> (Plan, Vec<PuzzleSet>) {
    let plan = Plan::read(text, "the plan").unwrap();
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    (plan, sets)
}

/// What is missing, with its puzzles.
fn missing(plan: &Plan, sets: &[PuzzleSet], store: &Store) -> Vec<(Piece, Puzzle)> {
    let puzzles: Vec<&Puzzle> = sets.iter().flat_map(|set| &set.puzzles).collect();
    let (all, _) = pieces(plan, puzzles.len(), store).unwrap();
    all.into_iter().map(|piece| (piece.clone(), puzzles[piece.puzzle as usize].clone())).collect()
}

fn elsewhere(host: &str) -> Machine {
    Machine { host: host.to_owned(), ..Machine::here() }
}

/// Everything but the times.
fn told(rows: &[Row]) -> Vec<String> {
    let told = |r: &Row| format!("{:?} {} {} {}", r.key(), r.ended.word(), r.ticks, r.guesses);
    rows.iter().map(told).collect()
}

#[test]
fn pieces_from_two_hosts_make_the_rows_of_a_local_study_each_once() {
    let (plan, sets) = plan(FIXED);
    let never = Halt::never();
    let (local, spread) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut store = Store::open(local.path(), &plan, &sets, 1).unwrap();
    let ended = runner::run(&plan, &sets, &mut store, 1, &never, &mut |_| {}).unwrap();
    assert_eq!(ended, Finish::Complete);
    store.close().unwrap();

    let mut store = Store::open(spread.path(), &plan, &sets, 2).unwrap();
    let mut known = store.known().unwrap();
    assert!(known.is_empty());
    let all = missing(&plan, &sets, &store);
    assert_eq!(all.len(), 4, "a piece for each puzzle");
    assert!(all.iter().all(|(piece, _)| piece.runs.len() == 4), "all its runs");
    let first = run_pieces(&plan, &all[..2], None, &never).unwrap();
    assert_eq!(store.absorb_once(&elsewhere("ada"), &first, &mut known).unwrap(), 8);
    // The same rows again, as when a worker was believed dead.
    assert_eq!(store.absorb_once(&elsewhere("bob"), &first, &mut known).unwrap(), 0);
    drop(store);

    // The writer was killed; the next one asks for the rest.
    let mut store = Store::open(spread.path(), &plan, &sets, 2).unwrap();
    let mut known = store.known().unwrap();
    assert_eq!(known.len(), 8);
    let rest = missing(&plan, &sets, &store);
    assert_eq!(rest.len(), 2);
    let mut rows = run_pieces(&plan, &rest, None, &never).unwrap();
    // Some come with rows that are there.
    rows.extend(first);
    assert_eq!(store.absorb_once(&elsewhere("bob"), &rows, &mut known).unwrap(), 8);
    assert!(missing(&plan, &sets, &store).is_empty());
    store.close().unwrap();

    let (local, spread) = (store::read(local.path()).unwrap(), store::read(spread.path()).unwrap());
    assert_eq!(told(&spread.rows), told(&local.rows));
    let of = |host: u32| spread.rows.iter().filter(|r| r.measured.host == Some(host)).count();
    assert_eq!((of(0), of(1)), (8, 8));
}

#[test]
fn the_repeats_of_the_thesis_protocol_stay_in_one_piece() {
    let text = FIXED.replace("runs = 2", "kind = \"thesis\"\nmin_runs = 3\nmax_runs = 4");
    let (plan, sets) = plan(&text.replace("\"annealing\"", "\"fast\""));
    let never = Halt::never();
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path(), &plan, &sets, 1).unwrap();
    let mut known = store.known().unwrap();
    let all = missing(&plan, &sets, &store);
    assert!(all.iter().all(|(piece, _)| piece.runs.len() == 2), "one for each algorithm");
    let rows = run_pieces(&plan, &all, None, &never).unwrap();
    // Only the first two repeats of each arrive before the writer dies.
    let early: Vec<Row> = rows.iter().filter(|row| row.repeat < 2).cloned().collect();
    store.absorb_once(&elsewhere("ada"), &early, &mut known).unwrap();
    let rest = missing(&plan, &sets, &store);
    assert!(rest.iter().flat_map(|(piece, _)| &piece.runs).all(|w| w.earlier.len() == 2));
    let rows = run_pieces(&plan, &rest, None, &never).unwrap();
    assert!(rows.iter().all(|row| row.repeat >= 2));
    store.absorb_once(&elsewhere("bob"), &rows, &mut known).unwrap();
    assert!(missing(&plan, &sets, &store).is_empty());
}

#[test]
fn a_cancelled_piece_gives_no_rows() {
    let (plan, sets) = plan(FIXED);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), &plan, &sets, 1).unwrap();
    let all = missing(&plan, &sets, &store);
    let raised = AtomicBool::new(true);
    assert!(run_pieces(&plan, &all, None, &Halt::never().cancelled_by(&raised)).is_none());
}
