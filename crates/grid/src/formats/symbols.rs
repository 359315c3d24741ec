//! From symbols to cells: which alphabet, which blank, which size.
//!
//! A row of symbols does not say how it is meant. The rules, in order:
//! * the alphabet asked for; else, on 16x16, a `0` together with letters up to `F` and dots means
//!   `0-F`; letters without any digit on a board of at most 26 mean `A` = 1; otherwise `1-9A..`;
//! * a symbol that is a digit of the board is that digit; otherwise it may be one of the blanks
//!   `. 0 _ * - x X ?`;
//! * when all symbols but the digits are one and the same unknown character, that is the blank.

use super::error::{Code, FormatError, Note};
use super::options::{Manner, ReadOptions};
use super::span::Span;
use crate::{Alphabet, MAX_SIZE};

/// The lengths of a line that are taken for a puzzle without further evidence.
pub(crate) const LINE_LENGTHS: [usize; 8] = [16, 36, 64, 81, 100, 144, 256, 625];

/// The size of a board of so many cells, if it is one of the usual.
pub(crate) fn usual_size(n_cells: usize) -> Option<usize> {
    LINE_LENGTHS.contains(&n_cells).then(|| n_cells.isqrt())
}

/// The size of a board of so many cells.
pub(crate) fn any_size(n_cells: usize) -> Option<usize> {
    let size = n_cells.isqrt();
    (size * size == n_cells && (2..=usize::from(MAX_SIZE)).contains(&size)).then_some(size)
}

/// The usual number of cells nearest to this one.
pub(crate) fn nearest_length(n: usize) -> usize {
    LINE_LENGTHS.into_iter().min_by_key(|m| m.abs_diff(n)).unwrap_or(81)
}

/// Whether a character may stand for a blank.
pub(crate) fn is_blank(symbol: char) -> bool {
    matches!(symbol, '.' | '0' | '_' | '*' | '-' | 'x' | 'X' | '?')
}

/// The complaint about a number of cells that fits no board.
pub(crate) fn wrong_length(span: Span<'_>, found: usize) -> FormatError {
    let most = usize::from(MAX_SIZE);
    if found > most * most {
        let side = found.isqrt();
        return span
            .error(Code::WrongLength, 0, format!("{found} cells found"))
            .found(format!("{found} cells"), format!("{} cells at the most", most * most))
            .hint(match side * side == found {
                true => {
                    format!("this is a {side}x{side} puzzle; boards go up to {most}x{most} here")
                }
                false => format!("boards go up to {most}x{most} here"),
            });
    }
    let nearest = nearest_length(found);
    let size = nearest.isqrt();
    span.error(Code::WrongLength, found.min(nearest), format!("{found} cells found"))
        .found(format!("{found} cells"), format!("{nearest} cells"))
        .hint(format!("a {size}x{size} puzzle, the nearest size, has {nearest}"))
}

/// How the symbols of one record are to be understood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbols {
    pub alphabet: Alphabet,
    size: usize,
    /// The only blank, when the user or the record says so.
    blank: Option<char>,
    only_this_blank: bool,
}

impl Symbols {
    /// Finds out from all symbols of a record.
    pub fn of(
        symbols: impl Iterator<Item = char> + Clone,
        size: usize,
        options: &ReadOptions,
    ) -> Symbols {
        let alphabet = options.alphabet.unwrap_or_else(|| guess_alphabet(symbols.clone(), size));
        let mut blank = options.blank;
        if blank.is_none() && options.manner != Manner::Strict {
            blank = lonely_blank(symbols, alphabet, size);
        }
        Symbols { alphabet, size, blank, only_this_blank: options.blank.is_some() }
    }

    /// The value of a symbol, 0 for a blank, or the kind of mistake it is.
    pub fn value(&self, symbol: char) -> Result<u8, Code> {
        if self.blank == Some(symbol) {
            return Ok(0);
        }
        if let Some(value) = self.alphabet.value_up_to(symbol, self.size) {
            return Ok(value);
        }
        // Above 35 digits a small letter that is none of them is not the capital one either.
        match self.alphabet.value(symbol) {
            _ if !self.only_this_blank && is_blank(symbol) => Ok(0),
            Some(_) if symbol.is_ascii_digit() || self.size > 9 => Err(Code::DigitOutOfRange),
            None if symbol == '0' => Err(Code::DigitOutOfRange),
            _ => Err(Code::BadCharacter),
        }
    }

    /// The complaint about a symbol in a cell.
    pub fn complaint(&self, code: Code, symbol: char, cell: usize) -> FormatError {
        let expected = self.expected();
        let what = match code {
            Code::DigitOutOfRange if symbol == '0' => {
                "'0' is not a digit of this alphabet".to_owned()
            }
            Code::DigitOutOfRange => {
                format!("digit {symbol:?} is larger than the board, {0}x{0}", self.size)
            }
            _ => format!("{symbol:?} is not a digit"),
        };
        FormatError::new(code, what)
            .in_cell(cell_name(cell, self.size))
            .found(format!("{symbol:?}"), expected.clone())
            .hint(format!("use {expected}"))
    }

    /// `1-9, or '.', '0', '_' for a blank`.
    fn expected(&self) -> String {
        let symbol = |value: usize| self.alphabet.symbol(value as u8).unwrap_or('?');
        let last = symbol(self.size);
        let digits = match self.alphabet {
            Alphabet::Numbers if self.size > 61 => "1-9, A-Z, a-z, @, %, &".to_owned(),
            Alphabet::Numbers if self.size > 35 => format!("1-9, A-Z, a-{last}"),
            Alphabet::Numbers if self.size > 9 => format!("1-9, A-{last}"),
            Alphabet::Hexadecimal if self.size > 10 => format!("0-9, A-{last}"),
            _ => format!("{}-{last}", symbol(1)),
        };
        match (self.blank.filter(|_| self.only_this_blank), self.alphabet) {
            (Some(blank), _) => format!("{digits}, or {blank:?} for a blank"),
            (None, Alphabet::Hexadecimal) => format!("{digits}, or '.', '_', '-' for a blank"),
            (None, _) => format!("{digits}, or '.', '0', '_' for a blank"),
        }
    }
}

/// `r2c3` for a cell number.
pub(crate) fn cell_name(cell: usize, size: usize) -> String {
    format!("r{}c{}", cell / size + 1, cell % size + 1)
}

fn guess_alphabet(symbols: impl Iterator<Item = char> + Clone, size: usize) -> Alphabet {
    let letter = |alphabet: Alphabet, c: char| {
        c.is_ascii_alphabetic() && alphabet.value(c).is_some_and(|v| usize::from(v) <= size)
    };
    let (mut zero, mut digit, mut dot) = (false, false, false);
    let (mut letters, mut beyond_f) = (false, false);
    for c in symbols {
        match c {
            '0' => zero = true,
            '1'..='9' => digit = true,
            '.' => dot = true,
            c if c.is_ascii_alphabetic() => {
                letters |= letter(Alphabet::Letters, c);
                beyond_f |= !matches!(c.to_ascii_uppercase(), 'A'..='F' | 'X');
            }
            _ => {}
        }
    }
    match (letters, digit) {
        (true, _) if size == 16 && zero && dot && !beyond_f => Alphabet::Hexadecimal,
        (true, false) if size <= 26 => Alphabet::Letters,
        _ => Alphabet::Numbers,
    }
}

/// The one character besides the digits, when there is only one and it is no usual blank.
fn lonely_blank(
    symbols: impl Iterator<Item = char>,
    alphabet: Alphabet,
    size: usize,
) -> Option<char> {
    let mut found = None;
    for c in symbols {
        if alphabet.value_up_to(c, size).is_some() {
            continue;
        }
        let value = alphabet.value(c);
        // A digit or letter that would be a digit elsewhere is a mistake, not a blank.
        if is_blank(c) || value.is_some() || found.is_some_and(|f| f != c) {
            return None;
        }
        found = Some(c);
    }
    found
}

/// Reads the cells of a record from one piece of text. `size` is known to fit.
pub(crate) fn cells(
    span: Span<'_>,
    size: usize,
    options: &ReadOptions,
    notes: &mut Vec<Note>,
) -> Result<Vec<u8>, FormatError> {
    let places = span.text.chars().enumerate().map(|(i, c)| (c, (span.line, span.column + i)));
    cells_at(places, size, options, notes)
}

/// Reads the cells of a record from symbols with their line and column.
pub(crate) fn cells_at(
    symbols: impl Iterator<Item = (char, (usize, usize))> + Clone,
    size: usize,
    options: &ReadOptions,
    notes: &mut Vec<Note>,
) -> Result<Vec<u8>, FormatError> {
    let meaning = Symbols::of(symbols.clone().map(|(c, _)| c), size, options);
    let mut values = Vec::with_capacity(size * size);
    let mut blank: Option<char> = None;
    let mut mixed = false;
    for (i, (symbol, (line, column))) in symbols.enumerate() {
        let value = meaning
            .value(symbol)
            .map_err(|code| meaning.complaint(code, symbol, i).at(line, column))?;
        values.push(value);
        if value == 0 && *blank.get_or_insert(symbol) != symbol && !mixed {
            mixed = true;
            let first = blank.unwrap_or('.');
            let what = format!("both {first:?} and {symbol:?} stand for a blank");
            if options.manner == Manner::Strict {
                return Err(FormatError::new(Code::MixedBlanks, what)
                    .at(line, column)
                    .in_cell(cell_name(i, size))
                    .found(format!("{symbol:?}"), format!("{first:?}"))
                    .hint("use one symbol for all blanks, or leave out --strict"));
            }
            notes.push(Note { code: Some(Code::MixedBlanks), line, text: what });
        }
    }
    Ok(values)
}

/// The complaint about a packed 9x9 puzzle that ends after so many cells.
pub(crate) fn too_few_packed(text: Span<'_>, n_cells: usize) -> FormatError {
    let end = text.text.chars().count();
    text.error(Code::Truncated, end, format!("only {n_cells} cells are packed in it"))
        .found(format!("{n_cells} cells"), "81 cells")
        .hint("the end is missing; copy the whole link")
}

/// The complaint about a packed 9x9 puzzle whose symbol at this place is one too many.
pub(crate) fn too_many_packed(text: Span<'_>, at: usize) -> FormatError {
    text.error(Code::WrongLength, at, "more than 81 cells are packed in it")
        .found("more than 81 cells", "81 cells")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, size: usize) -> Result<Vec<u8>, FormatError> {
        cells(Span::line(text, 1), size, &ReadOptions::default(), &mut Vec::new())
    }

    #[test]
    fn alphabets_are_told_apart_by_what_occurs() {
        let line = |start: &str| format!("{start}{}", ".".repeat(256 - start.len()));
        assert_eq!(read(&line("0aF9"), 16).unwrap()[..4], [1, 11, 16, 10]);
        assert_eq!(read(&line("AbP"), 16).unwrap()[..3], [1, 2, 16]);
        assert_eq!(read(&line("1aG"), 16).unwrap()[..3], [1, 10, 16]);
        assert_eq!(read(&line("1H"), 16).unwrap_err().code(), Code::DigitOutOfRange);
        assert_eq!(read("ABCD............", 4).unwrap()[..4], [1, 2, 3, 4]);
        assert_eq!(read("xxxx1xxxxxxxxxxx", 4).unwrap()[4], 1);
    }

    #[test]
    fn small_letters_of_large_boards_are_digits_blanks_or_mistakes_but_no_capitals() {
        let line =
            |start: &str, size: usize| format!("{start}{}", ".".repeat(size * size - start.len()));
        assert_eq!(read(&line("1Aa", 36), 36).unwrap()[..3], [1, 10, 36]);
        assert_eq!(read(&line("1Ab", 36), 36).unwrap_err().code(), Code::DigitOutOfRange);
        assert_eq!(read(&line("1Xx", 36), 36).unwrap()[..3], [1, 33, 0]);
        assert_eq!(read(&line("1Xx", 64), 64).unwrap()[..3], [1, 33, 59]);
        assert_eq!(read(&line("ABC", 30), 30).unwrap()[..3], [10, 11, 12]);
        assert_eq!(read(&line("1ab", 35), 35).unwrap()[..3], [1, 10, 11]);
    }

    #[test]
    fn a_lonely_unknown_character_is_the_blank() {
        assert_eq!(read("12~4~~~~~~~~~~~~", 4).unwrap()[..4], [1, 2, 0, 4]);
        assert_eq!(read("12~4.~~~~~~~~~~~", 4).unwrap_err().column(), Some(3));
        let strict = ReadOptions { manner: Manner::Strict, ..ReadOptions::default() };
        let span = Span::line("12~4~~~~~~~~~~~~", 1);
        assert!(cells(span, 4, &strict, &mut Vec::new()).is_err());
    }

    #[test]
    fn a_chosen_blank_makes_the_others_mistakes() {
        let options = ReadOptions { blank: Some('.'), ..ReadOptions::default() };
        let span = Span::line("10..............", 1);
        let error = cells(span, 4, &options, &mut Vec::new()).unwrap_err();
        assert_eq!((error.code(), error.column()), (Code::DigitOutOfRange, Some(2)));
    }
}
