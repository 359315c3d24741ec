//! Opening a file: whose it is, whether it is whole, and whether others use it.
//!
//! A file is damaged when SQLite's `integrity_check` says so, when its tables are not those of its
//! version, or when the seal of a row does not hold. Nothing else is called damage: a lock that
//! another program holds is a lock, and what a killed process left half-done is undone by SQLite,
//! which is why a file is opened for writing even to be read, wherever that is allowed.

use super::error::{StoreError, damaged, io, sql_error};
use super::schema::{APPLICATION, FILE_NAME, NAMES, SCHEMA, TABLES};
use super::{migrate, seal};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a lock of another program is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The key in `meta` that says how many runs a closed file has, and the sum of their seals.
pub const CLOSED: &str = "closed";

/// Opens the study in a folder to read it. A file of an earlier version is read as one of this
/// version, and stays as it is.
pub fn to_read(folder: &Path) -> Result<(Connection, PathBuf), StoreError> {
    let file = folder.join(FILE_NAME);
    if !file.exists() {
        return Err(StoreError::Absent(folder.display().to_string()));
    }
    check_header(&file)?;
    let sql = |error| sql_error(&file, error);
    let mut connection = open_gently(&file).map_err(|error| broken(&file, error))?;
    // Everything that is read from now on is of one moment.
    connection.execute_batch("BEGIN").map_err(sql)?;
    if check(&connection, &file)? < SCHEMA {
        let mut copy = Connection::open_in_memory().map_err(sql)?;
        copy_into(&connection, &mut copy).map_err(sql)?;
        migrate::from_first(&mut copy).map_err(sql)?;
        connection = copy;
    }
    Ok((connection, file))
}

/// Opens a file to write to it; a file of an earlier version becomes one of this version.
pub fn to_write(file: &Path) -> Result<Connection, StoreError> {
    let sql = |error| sql_error(file, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags).map_err(sql)?;
    connection.busy_timeout(PATIENCE).map_err(sql)?;
    check(&connection, file)?;
    Ok(connection)
}

/// Opened for writing so that SQLite can undo what a killed process left, but used for reading
/// only; where that is not allowed, for reading alone.
fn open_gently(file: &Path) -> rusqlite::Result<Connection> {
    let open = |flags| -> rusqlite::Result<Connection> {
        let connection =
            Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(PATIENCE)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        connection.execute_batch("PRAGMA query_only = ON")?;
        // The first look at the file is the one that undoes things.
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    };
    let refused = |error: &rusqlite::Error| {
        matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
        )
    };
    match open(OpenFlags::SQLITE_OPEN_READ_WRITE) {
        Err(error) if refused(&error) => open(OpenFlags::SQLITE_OPEN_READ_ONLY),
        other => other,
    }
}

fn copy_into(from: &Connection, to: &mut Connection) -> rusqlite::Result<()> {
    use rusqlite::backup::{Backup, StepResult};
    let backup = Backup::new(from, to)?;
    while backup.step(1000)? == StepResult::More {}
    Ok(())
}

/// Looks at the first bytes, without SQLite, so that a foreign file is not even opened. The rest
/// of the header may be in the middle of a change that SQLite will undo, and is not believed.
pub fn check_header(file: &Path) -> Result<(), StoreError> {
    let mut header = Vec::with_capacity(100);
    let opened = File::open(file).map_err(|error| io("read", file, error))?;
    opened.take(100).read_to_end(&mut header).map_err(|error| io("read", file, error))?;
    let number =
        |at: usize| header.get(at..at + 4).and_then(|b| b.try_into().ok()).map(i32::from_be_bytes);
    if !header.starts_with(b"SQLite format 3\0") || number(68) != Some(APPLICATION) {
        return Err(StoreError::Foreign(file.display().to_string()));
    }
    known(file, number(60).unwrap_or(0))
}

fn known(file: &Path, found: i32) -> Result<(), StoreError> {
    match found {
        _ if found > SCHEMA => Err(StoreError::Newer { file: file.display().to_string(), found }),
        _ => Ok(()),
    }
}

/// What an error means while a file is checked. The questions are right, so that a whole file
/// answers them, unless the system refuses or another program has it.
fn broken(file: &Path, error: rusqlite::Error) -> StoreError {
    use ErrorCode as Code;
    match error.sqlite_error_code() {
        None | Some(Code::Unknown | Code::TypeMismatch | Code::ConstraintViolation) => {
            damaged(file, &error.to_string())
        }
        _ => sql_error(file, error),
    }
}

/// Whether the file is whole; its version.
fn check(connection: &Connection, file: &Path) -> Result<i32, StoreError> {
    let sql = |error| broken(file, error);
    let verdict: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |r| r.get(0)).map_err(sql)?;
    if verdict != "ok" {
        return Err(damaged(file, verdict.trim()));
    }
    let version: i32 =
        connection.query_row("PRAGMA user_version", [], |r| r.get(0)).map_err(sql)?;
    known(file, version)?;
    match version {
        1 => first_schema(connection, file)?,
        SCHEMA => {
            same_schema(connection, file)?;
            seals(connection, file)?;
        }
        other => return Err(damaged(file, &format!("it has schema {other}, which never was"))),
    }
    Ok(version)
}

/// A file of the first version has no seals: what was not written then cannot be checked now.
fn first_schema(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    let n: i64 = connection
        .query_row(
            "SELECT count(*) FROM pragma_table_info('runs') WHERE name IN ('seal', 'cpu_least')",
            [],
            |r| r.get(0),
        )
        .map_err(|error| broken(file, error))?;
    match n {
        0 => Ok(()),
        _ => Err(damaged(file, "its version is not that of its tables")),
    }
}

/// Whether tables and view are those of this version, to the letter.
fn same_schema(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    let list = |connection: &Connection| -> rusqlite::Result<Vec<(String, String)>> {
        connection
            .prepare(
                "SELECT name, coalesce(sql, '') FROM sqlite_schema WHERE name <> 'run_key'
                 AND name NOT LIKE 'sqlite_stat%' ORDER BY type, name",
            )?
            .query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?
            .collect()
    };
    let model = Connection::open_in_memory().and_then(|model| {
        model.execute_batch(TABLES)?;
        list(&model)
    });
    let (model, found) = model
        .and_then(|model| Ok((model, list(connection)?)))
        .map_err(|error| broken(file, error))?;
    match model == found {
        true => Ok(()),
        false => Err(damaged(file, "its tables are not those of its version")),
    }
}

fn seals(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    let sql = |error| broken(file, error);
    let mut runs = (0, 0);
    for table in NAMES {
        let (n, sum) = seal::total(connection, table).map_err(sql)?;
        let sum = sum.ok_or_else(|| {
            damaged(file, &format!("a row of the table {table} is not as it was written"))
        })?;
        if table == "runs" {
            runs = (n, sum);
        }
    }
    let closed = meta(connection, CLOSED).map_err(sql)?;
    if closed.is_some_and(|closed| closed != closing(runs)) {
        return Err(damaged(file, "runs are missing, or there are too many"));
    }
    Ok(())
}

/// What `meta` says about the runs of a closed file.
pub fn closing((n, sum): (u64, u64)) -> String {
    format!("{n} runs, sum of seals {sum:016x}")
}

/// A value of `meta`.
pub fn meta(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT value FROM meta WHERE key = ?1", [key], |r| r.get(0)).optional()
}

/// Keeps a second process from running the same study; the system lets go of it with the process.
pub fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("study.lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|error| io("write", &path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(StoreError::Busy(folder.display().to_string())),
        Err(fs::TryLockError::Error(error)) => Err(io("lock", &path, error)),
    }
}
