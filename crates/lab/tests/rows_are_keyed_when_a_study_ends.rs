//! Rows are appended while a study runs; what keeps them apart is made at its end.

use rusqlite::Connection;
use std::path::Path;
use sudolab_grid::halt::Halt;
use sudolab_lab::plan::{Plan, PuzzleSet};
use sudolab_lab::runner::{self, Finish};
use sudolab_lab::store::{self, FILE_NAME, Row, Runs, Store};

const N_ROWS: usize = 6 * 2 * 3;

fn plan() -> (Plan, Vec<PuzzleSet>) {
    let text = "seed = 5\nalgorithms = [\"fast\", \"backtrack-random-digits\"]\n\
        [[puzzles]]\nbuiltin = \"top95\"\ntake = 6\n[protocol]\nruns = 3\ntime_limit = \"10m\"\n";
    let plan = Plan::read(text, "plan.toml").unwrap();
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    (plan, sets)
}

/// Runs what is missing and closes the file.
fn finish(folder: &Path) {
    let (plan, sets) = plan();
    let mut store = Store::open(folder, &plan, &sets, 2).unwrap();
    let never = Halt::never();
    let ended = runner::run(&plan, &sets, &mut store, 2, &never, &mut |_| {});
    assert_eq!(ended.unwrap(), Finish::Complete);
    store.close().unwrap();
}

/// A study that was killed when it had written some of these rows: nothing closed it.
fn killed_after(folder: &Path, rows: &[Row]) {
    let (plan, sets) = plan();
    let mut store = Store::open(folder, &plan, &sets, 1).unwrap();
    store.write(rows).unwrap();
}

/// The rows of a finished study.
fn all_rows() -> Vec<Row> {
    let folder = tempfile::tempdir().unwrap();
    finish(folder.path());
    store::read(folder.path()).unwrap().rows
}

fn sql(folder: &Path, statements: &str) {
    Connection::open(folder.join(FILE_NAME)).unwrap().execute_batch(statements).unwrap();
}

fn has_index(folder: &Path) -> bool {
    let connection = Connection::open(folder.join(FILE_NAME)).unwrap();
    let query = "SELECT count(*) FROM sqlite_schema WHERE name = 'run_key'";
    connection.query_row(query, [], |r| r.get::<_, i64>(0)).unwrap() == 1
}

/// Everything but the times, in the order of the file's readers.
fn told(rows: &[Row]) -> Vec<String> {
    let told = |r: &Row| format!("{:?} {} {} {}", r.key(), r.ended.word(), r.ticks, r.guesses);
    rows.iter().map(told).collect()
}

/// How many runs an export lists.
fn exported(folder: &Path) -> usize {
    let mut n = 0;
    let counted = Runs::of(folder).unwrap().each(|_| {
        n += 1;
        Ok::<(), ()>(())
    });
    counted.unwrap().unwrap();
    n
}

#[test]
fn a_finished_study_has_the_index_and_a_killed_one_goes_on_without() {
    let clean = all_rows();
    assert_eq!(clean.len(), N_ROWS);
    let folder = tempfile::tempdir().unwrap();
    // Rows arrive in any order.
    let some: Vec<Row> = clean.iter().rev().step_by(3).cloned().collect();
    killed_after(folder.path(), &some);
    assert!(!has_index(folder.path()));
    let mut sorted = some.clone();
    sorted.sort_by_key(Row::key);
    assert_eq!(told(&store::read(folder.path()).unwrap().rows), told(&sorted));
    assert_eq!(exported(folder.path()), some.len());

    finish(folder.path());
    assert!(has_index(folder.path()));
    let rows = store::read(folder.path()).unwrap().rows;
    assert_eq!(told(&rows), told(&clean));
    let kept = |row: &&Row| some.iter().any(|old| old == *row);
    assert_eq!(rows.iter().filter(kept).count(), some.len(), "old rows stay as they were");
}

#[test]
fn a_study_that_has_all_its_rows_leaves_the_index_alone_and_one_that_goes_on_makes_it_again() {
    let folder = tempfile::tempdir().unwrap();
    finish(folder.path());
    let clean = store::read(folder.path()).unwrap().rows;
    finish(folder.path());
    assert!(has_index(folder.path()));
    assert_eq!(store::read(folder.path()).unwrap().rows, clean);

    sql(folder.path(), "DELETE FROM runs WHERE puzzle = 2; DELETE FROM meta WHERE key = 'closed'");
    killed_after(folder.path(), &clean[12..13]);
    assert!(!has_index(folder.path()), "rows are appended to a table without an index");
    finish(folder.path());
    assert!(has_index(folder.path()));
    assert_eq!(told(&store::read(folder.path()).unwrap().rows), told(&clean));
}

#[test]
fn two_rows_of_the_same_run_are_damage() {
    let folder = tempfile::tempdir().unwrap();
    let clean = all_rows();
    killed_after(folder.path(), &[clean[0].clone(), clean[1].clone(), clean[0].clone()]);
    let error = store::read(folder.path()).unwrap_err().to_string();
    assert!(error.contains("damaged") && error.contains("two rows"), "{error}");
}
