//! The one-line form of puzzles and grids: a symbol for each cell, row by row.
//!
//! This is the form `parse` and `Display` use; the many other formats live in their own modules.

use crate::{Alphabet, Board, Grid, Puzzle};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Why a line is not a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineError {
    /// The number of cells fits no board, or not this one.
    Length {
        /// Cells found.
        found: usize,
        /// The nearest number of cells that would do.
        expected: usize,
    },
    /// A symbol is neither a digit of the board nor a blank.
    Symbol {
        /// What was found.
        symbol: char,
        /// Where, from 1.
        column: usize,
        /// The largest digit of the board.
        size: usize,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Length { found, expected } => write!(
                f,
                "{found} cells found; a puzzle line has as many as its board, here probably {expected}"
            ),
            LineError::Symbol { symbol, column, size } => {
                let last = Alphabet::Numbers.symbol(*size as u8).unwrap_or('9');
                let range = match size {
                    0..=9 => format!("1-{last}"),
                    10..=35 => format!("1-9, A-{last}"),
                    36..=61 => format!("1-9, A-Z, a-{last}"),
                    _ => "1-9, A-Z, a-z, @, %, &".to_owned(),
                };
                write!(
                    f,
                    "column {column}: {symbol:?} is not a digit of this board; use {range}, or '.', '0', '_' for a blank"
                )
            }
        }
    }
}

impl std::error::Error for LineError {}

/// Whether a character stands for a blank cell in a line.
pub(crate) fn is_blank(symbol: char) -> bool {
    matches!(symbol, '.' | '0' | '_' | '*' | '-' | '?')
}

impl Board {
    /// Reads a grid of this board from a line.
    pub fn grid_from_line(self: &Arc<Self>, line: &str) -> Result<Grid, LineError> {
        if !self.is_plain() {
            return self.grid_from_free_line(line);
        }
        let found = line.chars().count();
        if found != self.n_cells() {
            return Err(LineError::Length { found, expected: self.n_cells() });
        }
        let size = self.size();
        let values: Result<Vec<u8>, LineError> = line
            .chars()
            .enumerate()
            .map(|(i, symbol)| match Alphabet::Numbers.value_up_to(symbol, size) {
                Some(value) => Ok(value),
                _ if is_blank(symbol) => Ok(0),
                _ => Err(LineError::Symbol { symbol, column: i + 1, size }),
            })
            .collect();
        Ok(Grid::from_values(self.clone(), &values?).expect("length and values were just checked"))
    }

    /// The same for a board that is not plain: one symbol for each place of the grid, `#` for a hole;
    /// a zero is a blank unless it is a value. Cells beside the grid stay blank.
    fn grid_from_free_line(self: &Arc<Self>, line: &str) -> Result<Grid, LineError> {
        let words: Vec<&str> = match line.contains(',') {
            true => line.split(',').map(str::trim).collect(),
            false => line.split("").filter(|word| !word.is_empty()).collect(),
        };
        let places = self.rows() * self.columns();
        if words.len() != places {
            return Err(LineError::Length { found: words.len(), expected: places });
        }
        let mut grid = Grid::empty(self.clone());
        for (i, word) in words.into_iter().enumerate() {
            let symbol = word.chars().next().unwrap_or(' ');
            let value = match word.parse::<i64>() {
                Ok(value) => Some(value),
                Err(_) => {
                    Alphabet::Numbers.value(symbol).filter(|_| word.len() == 1).map(i64::from)
                }
            };
            let digit = value.and_then(|value| self.digit_of(value));
            match (self.cell_at(i / self.columns(), i % self.columns()), digit) {
                (Some(cell), Some(digit)) => grid.set(cell, digit),
                (Some(_), None) if is_blank(symbol) => {}
                (None, _) if symbol == '#' || is_blank(symbol) => {}
                _ => return Err(LineError::Symbol { symbol, column: i + 1, size: self.size() }),
            }
        }
        Ok(grid)
    }
}

impl FromStr for Puzzle {
    type Err = LineError;

    /// Reads a puzzle in line form on the usual board of its length.
    fn from_str(line: &str) -> Result<Puzzle, LineError> {
        if let Some(clues) = plain_nine(line) {
            return Ok(Puzzle::new(clues));
        }
        let line = line.trim();
        let found = line.chars().count();
        let size = found.isqrt();
        let board = Board::of_size(size)
            .ok()
            .filter(|b| b.n_cells() == found)
            .ok_or(LineError::Length { found, expected: nearest_square(found) })?;
        Ok(Puzzle::new(board.grid_from_line(line)?))
    }
}

/// A line of 81 digits and blanks, nothing around it: the case worth a loop of its own, without
/// branches. Anything else is read, or refused with its reason, by the general way.
fn plain_nine(line: &str) -> Option<Grid> {
    let bytes: &[u8; 81] = line.as_bytes().try_into().ok()?;
    let mut values = [0; 81];
    let mut good = true;
    for (value, &byte) in values.iter_mut().zip(bytes) {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        let is_blank =
            (byte == b'.') | (byte == b'_') | (byte == b'*') | (byte == b'-') | (byte == b'?');
        good &= is_digit | is_blank;
        *value = if is_digit { digit } else { 0 };
    }
    if good { Grid::nine(values) } else { None }
}

fn nearest_square(n: usize) -> usize {
    let usual = [16usize, 36, 64, 81, 100, 144, 256, 625, 1296, 4096];
    usual.into_iter().min_by_key(|&m| m.abs_diff(n)).unwrap_or(81)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_and_parsing_are_inverse() {
        for line in ["1.3.............", &"12......G.......".repeat(16), &".".repeat(625)] {
            assert_eq!(line.parse::<Puzzle>().unwrap().to_string(), *line);
        }
    }

    #[test]
    fn the_plain_loop_reads_what_the_general_way_reads() {
        let board = Board::classic();
        for byte in 0..128u8 {
            let mut line = "12345678.0_*-?".repeat(6)[..81].to_owned();
            line.replace_range(40..41, &char::from(byte).to_string());
            let plain = plain_nine(&line);
            assert_eq!(plain, board.grid_from_line(&line).ok(), "{byte}");
        }
        assert_eq!(plain_nine(&".".repeat(80)), None);
        let spaced = format!(" {}\n", ".".repeat(81));
        assert_eq!(spaced.parse::<Puzzle>().unwrap().n_clues(), 0);
    }

    #[test]
    fn a_bad_symbol_is_named_with_its_column() {
        let error = "12a.............".parse::<Puzzle>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "column 3: 'a' is not a digit of this board; use 1-4, or '.', '0', '_' for a blank"
        );
        let error = ".".repeat(80).parse::<Puzzle>().unwrap_err();
        assert_eq!(error, LineError::Length { found: 80, expected: 81 });
    }
}
