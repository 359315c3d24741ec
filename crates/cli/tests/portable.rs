//! The libraries run where there is no clock and where there are no threads: in a browser. That
//! they compile for one is checked by `.ci/targets`; a clock or a thread would compile and fail.

use std::fs;
use std::path::{Path, PathBuf};

/// Rooms that may be part of a page.
const ROOMS: &[&str] =
    &["grid", "exact", "logic", "solvers", "trace", "generate", "print", "wire", "sudolab", "wasm"];

/// Files that start threads: only with the feature `threads`, or `lab`, which brings it along.
const THREADS: &[&str] = &[
    "exact/src/split/team.rs",
    "solvers/src/in_step.rs",
    "solvers/src/task/lanes.rs",
    "sudolab/src/in_order.rs",
    "sudolab/src/throughput/contender.rs",
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The files of the rooms, by their names below `crates`, without comments and without tests.
fn code() -> Vec<(String, String)> {
    let mut files = Vec::new();
    ROOMS.iter().for_each(|room| sources(&crates().join(room).join("src"), &mut files));
    let read = |path: PathBuf| {
        let name = path.strip_prefix(crates()).unwrap().display().to_string();
        let text = fs::read_to_string(&path).unwrap();
        let tests = text.find("#[cfg(test)]\nmod tests {");
        let tests =
            tests.or_else(|| text.find("#[cfg(all(test, feature = \"threads\"))]\nmod tests {"));
        let text = &text[..tests.unwrap_or(text.len())];
        let plain: Vec<&str> =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        (name, plain.join("\n"))
    };
    let is_test = |path: &PathBuf| path.file_name().is_some_and(|name| name == "tests.rs");
    files.into_iter().filter(|path| !is_test(path)).map(read).collect()
}

#[test]
fn no_library_reads_a_clock() {
    let code = code();
    assert!(code.len() > 100, "{} files", code.len());
    for (name, text) in code {
        for word in ["Instant::now", "SystemTime::now", "thread::sleep"] {
            let known = word == "thread::sleep" && THREADS.contains(&name.as_str());
            assert!(known || !text.contains(word), "{name} calls {word}; a clock is handed in");
        }
    }
}

const WORDS: &[&str] =
    &["thread::spawn", "thread::scope", "thread::Builder", "available_parallelism"];

/// Whether a place in a file is there only with the feature: the item around it, the module or one
/// above it asks for it.
fn is_gated(name: &str, text: &str, at: usize) -> bool {
    let gates = ["threads", "lab"].map(|feature| format!("#[cfg(feature = \"{feature}\")]"));
    let item = &text[text[..at].rfind("\n\n").unwrap_or(0)..at];
    if item.contains(&gates[0]) {
        return true;
    }
    // a/src/b/c.rs is `mod c` in a/src/b/mod.rs, a/src/b.rs or, at the top, a/src/lib.rs.
    let Some((folder, file)) = name.rsplit_once('/') else { return false };
    let (above, module) = match file {
        "lib.rs" => return false,
        "mod.rs" => match folder.rsplit_once('/') {
            Some(split) => split,
            None => return false,
        },
        other => (folder, other.trim_end_matches(".rs")),
    };
    let parents = [format!("{above}/mod.rs"), format!("{above}.rs"), format!("{above}/lib.rs")];
    parents.iter().filter(|parent| *parent != name).any(|parent| {
        let Ok(text) = fs::read_to_string(crates().join(parent)) else { return false };
        let declared = [format!("mod {module};"), format!("pub mod {module};")];
        let of =
            |gate: &String| declared.iter().any(|mod_| text.contains(&format!("{gate}\n{mod_}")));
        gates.iter().any(of) || is_gated(parent, "", 0)
    })
}

#[test]
fn threads_are_started_in_few_places_and_only_with_the_feature() {
    let mut starting = Vec::new();
    for (name, text) in code() {
        for word in WORDS {
            for (at, _) in text.match_indices(word) {
                assert!(
                    THREADS.contains(&name.as_str()),
                    "{name} uses {word}; add it to the list and put it behind the feature"
                );
                assert!(is_gated(&name, &text, at), "{name} uses {word} without the feature");
                starting.push(name.clone());
            }
        }
    }
    starting.dedup();
    starting.sort();
    let mut listed = THREADS.to_vec();
    listed.sort_unstable();
    starting.dedup();
    assert_eq!(starting, listed, "files of the list that start none");
    assert!(!is_gated("grid/src/lib.rs", "\n\nfn f() { thread::spawn", 15));
    assert!(!is_gated("solvers/src/task.rs", "fn f() { thread::spawn", 10));
}
