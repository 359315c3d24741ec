//! The result file: one SQLite database, one row per run, written as each run ends.
//!
//! ```text
//! meta        key, value        name, plan (its text), identity, protocol, seed, limit_seconds,
//!                               limit_ticks, version, closed
//! machines    id, host, core, processor, system, build       one row per host and core
//! sessions    id, machine, jobs, load, began, pinned         one row for each start of the study
//! sets        id, label
//! puzzles     id, in_set, number, line, key, origin, clues, cells
//! algorithms  id, label, algorithm, title, family, settings, uses_seed, tick
//! runs        puzzle, algorithm, repeat, session, machine, verdict, ticks, guesses, best_cost,
//!             times, how they were measured, note; no two with the same first three
//! generated, ratings, speeds                                  what else was measured
//! every_run   a view of runs with the names in place of the numbers: what `export` prints
//! ```
//!
//! Every table ends with a seal, a hash of the row. `application_id` says that the file is
//! ours, `user_version` is the version of the schema; files of the first one are read as they
//! are, and `migrate` carries them over when their study goes on.
//! A new file is made under another name and renamed when plan, algorithms and puzzles are in it,
//! so a file under its final name is always complete up to the runs. It is in WAL mode: others
//! can read while a study writes, and a killed process loses only what it had not committed.
//!
//! Runs end in random order. A key kept up to date meanwhile writes a page of the file for nearly
//! every row: 19 µs of CPU time each, with 200 000 rows and 100 to a commit, against 5 µs for
//! appending. So rows are appended, no run is done twice because the runner leaves out what is
//! there and a lock keeps others away, and the unique index is made when the study ends. It is
//! dropped when the study goes on; a study that was killed has none and is read all the same,
//! since readers sort.
//!
//! A file that is not ours, or damaged, is refused and not written to (`open`).

mod error;
mod export;
mod migrate;
mod once;
mod open;
mod rows;
mod schema;
pub(crate) mod seal;

pub use error::StoreError;
pub use export::{EXPORTED, Part, Runs};
pub use once::Known;
pub use rows::{
    AlgorithmEntry, Class, Content, Ended, MachineEntry, Measured, PuzzleEntry, Row, Session,
    best_at,
};
pub use schema::FILE_NAME;

use crate::machine::Machine;
use crate::plan::{Plan, PuzzleSet};
use error::{damaged, io, sql_error};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use seal::{real, text, whole};
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use sudolab_grid::halt::Halt;

const MAKE_KEY: &str =
    "CREATE UNIQUE INDEX IF NOT EXISTS run_key ON runs(puzzle, algorithm, repeat)";
const DROP_KEY: &str = "DROP INDEX IF EXISTS run_key";

/// A result file open for a study that goes on.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    file: PathBuf,
    session: i64,
    /// Rows have been added since the file was opened; until then it stays closed.
    is_open: bool,
    /// Hosts and cores that are in the file.
    machines: HashMap<(String, Option<u32>), i64>,
    // Held for as long as the study runs; the system lets go of it when the process dies.
    _lock: File,
}

impl Store {
    /// Opens the study in a folder to go on with it, or begins it there.
    pub fn open(
        folder: &Path,
        plan: &Plan,
        sets: &[PuzzleSet],
        jobs: usize,
    ) -> Result<Store, StoreError> {
        fs::create_dir_all(folder).map_err(|error| io("make the folder", folder, error))?;
        let file = folder.join(FILE_NAME);
        if file.exists() {
            open::check_header(&file)?;
        }
        let lock = open::lock(folder)?;
        if !file.exists() {
            schema::create(folder, &file, plan, sets)?;
        }
        let mut connection = open::to_write(&file)?;
        // Before anything is written: a file that holds another study stays as it is.
        check_content(&connection, &file, plan, sets)?;
        let sql = |error| sql_error(&file, error);
        if version(&connection).map_err(sql)? < schema::SCHEMA {
            migrate::from_first(&mut connection).map_err(sql)?;
        }
        // In WAL mode a commit need not wait for the disk: a killed process loses nothing that
        // was committed, a power cut at most the last rows.
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).map_err(sql)?;
        connection.execute_batch("PRAGMA synchronous = NORMAL").map_err(sql)?;
        let pinned = crate::machine::cores_for(jobs).map(|cores| cores.len());
        let session = schema::session(&connection, jobs, pinned).map_err(sql)?;
        let machines = HashMap::new();
        Ok(Store { connection, file, session, is_open: false, machines, _lock: lock })
    }

    /// Writes rows of runs on this machine, all or none.
    pub fn write(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        self.absorb(&Machine::here(), rows)
    }

    /// Writes rows of runs on a machine, all or none.
    pub fn absorb(&mut self, machine: &Machine, rows: &[Row]) -> Result<(), StoreError> {
        let Store { connection, file, session, is_open, machines, .. } = self;
        let sql = |error| sql_error(file, error);
        let transaction = connection.transaction().map_err(sql)?;
        if !*is_open {
            transaction.execute_batch(DROP_KEY).map_err(sql)?;
            transaction.execute("DELETE FROM meta WHERE key = ?1", [open::CLOSED]).map_err(sql)?;
        }
        let mut added = Vec::new();
        for row in rows {
            let core = row.measured.core;
            let place = (machine.host.clone(), core);
            let id = match machines.get(&place) {
                Some(&id) => id,
                None => {
                    let id = schema::machine(&transaction, machine, core).map_err(sql)?;
                    machines.insert(place.clone(), id);
                    added.push(place);
                    id
                }
            };
            insert_run(&transaction, *session, id, row).map_err(sql)?;
        }
        if let Err(error) = transaction.commit() {
            added.iter().for_each(|place| {
                machines.remove(place);
            });
            return Err(sql_error(file, error));
        }
        *is_open = true;
        Ok(())
    }

    /// Hands every run already there to `each`: its row, by puzzle, algorithm and repeat.
    pub fn each_run(&self, mut each: impl FnMut(Row)) -> Result<(), StoreError> {
        read_runs(&self.connection, &self.file, Order::ByRun, |row| {
            each(row);
            Ok(())
        })
    }

    /// Asks or writes what is not a run.
    pub(crate) fn query<T>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        ask(&self.connection).map_err(|error| sql_error(&self.file, error))
    }

    /// Ends the work: from now on one file holds everything.
    pub fn close(self) -> Result<(), StoreError> {
        let Store { mut connection, file, .. } = self;
        let sql = |error| sql_error(&file, error);
        let transaction = connection.transaction().map_err(sql)?;
        transaction.execute_batch(MAKE_KEY).map_err(sql)?;
        if open::meta(&transaction, open::CLOSED).map_err(sql)?.is_none() {
            let (n, sum) = seal::total(&transaction, "runs").map_err(sql)?;
            let closing = open::closing((n, sum.unwrap_or_default()));
            let fields = [text(open::CLOSED), text(&closing)];
            seal::insert(&transaction, "meta", &fields).map_err(sql)?;
        }
        transaction.commit().map_err(sql)?;
        // Without a log, readers leave no files behind. When one is reading just now this is
        // refused, and everything is as safe in the log.
        let _ = connection.busy_timeout(std::time::Duration::from_millis(200));
        let _ = connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()));
        connection.close().map_err(|(_, error)| sql_error(&file, error))
    }
}

fn version(connection: &Connection) -> rusqlite::Result<i32> {
    connection.query_row("PRAGMA user_version", [], |r| r.get(0))
}

fn insert_run(
    connection: &Connection,
    session: i64,
    machine: i64,
    row: &Row,
) -> rusqlite::Result<()> {
    let m = &row.measured;
    let fields = [
        whole(row.puzzle),
        whole(row.algorithm),
        whole(row.repeat),
        whole(session),
        whole(machine),
        text(row.ended.word()),
        whole(row.ticks as i64),
        whole(row.guesses as i64),
        real(row.best_cost),
        ValueRef::Real(row.cpu_seconds),
        ValueRef::Real(row.wall_seconds),
        whole(row.inner),
        ValueRef::Real(m.cpu_least),
        ValueRef::Real(m.wall_least),
        whole(m.batches),
        whole(m.rejected),
        whole(m.place as i64),
        whole(m.piece as i64),
        real(m.began),
        m.switches.map_or(ValueRef::Null, |n| whole(n as i64)),
        real(m.steal),
        row.note.as_deref().map_or(ValueRef::Null, text),
    ];
    seal::insert(connection, "runs", &fields).map(drop)
}

/// Reads the study in a folder; it may be running.
pub fn read(folder: &Path) -> Result<Content, StoreError> {
    read_within(folder, &Halt::never())
}

/// The same, unless the halt stops it.
///
/// # Errors
/// When it cannot be used, or what stopped it.
pub fn read_within(folder: &Path, halt: &Halt<'_>) -> Result<Content, StoreError> {
    let (connection, file) = open::to_read(folder)?;
    let sql = |error| sql_error(&file, error);
    let meta = |key: &str| -> Result<String, StoreError> {
        let found = open::meta(&connection, key).map_err(sql)?;
        found.ok_or_else(|| damaged(&file, &format!("it has no {key}")))
    };
    let number = |key: &str| -> Result<f64, StoreError> {
        meta(key)?.parse().map_err(|_| damaged(&file, &format!("its {key} is no number")))
    };
    let mut content = Content {
        name: meta("name")?,
        plan: meta("plan")?,
        protocol: meta("protocol")?,
        is_thesis: meta("kind")? == "thesis",
        most_runs: number("most_runs")? as u32,
        bounds: (number("bound")?, number("bound_stochastic")?),
        seed: meta("seed")?.parse().map_err(|_| damaged(&file, "its seed is no number"))?,
        limit: number("limit_seconds")?,
        tick_limit: open::meta(&connection, "limit_ticks").map_err(sql)?.and_then(|n| n.parse().ok()),
        version: meta("version")?,
        sessions: list(
            &connection,
            "SELECT machine, jobs, load, began, pinned FROM sessions ORDER BY id",
            |r| {
                Ok(Session {
                    machine: r.get(0)?,
                    jobs: r.get::<_, i64>(1)? as usize,
                    load: r.get(2)?,
                    began: r.get(3)?,
                    pinned: r.get::<_, Option<i64>>(4)?.map(|n| n as usize),
                })
            },
        )
        .map_err(sql)?,
        machines: list(
            &connection,
            "SELECT host, core, processor, system, build FROM machines ORDER BY id",
            |r| {
                Ok(MachineEntry {
                    host: r.get(0)?,
                    core: r.get(1)?,
                    processor: r.get(2)?,
                    system: r.get(3)?,
                    build: r.get(4)?,
                })
            },
        )
        .map_err(sql)?,
        sets: list(&connection, "SELECT label FROM sets ORDER BY id", |r| r.get(0)).map_err(sql)?,
        puzzles: list(
            &connection,
            "SELECT in_set, number, line, clues, cells, key, origin FROM puzzles ORDER BY id",
            |r| {
                Ok(PuzzleEntry {
                    set: r.get::<_, i64>(0)? as usize,
                    number: r.get::<_, i64>(1)? as usize,
                    line: r.get(2)?,
                    clues: r.get::<_, i64>(3)? as usize,
                    cells: r.get::<_, i64>(4)? as usize,
                    key: r.get(5)?,
                    origin: r.get(6)?,
                })
            },
        )
        .map_err(sql)?,
        algorithms: list(
            &connection,
            "SELECT label, algorithm, title, family, settings, uses_seed, tick FROM algorithms ORDER BY id",
            |r| {
                Ok(AlgorithmEntry {
                    label: r.get(0)?,
                    algorithm: r.get(1)?,
                    title: r.get(2)?,
                    family: r.get(3)?,
                    settings: r.get(4)?,
                    uses_seed: r.get(5)?,
                    tick: r.get(6)?,
                    tick_limit: None,
                })
            },
        )
        .map_err(sql)?,
        aspects: crate::aspect::read(&connection).map_err(sql)?,
        rows: Vec::new(),
    };
    for entry in &mut content.algorithms {
        let own = open::meta(&connection, &schema::own_ticks(&entry.label)).map_err(sql)?;
        entry.tick_limit = own.and_then(|ticks| ticks.parse().ok());
    }
    let (n_puzzles, n_algorithms, n_sets) =
        (content.puzzles.len(), content.algorithms.len(), content.sets.len());
    if content.puzzles.iter().any(|p| p.set >= n_sets) {
        return Err(damaged(&file, "a puzzle belongs to no set"));
    }
    let rows = &mut content.rows;
    // Sorted here, which takes a tenth of the time that SQLite needs for it.
    let mut pulse = halt.pulse();
    read_runs(&connection, &file, Order::AsWritten, |row| {
        rows.push(row);
        pulse.beat(1).map_err(StoreError::Stopped)
    })?;
    rows.sort_unstable_by_key(Row::key);
    halt.check().map_err(StoreError::Stopped)?;
    if rows.windows(2).any(|pair| pair[0].key() == pair[1].key()) {
        return Err(damaged(&file, "two rows are of the same run"));
    }
    if rows.iter().any(|r| r.puzzle as usize >= n_puzzles || r.algorithm as usize >= n_algorithms) {
        return Err(damaged(&file, "a run belongs to no puzzle or algorithm"));
    }
    Ok(content)
}

/// The order in which runs are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// By puzzle, algorithm and repeat.
    ByRun,
    /// As they stand in the file.
    AsWritten,
}

fn read_runs(
    connection: &Connection,
    file: &Path,
    order: Order,
    mut each: impl FnMut(Row) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let sql = |error| sql_error(file, error);
    // Going by the index would jump about in the file for every row.
    let order = match order {
        Order::ByRun => "NOT INDEXED ORDER BY puzzle, algorithm, repeat",
        Order::AsWritten => "",
    };
    let query = format!(
        "SELECT puzzle, algorithm, repeat, verdict, ticks, guesses, best_cost, cpu_seconds,
         wall_seconds, inner, note, cpu_least, wall_least, batches, rejected, place, piece, began,
         (SELECT core FROM machines m WHERE m.id = r.machine), switches, steal_seconds,
         machine
         FROM runs r {order}"
    );
    let hosts = hosts(connection).map_err(sql)?;
    let mut statement = connection.prepare(&query).map_err(sql)?;
    let mut rows = statement.query([]).map_err(sql)?;
    while let Some(row) = rows.next().map_err(sql)? {
        let word = row.get_ref(3).map_err(sql)?;
        let word = word.as_str().map_err(|_| damaged(file, "a verdict is no text"))?;
        let ended = Ended::from_word(word)
            .ok_or_else(|| damaged(file, &format!("{word:?} is no verdict")))?;
        let read = || -> rusqlite::Result<Row> {
            Ok(Row {
                puzzle: row.get(0)?,
                algorithm: row.get(1)?,
                repeat: row.get(2)?,
                ended,
                ticks: row.get::<_, i64>(4)? as u64,
                guesses: row.get::<_, i64>(5)? as u64,
                best_cost: row.get(6)?,
                cpu_seconds: row.get(7)?,
                wall_seconds: row.get(8)?,
                inner: row.get(9)?,
                note: row.get(10)?,
                measured: Measured {
                    cpu_least: row.get(11)?,
                    wall_least: row.get(12)?,
                    batches: row.get(13)?,
                    rejected: row.get(14)?,
                    place: row.get::<_, i64>(15)? as u64,
                    piece: row.get::<_, i64>(16)? as u64,
                    began: row.get(17)?,
                    core: row.get(18)?,
                    switches: row.get::<_, Option<i64>>(19)?.map(|n| n as u64),
                    steal: row.get(20)?,
                    host: hosts.get(&row.get::<_, i64>(21)?).copied(),
                },
            })
        };
        each(read().map_err(sql)?)?;
    }
    Ok(())
}

/// The number of each machine's host among the hosts in the order of their names.
fn hosts(connection: &Connection) -> rusqlite::Result<HashMap<i64, u32>> {
    let machines: Vec<(i64, String)> =
        list(connection, "SELECT id, host FROM machines", |r| Ok((r.get(0)?, r.get(1)?)))?;
    let names: BTreeSet<&String> = machines.iter().map(|(_, host)| host).collect();
    let number = |host: &String| names.iter().take_while(|name| **name < host).count() as u32;
    Ok(machines.iter().map(|(id, host)| (*id, number(host))).collect())
}

/// Whether the study in the file is the one of the plan.
fn check_content(
    connection: &Connection,
    file: &Path,
    plan: &Plan,
    sets: &[PuzzleSet],
) -> Result<(), StoreError> {
    let sql = |error| sql_error(file, error);
    let other = |why: &str| StoreError::Other { file: file.display().to_string(), why: why.into() };
    let meta = |key: &str| open::meta(connection, key).map_err(sql);
    if meta("version")?.as_deref() != Some(env!("CARGO_PKG_VERSION")) {
        return Err(other("it was begun by another version of the program"));
    }
    if meta("identity")?.as_deref() != Some(plan.identity().as_str()) {
        return Err(other("its plan differs in seed, protocol or algorithms"));
    }
    let first = version(connection).map_err(sql)? == 1;
    let keys = if first { "line, ''" } else { "line, key" };
    let query = format!("SELECT {keys} FROM puzzles ORDER BY id");
    let there: Vec<(String, String)> =
        list(connection, &query, |r| Ok((r.get(0)?, r.get(1)?))).map_err(sql)?;
    let labels: Vec<String> =
        list(connection, "SELECT label FROM sets ORDER BY id", |r| r.get(0)).map_err(sql)?;
    let puzzles = || sets.iter().flat_map(|s| &s.puzzles);
    let lines = there.iter().map(|(line, _)| line.as_str());
    let same_lines = puzzles().map(ToString::to_string).eq(lines);
    if !same_lines || !sets.iter().map(|s| &s.label).eq(&labels) {
        return Err(other("its puzzles differ"));
    }
    for (puzzle, (_, known)) in puzzles().zip(&there) {
        let key = puzzle.key().into_text();
        if known.is_empty() && key != puzzle.to_string() {
            return Err(other(
                "it was begun when result files did not tell boards with the same clues apart",
            ));
        }
        if !known.is_empty() && *known != key {
            return Err(other("its puzzles have the same clues, but other boards or candidates"));
        }
    }
    Ok(())
}

fn list<T>(
    connection: &Connection,
    query: &str,
    read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare(query)?.query_map([], read)?.collect()
}
