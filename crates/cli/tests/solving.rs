//! Stories about solving, checking and counting.

mod kit;
use kit::{EASY, EASY_SOLVED, run, run_in, run_with};
use sudolab_testkit::carried;

#[test]
fn a_puzzle_on_the_command_line_is_solved_and_drawn() {
    let ran = run(&["solve", EASY]).code(0);
    assert!(ran.out.contains("| 5 3 4 | 6 7 8 | 9 1 2 |"), "{}", ran.out);
    assert!(ran.out.contains("solved"));
}

#[test]
fn a_run_that_does_not_solve_shows_its_best_board_and_what_is_wrong_in_it() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let words = ["--algorithm", "annealing-chi-lange", "--set", "steps=2000", "--seed", "1"];
    let ran = run(&[&["solve", hard][..], &words].concat()).code(1);
    let best = ran.out.lines().find(|line| line.contains("best board")).expect("it is shown");
    assert!(best.contains(" twice in "), "{best}");
    let ran = run(&["solve", hard, "--algorithm", "rules-singles"]).code(1);
    assert!(ran.out.contains(": 60 blank cells\n"), "{}", ran.out);
}

#[test]
fn solve_writes_the_columns_of_the_contract() {
    let ran = run(&["solve", EASY, "--format", "csv"]).code(0);
    let lines = ran.lines();
    assert_eq!(lines[0], "puzzle,status,solution,guesses,ticks,seconds");
    assert!(lines[1].starts_with(&format!("{EASY},solved,{EASY_SOLVED},0,")), "{}", lines[1]);
}

#[test]
fn check_and_count_write_the_columns_of_the_contract() {
    let ran = run(&["check", EASY, "--minimal", "--format", "csv"]).code(0);
    assert_eq!(ran.out, format!("puzzle,status,clues,minimal\n{EASY},unique,30,no\n"));
    let ran = run(&["count", EASY, "--format", "csv"]).code(0);
    assert_eq!(ran.out, format!("puzzle,solutions,complete\n{EASY},1,true\n"));
    let ran = run(&["count", "................", "--limit", "all", "--format", "line"]).code(0);
    assert_eq!(ran.out, "288\n");
    let ran = run(&["count", "................", "--format", "csv"]).code(0);
    assert!(ran.out.ends_with(",2,false\n"));
}

#[test]
fn every_verdict_of_check_has_its_word_and_its_reason() {
    let cases = [
        (EASY.to_owned(), "unique", ""),
        (format!("{}{}", &EASY[..40], ".".repeat(41)), "multiple", "two solutions or more"),
        (format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)), "none", "no solution"),
        (format!("5......5.{}", ".".repeat(72)), "conflict", "digit 5 twice in row 1 (r1c1, r1c8)"),
        (format!("5...y..5.{}", ".".repeat(72)), "syntax", "column 5"),
    ];
    for (puzzle, status, reason) in cases {
        let ran = run_with(puzzle.as_bytes(), &["check", "--format", "json"]);
        let ran = ran.code(i32::from(status != "unique"));
        let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(object["status"], status, "{puzzle}");
        if !reason.is_empty() {
            let said = object["reason"].as_str().unwrap_or_default();
            assert!(said.contains(reason), "{said}");
        }
    }
}

#[test]
fn a_minimal_puzzle_says_so_and_a_redundant_clue_is_named() {
    let seventeen =
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
    let ran = run(&["check", seventeen, "--minimal"]).code(0);
    assert!(ran.out.contains("unique, 17 clues, minimal"), "{}", ran.out);
    let more = format!("6{}", &seventeen[1..]);
    let ran = run(&["check", &more, "--minimal"]).code(0);
    assert!(ran.out.contains("not minimal: r1c1=6"), "{}", ran.out);
}

#[test]
fn one_bad_line_among_many_is_reported_and_the_rest_is_done() {
    let mut text = format!("{EASY}\n").repeat(2000);
    text.push_str(&format!("{}y{}\n", &EASY[..11], &EASY[12..]));
    text.push_str(&format!("{EASY}\n").repeat(1000));
    for jobs in ["1", "2", "3"] {
        let ran = run_with(text.as_bytes(), &["solve", "--format", "line", "--jobs", jobs]);
        let ran = ran.code(1).says("line 2001, column 12");
        let lines = ran.lines();
        assert_eq!(lines.len(), 3001);
        assert!(lines[2000].starts_with("# syntax"));
        assert_eq!(lines.iter().filter(|l| **l == EASY_SOLVED).count(), 3000);
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let lines = carried::puzzles("royle17.txt.gz");
    let text = lines[..1465].join("\n");
    let strip = |ran: kit::Ran| -> Vec<String> {
        // All columns but the time.
        ran.code(0).out.lines().map(|l| l.rsplit_once(',').unwrap().0.to_owned()).collect()
    };
    let one = strip(run_with(text.as_bytes(), &["solve", "--format", "csv", "--jobs", "1"]));
    let two = strip(run_with(text.as_bytes(), &["solve", "--format", "csv", "--jobs", "2"]));
    assert_eq!(one, two);
    assert_eq!(one.len(), 1466);
}

#[test]
fn several_solutions_can_be_listed() {
    let ran = run(&["solve", "1...............", "--solutions", "5", "--format", "line"]).code(0);
    let mut lines = ran.lines();
    assert_eq!(lines.len(), 5);
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 5);
    let ran = run(&["solve", "1...............", "--format", "csv"]).code(1);
    assert!(ran.out.contains(",multiple,"), "{}", ran.out);
}

#[test]
fn a_thousand_solutions_tell_their_cost_and_more_are_written_as_they_are_found() {
    let corner = "1...............";
    let all = |n: &str, form: &str| {
        run(&["solve", corner, "--solutions", n, "--format", form, "--algorithm", "dlx"]).code(0)
    };
    // 288 grids of 4x4, a quarter of them with a 1 in the corner.
    let few = all("1000", "csv");
    let rows: Vec<&str> = few.out.lines().skip(1).collect();
    assert_eq!(rows.len(), 72);
    assert!(rows.iter().all(|row| row.split(',').count() == 6 && !row.ends_with(',')));

    let open = ".".repeat(81);
    let many = |form: &str| {
        run(&["solve", &open, "--solutions", "2500", "--format", form, "--jobs", "2"]).code(0)
    };
    let csv = many("csv").says("the first 2500 of more solutions");
    let mut grids: Vec<&str> = Vec::new();
    for row in csv.out.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!((fields[0], fields[1]), (open.as_str(), "multiple"), "{row}");
        assert_eq!(fields[3..], ["", "", ""], "{row}");
        grids.push(fields[2]);
    }
    assert_eq!(grids.len(), 2500);
    assert_eq!(many("line").lines(), grids);
    let json = many("json");
    for (line, grid) in json.out.lines().zip(&grids) {
        let told: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(told["solution"], *grid);
        assert!(told.get("ticks").is_none(), "{line}");
    }
    grids.sort_unstable();
    grids.dedup();
    assert_eq!(grids.len(), 2500);
}

#[test]
fn a_list_without_end_is_stopped_by_its_limit_and_what_was_found_is_kept() {
    let open = ".".repeat(81);
    let most = u64::MAX.to_string();
    let list = ["solve", &open, "--solutions", &most, "--format", "line", "--time-limit", "300ms"];
    let ran = run(&list).code(4);
    // Far more than was ever held at once.
    assert!(ran.lines().len() > 2000, "{} solutions", ran.lines().len());
    assert!(ran.lines().iter().all(|line| line.len() == 81));
}

#[test]
fn any_algorithm_can_solve_and_a_wrong_id_gets_a_suggestion() {
    let ran = run(&["solve", EASY, "--algorithm", "dlx", "--format", "line"]).code(0);
    assert_eq!(ran.out.trim(), EASY_SOLVED);
    run(&["solve", EASY, "--algorithm", "dlxx"]).code(2).says("did you mean dlx");
    run(&["solve", EASY, "--algorithm", "backtrack-thesis", "--set", "digits=up"])
        .code(2)
        .says("it takes ascending|random|rarest");
}

#[test]
fn a_limit_that_stops_a_run_is_told_by_status_four() {
    let open = ".".repeat(81);
    let ran = run(&["count", &open, "--limit", "all", "--time-limit", "200ms"]);
    ran.code(4).says("stopped at");
}

/// Four minimal puzzles of 16x16: the proof that a solution is the only one takes as long as finding it.
const LARGE: [&str; 4] = [
    "1.3..4...5B.9......A9.3.....6..5E58...6.G2.7F.....CF...E..64G.AD...8.9.A.....7FC.2.C....538......B5..D..7..FA...6....3F....C.5G1F1.....68G.5.C..5..3BC8F...A.6D...9..E4G...3.....8..A...2.....144.....29.E......7D....B.3..1.9..........4F........B.4F...C7..E2.",
    ".......7...6..4CA3..5...2..D7....9.4.138C...F...C7...AD..1....B.....B5...7E...2..8..4C..B.G....E7.D..E...2.F.6.....16.2F..8.4...21..GF.....C3...GD.E..A.35B.2.C.........G.....95..8...436.1.B..F....A.6.E.54C.D..C.A....1B...4..5.B9...E.36...F....G.3...D....1.",
    ".1.C.B.....7..34..3..1.9...G...5...F.5..AB16.2G.B.....EAC38...F..6...D.B....7......1E64.....G...5427..F.8...3..B.F.3....71..DC....A.D9.E..3...7F.EC.1.82..FA...9....B....8.4.E...8...F........B..2G5.E149.D.F.C...4.5..........1EC8..73....B4.2..B..9C.G6.....E8",
    "E...7.....2.B3.4..5........1..G.G3..EC.2.BA.7.157.D..91........8.86..3..9...2.F...7.....C.G8.56.D.9.8EG.F....1..3.....9.7E..8B..F..46....G5B..A..6..52.G.......1..2.....1FD...C..1.....4.2..FG5B...7CF.B..E........1.A.EG.6..7...C..G..5.17..2.A...9.1..D..C....",
];

#[test]
fn a_proof_that_a_limit_ends_is_a_status_of_its_own_with_exit_four_and_a_reason() {
    let input = LARGE.join("\n");
    let mut seen = Vec::new();
    // Under some limit one of them is between its solution and the proof, however fast the machine.
    for limit in ["1ms", "1.5ms", "2ms", "3ms", "4ms", "6ms", "8ms", "12ms", "16ms", "32ms", "64ms"]
    {
        let solve = ["solve", "-", "--time-limit", limit, "--format", "csv"];
        let ran = run_with(input.as_bytes(), &solve).calm();
        for row in ran.lines().into_iter().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let (status, solution) = (fields[1], fields[2]);
            assert_eq!(solution.is_empty(), status == "time-limit", "{row}");
            if status == "solved-unproved" {
                assert_eq!(ran.code, 4);
                assert!(ran.err.contains("it may have another solution"), "{}", ran.err);
                seen.push((fields[0].to_owned(), solution.to_owned()));
            }
        }
    }
    assert!(!seen.is_empty(), "no limit fell between a solution and its proof");
    // What was given without a proof is the solution that the proof finds.
    let solved = run_with(input.as_bytes(), &["solve", "-", "--format", "csv"]).code(0);
    for (puzzle, solution) in seen {
        assert!(solved.out.contains(&format!("{puzzle},solved,{solution},")), "{puzzle}");
    }
}

#[test]
fn boards_of_other_sizes_and_shapes_are_solved() {
    let six =
        run(&["solve", &".".repeat(36), "--box", "3x2", "--solutions", "1", "--format", "line"]);
    assert_eq!(six.code(0).out.trim().len(), 36);
    let folder = tempfile::tempdir().unwrap();
    let table = "n\tpuzzle\tregions\n4\t..43...1.2......\t0001011122332233\n";
    std::fs::write(folder.path().join("jigsaw.tsv"), table).unwrap();
    let ran = run_in(folder.path(), &["solve", "jigsaw.tsv", "--format", "line"]).code(0);
    assert_eq!(ran.out.trim(), "2143342112344312");
}

#[test]
fn true_candidates_are_those_that_stand_in_some_solution() {
    let ran = run(&["count", EASY, "--true-candidates", "--format", "json"]).code(0);
    let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let sets: Vec<Vec<u8>> = serde_json::from_value(object["true_candidates"].clone()).unwrap();
    let digits: String = sets.concat().iter().map(u8::to_string).collect();
    assert_eq!(digits, EASY_SOLVED);
}

/// A 12x12 grid in which two rows of a pair of digits stay open: cells with the candidates 1 and 2,
/// and a cell with the digit 12 alone.
fn twelve() -> String {
    let solved = run(&["solve", &".".repeat(144), "--format", "line"]).code(1).out;
    solved.trim().chars().map(|c| if matches!(c, '1' | '2') { '.' } else { c }).collect()
}

#[test]
fn true_candidates_of_large_boards_cannot_be_mistaken() {
    let puzzle = twelve();
    let ran = run(&["count", &puzzle, "--true-candidates", "--format", "json"]).code(0);
    let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let sets: Vec<Vec<u8>> = serde_json::from_value(object["true_candidates"].clone()).unwrap();
    assert_eq!(sets.len(), 144);
    for (clue, set) in puzzle.chars().zip(&sets) {
        match clue {
            '.' => assert!(!set.is_empty() && set.iter().all(|d| [1, 2].contains(d)), "{set:?}"),
            _ => assert_eq!(set, &[clue.to_digit(36).unwrap() as u8]),
        }
    }
    assert!(sets.contains(&vec![1, 2]) && sets.contains(&vec![12]));
    // The table says the same, and a line, which has no room for it, is refused.
    let csv = run(&["count", &puzzle, "--true-candidates", "--format", "csv"]).code(0);
    assert_eq!(csv.lines()[0], "puzzle,solutions,complete,true_candidates");
    let column = csv.lines()[1].rsplit(',').next().unwrap();
    let told: Vec<Vec<u8>> = column
        .split(' ')
        .map(|cell| cell.split('/').map(|d| d.parse().unwrap()).collect())
        .collect();
    assert_eq!(told, sets);
    run(&["count", &puzzle, "--true-candidates", "--format", "line"]).code(2).says("csv or json");
    // A record that cannot be read has all columns too.
    let bad = run_with(b"12345\n", &["count", "--true-candidates", "--format", "csv"]).code(1);
    assert_eq!(bad.lines()[1].matches(',').count(), 3, "{}", bad.out);
}
