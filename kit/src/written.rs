//! Pages that are written from code, such as schemas and the pages of techniques.

use std::fs;
use std::path::Path;

/// Demands that the folder has each file with its text, as `(name, text)`. When the environment
/// has `variable`, the files are written anew; `command` is what to run then.
pub fn are_current(
    folder: &Path,
    files: impl IntoIterator<Item = (String, String)>,
    variable: &str,
    command: &str,
) {
    let write = std::env::var_os(variable).is_some();
    if write {
        fs::create_dir_all(folder).expect("the folder can be made");
    }
    let mut stale = Vec::new();
    for (name, text) in files {
        let file = folder.join(&name);
        if write {
            fs::write(&file, &text).expect("the folder can be written");
        } else if fs::read_to_string(&file).ok().as_deref() != Some(&text) {
            stale.push(name);
        }
    }
    let shown = folder.display();
    assert!(
        stale.is_empty(),
        "{shown} is stale for {stale:?}; write it with {variable}=1 {command}"
    );
}

/// Demands that every file of the folder is one of these.
pub fn are_all(folder: &Path, known: &dyn Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
        assert!(known(&name), "{}/{name} belongs to nothing", folder.display());
    }
}
