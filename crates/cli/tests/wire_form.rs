//! Stories about what `--format json` prints: the wire form, as its schemas describe it.

mod kit;
use kit::{EASY, run, run_with};
use serde_json::Value;

/// Checks that each line of what a command prints fits the schema of a name.
#[track_caller]
fn check(name: &str, arguments: &[&str], input: &str) {
    let schemas = sudolab_wire::schema();
    let schema = schemas.iter().find(|s| s.name == name).expect("there is such a schema");
    let validator = jsonschema::validator_for(&schema.value).expect("a valid schema");
    let mut arguments = arguments.to_vec();
    arguments.extend(["--format", "json"]);
    let ran = run_with(input.as_bytes(), &arguments);
    assert!(!ran.out.trim().is_empty(), "{arguments:?}: {}", ran.err);
    for line in ran.out.lines() {
        let value: Value = serde_json::from_str(line).expect("each line is JSON");
        let wrong: Vec<String> = validator.iter_errors(&value).map(|e| e.to_string()).collect();
        assert!(wrong.is_empty(), "{arguments:?}: {line}: {wrong:?}");
        let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
        assert!(keys.is_sorted(), "{arguments:?}: {keys:?}");
    }
}

/// A proper puzzle, one with two solutions, one with none, one whose clues clash, and no puzzle.
const MIXED: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
1.3.............\n\
12.3............\n\
11..............\n\
53..7....6..195....98....6.8...6...34..8.3..17...2\n";

#[test]
fn every_result_fits_its_schema() {
    check("solved", &["solve"], MIXED);
    check("solved", &["solve", "--algorithm", "rules-singles"], MIXED);
    check("solved", &["solve", "--solutions", "3"], MIXED);
    check("checked", &["check", "--minimal"], MIXED);
    check("counted", &["count", "--true-candidates"], MIXED);
    check("rated", &["rate"], MIXED);
    check("rated", &["rate", "--profile", "qqwing"], MIXED);
    check("step", &["explain"], EASY);
    for detail in ["area", "technique", "cells", "full"] {
        check("hint", &["hint", "--detail", detail], EASY);
    }
    check("made", &["generate", "--count", "3"], "");
    check("made", &["generate", "--size", "6", "--box", "3x2"], "");
    check("remade", &["ease", "--clues", "40"], EASY);
    check("remade", &["minimize"], EASY);
    check("transformed", &["transform", "--canonical"], MIXED);
    check("algorithm", &["algorithms"], "");
    check("technique", &["techniques"], "");
    check("measured", &["bench"], EASY);
}

#[test]
fn a_result_can_be_read_back_as_the_type_it_was() {
    let ran = run(&["rate", EASY, "--format", "json"]).code(0);
    let rating: sudolab_wire::Rating = sudolab_wire::read(ran.out.trim()).expect("a rating");
    let sudolab_wire::Rating::Rated(rated) = &rating else { panic!("it was rated") };
    assert_eq!(rated.se.as_ref().map(|se| se.er), Some(1.2));
    assert_eq!(sudolab_wire::line(&rating), ran.out.trim());
}
