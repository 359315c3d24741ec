//! Nothing is misread: what is not understood is refused or told, and no record vanishes.

mod kit;

use kit::{EASY, run, run_with};

const REGIONS: &str =
    "411111111444421333488222223482255533482555533486665573888867777966666777999999997";

fn own(more: &str) -> String {
    format!("{{\"v\":1,\"givens\":\"{EASY}\"{more}}}")
}

#[test]
fn a_record_with_an_unknown_rule_gets_no_verdict() {
    for more in [",\"cages\":[[\"r1c1\"]]", ",\"antiknight\":true"] {
        let ran = run(&["check", &own(more), "--format", "line"]).code(1);
        assert_eq!(ran.lines(), ["syntax"]);
        let told = run(&["check", &own(more), "--lenient", "--format", "line"]).code(0);
        assert_eq!(told.lines(), ["unique"]);
        told.says("left out, although it may be a rule");
    }
}

#[test]
fn a_record_with_an_impossible_box_keeps_its_row() {
    let table = format!("puzzle,box\n{EASY},2x4\n{EASY},3x3\n");
    let ran = run_with(table.as_bytes(), &["check", "--format", "line"]).code(1);
    assert_eq!(ran.lines(), ["syntax", "unique"]);
    let ran = run(&["check", EASY, "--box", "2x4", "--format", "line"]).code(1);
    assert_eq!(ran.lines(), ["syntax"]);
    ran.says("boxes of 2x4 do not fit a board of size 9");
}

#[test]
fn regions_come_from_the_line_or_from_an_option() {
    let empty = ".".repeat(81);
    let line = format!("{empty} {REGIONS}");
    let by_line = run(&["solve", &line, "--solutions", "1", "--format", "line"]).code(0);
    let by_option =
        run(&["solve", &empty, "--regions", REGIONS, "--solutions", "1", "--format", "line"])
            .code(0);
    assert_eq!(by_line.out, by_option.out);
    run(&["solve", EASY, "--regions", "hello"])
        .code(2)
        .says("5 symbols, which make no square board");
}

#[test]
fn a_packed_string_is_a_puzzle_and_no_file_name() {
    let ran = run(&["check", "fpuzzlesN4Ig/glgXgpiBcBmANCA5gJwgEwQ", "--format", "line"]).code(1);
    assert_eq!(ran.lines(), ["syntax"]);
}

#[test]
fn a_packed_string_without_prefix_is_a_puzzle_too() {
    let link = run(&["convert", EASY, "--to", "fpuzzles"]).code(0).out;
    let bare = link[link.find("N4Ig").expect("packed JSON begins so")..].trim();
    let ran = run(&["check", bare, "--format", "line"]).code(0);
    assert_eq!(ran.lines(), ["unique"]);
}

#[test]
fn a_puzzle_behind_a_hash_at_the_end_is_told() {
    let text = format!("{EASY}\n#{EASY}\n");
    let ran = run_with(text.as_bytes(), &["check", "--format", "line"]).code(0);
    assert_eq!(ran.lines(), ["unique"]);
    ran.says("line 2 was passed over: '#' begins a comment");
}

#[test]
fn forty_puzzles_to_pencilmarks_and_back_are_forty() {
    let lines = format!("{EASY}\n").repeat(40);
    let marks = run_with(lines.as_bytes(), &["convert", "--to", "pencilmarks"]).code(0);
    let back = run_with(marks.out.as_bytes(), &["check", "--format", "line"]).code(0);
    assert_eq!(back.lines().len(), 40);
}

/// Commands that give a result for each record.
const VERBS: &[&[&str]] = &[
    &["solve"],
    &["check"],
    &["count"],
    &["rate", "--profile", "qqwing"],
    &["ease", "--clues", "40"],
    &["minimize"],
    &["transform", "--rotate", "90"],
];

#[test]
fn a_lenient_result_says_what_was_left_out() {
    let odd = format!("{{\"givens\":\"{EASY}\",\"cages\":[[\"r1c1\",3]],\"antiknight\":true}}\n");
    let input = format!("{odd}{EASY}\n");
    for verb in VERBS.iter().chain(&[&["explain"][..], &["hint"]]) {
        run_with(input.as_bytes(), verb).code(1).says("cages");
        let all = [verb, &["--lenient", "--format", "json"][..]].concat();
        let ran = run_with(input.as_bytes(), &all).code(0);
        let objects: Vec<serde_json::Value> =
            ran.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (first, last) = (&objects[0], &objects[objects.len() - 1]);
        assert_eq!(first["left_out"], serde_json::json!(["cages", "antiknight"]), "{verb:?}");
        assert!(last.get("left_out").is_none(), "{verb:?}: {last}");
        let all = [verb, &["--lenient"][..]].concat();
        let text = run_with(input.as_bytes(), &all).code(0).out.to_lowercase();
        let told = text.matches("left out, although it may be a rule: cages, antiknight").count();
        assert_eq!(told, 1, "{verb:?}: {text}");
    }
    for verb in VERBS {
        let all = [verb, &["--lenient", "--format", "csv"][..]].concat();
        let ran = run_with(input.as_bytes(), &all).code(0);
        let lines = ran.lines();
        assert!(lines[0].ends_with(",left_out"), "{verb:?}: {}", lines[0]);
        assert!(lines[1].ends_with(",cages; antiknight"), "{verb:?}: {}", lines[1]);
        assert!(lines[2].ends_with(','), "{verb:?}: {}", lines[2]);
        let columns = |line: &str| line.matches(',').count();
        assert!(lines.iter().all(|line| columns(line) == columns(lines[0])), "{verb:?}");
        // Without it the columns are the usual ones.
        let usual = run_with(format!("{EASY}\n").as_bytes(), &[verb, &["-f", "csv"][..]].concat());
        assert_eq!(format!("{},left_out", usual.code(0).lines()[0]), lines[0]);
    }
}

#[test]
fn words_beside_a_drawing_are_never_passed_over_in_silence() {
    let rows: Vec<&str> = (0..9).map(|i| &EASY[9 * i..9 * i + 9]).collect();
    let grid = rows.join("\n");
    let ran = run_with(format!("For a rainy day\n\n{grid}\n").as_bytes(), &["check"]).code(0);
    ran.says("line 1 was passed over: \"For a rainy day\"");
    let rule = format!("Cells a knight's move apart differ.\n\n{grid}\n");
    run_with(rule.as_bytes(), &["check"]).code(1).says("knight's move");
    let lenient = run_with(rule.as_bytes(), &["check", "--lenient", "-f", "json"]).code(0);
    assert!(lenient.out.contains("left_out"), "{}", lenient.out);
}
