//! The puzzles of a batch: rows of a NumPy array, Arrow text, or a list of texts.

use crate::arrow;
use crate::failure::Failure;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, builder::LargeStringBuilder,
};
use arrow_schema::DataType;
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use std::ops::Range;
use std::sync::Arc;
use sudolab::exact::nine::Clues;
use sudolab::formats::{Document, ReadOptions, read_one};
use sudolab::{Board, Grid, Puzzle};
use sudolab_wire::{Error, ErrorCode};

/// What a caller handed in, kept alive while its rows are read.
pub enum Batch<'py> {
    /// Cells, a row for each puzzle.
    Cells(PyReadonlyArray2<'py, u8>),
    /// Text in one or more pieces.
    Text(Vec<Chunk>),
}

/// The rows of a batch, to be read on any thread.
pub enum Rows<'a> {
    /// Cells on the usual board of their number.
    Cells {
        /// All of them.
        values: &'a [u8],
        /// Cells of a puzzle.
        width: usize,
        /// Their board.
        board: Arc<Board>,
    },
    /// Text in one or more pieces.
    Text(&'a [Chunk]),
}

/// A piece of text rows.
pub struct Chunk {
    first: usize,
    texts: Texts,
}

enum Texts {
    Small(StringArray),
    Large(LargeStringArray),
    View(StringViewArray),
}

/// A puzzle of a batch.
pub enum Subject {
    /// A plain 9x9 puzzle.
    Nine([u8; 81]),
    /// Any other.
    Other(Box<Puzzle>),
}

impl Subject {
    /// As a puzzle.
    pub fn puzzle(&self) -> Option<Puzzle> {
        match self {
            Subject::Nine(cells) => Grid::nine(*cells).map(Puzzle::new),
            Subject::Other(puzzle) => Some((**puzzle).clone()),
        }
    }
}

impl<'py> Batch<'py> {
    /// Reads what a caller handed in.
    pub fn of(data: &Bound<'py, PyAny>) -> PyResult<Batch<'py>> {
        if let Ok(array) = data.cast::<PyArray2<u8>>() {
            let cells = array.try_readonly().map_err(|error| {
                Failure::usage(format!("the array cannot be read: {error}")).raise(data.py())
            })?;
            return Ok(Batch::Cells(cells));
        }
        if let Ok(list) = data.cast::<PyList>() {
            return texts(list);
        }
        if let Ok(lines) = data.cast::<PyBytes>() {
            return lines_of(lines.as_bytes()).map_err(|failure| failure.raise(data.py()));
        }
        let Some(pieces) = arrow::pieces(data)? else { return texts(&listed(data)?) };
        let mut first = 0;
        let mut all = Vec::with_capacity(pieces.len());
        for array in pieces {
            let len = array.len();
            let texts = text_of(&array).map_err(|failure| failure.raise(data.py()))?;
            all.push(Chunk { first, texts });
            first += len;
        }
        Ok(Batch::Text(all))
    }

    /// Its rows.
    pub fn rows(&self) -> Result<Rows<'_>, Failure> {
        match self {
            Batch::Text(chunks) => Ok(Rows::Text(chunks)),
            Batch::Cells(array) => {
                let width = array.shape()[1];
                let size = width.isqrt();
                let board = Board::of_size(size).ok().filter(|board| board.n_cells() == width);
                let board = board.ok_or_else(|| {
                    Failure::usage(format!(
                        "the array has {width} columns, and no board has so many cells; use shape (n, 81)"
                    ))
                })?;
                let values = array.as_slice().map_err(|_| {
                    Failure::usage("the rows of the array do not follow one another in memory; use numpy.ascontiguousarray")
                })?;
                Ok(Rows::Cells { values, width, board })
            }
        }
    }
}

/// A column that cannot be read where it lies, as a list.
fn listed<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    for name in ["to_pylist", "to_list", "tolist"] {
        if let Some(list) = data.getattr_opt(name)? {
            return Ok(list.call0()?.cast_into::<PyList>()?);
        }
    }
    let message = "the column lies askew in memory and cannot be made a list; hand in a copy of it";
    Err(Failure::usage(message).raise(data.py()))
}

/// A list of texts, copied to one piece; `None` stays a row without a puzzle.
fn texts<'py>(list: &Bound<'py, PyList>) -> PyResult<Batch<'py>> {
    let mut texts = LargeStringBuilder::with_capacity(list.len(), 81 * list.len());
    for (row, item) in list.iter().enumerate() {
        if row % 65_536 == 0 {
            list.py().check_signals()?;
        }
        if item.is_none() {
            texts.append_null();
            continue;
        }
        let text = item.cast::<PyString>().map_err(|_| {
            let kind = item.get_type().name().map_or_else(|_| "that".into(), |n| n.to_string());
            let message = format!("a puzzle is text, and this is of type {kind}");
            Failure::usage(message).in_row(row).raise(list.py())
        })?;
        // Half a surrogate becomes a symbol that no format has, so that its row alone is refused.
        texts.append_value(text.to_string_lossy());
    }
    Ok(Batch::Text(vec![Chunk { first: 0, texts: Texts::Large(texts.finish()) }]))
}

/// Lines that [`joined`] put together.
fn lines_of<'py>(lines: &[u8]) -> Result<Batch<'py>, Failure> {
    let lines = std::str::from_utf8(lines).map_err(|_| Failure::usage("the lines are no UTF-8"))?;
    let mut texts = LargeStringBuilder::with_capacity(lines.len() / 82 + 1, lines.len());
    lines.split('\n').for_each(|line| texts.append_value(line));
    Ok(Batch::Text(vec![Chunk { first: 0, texts: Texts::Large(texts.finish()) }]))
}

/// Texts as one, a line for each, as they travel fast; nothing where they are no such lines.
#[pyfunction]
pub fn joined<'py>(data: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let mut all = Vec::new();
    let mut add = |text: &str| {
        // Lines of an open file end as they do there.
        let line = text.strip_suffix('\n').unwrap_or(text);
        all.extend_from_slice(line.as_bytes());
        all.push(b'\n');
        !line.contains('\n')
    };
    let is_all = match data.cast::<PyList>() {
        Ok(list) => list.iter().all(|item| {
            item.cast::<PyString>().is_ok_and(|text| text.to_str().is_ok_and(&mut add))
        }),
        Err(_) => match Batch::of(data)? {
            Batch::Text(chunks) => chunks
                .iter()
                .all(|chunk| (0..chunk.len()).all(|i| chunk.text(i).is_some_and(&mut add))),
            Batch::Cells(_) => false,
        },
    };
    all.pop();
    Ok(is_all.then(|| PyBytes::new(data.py(), &all)))
}

fn text_of(array: &ArrayRef) -> Result<Texts, Failure> {
    match array.data_type() {
        DataType::Utf8 => Ok(Texts::Small(array.as_string::<i32>().clone())),
        DataType::LargeUtf8 => Ok(Texts::Large(array.as_string::<i64>().clone())),
        DataType::Utf8View => Ok(Texts::View(array.as_string_view().clone())),
        // A table: its column of puzzles, or its only one.
        DataType::Struct(fields) => {
            let table = array.as_struct();
            let column = table.column_by_name("puzzle");
            match column.or_else(|| (fields.len() == 1).then(|| table.column(0))) {
                Some(column) if !matches!(column.data_type(), DataType::Struct(_)) => {
                    text_of(column)
                }
                _ => Err(Failure::usage(
                    "the table has several columns and none of them is called puzzle; hand in one column",
                )),
            }
        }
        other => Err(Failure::usage(format!(
            "the column holds {other}, and puzzles are text; use strings, or a NumPy array of uint8"
        ))),
    }
}

impl Chunk {
    fn len(&self) -> usize {
        match &self.texts {
            Texts::Small(array) => array.len(),
            Texts::Large(array) => array.len(),
            Texts::View(array) => array.len(),
        }
    }

    fn text(&self, place: usize) -> Option<&str> {
        match &self.texts {
            Texts::Small(array) => array.is_valid(place).then(|| array.value(place)),
            Texts::Large(array) => array.is_valid(place).then(|| array.value(place)),
            Texts::View(array) => array.is_valid(place).then(|| array.value(place)),
        }
    }
}

impl Rows<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Rows::Cells { values, width, .. } => values.len() / (*width).max(1),
            Rows::Text(chunks) => chunks.last().map_or(0, |chunk| chunk.first + chunk.len()),
        }
    }

    /// Appends the puzzles of some rows, if all of them are plain 9x9 and soon read; whether they are.
    pub fn read_nines(&self, rows: Range<usize>, to: &mut Vec<Clues>) -> bool {
        match self {
            Rows::Cells { values, width: 81, board } if board.is_classic() => {
                let cells = values.get(rows.start * 81..rows.end * 81);
                cells.is_some_and(|cells| sudolab_python_lines::read_rows(cells, to))
            }
            _ => false,
        }
    }

    /// Appends the puzzle of a row, if it is a plain 9x9 and soon read; whether it is.
    pub fn read_nine(&self, row: usize, to: &mut Vec<Clues>) -> bool {
        match self {
            Rows::Cells { .. } => self.read_nines(row..row + 1, to),
            Rows::Text(chunks) => text_of_row(chunks, row)
                .is_some_and(|text| sudolab_python_lines::read_line(text.as_bytes(), to)),
        }
    }

    /// The puzzle in a row, however it is written.
    pub fn subject(&self, row: usize) -> Result<Subject, Failure> {
        match self {
            Rows::Cells { values, width, board } => {
                cells(&values[row * width..][..*width], board).map_err(|f| f.in_row(row))
            }
            Rows::Text(chunks) => {
                text(chunks, row).and_then(read).map_err(|failure| failure.in_row(row))
            }
        }
    }

    /// All that a row tells: the puzzle, and placed digits, notes and names besides.
    pub fn document(&self, row: usize, options: &ReadOptions) -> Result<Document, Failure> {
        match self {
            Rows::Cells { .. } => {
                let puzzle = self.subject(row)?.puzzle();
                let puzzle = puzzle.ok_or_else(|| Failure::usage("it is no puzzle"))?;
                Ok(Document::from(&puzzle))
            }
            Rows::Text(chunks) => {
                let read = |text: &str| {
                    Ok(read_one(text, options).map_err(|e| Failure::from(&e))?.document)
                };
                text(chunks, row).and_then(read).map_err(|failure: Failure| failure.in_row(row))
            }
        }
    }
}

fn text_of_row(chunks: &[Chunk], row: usize) -> Option<&str> {
    let chunk = chunks.get(chunks.partition_point(|chunk| chunk.first <= row).checked_sub(1)?)?;
    chunk.text(row - chunk.first)
}

fn text(chunks: &[Chunk], row: usize) -> Result<&str, Failure> {
    text_of_row(chunks, row).ok_or_else(|| {
        Error::new(ErrorCode::Syntax, "there is no puzzle in this row")
            .remedy("leave missing rows out, or ask for errors='null'")
            .into()
    })
}

fn cells(cells: &[u8], board: &Arc<Board>) -> Result<Subject, Failure> {
    if let (Ok(nine), true) = (<&[u8; 81]>::try_from(cells), board.is_classic()) {
        let nine = *nine;
        if nine.iter().fold(0, |most, &cell| cell.max(most)) <= 9 {
            return Ok(Subject::Nine(nine));
        }
    }
    match Grid::from_values(board.clone(), cells) {
        Some(grid) => Ok(Subject::Other(Box::new(Puzzle::new(grid)))),
        None => {
            let size = board.size();
            let wrong = cells.iter().enumerate().find(|&(_, &cell)| usize::from(cell) > size);
            let (place, value) = wrong.map_or((0, 0), |(place, &value)| (place, value));
            let mut error =
                Error::new(ErrorCode::Syntax, format!("{value} is no digit of the board"))
                    .remedy(format!("use 1 to {size}, and 0 for a blank"));
            error.place.get_or_insert_default().cell =
                board.cells().nth(place).map(|cell| board.name(cell));
            Err(error.into())
        }
    }
}

fn read(text: &str) -> Result<Subject, Failure> {
    let mut plain = Vec::new();
    if sudolab_python_lines::read_line(text.as_bytes(), &mut plain)
        && let Some(&Clues(cells)) = plain.first()
    {
        return Ok(Subject::Nine(cells));
    }
    let record = read_one(text, &ReadOptions::default()).map_err(|e| Failure::from(&e))?;
    Ok(Subject::Other(Box::new(record.document.to_puzzle())))
}
