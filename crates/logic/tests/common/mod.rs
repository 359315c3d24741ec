//! Golden files from the shared data folder, beside the repository or where
//! `SUDOLAB_SHARED` points.

use std::path::PathBuf;

/// The text of a file in the shared data folder; says so and returns nothing when the
/// folder is not there.
pub fn shared(path: &str) -> Option<String> {
    let root = std::env::var_os("SUDOLAB_SHARED")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let file = root.join("data").join(path);
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) => {
            eprintln!("SKIPPED: {} cannot be read ({error}); set SUDOLAB_SHARED", file.display());
            None
        }
    }
}
