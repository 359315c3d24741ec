//! The golden set and the small puzzle lists: files of the repository itself.

use flate2::read::MultiGzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The place of a file below `data/`, such as `golden/ratings.csv.gz`.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(name)
}

/// The text of a file below `data/`, unpacked where its name ends in `.gz`.
///
/// # Panics
/// When the file is absent or damaged: the repository carries it, so the clone is not whole.
pub fn text(name: &str) -> String {
    let path = path(name);
    let packed = std::fs::read(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; the clone is not whole", path.display()));
    let mut text = String::new();
    let read = match name.ends_with(".gz") {
        true => MultiGzDecoder::new(&packed[..]).read_to_string(&mut text),
        false => (&packed[..]).read_to_string(&mut text),
    };
    read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text
}

/// The puzzles of a list that the laboratory carries, such as `royle17.txt.gz`.
///
/// # Panics
/// As [`text`].
pub fn puzzles(name: &str) -> Vec<String> {
    let text = text(&format!("../crates/lab/puzzles/{name}"));
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_plain_and_compressed() {
        assert_eq!(puzzles("top95.txt").len(), 95);
        assert_eq!(puzzles("royle17.txt.gz").len(), 49_158);
    }

    #[test]
    #[should_panic(expected = "the clone is not whole")]
    fn an_absent_file_fails_the_test() {
        text("golden/nowhere.csv.gz");
    }
}
