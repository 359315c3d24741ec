//! Stories about converting and transforming.

mod kit;
use kit::{EASY, run, run_with};

#[test]
fn a_puzzle_goes_to_every_writable_format_and_comes_back() {
    let list = run(&["convert", "--list"]).code(0).out;
    for line in list.lines().skip(1) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if fields[2] != "yes" {
            continue;
        }
        let there = run(&["convert", EASY, "--to", fields[0]]).code(0);
        let back = run_with(there.out.as_bytes(), &["convert", "--to", "line"]).code(0);
        let puzzle = back.out.trim();
        // Formats that only know candidates give the clues back as cells with one candidate.
        assert!(puzzle == EASY || fields[0] == "sukaku", "{}: {puzzle}", fields[0]);
    }
}

#[test]
fn what_a_format_cannot_carry_is_told_once_and_refused_when_strict() {
    let marks = run(&["convert", EASY, "--to", "pencilmarks"]).code(0).out;
    let ran = run_with(marks.as_bytes(), &["convert", "--to", "sdm"]).code(0);
    ran.says("note: .sdm cannot store candidates");
    run_with(marks.as_bytes(), &["convert", "--to", "sdm", "--strict"]).code(1);
}

#[test]
fn the_canonical_form_is_the_same_for_all_isomorphs() {
    let canonical = run(&["transform", EASY, "--canonical"]).code(0).out;
    for seed in ["1", "2", "3"] {
        let shuffled = run(&["transform", EASY, "--shuffle", "--seed", seed]).code(0).out;
        assert_ne!(shuffled.trim(), EASY);
        let again = run(&["transform", shuffled.trim(), "--canonical"]).code(0).out;
        assert_eq!(again, canonical);
        let same =
            run(&["transform", EASY, "--shuffle", "--seed", seed, "--jobs", "1"]).code(0).out;
        assert_eq!(same, shuffled);
    }
}

#[test]
fn turns_and_relabelling_do_what_they_say() {
    let check = |arguments: &[&str], expected: &str| {
        let ran =
            run(&[&["transform", "12..............", "--format", "line"], arguments].concat());
        assert_eq!(ran.code(0).out.trim(), expected, "{arguments:?}");
    };
    check(&["--rotate", "90"], "...1...2........");
    check(&["--rotate", "180"], "..............21");
    check(&["--mirror", "horizontal"], "..21............");
    check(&["--mirror", "diagonal"], "1...2...........");
    check(&["--relabel", "2143"], "21..............");
    run(&["transform", "12..............", "--relabel", "1123"]).code(2);
}
