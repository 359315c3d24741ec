//! Tidiness of the repository: what a reviewer would otherwise have to look for.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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
    for algorithm in sudolab_solvers::registry::all() {
        let path = pages.join(format!("{}.md", algorithm.id));
        let text = fs::read_to_string(&path)
            .unwrap_or_else(|e| panic!("docs/algorithms/{}.md: {e}", algorithm.id));
        for heading in headings {
            let found = text.lines().any(|l| l.trim_start_matches('#').trim() == heading);
            assert!(found, "docs/algorithms/{}.md lacks the heading {heading:?}", algorithm.id);
        }
        for parameter in algorithm.parameters {
            assert!(
                text.contains(parameter.name),
                "docs/algorithms/{}.md does not mention the parameter {}",
                algorithm.id,
                parameter.name
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
        if is_lib && !path.ends_with("exact/src/lib.rs") {
            assert!(
                text.contains("#![forbid(unsafe_code)]"),
                "{shown} does not forbid unsafe code"
            );
        }
        if !in_simd && !path.ends_with("tests/tidy.rs") {
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

#[test]
fn the_licences_of_what_we_ship_allow_it() {
    let allowed = [
        "MIT",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSL-1.0",
        "CC0-1.0",
        "ISC",
        "MIT-0",
        "MPL-2.0",
        "Unicode-3.0",
        "Unicode-DFS-2016",
        "Unlicense",
        "Zlib",
        "0BSD",
        "OFL-1.1",
        "Ubuntu-font-1.0",
        "CDLA-Permissive-2.0",
    ];
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .current_dir(root())
        .output()
        .expect("cargo runs, since it runs this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    // Peers that are only measured against, in a crate that is never published.
    let measured_against = ["sudoku"];
    for package in packages {
        let name = package["name"].as_str().unwrap_or("?");
        if measured_against.contains(&name) {
            continue;
        }
        let licence = package["license"].as_str().unwrap_or("none");
        let fits = |choice: &str| {
            let all = choice.split(" AND ").map(|l| l.trim_matches(['(', ')', ' ']));
            all.into_iter().all(|l| allowed.contains(&l))
        };
        let any = licence.replace('/', " OR ");
        assert!(any.split(" OR ").any(fits), "{name}: licence {licence:?} is not on our list");
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
