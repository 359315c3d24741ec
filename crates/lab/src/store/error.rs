//! Why a result file cannot be used: what, where, and what would help.

use super::schema::{FILE_NAME, SCHEMA};
use std::path::Path;

/// Why a result file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The caller's halt stopped it.
    #[error("{0}")]
    Stopped(sudolab_grid::halt::Stop),
    /// There is none.
    #[error(
        "there is no study in {0}: no file {FILE_NAME}; run 'sudolab study' first, or name its folder"
    )]
    Absent(String),
    /// Not one of ours.
    #[error(
        "{0} is not the result file of a study; it was left as it is. Choose another folder with --output"
    )]
    Foreign(String),
    /// Made by a later version.
    #[error(
        "{file} has schema {found}, this program knows up to {SCHEMA}; it was left as it is. Use the newer program"
    )]
    Newer {
        /// The file.
        file: String,
        /// Its schema.
        found: i32,
    },
    /// Damaged.
    #[error(
        "{file} is damaged ({why}); it was left as it is. Restore it from a copy, or choose another folder with --output"
    )]
    Damaged {
        /// The file.
        file: String,
        /// What the check says.
        why: String,
    },
    /// The traces beside it cannot be written.
    #[error("the traces in {0} cannot be written: {1}; the rows are kept")]
    Traces(String, String),
    /// Another program keeps it locked.
    #[error(
        "{0} is locked by another program, such as an SQLite client in the middle of a change; close it there and run the same command again"
    )]
    Locked(String),
    /// The folder holds another study.
    #[error(
        "{file} holds another study: {why}. Choose another folder with --output, or remove that one"
    )]
    Other {
        /// The file.
        file: String,
        /// In what it differs.
        why: String,
    },
    /// Someone else writes to it.
    #[error(
        "another process is running the study in {0}; wait for it, or choose another folder with --output"
    )]
    Busy(String),
    /// No room.
    #[error(
        "{file} could not be written ({why}): the disk is full, a limit on the size of files was reached, or the disk fails. Every run written before is safe; make room and run the same command again"
    )]
    Full {
        /// The file.
        file: String,
        /// What SQLite says.
        why: String,
    },
    /// SQLite could not open its files.
    #[error(
        "{file} could not be opened ({why}). If the folder is read-only and the study was broken off, its last rows are in a log beside it that cannot be read there: copy the folder to where you may write"
    )]
    Closed {
        /// The file.
        file: String,
        /// What SQLite says.
        why: String,
    },
    /// The file system refused.
    #[error("cannot {doing} {file}: {error}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// On which file.
        file: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// SQLite refused.
    #[error("{file}: {error}")]
    Sql {
        /// The file.
        file: String,
        /// What it says.
        error: rusqlite::Error,
    },
}

/// A damaged file.
pub(super) fn damaged(file: &Path, why: &str) -> StoreError {
    StoreError::Damaged { file: file.display().to_string(), why: why.to_owned() }
}

/// A refusal of the file system.
pub(super) fn io(doing: &'static str, file: &Path, error: std::io::Error) -> StoreError {
    StoreError::Io { doing, file: file.display().to_string(), error }
}

/// A refusal of SQLite, by its kind.
pub(super) fn sql_error(file: &Path, error: rusqlite::Error) -> StoreError {
    use rusqlite::ErrorCode as Code;
    let (name, why) = (file.display().to_string(), error.to_string());
    match error.sqlite_error_code() {
        Some(Code::DatabaseCorrupt | Code::NotADatabase) => damaged(file, &why),
        Some(Code::SystemIoFailure) if is_reading(&error) => {
            StoreError::Io { doing: "read", file: name, error: std::io::Error::other(why) }
        }
        Some(Code::DiskFull | Code::SystemIoFailure) => StoreError::Full { file: name, why },
        Some(Code::ReadOnly | Code::PermissionDenied) => StoreError::Io {
            doing: "write",
            file: name,
            error: std::io::ErrorKind::PermissionDenied.into(),
        },
        Some(Code::CannotOpen) => StoreError::Closed { file: name, why },
        Some(Code::DatabaseBusy | Code::DatabaseLocked) => StoreError::Locked(name),
        _ => StoreError::Sql { file: name, error },
    }
}

/// Whether it was a read that failed.
fn is_reading(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi::{SQLITE_IOERR_FSTAT, SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ};
    let code = error.sqlite_error().map(|e| e.extended_code);
    [SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_FSTAT].map(Some).contains(&code)
}
