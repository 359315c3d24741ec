//! Grids of candidates.
//!
//! A group of one digit may be a given, a placed digit or a cell with one candidate left. When
//! another cell of its houses that is still open lists the digit, it is an open cell; otherwise it
//! is settled, and with nothing else to go by it counts as a given. A plain grid of the givens
//! before the candidates tells more: the first grid holds the givens, a second one the givens and
//! the placed digits.

use super::Format;
use super::boxed;
use super::boxed::border_steps;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form, Frame, Framing};
use super::error::{Code, FormatError};
use super::options::{Manner, ReadOptions, WriteOptions};
use super::record::Record;
use super::rows::Row;
use super::span::Span;
use super::symbols::cell_name;
use crate::{Alphabet, Board, Digit, DigitSet, Grid};
use std::sync::Arc;

/// A drawn grid of candidates.
pub(crate) static FORMAT: Entry = Entry::new(
    "pencilmarks",
    "drawn grid of candidates",
    Carries { candidates: true, many: true, ..Carries::SIZES },
)
.also(&["pencilmark", "pm"])
.framed(Framing::Blocks)
.read_as(&[Form::Rows {
    rank: 2,
    recognise: |rows, grouped| grouped && !boxed::is_cells(rows),
    read,
}])
.written_by(write)
.frame(Frame { between: "\n", ..Frame::NONE });

/// The document whose givens are the settled cells of these candidates.
pub(crate) fn settled(board: &Arc<Board>, sets: &[DigitSet]) -> Document {
    let mut givens = Grid::empty(board.clone());
    for cell in board.cells() {
        let Some(digit) = sets[cell.index()].single() else { continue };
        let open_peer = |peer: &crate::Cell| {
            let set = sets[peer.index()];
            set.len() > 1 && set.contains(digit)
        };
        if !board.peer_list(cell).iter().any(open_peer) {
            givens.set(cell, digit);
        }
    }
    Document::new(givens)
}

/// A group of candidates: which digits, and which of them are marked for removal.
pub(crate) fn group(
    group: Span<'_>,
    cell: usize,
    size: usize,
    options: &ReadOptions,
) -> Result<(DigitSet, DigitSet), FormatError> {
    if matches!(group.text, "." | "0") {
        let lenient = options.manner == Manner::Lenient;
        let set = if lenient { DigitSet::all(size as u8) } else { DigitSet::EMPTY };
        return Ok((set, DigitSet::EMPTY));
    }
    let (mut set, mut marked) = (DigitSet::EMPTY, DigitSet::EMPTY);
    let mut minus = false;
    for (i, c) in group.text.chars().enumerate() {
        let value = match size {
            0..=9 => Alphabet::Numbers.value(c).filter(|_| c.is_ascii_digit()),
            10..=35 => Alphabet::Numbers.value(c),
            _ => Alphabet::Numbers.value_up_to(c, size),
        };
        match value.and_then(Digit::from_number) {
            Some(digit) if usize::from(digit.value()) <= size => {
                set.insert(digit);
                if minus {
                    marked.insert(digit);
                }
            }
            Some(_) => {
                return Err(group
                    .error(
                        Code::DigitOutOfRange,
                        i,
                        format!("candidate {c:?} is larger than the board, {size}x{size}"),
                    )
                    .in_cell(cell_name(cell, size))
                    .found(format!("{c:?}"), format!("1 to {size}"))
                    .hint(format!("use candidates 1 to {size}")));
            }
            None if matches!(c, '*' | '#' | '@' | '-' | '(' | ')' | '/' | '+') => {}
            None if size <= 9 && c.is_ascii_alphabetic() => {}
            None => {
                return Err(group
                    .error(Code::BadCharacter, i, format!("{c:?} is not a candidate"))
                    .in_cell(cell_name(cell, size))
                    .found(format!("{c:?}"), "digits without separators")
                    .hint("write candidates as digits without separators, such as 124"));
            }
        }
        minus = c == '-';
    }
    Ok((set, marked))
}

/// The candidates of all groups, and those marked for removal.
pub(crate) fn groups(
    rows: &[Row<'_>],
    options: &ReadOptions,
) -> Result<(Vec<DigitSet>, Vec<DigitSet>), FormatError> {
    let size = rows.len();
    let all = rows.iter().flat_map(|row| &row.groups);
    let read: Result<Vec<_>, _> =
        all.enumerate().map(|(i, g)| group(*g, i, size, options)).collect();
    Ok(read?.into_iter().unzip())
}

/// Reads rows of groups, as many groups in each as there are rows.
pub(crate) fn read(rows: &[Row<'_>], options: &ReadOptions) -> Result<Record, FormatError> {
    let size = rows.len();
    let n_groups: usize = rows.iter().map(|row| row.groups.len()).sum();
    let first = rows[0].groups[0];
    if n_groups != size * size {
        super::rows::shape(rows)?;
    }
    if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.groups.len() != size) {
        let found = row.groups.len();
        return Err(first
            .error(Code::WrongLength, 0, format!("row {} has {found} groups", i + 1))
            .on_line(row.line)
            .found(format!("{found} groups"), format!("{size} groups"))
            .hint("separate the cells by blanks"));
    }
    let (sets, marked) = groups(rows, options)?;
    let board = options.board(size).map_err(|e| first.place(e))?;
    let mut document = settled(&board, &sets).with_candidates(&sets);
    if options.keep_marked {
        let names: Vec<String> = board
            .cells()
            .flat_map(|cell| marked[cell.index()].iter().map(move |d| (cell, d)))
            .map(|(cell, digit)| format!("{}#{digit}", board.name(cell)))
            .collect();
        if !names.is_empty() {
            document.meta.extra.set("marked", names.join(" "));
        }
    }
    let places =
        rows.iter().flat_map(|row| row.groups.iter().map(|g| (g.line, g.column))).collect();
    Ok(Record::new(Format::Pencilmarks, document, first.line).with_places(places))
}

/// Joins a grid of givens, and perhaps one of givens and placed digits, with the candidates that
/// follow; `None` when they do not belong together.
pub(crate) fn join(givens: &Grid, values: &Grid, candidates: &Document) -> Option<Document> {
    let sets = candidates.candidates()?;
    let same_board = givens.board() == values.board() && values.board() == candidates.board();
    let extends = |small: &Grid, large: &Grid| {
        small.filled().all(|(cell, digit)| large.get(cell) == Some(digit))
    };
    let shown = || values.filled().all(|(cell, digit)| sets[cell.index()] == DigitSet::only(digit));
    if !same_board || !extends(givens, values) || !shown() {
        return None;
    }
    let mut document = Document::new(givens.clone()).with_placed(values).with_candidates(sets);
    document.meta = candidates.meta.clone();
    Some(document)
}

/// The candidates of a cell as one group.
pub(crate) fn group_text(set: DigitSet) -> String {
    if set.is_empty() {
        return ".".to_owned();
    }
    set.iter().filter_map(|d| Alphabet::Numbers.symbol(d.value())).collect()
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    draw(document.board(), &document.shown_candidates(), out);
    Ok(())
}

/// Draws candidates in columns just wide enough.
pub(crate) fn draw(board: &Board, sets: &[DigitSet], out: &mut String) {
    let size = board.size();
    let (band, stack) = border_steps(board);
    let texts: Vec<String> = sets.iter().map(|&set| group_text(set)).collect();
    let widths: Vec<usize> = (0..size)
        .map(|c| (0..size).map(|r| texts[r * size + c].len()).max().unwrap_or(1))
        .collect();
    let border = |ends: [char; 3], out: &mut String| {
        for (s, columns) in widths.chunks(stack).enumerate() {
            out.push(ends[usize::from(s > 0)]);
            let dashes = columns.iter().sum::<usize>() + 2 * columns.len();
            out.extend(std::iter::repeat_n('-', dashes));
        }
        out.push(ends[2]);
        out.push('\n');
    };
    border(['.', '.', '.'], out);
    for r in 0..size {
        if r > 0 && r % band == 0 {
            border([':', '+', ':'], out);
        }
        for (c, &width) in widths.iter().enumerate() {
            out.push_str(if c % stack == 0 { "| " } else { " " });
            out.push_str(&format!("{:<width$} ", texts[r * size + c]));
        }
        out.push_str("|\n");
    }
    border(['\'', '\'', '\''], out);
}
