//! Tidiness of the repository: what a reviewer would otherwise have to look for.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file below a folder with one of the extensions.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && name != "node_modules" && !name.starts_with('.') {
                found.extend(files(&path, extensions));
            }
        } else if path.extension().is_some_and(|e| extensions.iter().any(|x| e == *x)) {
            found.push(path);
        }
    }
    found
}

/// Where the time of a record begins: whoever hands out records, once for each. The frame of
/// batches hands it on after a certificate; the lanes of `check` have no time before.
const BEGIN_THE_TIME: [(&str, usize); 6] = [
    ("src/batch.rs", 2),
    ("src/subjects.rs", 1),
    ("commands/check/mod.rs", 1),
    ("techniques/library.rs", 1),
    ("commands/timetable.rs", 1),
    ("print/proof.rs", 1),
];

#[test]
fn no_command_begins_the_time_of_a_record_a_second_time() {
    let sources = files(&root().join("crates/cli/src"), &["rs"]);
    for (name, _) in BEGIN_THE_TIME {
        assert!(sources.iter().any(|path| path.ends_with(name)), "{name} is gone");
    }
    for path in sources {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        if path.ends_with("record_time.rs") {
            continue;
        }
        let known = BEGIN_THE_TIME.iter().find(|(name, _)| path.ends_with(name));
        let expected = known.map_or(0, |(_, n)| *n);
        let message = "borrow the halt that comes with the record";
        assert_eq!(code.matches(".begin()").count(), expected, "{}: {message}", path.display());
        // A run of `generate` has one limit for all its puzzles.
        let own = code.contains(".within(") || code.contains(".within_cpu(");
        assert!(!own || path.ends_with("generate/word.rs"), "{}: {message}", path.display());
    }
}

#[test]
fn every_algorithm_has_a_page_with_the_shared_headings() {
    let headings = [
        "Idea",
        "Source",
        "How ours differs",
        "Parameters",
        "Where it shines",
        "Where it fails",
        "Measured results",
    ];
    let pages = root().join("docs/algorithms");
    for algorithm in sudolab::solvers::registry::all() {
        let path = pages.join(format!("{}.md", algorithm.id));
        let text = fs::read_to_string(&path)
            .unwrap_or_else(|e| panic!("docs/algorithms/{}.md: {e}", algorithm.id));
        for heading in headings {
            let found = text.lines().any(|l| l.trim_start_matches('#').trim() == heading);
            assert!(found, "docs/algorithms/{}.md lacks the heading {heading:?}", algorithm.id);
        }
        // In a table, in running words, or in a table of presets below.
        let plain = text.replace('`', "");
        let settings = algorithm.defaults();
        for parameter in algorithm.parameters {
            let (name, default) = (parameter.name, settings.text(parameter.name));
            let told = [
                format!("| {name} | {default} |"),
                format!("| {name} | see below |"),
                format!("{name} {default}"),
            ];
            assert!(
                told.iter().any(|words| plain.contains(words)),
                "docs/algorithms/{}.md does not say that {name} is {default} when nothing is said",
                algorithm.id
            );
        }
    }
}

#[test]
fn unsafe_code_stands_in_the_simd_room_only() {
    for path in files(&root().join("crates"), &["rs"]) {
        let text = fs::read_to_string(&path).unwrap();
        let in_simd = path.components().any(|c| c.as_os_str() == "simd");
        let is_lib = path.ends_with("src/lib.rs") || path.ends_with("src/main.rs");
        let shown = path.display();
        // The SIMD room, and names that a browser calls: the latter without a block that could go wrong.
        let excepted =
            ["exact/src/lib.rs", "wasm/src/lib.rs"].iter().any(|end| path.ends_with(end));
        if is_lib && !excepted {
            assert!(
                text.contains("#![forbid(unsafe_code)]"),
                "{shown} does not forbid unsafe code"
            );
        }
        // A file system that fails on purpose speaks SQLite's C interface; it is part of a test.
        let fails_on_purpose = path.ends_with("lab/tests/trouble/mod.rs");
        // An allocator that counts; part of a test too.
        let counts = path.ends_with("sudolab/tests/allocations.rs");
        if !in_simd && !path.ends_with("tests/tidy.rs") && !fails_on_purpose && !counts {
            for word in ["unsafe {", "unsafe fn", "unsafe impl"] {
                assert!(!text.contains(word), "{shown} contains {word:?}");
            }
        }
        if in_simd {
            let blocks = text.matches("unsafe {").count();
            let reasons = text.matches("SAFETY:").count();
            assert!(reasons >= blocks, "{shown}: {blocks} unsafe blocks, {reasons} reasons");
        }
    }
}

/// A crate that is published is whole: what it includes lies inside it.
#[test]
fn no_crate_includes_a_file_from_outside_itself() {
    let crates = root().join("crates");
    let mut n = 0;
    for path in files(&crates, &["rs"]) {
        let text = fs::read_to_string(&path).unwrap();
        let inside = path.strip_prefix(&crates).unwrap();
        let Some(name) =
            inside.iter().next().filter(|_| inside.iter().nth(1) == Some("src".as_ref()))
        else {
            continue;
        };
        let own = crates.join(name).canonicalize().unwrap();
        for word in ["include_str!(\"", "include_bytes!(\"", "include!(\""] {
            for included in text.split(word).skip(1) {
                let included = included.split('"').next().unwrap();
                let target = path.parent().unwrap().join(included);
                let target = target.canonicalize().unwrap_or_else(|e| panic!("{included}: {e}"));
                assert!(target.starts_with(&own), "{} includes {included}", path.display());
                n += 1;
            }
        }
    }
    assert!(n > 5, "only {n} files are included");
}

#[test]
fn only_the_doors_the_clock_and_the_laboratory_read_the_time() {
    let crates = root().join("crates");
    // See ARCHITECTURE.md, "Facts that hold".
    let may = ["cli", "clock", "lab", "serve"];
    for path in files(&crates, &["rs"]) {
        let inside = path.strip_prefix(&crates).unwrap();
        let is_source = inside.iter().nth(1) == Some("src".as_ref());
        if !is_source || may.iter().any(|room| inside.starts_with(room)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for word in ["Instant::now", "SystemTime::now"] {
            assert!(!text.contains(word), "{} asks {word}; borrow a Halt", path.display());
        }
    }
}

#[test]
fn the_repository_names_no_machine_and_no_registry_host() {
    let words = ["/root/", "/home/", "/work/", "artifactory", "index.crates.io", "localhost:443"];
    let extensions = ["rs", "md", "toml", "py", "js", "sh", "json", "csv", "lock"];
    for path in files(&root(), &extensions) {
        if path.ends_with("tests/tidy.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        for word in words {
            assert!(!text.contains(word), "{} contains {word:?}", path.display());
        }
    }
}

#[test]
fn cargo_run_at_the_top_means_the_command() {
    let manifest = |path: &str| fs::read_to_string(root().join(path).join("Cargo.toml")).unwrap();
    let workspace = manifest(".");
    let members = workspace.lines().find_map(|line| line.strip_prefix("default-members = ["));
    let members: Vec<&str> = members.unwrap().split('"').skip(1).step_by(2).collect();
    assert!(members.len() > 1, "{members:?}: with one member nothing has to be said");
    let meant: Vec<String> = members
        .iter()
        .flat_map(|member| manifest(member).lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| line.starts_with("default-run"))
        .collect();
    assert_eq!(meant, ["default-run = \"sudolab\""]);
}
