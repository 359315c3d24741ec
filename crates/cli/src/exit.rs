//! How the command ends.

use std::process::ExitCode;

/// The exit status, from the mildest to the gravest; of several, the gravest is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Exit {
    /// All as asked.
    #[default]
    Fine,
    /// It ran, but some puzzle was invalid, unsolved or not unique, or a check failed.
    SomeFailed,
    /// A file could not be read or written.
    File,
    /// A limit stopped the run.
    Limit,
    /// Wrong usage.
    Usage,
    /// Interrupted, with everything finished so far kept.
    Interrupted,
}

impl Exit {
    /// The number the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::SomeFailed => 1,
            Exit::Usage => 2,
            Exit::File => 3,
            Exit::Limit => 4,
            Exit::Interrupted => 130,
        }
    }

    /// The graver of two.
    pub fn and(self, other: Exit) -> Exit {
        self.max(other)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
