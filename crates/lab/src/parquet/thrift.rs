//! Thrift's compact protocol, as far as Parquet's headers need it.
//!
//! A struct is a list of fields, each with the step from the number of the previous field in the
//! upper and its type in the lower half of a byte, and ends with a zero byte. Whole numbers are
//! zigzag varints. Source: `thrift-compact-protocol.md` of Apache Thrift.

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A struct being written; fields come in rising order of their numbers.
#[derive(Debug, Default)]
pub struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    /// An empty one.
    pub fn new() -> Struct {
        Struct::default()
    }

    /// A number of 32 bits, or an enumeration's.
    pub fn number(self, field: u8, value: i64) -> Struct {
        let mut this = self.head(field, I32);
        varint(&mut this.bytes, zigzag(value));
        this
    }

    /// A number of 64 bits.
    pub fn long(self, field: u8, value: i64) -> Struct {
        let mut this = self.head(field, I64);
        varint(&mut this.bytes, zigzag(value));
        this
    }

    /// Text.
    pub fn text(self, field: u8, value: &str) -> Struct {
        let mut this = self.head(field, BINARY);
        text(&mut this.bytes, value);
        this
    }

    /// A struct inside.
    pub fn inner(self, field: u8, value: Struct) -> Struct {
        let mut this = self.head(field, STRUCT);
        this.bytes.extend(value.finish());
        this
    }

    /// A list of numbers of 32 bits.
    pub fn numbers(self, field: u8, values: &[i64]) -> Struct {
        let mut this = self.list(field, values.len(), I32);
        values.iter().for_each(|&v| varint(&mut this.bytes, zigzag(v)));
        this
    }

    /// A list of texts.
    pub fn texts(self, field: u8, values: &[&str]) -> Struct {
        let mut this = self.list(field, values.len(), BINARY);
        values.iter().for_each(|v| text(&mut this.bytes, v));
        this
    }

    /// A list of structs.
    pub fn structs(self, field: u8, values: Vec<Struct>) -> Struct {
        let mut this = self.list(field, values.len(), STRUCT);
        values.into_iter().for_each(|v| this.bytes.extend(v.finish()));
        this
    }

    /// Its bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    fn head(mut self, field: u8, kind: u8) -> Struct {
        debug_assert!(field > self.last && field - self.last < 16, "fields come in order");
        self.bytes.push((field - self.last) << 4 | kind);
        self.last = field;
        self
    }

    fn list(self, field: u8, n: usize, kind: u8) -> Struct {
        let mut this = self.head(field, LIST);
        if n < 15 {
            this.bytes.push((n as u8) << 4 | kind);
        } else {
            this.bytes.push(0xf0 | kind);
            varint(&mut this.bytes, n as u64);
        }
        this
    }
}

/// A number in groups of seven bits, the lowest first.
pub fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

fn text(bytes: &mut Vec<u8>, value: &str) {
    varint(bytes, value.len() as u64);
    bytes.extend(value.as_bytes());
}
