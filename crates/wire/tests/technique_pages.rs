//! Stories about the pages in `docs/techniques`.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use sudolab_logic::technique::Technique;
use sudolab_wire::lesson::{TechniquePage, index};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/techniques")
}

/// Every file of the folder: its name and what it holds.
fn files() -> Vec<(String, String)> {
    let mut files = vec![("README.md".to_owned(), index())];
    for &technique in Technique::ALL {
        let (id, page) = (technique.id(), TechniquePage::new(technique));
        files.push((format!("{id}.md"), page.markdown()));
        let picture = page.svg().unwrap_or_else(|| panic!("{id} has no example"));
        files.push((format!("{id}.svg"), format!("{picture}\n")));
    }
    files
}

/// Writes the files anew when `SUDOLAB_WRITE_TECHNIQUES` is set.
#[test]
fn every_technique_has_its_page_and_its_picture_as_its_entry_has_it() {
    let write = std::env::var_os("SUDOLAB_WRITE_TECHNIQUES").is_some();
    if write {
        fs::create_dir_all(folder()).expect("the folder can be made");
    }
    let mut stale = Vec::new();
    for (name, text) in files() {
        let file = folder().join(&name);
        if write {
            fs::write(&file, &text).expect("the folder can be written");
        } else if fs::read_to_string(&file).ok().as_deref() != Some(&text) {
            stale.push(name);
        }
    }
    assert!(
        stale.is_empty(),
        "docs/techniques is stale for {stale:?}; write it with \
         SUDOLAB_WRITE_TECHNIQUES=1 cargo test -p sudolab-wire --test technique_pages"
    );
}

#[test]
fn every_file_of_the_folder_belongs_to_a_technique() {
    let known: HashSet<String> = Technique::ALL
        .iter()
        .flat_map(|t| [format!("{}.md", t.id()), format!("{}.svg", t.id())])
        .chain(["README.md".to_owned()])
        .collect();
    for entry in fs::read_dir(folder()).expect("docs/techniques is there") {
        let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
        assert!(known.contains(&name), "docs/techniques/{name} belongs to no technique");
    }
}
