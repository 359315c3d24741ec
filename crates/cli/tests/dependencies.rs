//! What we build upon: where it comes from, on which terms, and why it is there. Needs no network.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Licences that let us ship a crate inside a program under MIT or Apache 2.0.
const MAY_SHIP: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "0BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that never ship, because only a crate that is not published uses them, with the reason
/// why their terms do not matter.
const NEVER_SHIPS: &[(&str, &str)] = &[("sudoku", "a peer that `bench` compares us with")];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All packages and who uses whom, with every feature, from what lies on this machine. Crates of
/// other systems or of features that were never built may be absent here; then the others are judged.
fn metadata() -> Value {
    let run = |more: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["metadata", "--offline", "--locked", "--format-version", "1"]).args(more);
        let output = cargo.current_dir(root()).output().expect("cargo runs, for it runs this test");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(output.stdout) } else { Err(told) }
    };
    let version = Command::new("rustc").arg("-vV").output().expect("rustc built this test");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|l| l.strip_prefix("host: ")).expect("rustc has a host");
    let here = ["--filter-platform", host];
    let text = run(&["--all-features"])
        .or_else(|_| run(&["--all-features", here[0], here[1]]))
        .or_else(|_| run(&here))
        .unwrap();
    serde_json::from_slice(&text).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Whether an SPDX expression leaves us a choice that we may take: a parser for `OR`, `AND`,
/// brackets, and the old way to write `OR` as a slash.
fn may_ship(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let answer = any(&mut words);
    answer && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any(words: &mut Words<'_>) -> bool {
    let mut answer = all(words);
    while words.next_if_eq(&"OR").is_some() {
        answer |= all(words);
    }
    answer
}

fn all(words: &mut Words<'_>) -> bool {
    let mut answer = one(words);
    while words.next_if_eq(&"AND").is_some() {
        answer &= one(words);
    }
    answer
}

fn one(words: &mut Words<'_>) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let answer = any(words);
        return words.next_if_eq(&")").is_some() && answer;
    }
    let mut name = words.next().unwrap_or_default().to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        name = format!("{name} WITH {}", words.next().unwrap_or_default());
    }
    MAY_SHIP.contains(&name.as_str())
}

#[test]
fn licence_expressions_are_understood() {
    for good in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR X) AND Unicode-3.0"] {
        assert!(may_ship(good), "{good}");
    }
    for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT)", "MIT MIT", "AGPL-3.0"] {
        assert!(!may_ship(bad), "{bad}");
    }
}

#[test]
fn every_crate_that_ships_may_be_passed_on_under_our_licences() {
    let metadata = metadata();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages: BTreeMap<String, Value> = list(&metadata["packages"])
        .into_iter()
        .map(|package| (text(&package["id"]).to_owned(), package))
        .collect();
    let uses: BTreeMap<String, Vec<String>> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| {
            let used = list(&node["dependencies"]).iter().map(|d| text(d).to_owned()).collect();
            (text(&node["id"]).to_owned(), used)
        })
        .collect();
    let published = |id: &&String| packages[*id]["publish"].is_null();
    let members: Vec<String> =
        list(&metadata["workspace_members"]).iter().map(|m| text(m).to_owned()).collect();
    let mut open: Vec<&String> = members.iter().filter(published).collect();
    let mut ships: BTreeSet<&String> = BTreeSet::new();
    while let Some(id) = open.pop() {
        if ships.insert(id) {
            open.extend(uses.get(id).into_iter().flatten());
        }
    }
    assert!(ships.len() > members.len(), "the published crates use others");
    let mut faults = Vec::new();
    for (id, package) in &packages {
        let (name, licence) = (text(&package["name"]), text(&package["license"]));
        let excused = NEVER_SHIPS.iter().any(|(n, _)| *n == name) && !ships.contains(id);
        if !may_ship(licence) && !excused {
            faults.push(format!("{name} {} is under {licence:?}", text(&package["version"])));
        }
    }
    assert!(faults.is_empty(), "not among the licences we may pass on:\n{}", faults.join("\n"));
}

#[test]
fn every_crate_comes_from_crates_io_with_a_checksum() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let mut n = 0;
    for package in lock.split("[[package]]").skip(1) {
        let field = |name: &str| {
            let line = package.lines().find(|l| l.starts_with(&format!("{name} = ")));
            line.and_then(|l| l.split('"').nth(1)).unwrap_or_default()
        };
        let name = field("name");
        if field("source").is_empty() {
            assert!(name.starts_with("sudolab"), "{name} is neither ours nor from a registry");
            continue;
        }
        assert_eq!(field("source"), REGISTRY, "{name}");
        assert_eq!(field("checksum").len(), 64, "{name}");
        n += 1;
    }
    assert!(n > 50, "{n} crates in Cargo.lock");
}

#[test]
fn every_direct_dependency_has_its_reason_in_the_docs_and_no_other() {
    let page = std::fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let told: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect();
    let metadata = metadata();
    let members = metadata["packages"].as_array().unwrap().iter().filter(|p| p["source"].is_null());
    let mut used: BTreeSet<String> = BTreeSet::new();
    for member in members {
        for dependency in member["dependencies"].as_array().unwrap() {
            let name = text(&dependency["name"]);
            if !name.starts_with("sudolab") {
                used.insert(name.to_owned());
            }
        }
    }
    let used: BTreeSet<&str> = used.iter().map(String::as_str).collect();
    let untold: Vec<_> = used.difference(&told).collect();
    let unused: Vec<_> = told.difference(&used).collect();
    assert!(untold.is_empty(), "docs/dependencies.md gives no reason for {untold:?}");
    assert!(unused.is_empty(), "docs/dependencies.md speaks of {unused:?}, which nobody uses");
}

/// Who uses a crate, by the second column of a row: `grid, lab; tests of cli` names rooms, and rooms
/// whose tests do. What is said of features and systems does not count.
fn told_users(column: &str) -> BTreeSet<String> {
    let mut users = BTreeSet::new();
    for part in column.split(';').map(str::trim) {
        let (kind, rooms) = match part.strip_prefix("tests of ") {
            Some(rooms) => ("tests of ", rooms),
            None => ("", part),
        };
        let rooms = rooms.split(',').map(str::trim);
        let rooms = rooms.filter(|r| !r.starts_with("feature ") && !r.starts_with("on "));
        users.extend(rooms.map(|room| format!("{kind}{room}")));
    }
    users
}

#[test]
fn the_docs_name_exactly_the_rooms_that_use_a_crate() {
    let page = std::fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let metadata = metadata();
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let members = metadata["packages"].as_array().unwrap().iter().filter(|p| p["source"].is_null());
    for member in members {
        let name = text(&member["name"]);
        let room = match name.strip_prefix("sudolab-").unwrap_or(name) {
            "testkit" => "kit",
            room => room,
        };
        for dependency in member["dependencies"].as_array().unwrap() {
            let kind = if text(&dependency["kind"]) == "dev" { "tests of " } else { "" };
            let users = used.entry(text(&dependency["name"]).to_owned()).or_default();
            users.insert(format!("{kind}{room}"));
        }
    }
    for row in page.lines().filter_map(|line| line.strip_prefix("| `")) {
        let Some((name, rest)) = row.split_once("` | ") else { continue };
        let column = rest.split(" |").next().unwrap();
        assert_eq!(Some(&told_users(column)), used.get(name), "{name}");
    }
}
