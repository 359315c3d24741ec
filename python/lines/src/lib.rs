//! Reads plain 9x9 puzzles, in a crate of its own because that sets how it is compiled: the door to
//! Python is compiled to be small, and these loops run for each puzzle of a batch.
#![forbid(unsafe_code)]

use sudolab_exact::nine::Clues;
use sudolab_grid::formats::line;

/// The values of a line of 81 symbols, 0 for a blank, and what follows them.
#[inline(never)]
pub fn nine(text: &[u8]) -> Option<([u8; 81], &[u8])> {
    line::nine(text)
}

/// Appends the puzzle of a line of 81 symbols and nothing else; whether it is one.
#[inline(never)]
pub fn read_line(text: &[u8], to: &mut Vec<Clues>) -> bool {
    // Lines of an open file end as they do there.
    let bare = text.strip_suffix(b"\n").unwrap_or(text);
    match line::nine(bare) {
        Some((cells, [])) => {
            to.push(Clues(cells));
            true
        }
        _ => false,
    }
}

/// Appends puzzles that lie one after the other as 81 values each, 0 for a blank; nothing when one of the
/// values is no digit.
#[inline(never)]
pub fn read_rows(values: &[u8], to: &mut Vec<Clues>) -> bool {
    let most = values.iter().fold(0, |most, &value| value.max(most));
    let (puzzles, rest) = values.as_chunks::<81>();
    let are_puzzles = most <= 9 && rest.is_empty();
    if are_puzzles {
        to.extend(puzzles.iter().map(|&cells| Clues(cells)));
    }
    are_puzzles
}

/// How many cells are no blanks.
#[inline(never)]
pub fn n_clues(clues: &Clues) -> u32 {
    clues.0.iter().map(|&cell| u32::from(cell > 0)).sum()
}

/// A filled board as it is written.
#[inline(never)]
pub fn digits(cells: &[u8; 81]) -> [u8; 81] {
    cells.map(|cell| cell + b'0')
}
