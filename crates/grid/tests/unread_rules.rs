//! What a reader does not understand and might be a rule: the record is refused with its name and
//! place, or, when the reader is told to be lenient, read with a note that says what was left out.

use proptest::prelude::*;
use sudolab_grid::formats::{
    Code, Document, Format, GridStyle, Manner, Quick, ReadOptions, Record, Records, WriteOptions,
    board_of_regions, is_packed, lz, read_all, read_one,
};
use sudolab_grid::{Board, Grid, Puzzle};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A jigsaw that is not quite the boxes, one symbol for each region.
const REGIONS: &str =
    "111222333111222333111222333444555666444555666444555666777888999777888999777889899";

fn usual() -> ReadOptions {
    ReadOptions::default()
}

fn lenient() -> ReadOptions {
    ReadOptions { manner: Manner::Lenient, ..ReadOptions::default() }
}

/// Refused by name as it is, read with a note when lenient.
#[track_caller]
fn check_refused(text: &str, name: &str) {
    for manner in [Manner::Usual, Manner::Strict] {
        let error = read_one(text, &ReadOptions { manner, ..usual() }).unwrap_err();
        assert_eq!(error.code(), Code::UnsupportedRules, "{text}: {error}");
        assert!(error.to_string().contains(name), "{name}: {error}");
        assert!(error.line().is_some(), "{error}");
    }
    let record = read_one(text, &lenient()).unwrap();
    assert!(record.document.unread_rules().next().is_some(), "{text}");
    assert!(record.document.puzzle().unwrap_err().to_string().contains(name));
    let told = |record: &Record| record.notes.iter().any(|note| note.text.contains(name));
    assert!(told(&record), "{:?}", record.notes);
}

#[track_caller]
fn check_read(text: &str) -> Record {
    let record = read_one(text, &usual()).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(record.document.unread_rules().count(), 0, "{text}");
    assert!(record.document.puzzle().is_ok());
    record
}

fn own(more: &str) -> String {
    format!("{{\"v\":1,\"givens\":\"{EASY}\"{more}}}")
}

#[test]
fn unknown_keys_of_our_json_are_refused_and_known_ones_are_not() {
    check_refused(&own(",\"cages\":[[\"r1c1\"]]"), "cages");
    check_refused(&own(",\"antiknight\":true"), "antiknight");
    check_refused(&own(",\"variant\":\"knight\""), "variant");
    check_refused(&own(",\"meta\":{\"antiknight\":true}"), "antiknight");
    let place = read_one(&own(",\"antiknight\":true"), &usual()).unwrap_err();
    assert_eq!((place.line(), place.column()), (Some(1), Some(101)));
    for more in [
        ",\"antiknight\":false",
        ",\"cages\":[]",
        ",\"title\":\"A title\",\"author\":\"me\"",
        ",\"color\":\"#ff0000\"",
        ",\"meta\":{\"title\":\"Killer bees\",\"stars\":3}",
        ",\"status\":\"unique\",\"clues\":30,\"redundant\":[\"r1c1=5\"]",
    ] {
        check_read(&own(more));
    }
}

#[test]
fn a_box_of_our_json_is_what_it_says_or_an_error() {
    let latin = check_read(&own(",\"box\":\"1x9\""));
    assert_eq!(latin.document.board().to_string(), "9x9 Latin");
    for wrong in ["\"3by3\"", "[3]", "7", "[2,4]", "\"2x4\""] {
        assert!(read_one(&own(&format!(",\"box\":{wrong}")), &usual()).is_err(), "{wrong}");
    }
    assert!(read_one(&own(",\"size\":\"nine\""), &usual()).is_err());
    assert!(read_one(&own(",\"extra_regions\":\"r1c1\""), &usual()).is_err());
}

#[test]
fn values_that_contradict_the_givens_are_an_error_with_their_cell() {
    let values = format!("6{}", &SOLVED[1..]);
    let error = read_one(&own(&format!(",\"values\":\"{values}\"")), &usual()).unwrap_err();
    assert!(
        error.to_string().contains("(r1c1): \"values\" holds 6 where the givens hold 5"),
        "{error}"
    );
    check_read(&own(&format!(",\"values\":\"{SOLVED}\"")));
}

#[test]
fn a_key_that_stands_twice_is_an_error_with_its_place() {
    let error =
        read_one("{\"givens\":\"1...............\",\"givens\":\"2...............\"}", &usual());
    let error = error.unwrap_err();
    assert_eq!((error.code(), error.column()), (Code::DecodeFailed, Some(30)));
}

/// A SudokuPad object with an empty 4x4 grid.
fn scl(more: &str) -> String {
    let row = "[{},{},{},{}]";
    format!("{{\"cells\":[{row},{row},{row},{row}]{more}}}")
}

#[test]
fn sudokupad_puzzles_are_refused_unless_everything_in_them_is_understood() {
    let cage = "[[0,0],[1,0]]";
    for (more, name) in [
        (format!(",\"cages\":[{{\"cells\":{cage},\"value\":\"<5\"}}]"), "cages"),
        (",\"cages\":[{\"value\":\"antiknight: true\"}]".into(), "antiknight"),
        (",\"cages\":[{\"value\":\"rules: Digits rise along lines.\"}]".into(), "Digits rise"),
        (",\"metadata\":{\"antiknight\":true}".into(), "metadata.antiknight"),
        (
            ",\"metadata\":{\"rules\":[\"Normal sudoku rules apply. Dots differ by one.\"]}".into(),
            "Dots",
        ),
        (",\"metadata\":{\"rules\":\"Normal sudoku rules apply. Dots.\"}".into(), "Dots"),
        (",\"overlays\":[{\"center\":[1,1],\"rounded\":true}]".into(), "overlays"),
        (",\"underlays\":[{\"center\":[1,1]}]".into(), "underlays"),
        (",\"lines\":[{\"wayPoints\":[[0,0],[1,1]]}]".into(), "lines"),
        (",\"foglight\":[[0,0]]".into(), "foglight"),
        (",\"something\":1".into(), "something"),
    ] {
        check_refused(&scl(&more), name);
        check_refused(&format!("scl{}", lz::to_base64(&scl(&more))), name);
    }
    for (more, rule) in [("\"unique\":true", "cage r1c1 r2c1"), ("\"value\":5", "cage 5 r1c1 r2c1")]
    {
        let text = scl(&format!(",\"cages\":[{{\"cells\":{cage},{more}}}]"));
        let document = read_one(&text, &usual()).unwrap().document;
        let puzzle = document.puzzle().unwrap();
        let rules: Vec<String> =
            puzzle.rules().iter().map(|rule| rule.text(puzzle.board())).collect();
        assert_eq!(rules, [rule]);
    }
    let odd_cell = scl("").replacen("{}", "{\"parity\":1}", 1);
    check_refused(&odd_cell, "r1c1.parity");
    for more in [
        "",
        ",\"metadata\":{\"title\":\"T\",\"author\":\"A\",\"rules\":[\"Normal sudoku rules apply.\"]}",
        ",\"cages\":[{\"value\":\"title: A title\"},{\"value\":\"author: me\"}]",
        ",\"cages\":[{\"cells\":[[0,0],[0,1],[0,2],[0,3]],\"unique\":true,\"hidden\":true}]",
        ",\"overlays\":[],\"lines\":[]",
    ] {
        check_read(&scl(more));
    }
}

/// An f-puzzles object with an empty 4x4 grid.
fn fpuzzles(more: &str) -> String {
    let row = "[{},{},{},{}]";
    format!("{{\"size\":4,\"grid\":[{row},{row},{row},{row}]{more}}}")
}

#[test]
fn f_puzzles_are_refused_unless_everything_in_them_is_understood() {
    for (more, name) in [
        (",\"antiknight\":\"true\"", "antiknight"),
        (",\"negative\":[\"sums\"]", "negative"),
        (",\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"3\",\"product\":true}]", "killercage"),
        (",\"cage\":[{\"cells\":[\"R1C1\"],\"value\":\"3\"}]", "cage"),
        (",\"ruleset\":\"Normal sudoku rules apply. Even in circles.\"", "Even in circles"),
        (",\"ruleset\":\"Anti-king.\"", "Anti-king"),
        (",\"unheard\":7", "unheard"),
    ] {
        check_refused(&fpuzzles(more), name);
        let packed = lz::to_base64(&fpuzzles(more));
        check_refused(&format!("https://f-puzzles.com/?load={packed}"), name);
    }
    for more in [
        ",\"antiknight\":false,\"arrow\":[]",
        ",\"ruleset\":\"Normal sudoku rules apply.\",\"title\":\"T\",\"author\":\"A\"",
        ",\"antiknight\":\"false\"",
    ] {
        check_read(&fpuzzles(more));
    }
    check_read(&fpuzzles("").replacen("{}", "{\"c\":\"#FFFF00\",\"highlight\":\"#00FF00\"}", 1));
}

#[test]
fn a_packed_string_is_read_as_it_stands_in_a_link() {
    // Long enough for a slash to occur in the base64 text.
    let mut titles = (0..).map(|i| fpuzzles(&format!(",\"title\":\"{i} ÿþ~~?>\"")));
    let packed = titles.by_ref().map(|t| lz::to_base64(&t)).find(|p| p.contains('/')).unwrap();
    let encoded = packed.replace('/', "%2F").replace('+', "%2B").replace('=', "%3D");
    for prefix in ["fpuz", "fpuzzles"] {
        let plain = check_read(&format!("{prefix}{packed}")).document;
        assert_eq!(check_read(&format!("{prefix}{encoded}")).document, plain);
    }
}

#[test]
fn a_wrong_mark_of_a_player_does_not_bind_the_puzzle() {
    let marked = fpuzzles("").replacen("{}", "{\"value\":1,\"given\":true}", 1);
    let wrong = marked.replacen("{}", "{\"centerPencilMarks\":[1]}", 1);
    let record = check_read(&wrong);
    assert!(record.document.has_notes());
    assert_eq!(record.document.to_puzzle(), "1...............".parse::<Puzzle>().unwrap());
    assert!(record.content_errors().is_empty());
    // Marks that the puzzle gives do bind it.
    let given = check_read(&marked.replacen("{}", "{\"givenPencilMarks\":[2,3]}", 1));
    assert_eq!(given.document.to_puzzle().stated_candidates().unwrap()[1].to_string(), "23");
    for document in [record.document, given.document] {
        for format in [Format::FPuzzles, Format::Json] {
            let text = format.write(&document, &WriteOptions::default()).unwrap().text;
            assert_eq!(check_read(&text).document.to_puzzle(), document.to_puzzle(), "{format}");
        }
    }
}

#[test]
fn columns_that_may_be_rules_are_refused_by_name() {
    for column in ["thermo", "cage", "whispers", "variant", "Anti-Knight", "killer_cages", "type"] {
        let table = format!("id,puzzle,{column}\n1,{EASY},R1C1 R1C2\n2,{EASY},\n");
        let all = read_all(&table, &usual());
        assert_eq!(all.len(), 2, "{column}");
        let error = all[0].as_ref().unwrap_err();
        assert_eq!(error.code(), Code::UnsupportedRules, "{error}");
        assert!(error.to_string().contains(&column.to_lowercase()), "{error}");
        assert!(all[1].is_ok(), "an empty field states nothing");
        assert!(read_all(&table, &lenient()).iter().all(Result::is_ok));
    }
    let cells = format!("id,puzzle,odd\n1,{EASY},x\n").replace("odd", "marks");
    check_refused(&cells.replace(",x", ",r1c1 r2c2"), "marks");
    for (column, value) in [
        ("rating", "7.2"),
        ("author", "R1C1"),
        ("votes", "3"),
        ("type", "classic"),
        ("note", "r1c1=5"),
    ] {
        check_read(&format!("id,puzzle,{column}\n1,{EASY},{value}\n"));
    }
}

#[test]
fn every_row_of_a_table_of_unknown_puzzles_is_reported() {
    let table = "type\tid\tproblem\tsolution\nMysterySudoku\t01\t4 4/- - - -/- - 4 -/- - - -/4 - - -\tx\n\
                 MysterySudoku\t02\t4 4/- - - -/- - 4 -/- - - -/4 - - -\tx\n";
    let all = read_all(table, &usual());
    assert_eq!(all.len(), 2);
    for result in all {
        assert!(result.unwrap_err().to_string().contains("type"));
    }
}

#[test]
fn cells_and_regions_on_one_line_are_a_jigsaw() {
    let map = ["111222333", "444555666", "777888999"].map(|row| row.repeat(3)).concat();
    for separator in [" ", ",", "\t", " ; "] {
        let plain = check_read(&format!("{EASY}{separator}{REGIONS}")).document;
        assert_eq!(plain.board(), &board_of_regions(REGIONS).unwrap());
        assert_eq!(plain.givens().to_string(), EASY);
        assert!(plain.board().to_string().contains("irregular"));
        // The boxes themselves are no other board.
        let boxes = check_read(&format!("{EASY}{separator}{map}")).document;
        assert_eq!(boxes.board(), &Board::classic());
    }
    // Through the quick way as well, and a solution is no map.
    let text = format!("{EASY} {REGIONS}\n{EASY} {SOLVED}\n{EASY} # easy\n");
    let mut records = sudolab_grid::formats::Records::new(text.as_bytes(), usual());
    let mut nines = Vec::new();
    while let Some(record) = records.next_quick() {
        nines.push(matches!(record.unwrap(), sudolab_grid::formats::Quick::Nine { .. }));
    }
    assert_eq!(nines, [false, true, true]);
    // What is neither may be a map of regions that are not even.
    check_refused(&format!("{EASY} {}", REGIONS.replace('9', "8")), "second group");
}

#[test]
fn the_regions_of_an_option_hold_for_every_format() {
    let board = board_of_regions(REGIONS).unwrap();
    let options = ReadOptions { regions: Some(board.clone()), ..usual() };
    let document = Document::from(&EASY.parse::<Puzzle>().unwrap());
    for format in Format::ALL.into_iter().filter(|f| f.carries().writable) {
        // These tell the shape of their boxes themselves.
        if matches!(format, Format::Json | Format::Scl) {
            continue;
        }
        let text = format.write(&document, &WriteOptions::default()).unwrap().text;
        let read = read_one(&text, &options).unwrap_or_else(|e| panic!("{format}: {e}"));
        assert_eq!(read.document.board(), &board, "{format}");
    }
    let small = read_one("1...............", &options).unwrap_err();
    assert!(small.to_string().contains("the regions are those of a 9x9 board"), "{small}");
}

#[test]
fn a_map_that_is_none_says_what_it_lacks() {
    let error = board_of_regions("hello").unwrap_err();
    assert!(error.to_string().contains("5 symbols, which make no square board"), "{error}");
    assert_eq!(board_of_regions("1122 1122 3344 3344").unwrap().size(), 4);
}

#[test]
fn tables_and_files_of_latin_squares_have_no_boxes() {
    let table = "id\tn\tholes\tcells(0=hole)\nq\t4\t14\t1 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0\n";
    let record = check_read(table);
    assert_eq!(record.document.board().to_string(), "4x4 Latin");
    assert!(record.notes.iter().any(|n| n.text.contains("Latin")));
    let named = ReadOptions { file: Some("data/latin_4.txt".to_owned()), ..usual() };
    let record = read_one("1....1..........\n", &named).unwrap();
    assert_eq!(record.document.board().to_string(), "4x4 Latin");
    let told = ReadOptions { box_shape: Some("2x2".parse().unwrap()), ..named };
    assert_eq!(read_one("1....1..........", &told).unwrap().document.board().to_string(), "4x4");
}

#[test]
fn an_impossible_box_is_an_error_of_its_record() {
    let table = format!("puzzle,box\n{EASY},2x4\n{EASY},3x3\n");
    let all = read_all(&table, &usual());
    assert_eq!(all.len(), 2);
    let error = all[0].as_ref().unwrap_err();
    assert!(error.to_string().contains("boxes of 2x4 do not fit a board of size 9"), "{error}");
    assert!(all[1].is_ok());
}

#[test]
fn a_puzzle_behind_a_hash_is_not_passed_over_in_silence() {
    let hashed = EASY.replace('.', "#");
    let hashed = format!("#{}", &hashed[1..]);
    let error = read_one(&hashed, &usual()).unwrap_err();
    assert!(error.to_string().contains("'#' begins a comment"), "{error}");
    let first_cell = format!("#{}\n{EASY}\n", &EASY[1..]);
    let all = read_all(&first_cell, &usual());
    let error = all[0].as_ref().unwrap_err();
    assert!(error.to_string().contains("'#' begins a comment"), "{error}");
    assert!(all.len() == 2 && all[1].is_ok());
    let error = read_one(&format!("# {EASY}\n"), &usual()).unwrap_err();
    assert!(error.to_string().contains("the only puzzle stands behind '#'"), "{error}");
    // Where there are other puzzles it is a comment, of which the next one tells, once for a text.
    let all = read_all(&format!("# a list\n#{EASY}\n{EASY}\n#{EASY}\n{EASY}\n"), &usual());
    let notes: Vec<&str> =
        all.iter().flatten().flat_map(|r| &r.notes).map(|note| &*note.text).collect();
    assert_eq!((all.len(), notes.len()), (2, 1));
    assert!(notes[0].starts_with("line 2 was passed over: '#' begins a comment"), "{notes:?}");
    // The quick way tells it too.
    let text = format!("{EASY}\n#{EASY}\n{EASY}\n");
    let mut records = Records::new(text.as_bytes(), usual());
    let mut notes = 0;
    while let Some(record) = records.next_quick() {
        if let Quick::Record(record) = record.unwrap() {
            notes += record.notes.len();
        }
    }
    assert_eq!(notes, 1);
    // After the last one there is no next: the one before tells it, and so does the reader.
    let text = format!("{EASY}\n{EASY}\n#{EASY}\n");
    let all = read_all(&text, &usual());
    let notes = |i: usize| &all[i].as_ref().unwrap().notes;
    assert!(all.len() == 2 && notes(0).is_empty() && notes(1).len() == 1, "{all:?}");
    assert_eq!(notes(1)[0].line, 3);
    assert!(notes(1)[0].text.starts_with("line 3 was passed over: '#' begins a comment"));
    let mut records = Records::new(text.as_bytes(), usual());
    while let Some(record) = records.next_quick() {
        record.unwrap();
    }
    assert_eq!(records.closing_note(), notes(1).first());
    // A solution behind the mark is an ordinary comment.
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let all = read_all(&format!("{EASY}\n#{solved}\n{EASY}\n"), &usual());
    assert!(all.iter().flatten().all(|record| record.notes.is_empty()));
    assert!(read_all(&format!("{}\n", "#".repeat(81)), &usual()).is_empty());
}

#[test]
fn many_keys_are_read_in_time_that_grows_with_them() {
    // With time by the square of their number this would take minutes.
    let keys: Vec<String> = (0..70_000).map(|i| format!("\"k{i}\":1")).collect();
    let object = own(&format!(",{}", keys.join(",")));
    let error = read_one(&object, &usual()).unwrap_err();
    assert!(error.to_string().contains("and 69992 more"), "{error}");
    assert!(read_one(&object, &lenient()).is_ok());
}

#[test]
fn borders_of_the_length_of_a_puzzle_are_no_puzzles() {
    for n in [16, 36, 64, 81, 100] {
        for border in ["-".repeat(n), format!(".{}.", "-".repeat(n - 2)), "*".repeat(n)] {
            let text = format!("{border}\n{EASY}\n");
            assert_eq!(read_all(&text, &usual()).iter().flatten().count(), 1, "{border}");
        }
    }
    let empty = ".".repeat(81);
    assert_eq!(read_one(&empty, &usual()).unwrap().document.givens().n_filled(), 0);
}

#[test]
fn lines_of_every_size_are_read_back_without_help() {
    for size in 5..=64 {
        let board = Board::of_size(size).unwrap();
        let mut values = vec![0; size * size];
        // Both ends of the symbols, and one between.
        (values[0], values[1], values[size * size - 1]) = (1, 5, size as u8);
        let grid = Grid::from_values(board, &values).unwrap();
        for format in [Format::Line, Format::Sdm] {
            let document = Document::new(grid.clone());
            let text = format.write(&document, &WriteOptions::default()).unwrap().text;
            let all = read_all(&text.repeat(3), &usual());
            assert_eq!(all.len(), 3, "{size} {format}");
            for record in all {
                assert_eq!(record.unwrap().document.givens(), &grid, "{size} {format}");
            }
        }
    }
}

#[test]
fn rows_without_blanks_of_a_large_board_are_no_small_puzzles() {
    for size in [16usize, 25, 36, 49, 64] {
        let board = Board::of_size(size).unwrap();
        let mut values = vec![0; size * size];
        (values[0], values[size + 1], values[size * size - 1]) = (1, size as u8, 2);
        let document = Document::new(Grid::from_values(board, &values).unwrap());
        let compact = WriteOptions { style: GridStyle::Compact, ..WriteOptions::default() };
        let text = Format::Grid.write(&document, &compact).unwrap().text;
        let all = read_all(&format!("{text}\n{text}"), &usual());
        assert_eq!(all.len(), 2, "{size}: {text}");
        for record in all {
            assert_eq!(record.unwrap().document.givens(), document.givens(), "{size}");
        }
        // As many small puzzles, whose blanks may be letters.
        let small = size.isqrt();
        // Of sizes that few puzzles have, dots alone make a line.
        let blanks: &[&str] = if matches!(small, 5 | 7) { &["."] } else { &[".", "x", "X"] };
        for blank in blanks {
            let lines = format!("12{}\n", blank.repeat(small * small - 2)).repeat(size);
            let all = read_all(&lines, &usual());
            assert_eq!(all.iter().flatten().count(), size, "{small}x{small} with {blank}");
        }
    }
}

/// Names that no list of known ones can hold.
fn unknown_name() -> impl Strategy<Value = String> {
    "[a-z]{2,9}[ _-]?[A-Z]?[a-z]{0,5}(7|rule|king|_x)"
}

/// Values that say something, in every form JSON has.
fn said() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("true"),
        Just("1"),
        Just("0"),
        Just("\"yes\""),
        Just("[1]"),
        Just("{\"a\":1}"),
        Just("[[\"r1c1\",\"r1c2\"]]"),
        Just("\"R1C1,R2C2\""),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_unknown_key_is_passed_over(name in unknown_name(), value in said()) {
        let more = format!(",\"{name}\":{value}");
        let cell = format!("{{\"{name}\":{value}}}");
        let texts = [
            own(&more),
            fpuzzles(&more),
            scl(&more),
            scl(&format!(",\"metadata\":{{\"title\":\"T\"{more}}}")),
            scl("").replacen("{}", &cell, 1),
            fpuzzles("").replacen("{}", &cell, 1),
            format!("{{\"givenDigits\":\"{}\"{more}}}", EASY.replace('.', "0")),
        ];
        for text in texts {
            let error = read_one(&text, &usual()).unwrap_err();
            prop_assert_eq!(error.code(), Code::UnsupportedRules, "{}: {}", text, error);
            prop_assert!(error.to_string().contains(&name), "{}: {}", text, error);
            let record = read_one(&text, &lenient()).unwrap();
            prop_assert!(record.notes.iter().any(|note| note.text.contains(&name)));
            prop_assert!(record.document.puzzle().is_err());
        }
    }

    #[test]
    fn rules_in_words_are_never_taken_for_the_usual_ones(more in "[A-Z][a-z]{2,8} [a-z]{2,8}[.!]?") {
        let words = format!("Normal sudoku rules apply. {more}");
        let texts = [
            fpuzzles(&format!(",\"ruleset\":\"{words}\"")),
            scl(&format!(",\"metadata\":{{\"rules\":[\"{words}\"]}}")),
        ];
        for text in texts {
            prop_assert!(read_one(&text, &usual()).is_err(), "{}", text);
        }
    }
}

/// Marks that leave the first open cell of the classic puzzle without its digit.
#[test]
fn a_player_s_notes_bind_nobody_in_any_format_that_keeps_them() {
    let puzzle: sudolab_grid::Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let mut sets = Document::new(puzzle.clues().clone()).shown_candidates();
    // The third cell holds a 4; a player who notes 1 and 2 only is wrong.
    sets[2] = [1, 2].iter().filter_map(|&n| sudolab_grid::Digit::from_number(n)).collect();
    let noted = Document::new(puzzle.clues().clone()).with_candidates(&sets).as_notes();
    let options = WriteOptions { with_notes: true, ..WriteOptions::default() };
    let mut n = 0;
    for format in Format::ALL {
        let can = format.carries();
        if !can.writable || !can.candidates {
            continue;
        }
        let Ok(written) = format.write(&noted, &options) else { continue };
        let read = Records::new(
            written.text.as_bytes(),
            ReadOptions { from: Some(format), ..ReadOptions::default() },
        );
        let back = read.flatten().next().unwrap_or_else(|| panic!("{format}: {}", written.text));
        if back.document.has_notes() {
            n += 1;
            assert_eq!(back.document.to_puzzle(), puzzle, "{format}");
        }
        let is_players = ["opensudoku", "sudokuwiki", "coach", "sdx", "ss", "fpuzzles", "json"];
        assert_eq!(back.document.has_notes(), is_players.contains(&format.name()), "{format}");
    }
    assert!(n >= 5, "{n} formats keep notes");
}

#[test]
fn words_between_drawings_are_told_or_refused() {
    let grid = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
    let read = |text: &str| {
        let records = Records::new(text.as_bytes(), ReadOptions::default());
        records.collect::<Vec<_>>()
    };
    let told = read(&format!("{grid}\nMy second puzzle, not so hard\n\n{grid}"));
    assert_eq!(told.len(), 2);
    assert!(told[0].as_ref().unwrap().notes.is_empty());
    let note = &told[1].as_ref().unwrap().notes[0].text;
    assert!(note.contains("line 11") && note.contains("My second puzzle"), "{note}");
    let refused = read(&format!("{grid}\nAnti-knight: no digit twice a move apart\n\n{grid}"));
    assert_eq!(refused.len(), 2);
    let error = refused[1].as_ref().unwrap_err().to_string();
    assert!(error.contains("line 11") && error.contains("Anti-knight"), "{error}");
    let after = read(&format!("{grid}\nCells in a cage sum to the number\n"));
    assert_eq!(after.len(), 2, "the words come too late to refuse the puzzle");
    assert!(after[1].as_ref().unwrap_err().to_string().contains("puzzle before"));
}

/// What was read is written to our JSON and read again; gives the error of the first reading, if any.
fn through_json(text: &str) -> Option<String> {
    let record = match Records::new(text.as_bytes(), ReadOptions::default()).next().unwrap() {
        Ok(record) => record,
        Err(error) => return Some(error.to_string()),
    };
    let json = Format::Json.write(&record.document, &WriteOptions::default()).unwrap().text;
    let back = read_one(&json, &usual()).unwrap_or_else(|error| panic!("{error}\n{json}"));
    let key = |document: &Document| document.to_puzzle().key();
    assert_eq!(key(&back.document), key(&record.document), "{json}");
    None
}

#[test]
fn a_column_that_only_names_rules_read_elsewhere_does_not_spoil_our_json() {
    let cage = ".Shape~6x6.Cage~10~R1C3~R1C4";
    assert_eq!(through_json(&format!("puzzle,constraint_types\n{cage},Cage\n")), None);
    assert_eq!(through_json(&format!("puzzle,cage\n{cage},{cage}\n")), None);
    // Where nothing tells the rules that are named, the row is refused as before.
    let alone = through_json(&format!("puzzle,constraint_types\n{},Cage\n", ".".repeat(36)));
    assert!(alone.is_some_and(|error| error.contains("constraint_types")));
}

#[test]
fn a_variable_beside_the_grid_has_a_name_that_rules_can_write() {
    let named = |name: &str| through_json(&format!(".Shape~6x6.Var~{name}~x~3.~R1C1_5"));
    assert_eq!(named("abc"), None);
    for name in ["a|b", "a/b", "a;", "{"] {
        assert!(named(name).is_some_and(|error| error.contains("Var")), "{name}");
    }
}

#[test]
fn a_packed_string_without_prefix_is_read_as_what_it_holds() {
    let document = Document::new(EASY.parse::<Puzzle>().unwrap().clues().clone());
    for format in [Format::FPuzzles, Format::Scl] {
        let link = format.write(&document, &WriteOptions::default()).unwrap().text;
        let bare = &link[link.find("N4Ig").expect("packed JSON begins so")..];
        assert!(is_packed(bare.trim()), "{bare}");
        let record = read_one(bare, &usual()).unwrap();
        assert_eq!((record.format, record.document.givens()), (format, document.givens()));
    }
}
