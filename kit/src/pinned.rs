//! Results that must stay the same for a seed, one per line, in a file beside the test.

use std::fs;
use std::path::Path;

/// A short name of a long result: FNV-1a with 64 bits, in hexadecimal digits.
pub fn digest(result: &[u8]) -> String {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", result.iter().fold(0xcbf2_9ce4_8422_2325, mix))
}

/// Compares lines with those of a file; lines of the file that begin with `#` are remarks. With
/// `SUDOLAB_PINS=write` the lines of the file are replaced instead.
///
/// # Panics
/// When a line differs, with what to do.
pub fn check(file: &Path, lines: &[String]) {
    let text = fs::read_to_string(file).unwrap_or_default();
    let (remarks, pinned): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with('#'));
    if std::env::var("SUDOLAB_PINS").is_ok_and(|word| word == "write") {
        let all = remarks.into_iter().chain(lines.iter().map(String::as_str));
        let text: String = all.map(|line| format!("{line}\n")).collect();
        fs::write(file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        return;
    }
    let missing = pinned.iter().filter(|line| !lines.iter().any(|l| l == *line));
    let new = lines.iter().filter(|line| !pinned.contains(&line.as_str()));
    let told: Vec<String> =
        missing.map(|l| format!("- {l}")).chain(new.map(|l| format!("+ {l}"))).collect();
    assert!(
        told.is_empty(),
        "results per seed have changed. Where that is meant, say so in CHANGELOG.md and run this test \
         once with SUDOLAB_PINS=write.\n{}",
        told.join("\n")
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_an_absent_and_a_new_line_are_noticed() {
        let file = std::env::temp_dir().join(format!("sudolab-pins-{}", std::process::id()));
        fs::write(&file, "# remark\na 1\nb 2\n").unwrap();
        let lines = |all: &[&str]| all.iter().map(|l| (*l).to_owned()).collect::<Vec<_>>();
        check(&file, &lines(&["a 1", "b 2"]));
        for other in [&["a 1", "b 3"][..], &["a 1"], &["a 1", "b 2", "c 3"]] {
            let other = lines(other);
            assert!(std::panic::catch_unwind(|| check(&file, &other)).is_err(), "{other:?}");
        }
        fs::remove_file(&file).unwrap();
    }

    #[test]
    fn the_digest_is_that_of_the_definition() {
        assert_eq!(digest(b""), "cbf29ce484222325");
        assert_eq!(digest(b"a"), "af63dc4c8601ec8c");
    }
}
