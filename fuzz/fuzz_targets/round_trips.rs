//! Files of many puzzles: whatever puzzles the bytes describe, on boards of every kind, each format
//! that has a place for them gives back as many as it was given, each with what it can hold. The first
//! byte chooses the format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::Arc;
use sudolab_grid::formats::{
    Document, Format, Lost, ReadOptions, WriteOptions, Writer, board_of_regions, read_all,
};
use sudolab_grid::{Alphabet, Board, Cell, Digit, DigitSet, Grid};

/// Usual boxes, none, diagonals, other regions.
fn board(size: usize, kind: u8) -> Option<Arc<Board>> {
    let usual = Board::of_size(size).ok()?;
    match kind % 4 {
        0 => Some(usual),
        1 => Board::latin(size).ok(),
        2 => usual.with_extra(&usual.diagonals()).ok(),
        _ => {
            // Rows as regions, bent at one place so that they are no rows.
            let mut map: Vec<usize> = (0..size * size).map(|i| i / size).collect();
            map.swap(size - 1, size);
            let symbols: Vec<String> = map.iter().map(usize::to_string).collect();
            board_of_regions(&symbols.join(" ")).ok()
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let [which, size, n, kind, rest @ ..] = data else { return };
    let writable: Vec<Format> = Format::ALL.into_iter().filter(|f| f.carries().writable).collect();
    let format = writable[usize::from(*which) % writable.len()];
    // Half of them of the first 25 sizes, for the largest boards take longest. Lines of fewer than sixteen
    // symbols are refused.
    let size = match usize::from(*size) {
        small @ 0..128 => 4 + small % 22,
        large => 4 + large % 61,
    };
    let Some(board) = board(size, *kind) else { return };
    let mut bytes = rest.iter().copied();
    let mut documents = Vec::new();
    for _ in 0..1 + n % 5 {
        let mut grid = Grid::empty(board.clone());
        // Pairs of bytes: a cell and a digit that no peer holds yet.
        for _ in 0..1 + usize::from(bytes.next().unwrap_or(0)) {
            let (Some(cell), Some(digit)) = (bytes.next(), bytes.next()) else { break };
            let cell = Cell::new(usize::from(cell) * size / 3 % board.n_cells());
            let digit = Digit::from_number(1 + digit % size as u8);
            if let Some(digit) = digit.filter(|&d| grid.open_digits(cell).contains(d)) {
                grid.set(cell, digit);
            }
        }
        if grid.n_filled() == 0 {
            grid.set(Cell::new(0), Digit::from_number(1).expect("one is a digit"));
        }
        let mut document = Document::new(grid);
        if kind & 4 != 0 {
            // Some candidates are struck; a cell keeps three at least.
            let mut sets = document.shown_candidates();
            for set in sets.iter_mut().filter(|set| set.len() > 3) {
                let mask = bytes.next().unwrap_or(0);
                let struck: DigitSet =
                    set.iter().skip(3).filter(|d| mask >> (d.index() % 8) & 1 == 1).collect();
                *set = *set - struck;
            }
            document = document.with_candidates(&sets);
        }
        documents.push(document);
    }
    let options = WriteOptions {
        with_notes: true,
        columns: vec!["all".to_owned()],
        ..WriteOptions::default()
    };
    let alphabet = (size > 9).then_some(Alphabet::Numbers);
    let read = ReadOptions { alphabet, ..ReadOptions::default() };
    let many = !matches!(format, Format::Sdk | Format::Acs);
    let documents = if many { &documents[..] } else { &documents[..1] };
    let mut writer = Writer::new(format, Vec::new(), options.clone());
    if documents.iter().any(|document| writer.write(document).is_err()) {
        return;
    }
    let (bytes, _) = writer.finish().expect("memory takes every byte");
    let text = String::from_utf8(bytes).expect("we write text");
    let back = read_all(&text, &read);
    assert_eq!(back.len(), documents.len(), "{format}:\n{text}");
    for (back, document) in back.iter().zip(documents) {
        let back = back.as_ref().unwrap_or_else(|e| panic!("{format}: {e}\n{text}"));
        let back = &back.document;
        let lost = format.losses(document, &options).expect("it was written");
        let keeps_board = !lost.iter().any(|l| l.what == Lost::Regions);
        if keeps_board {
            assert_eq!(back.board(), document.board(), "{format}\n{text}");
        }
        // Candidates alone do not tell a given from a cell with one left.
        if !matches!(format, Format::Pencilmarks | Format::Sukaku | Format::Sdx) {
            assert_eq!(back.givens().values(), document.givens().values(), "{format}");
        } else if keeps_board {
            assert_eq!(back.shown_candidates(), document.shown_candidates(), "{format}\n{text}");
        }
    }
});
