//! Output files on a disk that fails: every single call on them is refused once, and once the last
//! thing that the process does. Under its name stands what stood there before or the whole of the
//! new results, and a failure is told.
#![cfg(target_os = "linux")]

mod kit;
use kit::{EASY, run_in};
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

/// The calls that change a file.
const CALLS: &str = "openat,write,fsync,fdatasync,ftruncate,fchmod,flock,rename,renameat,renameat2";

const BEFORE: &str = "what stood there before\n";

/// A folder by its real name, as the system tells it of open files.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = fs::canonicalize(folder.path()).unwrap();
    fs::write(path.join("in.txt"), format!("{EASY}\n{EASY}\n")).unwrap();
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

/// Runs a command with a fault at a call, and says whether the fault came to pass.
fn with_fault(
    folder: &Path,
    arguments: &[&str],
    fault: &str,
    at: usize,
) -> (bool, Option<i32>, String) {
    let partial = folder.join("out.partial");
    let log = folder.join("log");
    let ran = Command::new("strace")
        .args(["-f", "-qq", "-o", log.to_str().unwrap(), "-P", partial.to_str().unwrap()])
        .args(["-e", &format!("trace={CALLS}")])
        .args(["-e", &format!("inject={CALLS}:{fault}:when={at}")])
        .arg(env!("CARGO_BIN_EXE_sudolab"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let killed = ran.status.signal() == Some(9) || ran.status.code() == Some(137);
    let injected = killed || fs::read_to_string(&log).unwrap().contains("INJECTED");
    let code = if killed { None } else { ran.status.code() };
    (injected, code, String::from_utf8_lossy(&ran.stderr).into_owned())
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
                for at in 1.. {
                    assert!(at < 200, "{arguments:?}: there is no end of calls");
                    let (_kept, folder) = folder();
                    if let Some(text) = before {
                        fs::write(folder.join("out"), text).unwrap();
                    }
                    let (injected, code, said) = with_fault(&folder, arguments, fault, at);
                    let what = format!("{arguments:?} with {fault} at call {at}: {said}");
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
                    if !injected {
                        assert_eq!(code, Some(0), "{what}");
                        break;
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
    assert!(n_faults > 40, "only {n_faults} faults");
}
