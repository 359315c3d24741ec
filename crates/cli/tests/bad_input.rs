//! Stories about input and output that fail: a clear message, nothing lost, no panic.

mod kit;
use kit::{EASY, EASY_SOLVED, run, run_in, run_with, sudolab};
use std::io::{Read, Write};
use std::process::Stdio;

#[test]
fn a_missing_file_is_named_and_the_other_files_are_done() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), EASY).unwrap();
    let ran = run_in(folder.path(), &["solve", "a.txt", "gone.txt", "a.txt", "--format", "line"]);
    let ran = ran.code(3).says("gone.txt");
    assert_eq!(ran.lines(), [EASY_SOLVED, EASY_SOLVED]);
}

#[test]
fn a_folder_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    run(&["solve", folder.path().to_str().unwrap()]).code(3).says("cannot read");
}

#[test]
fn empty_input_is_told() {
    run_with(b"", &["solve"]).code(1).says("holds no puzzle");
    run_with(b"\n\n# only a comment\n", &["check"]).code(1);
}

#[test]
fn junk_of_every_kind_is_an_error_and_no_panic() {
    let mut binary = Vec::new();
    let mut random = sudolab_grid::random::Random::new(1);
    (0..200_000).for_each(|_| binary.push(random.bits() as u8));
    let invalid = [EASY.as_bytes(), b"\n\xff\xfe\xfa\n", EASY.as_bytes(), b"\n"].concat();
    let cut = EASY.as_bytes()[..50].to_vec();
    let nul = vec![0u8; 5000];
    for (input, commands) in [(binary, 1), (invalid, 1), (cut, 1), (nul, 1)] {
        for command in ["solve", "check", "count", "convert"] {
            let ran = run_with(&input, &[command]).code(commands);
            assert!(!ran.err.is_empty() || command == "check", "{command} says nothing");
        }
        run_with(&input, &["transform", "--canonical"]).code(1);
    }
}

#[test]
fn a_line_of_a_hundred_megabytes_is_refused_in_little_memory() {
    let mut child = sudolab(&["solve", "--format", "line"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let block = vec![b'.'; 1 << 20];
    for _ in 0..100 {
        stdin.write_all(&block).unwrap();
    }
    stdin.write_all(format!("\n{EASY}\n").as_bytes()).unwrap();
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    drop(stdin);
    let ran: kit::Ran = child.wait_with_output().unwrap().into();
    let ran = ran.code(1).says("E11");
    assert!(ran.out.contains(EASY_SOLVED));
    let peak = status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or("VmHWM: 0 kB");
    let kilobytes: u64 = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(kilobytes < 64 * 1024, "{kilobytes} kB");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let text = format!("{EASY}\n").repeat(20_000);
    let mut child = sudolab(&["solve", "--format", "line"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeding = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let mut first = [0; 82];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_full_disk_is_told_with_status_three() {
    if !std::path::Path::new("/dev/full").exists() {
        eprintln!("LEFT OUT: this system has no /dev/full");
        return;
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let text = format!("{EASY}\n").repeat(5000);
    let mut child = sudolab(&["solve", "--format", "line"])
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeding = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let ran: kit::Ran = child.wait_with_output().unwrap().into();
    feeding.join().unwrap();
    ran.code(3).says("cannot write to standard output");
}

#[test]
fn output_into_a_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["solve", EASY, "--format", "line", "--output", "out.txt"];
    run_in(folder.path(), &arguments).code(0);
    let text = std::fs::read_to_string(folder.path().join("out.txt")).unwrap();
    assert_eq!(text.trim(), EASY_SOLVED);
    assert!(!folder.path().join("out.txt.partial").exists());
    let arguments = ["solve", EASY, "--output", "no/such/folder/out.txt"];
    run_in(folder.path(), &arguments).code(3).says("cannot write");
}

#[test]
fn a_run_that_comes_to_nothing_leaves_the_old_output_alone() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("o.txt");
    std::fs::write(&old, "old").unwrap();
    run_in(folder.path(), &["solve", "gone.txt", "--output", "o.txt"]).code(3);
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn output_follows_links_and_writes_to_devices_directly() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target.txt"), folder.path().join("link.txt"));
    std::fs::write(&target, "old").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    run_in(folder.path(), &["solve", EASY, "--format", "line", "--output", "link.txt"]).code(0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::read_to_string(&target).unwrap().trim(), EASY_SOLVED);
    run_in(folder.path(), &["solve", EASY, "--output", "/dev/null"]).code(0);
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn wrong_usage_has_status_two() {
    for arguments in [
        &["solve", EASY, "--jobs", "0"][..],
        &["solve", EASY, "--time-limit", "soon"],
        &["solve", EASY, "--format", "xml"],
        &["count", EASY, "--limit", "0"],
        &["convert", EASY, "--to", "nonsense"],
        &["transform", EASY],
        &["nonsense"],
        &["solve", EASY, "--from", "nonsense"],
        &["solve", EASY, "--box", "3"],
    ] {
        let ran = run(arguments).code(2);
        assert!(!ran.err.is_empty(), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done_and_has_status_130() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = sudolab(&["solve", "--format", "line", "--output", "out.txt"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = format!("{EASY}\n").repeat(30_000);
    stdin.write_all(text.as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let killed =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    // Standard input stays open, and nothing more comes.
    let ran: kit::Ran = child.wait_with_output().unwrap().into();
    drop(stdin);
    ran.code(130).says("out.txt.partial");
    let text = std::fs::read_to_string(folder.path().join("out.txt.partial")).unwrap();
    assert!(text.lines().count() > 1000);
    assert!(text.lines().all(|l| l == EASY_SOLVED));
}

#[test]
fn what_is_no_file_is_told_as_what_it_was_meant_to_be() {
    run(&["solve", ""]).code(3).says("an empty argument");
    run(&["count", EASY, "--rules", "whispers 5 r1c1 r1c2"]).code(3).says("did you mean whisper?");
    run(&["count", EASY, "--rules", "gone.txt"]).code(3).says("there is no file of that name");
    // Constraints of another program are often short, and no file is called so.
    let ran = run(&["count", ".Shape~6x6", "-f", "line"]).code(0);
    assert_eq!(ran.out, "2\n");
    run(&["count", ".Nonsense~1"]).code(1).says("Nonsense");
}

#[test]
fn numbers_below_zero_are_values_that_do_not_fit_and_no_options() {
    for option in ["--seed", "--jobs", "--time-limit"] {
        run(&["solve", EASY, option, "-1"]).code(2).says("invalid value '-1'");
    }
    run(&["solve", EASY, "--time-limit", "-1s"]).code(2).says("invalid value '-1s'");
}
