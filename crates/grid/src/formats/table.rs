//! Tables with a head: commas, semicolons or tabs between fields, quoted as RFC 4180 says.
//!
//! The puzzle is in the column named `puzzle`, `quizzes`, `quiz`, `question`, `givens`, `board` or
//! `clues` (when that is no number), else in the first column that holds a line. `regions` gives
//! an irregular board (one symbol of any kind for each cell), `box` the shape of boxes, `n` or
//! `size` the size. A column whose name is that of a rule, or that speaks of cells, is unread;
//! whatever else there is goes to the metadata under the name of its column.

use super::Format;
use super::carries::{Carries, Sizes, Tells};
use super::document::{Document, META_FIELDS};
use super::entry::{Entry, Frame, Framing, Narrows};
use super::error::{Code, FormatError};
use super::iss;
use super::janko;
use super::json_lines::extra_object;
use super::killer;
use super::line::{self, line_of};
use super::names;
use super::options::{BoxShape, ReadOptions, WriteOptions};
use super::pencilmarks::{group, group_text};
use super::record::Record;
use super::regions;
use super::span::Span;
use super::squares;
use super::sukaku;
use super::symbols::{self, any_size, wrong_length};
use super::unread::{Unread, refusal};
use super::value::Json;
use crate::rule::RuleError;
use crate::{Board, DigitSet, Grid};
use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A table with commas.
pub(crate) static CSV: Entry = Entry::new("csv", "table with commas", TABLE)
    .extensions(&["csv"])
    .framed(Framing::Table(','))
    .written_by(write_csv)
    .frame(Frame { head: |options| head(',', options), ..Frame::NONE })
    .limits(LIMITS);

/// A table with tabs.
pub(crate) static TSV: Entry = Entry::new("tsv", "table with tabs", TABLE)
    .extensions(&["tsv"])
    .framed(Framing::Table('\t'))
    .written_by(write_tsv)
    .frame(Frame { head: |options| head('\t', options), ..Frame::NONE })
    .limits(LIMITS);

const TABLE: Carries = Carries {
    meta: Tells::Everything,
    many: true,
    solution: true,
    sizes: Sizes::Any,
    ..Carries::GAME
};

const LIMITS: Narrows = Narrows {
    fits: |board| board.is_plain() && board.extra_regions().next().is_none(),
    columns: Some(columns),
    ..Narrows::NOTHING
};

const PUZZLE_NAMES: [&str; 11] = [
    "puzzle",
    "quizzes",
    "quiz",
    "question",
    "problem",
    "givens",
    "board",
    "clues",
    "pencilmarks",
    "cells",
    "input",
];
const SOLUTION_NAMES: [&str; 4] = ["solution", "solutions", "answer", "one_solution"];

/// Columns that say what the puzzle is, and are read.
const KNOWN_NAMES: [&str; 9] =
    ["regions", "box", "n", "size", "values", "candidates", "pencilmarks", "cages", "sums"];

/// The column that only names the constraints of another one.
const TYPES: &str = "constraint_types";

/// Columns that only tables of Latin squares have: the number of holes that were made.
const LATIN_NAMES: [&str; 3] = ["holes", "latin", "quasigroup"];

/// The columns of a table unless others are asked for.
const USUAL_COLUMNS: [&str; 6] = ["index", "id", "puzzle", "solution", "clues", "rating"];

/// The columns that `all` stands for; nothing is lost with them.
const ALL_COLUMNS: [&str; 18] = [
    "index",
    "id",
    "puzzle",
    "solution",
    "clues",
    "rating",
    "values",
    "candidates",
    "box",
    "regions",
    "title",
    "author",
    "date",
    "source",
    "url",
    "level",
    "comment",
    "extra",
];

/// The head of a table.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    separator: char,
    names: Vec<String>,
    puzzle: Option<usize>,
    /// Whether the columns are those of a table of Latin squares.
    is_latin: bool,
}

/// A field and its place.
#[derive(Clone, Debug)]
struct Field<'a> {
    text: Cow<'a, str>,
    line: usize,
    column: usize,
}

impl Field<'_> {
    fn span(&self) -> Span<'_> {
        Span { text: &self.text, line: self.line, column: self.column }
    }
}

/// What a row of fields is, as far as it was given.
enum Fields<'a> {
    Complete(Vec<Field<'a>>),
    /// A quote is still open.
    Open,
}

fn fields(row: Span<'_>, separator: char) -> Fields<'_> {
    let mut fields = Vec::new();
    let mut rest = row.text;
    let (mut line, mut column) = (row.line, row.column);
    let advance = |text: &str, line: &mut usize, column: &mut usize| {
        for c in text.chars() {
            *column += 1;
            if c == '\n' {
                *line += 1;
                *column = 1;
            }
        }
    };
    loop {
        if let Some(quoted) = rest.strip_prefix('"') {
            let (at_line, at_column) = (line, column + 1);
            let mut text = String::new();
            let mut inner = quoted;
            let after = loop {
                let Some(end) = inner.find('"') else { return Fields::Open };
                text.push_str(&inner[..end]);
                inner = &inner[end + 1..];
                match inner.strip_prefix('"') {
                    Some(more) => {
                        text.push('"');
                        inner = more;
                    }
                    None => break inner,
                }
            };
            // Whatever stands between the quote and the separator belongs to the field.
            let end = after.find(separator).unwrap_or(after.len());
            text.push_str(&after[..end]);
            fields.push(Field { text: Cow::Owned(text), line: at_line, column: at_column });
            let used = rest.len() - after.len() + end;
            advance(&rest[..used], &mut line, &mut column);
            rest = &rest[used..];
        } else {
            let end = rest.find(separator).unwrap_or(rest.len());
            fields.push(Field { text: Cow::Borrowed(&rest[..end]), line, column });
            advance(&rest[..end], &mut line, &mut column);
            rest = &rest[end..];
        }
        match rest.strip_prefix(separator) {
            Some(more) => {
                rest = more;
                column += 1;
            }
            None => return Fields::Complete(fields),
        }
    }
}

/// Lower case, without remarks in parentheses.
fn plain_name(name: &str) -> String {
    let name = name.trim().trim_start_matches('\u{feff}').to_lowercase();
    name.split('(').next().unwrap_or(&name).trim().to_owned()
}

impl Head {
    /// The head in a first line, when it names a column of puzzles; else when the next line has as
    /// many fields and one of them is a puzzle.
    pub fn find(first: Span<'_>, next: Option<&str>) -> Option<Head> {
        [',', '\t', ';'].into_iter().find_map(|separator| Head::with(first, next, separator))
    }

    fn with(first: Span<'_>, next: Option<&str>, separator: char) -> Option<Head> {
        if !first.text.contains(separator) {
            return None;
        }
        let head = Head::forced(first, separator)?;
        let rules = head.names.iter().any(|n| n.len() > 2 && names::may_be_rule(n));
        if head.puzzle.is_some() || rules {
            return Some(head);
        }
        let Fields::Complete(values) = fields(Span::line(next?, 1), separator) else { return None };
        let is_puzzle =
            |f: &Field<'_>| line::looks_like_line(&f.text) || sukaku::looks_like(&f.text);
        let named = head
            .names
            .iter()
            .all(|n| !line::looks_like_line(n) && n.chars().any(char::is_alphabetic));
        (named && values.len() == head.names.len() && values.iter().any(is_puzzle)).then_some(head)
    }

    /// The head in a line that is known to be one.
    pub fn forced(first: Span<'_>, separator: char) -> Option<Head> {
        let Fields::Complete(names) = fields(first, separator) else { return None };
        let names: Vec<String> = names.iter().map(|f| plain_name(&f.text)).collect();
        let puzzle = PUZZLE_NAMES.iter().find_map(|name| names.iter().position(|n| n == name));
        let is_latin = names.iter().any(|name| LATIN_NAMES.contains(&name.as_str()));
        Some(Head { separator, names, puzzle, is_latin })
    }

    /// The separator that a head most probably has.
    pub fn separator_of(first: &str, usual: char) -> char {
        [usual, ',', '\t', ';'].into_iter().find(|&c| first.contains(c)).unwrap_or(usual)
    }

    /// Whether a row ends inside a quoted field.
    pub fn is_open(&self, row: &str) -> bool {
        row.contains('"') && matches!(fields(Span::line(row, 1), self.separator), Fields::Open)
    }

    /// Reads a row.
    pub fn read(&self, row: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
        let Fields::Complete(fields) = fields(row, self.separator) else {
            let quote = row.text.rfind('"').map_or(0, |at| row.text[..at].chars().count());
            return Err(row
                .error(Code::Truncated, quote, "a quoted field does not end")
                .hint("close the quote, or write a quote inside a field twice"));
        };
        let unread = self.unread(&fields);
        match self.record(row, &fields, options) {
            Ok(record) => Ok(record.with_unread(unread)),
            // What cannot be read is most probably a puzzle of that kind.
            Err(_) if !unread.is_empty() => {
                Err(row.place(refusal(&unread)).at(row.line, row.column))
            }
            Err(error) => Err(error),
        }
    }

    fn record(
        &self,
        row: Span<'_>,
        fields: &[Field<'_>],
        options: &ReadOptions,
    ) -> Result<Record, FormatError> {
        let get = |name: &str| {
            let at = self.names.iter().position(|n| n == name)?;
            fields.get(at).filter(|f| !f.text.trim().is_empty())
        };
        let cages = get("cages");
        // A killer need not have givens: its cages are the puzzle.
        let puzzle = self.puzzle_field(fields).or(cages).ok_or_else(|| {
            let columns = self.names.join(", ");
            row.error(Code::UnknownFormat, 0, "no field of this row holds a puzzle")
                .hint(format!("name the column of puzzles \"puzzle\"; the columns are {columns}"))
        })?;
        let variant = get("type").and_then(|f| janko::JankoKind::named(&f.text));
        if let Some(variant) = variant.filter(|_| janko::looks_like(&puzzle.text)) {
            return self.variant(row, fields, puzzle, variant, options);
        }
        let mut regions = get("regions").map(|f| regions::board_of_map(f.span())).transpose()?;
        let mut cells = puzzle.span();
        if let Some((line, map)) = line_and_map(puzzle.span()).filter(|_| regions.is_none()) {
            regions = Some(regions::board_of_map(map)?);
            cells = line;
        }
        let shape = match get("box") {
            Some(field) => Some(
                field
                    .text
                    .parse::<BoxShape>()
                    .map_err(|why| field.span().error(Code::BadCharacter, 0, why))?,
            ),
            None => None,
        };
        let untold = regions.is_none() && shape.is_none() && options.regions.is_none();
        let latin = self.is_latin && untold && options.box_shape.is_none();
        let shape = if latin { Some(BoxShape::None) } else { shape };
        let cells_options =
            ReadOptions { box_shape: options.box_shape.or(shape), ..options.clone() };
        let reader = Cells { regions, options: &cells_options };
        let format = if self.separator == '\t' { Format::Tsv } else { Format::Csv };
        let mut record = match cages.filter(|cages| std::ptr::eq(*cages, puzzle)) {
            None => reader.puzzle(cells, format)?,
            Some(cages) => reader.empty(cages.span(), format)?,
        };
        record.line = row.line;
        if let Some(cages) = cages {
            let sums = get("sums").map(Field::span);
            let rules = killer::cages_of_map(cages.span(), sums, record.document.board())?;
            let misfit =
                |e: RuleError| cages.span().error(Code::UnsupportedRules, 0, e.to_string());
            record.document = record.document.with_rules(rules).map_err(misfit)?;
        }
        let size = record.document.board().size();
        for name in ["n", "size"] {
            let told = get(name).and_then(|f| f.text.trim().parse::<usize>().ok());
            if let Some(n) = told
                && n != size
                && record.document.board().is_plain()
            {
                return Err(wrong_length(puzzle.span(), size * size)
                    .hint(format!("column {name} says {n}")));
            }
        }
        let mut notes = Vec::new();
        if let Some(field) = get("values") {
            let placed = reader.grid(field.span(), record.document.board(), &mut notes)?;
            record.document = record.document.with_placed(&placed);
        }
        if let Some(field) = get("candidates") {
            let sets = candidate_list(field.span(), record.document.board(), options)?;
            record.document = record.document.with_candidates(&sets);
        }
        self.tell(fields, puzzle, &reader, &mut record);
        if latin {
            record.note("read as a Latin square, as the columns tell; --box says otherwise");
        }
        Ok(record.noted(notes))
    }

    /// A row whose column `type` says what its problem is.
    fn variant(
        &self,
        row: Span<'_>,
        fields: &[Field<'_>],
        puzzle: &Field<'_>,
        variant: janko::JankoKind,
        options: &ReadOptions,
    ) -> Result<Record, FormatError> {
        let mut record = janko::read(variant, puzzle.span())?;
        record.line = row.line;
        record.format = if self.separator == '\t' { Format::Tsv } else { Format::Csv };
        let board = record.document.board().clone();
        self.tell(fields, puzzle, &Cells { regions: None, options }, &mut record);
        let told = self.names.iter().zip(fields);
        let mut told = told.filter(|(name, _)| SOLUTION_NAMES.contains(&name.as_str()));
        if let Some((name, field)) = told.next()
            && let Some(grid) = janko::solution(&field.text, &board)
        {
            record.document.solution = Some(grid);
            record.document.meta.extra.remove(name);
        }
        Ok(record)
    }

    /// The fields that may be rules.
    fn unread(&self, fields: &[Field<'_>]) -> Vec<Unread> {
        let odd = self.names.iter().zip(fields).filter(|(name, field)| {
            let text = field.text.trim();
            if KNOWN_NAMES.contains(&name.as_str()) || text.is_empty() {
                return false;
            }
            // The names of constraints say nothing that the constraints do not say.
            let tells_all =
                |f: &Field<'_>| is_ruled(f.text.trim()) || line_and_map(f.span()).is_some();
            if name.as_str() == TYPES && fields.iter().any(tells_all) {
                return false;
            }
            // The type of a problem that is read by it.
            let variant = janko::JankoKind::named(text).is_some();
            if name.as_str() == "type"
                && variant
                && fields.iter().any(|f| janko::looks_like(&f.text))
            {
                return false;
            }
            if is_ruled(text) {
                return false;
            }
            let named = names::may_be_rule(name) && !names::says_nothing(text);
            let nested = text.starts_with(['{', '[']) && name.as_str() != "extra";
            let remark = META_FIELDS.contains(&name.as_str()) || names::is_harmless(name);
            // The digits of a large board may be letters that would name a cell: R5C7.
            let is_line = !text.contains(char::is_whitespace) && line::looks_like_line(text);
            let tells = names::names_cells(text) && !is_line;
            named || (!remark && (tells || (nested && text.len() > 2)))
        });
        odd.map(|(name, field)| {
            Unread::rule(name).at(field.line, field.column).under(format!("column {name}"))
        })
        .collect()
    }

    fn puzzle_field<'a, 'b>(&self, fields: &'b [Field<'a>]) -> Option<&'b Field<'a>> {
        let is_count = |f: &Field<'_>| f.text.len() < 16 && f.text.parse::<u32>().is_ok();
        if let Some(field) = self.puzzle.and_then(|at| fields.get(at))
            && !(self.names[self.puzzle.unwrap_or(0)] == "clues" && is_count(field))
        {
            return Some(field);
        }
        let named = |at: &usize| {
            let name = self.names[*at].as_str();
            !SOLUTION_NAMES.contains(&name) && name != TYPES
        };
        (0..fields.len().min(self.names.len())).filter(named).map(|at| &fields[at]).find(|f| {
            let text = f.text.trim();
            line::looks_like_line(&f.text) || sukaku::looks_like(&f.text) || is_ruled(text)
        })
    }

    /// Puts the other columns where they belong.
    fn tell(
        &self,
        fields: &[Field<'_>],
        puzzle: &Field<'_>,
        reader: &Cells<'_>,
        record: &mut Record,
    ) {
        // Few rows ask, and those may ask for each of their columns.
        let unread = LazyCell::new(|| -> BTreeSet<String> {
            self.unread(fields).into_iter().map(|odd| odd.what).collect()
        });
        for (name, field) in self.names.iter().zip(fields) {
            let text = field.text.trim();
            if text.is_empty() || std::ptr::eq(field, puzzle) {
                continue;
            }
            let document = &mut record.document;
            match name.as_str() {
                "regions" | "box" | "n" | "size" | "values" | "candidates" | "index" | "cages"
                | "sums" => {}
                "clues" if text.parse::<u32>().is_ok() => {}
                name if SOLUTION_NAMES.contains(&name) && document.solution.is_none() => {
                    let board = document.board().clone();
                    match reader.grid(field.span(), &board, &mut Vec::new()) {
                        Ok(grid) => document.solution = Some(grid),
                        Err(_) => document.meta.extra.set(name, text),
                    }
                }
                "difficulty" if document.meta.rating.is_none() => {
                    document.meta.rating = Some(text.to_owned())
                }
                "name" if document.meta.id.is_none() => document.meta.id = Some(text.to_owned()),
                "extra" => match Json::parse(text) {
                    Ok(Json::Object(pairs)) => {
                        for (name, value) in pairs {
                            if names::states_rule(&name, &value) {
                                let odd = Unread::rule(&name).at(field.line, field.column);
                                document.unread.push(odd.under(format!("column extra.{name}")));
                            }
                            document.meta.extra.set(&name, value);
                        }
                    }
                    _ => document.meta.extra.set("extra", text),
                },
                // What has the name of a rule and is not unread was read elsewhere, as the names of
                // constraints that another column tells: as a remark our JSON would refuse it.
                name if names::states_rule(name, &text.into()) && !unread.contains(name) => {}
                name if META_FIELDS.contains(&name) => document.meta.set_field(name, text),
                name => document.meta.extra.set(name, text),
            }
        }
    }
}

/// Reads fields of cells on the board that the row tells.
struct Cells<'a> {
    regions: Option<Arc<Board>>,
    options: &'a ReadOptions,
}

/// The two halves of a field that is a line and, after a blank, a map of regions as long.
fn line_and_map(field: Span<'_>) -> Option<(Span<'_>, Span<'_>)> {
    let words: Vec<Span<'_>> = field.words().collect();
    let &[line, map] = &words[..] else { return None };
    let n = line.text.chars().count();
    let is_line = n == map.text.chars().count() && line::looks_like_line(line.text);
    (is_line && n >= 16 && regions::board_of_map(map).is_ok()).then_some((line, map))
}

/// Whether a field is a puzzle that tells its rules.
fn is_ruled(text: &str) -> bool {
    iss::looks_like(text) || killer::looks_like(text) || squares::looks_like(text)
}

impl Cells<'_> {
    /// A puzzle without givens, of as many cells as a field has symbols.
    fn empty(&self, field: Span<'_>, format: Format) -> Result<Record, FormatError> {
        let n = field.trim().text.chars().count();
        let size = any_size(n).ok_or_else(|| wrong_length(field, n))?;
        let board = match &self.regions {
            Some(board) if board.size() == size => board.clone(),
            _ => self.options.board(size).map_err(|e| field.place(e))?,
        };
        Ok(Record::new(format, Document::new(Grid::empty(board)), field.line))
    }

    fn puzzle(&self, field: Span<'_>, format: Format) -> Result<Record, FormatError> {
        let field = field.trim();
        if is_ruled(field.text) && self.regions.is_none() {
            let mut record = match squares::looks_like(field.text) {
                true => squares::read(field)?,
                false => iss::read(field, self.options)?,
            };
            record.format = format;
            return Ok(record);
        }
        if sukaku::looks_like(field.text) && self.regions.is_none() {
            let mut record = sukaku::read(field, self.options)?;
            record.format = format;
            return Ok(record);
        }
        let n = match field.text.split_whitespace().count() {
            1 => field.text.chars().count(),
            words => words,
        };
        let size = any_size(n).ok_or_else(|| wrong_length(field, n))?;
        let board = match &self.regions {
            Some(board) if board.size() == size => board.clone(),
            Some(board) => {
                return Err(wrong_length(field, n)
                    .hint(format!("the region map has {} cells", board.n_cells())));
            }
            None => self.options.board(size).map_err(|e| field.place(e))?,
        };
        let mut notes = Vec::new();
        let grid = self.grid(field, &board, &mut notes)?;
        Ok(Record::new(format, Document::new(grid), field.line).placed_in(field).noted(notes))
    }

    fn grid(
        &self,
        field: Span<'_>,
        board: &Arc<Board>,
        notes: &mut Vec<super::Note>,
    ) -> Result<Grid, FormatError> {
        let field = field.trim();
        if !board.is_plain() {
            let grid = board.grid_from_line(field.text);
            return grid.map_err(|e| field.error(Code::WrongLength, 0, e.to_string()));
        }
        let words: Vec<Span<'_>> = field.words().collect();
        let values = if words.len() > 1 {
            words.iter().map(|w| number(*w, board)).collect::<Result<Vec<u8>, _>>()?
        } else {
            let n = field.text.chars().count();
            if n != board.n_cells() {
                return Err(wrong_length(field, n));
            }
            symbols::cells(field, board.size(), self.options, notes)?
        };
        let found = values.len();
        Grid::from_values(board.clone(), &values).ok_or_else(|| wrong_length(field, found))
    }
}

/// A cell as a decimal number.
fn number(word: Span<'_>, board: &Board) -> Result<u8, FormatError> {
    if word.text.len() == 1 && word.text.chars().all(symbols::is_blank) {
        return Ok(0);
    }
    let value = word.text.parse::<usize>().ok().filter(|&v| v <= board.size());
    value.map(|v| v as u8).ok_or_else(|| {
        let size = board.size();
        word.error(
            Code::DigitOutOfRange,
            0,
            format!("{:?} is not a digit of this board", word.text),
        )
        .found(format!("{:?}", word.text), format!("1 to {size}"))
        .hint(format!("use 1 to {size}, or 0 for a blank"))
    })
}

/// Candidates as groups with blanks between, or as one line of all symbols.
fn candidate_list(
    field: Span<'_>,
    board: &Board,
    options: &ReadOptions,
) -> Result<Vec<DigitSet>, FormatError> {
    let words: Vec<Span<'_>> = field.words().collect();
    if words.len() == 1 && sukaku::size_of(words[0].text.len()) == Some(board.size()) {
        let record = sukaku::read(words[0], options)?;
        return Ok(record.document.shown_candidates());
    }
    if words.len() != board.n_cells() {
        return Err(field
            .error(Code::WrongLength, 0, format!("{} groups of candidates found", words.len()))
            .found(format!("{} groups", words.len()), format!("{} groups", board.n_cells()))
            .hint("give one group for each cell, with blanks between"));
    }
    let sets = words.iter().enumerate().map(|(i, w)| group(*w, i, board.size(), options));
    sets.map(|set| set.map(|(set, _)| set)).collect()
}

/// The columns to write.
pub(crate) fn columns(options: &WriteOptions) -> Vec<&str> {
    match options.columns.as_slice() {
        [] => USUAL_COLUMNS.to_vec(),
        [all] if all == "all" => ALL_COLUMNS.to_vec(),
        chosen => chosen.iter().map(String::as_str).collect(),
    }
}

pub(crate) fn head(separator: char, options: &WriteOptions) -> String {
    let mut out = String::new();
    row(columns(options).iter().map(|c| Cow::Borrowed(*c)), separator, &mut out);
    out
}

fn row<'a>(fields: impl Iterator<Item = Cow<'a, str>>, separator: char, out: &mut String) {
    for (i, field) in fields.enumerate() {
        if i > 0 {
            out.push(separator);
        }
        let odd = |c: char| c == separator || matches!(c, '"' | '\n' | '\r');
        if field.contains(odd) {
            out.push('"');
            out.push_str(&field.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&field);
        }
    }
    out.push('\n');
}

/// What a document has for a column.
fn field(document: &Document, column: &str, options: &WriteOptions) -> Option<String> {
    let board = document.board();
    match column {
        "index" => Some((options.index + 1).to_string()),
        "puzzle" | "givens" => Some(line_of(document.givens(), options)),
        "solution" => document.solution.as_ref().map(|grid| line_of(grid, options)),
        "clues" => Some(document.givens().n_filled().to_string()),
        "values" => (document.n_placed() > 0).then(|| line_of(document.values(), options)),
        "candidates" => document
            .candidates()
            .filter(|_| !document.has_notes())
            .map(|sets| sets.iter().map(|&set| group_text(set)).collect::<Vec<_>>().join(" ")),
        "box" => regions::box_of_board(board).map(|(rows, columns)| format!("{rows}x{columns}")),
        "regions" => regions::map_of_board(board),
        "extra" => {
            extra_object(&document.meta.extra, &document.other).map(|object| object.to_string())
        }
        name => match document.meta.field(name) {
            Some(text) => Some(text.to_owned()),
            None => {
                document.meta.extra.get(name).map(|json| json.plain().unwrap_or(json.to_string()))
            }
        },
    }
}

fn write(document: &Document, separator: char, options: &WriteOptions, out: &mut String) {
    let fields =
        columns(options).into_iter().map(|c| field(document, c, options).unwrap_or_default());
    row(fields.map(Cow::Owned), separator, out);
}

pub(crate) fn write_csv(
    document: &Document,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    write(document, ',', options, out);
    Ok(())
}

pub(crate) fn write_tsv(
    document: &Document,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    write(document, '\t', options, out);
    Ok(())
}
