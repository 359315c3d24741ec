//! Output files on a disk that fails: every single call on them is refused once, and once the last
//! thing that the process does. Under its name stands what stood there before or the whole of the
//! new results, and a failure is told.
#![cfg(target_os = "linux")]

mod kit;
use kit::{EASY, run_in};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Commands that write `out`; some write a certificate there.
const WRITERS: &[&[&str]] = &[
    &["solve", "in.txt", "--format", "csv", "--output", "out"],
    &["convert", "in.txt", "--to", "json", "--output", "out"],
    &["check", "in.txt", "--proof", "out"],
    &["generate", "--count", "3", "--output", "out"],
    &["algorithms", "--output", "out"],
    #[cfg(feature = "print")]
    &["print", "in.txt", "--to", "pdf", "--output", "out"],
];

/// The other commands that write `out`; their results are the same on every run.
const MORE_WRITERS: &[&[&str]] = &[
    &["solve", "in.txt", "--format", "line"],
    &["check", "in.txt", "--minimal"],
    &["count", "in.txt", "--proof", "proof"],
    &["rate", "in.txt", "--profile", "qqwing"],
    &["explain", "in.txt", "--format", "html"],
    &["hint", "in.txt", "--format", "json"],
    &["ease", "in.txt", "--clues", "40"],
    &["minimize", "in.txt"],
    &["convert", EASY, "--to", "sdk"],
    &["transform", "in.txt", "--rotate", "90"],
    &["techniques"],
    &["techniques", "--check", "library.txt"],
    &["timetable", "week.txt", "--format", "html"],
    &["completions", "bash"],
    &["study", "--list-plans"],
    #[cfg(feature = "print")]
    &["print", "in.txt", "--to", "svg", "--no-solutions"],
];

/// The calls that change a file.
const CALLS: &str =
    "openat,write,fsync,fdatasync,ftruncate,fchmod,flock,rename,renameat,renameat2,unlink,unlinkat";

const BEFORE: &str = "what stood there before\n";

/// A folder by its real name, as the system tells it of open files.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = fs::canonicalize(folder.path()).unwrap();
    fs::write(path.join("in.txt"), format!("{EASY}\n{EASY}\n")).unwrap();
    let line = ":0000:1:....7.94.+1.9+3.....5:111 211 311::118:";
    fs::write(path.join("library.txt"), format!("{line}\n")).unwrap();
    let week = "slots: mon, tue, wed\nrooms: a, b, c\ncourses: x, y, z\n";
    fs::write(path.join("week.txt"), week).unwrap();
    (folder, path)
}

/// Times in which a run says something else than another one.
fn without_times(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let line = |line: &str| match line.rsplit_once(',') {
        Some((rest, last)) if last.parse::<f64>().is_ok() => format!("{rest}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect::<String>().into_bytes()
}

/// strace around a command in a folder, looking at the file that becomes the result. It is named as the
/// command names it and as the system does, for calls that take a name and for those that take a number.
fn traced(folder: &Path, arguments: &[&str], more: &[&str]) -> std::process::Output {
    let partial = folder.join("out.partial");
    Command::new("strace")
        .args(["-f", "-qq", "-o", "log", "-P", "out.partial", "-P", partial.to_str().unwrap()])
        .args(more)
        .arg(env!("CARGO_BIN_EXE_sudolab"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// How often a command makes each kind of call on the file that becomes the result; strace counts each
/// kind for itself.
fn calls(arguments: &[&str], before: Option<&str>) -> BTreeMap<String, usize> {
    let (_kept, folder) = folder();
    if let Some(text) = before {
        fs::write(folder.join("out"), text).unwrap();
    }
    traced(&folder, arguments, &["-e", &format!("trace={CALLS}")]);
    let log = fs::read_to_string(folder.join("log")).unwrap();
    let mut calls = BTreeMap::new();
    let named = |line: &str| line.split_once('(')?.0.split_whitespace().last().map(str::to_owned);
    // A thread that was still in a call when the process ended has question marks for its name.
    let told = |name: &String| CALLS.split(',').any(|call| call == name);
    for name in log.lines().filter_map(named).filter(told) {
        *calls.entry(name).or_default() += 1;
    }
    assert!(calls.contains_key("openat") && calls.contains_key("write"), "{arguments:?}: {log}");
    calls
}

/// Runs a command whose call of this kind and number fails, or kills it. Returns the status, nothing
/// where it was killed, and what was said.
fn with_fault(
    folder: &Path,
    arguments: &[&str],
    fault: &str,
    (name, at): (&str, usize),
) -> (Option<i32>, String) {
    let trace = format!("trace={name}");
    let inject = format!("inject={name}:{fault}:when={at}");
    let ran = traced(folder, arguments, &["-e", &trace, "-e", &inject]);
    let killed = ran.status.signal() == Some(9) || ran.status.code() == Some(137);
    let log = fs::read_to_string(folder.join("log")).unwrap();
    assert!(killed || log.contains("INJECTED"), "{arguments:?}: {name} {at} was not met: {log}");
    let code = if killed { None } else { ran.status.code() };
    (code, String::from_utf8_lossy(&ran.stderr).into_owned())
}

/// Each call of a command, by its kind and its number.
fn each(calls: &BTreeMap<String, usize>) -> impl Iterator<Item = (&str, usize)> {
    calls.iter().flat_map(|(name, &n)| (1..=n).map(move |at| (name.as_str(), at)))
}

#[test]
fn a_failing_disk_never_leaves_half_of_a_result_under_its_name() {
    let probe = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).status();
    if !probe.is_ok_and(|status| status.success()) {
        eprintln!("LEFT OUT: strace is not here, or may not trace");
        return;
    }
    let mut n_faults = 0;
    for arguments in WRITERS {
        let (_kept, clean) = folder();
        run_in(&clean, arguments).code(0);
        let whole = without_times(&fs::read(clean.join("out")).unwrap());
        for fault in ["error=ENOSPC", "error=EIO", "signal=KILL"] {
            for before in [None, Some(BEFORE)] {
                for call in each(&calls(arguments, before)) {
                    let (_kept, folder) = folder();
                    if let Some(text) = before {
                        fs::write(folder.join("out"), text).unwrap();
                    }
                    let (code, said) = with_fault(&folder, arguments, fault, call);
                    let what = format!("{arguments:?} with {fault} at {call:?}: {said}");
                    let there = fs::read(folder.join("out")).ok();
                    let is_whole = there.as_deref().map(without_times) == Some(whole.clone());
                    let is_old = there.as_deref() == before.map(str::as_bytes);
                    assert!(is_whole || is_old, "{what}");
                    assert!(!said.contains("panicked"), "{what}");
                    match code {
                        // What failed had a way around it, such as the permissions of a new file.
                        Some(0) => assert!(is_whole, "{what}"),
                        Some(code) => {
                            assert!(code == 3 && said.contains("cannot"), "{what}, status {code}");
                            assert!(is_old, "{what}");
                        }
                        None => {}
                    }
                    n_faults += 1;
                    // Nobody is in the way of the next run.
                    run_in(&folder, arguments).code(0);
                    let there = fs::read(folder.join("out")).unwrap();
                    assert_eq!(without_times(&there), whole, "{what}");
                }
            }
        }
    }
    println!("{n_faults} faults, one after the other; nothing half, nothing silent");
    assert!(n_faults > 100, "only {n_faults} faults");
}

/// Writes are cut short where the file would grow beyond so many bytes, and the rest is refused.
fn cut_short(folder: &Path, arguments: &[&str], bytes: usize) -> kit::Ran {
    let ran = Command::new("prlimit")
        .arg(format!("--fsize={bytes}"))
        .arg(env!("CARGO_BIN_EXE_sudolab"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    ran.into()
}

fn all_writers() -> impl Iterator<Item = Vec<&'static str>> {
    let more = MORE_WRITERS.iter().map(|arguments| [*arguments, &["--output", "out"][..]].concat());
    WRITERS.iter().map(|arguments| arguments.to_vec()).chain(more)
}

#[test]
fn a_write_that_is_cut_short_anywhere_is_told_and_leaves_what_was_there() {
    if !Command::new("prlimit").arg("--version").output().is_ok_and(|ran| ran.status.success()) {
        eprintln!("LEFT OUT: prlimit is not here");
        return;
    }
    for arguments in all_writers() {
        let (_kept, clean) = folder();
        let code = run_in(&clean, &arguments).calm().code;
        let length = fs::metadata(clean.join("out")).unwrap().len() as usize;
        assert!(length > 2, "{arguments:?}");
        for bytes in [0, 1, length / 3, length / 2, length - 1] {
            let (_kept, folder) = folder();
            fs::write(folder.join("out"), BEFORE).unwrap();
            let ran = cut_short(&folder, &arguments, bytes).calm();
            let what = format!("{arguments:?} cut at byte {bytes} of {length}: {}", ran.err);
            assert_eq!(fs::read_to_string(folder.join("out")).unwrap(), BEFORE, "{what}");
            assert!(ran.code == 3 && ran.err.contains("cannot"), "{what}, status {}", ran.code);
            // Nobody is in the way of the next run.
            assert_eq!(run_in(&folder, &arguments).calm().code, code, "{what}");
        }
    }
}

#[test]
fn no_other_command_leaves_half_of_a_result_either() {
    let probe = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).status();
    if !probe.is_ok_and(|status| status.success()) {
        eprintln!("LEFT OUT: strace is not here, or may not trace");
        return;
    }
    let mut n_faults = 0;
    for arguments in MORE_WRITERS.iter().map(|a| [*a, &["--output", "out"][..]].concat()) {
        let (_kept, clean) = folder();
        let clean_code = run_in(&clean, &arguments).calm().code;
        let whole = fs::read(clean.join("out")).unwrap();
        for fault in ["error=EIO", "signal=KILL"] {
            for call in each(&calls(&arguments, Some(BEFORE))) {
                let (_kept, folder) = folder();
                fs::write(folder.join("out"), BEFORE).unwrap();
                let (code, said) = with_fault(&folder, &arguments, fault, call);
                let what = format!("{arguments:?} with {fault} at {call:?}: {said}");
                let there = fs::read(folder.join("out")).unwrap();
                assert!(there == whole || there == BEFORE.as_bytes(), "{what}");
                assert!(!said.contains("panicked"), "{what}");
                match code {
                    // What failed had a way around it.
                    Some(code) if code == clean_code => assert_eq!(there, whole, "{what}"),
                    Some(code) => {
                        assert!(code == 3 && said.contains("cannot"), "{what}, status {code}");
                        assert_eq!(there, BEFORE.as_bytes(), "{what}");
                    }
                    None => {}
                }
                n_faults += 1;
            }
        }
    }
    println!("{n_faults} faults, one after the other; nothing half, nothing silent");
    assert!(n_faults > 100, "only {n_faults} faults");
}
