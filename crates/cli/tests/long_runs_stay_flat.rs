//! Stories about long streams: memory stands still, whatever a command does with each puzzle.
#![cfg(target_os = "linux")]

mod kit;
use kit::{EASY, sudolab};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// No stream needs more than this, in kilobytes.
const MOST: u64 = 64 * 1024;

/// What may still be added between a fifth of a run and its end: buffers find their size, and an
/// allocator keeps what it was given.
const GROWTH: u64 = 6 * 1024;

/// A command with the lines it is fed; what it is asked for has as many results.
const RUNS: &[(&[&str], usize)] = &[
    (&["solve", "--format", "line"], 400_000),
    (&["solve", "--format", "json"], 60_000),
    (&["solve", "--format", "csv", "--algorithm", "dlx"], 30_000),
    (&["check", "--format", "csv"], 60_000),
    (&["check", "--format", "csv", "--minimal"], 30_000),
    (&["check", "--format", "csv", "--proof", "proof"], 10_000),
    (&["count", "--format", "csv"], 60_000),
    (&["rate", "--format", "csv", "--profile", "qqwing"], 10_000),
    (&["rate", "--format", "csv"], 5_000),
    (&["convert", "--to", "json"], 60_000),
    (&["transform", "--canonical", "--format", "line"], 10_000),
    (&["ease", "--clues", "40", "--format", "line"], 20_000),
];

/// Commands that make their puzzles, with how many lines they write.
const MAKERS: &[(&[&str], usize)] =
    &[(&["generate", "--count", "20000", "--seed", "3", "--format", "line"], 20_000)];

/// The most memory a process has held so far, in kilobytes.
fn peak(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM: 0 kB");
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Peaks after a fifth of the results and after four fifths: the rest does not fit into the pipe, so
/// the command is still there to be asked.
fn peaks(arguments: &[&str], n_fed: usize, n_results: usize) -> [u64; 2] {
    let folder = tempfile::tempdir().unwrap();
    let mut child = sudolab(arguments)
        .args(["--jobs", "2", "-q"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeding = std::thread::spawn(move || {
        let block = format!("{EASY}\n").repeat(1000);
        for _ in 0..n_fed / 1000 {
            stdin.write_all(block.as_bytes()).unwrap();
        }
    });
    let mut peaks = [0, 0];
    let mut n = 0;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        line.unwrap();
        n += 1;
        if n == n_results / 5 {
            peaks[0] = peak(child.id());
        } else if n == n_results * 4 / 5 {
            peaks[1] = peak(child.id());
        }
    }
    feeding.join().unwrap();
    assert!(child.wait().unwrap().success(), "{arguments:?}");
    assert!(n >= n_results, "{arguments:?}: {n} results");
    peaks
}

#[test]
fn a_long_run_of_any_command_needs_no_more_memory_than_a_short_one() {
    let fed = RUNS.iter().map(|(arguments, n)| (arguments, *n, *n));
    let made = MAKERS.iter().map(|(arguments, n)| (arguments, 0, *n));
    for (arguments, n_fed, n_results) in fed.chain(made) {
        let [early, late] = peaks(arguments, n_fed, n_results);
        println!("{early:>7} kB, {late:>7} kB  {}", arguments.join(" "));
        // The system counts by threads and sums up now and then, so a peak may seem to shrink a little.
        assert!(early > 0 && late > early / 2, "{arguments:?}: {early} kB, then {late} kB");
        assert!(late < MOST, "{arguments:?}: {late} kB");
        assert!(late < early + GROWTH, "{arguments:?}: {early} kB grew to {late} kB");
    }
}
