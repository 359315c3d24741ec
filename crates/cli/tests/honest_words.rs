//! Stories about options that are refused or honoured, never ignored, and records that are never
//! dropped without a word.

mod kit;
use kit::{EASY, run, run_in, run_with};
use serde_json::Value;
use std::fs;

/// A jigsaw puzzle as a table row with its regions.
const JIGSAW: &str = "puzzle,regions\n..43...1.2......,0001011122332233\n";

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn several_puzzles_do_not_pile_up_in_a_format_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let two = format!("{EASY}\n{EASY}\n");
    fs::write(folder.path().join("two.txt"), &two).unwrap();
    for (format, ending) in [("sdk", "sdk"), ("sdx", "sdx"), ("ss", "ss")] {
        let ran = run_in(folder.path(), &["convert", "two.txt", "--to", format]).code(2);
        ran.says("holds one puzzle in a file").says("--output NAME.");
        let name = format!("out.{ending}");
        run_in(folder.path(), &["convert", "two.txt", "--to", format, "--output", &name]).code(0);
        for i in [1, 2] {
            let file = folder.path().join(format!("out-{i}.{ending}"));
            let back = run(&["convert", file.to_str().unwrap()]).code(0);
            assert_eq!(back.out.trim(), EASY, "{format}");
        }
        assert!(!folder.path().join(&name).exists());
        run(&["convert", EASY, "--to", format]).code(0);
    }
}

#[test]
fn links_carry_irregular_regions_there_and_back() {
    let source = run_with(JIGSAW.as_bytes(), &["convert", "--to", "json"]).code(0).out;
    for format in ["scl", "fpuzzles"] {
        let link = run_with(JIGSAW.as_bytes(), &["convert", "--to", format]).code(0);
        assert!(!link.err.contains("cannot store"), "{}", link.err);
        let back = run_with(link.out.as_bytes(), &["convert", "--to", "json"]).code(0).out;
        let (a, b) = (&objects(&source)[0], &objects(&back)[0]);
        assert_eq!((&a["givens"], &a["regions"]), (&b["givens"], &b["regions"]), "{format}");
    }
}

#[test]
fn a_table_that_would_lose_the_regions_is_refused_with_a_remedy() {
    let ran = run_with(JIGSAW.as_bytes(), &["convert", "--to", "csv"]).code(1);
    ran.says("line 2").says("--columns puzzle,regions");
    let arguments = ["convert", "--to", "csv", "--columns", "puzzle,regions"];
    let written = run_with(JIGSAW.as_bytes(), &arguments).code(0).out;
    let back = run_with(written.as_bytes(), &arguments).code(0).out;
    assert_eq!(back, written);
}

#[test]
fn the_remedy_for_a_board_without_a_place_is_a_format_that_has_one() {
    let ran = run_with(JIGSAW.as_bytes(), &["convert", "--to", "sdk"]).code(1);
    ran.says("choose json [E10]");
    let ran = run(&["convert", &".".repeat(256), "--to", "sdk"]).code(1);
    ran.says("choose line, grid or json [E10]");
}

#[test]
fn unreadable_records_keep_their_place_and_their_text() {
    let bad = "53..7....6..195....98....6.8...6...34..8.3..17...2";
    let input = format!("{EASY}\n{bad}\n{EASY}\n");
    for command in ["solve", "check", "count", "rate"] {
        let csv = run_with(input.as_bytes(), &[command, "--format", "csv"]).code(1);
        assert!(csv.lines()[2].starts_with(bad), "{command}: {}", csv.out);
        let json = run_with(input.as_bytes(), &[command, "--format", "json"]).code(1);
        let objects = objects(&json.out);
        assert_eq!(objects.len(), 3, "{command}: {}", json.out);
        assert_eq!(objects[1]["puzzle"], bad, "{command}");
    }
    let ran = run_with(input.as_bytes(), &["transform", "--rotate", "90", "--format", "json"]);
    let objects = objects(&ran.code(1).out);
    assert_eq!((objects.len(), &objects[1]["source"]), (3, &Value::from(bad)));
    let csv = run_with(input.as_bytes(), &["transform", "--rotate", "90", "--format", "csv"]);
    assert_eq!(csv.code(1).lines().len(), 4);
}

#[test]
fn mixed_blanks_are_read_with_a_word_and_refused_when_strict() {
    let mixed = EASY.replacen('.', "0", 3);
    for command in ["solve", "check", "count", "rate", "hint"] {
        run_with(mixed.as_bytes(), &[command]).code(0).says("note: line 1: ").says("[E03]");
        let quiet = run_with(mixed.as_bytes(), &[command, "-q"]).code(0);
        assert!(!quiet.err.contains("E03"));
        run_with(mixed.as_bytes(), &[command, "--strict"]).code(1);
    }
}

#[test]
fn a_puzzle_quoted_in_a_mail_is_read() {
    for mark in ["> ", ">", "> > ", " >> "] {
        let ran = run_with(format!("{mark}{EASY}\n").as_bytes(), &["convert"]).code(0);
        assert_eq!(ran.out.trim(), EASY, "{mark:?}");
    }
    let rows: Vec<String> = (0..9).map(|i| format!("> {}\n", &EASY[9 * i..9 * i + 9])).collect();
    let ran = run_with(rows.concat().as_bytes(), &["convert"]).code(0);
    assert_eq!(ran.out.trim(), EASY);
}

#[test]
fn messages_about_content_name_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let conflict = format!("55{}", ".".repeat(79));
    fs::write(folder.path().join("in.txt"), format!("{EASY}\n{conflict}\n")).unwrap();
    for command in ["solve", "count", "rate", "explain"] {
        let ran = run_in(folder.path(), &[command, "in.txt"]).code(1);
        let told = format!("{}{}", ran.err, ran.out);
        assert!(told.contains("in.txt: line 2: "), "{command}: {told}");
    }
}

#[test]
fn a_format_that_has_no_meaning_is_refused() {
    for command in [&["convert", EASY][..], &["man"], &["completions", "bash"]] {
        let ran = run(&[command, &["--format", "csv"]].concat()).code(2);
        ran.says("--format has no meaning here");
    }
    run(&["bench", EASY, "--format", "line"]).code(2).says("[possible values: text, csv, json]");
}

#[test]
fn a_parameter_that_no_algorithm_has_is_refused_by_bench() {
    let ran = run(&["bench", EASY, "--set", "foo=1"]).code(2);
    ran.says("has a parameter \"foo\"");
}

#[test]
fn options_that_cannot_be_meant_are_wrong_usage() {
    run(&["transform", EASY, "--relabel", "1123"]).code(2).says("each digit of the board once");
    run(&["transform", EASY, "--relabel", "12x"]).code(2);
    run(&["transform", EASY, "--relabel", "1234"]).code(1);
    run(&["solve", EASY, "--box", "2by3"]).code(2);
}

#[test]
fn a_list_of_solutions_says_whether_it_is_complete() {
    // A rectangle of 1 and 2 is left open: two solutions.
    let two = "..343412..434321";
    let count = run(&["count", two, "--limit", "all", "--format", "json"]).code(0);
    let n = objects(&count.out)[0]["solutions"].as_u64().expect("a count is a number");
    assert_eq!(n, 2);
    let ran = run(&["solve", two, "--solutions", "5", "--format", "csv"]).code(0);
    assert_eq!(ran.lines().len(), 3);
    assert!(ran.lines()[1].contains(",multiple,"));
    ran.says("it has 2 solutions only, all listed");
    let ran = run(&["solve", two, "--solutions", "1", "--format", "csv"]).code(0);
    ran.says("the first 1 of more solutions");
    let exact = run(&["solve", two, "--solutions", "2", "--format", "csv"]).code(0);
    assert!(exact.err.is_empty(), "{}", exact.err);
}

#[test]
fn a_puzzle_that_is_too_short_is_not_only_a_missing_file() {
    run(&["solve", "53..7"]).code(3).says("too short for a puzzle: 5 cells");
    run(&["solve", "missing.txt"]).code(3).says("check the name");
}

#[test]
fn the_manual_goes_into_a_folder_that_was_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("deep/man");
    run(&["man", new.to_str().unwrap()]).code(0);
    assert!(new.join("sudolab-solve.1").exists());
    let other = folder.path().join("other");
    run(&["man", "--output", other.to_str().unwrap()]).code(0);
    assert!(other.join("sudolab-solve.1").exists());
}
