//! Published puzzles with rules of every kind are read whole, and the solutions told beside them keep
//! every rule.

use sudolab_grid::formats::{Format, ReadOptions, WriteOptions, read_one};
use sudolab_grid::{Alphabet, Grid, Puzzle, Solution};
use sudolab_testkit::outside::shared;

fn puzzle(text: &str) -> Result<Puzzle, String> {
    let record = read_one(text, &ReadOptions::default()).map_err(|error| error.to_string())?;
    record.document.puzzle().map_err(|error| error.to_string())
}

/// A solution as it is told; boards above nine use letters from A = 1.
fn filled(puzzle: &Puzzle, line: &str) -> Option<Grid> {
    let board = puzzle.board();
    if board.size() > 9 && board.first_value() == 1 {
        let values: Option<Vec<u8>> = line.chars().map(|c| Alphabet::Letters.value(c)).collect();
        return Grid::from_values(board.clone(), &values?);
    }
    board.grid_from_line(line).ok()
}

/// Name, text and solution of the published puzzles.
fn published() -> Option<Vec<(String, String, String)>> {
    let text = shared("variants/iss_variants.tsv")?;
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[0].to_owned(), fields[2].to_owned(), fields[3].to_owned())
    };
    Some(text.lines().skip(1).map(row).collect())
}

#[test]
fn every_published_variant_is_read_and_its_solution_keeps_every_rule() {
    let Some(rows) = published() else { return };
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (name, text, solution) in &rows {
        let puzzle = match puzzle(text) {
            Ok(puzzle) => puzzle,
            Err(error) => {
                wrong.push(format!("{name}: {error}"));
                continue;
            }
        };
        // Cells beside the grid are not told, so their rules cannot be judged here.
        if puzzle.board().side_cells().next().is_some() || solution.is_empty() {
            continue;
        }
        match filled(&puzzle, solution).map(|grid| Solution::check(&puzzle, grid)) {
            Some(Ok(_)) => checked += 1,
            Some(Err(violation)) => wrong.push(format!("{name}: {violation}")),
            None => wrong
                .push(format!("{name}: the solution {solution} does not fit {}", puzzle.board())),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(checked > 150, "{checked} checked");
}

#[test]
fn every_published_variant_survives_our_json_and_keeps_its_solution_as_text() {
    let Some(rows) = published() else { return };
    let mut wrong = Vec::new();
    let mut written = 0;
    for (name, text, solution) in &rows {
        let Ok(record) = read_one(text, &ReadOptions::default()) else { continue };
        let puzzle = record.document.to_puzzle();
        let write = |format: Format| {
            let written = format.write(&record.document, &WriteOptions::default());
            written.map(|written| written.text).map_err(|error| error.to_string())
        };
        match write(Format::Json).and_then(|text| self::puzzle(&text)) {
            Ok(again) if again == puzzle && again.key() == puzzle.key() => {}
            Ok(_) => wrong.push(format!("{name}: json gives another puzzle")),
            Err(error) => wrong.push(format!("{name}: json: {error}")),
        }
        let Ok(text) = write(Format::Iss) else { continue };
        match self::puzzle(&text) {
            Err(error) => wrong.push(format!("{name}: iss: {error}: {text}")),
            Ok(again) => {
                written += 1;
                let beside = again.board().side_cells().next().is_some();
                let kept = filled(&again, solution).map(|grid| Solution::check(&again, grid));
                if !beside && !solution.is_empty() && !matches!(kept, Some(Ok(_))) {
                    wrong.push(format!("{name}: iss: {kept:?}: {text}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(written > 160, "{written} written");
}

#[test]
fn killers_even_and_odd_and_samurai_tables_are_read_with_their_solutions() {
    for (file, at_least) in [
        ("variants/killer.tsv", 785),
        ("variants/even_odd.tsv", 90),
        ("variants/samurai.tsv", 190),
        ("variants/hard_killers_forum.tsv", 65),
        ("variants/jigsaw.tsv", 465),
    ] {
        let Some(text) = shared(file) else { return };
        let options = ReadOptions { file: Some(file.to_owned()), ..ReadOptions::default() };
        let records = sudolab_grid::formats::read_all(&text, &options);
        let mut right = 0;
        for record in records {
            let record = record.unwrap_or_else(|error| panic!("{file}: {error}"));
            let puzzle = record.document.puzzle().unwrap_or_else(|error| panic!("{file}: {error}"));
            if let Some(solution) = &record.document.solution {
                let checked = Solution::check(&puzzle, solution.clone());
                assert!(checked.is_ok(), "{file}, line {}: {checked:?}", record.line);
            }
            right += 1;
        }
        assert_eq!(right, at_least, "{file}");
    }
}

/// Rules that f-puzzles knows, in the order in which they are written.
const OF_FPUZZLES: [&str; 33] = [
    "cage 10 r1c1 r1c2",
    "cage r2c1 r2c2",
    "white-dot 1 r1c3 r1c4",
    "white-dot 4 r1c5 r1c6",
    "black-dot 2 r1c7 r1c8",
    "pair-sum 10 r2c3 r2c4",
    "pair-sum 5 r2c5 r2c6",
    "arrow r3c1 / r3c2 r4c3",
    "arrow r3c5 r3c6 / r4c6 r5c6 r6c6",
    "thermometer r5c1 r6c1 r7c2",
    "palindrome r9c1 r9c2 r8c3",
    "renban r7c5 r7c6 r8c6",
    "whisper 5 r9c5 r9c6 r8c7",
    "whisper 4 r9c8 r9c9",
    "between r6c7 r6c8 r6c9",
    "slow-thermometer r3c1 r4c1 r5c2",
    "nabner r9c1 r9c2 r9c3",
    "entropic r2c7 r2c8 r3c8",
    "modular 3 r2c7 r2c8 r3c8 r4c8",
    "double-arrow r6c1 r6c2 r6c3 r7c3",
    "zipper r8c1 r8c2 r8c3 r7c3",
    "lockout 4 r5c7 r5c8 r5c9",
    "region-sum r5c3 / r5c4 r5c5",
    "quadruple 1 2 r7c7 r7c8 r8c7 r8c8",
    "clone r1c1 r1c2 / r4c4 r4c5",
    "even r1c9",
    "odd r2c9",
    "minimum r3c9",
    "maximum r4c9",
    "little-killer 20 r1c2 r2c3 r3c4",
    "negative-xv r2c3 r2c4 r2c5 r2c6",
    "jump 1 2",
    "negative-white r1c3 r1c4 r1c5 r1c6 r1c7 r1c8",
];

#[test]
fn rules_go_to_f_puzzles_and_back() {
    let plain: Puzzle = format!("1{}", ".".repeat(80)).parse().unwrap();
    let board = plain.board().with_extra(&plain.board().diagonals()).unwrap();
    let mut texts: Vec<String> = OF_FPUZZLES.iter().map(|text| (*text).to_owned()).collect();
    let row = |r: usize| (1..=9).map(|c| format!(" r{r}c{c}")).collect::<String>();
    let up = (1..=9).rev().map(|r| format!(" r{r}c4")).collect::<String>();
    let outside = [
        format!("sandwich 12{}", row(1)),
        format!("x-sum 20{}", row(2)),
        format!("skyscraper 3{up}"),
        format!("index 2 r2c7 /{}", (1..=9).map(|r| format!(" r{r}c7")).collect::<String>()),
        format!("index 7 r2c7 /{}", row(2)),
        "index 4 r2c7 / r1c7 r1c8 r1c9 r2c7 r2c8 r2c9 r3c7 r3c8 r3c9".to_owned(),
    ];
    texts.splice(30..30, outside);
    let rules = texts.iter().map(|text| sudolab_grid::Rule::from_text(text, &board).unwrap());
    let grid = Grid::from_values(board.clone(), plain.clues().values()).unwrap();
    let puzzle = Puzzle::new(grid).with_rules(rules.collect()).unwrap();
    let document = sudolab_grid::formats::Document::from(&puzzle);
    let link = Format::FPuzzles.write(&document, &WriteOptions::default()).unwrap();
    assert!(link.losses.is_empty());
    let again = self::puzzle(&link.text).unwrap();
    let read: Vec<String> = again.rules().iter().map(|rule| rule.text(again.board())).collect();
    assert_eq!(read, texts);
    assert_eq!(again, puzzle);
    let line = Format::Line.write(&document, &WriteOptions::default()).unwrap_err();
    assert!(line.to_string().contains("line cannot store rules such as cage"), "{line}");
}

/// The rules that keys of f-puzzles mean on an empty board of a size.
fn of_fpuzzles(size: usize, keys: &str) -> Result<Vec<String>, String> {
    let row = format!("[{}]", vec!["{}"; size].join(","));
    let grid = format!("[{}]", vec![row; size].join(","));
    let puzzle = puzzle(&format!("{{\"size\":{size},\"grid\":{grid},{keys}}}"))?;
    Ok(puzzle.rules().iter().map(|rule| rule.text(puzzle.board())).collect())
}

#[test]
fn what_f_puzzles_leaves_unsaid_is_taken_as_it_takes_it() {
    let check = |size: usize, keys: &str, expected: &[&str]| {
        assert_eq!(
            of_fpuzzles(size, keys),
            Ok(expected.iter().map(|&t| t.to_owned()).collect()),
            "{keys}"
        );
    };
    let line = r#""lines":[["R1C1","R1C2","R1C3"]]"#;
    check(9, &format!(r#""whispers":[{{{line}}}]"#), &["whisper 5 r1c1 r1c2 r1c3"]);
    check(6, &format!(r#""whispers":[{{{line},"value":""}}]"#), &["whisper 3 r1c1 r1c2 r1c3"]);
    check(6, &format!(r#""lockout":[{{{line}}}]"#), &["lockout 3 r1c1 r1c2 r1c3"]);
    let unsaid = r#""sandwichsum":[{"cell":"R0C1","value":""}],"xsum":[{"cell":"R0C1"}],
        "skyscraper":[{"cell":"R1C0","value":""}],"xv":[{"cells":["R1C1","R1C2"],"value":""}],
        "littlekillersum":[{"cell":"R0C1","direction":"DR","cells":["R1C2"],"value":""}]"#;
    check(9, unsaid, &[]);
    check(4, r#""nonconsecutive":true"#, &["nonconsecutive 1"]);
    let dots = r#""difference":[{"cells":["R1C1","R1C2"]}],"ratio":[{"cells":["R2C1","R2C2"]}]"#;
    check(
        4,
        &format!(r#""nonconsecutive":true,{dots}"#),
        &["negative-white r1c1 r1c2 r2c1 r2c2", "white-dot 1 r1c1 r1c2", "black-dot 2 r2c1 r2c2"],
    );
    check(
        4,
        &format!(r#"{dots},"nonconsecutive":true,"negative":["ratio"]"#),
        &["white-dot 1 r1c1 r1c2", "black-dot 2 r2c1 r2c2", "negative-kropki r1c1 r1c2 r2c1 r2c2"],
    );
    check(4, r#""boxindexer":[{"cells":["R1C3"]}]"#, &["index 1 r1c3 / r1c3 r1c4 r2c3 r2c4"]);
    // Thirds of four digits are not parted as ours are.
    assert!(of_fpuzzles(4, &format!(r#""entropicline":[{{{line}}}]"#)).is_err());
    assert!(of_fpuzzles(4, r#""negative":["sum"]"#).is_err());
}

#[test]
fn a_negative_rule_that_exempts_other_pairs_than_the_dots_does_not_go_to_f_puzzles() {
    let plain: Puzzle = ".".repeat(81).parse().unwrap();
    let writes = |texts: &[&str]| {
        let rules = texts.iter().map(|text| sudolab_grid::Rule::from_text(text, plain.board()));
        let puzzle = plain.clone().with_rules(rules.map(Result::unwrap).collect()).unwrap();
        let document = sudolab_grid::formats::Document::from(&puzzle);
        Format::FPuzzles.write(&document, &WriteOptions::default()).is_ok()
    };
    assert!(writes(&["white-dot 1 r1c1 r1c2", "negative-white r1c1 r1c2"]));
    assert!(!writes(&["white-dot 1 r1c1 r1c2", "negative-white r1c1 r1c2 r5c5 r5c6"]));
    assert!(!writes(&["white-dot 1 r1c1 r1c2", "negative-white"]));
    assert!(!writes(&["black-dot 2 r1c1 r1c2", "nonconsecutive 1"]));
    assert!(!writes(&["black-dot 3 r1c1 r1c2", "negative-kropki r1c1 r1c2"]));
    assert!(writes(&["white-dot 3 r1c1 r1c2", "negative-kropki r1c1 r1c2"]));
    assert!(!writes(&["whisper 5 r1c1 r1c2", "modular 2 r1c1 r1c2"]));
}

#[test]
fn connected_values_and_automata_over_segments_are_read_and_written_as_constraints() {
    let read = |text: &str| {
        let puzzle = self::puzzle(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let texts: Vec<String> =
            puzzle.rules().iter().map(|rule| rule.text(puzzle.board())).collect();
        (puzzle, texts)
    };
    let (puzzle, texts) = read(".Shape~4x4.ConnectedValues~~1_2~6.ConnectedValues~~3");
    assert_eq!(texts, ["connected =6 1 2", "connected 3"]);
    let document = sudolab_grid::formats::Document::from(&puzzle);
    let written = Format::Iss.write(&document, &WriteOptions::default()).unwrap().text;
    assert_eq!(read(&written).1, texts, "{written}");
    assert!(self::puzzle(".Shape~4x4.Var~AA~4.ConnectedValues~AA~1_2").is_err());
    assert!(self::puzzle(".Shape~4x4.ConnectedValues~~1_2~many").is_err());

    // Values from 1 to 4 and a break: ones and twos before it, threes and fours behind it.
    let packed = "ATFgUyuA";
    let text = format!(".Shape~4x4.NFA~{packed}~_~R1C1~R1C2~-~R1C3~R1C4");
    let one = read(&text).1;
    assert_eq!(one.len(), 1);
    assert!(
        one[0].starts_with("automaton =") && one[0].ends_with(" r1c1 r1c2 r1c3 r1c4"),
        "{one:?}"
    );
    assert!(self::puzzle(&format!(".Shape~4x4.NFA~{packed}~_~R1C1~-~-~R1C3")).is_err());
}

/// What lies beside the grid can be asked for by whoever writes rules.
#[test]
fn doublers_are_rules_of_a_file_and_survive_our_json() {
    let rules = [
        "beside d 4",
        "doublers d1 d2 d3 d4",
        "doubled =cage 8 d1 d2 d3 d4 / r1c1 r1c2",
        "doubled =thermometer d1 d2 d3 d4 / r3c3 r3c4 r4c4",
    ];
    let with = |rules: &[&str]| {
        let rules = rules.iter().map(|&rule| rule.to_owned()).collect();
        read_one("1...............", &ReadOptions { rules, ..ReadOptions::default() })
    };
    let document = with(&rules).unwrap().document;
    assert_eq!(document.board().n_cells(), 20);
    let json = Format::Json.write(&document, &WriteOptions::default()).unwrap().text;
    assert_eq!(puzzle(&json).unwrap(), document.puzzle().unwrap());
    for (rules, wanted) in [
        (vec!["beside d"], "tells no cells beside the grid"),
        (vec!["beside r1c1 4"], "tells no cells beside the grid"),
        (vec!["beside d 99999"], "cells beside the grid"),
        (vec!["doublers d1 d2 d3 d4"], "d1"),
    ] {
        let error = with(&rules).unwrap_err().to_string();
        assert!(error.contains(wanted), "{rules:?}: {error}");
    }
}

#[test]
fn rules_given_beside_a_puzzle_belong_to_it() {
    let rules = vec!["jump 1 2".to_owned(), "cage 3 r1c1 r1c2".to_owned()];
    let options = ReadOptions { rules, ..ReadOptions::default() };
    let line = ".".repeat(81);
    let record = read_one(&line, &options).unwrap();
    assert_eq!(record.document.to_puzzle().rules().kinds(), "jump, cage");
    let small =
        read_one(&".".repeat(16), &ReadOptions { rules: vec!["cage 3 r9c9".into()], ..options });
    assert!(small.unwrap_err().to_string().contains("the rule \"cage 3 r9c9\""));
}

/// The rules of a SudokuPad puzzle of this size with these words and keys, or why it is refused.
fn of_sudokupad(size: usize, words: &str, keys: &str) -> Result<Vec<String>, String> {
    let row = format!("[{}]", vec!["{}"; size].join(","));
    let cells = format!("[{}]", vec![row; size].join(","));
    let puzzle =
        puzzle(&format!("{{\"cells\":{cells},\"metadata\":{{\"rules\":[{words:?}]}}{keys}}}"))?;
    Ok(puzzle.rules().iter().map(|rule| rule.text(puzzle.board())).collect())
}

#[test]
fn links_of_others_are_read_when_every_sentence_and_every_drawing_is_understood() {
    let dot = |row: f64, column: f64, fill: &str| {
        format!(
            r#"{{"center":[{row},{column}],"width":0.3,"height":0.3,"rounded":true,"backgroundColor":"{fill}"}}"#
        )
    };
    let usual = "Normal sudoku rules apply.";
    let check = |words: &str, keys: &str, expected: &[&str]| {
        let expected = expected.iter().map(|&text| text.to_owned()).collect();
        assert_eq!(of_sudokupad(9, &format!("{usual} {words}"), keys), Ok(expected), "{words}");
    };
    let refused = |words: &str, keys: &str| {
        let read = of_sudokupad(9, &format!("{usual} {words}"), keys);
        read.expect_err(&format!("{words}{keys}"))
    };
    check("Cells separated by a knight's move cannot contain the same digit.", "", &["jump 1 2"]);
    let kropki = "Cells separated by a white dot contain consecutive digits, cells separated by a \
                  black dot contain digits in a 1:2 ratio.";
    let dots = format!(",\"overlays\":[{},{}]", dot(0.5, 1.0, "#FFFFFF"), dot(3.0, 2.5, "#000"));
    let both = ["white-dot 1 r1c1 r1c2", "black-dot 2 r3c3 r4c3"];
    check(&format!("{kropki} Not all dots are given."), &dots, &both);
    check(
        &format!("{kropki} All dots are given."),
        &dots,
        &[both[0], both[1], "negative-kropki r1c1 r1c2 r3c3 r4c3"],
    );
    let letters = r#","overlays":[{"center":[0.5,1],"text":"X","width":0.3,"height":0.3}]"#;
    let sums = "Cells separated by an X sum to 10 and cells separated by a V sum to 5.";
    check(sums, letters, &["pair-sum 10 r1c1 r1c2"]);
    let cage = r#","cages":[{"cells":[[0,0],[0,1]],"value":"10"}]"#;
    check("Digits in cages must not repeat and sum to the clue.", cage, &["cage 10 r1c1 r1c2"]);
    let line = |hue: &str| {
        format!(
            r##"{{"wayPoints":[[0.5,0.5],[2.5,2.5],[2.5,3.5]],"color":"#{hue}","thickness":10}}"##
        )
    };
    let whisper = "Adjacent digits along a green line must differ by at least 5.";
    let lines = format!(",\"lines\":[{}]", line("67F067"));
    check(whisper, &lines, &["whisper 5 r1c1 r2c2 r3c3 r3c4"]);
    let diagonals = r#","lines":[{"wayPoints":[[0,0],[9,9]]},{"wayPoints":[[0,9],[9,0]]}]"#;
    let rules = of_sudokupad(9, "Digits cannot repeat along the main diagonals.", diagonals);
    assert_eq!(rules.unwrap().len(), 2);

    // A drawing that no sentence speaks of, and a sentence that nobody understands.
    assert!(refused("", &dots).contains("overlays"));
    assert!(refused(kropki, "").contains("white dot"));
    assert!(refused(whisper, &dots).contains("overlays"));
    assert!(refused(&format!("{whisper} Fog clears."), &lines).contains("Fog clears"));
    refused(whisper, &format!(",\"lines\":[{},{}]", line("67F067"), line("F067F0")));
    refused(kropki, &format!(",\"overlays\":[{}]", dot(0.5, 0.5, "#FFFFFF")));
    refused(kropki, &format!(",\"overlays\":[{}]", dot(0.5, 1.0, "#FF0000")));
    refused("Digits may repeat in cages.", cage);
    refused(whisper, &lines.replace("2.5,3.5", "2.5,9.5"));
    refused("Cells separated by a knight's move can contain the same digit.", "");
}

#[test]
fn words_of_f_puzzles_that_its_keys_say_are_nothing_more() {
    let with = |words: &str, keys: &str| of_fpuzzles(9, &format!("\"ruleset\":{words:?}{keys}"));
    let knight =
        "Normal sudoku rules apply. Cells a knight's move apart cannot contain the same digit.";
    assert_eq!(with(knight, ",\"antiknight\":true").unwrap(), ["jump 1 2"]);
    assert!(with(knight, "").unwrap_err().contains("knight"));
    let cages = "Digits in cages cannot repeat and must sum to the total shown.";
    let cage = r#","killercage":[{"cells":["R1C1","R1C2"],"value":"10"}]"#;
    assert_eq!(with(cages, cage).unwrap(), ["cage 10 r1c1 r1c2"]);
    assert!(with(&format!("{cages} One cage lies."), cage).unwrap_err().contains("One cage lies"));
    let whispers = "Adjacent digits along green lines differ by at least 5.";
    let line =
        |value: &str| format!(r#","whispers":[{{"lines":[["R1C1","R1C2"]],"value":"{value}"}}]"#);
    assert!(with(whispers, &line("")).is_ok());
    assert!(with(whispers, &line("4")).is_err());
}
