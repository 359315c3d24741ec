//! From arguments to puzzles: strings, files and standard input, as a stream of chunks.
//!
//! A chunk is some hundred records that one thread works on at a time. Plain 9x9 lines, of which
//! the largest files consist, are recognised without building anything.

use crate::args::{Common, Input};
use crate::arriving::Arriving;
use crate::failure::Failure;
use crate::{interrupt, say};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use sudolab::formats::{
    Document, FormatError, Manner, Note, Quick, ReadError, ReadOptions, Record, Records,
    board_of_regions, is_constraints, is_packed, rule_lines,
};
use sudolab::grid::Alphabet;
use sudolab::{Board, Grid, Puzzle};

/// Records in one chunk of plain lines, where nothing else is said.
const MANY: usize = 4096;
/// Bytes that are read at a time.
const AT_ONCE: usize = 1 << 16;
/// Records of other formats in one chunk: few, so that hard boards spread over the threads.
const FEW: usize = 16;

/// One record of the input.
pub enum Entry {
    /// A plain 9x9 puzzle: the fast path.
    Nine {
        /// The clues, 0 for a blank.
        clues: [u8; 81],
        /// Where it stands.
        place: Place<'static>,
    },
    /// Any other record.
    Record(Box<Record>),
    /// A record that cannot be read.
    Bad {
        /// What is wrong, where, and what would help.
        error: FormatError,
        /// The line it stands on, shortened.
        raw: String,
    },
    /// A source that cannot be read, or not to its end.
    Failed(Failure),
}

/// Where a record stands in the input, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// The file, when it has a name.
    pub file: Option<&'a str>,
    /// The line it begins on, from 1.
    pub line: usize,
}

impl fmt::Display for Place<'_> {
    /// `puzzles.txt: line 3`, or `line 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        write!(f, "line {}", self.line)
    }
}

impl Entry {
    /// Where the record stands.
    pub fn place(&self) -> Place<'_> {
        match self {
            Entry::Nine { place, .. } => *place,
            Entry::Record(record) => Place { file: record.file(), line: record.line },
            Entry::Bad { error, .. } => {
                let fault = error.fault();
                Place { file: fault.file.as_deref(), line: fault.line.unwrap_or(1) }
            }
            Entry::Failed(_) => Place { file: None, line: 1 },
        }
    }
}

impl Entry {
    /// The puzzle, of a record that could be read.
    pub fn puzzle(&self) -> Option<Puzzle> {
        match self {
            Entry::Nine { clues, .. } => Some(puzzle(clues)),
            Entry::Record(record) => Some(record.document.to_puzzle()),
            Entry::Bad { .. } | Entry::Failed(_) => None,
        }
    }

    /// What was left out of it, although it may be a rule, because the user asked for that.
    pub fn left_out(&self) -> Vec<String> {
        match self {
            Entry::Record(record) => left_out(&record.document),
            _ => Vec::new(),
        }
    }

    /// What was accepted but should be known, each with its place.
    pub fn notes(&self) -> Vec<String> {
        let Entry::Record(record) = self else { return Vec::new() };
        record.notes.iter().map(|note| told(record.file(), note)).collect()
    }
}

/// A note with its place.
fn told(file: Option<&str>, note: &Note) -> String {
    let place = Place { file, line: note.line };
    let code = note.code.map(|code| format!(" [{code}]")).unwrap_or_default();
    format!("{place}: {}{code}", note.text)
}

/// What a reader left out of a document, although it may be a rule. A reader that was not asked to
/// do so has refused the record instead.
pub fn left_out(document: &Document) -> Vec<String> {
    document.unread_rules().map(ToString::to_string).collect()
}

/// Some records, and the bytes of input they stand for.
pub struct Chunk {
    /// The records.
    pub entries: Vec<Entry>,
    /// About so many bytes of input.
    pub n_bytes: u64,
    /// Whether the source has nothing more at hand, so that results should be passed on now.
    pub is_last_at_hand: bool,
}

/// What to say of an argument that is neither a file nor long enough for a puzzle, but looks like
/// the beginning of one.
fn short_puzzle(argument: &str) -> Option<String> {
    if argument.trim().is_empty() {
        let text = "an empty argument is neither a puzzle nor a file; give a puzzle, a file, or - \
                    for standard input";
        return Some(text.to_owned());
    }
    let is_cell = |c: char| c.is_ascii_digit() || ".0_*-?".contains(c);
    let n = argument.chars().count();
    (n > 1 && argument.chars().all(is_cell)).then(|| {
        format!(
            "{argument} is too short for a puzzle: {n} cells, where the smallest board has 16 and \
             the usual one 81; and there is no file of that name"
        )
    })
}

/// At most 120 characters on one line, for messages and tables.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut short: String = line.chars().filter(|c| !c.is_control()).take(120).collect();
    if line.chars().count() > 120 {
        short.push('…');
    }
    short
}

/// The chunks of all sources, one after the other.
pub struct Chunks {
    sources: std::vec::IntoIter<Source>,
    open: Option<Open>,
    options: ReadOptions,
    quiet: bool,
}

/// A source that is being read.
struct Open {
    /// What it is called in messages about reading it.
    name: String,
    /// Its file, when it is one.
    file: Option<&'static str>,
    /// Whether it may make us wait: a pipe or a terminal.
    is_live: bool,
    /// Whether all of it was read at once.
    is_short: bool,
    records: Records<BufReader<Box<dyn Read + Send>>>,
}

enum Source {
    Text(String),
    File(String),
    Stdin,
}

impl Input {
    /// How records are read.
    pub fn read_options(&self) -> Result<ReadOptions, Failure> {
        let from = self.from.as_deref().map(str::parse).transpose().map_err(Failure::Usage)?;
        let box_shape =
            self.box_shape.as_deref().map(str::parse).transpose().map_err(Failure::Usage)?;
        let regions = self.regions.as_deref().map(regions).transpose()?;
        let alphabet = match self.alphabet.as_deref() {
            None => None,
            Some("1-9A-P" | "1-9A-G" | "numbers") => Some(Alphabet::Numbers),
            Some("0-F" | "hex") => Some(Alphabet::Hexadecimal),
            Some("A-Y" | "A-P" | "letters") => Some(Alphabet::Letters),
            Some(other) => {
                return Err(Failure::Usage(format!(
                    "{other:?} is not an alphabet; use 1-9A-P, 0-F or A-Y"
                )));
            }
        };
        let manner = match (self.strict, self.lenient) {
            (true, _) => Manner::Strict,
            (_, true) => Manner::Lenient,
            _ => Manner::Usual,
        };
        let rules = rules(&self.rules)?;
        let known = ReadOptions::default();
        Ok(ReadOptions { from, box_shape, regions, rules, alphabet, manner, ..known })
    }

    /// The stream of the input, and its size in bytes when that is known.
    pub fn open(&self, common: &Common) -> Result<(Chunks, Option<u64>), Failure> {
        let options = self.read_options()?;
        let mut sources = Vec::new();
        let mut total = Some(0);
        if self.puzzles.is_empty() {
            sources.push(Source::Stdin);
            total = None;
        }
        for argument in &self.puzzles {
            let path = Path::new(argument);
            if argument == "-" {
                sources.push(Source::Stdin);
                total = None;
            } else if argument.len() < 4096 && path.exists() {
                let size = path.metadata().ok().filter(|m| m.is_file()).map(|m| m.len());
                total = total.zip(size).map(|(a, b)| a + b);
                sources.push(Source::File(argument.clone()));
            } else if looks_like_puzzle(argument) {
                total = total.map(|t| t + argument.len() as u64);
                sources.push(Source::Text(argument.clone()));
            } else {
                sources.push(Source::File(argument.clone()));
            }
        }
        let quiet = common.quiet;
        Ok((Chunks { sources: sources.into_iter(), open: None, options, quiet }, total))
    }
}

/// The board of a region map, which is a file or the map itself.
fn regions(map: &str) -> Result<Arc<Board>, Failure> {
    let is_file = map.len() < 4096 && Path::new(map).is_file();
    let text = match is_file {
        true => std::fs::read_to_string(map).map_err(|e| Failure::file("read", map, &e))?,
        false => map.to_owned(),
    };
    let name = if is_file { map } else { "the map" };
    board_of_regions(&text).map_err(|error| Failure::Usage(format!("--regions: {name}: {error}")))
}

/// Whether standard input is a plain file, which never makes us wait.
#[cfg(unix)]
fn is_plain(stdin: &io::Stdin) -> bool {
    use std::os::fd::AsFd;
    let file = stdin.as_fd().try_clone_to_owned().map(File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|m| m.is_file())
}

#[cfg(not(unix))]
fn is_plain(_: &io::Stdin) -> bool {
    false
}

/// The rules of files and of arguments that are rules themselves.
fn rules(given: &[String]) -> Result<Vec<String>, Failure> {
    let mut rules = Vec::new();
    for argument in given {
        let path = Path::new(argument);
        // Cells beside the grid are asked for like a rule.
        let is_rule = sudolab::grid::Rule::kinds()
            .iter()
            .chain(&["beside"])
            .any(|kind| argument.split_whitespace().next() == Some(kind) && !path.is_file());
        match is_rule {
            true => rules.push(argument.clone()),
            false => {
                let text = std::fs::read_to_string(path).map_err(|e| match e.kind() {
                    io::ErrorKind::NotFound => no_rule(argument),
                    _ => Failure::file("read", argument, &e),
                })?;
                rules.extend(rule_lines(&text));
            }
        }
    }
    Ok(rules)
}

/// What to say of a value of `--rules` that is no file and begins with no rule's name.
fn no_rule(argument: &str) -> Failure {
    let word = argument.split_whitespace().next().unwrap_or_default();
    let near =
        |kind: &&str| !word.is_empty() && (kind.starts_with(word) || word.starts_with(*kind));
    let near: Vec<&str> = sudolab::grid::Rule::kinds().into_iter().filter(near).collect();
    let near = match near.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", near.join(", ")),
    };
    Failure::File(format!(
        "--rules {argument:?}: there is no file of that name, and no rule is called {word:?}{near}; \
         docs/rules.md lists them"
    ))
}

/// Whether an argument that names no file is meant as a puzzle: long enough, or of a kind no file
/// name has.
fn looks_like_puzzle(argument: &str) -> bool {
    let extension = argument.rsplit_once('.').map_or("", |(_, e)| e);
    let named_like_a_file =
        (1..=5).contains(&extension.len()) && extension.chars().all(|c| c.is_ascii_alphabetic());
    let long = argument.chars().count() >= 16 && !argument.contains('/') && !named_like_a_file;
    long || argument.contains("://")
        || is_packed(argument)
        || is_constraints(argument)
        || argument.starts_with(['{', '[', ':'])
        || argument.contains('\n')
}

impl Chunks {
    fn open_source(&self, source: Source) -> Result<Open, Failure> {
        let is_typed = matches!(source, Source::Stdin) && io::stdin().is_terminal();
        if is_typed && !self.quiet {
            say::note("reading puzzles from standard input; Ctrl-D ends it, Ctrl-C leaves");
        }
        let mut is_short = false;
        let (reader, file, is_live): (Box<dyn Read + Send>, Option<String>, bool) = match source {
            Source::Text(text) => {
                is_short = text.len() <= AT_ONCE;
                (Box::new(io::Cursor::new(text.into_bytes())), None, false)
            }
            Source::Stdin if is_plain(&io::stdin()) => (Box::new(io::stdin()), None, false),
            Source::Stdin => (Box::new(Arriving::of(io::stdin(), AT_ONCE)), None, true),
            Source::File(name) => {
                let failure = |e: &io::Error| Failure::file("read", &name, e);
                let file = File::open(&name).map_err(|e| match short_puzzle(&name) {
                    Some(why) if e.kind() == io::ErrorKind::NotFound => Failure::File(why),
                    _ => failure(&e),
                })?;
                if file.metadata().is_ok_and(|m| m.is_dir()) {
                    return Err(failure(&io::Error::from(io::ErrorKind::IsADirectory)));
                }
                let is_live = file.metadata().is_ok_and(|m| !m.is_file());
                is_short = file.metadata().is_ok_and(|m| m.is_file() && m.len() <= AT_ONCE as u64);
                let reader: Box<dyn Read + Send> = match is_live {
                    true => Box::new(Arriving::of(file, AT_ONCE)),
                    false => Box::new(file),
                };
                (reader, Some(name), is_live)
            }
        };
        let name = file.clone().unwrap_or_else(|| "standard input".to_owned());
        let options = ReadOptions { file: file.clone(), ..self.options.clone() };
        let reader = BufReader::with_capacity(AT_ONCE, reader);
        // There are as many names as arguments; a counted reference in each of millions of records
        // would cost more than they ever take.
        let leaked = file.map(|name| &*name.leak());
        let records = Records::new(reader, options);
        Ok(Open { name, file: leaked, is_live, is_short, records })
    }

    /// The next chunk.
    pub fn next(&mut self) -> Option<Chunk> {
        self.next_of(MANY)
    }

    /// The next chunk, of so many records at most.
    pub fn next_of(&mut self, most: usize) -> Option<Chunk> {
        let mut chunk =
            Chunk { entries: Vec::with_capacity(most), n_bytes: 0, is_last_at_hand: false };
        let mut other = 0;
        while chunk.entries.len() < most && other < FEW {
            let Some(Open { name, file, is_live, records, .. }) = &mut self.open else {
                let Some(source) = self.sources.next() else { break };
                match self.open_source(source) {
                    Ok(open) => self.open = Some(open),
                    Err(failure) => chunk.entries.push(Entry::Failed(failure)),
                }
                continue;
            };
            if *is_live && waits(records) && !chunk.entries.is_empty() {
                break;
            }
            let entry = match records.next_quick() {
                Some(Ok(Quick::Nine { cells, raw, line, .. })) => {
                    chunk.n_bytes += raw.len() as u64 + 1;
                    Entry::Nine { clues: cells, place: Place { file: *file, line } }
                }
                Some(Ok(Quick::Record(record))) => {
                    chunk.n_bytes += record.raw.len() as u64 + 1;
                    other += 1;
                    Entry::Record(record)
                }
                Some(Err(ReadError::Format(error))) => {
                    let fault = error.fault();
                    let text = fault.raw.as_ref().or(fault.found.as_ref());
                    let raw = text.map(|t| shortened(t)).unwrap_or_default();
                    Entry::Bad { error, raw }
                }
                Some(Err(ReadError::Io(_))) if interrupt::is_raised() => {
                    // What was half read is no record, and nothing more is wanted.
                    self.open = None;
                    self.sources = Vec::new().into_iter();
                    break;
                }
                Some(Err(ReadError::Io(error))) => {
                    let failure = Failure::file("read", name, &error);
                    self.open = None;
                    Entry::Failed(failure)
                }
                None => {
                    if let Some(note) = records.closing_note().filter(|_| !self.quiet) {
                        say::note(&told(*file, note));
                    }
                    self.open = None;
                    continue;
                }
            };
            chunk.entries.push(entry);
        }
        chunk.is_last_at_hand =
            self.open.as_ref().is_some_and(|open| open.is_live && waits(&open.records));
        (!chunk.entries.is_empty()).then_some(chunk)
    }
}

impl Chunks {
    /// Whether there is certainly nothing more, known without waiting.
    pub fn is_over(&self) -> bool {
        let open_is_over = self.open.as_ref().is_none_or(|open| {
            let read = &open.records;
            open.is_short && read.is_idle() && read.get_ref().buffer().is_empty()
        });
        self.sources.as_slice().is_empty() && open_is_over
    }
}

/// Whether the next line is not there yet, so that what came before it need not wait.
fn waits(records: &Records<BufReader<Box<dyn Read + Send>>>) -> bool {
    records.is_idle() && !records.get_ref().buffer().contains(&b'\n')
}

/// The document of plain clues, for commands that need one.
pub fn document(clues: &[u8; 81]) -> Document {
    Document::new(grid(clues))
}

/// The puzzle of plain clues.
pub fn puzzle(clues: &[u8; 81]) -> Puzzle {
    Puzzle::new(grid(clues))
}

/// The grid of plain values.
pub fn grid(clues: &[u8; 81]) -> Grid {
    Grid::from_values(Board::classic(), clues).expect("81 digits of 0 to 9 are a grid")
}
