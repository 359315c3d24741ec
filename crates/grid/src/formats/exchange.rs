//! Links to Sudoku Exchange: 81 digits, or the packing of SudokuPad's shortest link.

use super::Format;
use super::document::Document;
use super::error::FormatError;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use super::{line, scf};

pub(crate) fn read(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let mut record =
        if text.text.len() == 81 { line::read(text, options)? } else { scf::read(text, options)? };
    record.format = Format::Exchange;
    Ok(record)
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    out.push_str("https://sudokuexchange.com/play/?s=");
    out.extend(document.givens().values().iter().map(|v| char::from(b'0' + v)));
    out.push('\n');
    Ok(())
}
