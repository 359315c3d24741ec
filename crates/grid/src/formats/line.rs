//! One puzzle per line, row by row, a symbol for each cell; and `.sdm`, the same with zeros.
//!
//! What follows the cells after a blank, tab, comma, semicolon, colon or `#` is kept as
//! `meta.extra.tail`. Lines of Sudoku Exchange's bank (an id, the cells, a rating) are read too.
//!
//! [`nine`] is the quick way for the usual case: files of millions of 9x9 lines. It looks at each
//! byte once, without branches, so that the compiler turns it into vector code, and builds
//! nothing. What it does not recognise goes to the general reader, which knows all rules and
//! explains what is wrong.

use super::Format;
use super::carries::{Carries, Tells};
use super::document::Document;
use super::entry::{Entry, Form, Framing};
use super::error::{Code, FormatError};
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::regions;
use super::span::Span;
use super::squares;
use super::symbols::{self, any_size, usual_size, wrong_length};
use super::unread::Unread;
use crate::{Alphabet, Grid};
use std::collections::BTreeMap;

/// One puzzle per line.
pub(crate) static FORMAT: Entry = Entry::new(
    "line",
    "one puzzle per line, a symbol for each cell",
    Carries { meta: Tells::Fields(&["tail"]), many: true, ..Carries::SIZES },
)
.also(&["lines", "txt", "81"])
.framed(Framing::PlainLines)
.read_as(&[Form::Plain { recognise: begins_line, read }])
.written_by(write);

/// One puzzle per line, zeros for blanks.
pub(crate) static SDM: Entry = Entry::new(
    "sdm",
    "one puzzle per line, zeros for blanks",
    Carries { many: true, ..Carries::SIZES },
)
.extensions(&["sdm"])
.framed(Framing::PlainLines)
// The general way reads such a file too, whatever it holds.
.named(None)
.kind_of(Format::Line)
.read_as(&[Form::Plain { recognise: |_| false, read }])
.written_by(write_sdm);

/// Whether a line begins like one of this format.
fn begins_line(text: &str) -> bool {
    looks_like_line(text) || squares::looks_like(first_word(text))
}

/// Recognises a plain 9x9 line: exactly 81 symbols of `1`-`9` and one kind of blank, then nothing
/// or a separator and a tail. Returns the values, 0 for a blank, and the tail with its separator.
///
/// ```
/// use sudolab_grid::formats::line::nine;
/// let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 # easy";
/// let (cells, tail) = nine(line).unwrap();
/// assert_eq!((cells[0], cells[2], tail), (5, 0, &b" # easy"[..]));
/// assert!(nine(b"too short").is_none());
/// ```
#[inline]
pub fn nine(line: &[u8]) -> Option<([u8; 81], &[u8])> {
    let (symbols, tail) = line.split_first_chunk::<81>()?;
    let tail = match tail {
        [] | b"\r" => &[],
        [b' ' | b'\t' | b',' | b';' | b':' | b'#', ..] => tail,
        _ => return None,
    };
    let mut cells = [0u8; 81];
    let mut wrong = false;
    let (mut dots, mut zeros) = (false, false);
    for (cell, &symbol) in cells.iter_mut().zip(symbols) {
        let dot = symbol == b'.';
        let value = symbol.wrapping_sub(b'0');
        *cell = if dot { 0 } else { value };
        wrong |= !dot & (value > 9);
        dots |= dot;
        zeros |= value == 0;
    }
    match (wrong, dots & zeros) {
        (false, false) => Some((cells, tail)),
        (false, true) => None,
        (true, _) => Some((nine_with_other_blank(symbols)?, tail)),
    }
}

/// The same for lines whose blank is neither a dot nor a zero.
#[cold]
fn nine_with_other_blank(symbols: &[u8; 81]) -> Option<[u8; 81]> {
    let blank = *symbols.iter().find(|s| !matches!(s, b'1'..=b'9'))?;
    if !matches!(blank, b'_' | b'*' | b'-' | b'x' | b'X' | b'?') {
        return None;
    }
    let all = symbols.iter().all(|&s| s == blank || matches!(s, b'1'..=b'9'));
    // A record without any digit may be letters: let the general reader decide.
    let digit = symbols.iter().any(|&s| s != blank);
    (all && digit).then(|| symbols.map(|s| if s == blank { 0 } else { s - b'0' }))
}

/// Whether a line is skipped: blank or a comment.
pub(crate) fn is_skipped(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || (line.starts_with('#') && !is_hashed(line))
}

/// Whether a line begins like a comment and yet is a whole puzzle: with `#` for its blanks, or with
/// one `#` where the first cell of a 9x9 or larger board should stand.
pub(crate) fn is_hashed(line: &str) -> bool {
    let line = line.trim();
    let count = |is: fn(u8) -> bool| line.bytes().filter(|&b| is(b)).count();
    let (hashes, digits) = (count(|b| b == b'#'), count(|b| b.is_ascii_digit()));
    let blanks = count(|b| matches!(b, b'.' | b'_'));
    line.starts_with('#')
        && usual_size(line.len()).is_some()
        && hashes + digits + blanks == line.len()
        && digits > 0
        && (hashes > 1 || (line.len() >= 81 && blanks > 0))
}

/// The complaint about such a line: what begins with the mark of a comment is not guessed at.
pub(crate) fn hashed(line: Span<'_>) -> FormatError {
    line.trim()
        .error(Code::BadCharacter, 0, "'#' begins a comment and cannot stand for a blank")
        .found("'#'", "'.', '0' or '_' for a blank")
        .hint("write '.', '0' or '_' for a blank; a comment has a blank after its '#'")
}

/// Whether a comment hides a puzzle in line form.
pub(crate) fn hides_puzzle(line: &str) -> bool {
    let hidden = line.trim().trim_start_matches('#').trim_start();
    // A full grid is no puzzle: lists put the solution there.
    let is_puzzle = |cells: [u8; 81]| cells.contains(&0);
    hidden.len() < line.trim().len()
        && nine(hidden.as_bytes()).is_some_and(|(cells, _)| is_puzzle(cells))
}

/// The complaint about a text whose only puzzle is hidden so.
pub(crate) fn only_commented(line: usize) -> FormatError {
    FormatError::new(
        Code::UnknownFormat,
        "the only puzzle stands behind '#', which begins a comment",
    )
    .at(line, 1)
    .hint("remove the '#'")
}

fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '\t' | ',' | ';' | ':' | '#')
}

/// The cells, the tail and the other fields of a line.
struct Parts<'a> {
    cells: Span<'a>,
    tail: &'a str,
    id: Option<&'a str>,
    rating: Option<&'a str>,
}

fn is_cellish(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || symbols::is_blank(c))
}

/// Whether a line looks like a puzzle line: this many usual cells, then nothing or a separator.
pub(crate) fn looks_like_line(text: &str) -> bool {
    let text = text.trim_end_matches(['\r', '\n']);
    let first = text.trim_start().split(is_separator).next().unwrap_or_default();
    (usual_size(first.len()).is_some() && is_cellish(first) && !is_border(first))
        || is_odd_sized(first)
        || (text.trim_start().len() >= 81 && bank_fields(Span::line(text, 1)).is_some())
        || space_is_blank(text)
}

/// Whether symbols that may be cells are only drawn: none is a digit, and they are not all the
/// same. Dashes, stars and underscores alone are drawn too.
fn is_border(cells: &str) -> bool {
    let first = cells.chars().next().unwrap_or('.');
    !cells.contains(|c: char| c.is_ascii_alphanumeric())
        && (matches!(first, '-' | '*' | '_') || cells.chars().any(|c| c != first))
}

/// Whether these are the cells of a board of a size few puzzles have, 5x5 or 11x11: nothing but its
/// digits and dots or zeros, with both among them.
fn is_odd_sized(cells: &str) -> bool {
    let Some(size) = any_size(cells.len()).filter(|&size| size >= 5) else { return false };
    let value = |c: char| match c {
        '.' | '0' => Some(0),
        c => Alphabet::Numbers.value_up_to(c, size),
    };
    let blanks = cells.chars().filter(|&c| matches!(c, '.' | '0')).count();
    usual_size(cells.len()).is_none()
        && cells.chars().all(|c| value(c).is_some())
        && blanks > 0
        && (blanks < cells.len() || cells.len() > 25)
}

/// Exactly 81 characters of digits and spaces.
fn space_is_blank(text: &str) -> bool {
    text.len() == 81
        && text.contains(' ')
        && text.bytes().all(|b| matches!(b, b' ' | b'1'..=b'9'))
        && text.bytes().any(|b| b != b' ')
        && !is_row_of_groups(text)
}

/// Nine groups of rising digits with one blank between: the candidates of a row.
fn is_row_of_groups(text: &str) -> bool {
    let rises = |group: &str| group.as_bytes().is_sorted_by(|a, b| a < b);
    text.split(' ').count() == 9 && text.split(' ').all(|group| !group.is_empty() && rises(group))
}

/// `id puzzle rating`, in any order, the puzzle having 81 cells.
fn bank_fields(line: Span<'_>) -> Option<Parts<'_>> {
    let words: Vec<Span<'_>> = line.words().collect();
    if !(2..=4).contains(&words.len()) || words[0].text.len() == 81 {
        return None;
    }
    let is_puzzle = |w: &&Span<'_>| {
        w.text.len() == 81 && w.text.chars().all(|c| c.is_ascii_digit() || symbols::is_blank(c))
    };
    let cells = *words.iter().find(is_puzzle)?;
    let is_id = |w: &&Span<'_>| w.text.len() == 12 && w.text.bytes().all(|b| b.is_ascii_hexdigit());
    let is_rating = |w: &&Span<'_>| w.text.contains('.') && w.text.parse::<f64>().is_ok();
    let others = || words.iter().filter(|w| w.column != cells.column);
    let id = others().find(is_id).map(|w| w.text);
    let rating = others().find(is_rating).map(|w| w.text);
    (others().count() == usize::from(id.is_some()) + usize::from(rating.is_some()))
        .then_some(Parts { cells, tail: "", id, rating })
}

fn parts(line: Span<'_>) -> Parts<'_> {
    if let Some(parts) = bank_fields(line) {
        return parts;
    }
    if space_is_blank(line.text) {
        return Parts { cells: line, tail: "", id: None, rating: None };
    }
    let line = line.trim();
    let end = line.text.find(is_separator).unwrap_or(line.text.len());
    let tail = line.text[end..].trim();
    // gsf and serate write the rating as ED=7.2/1.2/1.2.
    let rating = tail.split(is_separator).find_map(|field| field.strip_prefix("ED="));
    Parts { cells: line.slice(0, end), tail, id: None, rating }
}

/// The digits of a 9x9 grid, zeros for blanks.
pub(crate) fn zeros(grid: &Grid) -> String {
    grid.values().iter().map(|v| char::from(b'0' + v)).collect()
}

/// What stands before the first blank, tab or comma.
pub(crate) fn first_word(line: &str) -> &str {
    line.trim().split([' ', '\t', ',', ';']).next().unwrap_or_default()
}

/// Reads a line that holds a puzzle.
pub(crate) fn read(line: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let word = first_word(line.text);
    if squares::looks_like(word) {
        let line = line.trim();
        let mut record = squares::read(line.slice(0, word.len()))?;
        let tail = line.text[word.len()..].trim();
        if !tail.is_empty() {
            record.document.meta.extra.set("tail", tail);
        }
        return Ok(record);
    }
    let forced = matches!(options.from, Some(Format::Line | Format::Sdm));
    let parts = parts(line);
    let n = parts.cells.text.chars().count();
    // Boxes that fit the length say as much as the format.
    let fits = |size: &usize| options.box_shape.is_some_and(|shape| shape.board(*size).is_ok());
    let odd = is_odd_sized(parts.cells.text);
    let size = usual_size(n).or_else(|| any_size(n).filter(|size| forced || odd || fits(size)));
    let size = size.ok_or_else(|| explain_length(parts.cells, n, options))?;
    let mut notes = Vec::new();
    let values = symbols::cells(parts.cells, size, options, &mut notes)?;
    let second = second_grid(parts.tail, n);
    let board = match &second {
        Second::Regions(map) if options.regions.is_none() => {
            let at = line.text.rfind(map).unwrap_or(0);
            regions::board_of_map(line.slice(at, at + map.len()))?
        }
        _ => options.board(size).map_err(|e| parts.cells.place(e))?,
    };
    let grid = Grid::from_values(board, &values).expect("the cells were counted and checked");
    let mut document = Document::new(grid);
    if let Second::Unknown(symbols) = &second {
        let at = line.text.rfind(symbols).unwrap_or(0);
        let what = format!("a second group of {n} symbols that is neither regions nor a solution");
        document.unread.push(Unread::rule(what).within(line.slice(at, at)));
    }
    if !parts.tail.is_empty() && !matches!(second, Second::Regions(_)) {
        document.meta.extra.set("tail", parts.tail);
    }
    document.meta.id = parts.id.map(str::to_owned);
    document.meta.rating = parts.rating.map(str::to_owned);
    let format = if options.from == Some(Format::Sdm) { Format::Sdm } else { Format::Line };
    Ok(Record::new(format, document, line.line).placed_in(parts.cells).noted(notes))
}

/// What the first word after the cells is, when it has as many symbols as there are cells.
enum Second<'a> {
    /// No such word, or one that adds nothing: a state of play or a solution.
    Nothing,
    /// A region map: each symbol as often as the board has rows.
    Regions(&'a str),
    /// Neither.
    Unknown(&'a str),
}

fn second_grid(tail: &str, n: usize) -> Second<'_> {
    let word = tail.split(is_separator).find(|word| !word.is_empty()).unwrap_or_default();
    let symbols: Vec<char> = word.chars().collect();
    let size = n.isqrt();
    if symbols.len() != n || symbols.iter().any(|c| matches!(c, '.' | '_' | '*' | '-' | '?')) {
        return Second::Nothing;
    }
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    symbols.iter().for_each(|&c| *counts.entry(c).or_default() += 1);
    let zeros_are_blank = counts.contains_key(&'0') && counts.len() != size;
    if zeros_are_blank || !symbols.iter().all(|c| c.is_ascii_alphanumeric()) {
        return Second::Nothing;
    }
    if counts.len() != size || counts.values().any(|&count| count != size) {
        return Second::Unknown(word);
    }
    // Both a solution and a region map have each symbol equally often. In a solution no two
    // neighbours are equal; in connected regions some are.
    let neighbours = (0..n).any(|i| {
        let below = i + size < n && symbols[i] == symbols[i + size];
        below || ((i + 1) % size != 0 && symbols[i] == symbols[i + 1])
    });
    if neighbours { Second::Regions(word) } else { Second::Nothing }
}

/// Whether the tail of a plain 9x9 line may change its board; see [`read`]. A solved grid does not.
pub(crate) fn has_second_grid(tail: &[u8]) -> bool {
    let begins = |b: &u8| !b" \t,;:#".contains(b);
    let Some(start) = tail.iter().position(begins) else { return false };
    let word = &tail[start..];
    let Some((symbols, rest)) = word.split_first_chunk::<81>() else { return false };
    if rest.first().is_some_and(begins) && rest.first() != Some(&b'\r') {
        return false;
    }
    let values = symbols.map(|b| b.wrapping_sub(b'0'));
    !(values.iter().all(|v| (1..=9).contains(v)) && crate::classic::every_house_is_full(&values))
}

/// A wrong number of cells is often the fault of one strange character: name that instead.
fn explain_length(cells: Span<'_>, n: usize, options: &ReadOptions) -> FormatError {
    let strange =
        cells.text.chars().position(|c| !c.is_ascii_alphanumeric() && !symbols::is_blank(c));
    match strange {
        Some(at) if options.blank.is_none() => {
            let c = cells.text.chars().nth(at).unwrap_or('?');
            cells
                .error(Code::BadCharacter, at, format!("{c:?} is not a digit"))
                .found(format!("{c:?}"), "1-9, or '.', '0', '_' for a blank")
                .hint("use 1-9, or '.', '0', '_' for a blank")
        }
        _ => match any_size(n).filter(|&size| size > 4) {
            Some(size) => wrong_length(cells, n).hint(format!(
                "if it is a {size}x{size} puzzle, say so with --from line, and which boxes it has with --box"
            )),
            None => wrong_length(cells, n),
        },
    }
}

/// The symbols of a grid, one for each cell.
pub(crate) fn symbols_of(values: &[u8], alphabet: Alphabet, blank: char) -> String {
    values.iter().map(|&v| alphabet.symbol(v).unwrap_or(blank)).collect()
}

/// The symbols of a grid as the options want them.
pub(crate) fn line_of(grid: &Grid, options: &WriteOptions) -> String {
    symbols_of(grid.values(), alphabet_for(grid, options), options.blank.unwrap_or('.'))
}

/// The alphabet asked for, where it can write the board.
pub(crate) fn alphabet_for(grid: &Grid, options: &WriteOptions) -> Alphabet {
    match options.alphabet {
        Alphabet::Hexadecimal if grid.board().size() != 16 => Alphabet::Numbers,
        // It has no symbol for what comes behind Z.
        Alphabet::Letters if grid.board().size() > 26 => Alphabet::Numbers,
        alphabet => alphabet,
    }
}

pub(crate) fn write(
    document: &Document,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    out.push_str(&line_of(document.givens(), options));
    if let Some(tail) = document.meta.extra.text("tail") {
        if !tail.starts_with([',', ';', ':']) {
            out.push(' ');
        }
        out.extend(tail.chars().map(|c| if c.is_control() { ' ' } else { c }));
    }
    out.push('\n');
    Ok(())
}

pub(crate) fn write_sdm(
    document: &Document,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let blank = options.blank.unwrap_or('0');
    out.push_str(&symbols_of(document.givens().values(), Alphabet::Numbers, blank));
    out.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn record(text: &str) -> Record {
        read(Span::line(text, 1), &ReadOptions::default()).unwrap()
    }

    #[test]
    fn the_quick_recogniser_agrees_with_the_general_reader() {
        for blank in ['.', '0', '_', '*', '-', 'x', 'X', '?'] {
            let line = PUZZLE.replace('.', &blank.to_string());
            for tail in ["", " tail", ",7.2,1.2", ";name", "\tx", "# c", ":0:"] {
                let text = format!("{line}{tail}");
                let (cells, rest) = nine(text.as_bytes()).unwrap();
                assert_eq!(cells[..], *record(&text).document.givens().values());
                assert_eq!(rest, tail.as_bytes());
            }
            assert!(nine(format!("{line}1").as_bytes()).is_none(), "glued tail");
        }
        let mut mixed = PUZZLE.replacen('.', "0", 1);
        assert!(nine(mixed.as_bytes()).is_none(), "mixed blanks are for the general reader");
        mixed = PUZZLE.replacen('.', "q", 1);
        assert!(nine(mixed.as_bytes()).is_none());
        assert!(nine(&[b'x'; 81]).is_none());
        assert!(nine(b"").is_none());
    }

    #[test]
    fn every_byte_is_judged_alike_by_the_quick_recogniser() {
        for byte in 0..=255u8 {
            let mut line: Vec<u8> = PUZZLE.bytes().collect();
            line[80] = byte;
            let good = matches!(byte, b'1'..=b'9' | b'.');
            assert_eq!(nine(&line).is_some(), good, "{byte}");
        }
    }

    #[test]
    fn tails_ids_and_ratings_are_kept() {
        let tail = |text: &str| {
            record(&format!("{PUZZLE}{text}")).document.meta.extra.text("tail").map(str::to_owned)
        };
        assert_eq!(tail("  # comment"), Some("# comment".into()));
        assert_eq!(tail(",7.2,1.2,1.2"), Some(",7.2,1.2,1.2".into()));
        assert_eq!(tail(" ED=7.2/1.2/1.2"), Some("ED=7.2/1.2/1.2".into()));
        assert_eq!(
            record(&format!("{PUZZLE} ED=7.2/1.2/1.2")).document.meta.rating.as_deref(),
            Some("7.2/1.2/1.2")
        );
        let zeros = PUZZLE.replace('.', "0");
        let bank = record(&format!("0000183b305c {zeros}  7.1"));
        assert_eq!(bank.document.meta.id.as_deref(), Some("0000183b305c"));
        assert_eq!(bank.document.meta.rating.as_deref(), Some("7.1"));
        assert_eq!(bank.place_of(Cell::new(0)), Some((1, 14)));
        assert_eq!(bank.document.givens().n_filled(), 30);
    }

    #[test]
    fn a_space_is_a_blank_only_in_lines_of_81() {
        let spaced = record(&PUZZLE.replace('.', " "));
        assert_eq!(spaced.document.givens().to_string(), PUZZLE);
        assert!(!looks_like_line(&PUZZLE.replace('.', " ")[..80]));
    }
}
