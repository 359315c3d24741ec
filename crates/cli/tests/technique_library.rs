//! Stories about technique libraries.

mod kit;
use kit::run;
use sudolab_grid::testdata;

#[test]
fn a_technique_library_is_checked_line_by_line() {
    let Some(path) = testdata::shared_path("hodoku/reglib-1.3-visible.txt") else { return };
    let ran = run(&["techniques", "--check", path.to_str().unwrap(), "--format", "csv"]).code(0);
    let lines = ran.lines();
    assert_eq!(lines[0], "line,code,passed,reason");
    let passed = lines.iter().filter(|l| l.contains(",true,")).count();
    let absent = lines.iter().filter(|l| l.ends_with(",false,not there yet")).count();
    assert!(passed >= 650, "{passed} lines pass");
    assert_eq!(passed + absent, lines.len() - 1, "no line of a technique we have fails");
}
