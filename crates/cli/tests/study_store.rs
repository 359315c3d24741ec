//! The result file under bad conditions: no room, no permission, a reader while it is written.

mod kit;
use kit::{Ran, run_in, sudolab};
use std::path::Path;
use std::process::{Command, Stdio};

/// Ticks end the runs, so that rows can be compared.
const PLAN: &str = "\
name = \"no room\"
seed = 3
algorithms = [\"fast\", \"dlx\", \"rules-thesis\", \"backtrack-random\", \"annealing\"]
[[puzzles]]
builtin = \"royle17-400\"
take = 100
[protocol]
runs = 4
time_limit = \"10m\"
tick_limit = 3000
";
const ROWS: usize = 5 * 100 * 4;
const STUDY: &[&str] = &["study", "plan.toml", "--output", "out", "--jobs", "2"];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("plan.toml"), PLAN).unwrap();
    folder
}

fn n_rows(folder: &Path) -> usize {
    let export = run_in(folder, &["study", "export", "out"]).code(0);
    export.out.lines().count() - 1
}

/// Runs the study through a shell that first runs `before`.
#[cfg(unix)]
fn study_after(before: &str, folder: &Path) -> Ran {
    let script = format!("{before}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_sudolab")]).args(STUDY);
    command.current_dir(folder).stdin(Stdio::null()).output().expect("the shell starts").into()
}

#[cfg(unix)]
#[test]
fn without_room_the_study_stops_with_a_reason_and_goes_on_when_there_is_some() {
    let whole = folder();
    run_in(whole.path(), STUDY).code(0);
    let size = std::fs::metadata(whole.path().join("out/study.sqlite")).unwrap().len();
    let folder = folder();
    // Half of the room it needs, in blocks of 512 bytes.
    let ran = study_after(&format!("ulimit -f {}", size / 1024), folder.path());
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("Every run written before is safe"), "{}", ran.err);
    let before = n_rows(folder.path());
    assert!(before < ROWS, "{before} rows fit: make the study larger or the limit smaller");
    run_in(folder.path(), STUDY).code(0);
    assert_eq!(n_rows(folder.path()), ROWS);
    // No room at all: not even the puzzles fit, and nothing half-made is left under the name.
    let empty = self::folder();
    let ran = study_after("ulimit -f 8", empty.path());
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(!empty.path().join("out/study.sqlite").exists());
    run_in(empty.path(), STUDY).code(0);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_named_and_can_still_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    run_in(folder.path(), STUDY).code(0);
    let out = folder.path().join("out");
    let lock = |mode: u32| {
        for place in [folder.path(), &out, &out.join("figures"), &out.join("tables")] {
            std::fs::set_permissions(place, std::fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    lock(0o555);
    // The superuser may write anywhere: the command then runs as nobody, if that can be done.
    let as_root = std::fs::write(out.join("probe"), "").is_ok();
    let run = |arguments: &[&str]| -> Option<Ran> {
        let mut command = sudolab(arguments);
        if as_root {
            command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
            command.arg(env!("CARGO_BIN_EXE_sudolab")).args(arguments);
        }
        let ran: Ran = command.current_dir(folder.path()).output().ok()?.into();
        (!as_root || !ran.err.contains("setpriv")).then_some(ran)
    };
    let Some(export) = run(&["study", "export", "out"]) else {
        lock(0o755);
        eprintln!("skipped: the tests run as the superuser, and setpriv is not here");
        return;
    };
    let report = run(&["study", "report", "out"]).unwrap();
    let again = run(STUDY).unwrap();
    let elsewhere = run(&["study", "plan.toml", "--output", "new", "--jobs", "1"]).unwrap();
    lock(0o755);
    assert_eq!((export.code, export.out.lines().count()), (0, ROWS + 1), "{}", export.err);
    // The files of the report are there and as they should be: nothing has to be written.
    assert_eq!(report.code, 0, "{}", report.err);
    for (ran, name) in [(again, "out"), (elsewhere, "new")] {
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(ran.err.contains(name) && ran.err.contains("permission"), "{}", ran.err);
    }
}

#[test]
fn another_process_reads_while_the_study_runs() {
    let folder = folder();
    // Far more than runs while the test looks.
    let plan = PLAN.replace("runs = 4", "runs = 1000");
    std::fs::write(folder.path().join("plan.toml"), plan).unwrap();
    let mut child = sudolab(STUDY)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    let mut seen = vec![0];
    while seen.len() < 5 {
        assert!(begun.elapsed().as_secs() < 300, "nothing to read in five minutes: {seen:?}");
        if folder.path().join("out/study.sqlite").exists() {
            let n = n_rows(folder.path());
            assert!(n >= *seen.last().unwrap(), "rows vanished: {seen:?} {n}");
            if n > *seen.last().unwrap() {
                seen.push(n);
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // Reading is free, writing is for one.
    run_in(folder.path(), STUDY).code(3).says("another process is running the study");
    assert!(child.try_wait().unwrap().is_none(), "the study ended: make it larger");
    child.kill().unwrap();
    child.wait().unwrap();
    run_in(folder.path(), &["study", "report", "out"]).code(0);
}
