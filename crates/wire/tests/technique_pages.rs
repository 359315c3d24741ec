//! Stories about the pages in `docs/techniques`.

use std::collections::HashSet;
use std::path::PathBuf;
use sudolab_logic::entry::Entry;
use sudolab_logic::lesson::Lesson;
use sudolab_logic::origin::Family;
use sudolab_logic::technique::Technique;
use sudolab_logic::techniques::fish;
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

/// Made up: an X-Wing under another name.
static TWINS: Entry = Entry::new("twins", "Twins", Family::Fish, "this test")
    .found_by(|position, _, _, visit| {
        let visit = &mut |mut step: sudolab_logic::step::Step| {
            step.technique = Technique::Own(&TWINS);
            visit(step)
        };
        Ok(fish::find(position, 2, visit))
    })
    .taught_by(&Lesson {
        what: "Two rows that have a digit in the same two columns.",
        why: "Each of the rows needs the digit, and no two in one column.",
        when: "In this test alone.",
        other_names: &["X-Wing"],
        example: "+9+6+2+147...+7+432..19+6+518+3+6+9+2+7+4.5.+8+3+2+9472+8+7+4+9...34+3+9\
                  +7.68+2..2.+5.47.+9.9+56+7.+4.2.+7+492..5.:178 196",
    });

#[test]
fn a_made_up_technique_has_its_page_and_picture_from_its_entry_alone() {
    let page = TechniquePage::new(Technique::Own(&TWINS));
    let text = page.markdown();
    for part in ["# Twins", "## Why it holds", "## When it appears", "(twins.svg)", "X-Wing."] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let drawing = page.drawing().expect("its example is found");
    assert!(!drawing.eliminations.is_empty() && !drawing.houses.is_empty());
    assert!(page.svg().is_some_and(|picture| picture.contains("<title>Twins: an example</title>")));
}

#[test]
fn every_technique_that_any_board_gives_out_has_a_page() {
    let elsewhere: Vec<&str> =
        Technique::ALL.iter().filter(|t| t.entry().elsewhere).map(|t| t.id()).collect();
    let known = ["locked-candidates", "rule", "house-total", "trial", "forcing"];
    assert_eq!(elsewhere, known);
    for id in known {
        let technique = Technique::from_id(id).expect("of the catalogue");
        let page = TechniquePage::new(technique);
        let drawing = page.drawing().unwrap_or_else(|| panic!("{id} has no example"));
        assert!(drawing.board.is_some(), "{id} is shown on another board");
        assert!(page.markdown().contains("## An example"), "{id}");
    }
}
