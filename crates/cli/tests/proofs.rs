//! Answers that come with a certificate, checked by the independent checker.

mod kit;

use kit::{run, run_with};
use std::fs;
use std::path::Path;
use sudolab_witness::{Reader, check};

const PROPER: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const IMPOSSIBLE: &str =
    "..9.7...5..21..9..1...28....7...5..1..851......5....3.......3..68........21.....7";

fn name(file: &Path) -> &str {
    file.to_str().expect("a plain name")
}

/// The claims of a file of certificates, all of which hold: how many solutions, and whether at least.
fn claims(text: &str) -> Vec<(usize, bool)> {
    let mut reader = Reader::new(text.as_bytes());
    let mut claims = Vec::new();
    while let Some(certificate) = reader.next_certificate().expect("certificates can be read") {
        assert_eq!(check(&certificate), Ok(()));
        claims.push((certificate.claimed, certificate.is_least));
    }
    claims
}

#[test]
fn check_writes_a_certificate_for_each_puzzle_in_input_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.cert");
    let input = format!("{PROPER}\n1...............\n{IMPOSSIBLE}\n");
    run_with(input.as_bytes(), &["check", "--format", "csv", "--proof", name(&file)]).code(1);
    let expected = [(1, false), (2, true), (0, false)];
    assert_eq!(claims(&fs::read_to_string(&file).unwrap()), expected);
}

#[test]
fn count_certifies_every_solution() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.cert");
    run(&["count", "1...............", "--limit", "all", "--proof", name(&file)]).code(0);
    assert_eq!(claims(&fs::read_to_string(&file).unwrap()), [(72, false)]);
}

#[test]
fn solve_certifies_that_there_is_no_other_solution() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.cert");
    run(&["solve", PROPER, "--proof", name(&file)]).code(0);
    assert_eq!(claims(&fs::read_to_string(&file).unwrap()), [(1, false)]);
}

#[test]
fn certificates_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{PROPER}\n{IMPOSSIBLE}\n").repeat(20);
    let texts = ["1", "3"].map(|jobs| {
        let file = folder.path().join(jobs);
        run_with(input.as_bytes(), &["check", "--jobs", jobs, "--proof", name(&file)]).code(1);
        fs::read_to_string(&file).unwrap()
    });
    assert_eq!(texts[0], texts[1]);
}
