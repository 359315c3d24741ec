//! SudoCue's work in progress: nine lines of nine groups; `u5` is a 5 the user placed.
//!
//! A digit without `u` is a given or a cell with one candidate left; the format cannot tell, so
//! the rule of the pencilmark grids decides when reading.

use super::Format;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form, Frame, Framing, Narrows};
use super::error::{Code, FormatError};
use super::options::{ReadOptions, WriteOptions};
use super::pencilmarks::{group, group_text, settled};
use super::record::Record;
use super::rows::Row;
use super::span::Span;
use super::symbols::cell_name;
use crate::{Cell, Digit, DigitSet, Grid};

/// SudoCue, work in progress.
pub(crate) static FORMAT: Entry = Entry::new("sdx", "SudoCue work in progress", Carries::GAME)
    .extensions(&["sdx"])
    .framed(Framing::Blocks)
    .named(Some(Framing::Whole))
    .read_as(&[Form::Rows {
        rank: 1,
        recognise: |rows, grouped| grouped && rows.len() <= 9 && looks_like(rows),
        read,
    }])
    .written_by(write)
    .frame(Frame { between: "\n", fills_file: true, ..Frame::NONE })
    .noted()
    .limits(Narrows { unclear: unclear_singles, ..Narrows::NOTHING });

/// Whether some group has the mark of a placed digit.
pub(crate) fn looks_like(rows: &[Row<'_>]) -> bool {
    let mut groups = rows.iter().flat_map(|row| &row.groups);
    groups.any(|g| {
        g.text.len() == 2
            && g.text.starts_with(['u', 'U'])
            && g.text.ends_with(|c: char| c.is_ascii_digit())
    })
}

pub(crate) fn read(rows: &[Row<'_>], options: &ReadOptions) -> Result<Record, FormatError> {
    let size = rows.len();
    if rows.iter().any(|row| row.groups.len() != size) {
        super::rows::shape(rows)?;
    }
    let groups: Vec<Span<'_>> = rows.iter().flat_map(|row| row.groups.iter().copied()).collect();
    let first = groups[0];
    if groups.len() != size * size {
        return Err(first
            .error(Code::WrongLength, 0, format!("{} groups in {size} rows", groups.len()))
            .found(format!("{} groups", groups.len()), format!("{} groups", size * size))
            .hint("separate the cells by blanks"));
    }
    let board = options.board(size).map_err(|e| first.place(e))?;
    let mut sets = vec![DigitSet::EMPTY; size * size];
    let mut placed = Grid::empty(board.clone());
    for (i, &g) in groups.iter().enumerate() {
        let Some(rest) = g.text.strip_prefix(['u', 'U']) else {
            sets[i] = group(g, i, size, options)?.0;
            continue;
        };
        let digit = rest
            .parse()
            .ok()
            .and_then(Digit::from_number)
            .filter(|d| usize::from(d.value()) <= size);
        let digit = digit.ok_or_else(|| {
            g.error(Code::DigitOutOfRange, 0, format!("{:?} is not a placed digit", g.text))
                .in_cell(cell_name(i, size))
                .found(format!("{:?}", g.text), format!("u1 to u{size}"))
                .hint("write u and one digit, such as u5")
        })?;
        placed.set(Cell::new(i), digit);
        sets[i] = DigitSet::only(digit);
    }
    let guess = settled(&board, &sets);
    let mut givens = guess.givens().clone();
    placed.filled().for_each(|(cell, _)| givens.clear(cell));
    let document = Document::new(givens).with_placed(&placed).with_candidates(&sets).as_notes();
    let places = groups.iter().map(|g| (g.line, g.column)).collect();
    Ok(Record::new(Format::Sdx, document, first.line).with_places(places))
}

/// How many cells the reader will not understand as they were meant.
pub(crate) fn unclear_singles(document: &Document) -> usize {
    let sets = document.shown_candidates();
    let guess = settled(document.board(), &sets);
    let misread = |cell: &Cell| {
        let placed = document.values().get(*cell) != document.givens().get(*cell);
        !placed && guess.givens().get(*cell) != document.givens().get(*cell)
    };
    document.board().cells().filter(misread).count()
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let sets = document.shown_candidates();
    for cell in document.board().cells() {
        if document.board().column(cell) > 0 {
            out.push(' ');
        }
        match (document.givens().get(cell), document.values().get(cell)) {
            (Some(given), _) => out.push_str(&given.to_string()),
            (None, Some(placed)) => out.push_str(&format!("u{placed}")),
            (None, None) => out.push_str(&group_text(sets[cell.index()])),
        }
        if document.board().column(cell) + 1 == document.board().size() {
            out.push('\n');
        }
    }
    Ok(())
}
