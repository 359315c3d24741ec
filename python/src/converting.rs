//! Puzzles in other formats: all of a text, or one row for each of many.

use crate::attend::attended;
use crate::failure::Failure;
use crate::many::{Block, Columns, How, Worker, over_rows};
use crate::puzzle::Refusable;
use crate::rows::Rows;
use crate::table::Table;
use arrow_array::ArrayRef;
use arrow_array::builder::LargeStringBuilder;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ops::Range;
use std::sync::Arc;
use sudolab::formats::{
    Document, Format, FormatError, ReadError, ReadOptions, Record, Records, WriteError,
    WriteOptions, Writer,
};
use sudolab::{Halt, Stop};
use sudolab_wire::{Error, ErrorCode};

/// Every puzzle of a text in another format, and what that format cannot carry.
#[pyfunction]
#[pyo3(signature = (text, to, from_format=None, blank=None, style=None, strict=false))]
pub fn convert(
    py: Python<'_>,
    text: &Bound<'_, PyString>,
    to: &str,
    from_format: Option<&str>,
    blank: Option<char>,
    style: Option<&str>,
    strict: bool,
) -> PyResult<(String, Vec<String>)> {
    // Half a surrogate becomes a symbol that no format has.
    let text = text.to_string_lossy();
    let written = attended(py, |halt| -> Refusable<(String, Vec<String>)> {
        let (format, options) = write_options(to, blank, style, strict)?;
        let mut writer = Writer::new(format, Vec::new(), options);
        let mut n_records = 0;
        for record in records_of(&text, read_options(from_format)?, halt) {
            let refused = |error: &FormatError| Failure::from(error).in_row(n_records);
            let record = record?.map_err(|error| refused(&error))?;
            writer.write(&record.document).map_err(|error| match error {
                WriteError::Format(error) => refused(&error),
                WriteError::Io(error) => Failure::usage(error.to_string()),
            })?;
            n_records += 1;
        }
        if n_records == 0 {
            return Err(Error::new(ErrorCode::Syntax, "there is no puzzle in it").into());
        }
        let (bytes, losses) = writer.finish().map_err(|e| Failure::usage(e.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|e| Failure::usage(e.to_string()))?;
        Ok((text, losses.iter().map(|loss| loss.to_string()).collect()))
    })?;
    written.map_err(|failure| failure.raise(py))
}

/// The records of a text one after the other, until the halt says so.
pub fn records_of<'a>(
    text: &'a str,
    options: ReadOptions,
    halt: &'a Halt<'a>,
) -> impl Iterator<Item = Refusable<Result<Record, FormatError>>> + 'a {
    // A pulse also looks at the clock, which asks for signals.
    let mut pulse = halt.pulse();
    Records::new(text.as_bytes(), options).map(move |record| {
        pulse.beat(1)?;
        match record {
            Ok(record) => Ok(Ok(record)),
            Err(ReadError::Format(error)) => Ok(Err(error)),
            Err(error) => Err(Failure::usage(error.to_string())),
        }
    })
}

/// Each puzzle in another format, and what that format cannot carry.
#[pyfunction]
#[pyo3(signature = (data, how, to, from_format=None, blank=None, style=None, strict=false))]
pub fn convert_many(
    data: &Bound<'_, PyAny>,
    how: How<'_>,
    to: &str,
    from_format: Option<&str>,
    blank: Option<char>,
    style: Option<&str>,
    strict: bool,
) -> PyResult<Table> {
    let asked = || Ok((read_options(from_format)?, write_options(to, blank, style, strict)?));
    let (read, (format, write)) = asked().map_err(|failure: Failure| failure.raise(data.py()))?;
    let worker = || Converter { read: read.clone(), format, write: write.clone() };
    over_rows(data, 256, &how, worker, Texts::default())
}

/// Rewrites one puzzle after the other; one for each thread.
struct Converter {
    read: ReadOptions,
    format: Format,
    write: WriteOptions,
}

/// A puzzle in another format, and what that cannot carry.
struct Converted {
    text: String,
    losses: Option<String>,
}

impl Worker for Converter {
    type Row = Converted;

    fn block(
        &mut self,
        rows: &Rows<'_>,
        block: Range<usize>,
        halt: &Halt<'_>,
    ) -> Result<Block<Converted>, Stop> {
        let mut results = Vec::with_capacity(block.len());
        for row in block {
            halt.check()?;
            let converted = rows.document(row, &self.read).and_then(|told| self.written(&told));
            results.push(converted.map_err(|failure| Box::new(failure.in_row(row))));
        }
        Ok(results)
    }
}

impl Converter {
    fn written(&self, document: &Document) -> Refusable<Converted> {
        let mut written =
            self.format.write(document, &self.write).map_err(|e| Failure::from(&e))?;
        if written.text.ends_with('\n') {
            written.text.pop();
        }
        let losses: Vec<String> = written.losses.iter().map(|loss| loss.to_string()).collect();
        let losses = (!losses.is_empty()).then(|| losses.join("; "));
        Ok(Converted { text: written.text, losses })
    }
}

/// The texts, and what they do not carry.
#[derive(Default)]
struct Texts {
    texts: LargeStringBuilder,
    losses: LargeStringBuilder,
}

impl Columns for Texts {
    type Row = Converted;

    fn append(&mut self, row: Option<&Converted>) {
        self.texts.append_option(row.map(|converted| &converted.text));
        self.losses.append_option(row.and_then(|converted| converted.losses.as_ref()));
    }

    fn finish(mut self) -> Vec<(&'static str, ArrayRef)> {
        vec![("text", Arc::new(self.texts.finish())), ("lost", Arc::new(self.losses.finish()))]
    }
}

/// The formats: name, title, and whether it can be written.
#[pyfunction]
pub fn formats() -> Vec<(&'static str, &'static str, bool)> {
    Format::ALL.map(|f| (f.name(), f.title(), f.carries().writable)).to_vec()
}

/// A text in any format, or in the one that is named.
pub fn read_options(format: Option<&str>) -> Refusable<ReadOptions> {
    match format {
        Some(name) => Ok(ReadOptions::from_format(name.parse().map_err(Failure::usage)?)),
        None => Ok(ReadOptions::default()),
    }
}

/// A format that can be written, and how.
pub fn write_options(
    format: &str,
    blank: Option<char>,
    style: Option<&str>,
    strict: bool,
) -> Refusable<(Format, WriteOptions)> {
    let format: Format = format.parse().map_err(Failure::usage)?;
    if !format.carries().writable {
        return Err(Failure::usage(format!("{} can only be read", format.name())));
    }
    if let Some(blank) =
        blank.filter(|c| c.is_ascii_alphanumeric() && !matches!(c, '0' | 'x' | 'X'))
    {
        return Err(Failure::usage(format!(
            "the blank {blank} would be read as a digit; use one of . 0 _ * - x ?"
        )));
    }
    let style = style.map(str::parse).transpose().map_err(Failure::usage)?.unwrap_or_default();
    Ok((format, WriteOptions { blank, style, strict, ..WriteOptions::default() }))
}
