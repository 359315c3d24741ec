//! Files of many puzzles: what is written in any format is read back as as many puzzles, each the
//! same, without any help.

use proptest::prelude::*;
use std::sync::Arc;
use sudolab_grid::formats::{
    Document, Format, ReadOptions, WriteOptions, Writer, board_of_regions, read_all,
};
use sudolab_grid::random::Random;
use sudolab_grid::{Alphabet, Board, Digit, DigitSet, Grid, Puzzle};
use sudolab_testkit::outside;

/// A board of a size and kind: usual boxes, other boxes, regions, extra regions, none.
fn board(size: usize, kind: usize) -> Arc<Board> {
    let usual = Board::of_size(size).unwrap();
    match kind {
        0 => usual,
        1 => Board::latin(size).unwrap(),
        2 => usual.with_extra(&usual.diagonals()).unwrap(),
        3 => {
            // Rows as regions, bent at one place so that they are no rows.
            let mut map: Vec<usize> = (0..size * size).map(|i| i / size).collect();
            map.swap(size - 1, size);
            let symbols: Vec<String> = map.iter().map(usize::to_string).collect();
            board_of_regions(&symbols.join(" ")).unwrap()
        }
        _ => match (2..size).find(|n| size.is_multiple_of(*n)) {
            Some(rows) => Board::boxes((size / rows) as u8, rows as u8).unwrap(),
            None => usual,
        },
    }
}

/// A document on a board: some givens without conflict, perhaps placed digits and candidates.
fn document(board: &Arc<Board>, random: &mut Random) -> Document {
    let mut givens = Grid::empty(board.clone());
    let mut placed = Grid::empty(board.clone());
    let (share, share_placed) = (random.unit() * 0.5, random.unit() * 0.3);
    let mut all = Grid::empty(board.clone());
    for cell in board.cells() {
        let open: Vec<Digit> = all.open_digits(cell).iter().collect();
        let Some(&digit) = random.pick(&open) else { continue };
        if random.chance(share) {
            givens.set(cell, digit);
            all.set(cell, digit);
        } else if random.chance(share_placed) {
            placed.set(cell, digit);
            all.set(cell, digit);
        }
    }
    // A board without any clue is no puzzle, and a drawing of it is hardly told from a border.
    if givens.n_filled() == 0 {
        givens.set(board.cell(0, 0), Digit::from_number(1).unwrap());
        return Document::new(givens);
    }
    let document = match random.below(3) {
        0 => return Document::new(givens),
        _ => Document::new(givens).with_placed(&placed),
    };
    if random.below(2) == 0 {
        return document;
    }
    let mut sets = document.shown_candidates();
    for set in &mut sets {
        let struck: DigitSet = set.iter().filter(|_| set.len() > 3 && random.chance(0.1)).collect();
        *set = *set - struck;
    }
    document.with_candidates(&sets)
}

fn everything() -> WriteOptions {
    WriteOptions { with_notes: true, columns: vec!["all".to_owned()], ..WriteOptions::default() }
}

/// Writes them into one text, or says that the format has no place for one of them.
fn written(documents: &[Document], format: Format) -> Option<String> {
    let mut writer = Writer::new(format, Vec::new(), everything());
    for document in documents {
        writer.write(document).ok()?;
    }
    Some(String::from_utf8(writer.finish().unwrap().0).unwrap())
}

#[track_caller]
fn check(documents: &[Document], format: Format) {
    let Some(text) = written(documents, format) else { return };
    // Letters without any digit below ten are ambiguous, A being 1 or 10; see the page on formats.
    let has_digits = |d: &Document| d.givens().values().iter().any(|v| (1..10).contains(v));
    let alphabet = (!documents.iter().all(has_digits)).then_some(Alphabet::Numbers);
    let all = read_all(&text, &ReadOptions { alphabet, ..ReadOptions::default() });
    let kind = documents[0].board();
    assert_eq!(all.len(), documents.len(), "{format} of {kind}:\n{text}");
    for (back, document) in all.into_iter().zip(documents) {
        let back = back.unwrap_or_else(|e| panic!("{format} of {kind}: {e}\n{text}")).document;
        let lost = format.losses(document, &everything()).unwrap();
        let keeps_board = !lost.iter().any(|l| l.what == sudolab_grid::formats::Lost::Regions);
        if keeps_board {
            assert_eq!(back.board(), document.board(), "{format}\n{text}");
        }
        if matches!(format, Format::Pencilmarks | Format::Sukaku | Format::Sdx) {
            // These cannot tell a given from what is settled.
            if keeps_board {
                assert_eq!(
                    back.shown_candidates(),
                    document.shown_candidates(),
                    "{format}\n{text}"
                );
            }
        } else {
            assert_eq!(back.givens().values(), document.givens().values(), "{format}\n{text}");
        }
        assert_eq!(back.unread_rules().count(), 0, "{format}\n{text}");
    }
}

/// Formats whose text of one puzzle after another is a text of them all.
fn holds_many(format: Format) -> bool {
    !matches!(format, Format::Sdk | Format::Acs)
}

/// Every size whose puzzles may stand in a list; most formats hold 9x9 only, and the largest boards take
/// longest. A line of fewer than sixteen symbols is refused: it may be anything.
fn sizes() -> impl Strategy<Value = usize> {
    prop_oneof![3 => Just(9usize), 6 => 4usize..=25, 2 => 26usize..=64]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn many_puzzles_of_every_size_and_kind_come_back_from_every_format(
        size in sizes(), kind in 0usize..5, n in 1usize..6, seed in any::<u64>(),
    ) {
        let mut random = Random::new(seed);
        let board = board(size, kind);
        let documents: Vec<Document> = (0..n).map(|_| document(&board, &mut random)).collect();
        for format in Format::ALL.into_iter().filter(|f| f.carries().writable) {
            let n = if holds_many(format) { n } else { 1 };
            check(&documents[..n], format);
        }
    }
}

#[test]
fn forty_pencilmark_grids_come_back_as_forty() {
    let Some(lines) = outside::shared("9x9/royle17_49158.txt") else { return };
    let documents: Vec<Document> = lines
        .lines()
        .take(40)
        .map(|line| Document::from(&line.parse::<Puzzle>().unwrap()))
        .collect();
    for format in Format::ALL.into_iter().filter(|&f| f.carries().writable && holds_many(f)) {
        check(&documents, format);
    }
}
