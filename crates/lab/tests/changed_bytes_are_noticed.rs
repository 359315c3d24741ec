//! A result file with a changed byte is refused, or says what it said before.

use std::path::Path;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_lab::plan::{Plan, PuzzleSet};
use sudolab_lab::runner::{self, Finish};
use sudolab_lab::store::{self, FILE_NAME, Runs, Store, StoreError};

fn plan() -> (Plan, Vec<PuzzleSet>) {
    let text = "seed = 5\nalgorithms = [\"fast\", \"dlx\", \"backtrack-random-digits\"]\n\
        [[puzzles]]\nbuiltin = \"top95\"\ntake = 20\n[protocol]\nruns = 2\ntime_limit = \"10m\"\n";
    let plan = Plan::read(text, "plan.toml").unwrap();
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    (plan, sets)
}

fn finished(folder: &Path) -> Vec<u8> {
    let (plan, sets) = plan();
    let mut store = Store::open(folder, &plan, &sets, 1).unwrap();
    let never = Halt::never();
    let ended = runner::run(&plan, &sets, &mut store, 1, &never, &mut |_| {});
    assert_eq!(ended.unwrap(), Finish::Complete);
    store.close().unwrap();
    std::fs::read(folder.join(FILE_NAME)).unwrap()
}

/// The file's export as text.
fn exported(folder: &Path) -> Result<String, StoreError> {
    let mut text = String::new();
    Runs::of(folder)?
        .each(|fields| {
            for field in fields {
                text.push_str(&format!("{field};"));
            }
            text.push('\n');
            Ok::<(), ()>(())
        })?
        .unwrap();
    Ok(text)
}

#[test]
fn a_changed_byte_never_changes_what_a_file_says() {
    let folder = tempfile::tempdir().unwrap();
    finished(folder.path());
    // What no row uses is zero then, so that every byte that is not says something.
    let connection = rusqlite::Connection::open(folder.path().join(FILE_NAME)).unwrap();
    connection.execute_batch("VACUUM").unwrap();
    drop(connection);
    let good = std::fs::read(folder.path().join(FILE_NAME)).unwrap();
    let said: Vec<usize> = (0..good.len()).filter(|&at| good[at] != 0).collect();
    let clean = store::read(folder.path()).unwrap();
    let table = exported(folder.path()).unwrap();
    let file = folder.path().join(FILE_NAME);
    let mut source = Random::new(29);
    let (mut refused, mut same) = (0, 0);
    for round in 0..400 {
        let mut bytes = good.clone();
        // One changed bit, one changed byte, or a few of them together.
        for _ in 0..[1, 1, 4][round % 3] {
            let place = said[source.index(said.len())];
            bytes[place] ^=
                if round % 3 == 0 { 1 << source.below(8) } else { 1 + source.below(255) as u8 };
        }
        std::fs::write(&file, &bytes).unwrap();
        match store::read(folder.path()) {
            Ok(content) => {
                assert!(content == clean, "round {round}: other content was accepted");
                assert_eq!(exported(folder.path()).unwrap(), table, "round {round}");
                same += 1;
            }
            Err(error) => {
                let text = error.to_string();
                let reason = ["is damaged", "is not the result file", "has schema"];
                assert!(reason.iter().any(|r| text.contains(r)), "round {round}: {text}");
                assert!(exported(folder.path()).is_err(), "round {round}: exported all the same");
                assert!(std::fs::read(&file).unwrap() == bytes, "round {round}: written to");
                refused += 1;
            }
        }
    }
    // Counters of SQLite's own mean nothing.
    println!("{refused} refused, {same} said the same");
    assert!(refused > 300, "{refused} refused, {same} said the same");
}

#[test]
fn a_lost_row_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    finished(folder.path());
    let connection = rusqlite::Connection::open(folder.path().join(FILE_NAME)).unwrap();
    connection.execute_batch("DELETE FROM runs WHERE puzzle = 3 AND repeat = 1").unwrap();
    drop(connection);
    let error = store::read(folder.path()).unwrap_err().to_string();
    assert!(error.contains("runs are missing"), "{error}");
}

#[test]
fn a_row_that_someone_changed_is_noticed() {
    for change in [
        "UPDATE runs SET ticks = ticks + 1 WHERE puzzle = 3",
        "UPDATE puzzles SET line = replace(line, '1', '2') WHERE id = 2",
        "UPDATE algorithms SET label = 'slow' WHERE id = 0",
        "UPDATE meta SET value = '6' WHERE key = 'seed'",
        "UPDATE sessions SET jobs = 9",
        "DROP VIEW every_run; CREATE VIEW every_run AS SELECT * FROM runs",
    ] {
        let folder = tempfile::tempdir().unwrap();
        finished(folder.path());
        let connection = rusqlite::Connection::open(folder.path().join(FILE_NAME)).unwrap();
        connection.execute_batch(change).unwrap();
        drop(connection);
        let error = store::read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("is damaged"), "{change}: {error}");
    }
}

#[test]
fn a_lock_of_another_program_is_not_damage() {
    let folder = tempfile::tempdir().unwrap();
    finished(folder.path());
    let other = rusqlite::Connection::open(folder.path().join(FILE_NAME)).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let (plan, sets) = plan();
    let opened = Store::open(folder.path(), &plan, &sets, 1).map(drop);
    for error in [opened.unwrap_err(), store::read(folder.path()).unwrap_err()] {
        assert!(matches!(error, StoreError::Locked(_)), "{error}");
        assert!(!error.to_string().contains("damaged"), "{error}");
    }
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(store::read(folder.path()).unwrap().rows.len(), 120);
}
