//! Where tests find the large puzzle files that the repository does not carry.
//!
//! They are looked for in `../shared/data` beside the repository, or below the folder that the
//! environment variable `SUDOLAB_SHARED` names. When a file is absent the test says so on
//! standard error and in `target/absent-test-data.txt`, which `./test` prints at its end.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The text of a shared file such as `9x9/top95.txt`; `None`, said aloud, when it is absent.
pub fn shared(path: &str) -> Option<String> {
    let full = shared_path(path)?;
    match std::fs::read_to_string(&full) {
        Ok(text) => Some(text),
        Err(error) => {
            say_absent(path, &error.to_string());
            None
        }
    }
}

/// The place of a shared file; `None`, said aloud, when it is absent.
pub fn shared_path(path: &str) -> Option<PathBuf> {
    let full = root().join("data").join(path);
    if full.exists() {
        return Some(full);
    }
    say_absent(path, "no such file");
    None
}

/// The puzzle lines of a shared file: the first field of each line that is not a header.
pub fn shared_lines(path: &str) -> Option<Vec<String>> {
    let text = shared(path)?;
    let skip = usize::from(path.ends_with(".tsv"));
    let lines = text.lines().skip(skip).filter(|l| !l.is_empty() && !l.starts_with('#'));
    Some(lines.map(|l| l.split(['\t', ' ']).next().unwrap_or(l).to_owned()).collect())
}

fn root() -> PathBuf {
    match std::env::var_os("SUDOLAB_SHARED") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    }
}

fn say_absent(path: &str, why: &str) {
    let line = format!(
        "LEFT OUT: a test needs shared/data/{path} ({why}); put the shared folder beside the \
         repository or set SUDOLAB_SHARED\n"
    );
    // Written past the test harness, which would swallow the print of a passing test.
    let _ = std::io::stderr().write_all(line.as_bytes());
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/absent-test-data.txt");
    if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(log) {
        let _ = file.write_all(line.as_bytes());
    }
}
