//! A study that is killed, at every single call that writes, and at any moment: the same command
//! goes on to the same rows, and nobody calls the file damaged.
#![cfg(unix)]

mod kit;
use kit::{run_in, sudolab};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Ticks end the runs, so that rows can be compared.
const PLAN: &str = "\
name = \"killed\"
seed = 3
algorithms = [\"fast\", \"backtrack-random-digits\"]
[[puzzles]]
builtin = \"top95\"
take = 3
[protocol]
runs = 2
time_limit = \"10m\"
tick_limit = 3000
";
const ROWS: usize = 2 * 3 * 2;
const STUDY: &[&str] = &["study", "plan.toml", "--output", "out", "--jobs", "1", "-q"];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("plan.toml"), PLAN).unwrap();
    folder
}

/// What the rows say, but for times and the machine.
fn told(folder: &Path) -> Vec<String> {
    let export = run_in(folder, &["study", "export", "out"]).code(0);
    let lines = export.lines();
    let head: Vec<&str> = lines[0].split(',').collect();
    let wanted = ["puzzle", "algorithm", "label", "repeat", "verdict", "ticks", "guesses"];
    let columns: Vec<usize> = (0..head.len()).filter(|&i| wanted.contains(&head[i])).collect();
    assert!(columns.len() >= 5, "{head:?}");
    let row = |line: &&str| {
        let fields: Vec<&str> = line.split(',').collect();
        columns.iter().map(|&i| fields[i]).collect::<Vec<_>>().join(",")
    };
    let mut rows: Vec<String> = lines[1..].iter().map(row).collect();
    rows.sort();
    rows
}

/// Looks at what a killed study left, goes on with it, and compares.
fn goes_on(folder: &Path, clean: &[String], when: &str) {
    // Whoever looks before it goes on reads what was written, or is told that nothing is there yet.
    for action in ["export", "report"] {
        let looked = run_in(folder, &["study", action, "out"]).calm();
        assert!(!looked.err.contains("damaged"), "{when}: {action}: {}", looked.err);
    }
    let ran = run_in(folder, STUDY).calm();
    assert_eq!(ran.code, 0, "{when}: {}", ran.err);
    assert_eq!(told(folder), clean, "{when}");
}

#[test]
fn a_study_killed_at_any_moment_loses_nothing() {
    let whole = folder();
    let begun = Instant::now();
    run_in(whole.path(), STUDY).code(0);
    let length = begun.elapsed();
    let clean = told(whole.path());
    assert_eq!(clean.len(), ROWS);
    let mut killed = 0;
    const TIMES: u32 = 24;
    for i in 0..TIMES {
        let folder = folder();
        let mut child = sudolab(STUDY)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(length * i / TIMES);
        child.kill().unwrap();
        killed += usize::from(child.wait().unwrap().signal().is_some());
        goes_on(folder.path(), &clean, &format!("killed after {:?}", length * i / TIMES));
    }
    assert!(killed > 0, "every study had ended before it was killed");
}

/// The calls that change files.
const CALLS: &str = "write,pwrite64,pwritev,fsync,fdatasync,ftruncate,fallocate,rename,renameat,renameat2,unlink,unlinkat,mkdir";

#[test]
fn a_study_killed_at_every_call_that_writes_loses_nothing() {
    let probe = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).status();
    if !probe.is_ok_and(|status| status.success()) {
        eprintln!("LEFT OUT: strace is not here, or may not trace");
        return;
    }
    let whole = folder();
    run_in(whole.path(), STUDY).code(0);
    let clean = told(whole.path());
    // Each thread counts for itself, so the number is tried until nothing is killed any more.
    let mut n = 0;
    let limit = Duration::from_secs(3600);
    let begun = Instant::now();
    for at in 1.. {
        assert!(begun.elapsed() < limit, "{at} calls, and no end");
        let folder = folder();
        let status = Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={CALLS}")])
            .args(["-e", &format!("inject={CALLS}:signal=KILL:when={at}")])
            .arg(env!("CARGO_BIN_EXE_sudolab"))
            .args(STUDY)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        // strace ends as its command did.
        let was_killed = status.signal() == Some(9) || status.code() == Some(137);
        if !was_killed {
            assert_eq!(status.code(), Some(0), "call {at}");
            break;
        }
        n += 1;
        goes_on(folder.path(), &clean, &format!("killed at call {at}"));
    }
    println!("killed at {n} calls, one after the other; nothing lost, nothing called damaged");
    assert!(n > 20, "only {n} calls");
}
