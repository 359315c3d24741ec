//! Fields of a table that leaves the program: what CSV and Parquet files are made of.

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// Whole numbers.
    Whole,
    /// Numbers with a fraction.
    Real,
    /// Text.
    Text,
}

/// A column: its name and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: ColumnKind,
}

/// A field of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// Nothing is known.
    Missing,
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Real(f64),
    /// Text.
    Text(&'a str),
}

impl std::fmt::Display for Value<'_> {
    /// As a CSV file has it: a number is written so that reading it gives the same number.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Missing => Ok(()),
            Value::Whole(n) => n.fmt(f),
            Value::Real(x) => x.fmt(f),
            Value::Text(text) => f.write_str(text),
        }
    }
}
