//! Stories about technique libraries.

mod kit;
use kit::run;
use std::path::Path;
use sudolab_testkit::{carried, outside};

/// Checks a library and confirms that every line passes; the number of lines.
fn check(path: &Path) -> usize {
    let ran = run(&["techniques", "--check", path.to_str().unwrap(), "--format", "csv"]).code(0);
    let lines = ran.lines();
    assert_eq!(lines[0], "line,code,passed,reason");
    let passed = lines.iter().filter(|l| l.contains(",true,")).count();
    assert_eq!(passed, lines.len() - 1, "every line passes");
    passed
}

#[test]
fn the_carried_technique_library_is_checked_line_by_line() {
    let passed = check(&carried::path("golden/techniques.txt"));
    assert!(passed >= 650, "{passed} lines pass");
}

#[test]
fn a_technique_library_is_checked_line_by_line() {
    let Some(path) = outside::shared_path("hodoku/reglib-1.3-visible.txt") else { return };
    let passed = check(&path);
    assert!(passed >= 650, "{passed} lines pass");
}
