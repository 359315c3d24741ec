//! Stories about timetables.

mod kit;
use kit::{run, run_in, run_with};
use sudolab_wire::{TimetableDone, TimetableStatus};

/// The worked example of the documentation, by the file's name there.
fn example() -> String {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/timetable.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let (_, after) = page.split_once("```text\n# week.txt\n").expect("the example is there");
    after.split("```").next().unwrap_or_default().to_owned()
}

fn json(input: &str, arguments: &[&str]) -> (i32, TimetableDone) {
    let arguments = [&["timetable", "--format", "json"], arguments].concat();
    let ran = run_with(input.as_bytes(), &arguments);
    (ran.code, sudolab_wire::read(ran.out.trim()).expect("a timetable"))
}

#[test]
fn the_worked_example_comes_out_as_the_page_says() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/timetable.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let (_, told) = page.split_once("$ sudolab timetable week.txt\n").expect("the result is there");
    let told = told.split("```").next().unwrap_or_default();
    let ran = run_with(example().as_bytes(), &["timetable"]).code(0);
    assert_eq!(ran.out.trim(), told.trim());
}

#[test]
fn every_form_shows_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("week.txt"), example()).unwrap();
    let csv = run_in(folder.path(), &["timetable", "week.txt", "--format", "csv"]).code(0).out;
    let html = run_in(folder.path(), &["timetable", "week.txt", "--format", "html"]).code(0).out;
    let (code, done) = json(&example(), &[]);
    assert_eq!((code, done.status), (0, TimetableStatus::Complete));
    for course in done.table.iter().flatten().flatten().flatten() {
        assert!(csv.contains(course) && html.contains(course), "{course}");
    }
    // What was written is a timetable in which nothing is left to do.
    let again = run_with(csv.as_bytes(), &["timetable", "--format", "csv"]).code(0).out;
    assert_eq!(again, csv);
}

#[test]
fn exact_algorithms_agree_that_it_can_be_done() {
    for id in ["fast", "fast-general", "cdcl"] {
        let (code, done) = json(&example(), &["--algorithm", id]);
        assert_eq!((code, done.status), (0, TimetableStatus::Complete), "{id}");
        let placed = done.trail.iter().filter(|step| step.course.is_some()).count();
        assert_eq!(placed, done.table.iter().flatten().flatten().flatten().count(), "{id}");
    }
}

#[test]
fn clashing_bookings_are_named() {
    let input = format!("{}fixed: Drama, Mon 9, Studio\nfixed: Drama, Mon 9, Lab\n", example());
    let (code, done) = json(&input, &[]);
    assert_eq!((code, done.status), (1, TimetableStatus::None));
    assert_eq!(done.clashing_minimal, Some(true));
    let clashing = done.clashing.unwrap();
    assert!(clashing.len() <= 2 && clashing.iter().any(|c| c.starts_with("Drama")), "{clashing:?}");
}

#[test]
fn what_is_no_timetable_is_told_with_file_and_line() {
    let ran = run_with(b"slots: a\nromos: b\n", &["timetable"]).code(1);
    assert!(ran.err.contains("standard input: line 2: 'romos:' is not known here"), "{}", ran.err);
    let (code, done) = json("slots: a\n", &[]);
    assert_eq!((code, done.status), (1, TimetableStatus::Syntax));
    run(&["timetable", "not-there.txt"]).code(3);
    let ran = run_with(example().as_bytes(), &["timetable", "--algorithm", "belief"]).code(2);
    assert!(ran.err.contains("belief"), "{}", ran.err);
}
