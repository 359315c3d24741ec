//! `sudolab reproduce`: what a person who repeats a paper's experiments sees.

mod kit;
use kit::{run, run_in};

#[test]
fn a_paper_in_miniature_is_printed_beside_ours_and_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let gauge = ["reproduce", "gauge", "--scale", "0.01", "--time-limit", "10ms", "-q"];
    // Before anything has run there is nothing to compare, and it says so.
    let nothing = run_in(folder.path(), &[&gauge[..], &["--report-only"]].concat()).code(0);
    for wanted in ["Unfinished: in `runs` every run has ended on 0 of", "cannot tell at this size"]
    {
        assert!(nothing.out.contains(wanted), "{wanted:?} not in {}", nothing.out);
    }
    let first = run_in(folder.path(), &gauge).code(0);
    for wanted in ["published: 240 of 240", "ours:", "rows: runs, gauge-2006", "Report:"] {
        assert!(first.out.contains(wanted), "{wanted:?} not in {}", first.out);
    }
    let there = folder.path().join("sudolab-reproduce-gauge");
    for file in ["report.html", "report.md", "tables/table-2.csv", "runs/study.sqlite"] {
        assert!(there.join(file).exists(), "{file}");
    }
    // Nothing is missing, so nothing runs, and the same rows give the same text.
    assert_eq!(run_in(folder.path(), &gauge).code(0).out, first.out);
    let other = [&gauge[..], &["--seed", "0"]].concat();
    run_in(folder.path(), &other).code(2).says("holds another study");
    let other = [&other[..], &["--report-only"]].concat();
    run_in(folder.path(), &other).code(2).says("holds another study");
}

#[test]
fn a_scale_outside_its_range_is_refused_with_what_is_allowed() {
    for scale in ["0", "2", "half"] {
        run(&["reproduce", "thesis", "--dry-run", "--scale", scale])
            .code(2)
            .says("such as 0.02, or full");
    }
    let full = run(&["reproduce", "thesis", "--dry-run", "--scale", "full"]).code(0);
    for wanted in ["17 clues (49158)", "46 clues (400)"] {
        assert!(full.out.contains(wanted), "{}", full.out);
    }
}

#[cfg(unix)]
#[test]
fn a_reproduction_that_is_interrupted_compares_what_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let thesis = ["reproduce", "thesis", "--scale", "0.01", "--jobs", "1", "-q", "--output", "out"];
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sudolab"));
    let command = command.args(thesis).current_dir(folder.path());
    let pipe = std::process::Stdio::piped;
    let mut child = command.stdout(pipe()).stderr(pipe()).spawn().unwrap();
    let rows = || {
        let exported = run_in(folder.path(), &["study", "export", "out/17-clues", "--to", "csv"]);
        exported.out.lines().count()
    };
    // Whole puzzles are there early: the algorithms on a puzzle run one after the other.
    while rows() < 40 {
        assert!(child.try_wait().unwrap().is_none(), "it ended too soon");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("Unfinished: in `17-clues` every run has ended on "), "{said}");
    assert!(!said.contains("ended on 0 of 492"), "{said}");
    assert!(said.contains("in `46-clues` every run has ended on 0 of"), "{said}");
    let page = std::fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    assert!(page.contains("**Unfinished:**"), "{page}");
}
