//! Large puzzle files that the repository does not carry, because they are others' work.
//!
//! They are looked for in `../shared/data` beside the repository, or below the folder that the
//! environment variable `SUDOLAB_SHARED` names. What happens when a file is absent, the variable
//! `SUDOLAB_DATA` decides:
//!
//! | `SUDOLAB_DATA` | an absent file |
//! | --- | --- |
//! | `required` | fails the test; this is also so where `CI=true` and nothing else is said |
//! | `optional` | the test is left out, said on standard error and in `target/absent-test-data.txt`, which `./test` prints at its end |
//! | `none` | no file is looked for: `./test quick` wants none |

use std::io::Write;
use std::path::{Path, PathBuf};

/// What the environment says about outside data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Required,
    Optional,
    None,
}

impl Wish {
    /// The wish that `SUDOLAB_DATA` and `CI` express.
    fn read(data: Option<&str>, ci: Option<&str>) -> Self {
        match (data, ci) {
            (Some("required"), _) => Self::Required,
            (Some("optional"), _) => Self::Optional,
            (Some("none"), _) => Self::None,
            (None | Some(""), Some("true")) => Self::Required,
            (None | Some(""), _) => Self::Optional,
            (Some(other), _) => {
                panic!("SUDOLAB_DATA is '{other}'; it is one of required, optional and none")
            }
        }
    }

    fn of_environment() -> Self {
        let read = |name| std::env::var(name).ok();
        Self::read(read("SUDOLAB_DATA").as_deref(), read("CI").as_deref())
    }
}

/// The text of a shared file such as `9x9/top95.txt`; `None`, said aloud, when it is absent.
///
/// # Panics
/// When the file is absent and the data is demanded.
pub fn shared(path: &str) -> Option<String> {
    let full = shared_path(path)?;
    match std::fs::read_to_string(&full) {
        Ok(text) => Some(text),
        Err(error) => {
            leave_out(path, &error.to_string(), Wish::of_environment());
            None
        }
    }
}

/// The place of a shared file; `None`, said aloud, when it is absent.
///
/// # Panics
/// When the file is absent and the data is demanded.
pub fn shared_path(path: &str) -> Option<PathBuf> {
    let wish = Wish::of_environment();
    let full = root().join("data").join(path);
    if wish == Wish::None {
        leave_out(path, "SUDOLAB_DATA=none", wish);
    } else if full.exists() {
        return Some(full);
    } else {
        leave_out(path, "no such file", wish);
    }
    None
}

/// The puzzle lines of a shared file: the first field of each line that is not a header.
///
/// # Panics
/// When the file is absent and the data is demanded.
pub fn shared_lines(path: &str) -> Option<Vec<String>> {
    let text = shared(path)?;
    let skip = usize::from(path.ends_with(".tsv"));
    let lines = text.lines().skip(skip).filter(|l| !l.is_empty() && !l.starts_with('#'));
    Some(lines.map(|l| l.split(['\t', ' ']).next().unwrap_or(l).to_owned()).collect())
}

fn root() -> PathBuf {
    match std::env::var_os("SUDOLAB_SHARED") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
    }
}

/// Says that a test goes without a file, or fails it.
fn leave_out(path: &str, why: &str, wish: Wish) {
    assert!(
        wish != Wish::Required,
        "a test needs shared/data/{path} ({why}), and the data is demanded; put the shared \
         folder beside the repository, name it in SUDOLAB_SHARED, or set SUDOLAB_DATA=optional"
    );
    let line = format!(
        "LEFT OUT: a test needs shared/data/{path} ({why}); put the shared folder beside the \
         repository or set SUDOLAB_SHARED\n"
    );
    // Written past the test harness, which would swallow the print of a passing test.
    let _ = std::io::stderr().write_all(line.as_bytes());
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/absent-test-data.txt");
    if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(log) {
        let _ = file.write_all(line.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_demanded_under_ci_unless_something_else_is_said() {
        assert_eq!(Wish::read(None, Some("true")), Wish::Required);
        assert_eq!(Wish::read(Some(""), Some("true")), Wish::Required);
        assert_eq!(Wish::read(Some("required"), None), Wish::Required);
        assert_eq!(Wish::read(None, None), Wish::Optional);
        assert_eq!(Wish::read(None, Some("false")), Wish::Optional);
        assert_eq!(Wish::read(Some("optional"), Some("true")), Wish::Optional);
        assert_eq!(Wish::read(Some("none"), Some("true")), Wish::None);
    }

    #[test]
    #[should_panic(expected = "one of required, optional and none")]
    fn an_unknown_wish_is_refused() {
        Wish::read(Some("perhaps"), None);
    }

    #[test]
    #[should_panic(expected = "a test needs shared/data/9x9/nowhere.txt (no such file)")]
    fn an_absent_file_that_is_demanded_fails_the_test() {
        leave_out("9x9/nowhere.txt", "no such file", Wish::Required);
    }
}
