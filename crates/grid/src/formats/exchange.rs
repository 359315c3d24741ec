//! Links to Sudoku Exchange: 81 digits, or the packing of SudokuPad's shortest link.

use super::Format;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form, Framing};
use super::error::FormatError;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use super::{line, scf};

/// A link to Sudoku Exchange.
pub(crate) static FORMAT: Entry = Entry::new("exchange", "Sudoku Exchange link", Carries::GIVENS)
    .framed(Framing::Lines)
    .read_as(&[
        // What is no link is a line of digits.
        Form::Plain { recognise: |_| false, read: line::read },
        Form::Link {
            site: "Sudoku Exchange",
            recognise: |link| link.leads_to("sudokuexchange.com"),
            read: |link, options| link.read_value("s", |text| read(text, options)),
        },
    ])
    .written_by(write);

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
    out.push_str(&line::zeros(document.givens()));
    out.push('\n');
    Ok(())
}
