//! Which build the rows of a study come from: compiler and, in a release, the commit.
//!
//! Only a release asks for the commit: a build in the making would have to be linked again after
//! every commit, and is not what one publishes times of.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SUDOLAB_COMMIT");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = said(Command::new(rustc).arg("--version")).unwrap_or_default();
    println!("cargo::rustc-env=SUDOLAB_COMPILER={compiler}");
    // Whoever packs a release without its history names the commit.
    let named = std::env::var("SUDOLAB_COMMIT").ok().filter(|c| !c.trim().is_empty());
    let is_release = std::env::var("PROFILE").is_ok_and(|p| p == "release");
    let commit = named.or_else(|| if is_release { commit() } else { None });
    println!("cargo::rustc-env=SUDOLAB_COMMIT={}", commit.unwrap_or_default());
}

/// The commit of the folder this is built from, if this very file is in it; `+` says that files
/// were changed since.
fn commit() -> Option<String> {
    let git = |args: &[&str]| said(Command::new("git").args(args));
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]).is_some();
    Some(if changed { format!("{commit}+") } else { commit })
}

/// What a command prints, if it succeeds and prints something.
fn said(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|o| o.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
