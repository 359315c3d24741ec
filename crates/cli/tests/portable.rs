//! The libraries run where there is no clock and where there are no threads: in a browser. That
//! they compile for one is checked by `.ci/targets`; a clock or a thread would compile and fail.

use std::fs;
use std::path::{Path, PathBuf};

/// Rooms that may be part of a page.
const ROOMS: &[&str] =
    &["grid", "exact", "logic", "solvers", "generate", "print", "wire", "sudolab"];

/// Files that start threads, each only when its caller asks for more than one, or measures (the
/// last, which is no part of a page).
const THREADS: &[&str] = &[
    "exact/src/split/mod.rs",
    "solvers/src/in_step.rs",
    "solvers/src/side_by_side.rs",
    "solvers/src/task.rs",
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
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
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

#[test]
fn threads_are_started_in_few_places() {
    for (name, text) in code() {
        for word in ["thread::spawn", "thread::scope", "thread::Builder", "available_parallelism"] {
            let known = THREADS.contains(&name.as_str());
            assert!(
                known || !text.contains(word),
                "{name} uses {word}; add it to the list and say when"
            );
        }
    }
}
