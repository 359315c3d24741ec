//! Tables as Apache Parquet files.
//!
//! Only as much of the format as a table of numbers and words needs, so that every build can
//! write it: flat columns, each of which may miss values; words through a dictionary, numbers as
//! they are; each page packed with gzip. Source: the format's documents `README`, `Encodings`,
//! `Compression` and `parquet.thrift` (github.com/apache/parquet-format, version 2).
//! A general writer, such as the crate `parquet`, would add some thirty crates for this one use.
//!
//! ```text
//! PAR1
//! rows 0 .. 65535      for each column: [dictionary page]  data page
//! rows 65536 .. 131071 ...
//! footer: schema, where each column of each group of rows stands
//! length of the footer, PAR1
//! ```
//!
//! A data page holds, for each row, one bit that says whether there is a value, then the values.

mod thrift;

use crate::record::{Column, Kind, Value};
use flate2::{Compression, write::GzEncoder};
use std::collections::HashMap;
use std::io::{self, Write};
use thrift::Struct;

const MAGIC: &[u8; 4] = b"PAR1";
/// Rows that stand together: enough for dictionaries to pay off, few enough to hold in memory.
const GROUP: usize = 65_536;

// Numbers of the format, as `parquet.thrift` names them.
const INT64: i64 = 2;
const DOUBLE: i64 = 5;
const BYTE_ARRAY: i64 = 6;
const OPTIONAL: i64 = 1;
const UTF8: i64 = 0;
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const RLE_DICTIONARY: i64 = 8;
const GZIP: i64 = 2;
const DATA_PAGE: i64 = 0;
const DICTIONARY_PAGE: i64 = 2;

/// Writes a table row by row.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    position: u64,
    columns: Vec<Pending>,
    in_group: usize,
    n_rows: u64,
    groups: Vec<Struct>,
}

/// The values of one column since the last group was written.
#[derive(Debug)]
struct Pending {
    column: Column,
    /// One entry per row: whether there is a value.
    present: Vec<bool>,
    /// Numbers as the file has them.
    plain: Vec<u8>,
    /// The number in the dictionary, for words.
    indices: Vec<u32>,
    dictionary: HashMap<String, u32>,
    words: Vec<u8>,
}

/// A column of a group that has been written.
struct Written {
    start: u64,
    data_page: u64,
    unpacked: u64,
}

impl<W: Write> Writer<W> {
    /// A table with these columns.
    pub fn new(mut out: W, columns: &[Column]) -> io::Result<Writer<W>> {
        out.write_all(MAGIC)?;
        let columns = columns.iter().map(|&column| Pending::new(column)).collect();
        Ok(Writer { out, position: 4, columns, in_group: 0, n_rows: 0, groups: Vec::new() })
    }

    /// Adds a row. A field of another kind than its column counts as missing.
    pub fn put(&mut self, row: &[Value<'_>]) -> io::Result<()> {
        for (i, pending) in self.columns.iter_mut().enumerate() {
            pending.put(row.get(i).copied().unwrap_or(Value::Missing));
        }
        self.in_group += 1;
        if self.in_group == GROUP { self.write_group() } else { Ok(()) }
    }

    /// Writes what is left and the footer.
    pub fn finish(mut self) -> io::Result<W> {
        if self.in_group > 0 {
            self.write_group()?;
        }
        let mut schema = vec![Struct::new().text(4, "table").number(5, self.columns.len() as i64)];
        schema.extend(self.columns.iter().map(|p| {
            let field =
                Struct::new().number(1, p.physical()).number(3, OPTIONAL).text(4, p.column.name);
            match p.column.kind {
                Kind::Text => field.number(6, UTF8),
                _ => field,
            }
        }));
        let footer = Struct::new()
            .number(1, 2)
            .structs(2, schema)
            .long(3, self.n_rows as i64)
            .structs(4, self.groups)
            .text(6, concat!("sudolab ", env!("CARGO_PKG_VERSION")))
            .finish();
        self.out.write_all(&footer)?;
        self.out.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.out.write_all(MAGIC)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let n = self.in_group as i64;
        let (mut chunks, mut size) = (Vec::new(), 0);
        for i in 0..self.columns.len() {
            let written = self.write_column(i)?;
            let pending = &self.columns[i];
            let is_text = pending.column.kind == Kind::Text;
            let encodings: &[i64] =
                if is_text { &[PLAIN, RLE, RLE_DICTIONARY] } else { &[PLAIN, RLE] };
            let mut meta = Struct::new()
                .number(1, pending.physical())
                .numbers(2, encodings)
                .texts(3, &[pending.column.name])
                .number(4, GZIP)
                .long(5, n)
                .long(6, written.unpacked as i64)
                .long(7, (self.position - written.start) as i64)
                .long(9, written.data_page as i64);
            if is_text {
                meta = meta.long(11, written.start as i64);
            }
            size += written.unpacked as i64;
            chunks.push(Struct::new().long(2, written.start as i64).inner(3, meta));
            self.columns[i] = Pending::new(pending.column);
        }
        self.groups.push(Struct::new().structs(1, chunks).long(2, size).long(3, n));
        self.n_rows += self.in_group as u64;
        self.in_group = 0;
        Ok(())
    }

    fn write_column(&mut self, i: usize) -> io::Result<Written> {
        let (start, mut unpacked) = (self.position, 0);
        let pending = &self.columns[i];
        let n = pending.present.len() as i64;
        let mut pages = Vec::new();
        let encoding = if pending.column.kind == Kind::Text {
            let header = Struct::new().number(1, pending.dictionary.len() as i64).number(2, PLAIN);
            pages.push((DICTIONARY_PAGE, 7, header, pending.words.clone()));
            RLE_DICTIONARY
        } else {
            PLAIN
        };
        let header = Struct::new().number(1, n).number(2, encoding).number(3, RLE).number(4, RLE);
        pages.push((DATA_PAGE, 5, header, pending.data()));
        let mut data_page = start;
        for (kind, place, header, body) in pages {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::new(4));
            gzip.write_all(&body)?;
            let packed = gzip.finish()?;
            let head = Struct::new()
                .number(1, kind)
                .number(2, body.len() as i64)
                .number(3, packed.len() as i64)
                .inner(place, header)
                .finish();
            data_page = self.position;
            self.out.write_all(&head)?;
            self.out.write_all(&packed)?;
            self.position += (head.len() + packed.len()) as u64;
            unpacked += (head.len() + body.len()) as u64;
        }
        Ok(Written { start, data_page, unpacked })
    }
}

impl Pending {
    fn new(column: Column) -> Pending {
        Pending {
            column,
            present: Vec::new(),
            plain: Vec::new(),
            indices: Vec::new(),
            dictionary: HashMap::new(),
            words: Vec::new(),
        }
    }

    fn physical(&self) -> i64 {
        match self.column.kind {
            Kind::Whole => INT64,
            Kind::Real => DOUBLE,
            Kind::Text => BYTE_ARRAY,
        }
    }

    fn put(&mut self, value: Value<'_>) {
        let fits = match (value, self.column.kind) {
            (Value::Whole(n), Kind::Whole) => {
                self.plain.extend(n.to_le_bytes());
                true
            }
            (Value::Real(x), Kind::Real) => {
                self.plain.extend(x.to_le_bytes());
                true
            }
            (Value::Text(text), Kind::Text) => {
                let index = match self.dictionary.get(text) {
                    Some(&index) => index,
                    None => {
                        let index = self.dictionary.len() as u32;
                        self.dictionary.insert(text.to_owned(), index);
                        self.words.extend((text.len() as u32).to_le_bytes());
                        self.words.extend(text.as_bytes());
                        index
                    }
                };
                self.indices.push(index);
                true
            }
            _ => false,
        };
        self.present.push(fits);
    }

    /// The body of the data page.
    fn data(&self) -> Vec<u8> {
        let levels = packed(self.present.iter().map(|&p| u32::from(p)), self.present.len(), 1);
        let mut body = (levels.len() as u32).to_le_bytes().to_vec();
        body.extend(levels);
        if self.column.kind == Kind::Text {
            let most = self.dictionary.len().saturating_sub(1) as u32;
            let width = (u32::BITS - most.leading_zeros()).max(1);
            body.push(width as u8);
            body.extend(packed(self.indices.iter().copied(), self.indices.len(), width));
        } else {
            body.extend(&self.plain);
        }
        body
    }
}

/// Numbers of `width` bits behind each other, the lowest bit first: one "bit-packed run" of the
/// hybrid encoding, filled up to a multiple of eight numbers.
fn packed(numbers: impl Iterator<Item = u32>, n: usize, width: u32) -> Vec<u8> {
    let groups = n.div_ceil(8);
    let mut bytes = Vec::with_capacity(groups * width as usize + 5);
    thrift::varint(&mut bytes, (groups as u64) << 1 | 1);
    let (mut bits, mut n_bits) = (0u64, 0);
    for number in numbers.chain(std::iter::repeat_n(0, groups * 8 - n)) {
        bits |= u64::from(number) << n_bits;
        n_bits += width;
        while n_bits >= 8 {
            bytes.push(bits as u8);
            bits >>= 8;
            n_bits -= 8;
        }
    }
    bytes
}

#[cfg(test)]
mod tests;
