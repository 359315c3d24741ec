//! Every example of the formats: recognised without being told, understood, written back.

use sudolab_grid::formats::{
    Code, Document, Format, Manner, ReadOptions, Record, WriteOptions, detect_format, read_all,
    read_one,
};
use sudolab_grid::{Cell, DigitSet};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn records(name: &str) -> Vec<Record> {
    let all = read_all(&fixture(name), &ReadOptions::default());
    all.into_iter().map(|r| r.unwrap_or_else(|e| panic!("{name}: {e}"))).collect()
}

fn only(name: &str) -> Record {
    let mut all = records(name);
    assert_eq!(all.len(), 1, "{name}");
    all.remove(0)
}

fn written(format: Format, document: &Document, options: &WriteOptions) -> String {
    format.write(document, options).unwrap().text
}

fn usual(format: Format, document: &Document) -> String {
    written(format, document, &WriteOptions::default())
}

#[test]
fn each_fixture_is_recognised_by_its_content_alone() {
    let expected = [
        ("line.txt", Format::Line),
        ("bank.txt", Format::Line),
        ("puzzles.sdm", Format::Line),
        ("compact.txt", Format::Grid),
        ("boxed.txt", Format::Grid),
        ("barred.txt", Format::Grid),
        ("quoted.txt", Format::Grid),
        ("sixteen.txt", Format::Grid),
        ("pencilmarks.txt", Format::Pencilmarks),
        ("sukaku.txt", Format::Sukaku),
        ("example.sdk", Format::Sdk),
        ("sections.sdk", Format::Sdk),
        ("work.sdx", Format::Sdx),
        ("game.ss", Format::SimpleSudoku),
        ("hodoku.txt", Format::Hodoku),
        ("games.opensudoku", Format::OpenSudoku),
        ("version1.opensudoku", Format::OpenSudoku),
        ("gnome.json", Format::Gnome),
        ("fpuzzles.json", Format::FPuzzles),
        ("scl.json", Format::Scl),
        ("scf.txt", Format::Scf),
        ("exchange.txt", Format::Exchange),
        ("sudokuwiki.txt", Format::SudokuWiki),
        ("s9b.txt", Format::SudokuWiki),
        ("coach.txt", Format::Coach),
        ("iss.txt", Format::Iss),
        ("sumocue.txt", Format::SumoCue),
        ("classic.txt", Format::ClassicPacking),
        ("acs.txt", Format::Acs),
        ("table.csv", Format::Csv),
        ("question.csv", Format::Csv),
        ("qqwing.csv", Format::Csv),
        ("jigsaw.tsv", Format::Tsv),
        ("own.jsonl", Format::Json),
        ("hex16.txt", Format::Line),
        ("six.txt", Format::Line),
    ];
    for (name, format) in expected {
        assert_eq!(detect_format(&fixture(name), None), Ok(format), "{name}");
    }
    // The name of the file speaks first, where it is one of ours.
    assert_eq!(detect_format(&fixture("puzzles.sdm"), Some("puzzles.sdm")), Ok(Format::Sdm));
    assert_eq!(detect_format(&fixture("work.sdx"), Some("a.sdx")), Ok(Format::Sdx));
    assert_eq!(detect_format(&fixture("game.ss"), Some("a.ss")), Ok(Format::SimpleSudoku));
    // And does not mislead.
    assert_eq!(detect_format(&fixture("line.txt"), Some("wrong.sdk")), Ok(Format::Line));
    assert_eq!(detect_format(&fixture("line.txt"), Some("wrong.csv")), Ok(Format::Line));
    assert_eq!(detect_format(&fixture("boxed.txt"), Some("wrong.opensudoku")), Ok(Format::Grid));
}

#[test]
fn each_fixture_of_the_reference_puzzle_holds_it() {
    for name in [
        "line.txt",
        "bank.txt",
        "puzzles.sdm",
        "compact.txt",
        "boxed.txt",
        "barred.txt",
        "quoted.txt",
        "example.sdk",
        "sections.sdk",
        "game.ss",
        "hodoku.txt",
        "games.opensudoku",
        "version1.opensudoku",
        "gnome.json",
        "fpuzzles.json",
        "scl.json",
        "scf.txt",
        "exchange.txt",
        "sudokuwiki.txt",
        "s9b.txt",
        "coach.txt",
        "iss.txt",
        "sumocue.txt",
        "classic.txt",
        "acs.txt",
        "table.csv",
        "question.csv",
        "qqwing.csv",
        "own.jsonl",
        "pencilmarks.txt",
        "sukaku.txt",
    ] {
        assert_eq!(records(name)[0].document.givens().to_string(), PUZZLE, "{name}");
    }
}

#[test]
fn writers_give_the_examples_byte_for_byte() {
    let document = &records("puzzles.sdm")[0].document;
    assert_eq!(usual(Format::Line, document), format!("{PUZZLE}\n"));
    assert_eq!(usual(Format::Sdm, document).repeat(2), fixture("puzzles.sdm"));
    assert_eq!(usual(Format::Grid, document), fixture("boxed.txt"));
    assert_eq!(usual(Format::Pencilmarks, document), fixture("pencilmarks.txt"));
    assert_eq!(usual(Format::Sukaku, document), fixture("sukaku.txt"));
    assert_eq!(usual(Format::Scf, document), fixture("scf.txt"));
    assert_eq!(usual(Format::Exchange, document), fixture("exchange.txt"));
    assert_eq!(usual(Format::SudokuWiki, document), fixture("sudokuwiki.txt"));
    assert_eq!(usual(Format::Coach, document), fixture("coach.txt"));
    assert_eq!(usual(Format::Iss, document), fixture("iss.txt"));
    assert_eq!(usual(Format::SumoCue, document), fixture("sumocue.txt"));
    assert_eq!(usual(Format::Acs, document), fixture("acs.txt"));
    assert_eq!(usual(Format::Hodoku, document), format!(":0000:x:{PUZZLE}:::\n"));
    assert_eq!(usual(Format::Sdk, &only("example.sdk").document), fixture("example.sdk"));
    for name in ["pencilmarks.txt", "sukaku.txt"] {
        let marked = only(name).document;
        assert_eq!(usual(Format::Pencilmarks, &marked), fixture("pencilmarks.txt"));
        assert_eq!(usual(Format::Sukaku, &marked), fixture("sukaku.txt"));
        let link = usual(Format::SudokuWiki, &marked);
        assert_eq!(link.split_once("bd=").unwrap().1, fixture("s9b.txt"));
    }
    assert_eq!(usual(Format::Sdx, &only("work.sdx").document), fixture("work.sdx"));
    assert_eq!(usual(Format::SimpleSudoku, &only("game.ss").document), fixture("game.ss"));
    let library: String =
        records("hodoku.txt").iter().map(|r| usual(Format::Hodoku, &r.document)).collect();
    assert_eq!(library, fixture("hodoku.txt"));
    let own: String =
        records("own.jsonl").iter().map(|r| usual(Format::Json, &r.document)).collect();
    assert_eq!(own, fixture("own.jsonl"));
}

#[test]
fn packed_links_are_read_back_from_what_we_write() {
    let document = only("fpuzzles.json").document;
    assert_eq!(document.solution.as_ref().unwrap().to_string(), SOLVED);
    assert_eq!(document.meta.title.as_deref(), Some("Example"));
    for format in [Format::FPuzzles, Format::Scl, Format::Scf] {
        let link = usual(format, &document);
        let back = read_one(&link, &ReadOptions::default()).unwrap();
        assert_eq!(back.format, format);
        assert_eq!(back.document.givens(), document.givens());
        assert_eq!(back.document.meta, document.meta, "{format}");
    }
    // The same payload under SudokuPad's prefixes and percent-encoded.
    let link = usual(Format::FPuzzles, &document);
    let payload = link.trim().split_once("load=").unwrap().1;
    let encoded = payload.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    let spoilt = payload.replace('+', " ").replace('=', "");
    for text in [
        format!("fpuzzles{payload}"),
        format!("fpuz{payload}"),
        format!("https://sudokupad.app/fpuzzles{payload}"),
        format!("https://sudokupad.app/?puzzleid=fpuzzles{encoded}"),
        format!("https://f-puzzles.com/?load={encoded}"),
        format!("https://www.f-puzzles.com/?load={spoilt}"),
    ] {
        let back =
            read_one(&text, &ReadOptions::default()).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(back.document.givens(), document.givens(), "{text}");
    }
}

#[test]
fn the_shortened_json_of_sudokupad_is_understood() {
    let rows: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| {
            let cell =
                |&b: &u8| if b == b'.' { String::new() } else { format!("{{v:{}}}", b as char) };
            format!("[{}]", row.iter().map(cell).collect::<Vec<_>>().join(","))
        })
        .collect();
    let zipped = format!("{{ce:[{}],re:[],ca:[{{v:'title: Example'}}],x:f}}", rows.join(","));
    let link =
        format!("https://sudokupad.app/scl{}", sudolab_grid::formats::lz::to_base64(&zipped));
    let record = read_one(&link, &ReadOptions::default()).unwrap();
    assert_eq!(record.format, Format::Scl);
    assert_eq!(record.document.givens().to_string(), PUZZLE);
    assert_eq!(record.document.meta.title.as_deref(), Some("Example"));
}

#[test]
fn unsolved_singles_of_a_pencilmark_grid_stay_unsolved() {
    let document = only("pencilmarks.txt").document;
    for name in [(5, 5), (7, 6), (7, 9), (8, 8)] {
        let cell = document.board().cell(name.0 - 1, name.1 - 1);
        assert_eq!(document.values().get(cell), None, "r{}c{}", name.0, name.1);
        assert_eq!(document.candidates().unwrap()[cell.index()].len(), 1);
    }
    assert_eq!(document.n_placed(), 0);
}

#[test]
fn grids_before_the_candidates_tell_givens_and_placed_digits() {
    let document = only("sections.sdk").document;
    assert_eq!(document.n_placed(), 6);
    let state = Document::new(document.values().clone());
    let text = format!(
        "{}\n{}\n{}",
        usual(Format::Grid, &document),
        usual(Format::Grid, &state),
        usual(Format::Pencilmarks, &document)
    );
    let mut all = read_all(&text, &ReadOptions::default());
    assert_eq!(all.len(), 1);
    let joined = all.remove(0).unwrap();
    assert_eq!(joined.document.givens().to_string(), PUZZLE);
    assert_eq!(joined.document.values(), document.values());
    assert!(joined.document.candidates().is_some());
    // Two grids that have nothing to do with each other stay two.
    let two = format!("{}\n{}", usual(Format::Grid, &document), usual(Format::Grid, &state));
    assert_eq!(read_all(&two, &ReadOptions::default()).len(), 2);
}

#[test]
fn sections_tables_and_games_tell_all_they_know() {
    let sections = only("sections.sdk");
    assert!(sections.notes.iter().any(|n| n.text.contains("[Colours]")), "{:?}", sections.notes);
    let sdk = only("example.sdk").document.meta;
    assert_eq!((sdk.author.as_deref(), sdk.level.as_deref()), (Some("Me"), Some("Easy")));
    assert_eq!(sdk.url.as_deref(), Some("https://example.org/"));

    let table = records("table.csv");
    assert_eq!(table[0].document.meta.id.as_deref(), Some("ex1"));
    assert_eq!(table[0].document.meta.rating.as_deref(), Some("1.2"));
    assert_eq!(table[0].document.solution.as_ref().unwrap().to_string(), SOLVED);
    assert_eq!(table[1].document.meta.id.as_deref(), Some("a \"b\", c"));
    assert_eq!(only("question.csv").document.meta.source.as_deref(), Some("kaggle"));

    let games = records("games.opensudoku");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].document.meta.extra.text("folder"), Some("Examples"));
    assert_eq!(games[0].document.candidates().unwrap()[2], DigitSet::from_bits(0b1011));
    assert_eq!(games[1].document.meta.comment.as_deref(), Some("a & b"));
    assert_eq!(only("version1.opensudoku").document.meta.extra.text("folder"), Some("Old"));

    let gnome = only("gnome.json").document;
    assert_eq!(gnome.meta.level.as_deref(), Some("Easy Difficulty"));
    assert_eq!(
        (gnome.n_placed(), gnome.candidates().unwrap()[2]),
        (1, DigitSet::from_bits(0b1011))
    );

    let step = &records("hodoku.txt")[1].document;
    assert_eq!(step.meta.extra.text("technique"), Some("0300"));
    assert_eq!((step.givens().n_filled(), step.n_placed()), (25, 15));

    let history = only("game.ss").document;
    assert_eq!(history.n_placed(), 1);
    assert_eq!(history.candidates().unwrap()[2], DigitSet::from_bits(0b1010));

    let played = only("work.sdx").document;
    let centre = Cell::new(40);
    assert_eq!(
        (played.givens().get(centre), played.values().get(centre).map(|d| d.value())),
        (None, Some(5))
    );
}

#[test]
fn larger_boards_and_other_shapes_are_read() {
    let hex = only("hex16.txt").document;
    assert_eq!(hex.givens().values()[..4], [1, 11, 0, 16]);
    assert_eq!(only("six.txt").document.board().to_string(), "6x6 with 2x3 boxes");
    let tall = ReadOptions { box_shape: Some("3x2".parse().unwrap()), ..ReadOptions::default() };
    let six = read_one(&fixture("six.txt"), &tall).unwrap();
    assert_eq!(six.document.board().to_string(), "6x6 with 3x2 boxes");
    assert_eq!(only("sixteen.txt").document.givens().values()[2], 16);
    let jigsaw = only("jigsaw.tsv").document;
    assert_eq!(jigsaw.board().to_string(), "4x4 irregular");
    assert!(jigsaw.solution.is_some());
    let numbers: String = (0..10)
        .map(|r| {
            (0..10)
                .map(|c| if r == c { (r + 1).to_string() } else { ".".into() })
                .collect::<Vec<_>>()
                .join(" ")
                + "\n"
        })
        .collect();
    let ten = read_one(&numbers, &ReadOptions::default()).unwrap();
    assert_eq!((ten.format, ten.document.givens().values()[99]), (Format::Grid, 10));
    assert_eq!(ten.document.board().to_string(), "10x10 with 2x5 boxes");
}

#[test]
fn ambiguous_texts_have_the_documented_winner() {
    // Sixteen lines of sixteen symbols up to four: 4x4 puzzles.
    let lines = "1.3.............\n".repeat(16);
    assert_eq!(read_all(&lines, &ReadOptions::default()).len(), 16);
    // 64 symbols: an 8x8 puzzle, unless all digits stand in the places of 4x4 candidates.
    let eight = format!("1234567.{}", ".".repeat(56));
    assert_eq!(detect_format(&eight, None), Ok(Format::Line));
    assert_eq!(detect_format(&"1234".repeat(16), None), Ok(Format::Sukaku));
    // Comments that look like head lines of .sdk, before two puzzles: lines.
    let comments = format!("#Comment\n{PUZZLE}\n{PUZZLE}\n");
    assert_eq!(read_all(&comments, &ReadOptions::default()).len(), 2);
    assert_eq!(detect_format(&comments, None), Ok(Format::Line));
    // Before one: .sdk.
    assert_eq!(detect_format(&format!("#CNice one\n{PUZZLE}\n"), None), Ok(Format::Sdk));
    // The word after the puzzle may be anything.
    assert_eq!(detect_format(&format!("{PUZZLE} scf {{}} <a>"), None), Ok(Format::Line));
}

#[test]
fn markings_inside_groups_are_passed_over_or_kept() {
    let marked = fixture("pencilmarks.txt").replace("124  ", "1-2*4").replace("2468 ", "2#468");
    let plain = read_one(&marked, &ReadOptions::default()).unwrap();
    assert_eq!(usual(Format::Pencilmarks, &plain.document), fixture("pencilmarks.txt"));
    let keep = ReadOptions { keep_marked: true, ..ReadOptions::default() };
    let kept = read_one(&marked, &keep).unwrap();
    assert_eq!(kept.document.meta.extra.text("marked"), Some("r1c3#2"));
}

#[test]
fn a_cell_without_candidates_is_a_content_error_unless_lenient() {
    let text = fixture("pencilmarks.txt").replacen("124 ", ".   ", 1);
    let record = read_one(&text, &ReadOptions::default()).unwrap();
    let errors = record.content_errors();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].code(), Code::CandidateConflict);
    assert_eq!((errors[0].line(), errors[0].column()), (Some(2), Some(14)));
    let lenient = ReadOptions { manner: Manner::Lenient, ..ReadOptions::default() };
    assert!(read_one(&text, &lenient).unwrap().content_errors().is_empty());
}
