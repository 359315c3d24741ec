//! Every error code, with the exact line and column, and what a person reads.

use sudolab_grid::formats::{
    Code, Format, FormatError, Limits, Manner, ReadOptions, Records, WriteOptions, lz, read_all,
    read_one,
};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn usual() -> ReadOptions {
    ReadOptions::default()
}

fn strict() -> ReadOptions {
    ReadOptions { manner: Manner::Strict, ..usual() }
}

fn from(format: Format) -> ReadOptions {
    ReadOptions::from_format(format)
}

fn rows(n: usize) -> String {
    PUZZLE
        .as_bytes()
        .chunks(9)
        .take(n)
        .map(|r| String::from_utf8_lossy(r).into_owned() + "\n")
        .collect()
}

fn with(at: usize, symbol: char) -> String {
    PUZZLE.char_indices().map(|(i, c)| if i == at { symbol } else { c }).collect()
}

fn fpuzzles(json: &str) -> String {
    format!("https://f-puzzles.com/?load={}", lz::to_base64(json))
}

/// The first error of a text.
fn error(text: &str, options: &ReadOptions) -> FormatError {
    let all = read_all(text, options);
    all.into_iter().find_map(Result::err).unwrap_or_else(|| panic!("no error in {text:?}"))
}

#[test]
fn every_code_has_its_place() {
    let empty_grid = format!("[{}]", ["[{},{},{},{}]"; 4].join(","));
    let cases: Vec<(String, ReadOptions, Code, usize, usize)> = vec![
        // E01: lines, rows, candidates, packed strings, tables, JSON.
        (format!("{PUZZLE}\n{}\n", &PUZZLE[..80]), usual(), Code::WrongLength, 2, 81),
        (format!("{PUZZLE}1"), usual(), Code::WrongLength, 1, 82),
        (rows(3) + "6..19500\n" + &rows(5), usual(), Code::WrongLength, 4, 9),
        (format!("{}..", ".".repeat(729)), from(Format::Sukaku), Code::WrongLength, 1, 730),
        (format!("{{\"givens\":\"{}\"}}", &PUZZLE[..79]), usual(), Code::WrongLength, 1, 91),
        (format!("id,puzzle\n1,{}\n", &PUZZLE[..79]), usual(), Code::WrongLength, 2, 82),
        (format!(":0000:x:{}:::", &PUZZLE[..79]), usual(), Code::WrongLength, 1, 88),
        // E02.
        (format!("{PUZZLE}\n{}\n", with(11, 'q')), usual(), Code::BadCharacter, 2, 12),
        (rows(4) + "4..8x3k.1\n" + &rows(4), usual(), Code::BadCharacter, 5, 7),
        (rows(4) + "| 4 . . | 8 y 3 | . . 1 |\n" + &rows(4), usual(), Code::BadCharacter, 5, 13),
        (format!(":0000:x:{}:::", with(80, 'k')), usual(), Code::BadCharacter, 1, 89),
        (format!(":0000:x:{PUZZLE}:99::"), usual(), Code::BadCharacter, 1, 91),
        (format!("id,puzzle\n1,{}\n", with(2, '%')), usual(), Code::BadCharacter, 2, 5),
        (format!("{{\"givens\":\"{}\"}}", with(3, 'Q')), usual(), Code::BadCharacter, 1, 15),
        (format!("{PUZZLE}\na\0b\n"), usual(), Code::BadCharacter, 2, 2),
        // E03, an error only when strict.
        (with(2, '0'), strict(), Code::MixedBlanks, 1, 4),
        // E04.
        ("1.7.............".into(), from(Format::Line), Code::DigitOutOfRange, 1, 3),
        (with(2, '0'), ReadOptions { blank: Some('.'), ..usual() }, Code::DigitOutOfRange, 1, 3),
        (format!("1H{}", ".".repeat(254)), usual(), Code::DigitOutOfRange, 1, 2),
        (
            fpuzzles(
                "{\"size\":4,\"grid\":[[{\"value\":7},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}",
            ),
            usual(),
            Code::DigitOutOfRange,
            1,
            29,
        ),
        (format!("2\n1\n{}5", "-1 ".repeat(15)), usual(), Code::DigitOutOfRange, 3, 46),
        // E07.
        (rows(7), usual(), Code::Truncated, 7, 1),
        ("<opensudoku>\n<game data=\"".into(), usual(), Code::Truncated, 2, 13),
        ("{\"givens\":\"53".into(), usual(), Code::Truncated, 1, 14),
        ("https://f-puzzles.com/?load=N4IgzglgXgpiBcBmANC".into(), usual(), Code::Truncated, 1, 29),
        (format!("S9B{}", "05".repeat(60)), usual(), Code::Truncated, 1, 124),
        ("scf5NlQ19j9mGca".into(), usual(), Code::Truncated, 1, 16),
        ("#AMe\n#DNothing else".into(), from(Format::Sdk), Code::Truncated, 2, 15),
        (format!("id,puzzle\n\"a,{PUZZLE}\n"), usual(), Code::Truncated, 2, 1),
        ("3 1 -1 -1".into(), from(Format::Acs), Code::Truncated, 1, 10),
        // E08.
        ("just some words\nand more of them".into(), usual(), Code::UnknownFormat, 1, 1),
        ("{\"a\":1}".into(), usual(), Code::UnknownFormat, 1, 1),
        ("https://example.org/nothing".into(), usual(), Code::UnknownFormat, 1, 1),
        ("<html><body/></html>".into(), usual(), Code::UnknownFormat, 1, 1),
        // E09: each layer.
        ("https://f-puzzles.com/?load=N4Ig!".into(), usual(), Code::DecodeFailed, 1, 33),
        ("SCv7_32_zzzz".into(), usual(), Code::DecodeFailed, 1, 9),
        ("SCv7_32_0000".into(), usual(), Code::DecodeFailed, 1, 9),
        ("{\"givens\" 5}".into(), usual(), Code::DecodeFailed, 1, 11),
        ("<opensudoku><game/></folder>".into(), usual(), Code::Truncated, 1, 13),
        (fpuzzles("{not json}"), usual(), Code::DecodeFailed, 1, 29),
        // E10.
        (
            fpuzzles(&format!(
                "{{\"size\":4,\"grid\":{empty_grid},\"turtles\":[{{\"cells\":[\"R1C1\"]}}]}}"
            )),
            usual(),
            Code::UnsupportedRules,
            1,
            29,
        ),
        (".Renbam~R4C8~R4C9.~R1C1_5".into(), usual(), Code::UnsupportedRules, 1, 1),
        (".~R1C1_5.Renban~R4C8~R0C9".into(), usual(), Code::UnsupportedRules, 1, 10),
        ("scf5NlQ19j9mGca3OIN1bWGk2m41TjS79*x".into(), usual(), Code::UnsupportedRules, 1, 4),
        (format!("X9B{}", "05".repeat(81)), from(Format::SudokuWiki), Code::UnsupportedRules, 1, 1),
        ("n,cages,sums,solution\n2,0122,9=7,3142\n".into(), usual(), Code::BadCharacter, 2, 8),
        ("{\"v\":2,\"givens\":\"................\"}".into(), usual(), Code::UnsupportedRules, 1, 1),
        // E11.
        (".".repeat((1 << 20) + 1), usual(), Code::TooLarge, 1, (1 << 20) + 1),
        (format!("{}1", "[".repeat(70)), usual(), Code::TooLarge, 1, 65),
    ];
    let mut wrong = Vec::new();
    for (text, options, code, line, column) in cases {
        let error = error(&text, &options);
        let shown: String = text.chars().take(60).collect();
        if (error.code(), error.line(), error.column()) != (code, Some(line), Some(column)) {
            wrong.push(format!("{code} {line}:{column} expected, but {error} in {shown:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bytes_that_are_no_utf8_are_placed() {
    let mut bytes = format!("{PUZZLE}\n").into_bytes();
    bytes.extend(b"53..\xff....\n");
    bytes.extend(PUZZLE.bytes());
    let all: Vec<_> = Records::new(bytes.as_slice(), usual()).collect();
    assert_eq!(all.len(), 3);
    let error = all[1].as_ref().unwrap_err().to_string();
    assert_eq!(
        error,
        "line 2, column 5: byte 0xff is not UTF-8 text; save the file as UTF-8 [E12]"
    );
    assert!(all[2].is_ok());
}

#[test]
fn content_errors_load_and_name_both_cells() {
    let record = read_one(&format!("# first\n{}\n", with(2, '5')), &usual()).unwrap();
    let errors: Vec<String> = record.content_errors().iter().map(|e| e.to_string()).collect();
    assert_eq!(
        errors[0],
        "line 2, column 3 (r1c3): digit 5 twice in row 1 (r1c1, r1c3); change or clear one of them [E05]"
    );
    assert_eq!(errors.len(), 2, "row and box");
    assert_eq!(record.document.givens().n_filled(), 31);

    let boxed: String = "1 2 | 3 4\n. . | . .\n----+----\n. . | . .\n. 2 | . .\n".into();
    let record = read_one(&boxed, &usual()).unwrap();
    let error = &record.content_errors()[0];
    assert_eq!((error.code(), error.line(), error.column()), (Code::Conflict, Some(5), Some(3)));

    let excluded = "{\"givens\":\"1...............\",\"candidates\":[\"2\",\"\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\"]}";
    let errors = read_one(excluded, &usual()).unwrap().content_errors();
    assert_eq!(errors.len(), 2);
    assert!(errors.iter().all(|e| e.code() == Code::CandidateConflict));
    assert_eq!((errors[0].line(), errors[0].column()), (Some(1), Some(12)));
}

#[test]
fn messages_say_what_where_and_what_to_do() {
    let named = ReadOptions { file: Some("top.txt".into()), ..usual() };
    let said = |text: &str| error(text, &named).to_string();
    assert_eq!(
        said(&format!("{PUZZLE}\n\n{}", with(11, 'q'))),
        "top.txt: line 3, column 12 (r2c3): 'q' is not a digit; use 1-9, or '.', '0', '_' for a blank [E02]"
    );
    assert_eq!(
        said(&PUZZLE[..80]),
        "top.txt: line 1, column 81: 80 cells found; a 9x9 puzzle, the nearest size, has 81 [E01]"
    );
    assert_eq!(
        said(&rows(7)),
        "top.txt: line 7, column 1: the grid ends after 7 of 9 rows; add the missing rows; \
         a blank line ends a grid [E07]"
    );
    assert!(said("https://sudokupad.app/abc123").contains("copy the long link"));
    let e08 = said("hello there, friend");
    for reader in ["line", "grid", "pencilmarks", "link", "JSON", "XML", "table"] {
        assert!(e08.contains(reader), "{e08}");
    }
    let killer = said(&fpuzzles(
        "{\"size\":2,\"grid\":[[{},{}],[{},{}]],\"thermals\":[{\"lines\":[[\"R1C1\"]]}],\"antiquity\":true}",
    ));
    assert!(killer.contains("thermals, antiquity"), "{killer}");
}

#[test]
fn mixed_blanks_are_noted_and_refused_only_when_strict() {
    let record = read_one(&with(2, '0'), &usual()).unwrap();
    assert_eq!(record.notes[0].code, Some(Code::MixedBlanks));
    assert_eq!(
        record.notes[0].to_string(),
        "note: line 1: both '0' and '.' stand for a blank [E03]"
    );
    assert_eq!(error(&with(2, '0'), &strict()).fault().cell.as_deref(), Some("r1c4"));
}

#[test]
fn binary_files_are_refused_with_one_message() {
    let said = |bytes: &[u8]| {
        let all: Vec<_> = Records::new(bytes, usual()).collect();
        assert_eq!(all.len(), 1);
        all[0].as_ref().unwrap_err().to_string()
    };
    assert!(said(b"PK\x03\x04rest\nof\nit").contains("export the puzzle as text"));
    assert!(said(b"\x1f\x8b\x08\x00").contains("gunzip"));
    assert!(said(b"\xff\xfe5\x003\x00").contains("UTF-16"));
    assert!(said(&[0u8; 5000]).contains("binary data"));
    assert!(said(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\n\n\n").contains("binary data"));
}

#[test]
fn packed_bombs_stop_at_the_limit() {
    let bomb = fpuzzles(&format!("\"{}\"", "a".repeat(3_000_000)));
    assert_eq!(error(&bomb, &usual()).code(), Code::TooLarge);
    let tight = ReadOptions { limits: Limits { payload: 100, ..Limits::default() }, ..usual() };
    let link = Format::FPuzzles
        .write(&read_one(PUZZLE, &usual()).unwrap().document, &WriteOptions::default())
        .unwrap();
    assert_eq!(error(&link.text, &tight).code(), Code::TooLarge);
    assert!(read_one(&link.text, &usual()).is_ok());
}

#[test]
fn what_cannot_be_written_is_dropped_with_a_note_or_refused() {
    let marks = Format::Pencilmarks
        .write(&read_one(PUZZLE, &usual()).unwrap().document, &WriteOptions::default());
    let document = read_one(&marks.unwrap().text, &usual()).unwrap().document;
    let written = Format::Sdm.write(&document, &WriteOptions::default()).unwrap();
    let notes: Vec<String> = written.losses.iter().map(|l| l.to_string()).collect();
    let n = document.n_candidates();
    assert_eq!(notes, [format!(".sdm cannot store candidates; {n} candidates dropped")]);
    let strict = WriteOptions { strict: true, ..WriteOptions::default() };
    let error = Format::Sdm.write(&document, &strict).unwrap_err();
    assert_eq!(error.code(), Code::UnsupportedRules);
    assert!(error.to_string().contains("--strict"));
    // Boards that have no place at all are always refused.
    let four = read_one("1...............", &usual()).unwrap().document;
    let error = Format::Sdk.write(&four, &WriteOptions::default()).unwrap_err();
    assert!(error.to_string().contains("4x4"), "{error}");
    assert!(Format::Gnome.write(&document, &WriteOptions::default()).is_err());
    // Irregular regions are never dropped silently.
    let jigsaw = "{\"regions\":\"1112122233443344\",\"givens\":\"..43...1.2......\"}";
    let jigsaw = read_one(jigsaw, &usual()).unwrap().document;
    let line = Format::Line.write(&jigsaw, &WriteOptions::default()).unwrap();
    assert!(line.losses.iter().any(|l| l.to_string().contains("regions")));
}
