//! A grid as nested JSON lists of numbers, `[[5,3,0,...],...]`, which many programs print.

use super::Format;
use super::document::Document;
use super::error::{Code, FormatError};
use super::options::ReadOptions;
use super::record::Record;
use super::span::Span;
use super::symbols::cell_name;
use super::value::Json;
use crate::Grid;

/// Whether these are rows of numbers.
pub(crate) fn is_grid(rows: &[Json]) -> bool {
    let cell = |c: &Json| matches!(c, Json::Number(_) | Json::Null);
    rows.len() > 1
        && rows.iter().all(|row| row.list().is_some_and(|r| r.len() > 1 && r.iter().all(cell)))
}

pub(crate) fn read(
    rows: &[Json],
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    let size = rows.len();
    let board = options.board(size).map_err(|e| text.place(e))?;
    let mut values = Vec::with_capacity(size * size);
    for (r, row) in rows.iter().enumerate() {
        let cells = row.list().unwrap_or(&[]);
        if cells.len() != size {
            return Err(text
                .error(Code::WrongLength, 0, format!("row {} has {} cells", r + 1, cells.len()))
                .found(format!("{} cells", cells.len()), format!("{size} cells"))
                .hint(format!("there are {size} rows, so each has {size} cells")));
        }
        for cell in cells {
            let value = match cell {
                Json::Null => Some(0),
                number => number.integer().and_then(|v| u8::try_from(v).ok()),
            };
            let value = value.filter(|&v| usize::from(v) <= size).ok_or_else(|| {
                text.error(Code::DigitOutOfRange, 0, format!("{cell} is not a digit of this board"))
                    .in_cell(cell_name(values.len(), size))
                    .found(cell.to_string(), format!("0 to {size}"))
                    .hint(format!("use 1 to {size}, or 0 for a blank"))
            })?;
            values.push(value);
        }
    }
    let grid = Grid::from_values(board, &values).expect("the cells were counted and checked");
    Ok(Record::new(Format::Grid, Document::new(grid), text.line))
}
