//! What ends a command early: a message for the user and an exit status.

use crate::exit::Exit;
use std::fmt;
use std::io;

/// A command that cannot go on.
#[derive(Debug)]
pub enum Failure {
    /// Wrong usage: what and what would help.
    Usage(String),
    /// A file that cannot be read or written: what, and why.
    File(String),
    /// The reader of our output has gone (`| head`): end quietly.
    PipeClosed,
    /// The user asked to stop at the first problem.
    Stopped,
    /// The user asked to end where there was nothing to keep.
    Interrupted,
}

impl Failure {
    /// A failed read or write, said with the name of the file.
    pub fn file(doing: &str, name: &str, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::PipeClosed;
        }
        let remedy = match error.kind() {
            io::ErrorKind::NotFound => "; check the name",
            io::ErrorKind::PermissionDenied => "; check its permissions",
            io::ErrorKind::IsADirectory => "; name a file inside it",
            io::ErrorKind::StorageFull => "; free some space and run again",
            io::ErrorKind::FileTooLarge => "; a file may not grow so large here (ulimit -f)",
            io::ErrorKind::ReadOnlyFilesystem => "; name a place that can be written",
            io::ErrorKind::NotADirectory => "; a part of its path is no folder",
            _ => "",
        };
        Failure::File(format!("cannot {doing} {name}: {error}{remedy}"))
    }

    /// The status it ends with.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Usage(_) => Exit::Usage,
            Failure::File(_) => Exit::File,
            Failure::PipeClosed => Exit::Fine,
            Failure::Stopped => Exit::SomeFailed,
            Failure::Interrupted => Exit::Interrupted,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(text) | Failure::File(text) => f.write_str(text),
            Failure::PipeClosed => f.write_str("the reader of the output has gone"),
            Failure::Stopped => f.write_str("stopped at the first problem"),
            Failure::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Failure {}
