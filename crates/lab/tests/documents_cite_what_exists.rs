//! What the documents tell a reader to look at or to run is there: records, links, programs, commits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Markdown file of the documents and the records.
fn documents() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("docs"), root().join("experiments")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is part of the repository") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                found.push(path);
            }
        }
    }
    found.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|f| root().join(f)));
    found.retain(|path| path.exists());
    let text = |path: &PathBuf| fs::read_to_string(path).expect("documents are text");
    found.iter().map(|path| (path.clone(), text(path))).collect()
}

/// The words that follow a mark, up to what ends a name.
fn after<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(mark).map(move |(at, _)| {
        let rest = &text[at + mark.len()..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "-_".contains(c)));
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// Faults, as lines: the file and what it names in vain.
fn faults(documents: &[(PathBuf, String)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in documents {
        let mut missing = |what: &str| faults.push(format!("{}: {what}", path.display()));
        for record in after(text, "experiments/records/").filter(|r| !r.is_empty()) {
            if !root().join("experiments/records").join(record).exists() {
                missing(&format!("experiments/records/{record}"));
            }
        }
        for line in text.lines().filter(|l| l.contains("cargo run")) {
            let package = after(line, "-p ").next().unwrap_or("");
            let folder = match package {
                "sudolab-bench" => root().join("bench"),
                "sudolab" => root().join("crates/sudolab"),
                other => root().join("crates").join(other.trim_start_matches("sudolab-")),
            };
            for program in after(line, "--bin ") {
                if !folder.join(format!("src/bin/{program}.rs")).exists() {
                    missing(&format!("-p {package} --bin {program}"));
                }
            }
            for example in after(line, "--example ") {
                if !folder.join(format!("examples/{example}.rs")).exists() {
                    missing(&format!("-p {package} --example {example}"));
                }
            }
        }
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#', ' ']).next()) {
            let elsewhere = link.is_empty() || link.contains("://") || link.starts_with("mailto:");
            let folder = path.parent().expect("a file lies in a folder");
            if !elsewhere && !folder.join(link).exists() {
                missing(&format!("the link to {link}"));
            }
        }
    }
    faults
}

#[test]
fn every_record_program_and_link_exists() {
    let faults = faults(&documents());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_does_not_exist_is_noticed() {
    let text = "See experiments/records/1999-none, [a page](nowhere.md), [a site](https://x.y).\n\
                cargo run --release -p sudolab-solvers --example success -- --algorithm fast\n\
                cargo run -p sudolab-bench --bin nothing\n\
                cargo run -p sudolab --example tour\n";
    let found = faults(&[(root().join("docs/made-up.md"), text.to_owned())]);
    assert_eq!(found.len(), 4, "{found:#?}");
}

/// Commits that a text cites: seven hexadecimal digits or more, in backticks or after the word.
fn commits(text: &str) -> impl Iterator<Item = &str> {
    let hashes = |mark| {
        after(text, mark).filter(|name| {
            let hexadecimal = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
            (7..=40).contains(&name.len())
                && name.chars().all(hexadecimal)
                && name.contains(|c: char| c.is_ascii_digit())
                && name.contains(|c: char| c.is_ascii_lowercase())
        })
    };
    hashes("`").chain(hashes("commit "))
}

fn git(arguments: &[&str]) -> Option<String> {
    let done = Command::new("git").arg("-C").arg(root()).args(arguments).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).trim().to_owned())
}

/// Why the history cannot be asked, if it cannot.
fn no_history() -> Option<&'static str> {
    let own = || root().canonicalize().ok();
    match git(&["rev-parse", "--show-toplevel"]).map(PathBuf::from) {
        Some(top) if top.canonicalize().ok() == own() => {}
        _ => return Some("the folder is no clone, or there is no git"),
    }
    match git(&["rev-parse", "--is-shallow-repository"]).as_deref() {
        Some("false") => None,
        _ => Some("the clone is shallow"),
    }
}

fn is_in_the_history(commit: &str) -> bool {
    git(&["merge-base", "--is-ancestor", commit, "HEAD"]).is_some()
}

#[test]
fn every_cited_commit_is_in_the_history() {
    if let Some(why) = no_history() {
        eprintln!("LEFT OUT: {why}; the cited commits were not looked for");
        return;
    }
    let mut faults = Vec::new();
    for (path, text) in documents() {
        let unknown = commits(&text).filter(|commit| !is_in_the_history(commit));
        faults.extend(unknown.map(|commit| format!("{}: {commit}", path.display())));
    }
    assert!(faults.is_empty(), "not in the history:\n{}", faults.join("\n"));
}

#[test]
fn a_cited_commit_is_told_from_other_words() {
    let text =
        "Between `62f0ffb` and `decades`, `1234567`; (release build, commit 465760f15d59), `ab12`";
    assert_eq!(commits(text).collect::<Vec<_>>(), ["62f0ffb", "465760f15d59"]);
    if no_history().is_none() {
        assert!(!is_in_the_history("0123456789abcdef0123456789abcdef01234567"));
    }
}
