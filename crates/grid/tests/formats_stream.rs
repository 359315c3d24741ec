//! The streaming reader: odd line ends, bad records among good ones, files of any length, and
//! the shared puzzle files.

use std::io::{self, BufReader, Read};
use sudolab_grid::formats::{
    Code, Document, Format, Manner, Quick, ReadError, ReadOptions, Records, WriteOptions, Writer,
    read_all, read_one,
};
use sudolab_grid::random::Random;
use sudolab_testkit::outside;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn usual() -> ReadOptions {
    ReadOptions::default()
}

/// A source that makes its bytes up as it is read.
struct Made<F: FnMut(&mut Vec<u8>) -> bool> {
    make: F,
    held: Vec<u8>,
    at: usize,
}

impl<F: FnMut(&mut Vec<u8>) -> bool> Made<F> {
    fn new(make: F) -> Made<F> {
        Made { make, held: Vec::new(), at: 0 }
    }
}

impl<F: FnMut(&mut Vec<u8>) -> bool> Read for Made<F> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.held.len() {
            self.held.clear();
            self.at = 0;
            if !(self.make)(&mut self.held) {
                return Ok(0);
            }
        }
        let n = out.len().min(self.held.len() - self.at);
        out[..n].copy_from_slice(&self.held[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

/// A million random lines, the one with this number spoilt.
fn million(spoilt: usize) -> impl Read {
    let mut random = Random::new(3);
    let mut line = 0;
    Made::new(move |out| {
        line += 1;
        if line > 1_000_000 {
            return false;
        }
        out.extend((0..81).map(|_| b'0' + random.below(10) as u8));
        if line == spoilt {
            out[17] = b'%';
        }
        out.push(b'\n');
        true
    })
}

#[test]
fn one_bad_line_in_a_million_is_one_error_with_its_number() {
    let options = ReadOptions { file: Some("big.sdm".into()), ..usual() };
    let mut records = Records::new(BufReader::new(million(777_777)), options);
    let (mut good, mut errors) = (0, Vec::new());
    while let Some(next) = records.next_quick() {
        match next {
            Ok(_) => good += 1,
            Err(error) => errors.push(error.to_string()),
        }
    }
    assert_eq!(good, 999_999);
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].starts_with("big.sdm: line 777777, column 18 (r2c9): '%' is not a digit"),
        "{}",
        errors[0]
    );
}

#[test]
fn the_quick_way_and_the_iterator_give_the_same() {
    let text = format!(
        "\u{feff}# head\n{PUZZLE}\r\n\n{PUZZLE} tail\nbad\n{}\n{}\n{PUZZLE}",
        PUZZLE.replace('.', "x"),
        "1.3............."
    );
    let slow: Vec<String> = read_all(&text, &usual())
        .into_iter()
        .map(|r| {
            r.map_or_else(|e| e.to_string(), |r| format!("{} {}", r.line, r.document.givens()))
        })
        .collect();
    let mut records = Records::new(text.as_bytes(), usual());
    let mut quick = Vec::new();
    let mut n_nine = 0;
    while let Some(next) = records.next_quick() {
        quick.push(match next {
            Ok(Quick::Nine { cells, line, .. }) => {
                n_nine += 1;
                let symbols: String =
                    cells.iter().map(|&c| if c == 0 { '.' } else { (b'0' + c) as char }).collect();
                format!("{line} {symbols}")
            }
            Ok(Quick::Record(r)) => format!("{} {}", r.line, r.document.givens()),
            Err(e) => e.to_string(),
        });
    }
    assert_eq!(quick, slow);
    assert_eq!((slow.len(), n_nine), (6, 2), "lines looked at in advance go the general way");
}

#[test]
fn a_line_of_a_hundred_megabytes_is_passed_over() {
    let mut sent = 0usize;
    let source = Made::new(move |out| {
        out.resize(1 << 16, b'1');
        sent += 1;
        match sent {
            0..=1600 => true,
            1601 => {
                out.clear();
                out.extend(format!("\n{PUZZLE}\n").bytes());
                true
            }
            _ => false,
        }
    });
    let all: Vec<_> = Records::new(BufReader::new(source), usual()).collect();
    assert_eq!(all.len(), 2);
    let error = all[0].as_ref().unwrap_err();
    assert!(error.to_string().contains("longer than 1048576 bytes"), "{error}");
    assert_eq!(all[1].as_ref().unwrap().line, 2);
}

#[test]
fn records_over_many_lines_have_a_limit_too() {
    for (head, line) in [("{\"a\":[\n", "1,\n"), ("<opensudoku>\n", "<folder/>\n")] {
        let mut n = 0usize;
        let source = Made::new(|out| {
            n += 1;
            out.extend(if n == 1 {
                head.bytes().collect::<Vec<_>>()
            } else {
                line.repeat(5000).into_bytes()
            });
            n < 3000
        });
        let first = Records::new(BufReader::new(source), usual()).next().unwrap();
        let Err(ReadError::Format(error)) = first else { panic!("{head}") };
        assert_eq!((error.code(), error.line()), (Code::TooLarge, Some(1)), "{head}");
    }
}

#[test]
fn line_ends_marks_and_blanks_do_not_matter() {
    for text in [
        format!("{PUZZLE}\n"),
        format!("{PUZZLE}\r\n"),
        PUZZLE.to_owned(),
        format!("\u{feff}{PUZZLE}"),
        format!("   {PUZZLE}  \t \n"),
        format!("\n\n\n{PUZZLE}\n\n"),
    ] {
        let all = read_all(&text, &usual());
        assert_eq!(all.len(), 1, "{text:?}");
        assert_eq!(all[0].as_ref().unwrap().document.givens().to_string(), PUZZLE);
    }
    let document = Document::from(&PUZZLE.parse().unwrap());
    for format in [
        Format::Grid,
        Format::Pencilmarks,
        Format::Sdk,
        Format::SimpleSudoku,
        Format::Json,
        Format::Csv,
        Format::OpenSudoku,
    ] {
        let text = format.write(&document, &WriteOptions::default()).unwrap().text;
        for variant in [
            text.replace('\n', "\r\n"),
            format!("\u{feff}{text}"),
            text.trim_end().to_owned(),
            text.replace('\n', "  \n"),
        ] {
            let back =
                read_one(&variant, &usual()).unwrap_or_else(|e| panic!("{format}: {e}\n{variant}"));
            assert_eq!(back.document.givens(), document.givens(), "{format}");
        }
    }
}

#[test]
fn an_empty_source_has_no_records() {
    for text in ["", "\n\n", "# only a comment\n", "\u{feff}"] {
        assert!(read_all(text, &usual()).is_empty(), "{text:?}");
        assert_eq!(read_one(text, &usual()).unwrap_err().code(), Code::UnknownFormat);
    }
}

#[test]
fn a_bad_record_never_stops_the_others() {
    let document = Document::from(&PUZZLE.parse().unwrap());
    let grid = Format::Grid.write(&document, &WriteOptions::default()).unwrap().text;
    let bad_grid = grid.replacen("| 5 3 .", "| 5 3", 1);
    let all = read_all(&format!("{grid}\n{bad_grid}\n{grid}"), &usual());
    assert_eq!(all.iter().map(|r| r.is_ok()).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(all[1].as_ref().unwrap_err().line(), Some(16));

    let json = Format::Json.write(&document, &WriteOptions::default()).unwrap().text;
    for bad in ["{\"givens\":\"53..\n", "{\"givens\":12}\n", "{]\n"] {
        for text in [format!("{json}{bad}{json}"), format!("{bad}{json}{json}")] {
            let all = read_all(&text, &usual());
            assert_eq!(all.iter().filter(|r| r.is_ok()).count(), 2, "{text}");
            assert_eq!(all.len(), 3, "{text}");
        }
    }
    let csv = format!("puzzle,name\n{PUZZLE},a\nshort,b\n{PUZZLE},\"open\n{PUZZLE},d\n");
    let all = read_all(&csv, &usual());
    assert_eq!(all.iter().map(|r| r.is_ok()).collect::<Vec<_>>(), [true, false, false, true]);
    assert_eq!(all[2].as_ref().unwrap_err().line(), Some(4));
    let multi = format!("puzzle,name\n{PUZZLE},\"two\nlines\"\n{PUZZLE},x\n");
    let all = read_all(&multi, &usual());
    assert_eq!(all[0].as_ref().unwrap().document.meta.id.as_deref(), Some("two\nlines"));
    assert_eq!(all[1].as_ref().unwrap().line, 4);
    // Links, lines and library lines may be mixed.
    let mixed = format!(
        "https://sudokupad.app/abc\n{PUZZLE}\n:0000:x:{PUZZLE}:::\nscf5NlQ19j9mGca3OIN1bWGk2m41TjS79\n"
    );
    let all = read_all(&mixed, &usual());
    assert_eq!(all.iter().map(|r| r.is_ok()).collect::<Vec<_>>(), [false, true, true, true]);
}

#[test]
fn many_documents_are_written_and_read_back() {
    let documents: Vec<Document> = (0..5)
        .map(|i| {
            let mut line: Vec<char> = PUZZLE.chars().collect();
            line.rotate_left(9 * i);
            let text: String = line.into_iter().collect();
            Document::from(&text.parse().unwrap())
        })
        .collect();
    for format in Format::ALL.into_iter().filter(|f| f.carries().many) {
        let mut writer = Writer::new(format, Vec::new(), WriteOptions::default());
        documents.iter().for_each(|d| writer.write(d).unwrap());
        let (bytes, _) = writer.finish().unwrap();
        let all = read_all(&String::from_utf8(bytes).unwrap(), &usual());
        assert_eq!(all.len(), 5, "{format}");
        for (record, document) in all.iter().zip(&documents) {
            assert_eq!(record.as_ref().unwrap().document.givens(), document.givens(), "{format}");
        }
    }
}

#[test]
fn a_failing_source_is_told_apart_from_bad_text() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the cable is out"))
        }
    }
    let mut records = Records::new(BufReader::new(Fails), usual());
    assert!(matches!(records.next(), Some(Err(ReadError::Io(_)))));
    assert!(records.next().is_none());
    let mut records = Records::new(BufReader::new(Fails), usual());
    assert!(matches!(records.next_quick(), Some(Err(ReadError::Io(_)))));
    assert!(records.next_quick().is_none());
}

/// Reads a shared file; how many records, and all of them good.
fn read_shared(path: &str) -> Option<usize> {
    let full = outside::shared_path(path)?;
    let file = std::fs::File::open(full).unwrap();
    let options = ReadOptions { file: Some(path.to_owned()), ..usual() };
    let mut n = 0;
    for record in Records::new(BufReader::new(file), options) {
        record.unwrap_or_else(|e| panic!("{e}"));
        n += 1;
    }
    Some(n)
}

#[test]
fn the_shared_files_are_read_to_the_last_line() {
    for (path, expected) in [
        ("9x9/royle17_49158.txt", 49158),
        ("9x9/forum_hardest_1106.tsv", 298),
        ("9x9/qqwing_graded.tsv", 4000),
        ("9x9/acs_logic_solvable16.tsv", 16),
        ("hodoku/reglib-1.3-visible.txt", 741),
        ("hodoku/exemplars-1.0.tsv", 534),
        ("larger/sudoku16_unique.tsv", 184),
        ("larger/sudoku12_samples.tsv", 8),
        ("larger/sudoku25_samples.tsv", 7),
        ("larger/sudoku4_288.tsv", 288),
        ("larger/acs_general_16x16.tsv", 1050),
        ("larger/acs_general_25x25.tsv", 1050),
        ("variants/jigsaw.tsv", 465),
        ("variants/pencilmark_hard.tsv", 420),
        ("edge/invalid_and_edge_cases.tsv", 22),
        ("edge/serg_multi_solution.tsv", 4000),
    ] {
        if let Some(n) = read_shared(path) {
            assert_eq!(n, expected, "{path}");
        }
    }
}

#[test]
fn an_object_of_many_keys_is_read_and_written_without_comparing_each_with_each() {
    let mut text = format!("{{\"givens\":\"{PUZZLE}\"");
    (0..70_000).for_each(|i| text.push_str(&format!(",\"{i:x}\":{i}")));
    text.push('}');
    let started = std::time::Instant::now();
    let record = read_one(&text, &ReadOptions { manner: Manner::Lenient, ..usual() }).unwrap();
    assert_eq!(record.document.other.len(), 70_000);
    let written = Format::Json.write(&record.document, &WriteOptions::default()).unwrap();
    assert!(written.text.contains(",\"1116f\":69999"));
    // Comparing each with each took half a minute; a key after the other takes milliseconds.
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn a_drawing_and_the_line_below_it_with_the_same_clues_are_one_puzzle() {
    let drawing = "+-----+-----+\n| 1 . | . . |\n| . . | 3 . |\n+-----+-----+\n| . 4 | . . |\n| . . | . 2 |\n+-----+-----+\n";
    let line = "1.....3..4.....2";
    let of = |text: &str| {
        let records = Records::new(text.as_bytes(), ReadOptions::default());
        records.collect::<Result<Vec<_>, _>>().expect("all are read")
    };
    let one = of(&format!("{drawing}{line}\n# 4 clues\n\n{drawing}{line}\n"));
    assert_eq!(one.len(), 2);
    assert_eq!((one[0].line, one[1].line), (2, 12));
    assert!(one.iter().all(|record| record.notes.is_empty() && record.raw.ends_with(line)));
    // The one that says more is taken.
    let told = format!(
        "{{\"v\":1,\"size\":4,\"box\":[2,2],\"rules\":[\"cage 4 r1c3 r2c3\"],\"givens\":\"{line}\"}}"
    );
    let caged = of(&format!("{drawing}{told}\n"));
    assert_eq!((caged.len(), caged[0].document.rules().len(), caged[0].line), (1, 1, 2));
    // Other clues, a blank line between, or two lines: nothing is taken for the same.
    assert_eq!(of(&format!("{drawing}1.....3..4......\n")).len(), 2);
    assert_eq!(of(&format!("{drawing}\n{line}\n")).len(), 2);
    assert_eq!(of(&format!("{drawing}{line}\n{line}\n")).len(), 2);
}
