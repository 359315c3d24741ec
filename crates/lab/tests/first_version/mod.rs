//! Result files as the first version wrote them.

use rusqlite::Connection;
use std::path::Path;
use sudolab_lab::store::FILE_NAME;

/// How the runs of the first version stood in their table.
#[derive(Clone, Copy)]
#[allow(dead_code)] // Each test file makes one of the two.
pub enum Runs1 {
    /// Appended, with an index made at the end.
    Appended,
    /// Under a primary key, in the first files of all.
    Keyed,
}

/// Makes the file of a study what the first version would have written.
pub fn turn_back(folder: &Path, runs: Runs1, keep: &str) {
    let connection = Connection::open(folder.join(FILE_NAME)).unwrap();
    let (key, end) = match runs {
        Runs1::Appended => ("", ""),
        Runs1::Keyed => (", PRIMARY KEY(puzzle, algorithm, repeat)", " WITHOUT ROWID"),
    };
    let columns = "puzzle INTEGER NOT NULL, algorithm INTEGER NOT NULL, repeat INTEGER NOT NULL,
        session INTEGER NOT NULL, verdict TEXT NOT NULL, ticks INTEGER NOT NULL,
        guesses INTEGER NOT NULL, best_cost REAL, cpu_seconds REAL NOT NULL,
        wall_seconds REAL NOT NULL, inner INTEGER NOT NULL, note TEXT";
    connection
        .execute_batch(&format!(
            "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; BEGIN;
             DROP VIEW every_run; DELETE FROM meta WHERE key = 'closed';
             CREATE TABLE old_runs({columns}{key}){end};
             INSERT INTO old_runs SELECT puzzle, algorithm, repeat, session, verdict, ticks,
               guesses, best_cost, cpu_seconds, wall_seconds, inner, note FROM runs WHERE {keep};
             DROP TABLE runs; ALTER TABLE old_runs RENAME TO runs; DROP TABLE machines;
             ALTER TABLE meta DROP COLUMN seal; ALTER TABLE sets DROP COLUMN seal;
             ALTER TABLE sessions DROP COLUMN seal; ALTER TABLE sessions DROP COLUMN began;
             ALTER TABLE sessions DROP COLUMN pinned;
             ALTER TABLE puzzles DROP COLUMN seal; ALTER TABLE puzzles DROP COLUMN key;
             ALTER TABLE puzzles DROP COLUMN origin; ALTER TABLE algorithms DROP COLUMN seal;
             ALTER TABLE generated DROP COLUMN seal; ALTER TABLE ratings DROP COLUMN seal;
             ALTER TABLE speeds DROP COLUMN seal;
             CREATE VIEW every_run AS SELECT * FROM runs;
             PRAGMA user_version = 1; COMMIT;"
        ))
        .unwrap();
}
