//! `--jobs` changes the time and nothing else.

use assert_cmd::Command;

const HARD: &str =
    "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.";
const MANY: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.....";
const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The output without the column of times.
fn run(arguments: &[&str], input: &str, jobs: &str) -> String {
    let mut command = Command::cargo_bin("sudolab").unwrap();
    let command = command.args(arguments).args(["--format", "csv", "--jobs", jobs]);
    let output = command.write_stdin(input).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let has_times = text.lines().next().is_some_and(|head| head.ends_with(",seconds"));
    let line = |line: &str| match line.rsplit_once(',') {
        Some((front, _)) if has_times => front.to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn check(arguments: &[&str], input: &str, expected: &str) {
    let alone = run(arguments, input, "1");
    assert!(alone.contains(expected), "{arguments:?} gave {alone}");
    for jobs in ["2", "3"] {
        assert_eq!(run(arguments, input, jobs), alone, "{arguments:?} with {jobs} threads");
    }
}

#[test]
fn one_hard_puzzle_comes_out_the_same_with_any_number_of_threads() {
    for algorithm in ["backtrack-thesis", "backtrack-first", "dlx", "rules-thesis", "cdcl"] {
        check(&["solve", "--algorithm", algorithm], HARD, "solved");
    }
}

#[test]
fn all_solutions_of_one_puzzle_are_counted_and_listed_the_same() {
    check(&["count", "--limit", "all"], MANY, ",true");
    check(&["count", "--limit", "30000", "--algorithm", "dlx"], MANY, MANY);
    check(&["solve", "--solutions", "40", "--algorithm", "backtrack-thesis"], MANY, "multiple");
}

#[test]
fn a_long_general_search_comes_out_the_same_with_any_number_of_threads() {
    // 16x16 with two rows filled, 6x6 with one: longer than a search stays undivided.
    let many = format!("{}{}", "123456789ABCDEFG56781234DEFG9ABC", ".".repeat(224));
    check(&["count", "--limit", "120000", "--algorithm", "fast-general"], &many, "120000");
    let six = "123456..............................";
    check(&["solve", "--solutions", "20000", "--algorithm", "cdcl"], six, "multiple");
}

#[test]
fn many_puzzles_come_out_in_order_whatever_they_cost() {
    let mixed = format!("{HARD}\n{EASY}\n{EASY}\nbad line\n").repeat(4);
    check(&["solve", "--algorithm", "backtrack-thesis"], &mixed, "solved");
    check(&["solve"], &mixed, "solved");
    check(&["rate"], &format!("{EASY}\n").repeat(40), "1.2");
}

#[test]
fn lanes_change_what_comes_out_and_threads_do_not() {
    check(&["solve", "--algorithm", "annealing", "--lanes", "3"], HARD, "solved");
    let one = run(&["solve", "--algorithm", "annealing"], HARD, "2");
    let three = run(&["solve", "--algorithm", "annealing", "--lanes", "3"], HARD, "2");
    assert!(one.contains("solved") && three.contains("solved"));
}

#[test]
fn lanes_are_refused_where_there_is_nothing_to_repeat() {
    let mut command = Command::cargo_bin("sudolab").unwrap();
    let output = command.args(["solve", EASY, "--lanes", "4"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--lanes"));
}
