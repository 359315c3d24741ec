//! Region maps and box shapes as texts tell them.

use super::error::{Code, FormatError};
use super::options::BoxShape;
use super::span::Span;
use crate::{Alphabet, Board, BoardError, Cell, Layout};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The board of a region map: one symbol of any kind for each cell, equal symbols one region.
/// Regions are numbered in the order of their symbols when all are digits or letters, else in the
/// order of appearance.
pub(crate) fn board_of_map(map: Span<'_>) -> Result<Arc<Board>, FormatError> {
    let words: Vec<&str> = map.text.split_whitespace().collect();
    // Rows of symbols may stand one below the other.
    let in_rows = words.iter().all(|row| row.chars().count() == words.len());
    let symbols: Vec<String> = match words.as_slice() {
        [only] => only.chars().map(String::from).collect(),
        rows if in_rows => rows.iter().flat_map(|row| row.chars().map(String::from)).collect(),
        words => words.iter().map(|word| (*word).to_owned()).collect(),
    };
    let mut numbers: BTreeMap<&str, u8> = BTreeMap::new();
    for symbol in &symbols {
        let next = numbers.len();
        // More regions than any board has: the board will complain about the first too large one.
        numbers.entry(symbol).or_insert(next.min(255) as u8);
    }
    let plain = symbols.iter().all(|s| s.len() == 1 && s.as_bytes()[0].is_ascii_alphanumeric());
    if plain {
        numbers.values_mut().enumerate().for_each(|(i, n)| *n = i as u8);
    }
    let map_numbers: Vec<u8> = symbols.iter().map(|s| numbers[s.as_str()]).collect();
    let board = Board::irregular(&map_numbers).map_err(|error| misfit(map, &error))?;
    // Regions that are the usual boxes make the usual board, for which there are faster ways.
    let usual = Board::of_size(board.size()).ok().filter(|usual| *usual == board);
    Ok(usual.unwrap_or(board))
}

/// The board with the regions of a map: one symbol for each cell, equal symbols one region; all in
/// one line, in rows, or with blanks between them.
///
/// ```
/// use sudolab_grid::formats::board_of_regions;
/// let board = board_of_regions("1122\n1122\n3344\n3344")?;
/// assert_eq!(board.size(), 4);
/// assert!(board_of_regions("hello").is_err());
/// # Ok::<(), sudolab_grid::formats::FormatError>(())
/// ```
pub fn board_of_regions(map: &str) -> Result<Arc<Board>, FormatError> {
    board_of_map(Span::line(map, 1))
}

fn misfit(map: Span<'_>, error: &BoardError) -> FormatError {
    let code = match error {
        BoardError::RegionMap { .. } | BoardError::MapLength(_) | BoardError::Size(_) => {
            Code::WrongLength
        }
        _ => Code::UnsupportedRules,
    };
    map.error(code, 0, error.to_string())
        .hint("give one symbol for each cell, as often as there are digits")
}

/// The region map of a board with irregular regions, in the symbols of digits.
pub(crate) fn map_of_board(board: &Board) -> Option<String> {
    let Layout::Regions(map) = board.layout() else { return None };
    Some(map.iter().filter_map(|&r| Alphabet::Numbers.symbol(r + 1)).collect())
}

/// Rows and columns of the boxes; a Latin square has boxes of one row. `None` for regions.
pub(crate) fn box_of_board(board: &Board) -> Option<(usize, usize)> {
    match board.layout() {
        Layout::Boxes { rows, columns } => Some((usize::from(*rows), usize::from(*columns))),
        Layout::Regions(_) | Layout::Free => None,
        Layout::Latin => Some((1, board.size())),
    }
}

/// The shape that [`box_of_board`] told.
pub(crate) fn shape_of(rows: usize, columns: usize) -> Option<BoxShape> {
    match (u8::try_from(rows).ok()?, u8::try_from(columns).ok()?) {
        (0, _) | (_, 0) => None,
        (1, _) | (_, 1) => Some(BoxShape::None),
        (rows, columns) => Some(BoxShape::Boxes { rows, columns }),
    }
}

/// Whether a list of regions tells everything about a board: it has boxes or regions, and no
/// extra ones.
pub(crate) fn can_be_listed(board: &Board) -> bool {
    board.is_plain() && *board.layout() != Layout::Latin && board.extra_regions().next().is_none()
}

/// The board on which each cell lies in the region with this number, from 0: the usual one where
/// the regions are its boxes. `None` when the regions are not as many as the digits, with as many
/// cells each.
pub(crate) fn board_of_numbers(usual: &Arc<Board>, numbers: &[u8]) -> Option<Arc<Board>> {
    let told = Board::irregular(numbers).ok()?;
    // The same regions in another order are the same board.
    let mut map: BTreeMap<usize, u8> = BTreeMap::new();
    let alike = usual.cells().zip(numbers).all(|(cell, &number)| {
        let Some(place) = usual.box_of(cell) else { return false };
        *map.entry(place).or_insert(number) == number
    });
    Some(if alike { usual.clone() } else { told })
}

/// The extra regions as lists of cell names.
pub(crate) fn extra_of_board(board: &Board) -> Vec<Vec<String>> {
    let names = |cells: &[Cell]| cells.iter().map(|&c| board.name(c)).collect();
    board.extra_regions().map(|house| names(house.cells())).collect()
}

/// The cell of a name such as `r1c1`.
pub(crate) fn cell_of_name(board: &Board, name: &str) -> Option<Cell> {
    board.cell_named(name)
}
