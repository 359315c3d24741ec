//! The tables, and how a new file comes to be.

use super::error::{StoreError, io, sql_error};
use super::seal::{insert, real, text, whole};
use crate::plan::{Contestant, Plan, PuzzleSet, Repeats};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::fs;
use std::path::{Path, PathBuf};

/// "SdLb", at byte 68 of the file.
pub const APPLICATION: i32 = 0x5364_4c62;
/// The version of the tables below.
pub const SCHEMA: i32 = 2;
/// The name of the result file in a study's folder.
pub const FILE_NAME: &str = "study.sqlite";

/// Every table; the last column of each is its seal.
pub const NAMES: [&str; 10] = [
    "meta",
    "machines",
    "sessions",
    "sets",
    "puzzles",
    "algorithms",
    "runs",
    "generated",
    "ratings",
    "speeds",
];

pub const TABLES: &str = "
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL, seal INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE machines(id INTEGER PRIMARY KEY, host TEXT NOT NULL, core INTEGER,
  processor TEXT NOT NULL, system TEXT NOT NULL, build TEXT NOT NULL, seal INTEGER NOT NULL);
CREATE TABLE sessions(id INTEGER PRIMARY KEY, machine TEXT NOT NULL, jobs INTEGER NOT NULL,
  load REAL, began REAL, pinned INTEGER, seal INTEGER NOT NULL);
CREATE TABLE sets(id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, seal INTEGER NOT NULL);
CREATE TABLE puzzles(id INTEGER PRIMARY KEY, in_set INTEGER NOT NULL REFERENCES sets(id),
  number INTEGER NOT NULL, line TEXT NOT NULL, key TEXT NOT NULL, origin TEXT NOT NULL,
  clues INTEGER NOT NULL, cells INTEGER NOT NULL, seal INTEGER NOT NULL, UNIQUE(in_set, number));
CREATE TABLE algorithms(id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, algorithm TEXT NOT NULL,
  title TEXT NOT NULL, family TEXT NOT NULL, settings TEXT NOT NULL, uses_seed INTEGER NOT NULL,
  tick TEXT NOT NULL, seal INTEGER NOT NULL);
CREATE TABLE runs(puzzle INTEGER NOT NULL REFERENCES puzzles(id),
  algorithm INTEGER NOT NULL REFERENCES algorithms(id), repeat INTEGER NOT NULL,
  session INTEGER NOT NULL REFERENCES sessions(id),
  machine INTEGER NOT NULL REFERENCES machines(id), verdict TEXT NOT NULL, ticks INTEGER NOT NULL,
  guesses INTEGER NOT NULL, best_cost REAL, cpu_seconds REAL NOT NULL, wall_seconds REAL NOT NULL,
  inner INTEGER NOT NULL, cpu_least REAL NOT NULL, wall_least REAL NOT NULL,
  batches INTEGER NOT NULL, rejected INTEGER NOT NULL, place INTEGER NOT NULL,
  piece INTEGER NOT NULL, began REAL, switches INTEGER, steal_seconds REAL, note TEXT,
  seal INTEGER NOT NULL);
CREATE TABLE generated(algorithm INTEGER NOT NULL REFERENCES algorithms(id),
  number INTEGER NOT NULL, line TEXT NOT NULL, clues INTEGER NOT NULL, proper INTEGER NOT NULL,
  er REAL, decisions INTEGER NOT NULL, undecided INTEGER NOT NULL, cpu_seconds REAL NOT NULL,
  seal INTEGER NOT NULL, PRIMARY KEY(algorithm, number)) WITHOUT ROWID;
CREATE TABLE ratings(puzzle INTEGER PRIMARY KEY REFERENCES puzzles(id), er REAL NOT NULL,
  ep REAL NOT NULL, ed REAL NOT NULL, seal INTEGER NOT NULL);
CREATE TABLE speeds(algorithm INTEGER NOT NULL REFERENCES algorithms(id), form TEXT NOT NULL,
  threads INTEGER NOT NULL, repeat INTEGER NOT NULL, puzzles INTEGER NOT NULL,
  wall_seconds REAL NOT NULL, cpu_seconds REAL NOT NULL, seal INTEGER NOT NULL,
  PRIMARY KEY(algorithm, form, threads, repeat)) WITHOUT ROWID;
CREATE VIEW every_run AS
  SELECT s.label AS puzzle_set, p.number AS number, p.line AS puzzle, p.key AS puzzle_key,
    p.origin AS origin, p.clues AS clues, p.cells AS cells, a.label AS label,
    a.algorithm AS algorithm, a.family AS family, a.settings AS settings, r.repeat AS repeat,
    (SELECT value FROM meta WHERE key = 'seed') AS seed,
    (SELECT CAST(value AS REAL) FROM meta WHERE key = 'limit_seconds') AS limit_seconds,
    (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'limit_ticks') AS limit_ticks,
    r.verdict AS verdict,
    CASE r.verdict WHEN 'solved' THEN 'solved' WHEN 'none' THEN 'refuted'
      WHEN 'unsolved' THEN 'gave-up' WHEN 'wrong' THEN 'faulty' WHEN 'panicked' THEN 'faulty'
      ELSE 'stopped' END AS class,
    r.ticks AS ticks, r.guesses AS guesses, r.best_cost AS best_cost,
    r.cpu_seconds AS cpu_seconds, r.wall_seconds AS wall_seconds, r.cpu_least AS cpu_least,
    r.wall_least AS wall_least, r.inner AS inner, r.batches AS batches, r.rejected AS rejected,
    r.session AS session, r.place AS place, r.piece AS piece, r.began AS began, m.host AS host,
    m.core AS core, r.switches AS switches, r.steal_seconds AS steal_seconds,
    m.processor AS processor, m.build AS build, r.note AS note
  FROM runs r JOIN puzzles p ON p.id = r.puzzle JOIN sets s ON s.id = p.in_set
    JOIN algorithms a ON a.id = r.algorithm JOIN machines m ON m.id = r.machine
  ORDER BY r.puzzle, r.algorithm, r.repeat;
";

/// The key of `meta` under which the ticks stand that are an algorithm's own limit.
pub fn own_ticks(label: &str) -> String {
    format!("{OWN_TICKS}{label}")
}

/// What such a key begins with.
pub const OWN_TICKS: &str = "limit_ticks of ";

/// The name under which a file is made before it gets its own.
pub fn new_name(folder: &Path) -> PathBuf {
    folder.join(format!("{FILE_NAME}.new"))
}

/// Makes a file with plan, algorithms and puzzles; it is there whole or not at all.
pub fn create(
    folder: &Path,
    file: &Path,
    plan: &Plan,
    sets: &[PuzzleSet],
) -> Result<(), StoreError> {
    let new = new_name(folder);
    for end in ["", "-journal", "-wal", "-shm"] {
        let leftover = folder.join(format!("{FILE_NAME}.new{end}"));
        if leftover.exists() {
            fs::remove_file(&leftover).map_err(|error| io("remove", &leftover, error))?;
        }
    }
    let made = (|| -> rusqlite::Result<()> {
        let mut connection = Connection::open(&new)?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(&format!(
            "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA};"
        ))?;
        transaction.execute_batch(TABLES)?;
        fill(&transaction, plan, sets)?;
        transaction.commit()?;
        connection.close().map_err(|(_, error)| error)
    })();
    made.map_err(|error| sql_error(&new, error))?;
    fs::rename(&new, file).map_err(|error| io("write", file, error))?;
    // The name lasts when the folder is on the disk; where the system has no such call, it lasts
    // all the same after a moment.
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn fill(connection: &Connection, plan: &Plan, sets: &[PuzzleSet]) -> rusqlite::Result<()> {
    let (kind, most, bounds) = match plan.protocol.repeats {
        Repeats::Fixed { runs } => ("fixed", runs, (0.0, 0.0)),
        Repeats::Thesis { most, bound, bound_stochastic, .. } => {
            ("thesis", most, (bound, bound_stochastic))
        }
    };
    let mut meta = vec![
        ("name", plan.name.clone()),
        ("plan", plan.text.clone()),
        ("identity", plan.identity()),
        ("protocol", plan.protocol_in_words()),
        ("kind", kind.to_owned()),
        ("most_runs", most.to_string()),
        ("bound", bounds.0.to_string()),
        ("bound_stochastic", bounds.1.to_string()),
        ("seed", plan.seed.to_string()),
        ("limit_seconds", plan.protocol.time_limit.as_secs_f64().to_string()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    if let Some(ticks) = plan.protocol.tick_limit {
        meta.push(("limit_ticks", ticks.to_string()));
    }
    for (key, value) in meta {
        insert(connection, "meta", &[text(key), text(&value)])?;
    }
    for contestant in &plan.contestants {
        if let Some(ticks) = contestant.tick_limit {
            let key = own_ticks(&contestant.label);
            insert(connection, "meta", &[text(&key), text(&ticks.to_string())])?;
        }
    }
    for (id, contestant) in plan.contestants.iter().enumerate() {
        let Contestant { label, algorithm: a, .. } = contestant;
        let (family, settings) = (crate::external::family(a), contestant.settings_text());
        let fields = [
            whole(id as i64),
            text(label),
            text(a.id),
            text(a.title),
            text(&family),
            text(&settings),
            whole(a.promises.uses_seed),
            text(a.tick),
        ];
        insert(connection, "algorithms", &fields)?;
    }
    let mut id = 0i64;
    for (number, set) in sets.iter().enumerate() {
        insert(connection, "sets", &[whole(number as i64), text(&set.label)])?;
        for (i, puzzle) in set.puzzles.iter().enumerate() {
            let (line, key) = (puzzle.to_string(), puzzle.key().into_text());
            let fields = [
                whole(id),
                whole(number as i64),
                whole(i as i64 + 1),
                text(&line),
                text(&key),
                text(set.origins.get(i).unwrap_or(&key)),
                whole(puzzle.n_clues() as i64),
                whole(puzzle.clues().values().len() as i64),
            ];
            insert(connection, "puzzles", &fields)?;
            id += 1;
        }
    }
    Ok(())
}

/// Adds a host with a core, or finds it.
pub fn machine(
    connection: &Connection,
    here: &crate::machine::Machine,
    core: Option<u32>,
) -> rusqlite::Result<i64> {
    let core = core.map_or(ValueRef::Null, whole);
    let fields =
        [text(&here.host), core, text(&here.processor), text(&here.system), text(&here.build)];
    let known = connection
        .prepare_cached(
            "SELECT id FROM machines WHERE host = ?1 AND core IS ?2 AND processor = ?3
             AND system = ?4 AND build = ?5",
        )?
        .query_map(
            rusqlite::params_from_iter(fields.map(rusqlite::types::ToSqlOutput::Borrowed)),
            |r| r.get(0),
        )?
        .next();
    if let Some(known) = known {
        return known;
    }
    let id: i64 =
        connection.query_row("SELECT coalesce(max(id), 0) + 1 FROM machines", [], |r| r.get(0))?;
    let mut all = vec![whole(id)];
    all.extend(fields);
    insert(connection, "machines", &all)
}

/// Adds a start of the study; its number.
pub fn session(
    connection: &Connection,
    jobs: usize,
    pinned: Option<usize>,
) -> rusqlite::Result<i64> {
    let id: i64 =
        connection.query_row("SELECT coalesce(max(id), 0) + 1 FROM sessions", [], |r| r.get(0))?;
    let machine = crate::machine::describe();
    let fields = [
        whole(id),
        text(&machine),
        whole(jobs as i64),
        real(crate::machine::load()),
        real(crate::machine::now()),
        pinned.map_or(ValueRef::Null, |n| whole(n as i64)),
    ];
    insert(connection, "sessions", &fields)?;
    Ok(id)
}
