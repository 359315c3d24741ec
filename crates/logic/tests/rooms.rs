//! Which rooms of the crate know which.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources of a room, each with its path.
fn sources(room: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(room).expect("a room").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            let text = fs::read_to_string(&path).expect("a source file");
            found.push((path, text));
        }
    }
    found
}

/// Which lines of code, comments left out, name another room.
fn naming<'t>(text: &'t str, room: &str) -> Vec<&'t str> {
    let names = [format!("crate::{room}"), format!("super::{room}"), format!("{room}::")];
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.filter(|line| names.iter().any(|name| line.contains(name))).collect()
}

#[test]
fn whoever_finds_confirms_or_tells_a_step_knows_no_rating() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for room in ["techniques", "tabling", "check", "explain", "general"] {
        for (path, text) in sources(&src.join(room)) {
            let found = naming(&text, "rating");
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
    for file in ["entry.rs", "technique.rs", "step.rs", "position.rs", "lesson.rs"] {
        let text = fs::read_to_string(src.join(file)).expect("a source file");
        assert!(naming(&text, "rating").is_empty(), "{file}");
    }
}

#[test]
fn whoever_confirms_a_step_knows_no_finder() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (path, text) in sources(&src.join("check")) {
        let found = naming(&text, "techniques");
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn a_room_that_is_named_in_code_is_seen_and_in_a_remark_is_not() {
    assert_eq!(naming("use crate::rating::se;\n", "rating").len(), 1);
    assert_eq!(naming("/// See [`crate::rating::se`].\n", "rating").len(), 0);
}
