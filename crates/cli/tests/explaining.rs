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
fn the_audit_trail_of_an_evolved_solution_is_shown_in_every_form() {
    let words = ["explain", EASY, "--algorithm", "gauge", "--seed", "3"];
    let shown = |form: &str| run(&[&words[..], &["--format", form]].concat()).code(0).out;
    let text = shown("text");
    let n = text.lines().filter(|line| line.contains(" = ")).count();
    assert!(n == 51 && text.starts_with("1. "), "{text}");
    assert!(text.contains("each was checked to follow"));
    let json = shown("json");
    let steps: Vec<sudolab_wire::TrailStep> =
        json.lines().map(|line| sudolab_wire::read(line).expect("a step")).collect();
    let placed: usize = steps.iter().map(|step| step.placements.len()).sum();
    assert_eq!((placed, steps[0].number), (51, 1));
    assert_eq!(shown("html").matches("<svg").count(), 1 + steps.len(), "and the starting grid");
    assert_eq!(shown("svg").matches("<title>").count(), steps.len());
    let ran = run(&["explain", EASY, "--algorithm", "dlx"]).code(2);
    assert!(ran.err.contains("dlx keeps no audit trail"), "{}", ran.err);
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
        // Its first step alone takes many times as long, on any machine.
        let ran = run(&[command, EXTREME, "--time-limit", "1ms"]).code(4);
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
fn other_boards_and_rules_have_hints_explanations_and_an_effort() {
    let four = "..1..3....4..4..";
    let hint = run(&["hint", four]).code(0).out;
    assert!(hint.contains("So r"), "{hint}");
    assert!(run(&["explain", four]).code(0).out.contains("Solved in "));
    let cages = "cage 3 r1c1 r1c2\ncage 7 r2c1 r2c2\ncage 3 r4c3 r4c4\ncage 5 r1c3 r2c3\n";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), cages).unwrap();
    let rules = file.path().to_str().unwrap();
    let open = "................";
    let ran = run(&["explain", open, "--rules", rules]).code(1).says("more than one solution");
    assert!(ran.out.contains("“cage 3 r1c1 r1c2” leaves 1 and 2 to r1c1"), "{}", ran.out);
    let html = run(&["explain", four, "--format", "html"]).code(0).out;
    assert!(html.contains("<svg") && html.contains("Hidden Single"), "{html}");
    let steps = objects(&run(&["explain", four, "--format", "json"]).code(0).out);
    assert_eq!(steps[0]["number"], 1);
    let rated = run(&["rate", four, "--format", "csv"]).code(0).out;
    assert!(rated.lines().nth(1).unwrap().starts_with(&format!("{four},,,,,")), "{rated}");
    run(&["rate", four, "--profile", "se-1.2.1"]).code(1).says("9x9 board only");
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

#[test]
fn every_step_that_is_there_now_is_listed_once_in_each_form() {
    let text = run(&["hint", EASY, "--all"]).code(0).out;
    let rows = objects(&run(&["hint", EASY, "--all", "--format", "json"]).code(0).out);
    assert!(rows.len() > 3, "{}", rows.len());
    // In words they stand under their techniques, a few of each, and what is left out is told.
    let heads: Vec<&str> = text.lines().filter(|line| line.contains(" step")).collect();
    let of_techniques: std::collections::BTreeSet<_> =
        rows.iter().filter_map(|row| row["technique"].as_str()).collect();
    let is_capped = text.contains("steps in all, of each technique the first 10");
    assert_eq!(heads.len(), of_techniques.len() + usize::from(is_capped), "{text}");
    assert!(text.lines().count() < 12 * of_techniques.len() + 2, "{text}");
    assert!(is_capped && text.contains("  and "), "{text}");
    let next = &objects(&run(&["hint", EASY, "--format", "json"]).code(0).out)[0];
    let same = |row: &serde_json::Value| row["conclusion"] == next["conclusion"];
    assert!(rows.iter().any(same), "the next step is among them");
    let html = run(&["hint", EASY, "--all", "--format", "html"]).code(0).out;
    assert_eq!(html.matches("<section").count(), rows.len());
    let svg = run(&["hint", EASY, "--all", "--format", "svg"]).code(0).out;
    assert_eq!(svg.matches("<title>").count(), rows.len());
    // Other boards have their own techniques.
    let small = run(&["hint", "1..4...........1", "--all"]).code(1);
    assert!(small.out.contains("r2c3 is 1"), "{}", small.out);
    run(&["hint", "1...............", "--all"]).code(1).says("more than one solution");
    let two =
        run(&["hint", TWO, "--all", "--format", "json"]).code(1).says("more than one solution");
    let unique =
        |row: &serde_json::Value| row["technique"].as_str().is_some_and(|t| t.contains("unique"));
    assert!(!objects(&two.out).iter().any(unique));
}

#[test]
fn a_hint_shows_the_board_with_its_cells_marked() {
    let ran = run(&["hint", EASY]).code(0);
    assert!(ran.out.starts_with("Hidden Single in box 2\n"), "{}", ran.out);
    assert!(ran.out.contains("[8]") && ran.out.contains("*8*"), "{}", ran.out);
    assert!(ran.out.contains("[ ] is placed"), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'));
    let ran = run(&["hint", EASY, "--color", "always"]).code(0);
    assert!(ran.out.contains("\u{1b}["), "{}", ran.out);
    // Only the cells: the digit stays to be found.
    let cells = run(&["hint", EASY, "--detail", "cells"]).code(0).out;
    assert!(cells.contains("(.)") && !cells.contains("[8]"), "{cells}");
    assert!(!run(&["hint", EASY, "--detail", "area"]).code(0).out.contains('|'));
    let page = run(&["hint", EASY, "--format", "html"]).code(0).out;
    assert!(page.contains("<title>Sudolab: a hint: the next step</title>"), "{page}");
}

#[test]
fn hints_of_a_list_are_numbered_and_a_single_one_is_not() {
    let one = run(&["hint", EASY, "--detail", "technique"]).code(0).out;
    assert_eq!(one, "Look for a Hidden Single in box 2.\n");
    let two = run(&["hint", EASY, EASY, "--detail", "technique"]).code(0).out;
    assert_eq!(two, format!("Puzzle 1\n{one}\nPuzzle 2\n{one}\n"));
}

#[test]
fn a_wrong_entry_is_named_and_drawn_in_every_form() {
    // A player's position: clues with + before what was placed, as HoDoKu writes it.
    let wrong = format!(":0000:x:53+1{}:::", &EASY[3..]);
    let said = "r1c3 = 1 differs from the solution";
    let text = run(&["hint", &wrong]).code(1).out;
    assert!(text.contains(said) && text.contains("!1!"), "{text}");
    let page = run(&["hint", &wrong, "--format", "html"]).code(1).out;
    assert!(page.contains(said) && page.contains("class=\"sl-w\""), "{page}");
    let svg = run(&["hint", &wrong, "--format", "svg"]).code(1).says(said).out;
    assert!(svg.contains("class=\"sl-w\""), "{svg}");
    let row = &objects(&run(&["hint", &wrong, "--format", "json"]).code(1).out)[0];
    assert!(row["problem"].as_str().is_some_and(|p| p.contains(said)), "{row}");
}

#[test]
fn each_puzzle_has_its_own_file_of_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let name = folder.join("steps.svg");
    let name = name.to_str().expect("a plain name");
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap_or_default();
    run(&["explain", EASY, "--format", "svg", "--output", name]).code(0);
    assert_eq!(read("steps.svg").matches("<title>").count(), 51);
    run(&["explain", EASY, EASY, "--format", "svg", "--output", name]).code(0);
    for file in ["steps-1.svg", "steps-2.svg"] {
        assert_eq!(read(file).matches("<title>").count(), 51, "{file}");
    }
    let inside = folder.to_str().expect("a plain name");
    run(&["hint", EASY, EASY, "--format", "svg", "--output", inside]).code(0);
    assert!(read("puzzle-2.svg").contains("<title>Hidden Single</title>"));
}

#[test]
fn a_technique_is_told_with_a_board_by_id_name_or_code() {
    let told = run(&["techniques", "x-wing"]).code(0).out;
    for part in ["X-Wing\n", "Why it holds\n", "When it appears\n", "An example\n", "loses cand"] {
        assert!(told.contains(part), "{part:?} not in {told}");
    }
    assert_eq!(run(&["techniques", "X-Wing"]).code(0).out, told);
    assert_eq!(run(&["techniques", "0300"]).code(0).out, told);
    // The example is a line that every command reads.
    let line = told.lines().last().expect("the example").to_owned();
    run(&["hint", &line]).code(0);
    let row = &objects(&run(&["techniques", "x-wing", "--format", "json"]).code(0).out)[0];
    assert!(row["what"].as_str().is_some_and(|what| told.contains(what)), "{row}");
    run(&["techniques", "wing-x"]).code(2).says("sudolab techniques");
    run(&["techniques", "swordfis"]).code(2).says("did you mean swordfish");
}

/// A 4x4 puzzle; r1c1 is 4 in its solution.
const FOUR: &str = "..1..3....4..4..";

/// What `hint` says of a record.
fn hinted(record: &str, more: &[&str]) -> kit::Ran {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), record).unwrap();
    run(&[&["hint", file.path().to_str().unwrap()], more].concat())
}

#[test]
fn other_boards_have_a_story_and_a_board_in_the_terminal() {
    let page = run(&["explain", FOUR, "--format", "html"]).code(0).out;
    for part in ["The starting grid", "Next &rsaquo;", "<th>technique</th>", "id=\"p1-0\""] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.contains("blocks the other cells of the house"), "a legend");
    let hint = run(&["hint", FOUR]).code(0).out;
    assert!(hint.contains("    1  2   3  4\n") && hint.contains("] is placed"), "{hint}");
    let cells = run(&["hint", FOUR, "--detail", "cells"]).code(0).out;
    assert!(cells.contains("( ) holds the pattern") && !cells.contains("is placed"), "{cells}");
}

#[test]
fn every_step_of_another_board_is_listed_or_those_that_are_asked_for() {
    let all = run(&["hint", FOUR, "--all"]).code(0).out;
    assert!(all.contains("Hidden Single: ") && all.contains("Naked Single: "), "{all}");
    let some = run(&["hint", FOUR, "--all", "--technique", "naked-single"]).code(0).out;
    assert!(some.contains("Naked Single: ") && !some.contains("Hidden Single"), "{some}");
    let none = run(&["hint", FOUR, "--all", "--technique", "house-total,jellyfish"]).code(1).out;
    assert!(none.contains("There is no step of what was asked for"), "{none}");
    let steps = objects(&run(&["hint", FOUR, "--all", "--format", "json"]).code(0).out);
    assert!(steps.len() > 3 && steps.iter().all(|step| step["technique"].is_string()));
    let quads = objects(&run(&["techniques", "naked-quad", "--format", "json"]).code(0).out);
    assert_eq!(quads[0]["id"], "naked-quad");
    let told = run(&["techniques", "house-total"]).code(0).out;
    assert!(told.contains("Innies and Outies") && told.contains("An example"), "{told}");
}

#[test]
fn what_is_not_listed_is_looked_for_when_it_is_named() {
    let some = run(&["hint", EASY, "--all", "--technique", "naked-single,X-Wing"]).code(0).out;
    let mut heads = some.lines().filter(|line| !line.starts_with(' '));
    assert!(heads.all(|line| line.starts_with("Naked Single") || line.starts_with("X-Wing")));
    run(&["hint", EASY, "--technique", "x-wing"]).code(2).says("--all");
    run(&["hint", EASY, "--all", "--technique", "no-such"]).code(2).says("there is no technique");
}

#[test]
fn what_is_wrong_on_another_board_is_named_and_drawn() {
    let entry = format!(r#"{{"puzzle": "{FOUR}", "values": "2.1..3....4..4.."}}"#);
    let said = hinted(&entry, &[]).code(1).out;
    assert!(said.contains("r1c1 = 2 differs from the solution"), "{said}");
    assert!(said.contains("!2!") && said.contains("! ! is wrong"), "{said}");
    let page = hinted(&entry, &["--format", "html"]).code(1).out;
    assert!(page.contains("sl-w") && page.contains("differs from the solution"), "{page}");
    let notes = format!(r#"["12"{}]"#, r#", """#.repeat(15));
    let marks = format!(r#"{{"puzzle": "{FOUR}", "notes": {notes}}}"#);
    let said = hinted(&marks, &[]).code(1).out;
    assert!(said.contains("the pencil marks of r1c1 lack its digit"), "{said}");
}
