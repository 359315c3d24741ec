//! Stories about small things: colours, short options, headers, words that tell more.

mod kit;
use kit::{EASY, EASY_SOLVED, run, run_in, run_with, sudolab};

/// A rectangle of 1 and 2 is left open: two solutions.
const TWO: &str = "..343412..434321";

#[test]
fn results_are_coloured_when_asked_and_clues_differ_from_what_was_found() {
    let plain = run(&["solve", EASY]).code(0).out;
    assert!(!plain.contains('\u{1b}'));
    let painted = run(&["solve", EASY, "--color", "always"]).code(0).out;
    assert_eq!(painted.matches("\u{1b}[1m").count(), 30, "each clue is bold");
    assert_eq!(painted.matches("\u{1b}[36m").count(), 51, "each digit found has its colour");
    assert!(painted.contains("\u{1b}[32msolved"), "{painted}");
    let bad = run(&["check", TWO, "--color", "always"]).code(1).out;
    assert!(bad.contains("\u{1b}[31mmultiple"), "{bad}");
    for form in ["line", "csv", "json"] {
        let data = run(&["solve", EASY, "--color", "always", "--format", form]).code(0).out;
        assert!(!data.contains('\u{1b}'), "{form} is for programs");
    }
    let output = sudolab(&["solve", EASY]).env("NO_COLOR", "1").output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stdout).contains('\u{1b}'));
}

#[test]
fn common_options_have_short_forms() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["solve", EASY, "-f", "line", "-o", "out.txt", "-j", "1"]).code(0);
    let text = std::fs::read_to_string(folder.path().join("out.txt")).unwrap();
    assert_eq!(text.trim(), EASY_SOLVED);
    assert_eq!(run(&["generate", "-n", "2", "-f", "line"]).code(0).lines().len(), 2);
    assert_eq!(run(&["count", TWO, "-n", "1", "-f", "line"]).code(0).out, "1\n");
}

#[test]
fn the_help_of_a_command_names_its_own_forms_only() {
    let help = |command: &str| run(&[command, "--help"]).code(0).out;
    assert!(help("explain").contains("html") && !help("explain").contains("csv"));
    assert!(help("solve").contains("csv") && !help("solve").contains("html"));
    assert!(!help("convert").contains("--format"));
    assert!(!help("bench").contains("One line for each puzzle"));
}

#[test]
fn lists_for_people_have_a_header() {
    let algorithms = run(&["algorithms"]).code(0).out;
    assert!(algorithms.starts_with("id "), "{algorithms}");
    assert!(algorithms.lines().next().is_some_and(|head| head.ends_with("title")));
    let techniques = run(&["techniques"]).code(0).out;
    assert!(techniques.lines().next().is_some_and(|head| head.ends_with("name")));
}

#[test]
fn a_generated_puzzle_is_drawn_for_people() {
    let made = run(&["generate", "--seed", "7"]).code(0).out;
    assert!(made.contains("+-------+-------+-------+"), "{made}");
    assert!(made.contains(" clues, ER "), "{made}");
}

#[test]
fn solve_says_why_a_puzzle_has_no_grid() {
    let clash = format!("55{}", ".".repeat(79));
    let ran = run(&["solve", &clash]).code(1);
    assert!(ran.out.contains("conflict (the clues break a rule: "), "{}", ran.out);
    let nothing = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
    let ran = run(&["solve", &nothing]).code(1);
    assert!(ran.out.contains("none (it has no solution)"), "{}", ran.out);
}

#[test]
fn counting_that_ended_early_says_so() {
    let ran = run(&["count", "................"]).code(0);
    assert!(ran.out.contains("at least 2, stopped there"), "{}", ran.out);
    assert!(run(&["count", TWO, "-n", "all"]).code(0).out.contains(": 2 solutions"));
}

#[test]
fn check_names_cells_in_which_two_solutions_differ() {
    let ran = run(&["check", TWO]).code(1);
    assert!(ran.out.contains("differ in r1c1, r1c2, r3c1, r3c2"), "{}", ran.out);
    let open = run(&["check", &".".repeat(81)]).code(1).out;
    assert!(open.contains("two of them differ in r"), "{open}");
}

#[test]
fn check_offers_one_minimal_form_and_says_that_clues_can_go_each_alone() {
    let ran = run(&["check", EASY, "--minimal"]).code(0);
    assert!(ran.out.contains("can go, each alone; one minimal form: "), "{}", ran.out);
    let form = ran.out.trim().rsplit_once(' ').map(|(_, form)| form.to_owned()).unwrap();
    let again = run(&["check", &form, "--minimal"]).code(0).out;
    assert!(again.trim().ends_with(", minimal"), "{again}");
}

#[cfg(feature = "print")]
#[test]
fn ratings_that_the_input_does_not_tell_are_missed_aloud() {
    let arguments = ["print", "--no-solutions", "--to", "svg", "--ratings", "told"];
    run_with(EASY.as_bytes(), &arguments).code(0).says("the input tells no rating");
}

#[test]
fn a_hint_comes_as_a_picture_too() {
    let svg = run(&["hint", EASY, "--format", "svg"]).code(0).out;
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    let html = run(&["hint", EASY, "--format", "html"]).code(0).out;
    assert!(html.contains("So r") && html.contains("<svg "));
    run(&["hint", EASY, "--format", "svg", "--detail", "area"]).code(2).says("whole step");
}
