//! All candidates in one line: for each cell as many symbols as the board has digits, the digit
//! itself where it is possible and a blank where it is not. 729 symbols on a 9x9 board.
//!
//! A puzzle given this way without any solved cell is a legitimate pencilmark puzzle.

use super::Format;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form, Framing};
use super::error::{Code, FormatError};
use super::options::{ReadOptions, WriteOptions};
use super::pencilmarks::settled;
use super::record::Record;
use super::span::Span;
use super::symbols::{any_size, cell_name, is_blank};
use crate::{Alphabet, Digit, DigitSet};

/// All candidates in one line.
pub(crate) static FORMAT: Entry = Entry::new(
    "sukaku",
    "candidates in one line (729 symbols)",
    Carries { candidates: true, many: true, ..Carries::SIZES },
)
.also(&["729"])
.framed(Framing::Lines)
.read_as(&[Form::Line { rank: 3, recognise: looks_like, read }])
.written_by(write);

/// The size whose cube is this length.
pub(crate) fn size_of(length: usize) -> Option<usize> {
    (4..=64).find(|n| n * n * n == length)
}

/// Whether a line has the length and the symbols of this format. 64, 729 and 4096 symbols are an 8x8, 27x27
/// or 64x64 puzzle as well as a smaller one with its candidates: only the exact places of many digits speak for
/// the latter.
pub(crate) fn looks_like(line: &str) -> bool {
    let line = line.trim();
    size_of(line.len()).is_some_and(|n| {
        let fits = |(i, c): (usize, char)| is_blank(c) || value(c, n) == Some(i % n + 1);
        let all = line.chars().enumerate().all(fits);
        // The cells of a larger puzzle hardly keep to these places by chance; blank ones do, and so
        // does a drawn border of any length.
        let digits = line.chars().filter(|&c| !is_blank(c)).count();
        all && digits >= if any_size(line.len()).is_some() { n * n / 2 } else { 1 }
    })
}

fn value(symbol: char, size: usize) -> Option<usize> {
    Alphabet::Numbers.value_up_to(symbol, size).map(usize::from)
}

pub(crate) fn read(line: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let line = line.trim();
    let length = line.text.chars().count();
    let n = size_of(length).ok_or_else(|| {
        let nearest = (4..=64).min_by_key(|n: &usize| (n * n * n).abs_diff(length)).unwrap_or(9);
        let wanted = nearest * nearest * nearest;
        line.error(Code::WrongLength, length.min(wanted), format!("{length} symbols found"))
            .found(format!("{length} symbols"), format!("{wanted} symbols"))
            .hint(format!("a {nearest}x{nearest} puzzle, the nearest size, has {wanted}"))
    })?;
    let mut sets = vec![DigitSet::EMPTY; n * n];
    let mut places = Vec::with_capacity(n * n);
    for (i, symbol) in line.text.chars().enumerate() {
        let (cell, expected) = (i / n, i % n + 1);
        if i % n == 0 {
            places.push((line.line, line.column + i));
        }
        if value(symbol, n) == Some(expected) {
            sets[cell] |=
                Digit::from_number(expected as u8).map_or(DigitSet::EMPTY, DigitSet::only);
        } else if !is_blank(symbol) {
            let digit = Alphabet::Numbers.symbol(expected as u8).unwrap_or('?');
            return Err(line
                .error(Code::BadCharacter, i, format!("{symbol:?} where only {digit} may stand"))
                .in_cell(cell_name(cell, n))
                .found(format!("{symbol:?}"), format!("{digit} or a blank"))
                .hint(format!("use {digit}, or '.' where it is no candidate")));
        }
    }
    let board = options.board(n).map_err(|e| line.place(e))?;
    let document = settled(&board, &sets).with_candidates(&sets);
    Ok(Record::new(Format::Sukaku, document, line.line).with_places(places))
}

pub(crate) fn write(
    document: &Document,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let blank = options.blank.unwrap_or('.');
    for set in document.shown_candidates() {
        for digit in document.board().digits().iter() {
            let symbol = Alphabet::Numbers.symbol(digit.value());
            out.push(symbol.filter(|_| set.contains(digit)).unwrap_or(blank));
        }
    }
    out.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_larger_puzzle_is_no_list_of_candidates() {
        for n in [4, 9, 16] {
            let blank = |n_digits: usize| {
                let symbol = |i: usize| match Alphabet::Numbers.symbol((i % n + 1) as u8) {
                    Some(symbol) if i < n_digits => symbol,
                    _ => '.',
                };
                (0..n * n * n).map(symbol).collect::<String>()
            };
            assert!(!looks_like(&blank(1)) && !looks_like(&blank(n * n / 2 - 1)), "{n}");
            assert!(looks_like(&blank(n * n / 2)) && looks_like(&blank(n * n * n)), "{n}");
        }
        // No square has 343 cells, so one symbol is enough.
        assert!(looks_like(&format!("1{}", ".".repeat(342))));
    }
}
