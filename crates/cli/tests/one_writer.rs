//! Stories about two runs that write one file.

mod kit;
use kit::{EASY, EASY_SOLVED, run_in, sudolab};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A run that writes `out.txt` and lives until its input is closed.
fn writing(folder: &Path, arguments: &[&str]) -> Child {
    let before = written(folder);
    let mut child = sudolab(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let stdin = child.stdin.as_mut().expect("it was asked for");
    stdin.write_all(format!("{EASY}\n").repeat(5000).as_bytes()).expect("it reads");
    let begun = Instant::now();
    while written(folder) == before {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing was written");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

/// Bytes of all that grows, or grew, beside its name.
fn written(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let partial = files.filter(|file| file.path().display().to_string().contains(".partial"));
    partial.map(|file| file.metadata().map_or(0, |m| m.len())).sum()
}

const SOLVE: &[&str] = &["solve", "--format", "line", "--output", "out.txt"];

/// Commands that write `out.txt`, or files beside it.
const WRITERS: &[&[&str]] = &[
    &["solve", EASY],
    &["check", EASY],
    &["count", EASY],
    &["rate", EASY, "--profile", "qqwing"],
    &["explain", EASY],
    &["hint", EASY],
    &["generate"],
    &["ease", EASY, "--clues", "40"],
    &["minimize", EASY],
    &["convert", EASY],
    &["convert", EASY, "--to", "sdk"],
    &["convert", EASY, EASY, "--to", "sdk"],
    &["transform", EASY, "--rotate", "90"],
    &["bench", EASY],
    &["algorithms"],
    &["techniques"],
    &["completions", "bash"],
    &["study", "--list-plans"],
    #[cfg(feature = "print")]
    &["print", EASY, "--to", "pdf"],
    #[cfg(feature = "print")]
    &["print", EASY, EASY, "--per-page", "1", "--to", "svg"],
];

#[test]
fn a_file_that_another_run_is_writing_is_refused_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = writing(folder.path(), SOLVE);
    for arguments in WRITERS {
        let all = [arguments, &["--output", "out.txt"][..]].concat();
        let ran = run_in(folder.path(), &all).code(3);
        assert!(ran.err.contains("another process is writing"), "{arguments:?}: {}", ran.err);
    }
    let ran = run_in(folder.path(), &["check", EASY, "--proof", "out.txt"]).code(3);
    ran.says("another process is writing");
    // The first run is not disturbed.
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    let text = std::fs::read_to_string(folder.path().join("out.txt")).unwrap();
    assert_eq!(text.lines().count(), 5000);
    assert!(text.lines().all(|line| line == EASY_SOLVED));
    // And afterwards the name is free.
    for arguments in WRITERS {
        run_in(folder.path(), &[arguments, &["--output", "out.txt"][..]].concat()).code(0);
    }
    assert!(!folder.path().join("out.txt.partial").exists());
}

#[test]
fn a_killed_run_blocks_nobody_and_what_it_wrote_stays() {
    let folder = tempfile::tempdir().unwrap();
    for killed in 1..=3 {
        let mut child = writing(folder.path(), SOLVE);
        child.kill().unwrap();
        child.wait().unwrap();
        let left = || {
            let names = std::fs::read_dir(folder.path()).unwrap();
            names.filter(|e| e.as_ref().unwrap().path().display().to_string().contains("partial"))
        };
        assert_eq!(left().count(), killed);
        run_in(folder.path(), &["solve", EASY, "-f", "line", "-o", "out.txt"]).code(0);
        assert_eq!(left().count(), killed, "the results of a killed run are kept");
        let text = std::fs::read_to_string(folder.path().join("out.txt")).unwrap();
        assert_eq!(text.trim(), EASY_SOLVED);
    }
}

#[test]
fn of_two_runs_that_begin_together_each_writes_a_whole_file_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let lines = format!("{EASY}\n").repeat(2000);
    std::fs::write(folder.path().join("in.txt"), lines).unwrap();
    let start = |form: &str| {
        sudolab(&["solve", "in.txt", "--format", form, "--output", "out.txt"])
            .current_dir(folder.path())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for _ in 0..10 {
        let both = [start("line"), start("csv")].map(|child| child.wait_with_output().unwrap());
        let codes = both.each_ref().map(|out| out.status.code());
        assert!(codes.contains(&Some(0)), "one of them writes: {codes:?}");
        for out in &both {
            let told = String::from_utf8_lossy(&out.stderr);
            let refused = told.contains("another process is writing");
            assert_eq!(out.status.code(), Some(if refused { 3 } else { 0 }), "{told}");
        }
        let text = std::fs::read_to_string(folder.path().join("out.txt")).unwrap();
        let is_csv = text.starts_with("puzzle,");
        assert_eq!(text.lines().count(), 2000 + usize::from(is_csv));
        assert!(text.lines().skip(1).all(|line| line.contains(',') == is_csv), "mixed");
    }
}

#[test]
fn one_name_for_results_and_certificates_is_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["check", EASY, "--output", "a", "--proof", "a"];
    run_in(folder.path(), &arguments).code(2).says("--output and --proof name one file");
}
