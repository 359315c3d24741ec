//! Stories about the pages in `docs/techniques`.

use std::collections::HashSet;
use std::path::PathBuf;
use sudolab_logic::technique::Technique;
use sudolab_testkit::written;
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
    written::are_current(
        &folder(),
        files(),
        "SUDOLAB_WRITE_TECHNIQUES",
        "cargo test -p sudolab-wire --test technique_pages",
    );
}

#[test]
fn every_file_of_the_folder_belongs_to_a_technique() {
    let known: HashSet<String> = Technique::ALL
        .iter()
        .flat_map(|t| [format!("{}.md", t.id()), format!("{}.svg", t.id())])
        .chain(["README.md".to_owned()])
        .collect();
    written::are_all(&folder(), &|name| known.contains(name));
}
