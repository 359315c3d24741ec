//! Plain and boxed grids, in every mixture people paste.

use super::Format;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form, Frame, Framing};
use super::error::{Code, FormatError};
use super::line::alphabet_for;
use super::options::{GridStyle, ReadOptions, WriteOptions};
use super::record::Record;
use super::rows::{self, Row, Shape};
use super::span::Span;
use super::symbols::{self, cell_name, is_blank};
use crate::{Board, Grid, Layout};

/// A drawn grid.
pub(crate) static FORMAT: Entry =
    Entry::new("grid", "drawn grid", Carries { many: true, ..Carries::SIZES })
        .framed(Framing::Blocks)
        .read_as(&[Form::Rows { rank: 9, recognise: |_, _| true, read }])
        .written_by(write)
        .frame(Frame { between: "\n", ..Frame::NONE });

/// Whether each group of these rows can be one cell: a symbol, or a number of the board.
pub(crate) fn is_cells(rows: &[Row<'_>]) -> bool {
    let n = rows.len();
    let mut groups = rows.iter().flat_map(|row| &row.groups);
    groups.all(|g| {
        g.text.chars().count() == 1
            || (n > 9 && g.text.parse::<usize>().is_ok_and(|number| (1..=n).contains(&number)))
    })
}

/// Reads the rows of a grid.
pub(crate) fn read(rows: &[Row<'_>], options: &ReadOptions) -> Result<Record, FormatError> {
    let shape = rows::shape(rows)?;
    let size = rows.len();
    let mut notes = Vec::new();
    let groups: Vec<Span<'_>> = rows.iter().flat_map(|row| row.groups.iter().copied()).collect();
    let first = groups[0];
    let wide = shape == Shape::Groups && groups.iter().any(|g| g.text.chars().count() > 1);
    let symbols: Vec<(char, (usize, usize))> = groups
        .iter()
        .flat_map(|g| g.text.chars().enumerate().map(|(i, c)| (c, (g.line, g.column + i))))
        .collect();
    let (values, places) = if wide {
        let values: Result<Vec<u8>, FormatError> =
            groups.iter().enumerate().map(|(i, g)| number(*g, i, size)).collect();
        (values?, groups.iter().map(|g| (g.line, g.column)).collect())
    } else {
        let values = symbols::cells_at(symbols.iter().copied(), size, options, &mut notes)?;
        (values, symbols.iter().map(|&(_, place)| place).collect())
    };
    let board = options.board(size).map_err(|e| first.place(e))?;
    let grid = Grid::from_values(board, &values).expect("the cells were counted and checked");
    let record = Record::new(Format::Grid, Document::new(grid), first.line);
    Ok(record.with_places(places).noted(notes))
}

/// A cell written as a decimal number.
fn number(group: Span<'_>, cell: usize, size: usize) -> Result<u8, FormatError> {
    let mut symbols = group.text.chars();
    if let (Some(c), None) = (symbols.next(), symbols.next())
        && is_blank(c)
    {
        return Ok(0);
    }
    match group.text.parse::<usize>() {
        Ok(value) if value <= size => Ok(value as u8),
        Ok(value) => Err(group
            .error(
                Code::DigitOutOfRange,
                0,
                format!("{value} is larger than the board, {size}x{size}"),
            )
            .in_cell(cell_name(cell, size))
            .found(value.to_string(), format!("1 to {size}"))
            .hint(format!("use 1 to {size}, or '.' for a blank"))),
        Err(_) => Err(group
            .error(Code::BadCharacter, 0, format!("{:?} is not a number", group.text))
            .in_cell(cell_name(cell, size))
            .found(format!("{:?}", group.text), format!("1 to {size}"))
            .hint(format!("use 1 to {size}, or '.' for a blank"))),
    }
}

/// How many rows and columns stand between two inner borders.
pub(crate) fn border_steps(board: &Board) -> (usize, usize) {
    match board.layout() {
        Layout::Boxes { rows, columns } => (usize::from(*rows), usize::from(*columns)),
        _ => (board.size(), board.size()),
    }
}

struct Pen {
    bar: char,
    dash: char,
    top: [char; 3],
    middle: [char; 3],
    bottom: [char; 3],
}

const ASCII: Pen = Pen { bar: '|', dash: '-', top: ['+'; 3], middle: ['+'; 3], bottom: ['+'; 3] };
const UNICODE: Pen = Pen {
    bar: '│',
    dash: '─',
    top: ['┌', '┬', '┐'],
    middle: ['├', '┼', '┤'],
    bottom: ['└', '┴', '┘'],
};

/// Draws a grid.
pub(crate) fn draw(grid: &Grid, options: &WriteOptions, out: &mut String) {
    let size = grid.board().size();
    let (band, stack) = border_steps(grid.board());
    let alphabet = alphabet_for(grid, options);
    let blank = options.blank.unwrap_or('.');
    let symbol = |v: u8| alphabet.symbol(v).unwrap_or(blank);
    let pen = match options.style {
        GridStyle::Compact => {
            for row in grid.values().chunks(size) {
                out.extend(row.iter().map(|&v| symbol(v)));
                out.push('\n');
            }
            return;
        }
        GridStyle::Ascii => ASCII,
        GridStyle::Unicode => UNICODE,
    };
    let border = |corners: [char; 3], out: &mut String| {
        for s in 0..size / stack {
            out.push(corners[usize::from(s > 0)]);
            out.extend(std::iter::repeat_n(pen.dash, 2 * stack + 1));
        }
        out.push(corners[2]);
        out.push('\n');
    };
    border(pen.top, out);
    for (r, row) in grid.values().chunks(size).enumerate() {
        if r > 0 && r % band == 0 {
            border(pen.middle, out);
        }
        for (c, &value) in row.iter().enumerate() {
            if c % stack == 0 {
                out.push(pen.bar);
                out.push(' ');
            }
            out.push(symbol(value));
            out.push(' ');
        }
        out.push(pen.bar);
        out.push('\n');
    }
    border(pen.bottom, out);
}

pub(crate) fn write(
    document: &Document,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    draw(document.givens(), options, out);
    Ok(())
}
