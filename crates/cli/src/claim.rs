//! One writer for each name: the file that grows beside it is locked by the process that writes.
//!
//! Results grow in `NAME.partial` and get their name when they are complete. Whoever means to
//! write `NAME` looks at `NAME.partial`, then `NAME.partial-2` and so on:
//!
//! ```text
//! locked by a living process     it writes NAME now: refused
//! unlocked, with content         what a run left that was cut short: kept, the next one is looked at
//! unlocked, empty or not there   ours
//! ```
//!
//! The lock, not the existence of a file, says who writes: the system takes it away when a process
//! ends, in whatever way, so a killed run blocks nobody. Making the file gives nobody a right to
//! it, so two that begin at the same moment cannot both have it.

use crate::failure::Failure;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The right to write a name, as long as it lives.
#[derive(Debug)]
pub struct Claim {
    /// The open file beside the name, locked.
    pub file: File,
    /// Where it is.
    pub partial: PathBuf,
}

/// Left-overs of runs that were cut short, at the most; the user has long been told of them.
const MOST: usize = 1000;

impl Claim {
    /// The right to write `name`.
    pub fn on(name: &Path) -> Result<Claim, Failure> {
        for number in 1..MOST {
            let partial = partial(name, number);
            let failure = |e: &io::Error| Failure::file("write", &partial.display().to_string(), e);
            loop {
                let mut options = OpenOptions::new();
                let opened = options.create(true).truncate(false).write(true).open(&partial);
                let file = match opened {
                    Ok(file) => file,
                    // A left-over of somebody else, perhaps: not ours to write, nor in the way.
                    Err(_) if number < MOST - 1 && partial.exists() => break,
                    Err(e) => return Err(failure(&e)),
                };
                match file.try_lock() {
                    Ok(()) => {}
                    Err(TryLockError::WouldBlock) => return Err(taken(name)),
                    // A file system without locks: existence has to do.
                    Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {}
                    Err(TryLockError::Error(e)) => return Err(failure(&e)),
                }
                if !is_still_there(&file, &partial) {
                    // Another run has just ended and renamed or removed it.
                    continue;
                }
                match file.metadata().map_err(|e| failure(&e))?.len() {
                    0 => return Ok(Claim { file, partial }),
                    _ => break,
                }
            }
        }
        let name = name.display();
        Err(Failure::File(format!(
            "cannot write {name}: {MOST} files {name}.partial, {name}.partial-2 and so on are left \
             of runs that were cut short; remove them"
        )))
    }

    /// Gives the right back, and takes away the file that stood for it.
    pub fn release(self) {
        // An empty left-over does no harm.
        let _ = std::fs::remove_file(&self.partial);
    }
}

fn taken(name: &Path) -> Failure {
    Failure::File(format!(
        "another process is writing {}; wait until it has ended, or choose another name",
        name.display()
    ))
}

/// Whether the path leads to this very file.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(ours), Ok(there)) => identity(ours) == identity(there),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still_there(_: &File, path: &Path) -> bool {
    path.exists()
}

/// `NAME.partial`, `NAME.partial-2`, …
fn partial(name: &Path, number: usize) -> PathBuf {
    let mut path = name.as_os_str().to_owned();
    path.push(".partial");
    if number > 1 {
        path.push(format!("-{number}"));
    }
    PathBuf::from(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_name_has_one_writer_and_left_overs_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().join("out");
        let mut first = Claim::on(&name).expect("nobody writes it");
        let refused = Claim::on(&name).expect_err("it is being written").to_string();
        assert!(refused.contains("another process is writing"), "{refused}");
        first.file.write_all(b"half").expect("there is room");
        assert!(Claim::on(&name).is_err(), "content changes nothing as long as its writer lives");
        // A process that ends gives its locks back.
        drop(first);
        let second = Claim::on(&name).expect("the first has gone");
        assert_eq!(second.partial, partial(&name, 2));
        assert!(Claim::on(&name).is_err(), "left-overs do not hide a living writer");
        second.release();
        assert_eq!(std::fs::read(partial(&name, 1)).expect("it is kept"), b"half");
        let third = Claim::on(&name).expect("the second has gone");
        assert_eq!(third.partial, partial(&name, 2), "an empty left-over is used again");
    }

    #[test]
    fn of_many_that_begin_together_one_writes_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().join("out");
        let inside = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let Ok(claim) = Claim::on(&name) else { continue };
                        let before = inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                        assert_eq!(before, 0, "two write at a time");
                        inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                        claim.release();
                    }
                });
            }
        });
    }
}
