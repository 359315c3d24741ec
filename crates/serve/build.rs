//! Lists the files of the page, so that the program carries them: what is edited is what ships.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What a page is made of; everything else beside it is for those who work on it.
const ENDINGS: [&str; 7] = ["html", "css", "js", "svg", "webmanifest", "txt", "md"];
/// Folders that do not ship.
const WORKSHOP: [&str; 3] = ["tests", "tools", "node_modules"];

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo says where we are"));
    // A checkout without symbolic links has the page two folders up.
    let linked = here.join("page");
    let page = if linked.is_dir() { linked } else { here.join("../../web") };
    let mut files = Vec::new();
    collect(&page, &page, &mut files);
    files.sort();
    let mut code = String::from("pub const FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in &files {
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo says where to write"));
    fs::write(out.join("files.rs"), code).expect("the build folder can be written");
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("the page is there").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !WORKSHOP.contains(&name.as_str()) && !name.starts_with('.') {
                collect(root, &path, files);
            }
        } else if path.extension().is_some_and(|e| ENDINGS.iter().any(|x| e == *x)) {
            let inside = path.strip_prefix(root).expect("we walk below the root");
            let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
            files.push((parts.join("/"), path.canonicalize().expect("a file that was listed")));
        }
    }
}
