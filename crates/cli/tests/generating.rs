//! Stories of puzzles made to order.

mod kit;
use kit::{run, run_with};

fn file(name: &str, text: &str) -> String {
    let path =
        std::env::temp_dir().join(format!("sudolab-generating-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("the folder for temporary files can be written");
    path.display().to_string()
}

#[test]
fn exactly_the_cells_of_a_pattern_hold_clues() {
    let pattern: String =
        (0..81).map(|i| if (i / 9 + i % 9) % 3 == 0 || i % 10 == 4 { 'x' } else { '.' }).collect();
    let path = file("pattern", &pattern);
    let ran = run(&["generate", "--pattern", &path, "--format", "line"]).code(0);
    let line = ran.lines()[0].to_owned();
    let filled: String = line.chars().map(|c| if c == '.' { '.' } else { 'x' }).collect();
    assert_eq!(filled, pattern);
    run_with(line.as_bytes(), &["check"]).code(0);
    run(&["generate", "--pattern", &path, "--symmetry", "mirror"]).code(2).says("symmetry mirror");
    let few =
        file("few", &"x".repeat(16).chars().chain(".".repeat(65).chars()).collect::<String>());
    run(&["generate", "--pattern", &few]).code(2).says("fewer than 17");
}

#[test]
fn an_irregular_board_travels_with_its_regions() {
    let map = "AABBB\nAABBC\nADDCC\nDDECC\nDEEEE\n";
    let path = file("map", map);
    let made = run(&["generate", "--regions", &path, "--format", "line", "--minimal"]).code(0);
    assert!(made.out.contains("\"regions\":\"1122211223144334453345555"), "{}", made.out);
    // What was written is read back with its regions: the puzzle is proper on its own board.
    let checked = run_with(made.out.as_bytes(), &["check", "--minimal", "--format", "csv"]).code(0);
    assert!(checked.lines()[1].contains(",unique,"), "{}", checked.out);
    let eased = run_with(made.out.as_bytes(), &["ease", "--clues", "15"]).code(0);
    assert!(eased.out.contains("\"regions\""), "{}", eased.out);
    run_with(eased.out.as_bytes(), &["check"]).code(0);
    let told = ["minimize", "--format", "json"];
    let told = run_with(made.out.as_bytes(), &told).code(0);
    for key in ["\"source\":", "\"clues\":", "\"regions\":\"11222"] {
        assert!(told.out.contains(key), "{}", told.out);
    }
    run_with(told.out.as_bytes(), &["check", "--minimal"]).code(0);
    run_with(made.out.as_bytes(), &["minimize", "--format", "csv"]).code(1).says("--format json");
    let table = run(&["generate", "--regions", &path, "--format", "csv"]).code(0);
    assert_eq!(table.lines()[0], "puzzle,solution,clues,er,level,box,regions");
    run_with(table.out.as_bytes(), &["check"]).code(0);
}

#[test]
fn boxes_of_any_shape_are_told_to_the_reader() {
    let made = run(&["generate", "--size", "6", "--box", "3x2", "--format", "line"]).code(0);
    run_with(made.out.as_bytes(), &["check"]).code(0);
    // Sizes that no reader expects of a line travel as objects, Latin squares too.
    for shape in [&["--size", "15", "--clues", "200"][..], &["--size", "7", "--box", "none"]] {
        let made = run(&[&["generate", "--format", "line"], shape].concat()).code(0);
        run_with(made.out.as_bytes(), &["check"]).code(0);
    }
    let usual = run(&["generate", "--size", "12", "--format", "line"]).code(0);
    assert_eq!(usual.lines()[0].len(), 144);
    run_with(usual.out.as_bytes(), &["check"]).code(0);
}

#[test]
fn an_algorithm_that_cannot_prove_says_so_and_what_it_gets_wrong_is_told() {
    let made = run(&["generate", "--algorithm", "backtrack-thesis", "--method", "fill"]).code(0);
    assert!(!made.err.contains("cannot prove"), "{}", made.err);
    let order = ["generate", "--size", "4", "--algorithm", "annealing", "-n", "3", "-f", "line"];
    let made = run(&order).code(0).says("annealing cannot prove");
    assert_eq!(made.lines().len(), 3);
}

#[test]
fn the_rules_of_people_make_puzzles_soon_and_say_what_they_left_open() {
    let started = std::time::Instant::now();
    let order = ["generate", "--algorithm", "rules-human", "--seed", "1", "-n", "2", "-f", "line"];
    let made = run(&order).code(0).says("rules-human cannot prove").says("may have more clues");
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    run_with(made.out.as_bytes(), &["check"]).code(0);
    let rated = run_with(made.out.as_bytes(), &["solve", "-", "--algorithm", "rules-human"]);
    rated.code(0);
}

#[test]
fn the_same_puzzles_come_with_any_number_of_threads_when_they_are_steered_and_rated() {
    for order in [
        &["generate", "--clues", "21", "--minimal", "--count", "3", "--format", "line"][..],
        &["generate", "--level", "hard", "--symmetry", "rot180", "--count", "2", "--format", "csv"],
    ] {
        let one = run(&[order, &["--jobs", "1"]].concat()).code(0);
        let three = run(&[order, &["--jobs", "3"]].concat()).code(0);
        assert_eq!(one.out, three.out);
    }
}

#[test]
fn a_time_limit_ends_a_run_within_an_attempt() {
    let started = std::time::Instant::now();
    let ran = run(&["generate", "--size", "25", "--minimal", "--time-limit", "300ms"]).code(4);
    ran.says("0 of 1 puzzles made").says("--skip 0");
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn unreadable_records_are_told_and_the_rest_is_made() {
    let input = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n53..7....6..\n";
    let ran = run_with(input.as_bytes(), &["minimize"]).code(1).says("line 2");
    assert_eq!(ran.lines().len(), 1);
}

#[test]
fn levels_and_techniques_of_hodoku_are_met_and_told_as_rate_tells_them() {
    for target in [&["--level", "medium"][..], &["--technique", "skyscraper"]] {
        let order = [&["generate", "--count", "2", "--format", "csv"], target].concat();
        let made = run(&order).code(0);
        for line in &made.lines()[1..] {
            let fields: Vec<&str> = line.split(',').collect();
            let profile = ["rate", fields[0], "--profile", "hodoku-2.2", "--format", "csv"];
            let rated = run(&profile).code(0);
            let told: Vec<&str> = rated.lines()[1].split(',').collect();
            assert_eq!(told[4], fields[4], "{line}");
            assert!(told[4] == "Medium" || told[6] == "skyscraper", "{line}: {told:?}");
        }
        assert_eq!(made.lines().len(), 3);
    }
}

#[test]
fn the_deciding_algorithm_takes_settings() {
    let order = ["generate", "--size", "4", "--algorithm", "backtrack-thesis"];
    let with = |set: &str| run(&[&order[..], &["--set", set]].concat());
    let plain = run(&order).code(0);
    assert_eq!(with("digits=random").code(0).out, plain.out, "it decides the same, in another way");
    with("wings=2").code(2).says("backtrack-thesis: there is no parameter \"wings\"");
    with("digits=purple").code(2).says("backtrack-thesis: digits");
    run(&["generate", "--set", "digits=random"]).code(2).says("--algorithm");
}

#[test]
fn the_easiest_puzzles_are_reached_by_adding_many_clues() {
    let made = run(&["generate", "--er", "1.0", "--format", "csv"]).code(0);
    assert!(made.lines()[1].ends_with(",1.0,Easy"), "{}", made.out);
}

#[test]
fn what_no_puzzle_can_meet_is_refused_with_the_reason() {
    let refused = |options: &[&str], why: &str| {
        run(&[&["generate"], options].concat()).code(2).says(why);
    };
    refused(&["--clues", "82.."], "17 to 81 clues");
    refused(&["--clues", "30..20"], "the smaller number first");
    refused(&["--level", "easy", "--technique", "x-wing"], "rated 2.3 at most");
    refused(&["--level", "medium", "--er", "5.0.."], "rated 4.0 at most");
}

#[test]
fn random_regions_are_drawn_by_the_seed_and_travel_with_the_puzzle() {
    let order =
        ["generate", "--size", "7", "--regions", "random", "--count", "2", "--format", "line"];
    let made = run(&order).code(0);
    assert_eq!(made.lines().len(), 2);
    assert_eq!(run(&order).out, made.out);
    assert_ne!(run(&[&order[..], &["--seed", "1"]].concat()).out, made.out);
    run_with(made.out.as_bytes(), &["check", "--minimal"]).code(0);
    run(&["generate", "--size", "25", "--regions", "random"]).code(2).says("up to size 12");
    run(&["generate", "--size", "7"]).code(2).says("--regions random");
}

#[test]
fn rules_with_guesses_are_a_complete_search_and_make_proper_puzzles() {
    let order = ["generate", "--algorithm", "rules-singles", "--set", "guess=yes", "--count", "2"];
    let made = run(&[&order[..], &["--format", "line"]].concat()).code(0);
    assert!(!made.err.contains("cannot prove"), "{}", made.err);
    let checked = run_with(made.out.as_bytes(), &["check", "--format", "csv"]).code(0);
    assert_eq!(checked.out.matches(",unique,").count(), 2, "{}", checked.out);
    let counted = run_with(made.out.as_bytes(), &["count", "--algorithm", "rules-singles"]);
    counted.code(2).says("cannot prove how many");
    let guessing = ["count", "--algorithm", "rules-singles", "--set", "guess=yes"];
    run_with(made.out.as_bytes(), &guessing).code(0);
}

#[test]
fn a_board_without_a_grid_is_given_up_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.txt");
    std::fs::write(&map, "0111\n0012\n3022\n3332\n").unwrap();
    let map = map.display().to_string();
    let ran = run(&["generate", "--size", "4", "--regions", &map]).code(4);
    ran.says("given up").says("attempts and no puzzle");
}

#[test]
fn variants_are_made_alike_on_any_number_of_threads_and_read_back() {
    let order = ["generate", "--variant", "killer,anti-king", "--size", "6", "--seed", "3"];
    let made = |jobs: &str| {
        run(&[&order[..], &["--count", "3", "--format", "json", "--jobs", jobs]].concat())
            .code(0)
            .out
    };
    let one = made("1");
    assert_eq!(one, made("2"));
    assert_eq!(one.matches("\"rules\":[\"jump 1 1\",\"cage ").count(), 3, "{one}");
    let checked = run_with(one.as_bytes(), &["check", "--format", "csv"]).code(0);
    assert_eq!(checked.out.matches(",unique,0,").count(), 3, "{}", checked.out);
    // The rules of the text form are, behind the mark of a comment, lines for --rules.
    let text = run(&order).code(0).out;
    let remarks = text.lines().filter_map(|line| line.strip_prefix("# "));
    let rules: Vec<&str> =
        remarks.filter(|l| l.starts_with("cage ") || l.starts_with("jump ")).collect();
    let path = file("rules", &rules.join("\n"));
    let empty = ".".repeat(36);
    let solved = run(&["solve", "--rules", &path, &empty, "--format", "line"]).code(0);
    let first = one.lines().next().expect("three lines");
    assert!(first.contains(&format!("\"solution\":\"{}\"", solved.lines()[0])), "{first}");
}

#[test]
fn what_is_not_meant_for_variants_is_refused_with_a_reason() {
    let refused = |more: &[&str], says: &str| {
        run(&[&["generate", "--variant", "killer"], more].concat()).code(2).says(says);
    };
    refused(&["--er", "2.0..3.0"], "leave out the rating");
    refused(&["--word", "easy"], "leave out the rating");
    refused(&["--level", "easy"], "leave out the level");
    refused(&["--technique", "x-wing"], "leave out the technique");
    refused(&["--method", "fill"], "leave out the method");
    refused(&["--algorithm", "dlx"], "leave out the algorithm");
    refused(&["--format", "csv"], "--format json");
    refused(&["--variant", "chess"], "use one of");
    run(&["generate", "--variant", "jigsaw", "--box", "3x3"]).code(2).says("leave out --box");
    run(&["generate", "--variant", "windoku", "--box", "none"]).code(2).says("a board with boxes");
}

#[test]
fn a_variant_that_does_not_come_in_time_says_so() {
    let order = ["generate", "--variant", "killer,whispers", "--size", "25", "--time-limit", "1s"];
    run(&order).code(4).says("0 of 1 puzzles made, then the time limit is reached");
}

#[test]
fn the_examples_of_variants_on_the_page_run() {
    let page = include_str!("../../../docs/generate.md");
    let variants = page.split("## Variants").nth(1).expect("the page has the section");
    let examples: Vec<&str> = variants
        .lines()
        .take_while(|line| !line.starts_with("## "))
        .filter_map(|line| line.strip_prefix("sudolab "))
        .collect();
    assert!(examples.len() >= 3, "{examples:?}");
    for example in examples {
        let words: Vec<&str> = example.split_whitespace().collect();
        assert!(!run(&words).code(0).out.is_empty(), "{example}");
    }
}

#[test]
fn the_text_for_people_is_read_back_as_the_same_puzzles() {
    let orders: [&[&str]; 9] = [
        &["--count", "3", "--clues", "30.."],
        &["--count", "1"],
        &["--count", "3", "--size", "4"],
        &["--count", "2", "--size", "6", "--box", "3x2"],
        &["--count", "2", "--size", "7", "--regions", "random"],
        &["--count", "2", "--size", "5", "--box", "none"],
        &["--count", "2", "--size", "4", "--variant", "killer"],
        &["--count", "2", "--size", "6", "--variant", "thermometer,anti-knight"],
        &["--count", "2", "--size", "16", "--clues", "200.."],
    ];
    for order in orders {
        let made = |form: &'static str| {
            run(&[&["generate", "--seed", "5", "--format", form], order].concat()).code(0).out
        };
        let (text, lines) = (made("text"), made("line"));
        let documents = |puzzles: &str| {
            let ran = run_with(puzzles.as_bytes(), &["convert", "--to", "json"]).code(0);
            assert_eq!(ran.err, "", "{order:?}\n{puzzles}");
            ran.out
        };
        assert_eq!(documents(&text), documents(&lines), "{order:?}\n{text}");
        let checked = run_with(text.as_bytes(), &["check"]).code(0);
        assert_eq!(checked.lines().len().to_string(), order[1], "{}", checked.out);
        assert!(checked.lines().iter().all(|line| line.contains(": unique")), "{}", checked.out);
    }
}
