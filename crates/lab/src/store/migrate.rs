//! Files of the first version, read and carried on by this one.
//!
//! What was not measured then stays unknown: a run has one batch whose median is its minimum, no
//! core and no moment. The puzzles are known by their clue lines alone, so their keys stay empty,
//! and such a study goes on only with puzzles of which the line says everything.
//!
//! All of it is one transaction. Killed within, the file is what it was.

use super::schema::{APPLICATION, SCHEMA, TABLES};
use super::seal::copy;
use rusqlite::Connection;

const V1: &[&str] = &["meta", "sessions", "sets", "puzzles", "algorithms", "runs"];
const ASPECTS: &[&str] = &["generated", "ratings", "speeds"];

/// What each table is filled with, from the tables of the first version under their new names.
const COPIES: &[(&str, &str)] = &[
    ("meta", "SELECT key, value FROM v1_meta"),
    ("sessions", "SELECT id, machine, jobs, load, NULL, NULL FROM v1_sessions"),
    (
        "machines",
        "SELECT 1, 'local', NULL, coalesce((SELECT machine FROM v1_sessions), ''), '', ''",
    ),
    ("sets", "SELECT id, label FROM v1_sets"),
    ("puzzles", "SELECT id, in_set, number, line, '', line, clues, cells FROM v1_puzzles"),
    (
        "algorithms",
        "SELECT id, label, algorithm, title, family, settings, uses_seed, tick FROM v1_algorithms",
    ),
    (
        "runs",
        "SELECT puzzle, algorithm, repeat, session, 1, verdict, ticks, guesses, best_cost,
         cpu_seconds, wall_seconds, inner, cpu_seconds, wall_seconds, 1, 0, 0, 0, NULL, NULL, NULL,
         note FROM v1_runs",
    ),
];
const ASPECT_COPIES: &[(&str, &str)] = &[
    (
        "generated",
        "SELECT algorithm, number, line, clues, proper, er, decisions, undecided, cpu_seconds
         FROM v1_generated",
    ),
    ("ratings", "SELECT puzzle, er, ep, ed FROM v1_ratings"),
    (
        "speeds",
        "SELECT algorithm, form, threads, repeat, puzzles, wall_seconds, cpu_seconds FROM v1_speeds",
    ),
];

/// Turns a file of the first version into one of this version.
pub fn from_first(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    let has_aspects = transaction.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('generated', 'ratings', 'speeds')",
        [],
        |r| Ok(r.get::<_, i64>(0)? == 3),
    )?;
    let tables = || V1.iter().chain(if has_aspects { ASPECTS } else { &[] });
    transaction.execute_batch("DROP VIEW IF EXISTS every_run; DROP INDEX IF EXISTS run_key;")?;
    for table in tables() {
        transaction.execute_batch(&format!("ALTER TABLE {table} RENAME TO v1_{table}"))?;
    }
    transaction.execute_batch(TABLES)?;
    for (table, query) in COPIES.iter().chain(if has_aspects { ASPECT_COPIES } else { &[] }) {
        copy(&transaction, table, query, [])?;
    }
    // Those that refer to others first.
    for table in tables().collect::<Vec<_>>().into_iter().rev() {
        transaction.execute_batch(&format!("DROP TABLE v1_{table}"))?;
    }
    transaction.execute_batch(&format!(
        "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA};"
    ))?;
    transaction.commit()
}
