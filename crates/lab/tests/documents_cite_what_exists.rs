//! What the documents tell a reader to look at or to run is there: records, links, programs.

use std::fs;
use std::path::{Path, PathBuf};

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
