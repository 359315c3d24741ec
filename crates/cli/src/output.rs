//! Where results go: standard output, or a file written beside its place and then renamed.

use crate::failure::Failure;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The open output of a command.
pub struct Output {
    place: Place,
}

enum Place {
    Standard(BufWriter<io::Stdout>),
    File { writer: BufWriter<std::fs::File>, partial: PathBuf, name: PathBuf },
}

impl Output {
    /// Standard output, or a file that appears under its name only when all is written; until
    /// then it grows as `NAME.partial`, which stays if the run is cut short.
    pub fn open(name: Option<&Path>) -> Result<Output, Failure> {
        let place = match name {
            None => Place::Standard(BufWriter::with_capacity(1 << 16, io::stdout())),
            Some(name) => {
                let mut partial = name.as_os_str().to_owned();
                partial.push(".partial");
                let partial = PathBuf::from(partial);
                let file = std::fs::File::create(&partial)
                    .map_err(|e| Failure::file("write", &partial.display().to_string(), &e))?;
                let writer = BufWriter::with_capacity(1 << 16, file);
                Place::File { writer, partial, name: name.to_owned() }
            }
        };
        Ok(Output { place })
    }

    /// Whether a person is looking at it.
    pub fn is_terminal(&self) -> bool {
        matches!(&self.place, Place::Standard(_)) && io::stdout().is_terminal()
    }

    /// Writes bytes.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let result = match &mut self.place {
            Place::Standard(writer) => writer.write_all(bytes),
            Place::File { writer, .. } => writer.write_all(bytes),
        };
        result.map_err(|e| self.failure(&e))
    }

    /// Hands everything written so far on, so that a reader sees results as they come.
    pub fn pass_on(&mut self) -> Result<(), Failure> {
        let result = match &mut self.place {
            Place::Standard(writer) => writer.flush(),
            Place::File { writer, .. } => writer.flush(),
        };
        result.map_err(|e| self.failure(&e))
    }

    /// Ends the output: a file gets its name.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.pass_on()?;
        if let Place::File { writer, partial, name } = &mut self.place {
            let renamed =
                writer.get_ref().sync_all().and_then(|()| std::fs::rename(&*partial, &*name));
            renamed.map_err(|e| Failure::file("write", &name.display().to_string(), &e))?;
        }
        Ok(())
    }

    /// Ends the output of a run that was cut short and says where its results are.
    pub fn keep_partial(mut self) -> Result<Option<PathBuf>, Failure> {
        self.pass_on()?;
        Ok(match self.place {
            Place::Standard(_) => None,
            Place::File { partial, .. } => Some(partial),
        })
    }

    /// A failed write to this output, in words.
    pub fn failure(&self, error: &io::Error) -> Failure {
        match &self.place {
            Place::Standard(_) => Failure::file("write to", "standard output", error),
            Place::File { partial, .. } => {
                Failure::file("write", &partial.display().to_string(), error)
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.place {
            Place::Standard(writer) => writer.write(bytes),
            Place::File { writer, .. } => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Standard(writer) => writer.flush(),
            Place::File { writer, .. } => writer.flush(),
        }
    }
}
