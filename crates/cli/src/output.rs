//! Where results go: standard output, or a file written beside its place and then renamed.

use crate::claim::Claim;
use crate::failure::Failure;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The open output of a command.
pub struct Output {
    place: Place,
}

enum Place {
    Standard(BufWriter<io::Stdout>),
    Device { writer: BufWriter<std::fs::File>, name: PathBuf },
    File { writer: BufWriter<std::fs::File>, partial: PathBuf, name: PathBuf },
}

impl Output {
    /// Standard output, or a file that appears under its name only when all is written; until
    /// then it grows as `NAME.partial`, which stays if the run is cut short. A name that another
    /// process is writing is refused. A link is followed, and what is no plain file (a device, a
    /// pipe) is written to directly.
    pub fn open(name: Option<&Path>) -> Result<Output, Failure> {
        let Some(name) = name else {
            return Ok(Output {
                place: Place::Standard(BufWriter::with_capacity(1 << 16, io::stdout())),
            });
        };
        let failure =
            |path: &Path, e: &io::Error| Failure::file("write", &path.display().to_string(), e);
        let name = std::fs::canonicalize(name).unwrap_or_else(|_| name.to_owned());
        let before = std::fs::metadata(&name).ok();
        if before.as_ref().is_some_and(|m| !m.is_file()) {
            let opened = std::fs::OpenOptions::new().write(true).open(&name);
            let file = opened.map_err(|e| failure(&name, &e))?;
            let writer = BufWriter::with_capacity(1 << 16, file);
            return Ok(Output { place: Place::Device { writer, name } });
        }
        let Claim { file, partial } = Claim::on(&name)?;
        if let Some(before) = before {
            // Where the permissions cannot be taken over, those of a new file have to do.
            let _ = file.set_permissions(before.permissions());
        }
        let writer = BufWriter::with_capacity(1 << 16, file);
        Ok(Output { place: Place::File { writer, partial, name } })
    }

    /// Whether a person is looking at it.
    pub fn is_terminal(&self) -> bool {
        matches!(&self.place, Place::Standard(_)) && io::stdout().is_terminal()
    }

    /// Writes bytes.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let result = match &mut self.place {
            Place::Standard(writer) => writer.write_all(bytes),
            Place::Device { writer, .. } | Place::File { writer, .. } => writer.write_all(bytes),
        };
        result.map_err(|e| self.failure(&e))
    }

    /// Hands everything written so far on, so that a reader sees results as they come.
    pub fn pass_on(&mut self) -> Result<(), Failure> {
        let result = match &mut self.place {
            Place::Standard(writer) => writer.flush(),
            Place::Device { writer, .. } | Place::File { writer, .. } => writer.flush(),
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

    /// Takes back an output that came to nothing: an older file keeps its content.
    pub fn discard(self) {
        if let Place::File { writer, partial, .. } = self.place {
            // What was put aside is not wanted; an empty left-over does no harm.
            let (file, _) = writer.into_parts();
            Claim { file, partial }.release();
        }
    }

    /// Ends the output of a run that was cut short and says where its results are.
    pub fn keep_partial(mut self) -> Result<Option<PathBuf>, Failure> {
        self.pass_on()?;
        Ok(match self.place {
            Place::Standard(_) | Place::Device { .. } => None,
            Place::File { partial, .. } => Some(partial),
        })
    }

    /// A failed write to this output, in words.
    pub fn failure(&self, error: &io::Error) -> Failure {
        match &self.place {
            Place::Standard(_) => Failure::file("write to", "standard output", error),
            Place::Device { name: partial, .. } | Place::File { partial, .. } => {
                Failure::file("write", &partial.display().to_string(), error)
            }
        }
    }
}

/// The name of one of several files: `sheet.svg` and 3 give `sheet-3.svg`.
pub fn numbered(name: &Path, number: usize) -> PathBuf {
    let mut file = name.file_stem().unwrap_or_default().to_owned();
    file.push(format!("-{number}"));
    if let Some(ending) = name.extension() {
        file.push(".");
        file.push(ending);
    }
    name.with_file_name(file)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.place {
            Place::Standard(writer) => writer.write(bytes),
            Place::Device { writer, .. } | Place::File { writer, .. } => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Standard(writer) => writer.flush(),
            Place::Device { writer, .. } | Place::File { writer, .. } => writer.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_numbered_before_the_ending() {
        assert_eq!(numbered(Path::new("a/sheet.svg"), 3), Path::new("a/sheet-3.svg"));
        assert_eq!(numbered(Path::new("sheet"), 10), Path::new("sheet-10"));
    }
}
