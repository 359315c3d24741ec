//! The README's first five minutes, pasted into a shell.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};

/// The commands between the heading and the end of its block, but the build.
fn commands(readme: &str) -> Vec<&str> {
    let section = readme.split("## The first five minutes").nth(1).expect("the section is there");
    let block = section.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next());
    let lines = block.expect("it has a block of commands").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with("cargo build")).collect()
}

/// What a stranger gets: the files of the last commit in a folder of their own, so that a file that
/// was forgotten there is missed. Without git (an unpacked archive), the folders of this tree.
fn fresh_clone(root: &Path, folder: &Path) {
    let mut archive = Command::new("git");
    archive.args(["archive", "--format=tar", "HEAD"]).current_dir(root);
    archive.stdout(Stdio::piped()).stderr(Stdio::null());
    let unpacked = archive.spawn().is_ok_and(|mut git| {
        let tar = git.stdout.take().expect("it is piped");
        let unpack = Command::new("tar").arg("-xf-").current_dir(folder).stdin(tar).status();
        git.wait().is_ok_and(|status| status.success()) && unpack.is_ok_and(|s| s.success())
    });
    if !unpacked {
        assert!(!root.join(".git").exists(), "the last commit could not be unpacked");
        for name in ["README.md", "data", "experiments"] {
            std::os::unix::fs::symlink(root.join(name), folder.join(name)).unwrap();
        }
    }
}

#[test]
fn the_first_five_minutes_work_as_pasted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let folder = tempfile::tempdir().unwrap();
    fresh_clone(&root, folder.path());
    let readme = std::fs::read_to_string(folder.path().join("README.md")).unwrap();
    let bin = Path::new(env!("CARGO_BIN_EXE_sudolab")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    // The checker is a program of another crate, built with the whole workspace.
    let has_witness = bin.join("sudolab-witness").exists();
    let commands = commands(&readme);
    assert!(commands.len() >= 15, "{} commands", commands.len());
    for command in commands {
        if command.starts_with("sudolab-witness") && !has_witness {
            eprintln!("LEFT OUT: {command}: build it with cargo build -p sudolab-witness");
            continue;
        }
        let mut shell = Command::new("bash");
        shell.args(["-c", command]).env("PATH", &path).current_dir(folder.path());
        let ran = shell.stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{command}\n{error}");
    }
    for made in ["puzzles.cert", "solved.txt", "easy.pdf", "results/report.html"] {
        assert!(folder.path().join(made).exists(), "{made}");
    }
}
