//! What a report consists of, before it becomes HTML, Markdown or CSV.

use crate::plot::Figure;

/// A part of a report.
#[derive(Debug)]
pub enum Block {
    /// A heading of a section.
    Heading(String),
    /// A heading inside a section.
    Subheading(String),
    /// A paragraph; `**bold**`, `` `code` `` and `[links](address)` are understood.
    Text(String),
    /// A list.
    List(Vec<String>),
    /// Text as it is, such as a plan.
    Verbatim(String),
    /// A table, folded away when it is long.
    Table(Table),
    /// A figure.
    Figure {
        /// Its file name without extension.
        name: String,
        /// The picture.
        figure: Figure,
    },
}

/// A table that is also a CSV file.
#[derive(Debug)]
pub struct Table {
    /// Its file name without extension.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub note: String,
    /// Heads of the columns: the name in the CSV file, and the words above it. Columns without
    /// words are in the file only.
    pub columns: Vec<(String, String)>,
    /// The rows.
    pub rows: Vec<Vec<Field>>,
    /// Whether it is folded away at first.
    pub folded: bool,
    /// At most so many rows are shown; the file has all.
    pub shown: usize,
}

/// A field of a table.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// As it is shown.
    pub text: String,
    /// As the CSV file has it.
    pub raw: String,
    /// What it sorts by, where it is a number.
    pub number: Option<f64>,
    /// An address it leads to.
    pub link: Option<String>,
    /// A share from 0 to 1, shown as a bar behind the text.
    pub share: Option<f64>,
}

impl Field {
    /// A word.
    pub fn word(text: impl Into<String>) -> Field {
        let text = text.into();
        Field { raw: text.clone(), text, ..Field::default() }
    }

    /// A number, and how it is shown.
    pub fn number(x: f64, text: impl Into<String>) -> Field {
        Field { text: text.into(), raw: x.to_string(), number: Some(x), ..Field::default() }
    }

    /// A whole number.
    pub fn count(n: usize) -> Field {
        Field { raw: n.to_string(), ..Field::number(n as f64, super::numbers::count(n)) }
    }

    /// So many of so many.
    pub fn part(n: usize, of: usize) -> Field {
        Field {
            raw: n.to_string(),
            share: (of > 0).then(|| n as f64 / of as f64),
            ..Field::number(
                n as f64,
                format!("{}/{}", super::numbers::count(n), super::numbers::count(of)),
            )
        }
    }

    /// A number that may be missing.
    pub fn maybe(x: Option<f64>, text: impl Fn(f64) -> String) -> Field {
        match x {
            Some(x) => Field::number(x, text(x)),
            None => Field { text: "–".to_owned(), ..Field::default() },
        }
    }
}

impl Table {
    /// The places of the columns that are shown.
    pub fn shown_columns(&self) -> Vec<usize> {
        (0..self.columns.len()).filter(|&i| !self.columns[i].1.is_empty()).collect()
    }
}

/// The table as CSV.
pub fn csv(table: &Table) -> String {
    let mut out = String::new();
    let mut line = |fields: &mut dyn Iterator<Item = &str>| {
        for (i, field) in fields.enumerate() {
            if i > 0 {
                out.push(',');
            }
            if field.contains([',', '"', '\n', '\r']) {
                out.push('"');
                out.push_str(&field.replace('"', "\"\""));
                out.push('"');
            } else {
                out.push_str(field);
            }
        }
        out.push('\n');
    };
    line(&mut table.columns.iter().map(|(name, _)| name.as_str()));
    for row in &table.rows {
        line(&mut row.iter().map(|f| f.raw.as_str()));
    }
    out
}
