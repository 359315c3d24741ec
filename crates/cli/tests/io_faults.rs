//! Every command that writes, under every way in which writing can fail: a message that names the
//! place, status 3, no panic, no silent end.
#![cfg(unix)]

mod kit;
use kit::{EASY, Ran, sudolab};
use std::fs::{File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Commands with something to say, on standard output or into the file that `--output` names.
const WRITERS: &[&[&str]] = &[
    &["solve", EASY],
    &["solve", EASY, "--format", "json"],
    &["check", EASY],
    &["count", EASY],
    &["rate", EASY, "--profile", "qqwing"],
    &["explain", EASY],
    &["explain", EASY, "--format", "html"],
    &["hint", EASY],
    &["hint", EASY, "--format", "json"],
    &["generate"],
    &["ease", EASY, "--clues", "40"],
    &["minimize", EASY],
    &["convert", EASY],
    &["convert", EASY, "--to", "sdk"],
    &["convert", "--list"],
    &["transform", EASY, "--rotate", "90"],
    &["bench", EASY],
    &["algorithms"],
    &["techniques"],
    &["techniques", "--check", "library.txt"],
    &["timetable", "week.txt"],
    &["timetable", "week.txt", "--format", "html"],
    &["completions", "bash"],
    &["study", "--list-plans"],
    &["study", "quick", "--dry-run"],
    &["study", "export", "study"],
    &["study", "export", "study", "--to", "parquet"],
    &["study", "report", "study"],
    &["reproduce", "gauge", "--dry-run"],
    #[cfg(feature = "print")]
    &["print", EASY, "--to", "pdf"],
    #[cfg(feature = "print")]
    &["print", EASY, "--to", "svg", "--no-solutions"],
];

/// The manual goes to standard output, or into a folder.
const PRINTERS: &[&[&str]] = &[&["man"]];

const PLAN: &str = r#"
name = "small"
algorithms = ["rules-singles", "backtrack-thesis"]
[[puzzles]]
builtin = "top95"
take = 3
[protocol]
kind = "fixed"
runs = 1
time_limit = "20s"
"#;

/// A folder with what the commands read.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("library.txt"), "# no line\n").unwrap();
    let week = "slot,Hall,Lab\nMon,Algebra,\nTue,,\ncourses: Algebra, Drama\n";
    std::fs::write(folder.path().join("week.txt"), week).unwrap();
    std::fs::write(folder.path().join("plan.toml"), PLAN).unwrap();
    let arguments = ["study", "plan.toml", "--output", "study", "--jobs", "1"];
    kit::run_in(folder.path(), &arguments).code(0);
    folder
}

fn with_output(arguments: &[&str], name: &str) -> Vec<String> {
    arguments.iter().chain(&["--output", name]).map(ToString::to_string).collect()
}

/// The command, started by a shell after this script.
fn after(script: &str, folder: &Path, arguments: &[String]) -> Ran {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{script}; exec \"$0\" \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_sudolab")).args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).output().expect("the shell starts").into()
}

#[track_caller]
fn refused(ran: Ran, what: &[String], words: &[&str]) {
    assert!(!ran.err.contains("panicked"), "{what:?}: {}", ran.err);
    assert_eq!(ran.code, 3, "{what:?}: {}{}", ran.out, ran.err);
    let named = words.iter().any(|word| ran.err.contains(word));
    assert!(named && ran.err.contains("cannot"), "{what:?}: none of {words:?} in {}", ran.err);
}

#[test]
fn a_full_disk_is_told() {
    let folder = folder();
    for arguments in WRITERS {
        let what = with_output(arguments, "/dev/full");
        refused(after(":", folder.path(), &what), &what, &["No space left"]);
    }
    for arguments in WRITERS.iter().chain(PRINTERS) {
        let what: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let ran = sudolab(arguments)
            .current_dir(folder.path())
            .stdout(File::options().write(true).open("/dev/full").unwrap())
            .stderr(Stdio::piped())
            .spawn()
            .and_then(std::process::Child::wait_with_output)
            .unwrap();
        refused(ran.into(), &what, &["No space left"]);
    }
    let what = ["check", EASY, "--proof", "/dev/full"].map(str::to_owned);
    refused(after(":", folder.path(), &what), &what, &["No space left"]);
}

#[test]
fn a_limit_on_the_size_of_files_is_told_instead_of_a_silent_end() {
    let folder = folder();
    for arguments in WRITERS {
        let what = with_output(arguments, "new.out");
        refused(after("ulimit -f 0", folder.path(), &what), &what, &["ulimit -f"]);
        let _ = std::fs::remove_file(folder.path().join("new.out.partial"));
    }
    let what = ["man", "--output", "pages"].map(str::to_owned);
    refused(after("ulimit -f 0", folder.path(), &what), &what, &["ulimit -f"]);
    let what = ["study", "plan.toml", "--output", "new"].map(str::to_owned);
    let ran = after("ulimit -f 0", folder.path(), &what);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("new/study.sqlite"), "{}", ran.err);
}

#[test]
fn a_place_that_is_not_there_or_no_file_is_told() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("a-folder")).unwrap();
    for arguments in WRITERS {
        for (name, words) in [
            ("not/there/out", &["not/there/out"][..]),
            ("a-folder", &["a-folder"]),
            ("plan.toml/out", &["plan.toml/out"]),
        ] {
            let what = with_output(arguments, name);
            refused(after(":", folder.path(), &what), &what, words);
        }
    }
    for arguments in [&["man"][..], &["study", "plan.toml"]] {
        let what = with_output(arguments, "plan.toml/out");
        refused(after(":", folder.path(), &what), &what, &["plan.toml/out"]);
    }
}

#[test]
fn a_folder_that_has_vanished_is_told() {
    let folder = folder();
    for arguments in WRITERS.iter().filter(|all| !all.contains(&"study") && all.len() < 4) {
        if arguments.contains(&"library.txt") || arguments.contains(&"week.txt") {
            continue;
        }
        let what = with_output(arguments, "new.out");
        let script = "mkdir gone && cd gone && rmdir ../gone";
        refused(after(script, folder.path(), &what), &what, &["new.out"]);
    }
}

#[test]
fn a_folder_and_a_file_without_permission_are_told() {
    let folder = folder();
    let closed = folder.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    std::fs::set_permissions(&closed, Permissions::from_mode(0o555)).unwrap();
    // The superuser may write anywhere: the command then runs as nobody, if that can be done.
    let as_root = std::fs::write(closed.join("probe"), "").is_ok();
    let run = |arguments: &[String]| -> Option<Ran> {
        let program = env!("CARGO_BIN_EXE_sudolab");
        let mut command = Command::new(if as_root { "setpriv" } else { program });
        if as_root {
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups", program]);
        }
        let ran: Ran = command.args(arguments).current_dir(folder.path()).output().ok()?.into();
        (!as_root || !ran.err.contains("setpriv")).then_some(ran)
    };
    for arguments in WRITERS {
        // A report is made of rows that are read through the file of the study.
        let what = with_output(arguments, "closed/out");
        let Some(ran) = run(&what) else {
            eprintln!("LEFT OUT: the tests run as the superuser, and setpriv is not here");
            return;
        };
        refused(ran, &what, &["check its permissions"]);
    }
    let secret = folder.path().join("secret.txt");
    std::fs::write(&secret, EASY).unwrap();
    std::fs::set_permissions(&secret, Permissions::from_mode(0o000)).unwrap();
    for command in READERS {
        let what: Vec<String> = command.iter().map(|a| a.replace("IN", "secret.txt")).collect();
        refused(run(&what).expect("it ran before"), &what, &["check its permissions"]);
    }
}

/// Commands that read the file `IN`.
const READERS: &[&[&str]] = &[
    &["solve", "IN"],
    &["check", "IN"],
    &["count", "IN"],
    &["rate", "IN"],
    &["explain", "IN"],
    &["hint", "IN"],
    &["ease", "IN", "--clues", "40"],
    &["minimize", "IN"],
    &["convert", "IN"],
    &["transform", "IN", "--rotate", "90"],
    &["bench", "IN"],
    &["techniques", "--check", "IN"],
    &["generate", "--pattern", "IN"],
    &["generate", "--regions", "IN"],
    #[cfg(feature = "print")]
    &["print", "IN", "--to", "svg"],
    #[cfg(feature = "print")]
    &["print", EASY, "--to", "svg", "--font", "IN"],
];

#[test]
fn input_that_is_not_there_or_a_folder_is_told() {
    let folder = folder();
    for command in READERS {
        for (name, word) in [("not/there.txt", "check the name"), ("study", "study")] {
            let what: Vec<String> = command.iter().map(|a| a.replace("IN", name)).collect();
            refused(after(":", folder.path(), &what), &what, &[word]);
        }
    }
    for action in ["report", "export"] {
        let what = ["study", action, "not/there"].map(str::to_owned);
        let ran = after(":", folder.path(), &what);
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(ran.err.contains("not/there"), "{}", ran.err);
    }
}

#[test]
#[cfg(feature = "serve")]
fn a_server_tells_what_is_in_its_way() {
    let folder = folder();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let what = ["serve", "--port", &port].map(str::to_owned);
    refused(after(":", folder.path(), &what), &what, &["--port"]);
    // Whoever started it waits for its first line.
    let ran = sudolab(&["serve", "--port", "0"])
        .current_dir(folder.path())
        .stdout(File::options().write(true).open("/dev/full").unwrap())
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .unwrap();
    let what = ["serve".to_owned()];
    refused(ran.into(), &what, &["No space left"]);
}

#[test]
fn a_reader_that_has_gone_ends_every_command_quietly() {
    let folder = folder();
    for arguments in WRITERS.iter().chain(PRINTERS) {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = sudolab(arguments)
            .current_dir(folder.path())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
        assert!(!ran.err.contains("panicked") && !ran.err.contains("cannot"), "{}", ran.err);
    }
    // Nobody listens to messages either.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = sudolab(&["solve", "nonsense.txt"]).stderr(writer).spawn().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
}
