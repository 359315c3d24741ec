//! The result file: one SQLite database, one row per run, written as each run ends.
//!
//! ```text
//! meta        key, value        name, plan (its text), identity, protocol, seed, limit_seconds,
//!                               version
//! sessions    id, machine, jobs, load           one row each time the study was started
//! sets        id, label
//! puzzles     id, in_set, number, line, clues, cells
//! algorithms  id, label, algorithm, title, family, settings, uses_seed, tick
//! runs        puzzle, algorithm, repeat, session, verdict, ticks, guesses, best_cost,
//!             cpu_seconds, wall_seconds, inner, note; no two with the same first three
//! every_run   a view of runs with the names in place of the numbers: what `export` prints
//! ```
//!
//! `application_id` says that the file is ours, `user_version` is the version of this schema.
//! A new file is made under another name and renamed when plan, algorithms and puzzles are in it,
//! so a file under its final name is always complete up to the runs. It is in WAL mode: others
//! can read while a study writes, and a killed process loses only what it had not committed.
//!
//! Runs end in random order. A key kept up to date meanwhile writes a page of the file for nearly
//! every row: 19 µs of CPU time each, with 200 000 rows and 100 to a commit, against 5 µs for
//! appending. So rows are appended, no run is done twice because the runner leaves out what is
//! there and a lock keeps others away, and the unique index is made when the study ends. It is
//! dropped when the study goes on; a study that was killed has none and is read all the same,
//! since readers sort. Files made before this was so have the key as their primary key.
//!
//! A file that is not ours, or damaged, is refused and not written to.

mod error;
mod export;

pub use error::StoreError;
pub use export::{EXPORTED, Runs};

use crate::plan::{Contestant, Plan, PuzzleSet, Repeats};
use error::{damaged, io, sql_error};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use sudolab_solvers::Verdict;

/// "SdLb", at byte 68 of the file.
const APPLICATION: i32 = 0x5364_4c62;
/// The version of the schema above.
const SCHEMA: i32 = 1;
/// The name of the result file in a study's folder.
pub const FILE_NAME: &str = "study.sqlite";

const TABLES: &str = "
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions(id INTEGER PRIMARY KEY, machine TEXT NOT NULL, jobs INTEGER NOT NULL, load REAL);
CREATE TABLE sets(id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE);
CREATE TABLE puzzles(id INTEGER PRIMARY KEY, in_set INTEGER NOT NULL REFERENCES sets(id),
  number INTEGER NOT NULL, line TEXT NOT NULL, clues INTEGER NOT NULL, cells INTEGER NOT NULL,
  UNIQUE(in_set, number));
CREATE TABLE algorithms(id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, algorithm TEXT NOT NULL,
  title TEXT NOT NULL, family TEXT NOT NULL, settings TEXT NOT NULL, uses_seed INTEGER NOT NULL,
  tick TEXT NOT NULL);
CREATE TABLE runs(puzzle INTEGER NOT NULL REFERENCES puzzles(id),
  algorithm INTEGER NOT NULL REFERENCES algorithms(id), repeat INTEGER NOT NULL,
  session INTEGER NOT NULL REFERENCES sessions(id), verdict TEXT NOT NULL, ticks INTEGER NOT NULL,
  guesses INTEGER NOT NULL, best_cost REAL, cpu_seconds REAL NOT NULL, wall_seconds REAL NOT NULL,
  inner INTEGER NOT NULL, note TEXT);
CREATE VIEW every_run AS
  SELECT s.label AS puzzle_set, p.number AS number, p.line AS puzzle, a.label AS label,
    a.algorithm AS algorithm, a.settings AS settings, r.repeat AS repeat,
    (SELECT value FROM meta WHERE key = 'seed') AS seed, r.verdict AS verdict, r.ticks AS ticks,
    r.guesses AS guesses, r.best_cost AS best_cost, r.cpu_seconds AS cpu_seconds,
    r.wall_seconds AS wall_seconds, r.inner AS inner, r.note AS note
  FROM runs r JOIN puzzles p ON p.id = r.puzzle JOIN sets s ON s.id = p.in_set
    JOIN algorithms a ON a.id = r.algorithm
  ORDER BY r.puzzle, r.algorithm, r.repeat;
";

/// What keeps two rows of one run out of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    /// Nothing yet: rows are being appended, or were when the process was killed.
    None,
    /// The index that is made when a study ends.
    Index,
    /// The primary key, in files made before there was the index.
    Primary,
}

impl Key {
    const MAKE: &str = "CREATE UNIQUE INDEX run_key ON runs(puzzle, algorithm, repeat)";
    const DROP: &str = "DROP INDEX run_key";

    fn of(connection: &Connection) -> rusqlite::Result<Key> {
        let count = |query: &str| connection.query_row(query, [], |r| r.get::<_, i64>(0));
        if count("SELECT count(*) FROM pragma_table_info('runs') WHERE pk > 0")? > 0 {
            return Ok(Key::Primary);
        }
        let indices = count("SELECT count(*) FROM sqlite_schema WHERE name = 'run_key'")?;
        Ok(if indices > 0 { Key::Index } else { Key::None })
    }
}

/// How a run ended, as a row says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Ended {
    /// By a verdict of the registry.
    With(Verdict),
    /// The algorithm panicked; the note of the row says where.
    Panicked,
}

impl Ended {
    /// The word in the file.
    pub fn word(self) -> &'static str {
        match self {
            Ended::With(verdict) => verdict.word(),
            Ended::Panicked => "panicked",
        }
    }

    /// What a word means.
    pub fn from_word(word: &str) -> Option<Ended> {
        if word == "panicked" {
            return Some(Ended::Panicked);
        }
        Verdict::ALL.into_iter().find(|v| v.word() == word).map(Ended::With)
    }

    /// Whether the puzzle was solved.
    pub fn is_solved(self) -> bool {
        self == Ended::With(Verdict::Solved)
    }

    /// Whether the algorithm has a fault: it claimed something false, or broke.
    pub fn is_fault(self) -> bool {
        matches!(self, Ended::Panicked | Ended::With(Verdict::Wrong))
    }
}

/// One run.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The puzzle's number in the file, from 0.
    pub puzzle: u32,
    /// The algorithm's number in the file, from 0.
    pub algorithm: u32,
    /// The number of the repeat, from 0.
    pub repeat: u32,
    /// How it ended.
    pub ended: Ended,
    /// The algorithm's own units of work.
    pub ticks: u64,
    /// Branches of the search.
    pub guesses: u64,
    /// The lowest cost offered by a run that did not solve.
    pub best_cost: Option<f64>,
    /// CPU time of one repetition.
    pub cpu_seconds: f64,
    /// Wall time of one repetition.
    pub wall_seconds: f64,
    /// How many repetitions the times are the mean of.
    pub inner: u32,
    /// What else there is to say, such as a panic's message.
    pub note: Option<String>,
}

impl Row {
    /// Which run it is: puzzle, algorithm, repeat.
    pub fn key(&self) -> (u32, u32, u32) {
        (self.puzzle, self.algorithm, self.repeat)
    }
}

/// An algorithm as the file describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlgorithmEntry {
    /// Name in tables and figures.
    pub label: String,
    /// Its id in the registry.
    pub algorithm: String,
    /// Its name in words.
    pub title: String,
    /// The group it belongs to.
    pub family: String,
    /// Settings that differ from the defaults.
    pub settings: String,
    /// Whether its runs differ by seed.
    pub uses_seed: bool,
    /// What one tick is.
    pub tick: String,
}

/// A puzzle as the file describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleEntry {
    /// The place of its set in the list of sets.
    pub set: usize,
    /// Its number in the set, from 1.
    pub number: usize,
    /// The puzzle on one line.
    pub line: String,
    /// Clues.
    pub clues: usize,
    /// Cells of the board.
    pub cells: usize,
}

/// One start of the study.
#[derive(Clone, PartialEq, Debug)]
pub struct Session {
    /// The machine.
    pub machine: String,
    /// Threads.
    pub jobs: usize,
    /// The load average before it began.
    pub load: Option<f64>,
}

/// Everything in a result file.
#[derive(Clone, PartialEq, Debug)]
pub struct Content {
    /// The study's name.
    pub name: String,
    /// The plan's text.
    pub plan: String,
    /// The protocol in words.
    pub protocol: String,
    /// Whether the protocol is the thesis' one.
    pub is_thesis: bool,
    /// The most runs of one algorithm on one puzzle.
    pub most_runs: u32,
    /// The width below which a mean is stable, for deterministic and for randomised algorithms.
    pub bounds: (f64, f64),
    /// The seed.
    pub seed: u64,
    /// The time limit of a run, in seconds.
    pub limit: f64,
    /// The version that made the rows.
    pub version: String,
    /// Each start.
    pub sessions: Vec<Session>,
    /// Names of the puzzle sets.
    pub sets: Vec<String>,
    /// The puzzles.
    pub puzzles: Vec<PuzzleEntry>,
    /// The algorithms.
    pub algorithms: Vec<AlgorithmEntry>,
    /// Generation, ratings and speed-ups, where the plan asked for them.
    pub aspects: crate::aspect::Results,
    /// The runs, by puzzle, algorithm and repeat.
    pub rows: Vec<Row>,
}

/// A result file open for a study that goes on.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    file: PathBuf,
    session: i64,
    key: Key,
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
            check_header(&file)?;
        }
        let lock = lock(folder)?;
        if file.exists() {
            check_content(&file, plan, sets)?;
        } else {
            create(folder, &file, plan, sets)?;
        }
        let sql = |error| sql_error(&file, error);
        let connection = Connection::open(&file).map_err(sql)?;
        // In WAL mode a commit need not wait for the disk: a killed process loses nothing that
        // was committed, a power cut at most the last rows.
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).map_err(sql)?;
        connection.execute_batch("PRAGMA synchronous = NORMAL").map_err(sql)?;
        connection
            .execute(
                "INSERT INTO sessions(machine, jobs, load) VALUES (?1, ?2, ?3)",
                params![crate::machine::describe(), jobs as i64, crate::machine::load()],
            )
            .map_err(sql)?;
        let session = connection.last_insert_rowid();
        let key = Key::of(&connection).map_err(sql)?;
        Ok(Store { connection, file, session, key, _lock: lock })
    }

    /// Writes rows, all or none.
    pub fn write(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        let session = self.session;
        let file = &self.file;
        let sql = |error| sql_error(file, error);
        let transaction = self.connection.transaction().map_err(sql)?;
        if self.key == Key::Index {
            transaction.execute_batch(Key::DROP).map_err(sql)?;
        }
        {
            let mut insert = transaction
                .prepare_cached("INSERT INTO runs VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)")
                .map_err(sql)?;
            for row in rows {
                insert
                    .execute(params![
                        row.puzzle,
                        row.algorithm,
                        row.repeat,
                        session,
                        row.ended.word(),
                        row.ticks as i64,
                        row.guesses as i64,
                        row.best_cost,
                        row.cpu_seconds,
                        row.wall_seconds,
                        row.inner,
                        row.note,
                    ])
                    .map_err(sql)?;
            }
        }
        transaction.commit().map_err(sql)?;
        if self.key == Key::Index {
            self.key = Key::None;
        }
        Ok(())
    }

    /// Hands every run already there to `each`: its row, by puzzle, algorithm and repeat.
    pub fn each_run(&self, each: impl FnMut(Row)) -> Result<(), StoreError> {
        read_runs(&self.connection, &self.file, Order::ByRun, each)
    }

    /// Runs statements, such as those that make tables.
    pub(crate) fn execute(&self, sql: &str) -> Result<(), StoreError> {
        self.query(|connection| connection.execute_batch(sql))
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
        let Store { connection, file, key, .. } = self;
        if key == Key::None {
            connection.execute_batch(Key::MAKE).map_err(|error| sql_error(&file, error))?;
        }
        // Without a log, readers leave no files behind. When one is reading just now this is
        // refused, and everything is as safe in the log.
        let _ = connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()));
        connection.close().map_err(|(_, error)| sql_error(&file, error))
    }
}

/// Reads the study in a folder; it may be running.
pub fn read(folder: &Path) -> Result<Content, StoreError> {
    let (connection, file) = open_to_read(folder)?;
    let sql = |error| sql_error(&file, error);
    // One transaction, so that everything read is of one moment.
    connection.execute_batch("BEGIN").map_err(sql)?;
    let meta = |key: &str| -> Result<String, StoreError> {
        let found = connection
            .query_row("SELECT value FROM meta WHERE key = ?1", [key], |r| r.get(0))
            .optional()
            .map_err(sql)?;
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
        version: meta("version")?,
        sessions: list(&connection, "SELECT machine, jobs, load FROM sessions ORDER BY id", |r| {
            Ok(Session { machine: r.get(0)?, jobs: r.get::<_, i64>(1)? as usize, load: r.get(2)? })
        })
        .map_err(sql)?,
        sets: list(&connection, "SELECT label FROM sets ORDER BY id", |r| r.get(0)).map_err(sql)?,
        puzzles: list(
            &connection,
            "SELECT in_set, number, line, clues, cells FROM puzzles ORDER BY id",
            |r| {
                Ok(PuzzleEntry {
                    set: r.get::<_, i64>(0)? as usize,
                    number: r.get::<_, i64>(1)? as usize,
                    line: r.get(2)?,
                    clues: r.get::<_, i64>(3)? as usize,
                    cells: r.get::<_, i64>(4)? as usize,
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
                })
            },
        )
        .map_err(sql)?,
        aspects: crate::aspect::read(&connection).map_err(sql)?,
        rows: Vec::new(),
    };
    let (n_puzzles, n_algorithms, n_sets) =
        (content.puzzles.len(), content.algorithms.len(), content.sets.len());
    if content.puzzles.iter().any(|p| p.set >= n_sets) {
        return Err(damaged(&file, "a puzzle belongs to no set"));
    }
    let rows = &mut content.rows;
    // Sorted here, which takes a tenth of the time that SQLite needs for it.
    read_runs(&connection, &file, Order::AsWritten, |row| rows.push(row))?;
    rows.sort_unstable_by_key(Row::key);
    if rows.windows(2).any(|pair| pair[0].key() == pair[1].key()) {
        return Err(damaged(&file, "two rows are of the same run"));
    }
    if rows.iter().any(|r| r.puzzle as usize >= n_puzzles || r.algorithm as usize >= n_algorithms) {
        return Err(damaged(&file, "a run belongs to no puzzle or algorithm"));
    }
    Ok(content)
}

fn open_to_read(folder: &Path) -> Result<(Connection, PathBuf), StoreError> {
    let file = folder.join(FILE_NAME);
    if !file.exists() {
        return Err(StoreError::Absent(folder.display().to_string()));
    }
    check_header(&file)?;
    let connection = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|error| sql_error(&file, error))?;
    check_pages(&connection, &file)?;
    Ok((connection, file))
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
    mut each: impl FnMut(Row),
) -> Result<(), StoreError> {
    let sql = |error| sql_error(file, error);
    // Going by the index would jump about in the file for every row.
    let order = match order {
        Order::ByRun => "NOT INDEXED ORDER BY puzzle, algorithm, repeat",
        Order::AsWritten => "",
    };
    let query = format!(
        "SELECT puzzle, algorithm, repeat, verdict, ticks, guesses, best_cost, cpu_seconds,
         wall_seconds, inner, note FROM runs {order}"
    );
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
            })
        };
        each(read().map_err(sql)?);
    }
    Ok(())
}

/// Looks at the first bytes, without SQLite, so that a foreign file is not even opened.
fn check_header(file: &Path) -> Result<(), StoreError> {
    let mut header = Vec::with_capacity(100);
    let opened = File::open(file).map_err(|error| io("read", file, error))?;
    opened.take(100).read_to_end(&mut header).map_err(|error| io("read", file, error))?;
    let number =
        |at: usize| header.get(at..at + 4).and_then(|b| b.try_into().ok()).map(i32::from_be_bytes);
    if !header.starts_with(b"SQLite format 3\0") || number(68) != Some(APPLICATION) {
        return Err(StoreError::Foreign(file.display().to_string()));
    }
    match number(60) {
        Some(found) if found > SCHEMA => {
            Err(StoreError::Newer { file: file.display().to_string(), found })
        }
        _ => Ok(()),
    }
}

fn check_pages(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    let verdict: String = connection
        .query_row("PRAGMA quick_check(1)", [], |r| r.get(0))
        .map_err(|error| damaged(file, &error.to_string()))?;
    if verdict == "ok" { Ok(()) } else { Err(damaged(file, verdict.trim())) }
}

/// Whether the study in the file is the one of the plan.
fn check_content(file: &Path, plan: &Plan, sets: &[PuzzleSet]) -> Result<(), StoreError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let (connection, _) = open_to_read(folder)?;
    let sql = |error| sql_error(file, error);
    let other = |why: &str| StoreError::Other { file: file.display().to_string(), why: why.into() };
    let meta = |key: &str| -> Result<Option<String>, StoreError> {
        connection
            .query_row("SELECT value FROM meta WHERE key = ?1", [key], |r| r.get(0))
            .optional()
            .map_err(sql)
    };
    if meta("version")?.as_deref() != Some(env!("CARGO_PKG_VERSION")) {
        return Err(other("it was begun by another version of the program"));
    }
    if meta("identity")?.as_deref() != Some(plan.identity().as_str()) {
        return Err(other("its plan differs in seed, protocol or algorithms"));
    }
    let lines: Vec<String> =
        list(&connection, "SELECT line FROM puzzles ORDER BY id", |r| r.get(0)).map_err(sql)?;
    let labels: Vec<String> =
        list(&connection, "SELECT label FROM sets ORDER BY id", |r| r.get(0)).map_err(sql)?;
    let same_puzzles = sets
        .iter()
        .flat_map(|s| &s.puzzles)
        .map(ToString::to_string)
        .eq(lines.iter().map(String::as_str));
    if !same_puzzles || !sets.iter().map(|s| &s.label).eq(&labels) {
        return Err(other("its puzzles differ"));
    }
    Ok(())
}

fn create(folder: &Path, file: &Path, plan: &Plan, sets: &[PuzzleSet]) -> Result<(), StoreError> {
    let new = folder.join(format!("{FILE_NAME}.new"));
    for leftover in [new.clone(), folder.join(format!("{FILE_NAME}.new-journal"))] {
        if leftover.exists() {
            fs::remove_file(&leftover).map_err(|error| io("remove", &leftover, error))?;
        }
    }
    let made = (|| -> rusqlite::Result<()> {
        let mut connection = Connection::open(&new)?;
        connection.execute_batch(&format!(
            "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA};"
        ))?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(TABLES)?;
        fill(&transaction, plan, sets)?;
        transaction.commit()?;
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        connection.close().map_err(|(_, error)| error)
    })();
    made.map_err(|error| sql_error(&new, error))?;
    fs::rename(&new, file).map_err(|error| io("write", file, error))
}

fn fill(connection: &Connection, plan: &Plan, sets: &[PuzzleSet]) -> rusqlite::Result<()> {
    let (kind, most, bounds) = match plan.protocol.repeats {
        Repeats::Fixed { runs } => ("fixed", runs, (0.0, 0.0)),
        Repeats::Thesis { most, bound, bound_stochastic, .. } => {
            ("thesis", most, (bound, bound_stochastic))
        }
    };
    let meta = [
        ("name", plan.name.clone()),
        ("plan", plan.text.clone()),
        ("identity", plan.identity()),
        ("protocol", plan.protocol.in_words()),
        ("kind", kind.to_owned()),
        ("most_runs", most.to_string()),
        ("bound", bounds.0.to_string()),
        ("bound_stochastic", bounds.1.to_string()),
        ("seed", plan.seed.to_string()),
        ("limit_seconds", plan.protocol.time_limit.as_secs_f64().to_string()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    for (key, value) in meta {
        connection.execute("INSERT INTO meta VALUES (?1, ?2)", params![key, value])?;
    }
    for (id, contestant) in plan.contestants.iter().enumerate() {
        let Contestant { label, algorithm: a, .. } = contestant;
        connection.execute(
            "INSERT INTO algorithms VALUES (?1,?2,?3,?4,?5,?6,?7,?8)",
            params![
                id as i64,
                label,
                a.id,
                a.title,
                a.family.to_string(),
                contestant.settings_text(),
                a.promises.uses_seed,
                a.tick
            ],
        )?;
    }
    let mut id = 0i64;
    let mut insert = connection.prepare("INSERT INTO puzzles VALUES (?1,?2,?3,?4,?5,?6)")?;
    for (number, set) in sets.iter().enumerate() {
        connection
            .execute("INSERT INTO sets VALUES (?1, ?2)", params![number as i64, set.label])?;
        for (i, puzzle) in set.puzzles.iter().enumerate() {
            let cells = puzzle.clues().values().len();
            let clues = puzzle.n_clues() as i64;
            let line = puzzle.to_string();
            insert.execute(params![id, number as i64, i as i64 + 1, line, clues, cells as i64])?;
            id += 1;
        }
    }
    Ok(())
}

fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("study.lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|error| io("write", &path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(StoreError::Busy(folder.display().to_string())),
        Err(fs::TryLockError::Error(error)) => Err(io("lock", &path, error)),
    }
}

fn list<T>(
    connection: &Connection,
    query: &str,
    read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare(query)?.query_map([], read)?.collect()
}
