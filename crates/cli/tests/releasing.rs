//! What `./release` packs, tried with the binary of the tests in place of the release build.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An executable that stands for a binary: packing the real one of a test build takes long.
fn stand_in(path: &Path, script: &str) {
    fs::write(path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Packs into a folder; the name of the archive.
fn pack(built: &Path, folder: &Path) -> PathBuf {
    let ran = Command::new(root().join("release"))
        .arg(folder)
        .env("SUDOLAB_BUILT", built)
        .output()
        .expect("the script starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let told = String::from_utf8(ran.stdout).unwrap();
    PathBuf::from(told.lines().next().expect("it names the archive"))
}

#[test]
fn the_archive_holds_binaries_pages_completions_and_every_licence_and_is_the_same_each_time() {
    let place = tempfile::tempdir().unwrap();
    let built = place.path().join("built");
    fs::create_dir(&built).unwrap();
    stand_in(&built.join("sudolab"), &format!("exec {:?} \"$@\"", env!("CARGO_BIN_EXE_sudolab")));
    stand_in(&built.join("sudolab-witness"), "exit 0");
    let first = pack(&built, &place.path().join("one"));
    let listed = Command::new("tar").arg("-tzf").arg(&first).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let names: Vec<&str> =
        listed.lines().filter_map(|l| l.split_once('/').map(|(_, name)| name)).collect();
    for wanted in [
        "sudolab",
        "sudolab-witness",
        "README.md",
        "CHANGELOG.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "LICENSE-OFL",
        "man/sudolab.1",
        "man/sudolab-solve.1",
        "completions/sudolab.bash",
        "completions/sudolab.zsh",
        "completions/sudolab.fish",
    ] {
        assert!(names.contains(&wanted), "{wanted} is not among\n{listed}");
    }
    let checked = Command::new("sha256sum")
        .args(["--check", "--quiet"])
        .arg(format!("{}.sha256", first.file_name().unwrap().to_str().unwrap()))
        .current_dir(first.parent().unwrap())
        .status()
        .unwrap();
    assert!(checked.success(), "the checksum beside the archive is another one");
    let second = pack(&built, &place.path().join("two"));
    assert_eq!(fs::read(first).unwrap(), fs::read(second).unwrap());
}
