//! Printing and parsing are inverse, for every format, size and state a format can hold.

use proptest::prelude::*;
use std::sync::Arc;
use sudolab_grid::formats::{
    BoxShape, Code, Document, Format, GridStyle, Manner, ReadOptions, Sizes, Tells, WriteOptions,
    Writer, read_all, read_one,
};
use sudolab_grid::random::Random;
use sudolab_grid::{Alphabet, Board, Cell, Digit, DigitSet, Grid, Layout};

/// A filled grid: the usual pattern with its digits relabelled at random.
fn filled(board: &Arc<Board>, rows: usize, columns: usize, random: &mut Random) -> Vec<u8> {
    let n = board.size();
    let mut labels: Vec<u8> = (1..=n as u8).collect();
    random.shuffle(&mut labels);
    (0..n * n)
        .map(|i| {
            let (r, c) = (i / n, i % n);
            labels[(columns * (r % rows) + r / rows + c) % n]
        })
        .collect()
}

/// A partially solved state: givens, placed digits, and candidates with some struck.
fn state(size: usize, seed: u64) -> Document {
    let mut random = Random::new(seed);
    let (rows, columns) = match size {
        4 => (2, 2),
        6 => (2, 3),
        9 => (3, 3),
        12 => (3, 4),
        16 => (4, 4),
        25 => (5, 5),
        36 => (6, 6),
        62 => (2, 31),
        _ => (8, 8),
    };
    let board = Board::boxes(rows as u8, columns as u8).unwrap();
    let solution = filled(&board, rows, columns, &mut random);
    let (share_given, share_placed) = (random.unit() * 0.6, random.unit() * 0.4);
    let mut givens = Grid::empty(board.clone());
    let mut placed = Grid::empty(board.clone());
    for cell in board.cells() {
        let digit = Digit::from_number(solution[cell.index()]).unwrap();
        if random.chance(share_given) {
            givens.set(cell, digit);
        } else if random.chance(share_placed) {
            placed.set(cell, digit);
        }
    }
    let mut document = Document::new(givens).with_placed(&placed);
    if random.chance(0.6) {
        let mut sets = document.shown_candidates();
        for cell in board.cells().filter(|&c| document.values().get(c).is_none()) {
            let keep = Digit::from_number(solution[cell.index()]).unwrap();
            let struck: DigitSet =
                sets[cell.index()].iter().filter(|&d| d != keep && random.chance(0.2)).collect();
            sets[cell.index()] = sets[cell.index()] - struck;
        }
        document = document.with_candidates(&sets);
    }
    if random.chance(0.5) {
        document.solution = Grid::from_values(board, &solution);
        document.meta.title = Some("A \"title\", with; odd\tsigns <&> ü*".to_owned());
        document.meta.author = Some("me *and* you".to_owned());
        document.meta.level = Some("Easy".to_owned());
        document.meta.rating = Some("7.2".to_owned());
        document.meta.id = Some("17".to_owned());
        document.meta.extra.set("tail", "# some words");
        document.meta.extra.set("folder", "A & B");
        document.meta.extra.set("technique", "0300");
    }
    document
}

/// What a format promises to keep of a document.
fn kept(document: &Document, format: Format) -> Document {
    let can = format.carries();
    let board = match can.sizes {
        Sizes::Any => document.board().clone(),
        Sizes::Regions if *document.board().layout() != Layout::Latin => document.board().clone(),
        _ => Board::of_size(document.board().size()).unwrap(),
    };
    let mut kept = Document::new(document.givens().clone());
    if can.placed {
        kept = kept.with_placed(document.values());
    }
    if can.candidates
        && let Some(sets) = document.candidates()
    {
        // Where a placed digit is dropped, nothing is known of its cell.
        let dropped = |c: Cell| kept.values().get(c) != document.values().get(c);
        let all = kept.board().digits();
        let sets: Vec<DigitSet> =
            kept.board().cells().map(|c| if dropped(c) { all } else { sets[c.index()] }).collect();
        kept = kept.with_candidates(&sets);
    }
    if can.solution {
        kept.solution.clone_from(&document.solution);
    }
    for name in document.meta.names() {
        let keep = match can.meta {
            Tells::Nothing => false,
            Tells::Fields(fields) => fields.contains(&name),
            Tells::Everything => true,
        };
        if keep {
            match document.meta.extra.get(name) {
                Some(value) => kept.meta.extra.set(name, value.clone()),
                None => kept.meta.set_field(name, document.meta.field(name).unwrap()),
            }
        }
    }
    kept.on_board(&board).unwrap()
}

/// What the candidates say about open cells, where they say something.
fn open(document: &Document) -> Vec<DigitSet> {
    let basic = Document::new(document.values().clone()).shown_candidates();
    let sets = document.candidates().map_or(basic.clone(), <[DigitSet]>::to_vec);
    let cell = |c: Cell| {
        if document.values().get(c).is_some() {
            DigitSet::EMPTY
        } else {
            sets[c.index()] & basic[c.index()]
        }
    };
    document.board().cells().map(cell).collect()
}

fn exact(format: Format) -> bool {
    // These show candidates of every cell and cannot tell a given from what is settled; the others
    // say nothing where nothing is struck.
    !matches!(format, Format::Pencilmarks | Format::Sukaku)
}

fn check(document: &Document, format: Format) {
    let options =
        WriteOptions { with_notes: true, columns: vec!["all".into()], ..WriteOptions::default() };
    let text = format.write(document, &options).unwrap_or_else(|e| panic!("{format}: {e}")).text;
    let read = ReadOptions {
        // A few letters without any digit are ambiguous; see the page on formats.
        alphabet: (document.board().size() > 9).then_some(Alphabet::Numbers),
        from: matches!(
            format,
            Format::Pencilmarks
                | Format::Sukaku
                | Format::Grid
                | Format::Sdx
                | Format::Line
                | Format::Sdm
        )
        .then_some(format),
        ..ReadOptions::default()
    };
    let back = read_one(&text, &read).unwrap_or_else(|e| panic!("{format}: {e}\n{text}")).document;
    let expected = kept(document, format);
    if exact(format) && format != Format::Sdx {
        assert_eq!(open(&back), open(&expected), "{format}: candidates\n{text}");
    } else {
        assert_eq!(back.shown_candidates(), document.shown_candidates(), "{format}\n{text}");
    }
    if exact(format) && format != Format::Sdx {
        assert_eq!(back.givens(), expected.givens(), "{format}\n{text}");
        assert_eq!(back.values(), expected.values(), "{format}\n{text}");
        assert_eq!(back.solution, expected.solution, "{format}\n{text}");
        let mut meta = back.meta.clone();
        if format == Format::OpenSudoku {
            // Times are always written.
            let folder = meta.extra.get("folder").cloned();
            meta.extra = Default::default();
            if let Some(folder) = folder {
                meta.extra.set("folder", folder);
            }
        }
        if format == Format::Line {
            meta.rating = None;
        }
        assert_eq!(meta, expected.meta, "{format}\n{text}");
    } else if format == Format::Sdx {
        assert_eq!(back.n_placed(), expected.n_placed());
    }
    // What is written again is the same text.
    if exact(format) {
        let again = format.write(&back, &options).unwrap().text;
        if format != Format::OpenSudoku {
            assert_eq!(again, text, "{format}");
        }
    }
}

fn fits(format: Format, size: usize) -> bool {
    let square = size.isqrt() * size.isqrt() == size;
    let can = format.carries();
    can.writable
        && (can.sizes != Sizes::Nine || size == 9)
        && (format != Format::Acs || square)
        && (format != Format::SumoCue || size == 9)
        && (format != Format::Iss || size <= 16)
}

fn sizes() -> impl Strategy<Value = usize> {
    prop_oneof![
        20 => prop_oneof![Just(4usize), Just(6), Just(12), Just(16), Just(25)],
        12 => Just(9),
        // 36 is the first whose letters tell case, 62 the first with a sign that is no letter.
        1 => Just(36),
        1 => Just(62),
        1 => Just(64),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_format_keeps_what_it_promises(size in sizes(), seed in any::<u64>()) {
        let document = state(size, seed);
        for format in Format::ALL.into_iter().filter(|&f| fits(f, size)) {
            // Simple Sudoku writes struck candidates only; a state where none is struck states none.
            check(&document, format);
        }
    }

    #[test]
    fn json_keeps_irregular_boards_and_unknown_keys(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let maps = ["0001011122332233", "0111001203223332"];
        let map: Vec<u8> = random.pick(&maps).unwrap().bytes().map(|b| b - b'0').collect();
        let board = Board::irregular(&map).unwrap();
        let board = board.with_extra(&board.diagonals()).unwrap();
        let values: Vec<u8> = (0..16).map(|_| random.below(5) as u8).collect();
        let mut document = Document::new(Grid::from_values(board, &values).unwrap());
        document.other.set("more", sudolab_grid::formats::Json::parse("{\"a\":[1.50,null]}").unwrap());
        let text = Format::Json.write(&document, &WriteOptions::default()).unwrap().text;
        let refused = read_one(&text, &ReadOptions::default()).unwrap_err();
        prop_assert_eq!(refused.code(), Code::UnsupportedRules);
        let lenient = ReadOptions { manner: Manner::Lenient, ..ReadOptions::default() };
        let mut back = read_one(&text, &lenient).unwrap().document;
        prop_assert_eq!(back.unread.len(), 1);
        back.unread.clear();
        prop_assert_eq!(back, document);
    }

    #[test]
    fn styles_alphabets_and_blanks_are_read_back(size in sizes(), seed in any::<u64>(), style in 0..3usize) {
        let document = Document::new(state(size, seed).values().clone());
        let style = [GridStyle::Ascii, GridStyle::Unicode, GridStyle::Compact][style];
        // Each alphabet, and what it is read as: who cannot write all digits is not used.
        let last = |usual| if size > 26 { Alphabet::Numbers } else { usual };
        let mut alphabets = vec![
            (Alphabet::Numbers, Alphabet::Numbers),
            (Alphabet::Letters, last(Alphabet::Letters)),
        ];
        if size == 16 {
            alphabets.push((Alphabet::Hexadecimal, Alphabet::Hexadecimal));
        }
        for (alphabet, read_as) in alphabets {
            for blank in ['.', '_', '-', '*'] {
                let write = WriteOptions { style, alphabet, blank: Some(blank), ..WriteOptions::default() };
                let read = ReadOptions { alphabet: Some(read_as), ..ReadOptions::default() };
                for format in [Format::Grid, Format::Line] {
                    let text = format.write(&document, &write).unwrap().text;
                    let read = ReadOptions { from: Some(format), ..read.clone() };
                    match read_one(&text, &read) {
                        Ok(back) => prop_assert_eq!(back.document.givens().values(), document.givens().values()),
                        // Rows of dashes alone are borders; see the page on formats.
                        Err(e) => prop_assert!(blank == '-' && format == Format::Grid, "{}\n{}", e, text),
                    }
                }
            }
        }
    }

    #[test]
    fn packed_text_survives(text in ".{1,400}") {
        use sudolab_grid::formats::lz;
        prop_assert!(lz::unpack(&lz::to_base64(&text), 1 << 16).unwrap().contains(&text));
        prop_assert!(lz::unpack(&lz::to_uri(&text), 1 << 16).unwrap().contains(&text));
    }
}

#[test]
fn box_shapes_are_kept_by_json_and_tables() {
    for (rows, columns) in [(3, 2), (2, 6), (6, 2), (4, 3)] {
        let shape = BoxShape::Boxes { rows, columns };
        let board = shape.board(usize::from(rows * columns)).unwrap();
        let document = Document::new(Grid::empty(board));
        let all = WriteOptions { columns: vec!["all".into()], ..WriteOptions::default() };
        for format in [Format::Json, Format::Csv, Format::Tsv] {
            let written = format.write(&document, &all).unwrap();
            assert!(written.losses.is_empty());
            let back = read_one(&written.text, &ReadOptions::default()).unwrap();
            assert_eq!(back.document, document, "{format}");
        }
        let lost = Format::Line.write(&document, &all).unwrap().losses;
        assert!(!lost.is_empty());
    }
    let latin = Document::new(Grid::empty(Board::latin(9).unwrap()));
    let text = Format::Json.write(&latin, &WriteOptions::default()).unwrap().text;
    assert_eq!(read_one(&text, &ReadOptions::default()).unwrap().document, latin);
}

#[test]
fn an_empty_writer_still_writes_a_whole_text() {
    for format in Format::ALL {
        let (bytes, losses) =
            Writer::new(format, Vec::new(), WriteOptions::default()).finish().unwrap();
        assert!(losses.is_empty());
        let text = String::from_utf8(bytes).unwrap();
        if format != Format::OpenSudoku {
            assert!(read_all(&text, &ReadOptions::default()).is_empty(), "{format}: {text}");
        }
    }
}
