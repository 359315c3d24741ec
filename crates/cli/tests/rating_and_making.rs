//! Stories about rating, explaining, hinting and generating.

mod kit;
use kit::{EASY, EASY_SOLVED, run, run_with};
use sudolab_testkit::{carried, table};

#[test]
fn rate_writes_the_columns_of_the_contract_and_agrees_with_the_golden_ratings() {
    let columns = ["puzzle", "se_er", "se_ep", "se_ed", "hodoku_level", "hodoku_score"];
    let rows = table::rows(&carried::text("golden/ratings.csv.gz"), columns);
    let easy: Vec<&[String; 6]> =
        rows.iter().filter(|r| r[1].parse::<f64>().is_ok_and(|er| er < 7.5)).collect();
    assert!(easy.len() > 200);
    let input: String = easy.iter().map(|r| format!("{}\n", r[0])).collect();
    let ran = run_with(input.as_bytes(), &["rate", "--format", "csv"]).code(0);
    let lines = ran.lines();
    assert_eq!(lines[0], "puzzle,er,ep,ed,level,score,hardest,guesses");
    for (row, line) in easy.iter().zip(&lines[1..]) {
        let expected = format!("{},", row.join(","));
        assert!(line.starts_with(&expected), "{line} is not {expected}");
    }
}

#[test]
fn rate_leaves_out_the_profiles_that_were_not_asked_for() {
    let ran = run(&["rate", EASY, "--profile", "hodoku-2.2", "--format", "csv"]).code(0);
    assert_eq!(ran.lines()[1], format!("{EASY},,,,Easy,204,naked-single,0"));
    let ran = run(&["rate", EASY, "--profile", "se-1.2.1", "--format", "csv"]).code(0);
    assert_eq!(ran.lines()[1], format!("{EASY},1.2,1.2,1.2,,,hidden-single,0"));
    let ran = run(&["rate", EASY, "--format", "json"]).code(0);
    let object: serde_json::Value = serde_json::from_str(ran.out.trim()).unwrap();
    assert_eq!(object["hodoku-2.2"]["level"], "Easy");
    assert_eq!(object["hodoku-2.2"]["steps"], 51);
    let used = object["hodoku-2.2"]["techniques"].as_object().unwrap();
    assert_eq!(used.values().filter_map(|n| n.as_u64()).sum::<u64>(), 51);
}

#[test]
fn a_puzzle_with_two_solutions_is_refused_by_rate() {
    let open = format!("{}{}", &EASY[..40], ".".repeat(41));
    run(&["rate", &open]).code(1).says("it has more than one solution");
    run(&["rate", "1..............."]).code(1).says("it has more than one solution");
}

#[test]
fn an_explanation_ends_in_the_solution_and_comes_in_every_form() {
    let ran = run(&["explain", EASY]).code(0);
    assert!(ran.out.contains("Solved in 51 steps; ER 1.2/1.2/1.2."), "{}", ran.out);
    let ran = run(&["explain", EASY, "--format", "json", "--technique-order", "human"]).code(0);
    let mut grid: Vec<char> = EASY.chars().collect();
    for line in ran.lines() {
        let step: serde_json::Value = serde_json::from_str(line).unwrap();
        for placed in step["placements"].as_array().unwrap() {
            let name = placed["cell"].as_str().unwrap();
            let numbers: Vec<usize> =
                name[1..].split('c').map(|n| n.parse::<usize>().unwrap() - 1).collect();
            let digit = placed["digit"].as_u64().unwrap() as u32;
            grid[numbers[0] * 9 + numbers[1]] = char::from_digit(digit, 10).unwrap();
        }
    }
    assert_eq!(grid.into_iter().collect::<String>(), EASY_SOLVED);
    assert!(run(&["explain", EASY, "--format", "html"]).code(0).out.contains("<svg"));
    assert!(run(&["explain", EASY, "--format", "svg"]).code(0).out.starts_with("<svg"));
    run(&["solve", EASY, "--format", "svg"])
        .code(2)
        .says("[possible values: text, line, csv, json]");
}

#[test]
fn a_hint_tells_as_much_as_was_asked_and_no_more() {
    let area = run(&["hint", EASY, "--detail", "area"]).code(0).out;
    assert!(area.starts_with("Look at box ") && !area.contains("Single"), "{area}");
    let technique = run(&["hint", EASY, "--detail", "technique"]).code(0).out;
    assert!(technique.contains("Single") && !technique.contains("r5c5"), "{technique}");
    let full = run(&["hint", EASY]).code(0).out;
    assert!(full.contains("So r"), "{full}");
}

#[test]
fn a_hint_says_so_when_the_position_is_already_wrong() {
    // A library line: '+' marks a placed digit. r1c3 is 4, not 1.
    let wrong = ":0000:x:53+1.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::";
    let ran = run_with(wrong.as_bytes(), &["hint"]).code(1);
    assert!(ran.out.contains("already wrong: r1c3 = 1 differs from the solution"), "{}", ran.out);
}

#[test]
fn generated_puzzles_keep_their_order_whatever_the_number_of_threads() {
    let order =
        ["generate", "--count", "12", "--minimal", "--seed", "5", "--format", "csv", "--jobs"];
    let one = run(&[&order[..], &["1"]].concat()).code(0);
    let two = run(&[&order[..], &["3"]].concat()).code(0);
    assert_eq!(one.out, two.out);
    assert_eq!(one.lines()[0], "puzzle,solution,clues,er,level");
    let puzzles: String =
        one.lines()[1..].iter().map(|l| format!("{}\n", l.split(',').next().unwrap())).collect();
    let checked = run_with(puzzles.as_bytes(), &["check", "--minimal", "--format", "csv"]).code(0);
    assert_eq!(
        checked.lines().iter().filter(|l| l.contains(",unique,") && l.ends_with(",yes")).count(),
        12
    );
    // Taken up later, the run goes on with what would have come next.
    let later = run(&[
        "generate",
        "--count",
        "4",
        "--minimal",
        "--seed",
        "5",
        "--skip",
        "8",
        "--format",
        "csv",
    ]);
    assert_eq!(later.code(0).lines()[1..], one.lines()[9..13]);
}

#[test]
fn impossible_orders_are_refused_and_hopeless_ones_stop_at_the_limit() {
    run(&["generate", "--clues", "10..16"]).code(2).says("17 to 81 clues");
    run(&["generate", "--clues", "30..20"]).code(2).says("smaller number first");
    run(&["generate", "--technique", "magic"]).code(2).says("sudolab techniques");
    run(&["generate", "--size", "6", "--er", "2.0..3.0"]).code(2).says("9x9 boards only");
    run(&["generate", "--er", "12.5..13.0"]).code(2).says("between 1.0 and 11.9");
    run(&["generate", "--minimal", "--clues", "50.."]).code(2).says("more than 40 clues");
    run(&["generate", "--word", "easy", "--er", "7.."]).code(2).says("clashes with --er");
    run(&["generate", "--level", "fiendish"]).code(2).says("--word fiendish");
    run(&["generate", "--technique", "x-wing", "--er", "7.."]).code(2).says("3.2");
    run(&["generate", "--size", "7"]).code(2).says("--regions FILE");
    run(&["generate", "--size", "6", "--box", "3x3"]).code(2).says("do not fit");
    let ran = run(&["generate", "--er", "11.5..11.9", "--time-limit", "300ms"]).code(4);
    ran.says("0 of 1 puzzles made").says("--skip");
}

#[test]
fn easing_adds_digits_of_the_solution_only_and_minimizing_takes_clues_away() {
    let seventeen =
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
    let ran = run(&["ease", seventeen, "--clues", "46", "--format", "csv"]).code(0);
    assert_eq!(ran.lines()[0], "puzzle,source,clues");
    let fields: Vec<&str> = ran.lines()[1].split(',').collect();
    assert_eq!((fields[1], fields[2]), (seventeen, "46"));
    let solution = run(&["solve", seventeen, "--format", "line"]).code(0).out;
    for ((eased, original), solved) in
        fields[0].chars().zip(seventeen.chars()).zip(solution.chars())
    {
        assert!(eased == '.' || eased == solved);
        assert!(original == '.' || eased == original);
    }
    let less = run(&["minimize", fields[0]]).code(0).out;
    run(&["check", less.trim(), "--minimal"]).code(0);
}

#[test]
fn a_rating_keeps_its_time_limit() {
    let extreme =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let ran = run(&["rate", extreme, "--time-limit", "20ms", "--format", "csv"]).code(4);
    ran.says("stopped by the time limit");
}

#[test]
fn the_time_people_take_comes_with_an_interval_and_columns_of_its_own() {
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let ran = run(&["rate", easy, hard, "--profile", "human", "--format", "csv"]).code(0);
    let rows: Vec<Vec<&str>> = ran.lines().iter().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0], ["puzzle", "rating", "expected_seconds", "low", "high", "word"]);
    let seconds = |row: &[&str]| -> Vec<f64> {
        row[2..5].iter().map(|number| number.parse().expect("a number")).collect()
    };
    for row in &rows[1..] {
        let times = seconds(row);
        assert!(times[1] < times[0] && times[0] < times[2], "{row:?}");
        let rating: f64 = row[1].parse().expect("a number");
        assert!((rating - (times[0] / 60.0).log2()).abs() < 0.01, "{row:?}");
    }
    assert!(seconds(&rows[1])[0] < seconds(&rows[2])[0]);
    let both = ["rate", easy, "--profile", "human", "--profile", "se-1.2.1", "--format"];
    run(&[&both[..], &["csv"]].concat()).code(2).says("columns of its own");
    let told = run(&[&both[..], &["json"]].concat()).code(0);
    assert!(told.out.contains("\"human\":{\"expected_seconds\":"), "{}", told.out);
    assert!(told.out.contains("\"se-1.2.1\""), "{}", told.out);
}
