//! Tables as Apache Parquet files, by the crate `parquet` without its Arrow half.
//!
//! Flat columns, each of which may miss values; words through a dictionary while that pays, each
//! page packed with gzip. Rows are held until a group is full and then written, so that a table of
//! any length takes the memory of one group.

use crate::record::{Column, ColumnKind, Value};
use ::parquet::basic::{Compression, ConvertedType, GzipLevel, Repetition, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

/// Rows that stand together: enough for dictionaries to pay off, few enough to hold in memory.
const GROUP: usize = 65_536;

/// Writes a table row by row.
#[derive(Debug)]
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Pending>,
    in_group: usize,
}

/// The values of one column since the last group was written.
#[derive(Debug)]
struct Pending {
    values: Values,
    /// One entry per row: 1 where there is a value.
    present: Vec<i16>,
}

#[derive(Debug)]
enum Values {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    /// Equal words share their bytes.
    Text {
        words: Vec<ByteArray>,
        known: HashMap<String, ByteArray>,
    },
}

impl<W: Write + Send> Writer<W> {
    /// A table with these columns.
    pub fn new(out: W, columns: &[Column]) -> io::Result<Writer<W>> {
        let fields: Result<Vec<Arc<Type>>, ParquetError> = columns.iter().map(field).collect();
        let schema = Type::group_type_builder("table").with_fields(fields.map_err(io_error)?);
        let properties = WriterProperties::builder()
            .set_created_by(concat!("sudolab ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::GZIP(GzipLevel::try_new(4).map_err(io_error)?))
            .build();
        let schema = Arc::new(schema.build().map_err(io_error)?);
        let file =
            SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(io_error)?;
        let columns = columns.iter().map(|column| Pending::new(column.kind)).collect();
        Ok(Writer { file, columns, in_group: 0 })
    }

    /// Adds a row. A field of another kind than its column counts as missing.
    pub fn put(&mut self, row: &[Value<'_>]) -> io::Result<()> {
        for (i, pending) in self.columns.iter_mut().enumerate() {
            pending.put(row.get(i).copied().unwrap_or(Value::Missing));
        }
        self.in_group += 1;
        if self.in_group == GROUP { self.write_group().map_err(io_error) } else { Ok(()) }
    }

    /// Writes what is left and the footer.
    pub fn finish(mut self) -> io::Result<W> {
        if self.in_group > 0 {
            self.write_group().map_err(io_error)?;
        }
        let mut out = self.file.into_inner().map_err(io_error)?;
        out.flush()?;
        Ok(out)
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for pending in &mut self.columns {
            let Some(mut column) = group.next_column()? else { break };
            let present = Some(&pending.present[..]);
            match &mut pending.values {
                Values::Whole(numbers) => {
                    column.typed::<Int64Type>().write_batch(numbers, present, None)?;
                    numbers.clear();
                }
                Values::Real(numbers) => {
                    column.typed::<DoubleType>().write_batch(numbers, present, None)?;
                    numbers.clear();
                }
                Values::Text { words, known } => {
                    column.typed::<ByteArrayType>().write_batch(words, present, None)?;
                    words.clear();
                    known.clear();
                }
            }
            pending.present.clear();
            column.close()?;
        }
        group.close()?;
        self.in_group = 0;
        Ok(())
    }
}

impl Pending {
    fn new(kind: ColumnKind) -> Pending {
        let values = match kind {
            ColumnKind::Whole => Values::Whole(Vec::new()),
            ColumnKind::Real => Values::Real(Vec::new()),
            ColumnKind::Text => Values::Text { words: Vec::new(), known: HashMap::new() },
        };
        Pending { values, present: Vec::new() }
    }

    fn put(&mut self, value: Value<'_>) {
        let fits = match (value, &mut self.values) {
            (Value::Whole(number), Values::Whole(numbers)) => {
                numbers.push(number);
                true
            }
            (Value::Real(number), Values::Real(numbers)) => {
                numbers.push(number);
                true
            }
            (Value::Text(text), Values::Text { words, known }) => {
                let word = match known.get(text) {
                    Some(word) => word.clone(),
                    None => {
                        let word = ByteArray::from(text);
                        known.insert(text.to_owned(), word.clone());
                        word
                    }
                };
                words.push(word);
                true
            }
            _ => false,
        };
        self.present.push(i16::from(fits));
    }
}

fn field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let (physical, converted) = match column.kind {
        ColumnKind::Whole => (Physical::INT64, ConvertedType::NONE),
        ColumnKind::Real => (Physical::DOUBLE, ConvertedType::NONE),
        ColumnKind::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
    };
    let field = Type::primitive_type_builder(column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_converted_type(converted);
    Ok(Arc::new(field.build()?))
}

/// The error of the place that is written to, as it was, or what the library says.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests;
