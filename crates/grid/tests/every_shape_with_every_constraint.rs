//! Boards of every shape with every constraint of Interactive Sudoku Solver: what is read has the
//! cells that its shape says, and whatever was read can be handed to every writer.

use sudolab_grid::Board;
use sudolab_grid::formats::{Format, ReadOptions, WriteOptions, read_one};

const SHAPES: [(usize, usize); 12] = [
    (9, 9),
    (6, 6),
    (4, 4),
    (16, 16),
    (7, 7),
    (4, 6),
    (6, 8),
    (8, 6),
    (1, 9),
    (9, 1),
    (3, 12),
    (10, 4),
];

/// Constraints that say something of the whole board, tried together in pairs.
const OF_THE_BOARD: [&str; 17] = [
    "",
    ".RegionSize~4",
    ".RegionSize~2",
    ".RegionSize~9",
    ".RegionSize~64",
    ".NoBoxes",
    ".Windoku",
    ".DisjointSets",
    ".Diagonal~1.Diagonal~-1",
    ".AntiKnight",
    ".AntiKing",
    ".AntiConsecutive",
    ".GlobalEntropy",
    ".Var~a~A~2",
    ".ChaosConstruction",
    ".Doppelganger",
    ".StrictKropki",
];

/// Constraints that name cells.
const OF_CELLS: [&str; 24] = [
    ".~R1C1_1",
    ".~R1C2_1_2",
    ".Cage~10~R1C1~R1C2",
    ".Sum~5~R1C1~R1C2",
    ".Thermo~R1C1~R1C2",
    ".Whisper~3~R1C1~R1C2",
    ".Arrow~R1C1~R1C2~R1C3",
    ".Renban~R1C1~R1C2~R1C3",
    ".Sandwich~R1~7~",
    ".Skyscraper~C1~2~",
    ".LittleKiller~R1C1~9",
    ".XSum~R1~10~3",
    ".Quad~R1C1~1~2",
    ".BlackDot~R1C1~R1C2",
    ".WhiteDot~R1C1~R1C2",
    ".X~R1C1~R1C2",
    ".Palindrome~R1C1~R1C2~R1C3",
    ".RegionSumLine~R1C1~R1C2~R1C4",
    ".CountingCircles~R1C1~R1C2",
    ".Indexing~R~R1C1",
    ".NumberedRoom~R1~3~",
    ".Regex~12*~R1C1~R1C2",
    ".FullRank~R1~1",
    ".Or.X~R1C1~R1C2.V~R1C1~R1C2.End",
];

fn check(shape: (usize, usize), constraints: &[&str]) {
    let (rows, columns) = shape;
    let text = format!(".Shape~{rows}x{columns}{}", constraints.concat());
    let lenient =
        ReadOptions { manner: sudolab_grid::formats::Manner::Lenient, ..ReadOptions::default() };
    let Ok(record) = read_one(&text, &lenient) else { return };
    let board = record.document.board();
    assert_eq!((board.rows(), board.columns()), shape, "{text}");
    for format in Format::ALL {
        // A format that cannot hold it says so.
        let _ = format.write(&record.document, &WriteOptions::default());
    }
}

#[test]
fn every_shape_keeps_its_cells_and_meets_every_writer() {
    for shape in SHAPES {
        for one in OF_THE_BOARD {
            OF_THE_BOARD.iter().for_each(|two| check(shape, &[one, two]));
            OF_CELLS.iter().for_each(|two| check(shape, &[one, two]));
        }
    }
}

#[test]
fn boxes_of_another_size_are_houses_of_a_board_that_keeps_its_size() {
    let record = read_one(".Shape~16x16.RegionSize~4", &ReadOptions::default()).unwrap();
    let board = record.document.board();
    assert_eq!((board.size(), board.n_cells()), (16, 256));
    // Two by two, in which no digit stands twice.
    assert_eq!(board.peers(board.cell(0, 0)).len(), 15 + 15 + 1);
}

#[test]
fn only_a_square_has_diagonals() {
    let wide = read_one(".Shape~4x6", &ReadOptions::default()).unwrap();
    assert!(wide.document.board().diagonals().iter().all(Vec::is_empty));
    assert!(Board::classic().diagonals().iter().all(|cells| cells.len() == 9));
}
