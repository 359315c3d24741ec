//! Stories about what the documents show of the library.

use std::fs;
use std::path::Path;

#[test]
fn the_tour_of_the_readme_is_the_example_and_stays_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tour = fs::read_to_string(folder.join("examples/tour.rs")).expect("the tour is there");
    let readme = fs::read_to_string(folder.join("../../README.md")).expect("the README is there");
    let shown = format!("```rust\n{tour}```");
    assert!(readme.contains(&shown), "copy examples/tour.rs into README.md, \"As a library\"");
    assert!(tour.lines().count() <= 60, "{} lines", tour.lines().count());
}

#[test]
fn what_verbs_give_can_be_sent_to_other_threads() {
    fn is_send<T: Send>() {}
    is_send::<sudolab::Verdict>();
    is_send::<sudolab::Rating>();
    is_send::<sudolab::Raters>();
    is_send::<sudolab::Steps<'_>>();
    is_send::<sudolab::Advice>();
    is_send::<sudolab::Solving>();
    is_send::<sudolab::Generate<'_>>();
    is_send::<sudolab::Commission>();
    is_send::<sudolab::Made>();
}
