//! Result files of the first version: read as they are, carried over when their study goes on.

mod first_version;

use first_version::{Runs1, turn_back};
use rusqlite::Connection;
use std::path::Path;
use sudolab_grid::halt::Halt;
use sudolab_lab::plan::{Plan, PuzzleSet};
use sudolab_lab::report::Report;
use sudolab_lab::runner::{self, Finish};
use sudolab_lab::store::{self, FILE_NAME, Row, Runs, Store};

const N_ROWS: usize = 5 * 2 * 2;

fn plan() -> (Plan, Vec<PuzzleSet>) {
    let text = "seed = 5\nalgorithms = [\"fast\", \"backtrack-random-digits\"]\naspects = [\"solving\", \"rating\"]\n\
        [[puzzles]]\nbuiltin = \"top95\"\ntake = 5\n[protocol]\nruns = 2\ntime_limit = \"10m\"\n";
    let plan = Plan::read(text, "plan.toml").unwrap();
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    (plan, sets)
}

fn finish(folder: &Path) {
    let (plan, sets) = plan();
    let mut store = Store::open(folder, &plan, &sets, 1).unwrap();
    let never = Halt::never();
    let ended = runner::run(&plan, &sets, &mut store, 1, &never, &mut |_| {});
    assert_eq!(ended.unwrap(), Finish::Complete);
    sudolab_lab::aspect::run(&plan, &sets, &mut store, 1, &never, &mut |_, _, _| {}).unwrap();
    store.close().unwrap();
}

/// Everything but the times.
fn told(rows: &[Row]) -> Vec<String> {
    let told = |r: &Row| format!("{:?} {} {} {}", r.key(), r.ended.word(), r.ticks, r.guesses);
    rows.iter().map(told).collect()
}

fn version(folder: &Path) -> i32 {
    let connection = Connection::open(folder.join(FILE_NAME)).unwrap();
    connection.query_row("PRAGMA user_version", [], |r| r.get(0)).unwrap()
}

#[test]
fn a_file_of_the_first_version_is_read_as_it_is_and_goes_on_as_one_of_this_version() {
    for runs in [Runs1::Appended, Runs1::Keyed] {
        let folder = tempfile::tempdir().unwrap();
        finish(folder.path());
        let clean = store::read(folder.path()).unwrap();
        assert_eq!(clean.rows.len(), N_ROWS);
        turn_back(folder.path(), runs, "puzzle <> 3");
        let bytes = std::fs::read(folder.path().join(FILE_NAME)).unwrap();

        let old = store::read(folder.path()).unwrap();
        assert_eq!(old.rows.len(), N_ROWS - 4);
        assert_eq!(old.aspects.ratings, clean.aspects.ratings);
        assert!(old.rows.iter().all(|r| r.measured.batches == 1 && r.measured.began.is_none()));
        Report::of(&old).html();
        let mut exported = 0;
        let each = Runs::of(folder.path()).unwrap().each(|_| {
            exported += 1;
            Ok::<(), ()>(())
        });
        each.unwrap().unwrap();
        assert_eq!(exported, old.rows.len());
        let now = std::fs::read(folder.path().join(FILE_NAME)).unwrap();
        assert!(now == bytes, "reading changed the file");

        finish(folder.path());
        assert_eq!(version(folder.path()), 2);
        let new = store::read(folder.path()).unwrap();
        assert_eq!(told(&new.rows), told(&clean.rows));
        let kept = old.rows.iter().all(|row| new.rows.contains(row));
        assert!(kept, "old rows stay as they were");
    }
}

#[test]
fn a_file_without_keys_does_not_go_on_with_other_boards() {
    let folder = tempfile::tempdir().unwrap();
    finish(folder.path());
    turn_back(folder.path(), Runs1::Appended, "1");
    let (plan, mut sets) = plan();
    // The same clues, with the diagonals as houses too.
    for puzzle in &mut sets[0].puzzles {
        let board = puzzle.board().with_extra(&puzzle.board().diagonals()).unwrap();
        let values = puzzle.clues().values().to_vec();
        let mut grid = sudolab_grid::Grid::empty(board.clone());
        for (cell, &value) in board.cells().zip(&values) {
            if let Some(digit) = board.digit(value.into()) {
                grid.set(cell, digit);
            }
        }
        *puzzle = sudolab_grid::Puzzle::new(grid);
    }
    let error = Store::open(folder.path(), &plan, &sets, 1).unwrap_err().to_string();
    assert!(error.contains("boards with the same clues apart"), "{error}");
    assert_eq!(version(folder.path()), 1, "the file stays as it is");

    // A file of this version knows its boards.
    let folder = tempfile::tempdir().unwrap();
    finish(folder.path());
    let error = Store::open(folder.path(), &plan, &sets, 1).unwrap_err().to_string();
    assert!(error.contains("other boards or candidates"), "{error}");
}

#[test]
fn a_file_that_says_it_is_older_than_its_tables_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    finish(folder.path());
    let connection = Connection::open(folder.path().join(FILE_NAME)).unwrap();
    connection.execute_batch("PRAGMA user_version = 1").unwrap();
    let error = store::read(folder.path()).unwrap_err().to_string();
    assert!(error.contains("its version is not that of its tables"), "{error}");
}
