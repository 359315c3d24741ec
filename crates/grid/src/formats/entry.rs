//! The entry of a format: everything that is known of it, as data.
//!
//! A format is one `static` in the file of its reader and one line of the list in
//! [`Format`]. Whoever needs something of a format asks its entry: the stream of
//! [`Records`](super::Records) how to cut a text and who reads the pieces, the
//! [`Writer`](super::Writer) what to write, `convert --list` its name.
//!
//! A format that is not of the list is a [`Format::Own`]; readers know it when
//! [`ReadOptions::own`] names it.

use super::carries::Carries;
use super::document::Document;
use super::error::FormatError;
use super::format::Format;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::regions;
use super::rows::Row;
use super::span::Span;
use super::url::Link;
use super::value::Json;
use crate::Board;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;

/// All that is known of a format. Two entries with the same name are the same.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// The extensions of its files, without the dot; the first is the usual one.
    pub extensions: &'static [&'static str],
    /// Other names it goes by.
    pub other_names: &'static [&'static str],
    /// What it can carry.
    pub carries: Carries,
    /// How a text is cut into records when it is said to be of this format.
    pub framing: Framing,
    /// The same when only the name of the file says so; none where that says nothing.
    pub named: Option<Framing>,
    /// The format as whose records its own are read, when only the name of the file tells them
    /// apart.
    pub kind_of: Option<Format>,
    /// The forms in which its records come.
    pub forms: &'static [Form],
    /// Writes a record; none where we only read.
    pub write: Option<Write>,
    /// What stands around written records.
    pub frame: Frame,
    /// Whether its candidates are what a player noted down on the way, and no part of the puzzle.
    pub noted: bool,
    /// What it has no place for beyond what [`Carries`] says.
    pub limits: Narrows,
}

/// Writes one record at the end of a text, with its line break.
pub type Write = fn(&Document, &WriteOptions, &mut String) -> Result<(), FormatError>;

/// Reads a piece of one line.
pub type ReadLine = fn(Span<'_>, &ReadOptions) -> Result<Record, FormatError>;

/// Reads a JSON object; the span is where it stands.
pub type ReadObject = fn(&Json, Span<'_>, &ReadOptions) -> Result<Record, FormatError>;

/// Reads lines without a blank one among them.
pub type ReadBlock = fn(&[Span<'_>], &ReadOptions) -> Result<Record, FormatError>;

/// Reads every record of a text, by its lines.
pub type ReadText = fn(&[Span<'_>], &ReadOptions) -> Vec<Result<Record, FormatError>>;

/// Reads rows of cells.
pub type ReadRows = fn(&[Row<'_>], &ReadOptions) -> Result<Record, FormatError>;

/// Reads what a link carries.
pub type ReadLink = fn(&Link<'_>, &ReadOptions) -> Result<Record, FormatError>;

/// The line that stands so many lines ahead, when there is one.
pub type Peek<'a> = dyn FnMut(usize) -> io::Result<Option<String>> + 'a;

/// How a text is cut into records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framing {
    /// Each record by how it begins.
    Mixed,
    /// Every line is a record, by its [`Form::Line`] or [`Form::Packed`].
    Lines,
    /// Every line is a puzzle with a symbol for each cell.
    PlainLines,
    /// Records lie between blank lines.
    Blocks,
    /// Everything is one text.
    Whole,
    /// A head and rows, whose fields are usually parted by this symbol.
    Table(char),
}

/// A form in which records come: how it is recognised, and who reads it.
///
/// Where several forms of a kind recognise a text, the one of the lowest rank reads it.
#[derive(Clone, Copy)]
pub enum Form {
    /// A line with a symbol for each cell.
    Plain {
        /// Whether a line, without blanks at its ends, begins like one.
        recognise: fn(&str) -> bool,
        /// Reads the line as it stands.
        read: ReadLine,
    },
    /// A record is a line.
    Line {
        /// The lowest is asked first.
        rank: u8,
        /// Whether a line, without blanks at its ends, begins like one.
        recognise: fn(&str) -> bool,
        /// Reads the line without blanks at its ends.
        read: ReadLine,
    },
    /// A record is one word, which also stands in links.
    Packed {
        /// The lowest is asked first.
        rank: u8,
        /// Whether a word of twelve symbols or more begins like one.
        recognise: fn(&str) -> bool,
        /// Reads the word, with its prefix or without it.
        read: ReadLine,
        /// Whether it is looked for in links of any site.
        in_links: bool,
    },
    /// A record is a JSON object.
    Object {
        /// The lowest is asked first.
        rank: u8,
        /// Whether an object is one.
        recognise: fn(&Json, &ReadOptions) -> bool,
        /// Reads it.
        read: ReadObject,
        /// What it is known by, for the complaint about an object of no known kind.
        known_by: &'static str,
    },
    /// A record is drawn over lines without a blank one among them.
    Block {
        /// Whether lines are one.
        recognise: fn(&[Span<'_>]) -> bool,
        /// Reads them.
        read: ReadBlock,
    },
    /// A record is drawn in rows of cells, whose borders have been taken away.
    Rows {
        /// The lowest is asked first.
        rank: u8,
        /// Whether rows are one; `grouped` when each has as many groups as there are rows.
        recognise: fn(rows: &[Row<'_>], grouped: bool) -> bool,
        /// Reads them.
        read: ReadRows,
    },
    /// All of a text, or all up to a certain line.
    Text {
        /// Whether a line, without blanks at its ends, begins such a text anywhere in a file.
        recognise: fn(&str) -> bool,
        /// Whether a file begins like such a text.
        begins: fn(&mut Peek<'_>) -> io::Result<bool>,
        /// What the last line of a text contains, when it need not be the last of the file.
        end: Option<&'static str>,
        /// Reads it.
        read: ReadText,
        /// Whether a text that could not be read is something else under a misleading name.
        misnamed: fn(&[Span<'_>]) -> bool,
    },
    /// Links to a site.
    Link {
        /// What the site is called.
        site: &'static str,
        /// Whether a link leads there.
        recognise: fn(&Link<'_>) -> bool,
        /// Reads what the link carries.
        read: ReadLink,
    },
}

impl Form {
    /// When it is asked among the forms of its kind; a plain line after all others.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Form::Line { rank, .. }
            | Form::Packed { rank, .. }
            | Form::Object { rank, .. }
            | Form::Rows { rank, .. } => *rank,
            Form::Block { .. } | Form::Text { .. } | Form::Link { .. } => 0,
            Form::Plain { .. } => u8::MAX,
        }
    }
}

/// What stands around written records.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Before the first.
    pub head: fn(&WriteOptions) -> String,
    /// Between two.
    pub between: &'static str,
    /// After the last.
    pub foot: &'static str,
    /// Whether one puzzle fills a file, so that several written one after the other could not
    /// be read again.
    pub fills_file: bool,
}

impl Frame {
    /// Nothing.
    pub const NONE: Frame =
        Frame { head: |_| String::new(), between: "", foot: "", fills_file: false };
}

/// Where a format carries less, or more, than its [`Carries`] tells in general.
#[derive(Clone, Copy)]
pub struct Narrows {
    /// Whether a board of a size it knows has a place.
    pub fits: fn(&Board) -> bool,
    /// Whether the regions of a board other than the usual ones can be told, where it tells any.
    pub tells_regions: fn(&Board) -> bool,
    /// Whether a field is told that is none of its list.
    pub tells_field: fn(&str) -> bool,
    /// What it carries when it is written in this way.
    pub carries: fn(Carries, &WriteOptions) -> Carries,
    /// The columns that are written, of a table.
    pub columns: Option<fn(&WriteOptions) -> Vec<&str>>,
    /// In how many cells a given cannot be told from a cell with one candidate.
    pub unclear: fn(&Document) -> usize,
}

impl Narrows {
    /// No less and no more.
    pub const NOTHING: Narrows = Narrows {
        fits: |_| true,
        tells_regions: regions::can_be_listed,
        tells_field: |_| false,
        carries: |carries, _| carries,
        columns: None,
        unclear: |_| 0,
    };
}

impl Entry {
    /// A format that is neither read nor written yet.
    pub const fn new(name: &'static str, title: &'static str, carries: Carries) -> Entry {
        Entry {
            name,
            title,
            extensions: &[],
            other_names: &[],
            carries: Carries { writable: false, ..carries },
            framing: Framing::Mixed,
            named: Some(Framing::Mixed),
            kind_of: None,
            forms: &[],
            write: None,
            frame: Frame::NONE,
            noted: false,
            limits: Narrows::NOTHING,
        }
    }

    /// With the extensions of its files, without the dot; the first is the usual one.
    pub const fn extensions(mut self, extensions: &'static [&'static str]) -> Entry {
        self.extensions = extensions;
        self
    }

    /// With other names it goes by.
    pub const fn also(mut self, names: &'static [&'static str]) -> Entry {
        self.other_names = names;
        self
    }

    /// With the way a text of it is cut into records.
    pub const fn framed(mut self, framing: Framing) -> Entry {
        self.framing = framing;
        self.named = Some(framing);
        self
    }

    /// With another way where only the name of the file tells the format.
    pub const fn named(mut self, framing: Option<Framing>) -> Entry {
        self.named = framing;
        self
    }

    /// Read as another format, from which only the name of a file tells it.
    pub const fn kind_of(mut self, format: Format) -> Entry {
        self.kind_of = Some(format);
        self
    }

    /// With the forms its records come in.
    pub const fn read_as(mut self, forms: &'static [Form]) -> Entry {
        self.forms = forms;
        self
    }

    /// With its writer.
    pub const fn written_by(mut self, write: Write) -> Entry {
        self.write = Some(write);
        self.carries.writable = true;
        self
    }

    /// With what stands around written records.
    pub const fn frame(mut self, frame: Frame) -> Entry {
        self.frame = frame;
        self
    }

    /// Its candidates are a player's notes.
    pub const fn noted(mut self) -> Entry {
        self.noted = true;
        self
    }

    /// With what it has no place for besides.
    pub const fn limits(mut self, limits: Narrows) -> Entry {
        self.limits = limits;
        self
    }

    /// Whether it goes by a name, in lower case and without a dot.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.extensions.contains(&name) || self.other_names.contains(&name)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.name == other.name
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        self.name.cmp(other.name)
    }
}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
