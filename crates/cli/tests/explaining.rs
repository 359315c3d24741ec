//! Stories about explanations and hints: limits, wrong positions, puzzles that are not proper.

mod kit;
use kit::{EASY, run, run_with};
use serde_json::Value;
use std::time::{Duration, Instant};

/// "Golden Nugget", rated 11.9: the first step takes much longer than the limits below.
const EXTREME: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// Two solutions: a rectangle of 2 and 9 is left open.
const TWO: &str =
    ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.";

/// No solution: a cell of the board can hold nothing.
const NONE: &str =
    "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}

#[test]
fn steps_in_json_name_their_puzzle() {
    let input = format!("{EASY}\n\n{EASY}\n");
    let ran = run_with(input.as_bytes(), &["explain", "--format", "json"]).code(0);
    let steps = objects(&ran.out);
    assert_eq!(steps.len(), 102);
    let key = |s: &Value| (s["puzzle"].as_u64(), s["line"].as_u64(), s["number"].as_u64());
    assert_eq!(key(&steps[50]), (Some(1), Some(1), Some(51)));
    assert_eq!(key(&steps[51]), (Some(2), Some(3), Some(1)));
    assert!(steps[0]["se"].is_number());
}

#[test]
fn explain_and_hint_keep_their_time_limit_inside_a_step() {
    for command in ["explain", "hint"] {
        let began = Instant::now();
        let ran = run(&[command, EXTREME, "--time-limit", "30ms"]).code(4);
        ran.says("stopped by the time limit");
        assert!(began.elapsed() < Duration::from_secs(5), "{command}");
    }
}

#[test]
fn a_puzzle_with_two_solutions_is_explained_as_far_as_logic_without_uniqueness_goes() {
    let ran = run(&["explain", TWO, "--format", "json"]).code(1);
    let ran = ran.says("more than one solution").says("nothing more follows from the clues");
    for step in objects(&ran.out) {
        let id = step["technique"].as_str().expect("an id");
        assert!(!id.starts_with("unique") && !id.starts_with("bug"), "{id}");
    }
    let ran = run(&["hint", TWO]).code(1).says("more than one solution");
    assert!(ran.out.contains("So r"), "{}", ran.out);
    let ran = run(&["hint", TWO, "--format", "json"]).code(1);
    assert!(objects(&ran.out)[0]["warning"].as_str().is_some_and(|w| w.contains("more than one")));
}

#[test]
fn where_every_candidate_stands_in_some_solution_nothing_is_looked_for() {
    let empty = ".".repeat(81);
    // No time limit: a search for steps here would take minutes.
    let ran = run(&["explain", &empty]).code(1).says("more than one solution");
    assert!(ran.out.contains("After 0 steps: Every candidate left stands in"), "{}", ran.out);
    let ran = run(&["hint", &empty]).code(1);
    assert!(ran.out.contains("nothing more follows from the clues"), "{}", ran.out);
}

#[test]
fn a_puzzle_without_solution_is_explained_up_to_the_contradiction() {
    let ran = run(&["explain", NONE]).code(1).says("it has no solution");
    assert!(ran.out.contains("there is no solution."), "{}", ran.out);
    assert!(run(&["hint", NONE]).code(1).out.contains("no candidate left"));
}

#[test]
fn a_hint_is_refused_for_other_boards_in_the_messages_only() {
    let ran = run(&["hint", "1..............."]).code(1).says("classic 9x9 board only");
    assert_eq!(ran.out, "");
}

#[test]
fn a_hint_in_json_has_numbers_for_numbers() {
    let ran = run(&["hint", EASY, "--format", "json"]).code(0);
    let hint = &objects(&ran.out)[0];
    assert_eq!(hint["difficulty"].as_f64(), Some(1.2));
    let solved = run(&["solve", EASY, "--format", "line"]).code(0).out;
    let ran = run(&["hint", solved.trim(), "--format", "json"]).code(0);
    assert_eq!(objects(&ran.out)[0]["solved"], true);
}

#[test]
fn two_equal_digits_are_named_by_hint_and_by_explain() {
    let wrong = format!("5{}", &EASY[1..]).replacen("53.", "535", 1);
    let ran = run(&["hint", &wrong]).code(1);
    assert!(ran.out.contains("r1c1 and r1c3 both hold 5"), "{}", ran.out);
    run(&["explain", &wrong]).code(1).says("r1c1 and r1c3 both hold 5");
}

#[test]
fn the_sheet_of_pictures_is_one_document() {
    let ran = run(&["explain", EASY, EASY, "--format", "svg"]).code(0);
    assert_eq!(ran.out.matches("<svg ").count(), 103);
    assert_eq!(ran.out.matches("</svg>").count(), 103);
    assert!(ran.out.starts_with("<svg ") && ran.out.trim_end().ends_with("</svg>"));
}

#[test]
fn rate_tells_every_profile_in_json() {
    let ran = run(&["rate", EASY, "--format", "json"]).code(0);
    let rated = &objects(&ran.out)[0];
    assert_eq!(rated["word"], "beginner");
    assert_eq!(rated["qqwing"]["level"], "simple");
    assert_eq!(rated["thesis"]["rules-thesis"]["guesses"], 0);
    assert!(run(&["rate", EASY]).code(0).out.contains("qqwing: simple"));
}

#[test]
fn techniques_are_listed_with_the_columns_of_the_contract() {
    let ran = run(&["techniques", "--format", "csv"]).code(0);
    assert_eq!(ran.lines()[0], "id,family,kind,source");
    assert!(
        ran.lines().iter().any(|l| l.starts_with("unique-rectangle-1,uniqueness,assumes-unique,"))
    );
}
