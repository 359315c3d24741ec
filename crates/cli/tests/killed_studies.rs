//! A study that is killed, at every single call that writes, and at any moment: the same command
//! goes on to the same rows, and nobody calls the file damaged.
#![cfg(unix)]

mod kit;
use kit::{run_in, sudolab};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

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

/// The calls that open, lock or change files.
const CALLS: &str = "openat,write,pwrite64,pwritev,fsync,fdatasync,ftruncate,fallocate,rename,renameat,renameat2,unlink,unlinkat,mkdir,flock,link,linkat";

/// strace around the study in a folder, with more words for it.
fn traced(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new("strace");
    command
        .args(["-f", "-qq"])
        .args(more)
        .arg(env!("CARGO_BIN_EXE_sudolab"))
        .args(STUDY)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// A call, by its name and by the file it is for, relative to the folder; and the thread that made it.
fn call(line: &str, folder: &Path) -> Option<(String, String, String)> {
    let (thread, rest) = line.split_once(' ')?;
    let (name, arguments) = rest.trim_start().split_once('(')?;
    // A number is an open file, told as 3</its/path>; other calls name their file in quotes.
    let named = match arguments.starts_with(|c: char| c.is_ascii_digit()) {
        true => arguments.split_once('<')?.1.split_once('>')?.0,
        false => arguments.split('"').nth(1)?,
    };
    let whole = folder.join(named.strip_suffix("(deleted)").unwrap_or(named));
    let file = whole.strip_prefix(folder).ok()?.to_str()?.to_owned();
    Some((name.to_owned(), file, thread.to_owned()))
}

/// Kills the study at each call of this name on this file, one after the other, and goes on with it.
/// Returns how many calls there were.
fn killed_at_each(name: &str, file: &str, clean: &[String]) -> usize {
    for at in 1..500 {
        let folder = folder();
        let place = std::fs::canonicalize(folder.path()).unwrap();
        let path = place.join(file);
        let inject = format!("inject={name}:signal=KILL:when={at}");
        let only = format!("trace={name}");
        // By the name that the study uses, and by the one that the system has for an open file.
        let real = path.to_str().unwrap();
        let more = ["-o", "/dev/null", "-P", file, "-P", real, "-e", &only, "-e", &inject];
        let status = traced(&place, &more).status().unwrap();
        // strace ends as its command did.
        let was_killed = status.signal() == Some(9) || status.code() == Some(137);
        if !was_killed {
            assert_eq!(status.code(), Some(0), "{name} on {file}, call {at}");
            return at - 1;
        }
        goes_on(&place, clean, &format!("killed at {name} on {file}, call {at}"));
    }
    panic!("{name} on {file}: no end")
}

/// strace counts the calls of each thread for itself, so one number for all of them would hit the
/// first thread alone that comes to it. The calls of one kind on one file come from one thread: for
/// each such pair every number is tried.
#[test]
fn a_study_killed_at_every_call_on_its_files_loses_nothing() {
    let probe = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).status();
    if !probe.is_ok_and(|status| status.success()) {
        eprintln!("LEFT OUT: strace is not here, or may not trace");
        return;
    }
    let whole = folder();
    let place = std::fs::canonicalize(whole.path()).unwrap();
    let log = place.join("log");
    let trace = format!("trace={CALLS}");
    let status = traced(&place, &["-y", "-o", log.to_str().unwrap(), "-e", &trace]).status();
    assert!(status.unwrap().success());
    let clean = told(&place);
    let log = std::fs::read_to_string(&log).unwrap();
    let mut pairs = std::collections::BTreeMap::<_, Vec<String>>::new();
    for (name, file, thread) in log.lines().filter_map(|line| call(line, &place)) {
        if !file.is_empty() && file != "log" && file != "plan.toml" {
            pairs.entry((name, file)).or_default().push(thread);
        }
    }
    let n_calls: usize = pairs.values().map(Vec::len).sum();
    // Half of the pairs at a time: most of what a run takes is waiting for strace.
    let (next, n) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let pairs: Vec<_> = pairs.iter().collect();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(((name, file), threads)) = pairs.get(next.fetch_add(1, Relaxed)) {
                    assert!(
                        threads.iter().all(|thread| *thread == threads[0]),
                        "{name} on {file} comes from several threads, so not every call is tried"
                    );
                    n.fetch_add(killed_at_each(name, file, &clean), Relaxed);
                }
            });
        }
    });
    let n = n.into_inner();
    println!(
        "killed at {n} calls of {} kinds on {n_calls} told; nothing lost, nothing called damaged",
        pairs.len()
    );
    // Files whose names hold a number of the process are not met again.
    assert!(n > 60 && n * 10 >= n_calls * 8, "only {n} of {n_calls} calls");
}
