//! Stories about sheets and books.
#![cfg(feature = "print")]

mod kit;
use kit::{EASY, run, run_in, run_with, sudolab};
use std::fs;

/// A 4x4 puzzle with one solution.
const SMALL: &str = "..1..3....4..4..";

#[test]
fn a_book_is_one_pdf_and_the_same_bytes_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{EASY}\n{EASY}\n{SMALL}\n");
    fs::write(folder.path().join("puzzles.txt"), input).unwrap();
    let print = |name: &str, jobs: &str| {
        let arguments = ["print", "puzzles.txt", "--title", "Three", "--ratings", "er"];
        let more = ["--per-page", "4", "--jobs", jobs, "--output", name];
        run_in(folder.path(), &[&arguments[..], &more].concat()).code(0);
        fs::read(folder.path().join(name)).unwrap()
    };
    let first = print("one.pdf", "1");
    assert!(first.starts_with(b"%PDF-1.7"));
    assert_eq!(first, print("two.pdf", "3"));
}

#[test]
fn an_improper_puzzle_is_reported_and_the_rest_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let two_solutions = format!("{}{}", &EASY[..40], ".".repeat(41));
    let input = format!("{EASY}\n{two_solutions}\nnonsense here\n55{}\n", ".".repeat(79));
    fs::write(folder.path().join("puzzles.txt"), input).unwrap();
    let ran = run_in(folder.path(), &["print", "puzzles.txt", "--output", "book.pdf"]).code(1);
    let ran = ran.says("puzzles.txt: line 2: ").says("not printed: it has more than one solution");
    ran.says("puzzles.txt: line 3").says("puzzles.txt: line 4: ").says("twice in row 1");
    assert!(folder.path().join("book.pdf").exists());
    fs::write(folder.path().join("bad.txt"), two_solutions).unwrap();
    let ran = run_in(folder.path(), &["print", "bad.txt", "--output", "none.pdf"]).code(1);
    ran.says("nothing is left to print");
    assert!(!folder.path().join("none.pdf").exists());
}

#[test]
fn an_svg_holds_one_page_and_several_are_numbered() {
    let folder = tempfile::tempdir().unwrap();
    let one = run(&["print", EASY, "--no-solutions", "--to", "svg"]).code(0);
    assert!(one.out.starts_with("<svg ") && one.out.ends_with("</svg>\n"));
    run(&["print", EASY, "--to", "svg"]).code(2).says("these are 2 pages, and an SVG holds one");
    run_in(folder.path(), &["print", EASY, "--output", "sheet.doc"]).code(2).says("not doc; name");
    assert!(!folder.path().join("sheet.doc").exists());
    run_in(folder.path(), &["print", EASY, "--output", "sheet.svg"]).code(0);
    let names = ["sheet-1.svg", "sheet-2.svg"];
    assert!(names.iter().all(|name| folder.path().join(name).exists()));
    assert!(!folder.path().join("sheet.svg").exists());
}

#[test]
fn levels_and_told_ratings_stand_beside_the_number() {
    let sheet = |arguments: &[&str], input: &str| {
        let all = [&["print", "--no-solutions", "--to", "svg"], arguments].concat();
        run_with(input.as_bytes(), &all).code(0).out
    };
    assert!(sheet(&["--ratings", "er"], EASY).contains("aria-label=\"ER 1.2\""));
    assert!(sheet(&["--ratings", "level"], EASY).contains("aria-label=\"Easy\""));
    let table = format!("puzzle,rating,title\n{EASY},7.2,Sunday\n");
    let told = sheet(&["--ratings", "told"], &table);
    assert!(told.contains("aria-label=\"7.2\"") && told.contains("aria-label=\"Sunday\""));
    assert!(!sheet(&[], EASY).contains("ER "));
}

#[test]
fn wrong_usage_is_refused_before_anything_is_read() {
    let check = |arguments: &[&str], says: &str| {
        run(&[&["print", EASY], arguments].concat()).code(2).says(says);
    };
    check(&["--per-page", "3"], "use 1, 2, 4 or 6");
    check(&["--paper", "a3"], "use a4, a5 or letter");
    check(&["--title", "数独"], "--font FILE");
    check(&["--title", "\u{5d0}"], "right to left");
    check(&["--format", "json"], "--format has no meaning here");
    check(&["--first-number", "one"], "invalid");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("not.ttf"), "not a font").unwrap();
    let ran = run_in(folder.path(), &["print", EASY, "--font", "not.ttf"]).code(2);
    ran.says("not a font we can read");
    run(&["print", EASY, "--font", "missing.ttf"]).code(3).says("check the name");
}

#[test]
fn marks_too_small_to_read_are_told() {
    // A 16x16 puzzle with one blank.
    let symbol = |i: usize| {
        let (row, column) = (i / 16, i % 16);
        char::from(b"123456789ABCDEFG"[(row % 4 * 4 + row / 4 + column) % 16])
    };
    let puzzle: String = std::iter::once('.').chain((1..256).map(symbol)).collect();
    let arguments = ["print", "-", "--paper", "a5", "--per-page", "6", "--pencil-marks=all"];
    let small = [&arguments[..], &["--to", "pdf", "--output", "/dev/null"]].concat();
    run_with(puzzle.as_bytes(), &small).code(0).says("points high; print fewer on a page");
}

#[test]
fn a_pdf_goes_to_a_pipe_as_well() {
    let output = sudolab(&["print", SMALL]).output().unwrap();
    assert!(output.status.success());
    assert!(output.stdout.starts_with(b"%PDF-") && output.stdout.ends_with(b"%%EOF"));
}
